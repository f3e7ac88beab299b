"""A monkey at the real window: thousands of random inputs, and nothing is lost, wrong, said, or left behind."""

import gc
import logging
import os
import shutil
import sys
import threading
from traceback import format_exception

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from simfinder.gui.controllers import verify_scheduler
from simfinder.gui.overview.overview import SETTLE_MS, View
from simfinder.gui.style import palette, stylesheet
from simfinder.gui.wording.language import speak
from tests.gui.conftest import LONG
from tests.helpers.files.trees import many_files, version_tree
from tests.helpers.fuzz.monkey import Monkey
from tests.helpers.results.referee import Referee, World
from tests.helpers.screen.chooser import Chooser


@pytest.fixture
def stubbed(monkeypatch):
    """Nothing leaves the program: no other program is started, no dialog works on the disk by itself."""
    monkeypatch.setattr("simfinder.gui.widgets.open_external.QDesktopServices.openUrl", lambda _: True)
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("simfinder.gui.")]
    for module in modules:
        if hasattr(module, "QFileDialog"):
            monkeypatch.setattr(module, "QFileDialog", Chooser)


@pytest.fixture
def world(tmp_path, home):
    documents, many, archive = (str(tmp_path / name) for name in ("documents", "many", "archive"))
    tree = version_tree(documents)
    many_files(many, 200)
    for family in tree.families.values():  # the newest is in the archive, too
        path = os.path.join(archive, os.path.relpath(family[-1], documents))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy2(family[-1], path)
    for name in ("away", "saved"):
        (tmp_path / name).mkdir()
    return World(
        [documents, many, archive],
        str(tmp_path / "away"),
        str(home / ".local/share/Trash/files"),
        str(tmp_path / "saved"),
    )


BEGIN_MS, SETTLE_CHECKS_MS = verify_scheduler.BEGIN_MS, verify_scheduler.SETTLE_MS
"""As they are: with those of ``quiet`` a check that runs when a slider moves would wait for an hour."""


@pytest.fixture
def plain(qapp):
    font = qapp.font()
    yield
    qapp.setFont(font)
    speak(qapp, "en")
    stylesheet.apply(qapp, palette.LIGHT)


GROWTH = {"widgets": 60, "objects": 120, "threads": 10, "handles": 15, "memory": 80}
"""What there may be more of, half of the inputs later: open clusters, a watcher, what is remembered of pictures."""


def measured(window):
    """What must not grow: widgets, objects, threads, handles; and the memory in MB."""
    gc.collect()
    with open("/proc/self/statm") as file:
        memory = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return {
        "widgets": len(QApplication.allWidgets()),
        "objects": len(window.findChildren(QObject)),
        "threads": threading.active_count(),
        "handles": len(os.listdir("/proc/self/fd")),
        "memory": memory,
    }


def rest(qtbot, monkeys):
    busy = {}

    def calm():
        busy.update({monkey: monkey.calm() for monkey in monkeys})
        return not any(busy.values())

    try:
        qtbot.waitUntil(calm, timeout=LONG)
        qtbot.wait(2 * SETTLE_MS)  # pictures that wait to be made
        qtbot.waitUntil(calm, timeout=LONG)
    except qtbot.TimeoutError:
        pytest.fail(
            "\n\n".join(f"not at rest: {what}\n{monkey.story()}" for monkey, what in busy.items() if what)
        )


LEGS = 3
"""Of the first window; what there is after the last one is compared with what there was before."""


def opened(qtbot, make, world):
    """A window that has scanned and has shown every view once; its models are watched."""
    window = make(world.roots)
    window.workspace.set_protected(world.roots[2], True)
    for model in (window.clusters.model, window.folders.model):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, window)
    window.work.begin()
    window.small_jobs.look_at_rules()
    window.files.look()
    window.work.scan()
    qtbot.waitUntil(lambda: not window.work.busy, timeout=3 * LONG)
    for view in (View.ANALYSIS, View.MAP, View.CLUSTERS):
        window.overview.show_view(view)
        qtbot.waitUntil(lambda: window.overview.settled, timeout=LONG)
    return window


