"""Shared by ``clean`` and ``apply``: show a plan, ask for a yes, carry it out, report what happened."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from simfinder.actions.filesystem.operations import CHANGED
from simfinder.actions.plan import json_file
from simfinder.actions.plan.json_file import StoredPlan
from simfinder.app.removal import removal
from simfinder.app.reports import history_report
from simfinder.cli.command import print_json, say_report
from simfinder.cli.look import Look, chosen_look
from simfinder.cli.render import act_line, plan_lines
from simfinder.cli.terminal import can_ask, confirm, out, out_lines, say, silence, watch
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActState, BatchReport, Plan
from simfinder.text.number_formats import counted

DONE_WORDS = {
    ActKind.TRASH: "removed",
    ActKind.MOVE: "moved",
    ActKind.COPY: "copied",
    ActKind.DELETE: "deleted",
    ActKind.HARDLINK: "linked",
    ActKind.SYMLINK: "linked",
    ActKind.REFLINK: "share their blocks",
}


def out_plan(stored: StoredPlan, arguments: argparse.Namespace) -> None:
    """Print what would be done, as JSON or for people."""
    if arguments.json:
        for piece in json_file.text(stored):
            out(piece)
    else:
        look = chosen_look(arguments)
        out_lines(plan_lines(stored.plan, look), painted=look.colors)


def needs_yes(*, yes: bool, instead: str) -> None:
    """Stop if nobody can be asked.

    Raises:
        UsageError: there is no terminal, and no ``--yes``.
    """
    if not (yes or can_ask()):
        raise UsageError(f"this changes files and needs a yes: give --yes, or {instead}")


def agreed(plan: Plan, look: Look) -> bool:
    """Show a plan and ask; twice before files are deleted permanently."""
    for line in plan_lines(plan, look):
        say(line.removesuffix("\n"))
    if not confirm("Go on?"):
        return False
    if plan.kind is not ActKind.DELETE:
        return True
    files = counted(plan.file_count, "file is", "files are")
    return confirm(f"{files} deleted for good, and no undo brings them back. Really delete?")


def act_out(plan: Plan, protected: Sequence[str], arguments: argparse.Namespace) -> int:
    """Carry out a plan, asking first unless ``--yes`` was given; return the exit code.

    Args:
        plan: to carry out.
        protected: folders whose files are never touched.
        arguments: ``yes``, ``json`` and ``quiet`` of the command line.
    """
    if not arguments.yes and not agreed(plan, replace(chosen_look(arguments), colors=False)):
        say("Nothing was done")
        return 2

    def work(control: Control) -> BatchReport:
        return removal.carry_out(plan, control, protected)

    report = watch(work, quiet=arguments.quiet)
    out_acts(report, as_json=arguments.json)
    if not arguments.quiet:
        _say_end(report, plan.kind)
    if report.cancelled:
        return 130
    return int(report.count(ActState.DONE) < len(report.acts))


def out_acts(report: BatchReport, *, as_json: bool) -> None:
    """Print what was done to files; if the reader of the output is gone, still report the rest and the exit code."""
    try:
        if as_json:
            print_json(history_report.batch_json(report))
        else:
            out("".join(act_line(act) for act in report.acts))
    except BrokenPipeError:
        silence(sys.stdout)


def _say_end(report: BatchReport, kind: ActKind) -> None:
    say_report(report, done=ActState.DONE, word=DONE_WORDS[kind])
    if any(act.state is ActState.SKIPPED and act.reason.endswith(CHANGED) for act in report.acts):
        say("Some files have changed since the scan: scan again to see how they are now")
    if report.count(ActState.DONE) and kind is not ActKind.DELETE:
        say(f"'simfinder undo {report.batch}' undoes it")
