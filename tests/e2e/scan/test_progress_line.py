"""What a person at a terminal sees while a scan runs, and what a scan shows that is stopped early."""

import json
import os
import pty
import random
import re
import signal
import subprocess
import threading
import time

import pytest

from tests.helpers.program import PROGRAM

FILES = 500
SAID = re.compile(
    r"still counting|less than 5 seconds left|a few more seconds|taking longer than expected"
    r"|about (a minute|\d+ (seconds|minutes|hours)) left"
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """150 MB in pairs of identical files."""
    root = tmp_path_factory.mktemp("tree")
    rng = random.Random(4)
    for i in range(FILES // 2):
        data = rng.randbytes(300_000)
        for name in ("a", "b"):
            (root / f"{i:03}{name}").write_bytes(data)
    return root


class Terminal:
    """The program at a terminal of its own; its results go to a pipe."""

    def __init__(self, *arguments):
        self.master, its = pty.openpty()
        self.program = subprocess.Popen(
            [*PROGRAM, *map(str, arguments)],
            env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
            stdin=its,
            stdout=subprocess.PIPE,
            stderr=its,
        )
        os.close(its)
        self.raw = self.shown = ""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        try:
            while chunk := os.read(self.master, 65536):
                self.raw += chunk.decode("utf-8", "replace")
                self.shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw)
        except OSError:  # the end, at a terminal
            pass

    def interrupt_when(self, pattern):
        end = time.monotonic() + 300
        while not re.search(pattern, self.shown) and self.program.poll() is None:
            assert time.monotonic() < end, self.shown[-2000:]
            time.sleep(0.005)
        self.program.send_signal(signal.SIGINT)

    def end(self):
        out = self.program.communicate(timeout=600)[0]
        self._reader.join()
        os.close(self.master)
        return self.program.returncode, out


def test_the_line_says_one_time_for_all_that_is_to_come(tree):
    terminal = Terminal("scan", tree, "--no-cache", "--jobs", 1)
    code, _ = terminal.end()
    assert code == 0, terminal.shown
    lines = [line for line in re.split(r"[\r\n]+", terminal.shown) if "Reading files" in line]
    assert lines
    said = {line.rsplit(" · ", 1)[-1].strip() for line in lines if line.count(" · ")}
    assert any(SAID.fullmatch(words.split(": ")[-1]) for words in said), said
    assert not re.search(r"about \d+ s left", terminal.shown)
    totals = {match[1] for match in re.finditer(r"of (\d+) files", " ".join(lines))}
    assert totals == {str(FILES)}


@pytest.mark.parametrize(("color", "painted"), [("auto", True), ("never", False)])
def test_progress_is_painted_as_results_are(tmp_path, color, painted):
    (tmp_path / "a.txt").write_text("a file\n")
    terminal = Terminal("scan", tmp_path, "--color", color)
    assert terminal.end()[0] == 0
    assert bool(re.search(r"\x1b\[[0-9;]+m", terminal.raw)) is painted, terminal.raw


def test_a_scan_stopped_early_shows_what_was_read(tree):
    terminal = Terminal("scan", tree, "--no-cache", "--jobs", 1, "--partial", "--json")
    terminal.interrupt_when(r"[1-9]\d* of \d+ files")
    code, out = terminal.end()
    assert code == 130, terminal.shown
    result = json.loads(out)
    assert 0 < result["files"] < FILES
    assert result["unread"] == FILES - result["files"]
    assert not result["verified"] or not result["clusters"]
    assert all(len(cluster["files"]) == 2 for cluster in result["clusters"])
    assert f"stopped early: {result['unread']} files were not fully read" in terminal.shown


def test_without_being_asked_for_nothing_is_shown_of_a_cancelled_scan(tree):
    terminal = Terminal("scan", tree, "--no-cache", "--jobs", 1, "--json")
    terminal.interrupt_when(r"[1-9]\d* of \d+ files")
    assert terminal.end() == (130, b"")


def test_a_second_ctrl_c_ends_it(tree):
    terminal = Terminal("scan", tree, "--no-cache", "--jobs", 1, "--partial", "--json")
    terminal.interrupt_when(r"[1-9]\d* of \d+ files")
    terminal.program.send_signal(signal.SIGINT)
    terminal.program.send_signal(signal.SIGINT)
    code, out = terminal.end()
    assert code == 130
    assert out == b"" or json.loads(out)


def test_a_scan_that_was_not_stopped_says_nothing_of_it(tree):
    done = subprocess.run(
        [*PROGRAM, "scan", tree, "--partial", "--json", "--no-cache"],
        capture_output=True,
        timeout=600,
    )
    assert done.returncode == 0
    assert "unread" not in json.loads(done.stdout)
    assert b"early" not in done.stderr
