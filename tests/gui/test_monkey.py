"""A monkey at the real window: thousands of random inputs, and nothing is lost, wrong, said, or left behind."""

import gc
import logging
import os
import shutil
import sys
import threading
from functools import partial
from traceback import format_exception

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from simfinder.gui import style
from simfinder.gui.overview import SETTLE_MS, View
from tests.gui.conftest import LONG
from tests.helpers.chooser import Chooser
from tests.helpers.monkey import Monkey
from tests.helpers.referee import Referee, World
from tests.helpers.trees import many_files, version_tree


@pytest.fixture
def stubbed(monkeypatch):
    """Nothing leaves the program: no other program is started, no dialog works on the disk by itself."""
    monkeypatch.setattr("simfinder.gui.opening.QDesktopServices.openUrl", lambda _: True)
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


@pytest.fixture
def plain(qapp):
    font = qapp.font()
    yield
    qapp.setFont(font)
    style.apply(qapp, style.LIGHT)


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


def rest(qtbot, monkey):
    window = monkey.window

    def calm():
        busy = monkey.calm()
        assert not busy, f"{busy}\n{monkey.story()}"

    qtbot.waitUntil(calm, timeout=LONG // 3)
    qtbot.wait(2 * SETTLE_MS)  # pictures that wait to be made
    qtbot.waitUntil(calm, timeout=LONG // 3)
    return measured(window)


def play(qtbot, make, world, seed, inputs, ears):
    caplog, capfd, qtlog, monkeypatch = ears
    window = make(world.roots)
    window.workspace.set_protected(world.roots[2], True)
    testers = [
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, window)
        for model in (window.clusters.model, window.folders.model)
    ]
    window.work.begin()
    window.work.scan()
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    for view in (View.KEY_SPACE, View.MAP, View.CLUSTERS):
        window.overview.show_view(view)
        qtbot.waitUntil(lambda: window.overview.settled, timeout=LONG)
    caplog.set_level(logging.WARNING)
    died = []
    usual = sys.excepthook
    monkeypatch.setattr(
        sys, "excepthook", lambda *what: (died.append("".join(format_exception(*what))), usual(*what))
    )
    monkeypatch.setattr(threading, "excepthook", lambda what: died.append(f"in a thread: {what.exc_value!r}"))

    def said():
        warned = [r.message for r in qtlog.records if r.log_type_name != "DEBUG" and not r.ignored]
        logged = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
        return [*died, *warned, *logged]

    figures = []
    referee = Referee(window, world)
    for _ in range(4):
        monkey = Monkey(window, world, referee, f"{seed}/{len(figures)}", inputs // 4, said=said)
        monkey.begin()
        qtbot.waitUntil(partial(getattr, monkey, "finished"), timeout=20 * LONG)
        assert not referee.wrong, monkey.story()
        figures.append(rest(qtbot, monkey))
        with capfd.disabled():
            print("monkey", monkey.seed, figures[-1])
        referee.look_at_disk()
        referee.look_at_marks()
        assert not referee.wrong, monkey.story()
        assert not said(), monkey.story()
        figures[-1] |= {str(state): count for state, count in referee.reports.items() if count}
        monkey.deleteLater()
    out, err = capfd.readouterr()
    assert out == ""
    assert not [line for line in err.splitlines() if not line.startswith("This plugin does not support")]
    for name, more in GROWTH.items():
        assert figures[-1][name] <= max(figure[name] for figure in figures[:2]) + more, (name, figures)
    assert len(testers) == 2
    return figures


@pytest.fixture
def ears(stubbed, plain, caplog, capfd, qtlog, monkeypatch):
    """All that hears what is said where nothing should be."""
    return caplog, capfd, qtlog, monkeypatch


def test_a_monkey_for_a_moment(qtbot, make, world, ears):
    play(qtbot, make, world, 1, 200, ears)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", [int(os.environ.get("MONKEY_SEED", "0")) + n for n in range(3)])
def test_a_monkey_for_long(qtbot, make, world, ears, seed):
    play(qtbot, make, world, seed, int(os.environ.get("MONKEY_INPUTS", "5000")), ears)
