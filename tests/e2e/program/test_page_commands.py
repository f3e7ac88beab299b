"""Every command that README and the pages show is run, in its order; those of a cluster are at least understood.

Those of the cookbook are run by ``test_cookbook``, the recipes of "Contributing" by ``tests/recipes``.
"""

import json
import os
import random
import re
import shlex
import shutil
from pathlib import Path

import pytest

from simfinder.cli.main import make_parser
from tests.helpers.files.documents import words
from tests.helpers.program import simfinder

PROJECT = Path(__file__).resolve().parents[3]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
LINE = re.compile(r"^ {4}(simfinder .+)$", re.MULTILINE)
INLINE = re.compile(r"`(simfinder [a-z][^`]*)`")
ELSEWHERE = {"cookbook.md"}
CLUSTER = "spark.md"  # its lines name hosts; tests/e2e/spark runs what they do
MEANT = {
    "FOLDER…": "~/Documents",
    "FOLDER": "~/Documents",
    "FILE": "report.txt",
    "DIR": "~/result",
    "BATCH": "1",
}
RNG = random.Random(31)


def read(page):
    return page.read_text(encoding="utf-8")


SHOWN = {page.name: LINE.findall(read(page)) for page in PAGES if page.name not in ELSEWHERE}
SHOWN = {name: lines for name, lines in SHOWN.items() if lines}
NAMED = sorted({line for page in PAGES for line in INLINE.findall(read(page))})
TABLE = re.findall(r"^\| `(simfinder [^`]+)` \|", read(PAGES[0]), re.MULTILINE)


def command(line):
    """The arguments of a line, with folders in place of what stands for them."""
    words_of_it = shlex.split(line)
    assert words_of_it.pop(0) == "simfinder"
    return [os.path.expanduser(MEANT.get(word, word)) for word in words_of_it]


@pytest.fixture
def place(tmp_path, home):
    """The files that the lines name."""
    text, other = words(RNG, 900), words(RNG, 9000)
    files = {
        home / "Documents/report.txt": text,
        home / "Documents/report (1).txt": text,
        home / "Documents/archive/old.txt": text + b"and something that came later\n" * 20,
        home / "Downloads/letter.txt": other,
        home / "Archive/letter.txt": other,
        home / "Archive/new/another.txt": words(RNG, 500),
        **{home / f"Documents/thesis/{name}.txt": words(RNG, 300) for name in ("one", "two", "three")},
        tmp_path / "report.docx": text,
        tmp_path / "report.txt": text,
        tmp_path / "fragment.bin": other[5000:40_000],
    }
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for copy in (tmp_path / "backup", home / "Documents/thesis (copy)"):
        shutil.copytree(home / "Documents/thesis", copy)
    return tmp_path


def run(line, place):
    """Run a line as a shell would, its output into a file where it says so; return what it printed."""
    line, _, target = line.replace("/media/backup", str(place / "backup")).partition(" > ")
    arguments = command(line)
    answer = ["--yes"] if arguments[0] == "apply" else []  # a person is asked at the terminal
    done = simfinder(*arguments, *answer, cwd=place)
    assert done.code == 0, (line, done.err)
    if target:
        (place / target).write_bytes(done.out)
    return b"" if target else done.out


def test_pages_show_commands():
    assert set(SHOWN) == {"command-line.md", CLUSTER}, "on another page nobody runs them"
    assert len(TABLE) == 6


def test_each_line_of_the_command_lines_page_runs(place, home):
    for line in SHOWN["command-line.md"]:
        said = run(line, place)
        silent = " > " in line or line.split()[1:3] in (
            ["rules", "save"],
            ["index", "build"],
            ["index", "add"],
        )
        assert bool(said) == (not silent), line
        if line.endswith("--json"):
            json.loads(said)
    linked = {
        path.name for path in (home / "Documents").rglob("*") if path.stat().st_nlink > 1 and path.is_file()
    }
    assert {"one.txt", "two.txt", "three.txt"} <= linked, "identical files are links of one another then"


def test_each_command_of_the_readme_runs(place, home):
    before = {path for path in (home / "Documents").rglob("*") if path.is_file()}
    for line in TABLE:
        if line == "simfinder undo":
            run("simfinder clean ~/Documents --yes --to ~/Removed", place)
        assert run(line, place), line
    assert {path for path in (home / "Documents").rglob("*") if path.is_file()} == before, (
        "undo is in the list"
    )


@pytest.mark.parametrize("line", SHOWN[CLUSTER])
def test_lines_of_a_cluster_are_understood(line):
    arguments = command(line)
    assert make_parser(arguments[0]).parse_args(arguments).verb == arguments[0]


@pytest.mark.parametrize("line", NAMED)
def test_commands_in_sentences_have_known_verbs_and_options(line):
    verb, *rest = command(line.replace("COMMAND", "scan"))
    asked = simfinder(verb, "--help")
    said = asked.out.decode()
    assert asked.code == 0
    options = [word for word in rest if word.startswith("--")]
    assert [option for option in options if not re.search(rf"{re.escape(option)}\b", said)] == []
