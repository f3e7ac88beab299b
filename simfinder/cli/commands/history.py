"""``history`` and ``undo``: list what was done to files, and undo it."""

from __future__ import annotations

import argparse

from simfinder.cli.command import Command, print_json, say_left_behind, say_report
from simfinder.cli.options import add_talk_options
from simfinder.cli.terminal import out, say, watch
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActState, BatchReport
from simfinder.text.number_formats import counted


def _batch(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a batch")
    return int(text)


def _add_history(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("batch", nargs="?", type=_batch, metavar="BATCH", help="show one batch file by file")
    parser.add_argument(
        "--give-up",
        action="store_true",
        help="stop waiting for files of BATCH whose disk will not come back; changes nothing on any disk",
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    add_talk_options(parser)


def _history(arguments: argparse.Namespace) -> int:
    from simfinder.app.removal import removal
    from simfinder.app.reports import history_report
    from simfinder.cli.render import act_line, batch_line

    if arguments.give_up and arguments.batch is None:
        raise UsageError("--give-up needs the number of a batch; 'simfinder history' lists them")
    say_left_behind(quiet=arguments.quiet)
    if arguments.batch is not None:
        look = removal.give_up if arguments.give_up else removal.one_batch
        report = look(arguments.batch)
        if arguments.json:
            print_json(history_report.batch_json(report))
        else:
            out(batch_line(report) + "".join(act_line(act) for act in report.acts))
        return 0
    reports = removal.batches()
    if arguments.json:
        print_json(history_report.history_json(reports))
    else:
        out("".join(batch_line(report) for report in reports))
        if not reports and not arguments.quiet:
            say("Nothing was removed yet")
    return 0


def _add_undo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "batch",
        nargs="?",
        type=_batch,
        metavar="BATCH",
        help="the batch to undo (default: the last one not undone yet)",
    )
    parser.add_argument(
        "--other-disk",
        action="store_true",
        help="also put back files whose own disk is not mounted, onto whatever is in its place",
    )
    parser.add_argument("--yes", action="store_true", help="accepted for scripts; undo never asks")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    add_talk_options(parser)


def _undo(arguments: argparse.Namespace) -> int:
    from simfinder.actions.journal.failure_reasons import DISK_AWAY
    from simfinder.app.removal import removal
    from simfinder.cli.commands.carry_out_plan import out_acts

    say_left_behind(quiet=arguments.quiet)

    def work(control: Control) -> BatchReport:
        return removal.take_back(arguments.batch, control, other_disk=arguments.other_disk)

    report = watch(work, quiet=arguments.quiet)
    out_acts(report, as_json=arguments.json)
    if not arguments.quiet:
        say_report(report, done=ActState.UNDONE, word="taken back")
        if left := report.count(ActState.DONE):
            files = counted(left, "file is", "files are")
            say(f"{files} not taken back; the reason follows each name")
            if any(act.reason == DISK_AWAY for act in report.acts):
                again = f"'simfinder undo {report.batch}'"
                say(f"plug the disk in and say {again}; with --other-disk they go where their paths lead now")
            if arguments.batch is None and not report.count(ActState.UNDONE):
                say("'simfinder history' lists older batches; 'simfinder undo BATCH' undoes one")
    if report.cancelled:
        return 130
    return int(report.count(ActState.DONE) > 0)


HISTORY = Command(_add_history, _history)
UNDO = Command(_add_undo, _undo)
