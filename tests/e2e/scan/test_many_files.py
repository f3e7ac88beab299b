"""Ten thousand files moved away and brought back by the real program: watched, cancelled, killed.

Whatever happens on the way, in the end every byte, mode and time is as it was. The daily tests do it with 600 files.
"""

import os
import pty
import random
import re
import signal
import subprocess
import threading
import time

import pytest

from tests.helpers.program import PROGRAM, simfinder_process
from tests.helpers.screen.seen import OURS, look_around, loose

SECOND = 10**9
SIZES = [pytest.param(10_000, marks=[pytest.mark.soak, pytest.mark.timeout(900)]), 600]


@pytest.fixture(params=SIZES)
def files(request, tmp_path):
    """(tree, what is in it, how many files will go): half of them older copies of the other half."""
    root, rng = tmp_path / "tree", random.Random(request.param)
    for i in range(request.param):
        data = rng.randbytes(1000 + i % 3000)
        for folder, age in (("new", 0), ("old", 10**6)):
            path = root / folder / str(i % 13) / str(i % 7) / f"file {i}.dat"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o600 + i % 8 * 8)
            time_ns = (1_700_000_000 - age + i) * SECOND + i
            os.utime(path, ns=(time_ns - 77, time_ns))
    return root, seen(root), request.param


def seen(root):
    return loose(look_around(root)[0], root)


def moved(target):
    """How many files have arrived."""
    return sum(not name.startswith(os.fsdecode(OURS)) for _, _, names in os.walk(target) for name in names)


class Watched:
    """The program at a terminal that somebody looks at."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        environment = {
            k: v for k, v in os.environ.items() if k not in ("DISPLAY", "QT_QPA_PLATFORM", "WAYLAND_DISPLAY")
        }
        self.began = time.monotonic()
        self.program = subprocess.Popen(
            [*PROGRAM, *map(str, arguments)],
            env={**environment, "TERM": "xterm", "COLUMNS": "160"},
            stdin=slave,
            stdout=subprocess.DEVNULL,
            stderr=slave,
        )
        os.close(slave)
        self.shown = b""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        try:
            while chunk := os.read(self.master, 65536):
                self.shown += chunk
        except OSError:  # the end, at a terminal
            pass

    def when(self, ready, number):
        """Send a signal as soon as it is time; returns whether it was still at work."""
        while not ready() and self.program.poll() is None:
            time.sleep(0.001)
        alive = self.program.poll() is None
        self.program.send_signal(number)
        return alive

    def end(self):
        code = self.program.wait(600)
        seconds = time.monotonic() - self.began
        self._reader.join()
        os.close(self.master)
        return code, seconds


def test_there_and_back_watched(files, tmp_path):
    root, before, count = files
    for words, left in (
        (("clean", root, "--identical", "--yes", "--to", tmp_path / "away"), count),
        (("undo",), 0),
    ):
        program = Watched(*words)
        code, seconds = program.end()
        assert code == 0, program.shown
        steps = re.findall(rb"([\d,]+) of %s files" % f"{count:,}".encode(), program.shown)
        # The bar is drawn ten times a second: 600 files may be moved between two looks.
        assert len(set(steps)) > (2 if count >= 10_000 else 0), "no progress was seen"
        assert moved(tmp_path / "away") == left
        assert len(seen(root)) == 2 * count - left
        print(f"{words[0]} of {count:,} files: {seconds:.1f} s")
    assert seen(root) == before
    assert not (tmp_path / "away").exists()


def test_cancelled_in_the_middle(files, tmp_path):
    """Ctrl-C: it stops within a second, and says how far it came; the undo is cancelled and goes on, too."""
    root, before, count = files
    away = tmp_path / "away"
    program = Watched("clean", root, "--identical", "--yes", "--to", away)
    assert program.when(lambda: moved(away) > count // 5, signal.SIGINT)
    asked = time.monotonic()
    assert program.end()[0] == 130, program.shown
    assert time.monotonic() - asked < 10  # a second, on a machine that has nothing else to do
    gone = moved(away)
    assert count // 5 < gone < count
    assert b"cancelled" in program.shown
    assert len(seen(root)) == 2 * count - gone

    program = Watched("undo")
    assert program.when(lambda: moved(away) < gone // 2, signal.SIGINT)
    assert program.end()[0] == 130, program.shown
    assert 0 < moved(away) < gone
    assert simfinder_process("undo").code == 0
    assert seen(root) == before
    assert not away.exists()


def test_killed_in_the_middle(files, tmp_path):
    """kill -9, of the act and of the undo: the next start settles it, the next undo brings the rest."""
    root, before, count = files
    away = tmp_path / "away"
    program = Watched("clean", root, "--identical", "--yes", "--to", away)
    assert program.when(lambda: moved(away) > count // 3, signal.SIGKILL)
    assert program.end()[0] == -signal.SIGKILL
    now, arrived = seen(root), seen(away)
    assert all(before[name] == file for name, file in now.items())
    assert {name: before[name] for name in set(before) - set(now)} == arrived

    told = simfinder_process("history", "--json")
    assert "interrupted" in told.err
    states = [act["state"] for act in simfinder_process("history", "1", "--json").json["acts"]]
    assert states.count("done") == len(arrived)
    assert set(states) == {"done", "skipped"}

    program = Watched("undo")
    assert program.when(lambda: moved(away) < len(arrived) // 2, signal.SIGKILL)
    assert program.end()[0] == -signal.SIGKILL
    assert {**seen(root), **seen(away)} == before
    assert simfinder_process("undo").code == 0
    assert seen(root) == before
    assert not away.exists()
    assert simfinder_process("undo").code == 2