def play(qtbot, make, world, seed, inputs, ears, *, again=True):
    caplog, capfd, qtlog, monkeypatch = ears
    monkeypatch.setattr(verify_scheduler, "BEGIN_MS", BEGIN_MS)
    monkeypatch.setattr(verify_scheduler, "SETTLE_MS", SETTLE_CHECKS_MS)
    window = opened(qtbot, make, world)
    caplog.set_level(logging.WARNING)
    died = []
    usual = sys.excepthook
    monkeypatch.setattr(
        sys, "excepthook", lambda *what: (died.append("".join(format_exception(*what))), usual(*what))
    )
    monkeypatch.setattr(threading, "excepthook", lambda what: died.append(f"in a thread: {what.exc_value!r}"))

    def said():
        warned = [r.message for r in qtlog.records if r.log_type_name != "DEBUG" and not r.ignored]
        # what watchdog says of its own end is heard by ``app.session.follow.watcher``, which takes it for a hint
        own = [r for r in caplog.records if not r.name.startswith("watchdog.")]
        logged = [r.getMessage() for r in own if r.levelno >= logging.WARNING]
        return [*died, *warned, *logged]

    figures = []
    referee = Referee(window, world)
    for _ in range(LEGS):
        let_loose(qtbot, [Monkey(window, world, referee, f"{seed}/{len(figures)}", inputs // 4, said=said)])
        figures.append(measured(window))
        with capfd.disabled():
            print("monkey", f"{seed}/{len(figures)}", figures[-1])
        figures[-1] |= {str(state): count for state, count in referee.reports.items() if count}
    if again:
        window.close()
        qtbot.waitUntil(lambda: not window.bridge.busy and not window.isVisible(), timeout=LONG)
        windows = [opened(qtbot, make, world) for _ in range(2)]
        seeds = [f"{seed}/{name}" for name in ("one", "other")]
        monkeys = [
            Monkey(each, world, Referee(each, world), its, inputs // 8, said=said)
            for each, its in zip(windows, seeds, strict=True)
        ]
        for monkey in monkeys:
            monkey.windows = windows
        let_loose(qtbot, monkeys)
    assert not said()
    out, err = capfd.readouterr()
    assert out == ""
    assert not [line for line in err.splitlines() if not line.startswith("This plugin does not support")]
    for name, more in GROWTH.items():
        assert figures[-1][name] <= max(figure[name] for figure in figures[:2]) + more, (name, figures)
    return figures


def let_loose(qtbot, monkeys):
    """Let them make their inputs, each at its window, and see that all comes to rest and nothing is wrong."""

    def sound():
        wrong = [monkey for monkey in monkeys if monkey.referee.wrong]
        assert not wrong, wrong[0].story()

    for monkey in monkeys:
        monkey.begin()
    qtbot.waitUntil(
        lambda: all(m.finished for m in monkeys) or any(m.referee.wrong for m in monkeys), timeout=20 * LONG
    )
    sound()
    rest(qtbot, monkeys)
    for monkey in monkeys:
        monkey.referee.look_at_disk()
        monkey.referee.look_at_marks()
        sound()
        assert not monkey.unexpected(), monkey.story()
        monkey.deleteLater()


@pytest.fixture
def ears(stubbed, plain, caplog, capfd, qtlog, monkeypatch):
    """All that hears what is said where nothing should be."""
    return caplog, capfd, qtlog, monkeypatch


def test_a_monkey_for_a_moment(qtbot, make, world, ears):
    play(qtbot, make, world, 1, 200, ears, again=False)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", [int(os.environ.get("MONKEY_SEED", "0")) + n for n in range(3)])
def test_a_monkey_for_long(qtbot, make, world, ears, look, seed):
    if seed % 2:
        speak(look, "de")
    if seed % 3 == 2:  # as in large sessions: regroups, orders and filters come from jobs, a moment later
        ears[3].setattr("simfinder.gui.state.session_edits.LARGE", -1)
    play(qtbot, make, world, seed, int(os.environ.get("MONKEY_INPUTS", "5000")), ears)
