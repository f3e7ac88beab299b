"""Names of files and folders that are commands: to a terminal, a shell, a spreadsheet, a browser, a log, a template.

Every command is run over them, and everything it says is read as the program behind it would read it.
"""

import contextlib
import csv
import io
import json
import os
import pty
import random
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from simfinder.store import app_dirs
from tests.helpers.program import simfinder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes are Linux's")

NAMES = [
    b"a\x1b[2J\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07.txt",  # clears the screen, names the window, fills the clipboard
    b"a\n2026-01-01 ERROR forged: line\r\nsimfinder: forged.txt",
    b"a\xc2\x9b31m\xc2\x85\xe2\x80\xa8forged.txt",  # C1 controls and line ends, in UTF-8
    b"a\x9b31m\x84 not text\xff.txt",  # the same as single bytes
    "a\u202etxt.exe\u2066\u061c.txt".encode(),
    b'=cmd|" C calc"!A0.txt',
    b"+1-1;@SUM(A1)\t=2.txt",
    b"-rf --yes.txt",
    b"$(touch INJECTED)`touch INJECTED`;touch INJECTED.txt",
    b"' \" \\' touch INJECTED #.txt",
    b"'\n'touch INJECTED\n'.txt",
    b"#!.txt",
    b"<script src=x.js>alert(1)<!-- ]]> &amp; .html",
    b"\" onmouseover='alert(1)' style=x .txt",
    b"javascript:alert(1) %1 %n {} {0} {x!r} %s &File.txt",
    b"[bold red]rich[link=x] :smile: \\[x].txt",
]
_ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture
def root(tmp_path):
    """An original and a copy under each of these names, in a folder that has such a name, too."""
    root = os.fsencode(tmp_path / "tree") + b"/in\x1b[31m\n$(touch INJECTED)<b>"
    rng = random.Random(4)
    for number, name in enumerate(NAMES):
        data = rng.randbytes(3_000 + number)
        for folder, age in ((b"new", 0), (b"old", 10_000)):
            os.makedirs(os.path.join(root, folder), exist_ok=True)
            path = os.path.join(root, folder, name)
            Path(os.fsdecode(path)).write_bytes(data)
            os.utime(path, (1_700_000_000 - age,) * 2)
    return tmp_path / "tree"


def expect_harmless(said, words=()):
    """Check that a terminal would only show this text."""
    for text in (said.out, said.err.encode("utf-8", "surrogateescape")):
        shown = text.decode("utf-8", "surrogateescape")
        found = _ACTING.search(shown)
        assert found is None, (words, shown[max(0, found.start() - 60) : found.end() + 20])
        assert not re.search("[\udc80-\udc9f]", shown), "a C1 control as a single byte"
        assert not re.search(r"^(simfinder: forged|2026-01-01|'?touch)", shown, re.MULTILINE), shown
    assert "inside SimFinder" not in said.err, said.err


def test_what_commands_say(root, monkeypatch):
    monkeypatch.setenv("SIMFINDER_LOG", "debug")
    named = str(next(root.iterdir()))
    first = os.path.join(named, "new", os.fsdecode(NAMES[1]))
    for words in (
        ["scan", root, "--verbose"], ["plan", root, "--identical"], ["clean", root, "--identical", "--dry-run"],
        ["clean", root, "--identical", "--yes"], ["history"], ["history", "1"], ["undo"], ["history", "1"],
        ["find", first, root], ["scan", named + "\x1b[31m", root],
        ["apply", named + "\x1b]0;x\x07"], ["rules", "save", "\x1b[31m\nforged", "newest"], ["rules", "list"],
        ["rules", "remove", "\x1b[31m\nno such"], ["scan", root, "--exclude", "\x1b[1m["],
        ["scan", root, "--type", "\x1b[1m\n"],
        ["undo", "\x1b[31m"], ["\x1b[31mverb"], ["scan", "--\x1b[31m"],
    ):  # fmt: skip
        try:
            said = simfinder(*words)
        except SystemExit:
            continue
        expect_harmless(said, words)
    if app_dirs.log_file().exists():
        for line in app_dirs.log_file().read_text("utf-8", "surrogateescape").splitlines():
            assert not line.startswith(("2026-01-01 ERROR", "simfinder: forged"))
            assert not _ACTING.search(line), line


