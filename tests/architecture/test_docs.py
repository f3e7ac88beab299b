"""The README stays short, its links lead somewhere, and what the documentation names is there."""

import ast
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from simfinder.cli.verbs import VERBS

PROJECT = Path(__file__).resolve().parents[2]
README = PROJECT / "README.md"
DOCS = PROJECT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
LONGEST_README = 120
MOST_PAGES = 14

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```|^ {4}.*$", re.MULTILINE | re.DOTALL)
SOURCE = re.compile(r"`((?:simfinder|tests|resources|packaging|benchmarks)/[\w./]*)`")
LABEL = re.compile(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)")
"""What the window says is in italics; so are the titles of papers, on a page of their own."""
GERMAN = PROJECT / "resources" / "translations" / "simfinder_de.ts"

PROMISE = re.compile(r"^\| [^|]+ \| [^|]+ \| (`tests/[^|]+) \|$", re.MULTILINE)
"""A row of the table of promises; its last cell names tests."""

NAMES_SOURCES = ("architecture.md", "contributing.md")
"""Pages that may name sources: other pages stay right when a module moves."""

MOVING = ""
"""Pages name its modules by the places they move to. "" once they are there: then all sources are looked for."""


def anchors(text):
    """What GitHub makes of the headings of a page."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return {heading.replace(" ", "-") for heading in plain}


def broken_links(page):
    """Relative links of a page that lead to no file, or to no heading of it."""
    found = []
    for link in LINK.findall(CODE.sub("", page.read_text())):
        name, _, anchor = link.partition("#")
        if "://" in name:
            continue
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(target.read_text())):
            found.append(link)
    return found


def missing_sources(text, apart_from):
    """Sources that a page names and that are not there, apart from those below a folder that is being moved."""
    named = [name for name in SOURCE.findall(text) if not (apart_from and name.startswith(apart_from))]
    return [name for name in named if not (PROJECT / name).exists()]


def labels(text):
    """Texts of the window that a page names."""
    return {re.sub(r"\s+", " ", label) for label in LABEL.findall(text)}


def test_the_readme_is_short():
    assert len(README.read_text().splitlines()) <= LONGEST_README


def test_the_readme_shows_a_picture_and_both_commands():
    text = README.read_text()
    assert re.search(r"^!\[.+\]\(resources/screenshots/\S+\.png\)$", text, re.MULTILINE)
    for command in ("python3 run.py FOLDER…", "python3 run.py --test"):
        assert re.search(rf"^    {re.escape(command)} +# \w", text, re.MULTILINE)


def test_docs_is_a_folder_of_few_pages():
    assert len(list(DOCS.iterdir())) <= MOST_PAGES


def test_the_index_names_every_page():
    links = LINK.findall((DOCS / "README.md").read_text())
    named = {link.partition("#")[0] for link in links if not link.startswith("../resources/screenshots/")}
    assert {page.name for page in PAGES} - {"README.md"} == named


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: str(page.relative_to(PROJECT)))
def test_links_lead_somewhere(page):
    assert broken_links(page) == []


def test_a_broken_link_is_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# Two words: here\n[a](gone.md) [b](#two-words-here) [c](page.md#nowhere) [d](https://x.org)\n"
    )
    assert broken_links(page) == ["gone.md", "page.md#nowhere"]


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_command_is_described(verb):
    assert re.search(rf"^\| .*`{verb}[` ]", (DOCS / "command-line.md").read_text(), re.MULTILINE)


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: str(page.relative_to(PROJECT)))
def test_only_pages_for_developers_name_sources(page):
    assert page.name in NAMES_SOURCES or not re.search(r"`simfinder/", page.read_text())


@pytest.mark.parametrize("name", NAMES_SOURCES)
def test_named_sources_are_there(name):
    assert missing_sources((DOCS / name).read_text(), MOVING) == []


def test_a_source_that_is_gone_is_seen():
    text = "`simfinder/errors.py`, `simfinder/gone.py`, `simfinder/search/`, `tests/gone/`, `simfinder/gui/gone.py`"
    assert missing_sources(text, "") == ["simfinder/gone.py", "tests/gone/", "simfinder/gui/gone.py"]
    assert missing_sources(text, "simfinder/gui/") == ["simfinder/gone.py", "tests/gone/"]


@pytest.mark.parametrize(
    "page", [README, *(page for page in PAGES if page.name != "methods.md")], ids=lambda page: page.name
)
def test_the_window_says_what_a_page_says_it_says(page):
    said = {source.text for source in ET.parse(GERMAN).iter("source")}
    assert labels(page.read_text()) - said == set()


def test_labels_are_found():
    text = "Press *Move to\nTrash…* and **Go** on, *not* twice; *Undo*."
    assert labels(text) == {"Move to Trash…", "Undo"}


def promised(text):
    """The tests that each row of the table of promises names."""
    return [re.findall(r"`([^`]+)`", cell) for cell in PROMISE.findall(text)]


def missing_tests(names):
    """Those of the tests, ``file::function``, that are not there or are not run every day."""
    found = []
    for name in names:
        path, _, function = name.partition("::")
        source = (PROJECT / path).read_text() if (PROJECT / path).is_file() else ""
        tests = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef) and n.name == function]
        if not tests or "pytest.mark.soak" in map(ast.unparse, tests[0].decorator_list):
            found.append(name)
    return found


def test_each_promise_names_tests_that_are_there():
    rows = promised((DOCS / "safety.md").read_text())
    assert len(rows) >= 20
    assert missing_tests(name for row in rows for name in row) == []


def test_a_test_that_is_gone_is_seen():
    here = "tests/architecture/test_docs.py::"
    soak = "tests/e2e/program/test_run_py.py::test_a_fresh_copy_installs_itself_and_scans"
    table = f"| a | b | c |\n|---|---|---|\n| p | r | `{here}test_labels_are_found` `{here}test_gone` |\n"
    assert promised(table) == [[f"{here}test_labels_are_found", f"{here}test_gone"]]
    names = [*promised(table)[0], "tests/gone.py::test_gone", soak]
    assert missing_tests(names) == [f"{here}test_gone", "tests/gone.py::test_gone", soak]


def test_every_attack_belongs_to_a_promise():
    named = {name.partition("::")[0] for row in promised((DOCS / "safety.md").read_text()) for name in row}
    attacks = {str(path.relative_to(PROJECT)) for path in (PROJECT / "tests/e2e/attacks").glob("test_*.py")}
    assert attacks - named == set()
