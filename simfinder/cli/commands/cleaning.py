"""``clean``: plan and carry out the removal of older versions and copies."""

from __future__ import annotations

import argparse
import os

from simfinder.actions import keep
from simfinder.app import export, removal
from simfinder.app.session import DEFAULT_KEEP
from simfinder.cli.commands.base import Command, print_json, say_report
from simfinder.cli.commands.scanning import run_session
from simfinder.cli.options import add_scan_options
from simfinder.cli.render import act_line, plan_lines
from simfinder.cli.terminal import can_ask, confirm, out, say, watch
from simfinder.errors import UsageError
from simfinder.model.plan import ActKind, ActState, BatchReport, Plan
from simfinder.model.progress import Control

_TRASH = "trash"


def _add(parser: argparse.ArgumentParser) -> None:
    add_scan_options(parser)
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--keep",
        default=DEFAULT_KEEP,
        metavar="RULE[,RULE]",
        help="which file of a cluster stays; the first rule decides, the next break ties: newest, oldest, largest, "
        "smallest, shortest-path, longest-path, in:FOLDER, not-in:FOLDER, name:PATTERN (default %(default)s)",
    )
    rules.add_argument(
        "--remove",
        choices=("older", "identical", "all"),
        default="older",
        help="what goes: what is older than the kept file and within the tolerance of it, or identical to it "
        "(older, the default); only what is identical; or all within the tolerance of it",
    )
    rules.add_argument(
        "--to",
        default=_TRASH,
        metavar="trash|DIR",
        help="the Trash (default), or a folder, made if missing, below which the tree is kept",
    )
    parser.add_argument("--dry-run", action="store_true", help="only list what would be done")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def _clean(arguments: argparse.Namespace) -> int:
    if not (arguments.dry_run or arguments.yes or can_ask()):
        raise UsageError(
            "this removes files and needs a yes: give --yes, or --dry-run to see what it would do"
        )
    keep.KeepRules.parse(arguments.keep)
    target = None if arguments.to == _TRASH else os.path.abspath(arguments.to)
    session, problems = run_session(arguments, arguments.keep)
    session.mark_rule(arguments.remove)
    plan = session.plan(ActKind.MOVE if target else ActKind.TRASH, target)
    if arguments.dry_run or not plan.acts:
        print_json(export.plan_json(plan)) if arguments.json else out(plan_lines(plan))
        return int(bool(problems))
    if not arguments.yes and not _agreed(plan):
        say("Nothing was done")
        return 2
    report = _carry_out(plan, session.options.protected, quiet=arguments.quiet)
    if arguments.json:
        print_json(export.batch_json(report))
    else:
        out("".join(act_line(act) for act in report.acts))
    if not arguments.quiet:
        say_report(report, done=ActState.DONE, word="removed")
        if report.count(ActState.DONE):
            say(f"'simfinder undo {report.batch}' brings them back")
    if report.cancelled:
        return 130
    return int(bool(problems) or report.count(ActState.DONE) < len(report.acts))


def _agreed(plan: Plan) -> bool:
    for line in plan_lines(plan).splitlines():
        say(line)
    return confirm("Go on?")


def _carry_out(plan: Plan, protected: tuple[str, ...], *, quiet: bool) -> BatchReport:
    def work(control: Control) -> BatchReport:
        return removal.carry_out(plan, control, protected)

    return watch(work, quiet=quiet)


CLEAN = Command("clean", "Remove older versions and copies, to the Trash or to a folder.", _add, _clean)