def on_a_terminal(*words):
    """Run a command whose standard output is a terminal; return the bytes it gets."""
    ours, its = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "simfinder", *map(str, words)],
        stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(its)
    said = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while part := os.read(ours, 65_536):
            said += part
    os.close(ours)
    program.wait(60)
    return said


@pytest.mark.parametrize("verb", ["pairs", "hash"])
def test_results_for_other_programs_are_harmless_on_a_terminal(root, verb):
    names = sorted(str(path) for path in root.rglob("*") if path.is_file())
    said = on_a_terminal(verb, *([root] if verb == "pairs" else ["--method", "content", *names]))
    shown = said.replace(b"\r\n", b"\n").decode("utf-8", "surrogateescape")
    assert not _ACTING.search(shown)
    assert not re.search("[\udc80-\udc9f]", shown)
    assert len(shown.splitlines()) == (len(NAMES) if verb == "pairs" else len(names))


@pytest.mark.parametrize("words", [["scan"], ["plan", "--identical"], ["find"]])
def test_no_name_paints(root, words):
    verb, *options = words
    file = [os.fsdecode(next(root.rglob("new/*.txt")))] if verb == "find" else []
    said = on_a_terminal(verb, *file, root, *options, "--color", "always", "--quiet")
    painted = said.replace(b"\r\n", b"\n").decode("utf-8", "surrogateescape")
    shown = re.sub("\x1b\\[[0-9]{1,2}m([^\x1b\n]*)\x1b\\[0m", r"\1", painted)
    assert shown != painted
    assert "\\x1b[31m" in shown
    assert not _ACTING.search(shown)


def test_every_name_comes_back_from_json(root):
    for words in (["scan", root, "--json"], ["plan", root, "--identical", "--json"]):
        said = simfinder(*words)
        document = json.loads(said.out)
        assert document
        said.out.decode("utf-8")  # no lone surrogates that other readers choke on
        expect_harmless(said)


def test_no_cell_is_a_formula(root):
    said = simfinder("scan", root, "--csv")
    rows = list(csv.reader(io.StringIO(said.out.decode("utf-8"), newline="")))
    assert len({len(row) for row in rows}) == 1
    assert len(rows) > len(NAMES)
    for row in rows[1:]:
        for cell in row:
            assert not re.match(r"\s*[=+\-@\t\r]", cell) or re.fullmatch(r"-?[\d.]+", cell), cell


class Page(HTMLParser):
    """The tags and attributes of a page, and where they lead."""

    def __init__(self):
        super().__init__()
        self.found = set()
        self.leads = []

    def handle_starttag(self, tag, attributes):
        self.found.add((tag, tuple(name for name, _ in attributes)))
        self.leads += [value for name, value in attributes if name in ("src", "href", "action")]


def test_the_page_has_no_tag_and_no_link_of_a_name(root, tmp_path):
    plain = tmp_path / "plain"
    for folder in ("new", "old"):
        (plain / folder).mkdir(parents=True)
        for number in range(len(NAMES)):
            (plain / folder / f"{number}.txt").write_bytes(random.Random(number).randbytes(3_000 + number))
    pages = []
    for folder in (plain, root):
        page = Page()
        page.feed(simfinder("scan", folder, "--html", "--identical").out.decode("utf-8"))
        pages.append(page)
    assert pages[1].found <= pages[0].found
    assert [
        lead for lead in pages[1].leads if not lead.startswith(("data:,", "data:image/", "file:///", "#"))
    ] == []


def test_the_script_runs_nothing_of_a_name(root, tmp_path):
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    script = simfinder("plan", root, "--identical", "--sh").out
    (tmp_path / "plan.sh").write_bytes(script)
    done = subprocess.run(["sh", tmp_path / "plan.sh"], cwd=tmp_path, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.rglob("INJECTED"))
    left = {path for path in root.rglob("*") if path.is_file()}
    assert left < set(before)
    assert len(left) == len(NAMES)


def test_acts_and_undo_bring_every_name_back(root, tmp_path):
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    for words in ([], ["--to", tmp_path / "away"], ["--act", "hardlink"], ["--act", "symlink"]):
        assert simfinder("clean", root, "--identical", "--yes", *words).code == 0
        assert simfinder("undo").code == 0
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
    assert not list(tmp_path.rglob("INJECTED"))
