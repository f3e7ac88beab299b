"""``apply``: carry out a plan that was made earlier, checking every file again."""

from __future__ import annotations

import argparse
from dataclasses import replace

from simfinder.actions.plan import json_file
from simfinder.actions.plan.assessment import assessed
from simfinder.cli.command import Command, say_left_behind
from simfinder.cli.commands.carry_out_plan import act_out, needs_yes, out_plan
from simfinder.cli.options import add_talk_options


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "plan", metavar="PLAN.json", help="a plan from 'simfinder plan … --json'; - is standard input"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    add_talk_options(parser)


def _apply(arguments: argparse.Namespace) -> int:
    stored = json_file.read(arguments.plan)
    needs_yes(yes=arguments.yes, instead="start it at a terminal")
    say_left_behind(quiet=arguments.quiet)
    plan = assessed(stored.plan, stored.folders)
    if not plan.acts:
        out_plan(replace(stored, plan=plan), as_json=arguments.json)
        return 0
    return act_out(plan, stored.protected, arguments)


APPLY = Command("apply", "Carry out a plan, checking every file again.", _add, _apply)
