"""Every dialog of the window, filled as a person meets it, in the states it has. For the contact sheet and its check.

Those that commands of the window open are not here: they are opened by their commands.
"""

from __future__ import annotations

import os
from dataclasses import replace

from simfinder.actions.journal.failure_reasons import DISK_AWAY
from simfinder.app.settings.scan_rules import RuleTexts
from simfinder.app.settings.settings import Settings
from simfinder.gui.dialogs.confirm import deleting_for_good
from simfinder.gui.dialogs.history_and_problems import ExceptionsDialog, HistoryDialog, ProblemsDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from simfinder.gui.dialogs.scan_rules_dialog import ScanRulesDialog
from simfinder.gui.dialogs.similar_files import SimilarFilesDialog
from simfinder.gui.dialogs.skipped_files import SkippedDialog
from simfinder.model.file_record import Problem, SkipReason
from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport
from simfinder.store.library.ignored_pairs import Ignored

WHEN = 1_790_000_000_000_000_000
LONG = "/home/somebody/Documents/correspondence with the tax office/2019/letters that came back/Annual report final.txt"


def made_dialogs(window, paths):
    """Names and dialogs, made but not shown.

    Args:
        window: that has scanned.
        paths: four files of it.
    """
    acts = tuple(
        ActRecord(path, ActKind.TRASH, "/trash/" + os.path.basename(path), state, reason, 52_000)
        for path, state, reason in zip(
            (*paths[:3], LONG),
            (ActState.DONE, ActState.SKIPPED, ActState.FAILED, ActState.DONE),
            ("", "changed since the scan", "Permission denied", ""),
            strict=True,
        )
    )
    report = BatchReport(3, WHEN, acts)
    undone = BatchReport(4, WHEN, tuple(replace(act, state=ActState.UNDONE, reason="") for act in acts))
    moved = BatchReport(
        5, WHEN, (ActRecord(LONG, ActKind.MOVE, "/backup" + LONG, ActState.DONE, "", 9_000_000),)
    )
    problems = [
        Problem("/data/secret", os.strerror(13)), Problem("/data/box.zip", "is encrypted"),
        Problem(LONG, "changed while it was read"), Problem("/media/usb/photo.raw", os.strerror(5)),
    ]  # fmt: skip
    entries = [
        Ignored(1, WHEN, (b"a" * 16, b"b" * 16), (paths[0], paths[1])),
        Ignored(2, WHEN + 10**15, (b"c" * 16, b"d" * 16, b"e" * 16), (paths[2], LONG, paths[3])),
    ]
    counts = {str(reason): 3 + 40 * number for number, reason in enumerate(SkipReason)}
    settings = Settings(folders=[os.path.dirname(paths[0]), "/data"])
    settings.set_rules(
        RuleTexts(
            ["*draft*"], ["build/", "*.o"], ["pictures", "docx"], ["iso"], 4_000, 10**9, "30d", "2026-05-06"
        ),
        "/data",
    )
    away = BatchReport(
        6,
        WHEN,
        (
            ActRecord(paths[0], ActKind.TRASH, LONG, ActState.STARTED, "its folder can't be seen now", 9_000),
            ActRecord(paths[1], ActKind.TRASH, LONG, ActState.DONE, DISK_AWAY, 7_000),
        ),
    )
    yield "report", RemovalReportDialog(report, window)
    yield "report of disks that are away", RemovalReportDialog(away, window)
    yield "report of an undo", RemovalReportDialog(undone, window)
    yield "history", HistoryDialog([away, report, moved, undone], window)
    yield "history, empty", HistoryDialog([], window)
    yield "problems", ProblemsDialog(problems, window)
    yield "problems, none", ProblemsDialog([], window)
    yield "not the same", ExceptionsDialog(entries, window)
    yield "not the same, empty", ExceptionsDialog([], window)
    yield (
        "passed over",
        SkippedDialog(counts, {"hidden": ["/a/.b", LONG], "empty": ["/a/b"] * 100}, window),
    )
    yield "passed over, nothing", SkippedDialog({}, {}, window)
    yield "rules of a folder", ScanRulesDialog(settings, "/data", window)
    yield "files like, looking", SimilarFilesDialog(LONG, window)
    yield "asked again", deleting_for_good(window.workspace.session.plan(ActKind.DELETE), window)
