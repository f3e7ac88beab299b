"""``apply``: carry out a plan that was made earlier, checking every file again."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from simfinder.cli.command import Command, opened_cache, say_left_behind
from simfinder.cli.options import add_talk_options
from simfinder.cli.terminal import say, watch

if TYPE_CHECKING:
    from simfinder.actions.plan.json_file import StoredPlan


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "plan", metavar="PLAN.json", help="a plan from 'simfinder plan … --json'; - is standard input"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    add_talk_options(parser)


def _apply(arguments: argparse.Namespace) -> int:
    from simfinder.actions.plan import json_file
    from simfinder.actions.plan.assessment import assessed
    from simfinder.cli.commands.carry_out_plan import act_out, needs_yes, out_plan

    stored = json_file.read(arguments.plan)
    needs_yes(yes=arguments.yes, instead="start it at a terminal")
    say_left_behind(quiet=arguments.quiet)
    if not stored.sealed:
        stored = _measured(stored, arguments)
    plan = assessed(stored.plan, stored.folders)
    if not plan.acts:
        out_plan(replace(stored, plan=plan), arguments)
        return 0
    return act_out(plan, stored.protected, arguments)


def _measured(stored: StoredPlan, arguments: argparse.Namespace) -> StoredPlan:
    """Measure what somebody else's plan says, or one that was changed since it was made."""
    from simfinder.app.removal.measured_plan import measured
    from simfinder.cli.commands.run_session import while_compiling

    if not arguments.quiet:
        say(
            "This plan was made elsewhere, or was changed: nothing is believed of it until it is measured again"
        )
    with opened_cache(wanted=True) as cache:
        work = while_compiling(lambda control: measured(stored, cache, control))
        return watch(work, quiet=arguments.quiet)


APPLY = Command(_add, _apply)
