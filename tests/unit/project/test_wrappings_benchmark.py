"""The corpus of wrappings, and how the answers on it are judged."""

import sys
from pathlib import Path

import pytest

from tests.helpers.wrappings import messages, parts  # noqa: F401 - they register kinds
from tests.helpers.wrappings.builder import KINDS, Corpus, register
from tests.helpers.wrappings.truth import Made, Pair, Relation, read_files, read_pairs, write

BENCHMARKS = str(Path(__file__).parents[3] / "benchmarks")
sys.path.append(BENCHMARKS)
try:
    import wrappings
finally:
    sys.path.remove(BENCHMARKS)

FILES = [
    Made("k/a.docx", "k:a", "docx"),
    Made("k/a.pdf", "k:a", "pdf"),
    Made("k/a2.pdf", "k:a", "pdf"),
    Made("k/b.pdf", "k:b", "pdf"),
    Made("k/whole.zip", "k:a+b", "zip"),
]
PAIRS = [
    Pair("k/a.docx", "k/a.pdf", Relation.SAME, "texts"),
    Pair("k/a.docx", "k/b.pdf", Relation.SAME, "others"),
    Pair("k/whole.zip", "k/b.pdf", Relation.CONTAINS, "parts"),
    Pair("k/whole.zip", "k/a.pdf", Relation.CONTAINS, "parts"),
]


def test_recall_and_precision():
    told = wrappings.Told(
        {
            ("k/a.docx", "k/a.pdf"): 0.7,
            ("k/a.pdf", "k/a2.pdf"): 0.9,  # one subject, nothing said of it: counts neither way
            ("k/a.docx", "k/b.pdf"): 0.69,
            ("k/a.pdf", "k/b.pdf"): 0.8,
        },
        {("k/whole.zip", "k/b.pdf"): 1.0, ("k/b.pdf", "k/a2.pdf"): 0.9, ("k/a2.pdf", "k/whole.zip"): 0.9},
        1.0,
        0,
    )
    found = wrappings.judge(FILES, PAIRS, told)
    missed = {row: one["missed"] for row, one in found["rows"].items()}
    assert missed == {
        "texts": [],
        "others": [("k/a.docx", "k/b.pdf")],
        "parts": [("k/whole.zip", "k/a.pdf")],
    }
    precision = found["precision"]
    assert precision["similar"].wrong == [("k/a.pdf", "k/b.pdf")]
    assert precision["similar across formats"].wrong == []
    assert precision["similar across formats"].share == 1.0
    assert precision["contained"].wrong == [("k/b.pdf", "k/a2.pdf")]
    assert precision["contained"].share == 0.5


def test_tables_come_back(tmp_path):
    write(FILES, Made, tmp_path / "files.csv")
    write(PAIRS, Pair, tmp_path / "pairs.csv")
    assert read_files(tmp_path / "files.csv") == sorted(FILES)
    assert read_pairs(tmp_path / "pairs.csv") == sorted(PAIRS)


@pytest.mark.parametrize("kind", ["data-uris", "binaries-inside"])
def test_a_seed_gives_the_same_files(tmp_path, kind):
    made = []
    for place in ("one", "two"):
        corpus = Corpus(tmp_path / place, tmp_path / "cache", seed=3)
        corpus.build(kind)
        assert corpus.pairs
        assert {end for pair in corpus.pairs for end in (pair.a, pair.b)} <= {
            file.path for file in corpus.files
        }
        made.append({file.path: (tmp_path / place / file.path).read_bytes() for file in corpus.files})
    assert made[0] == made[1]


def test_what_is_not_installed_is_left_out(tmp_path, capsys, monkeypatch):
    @register()
    def needs_a_library(folder):
        folder.put("a.txt", b"a", "a")
        import a_library_that_is_not_there  # noqa: F401

    try:
        corpus = Corpus(tmp_path, tmp_path / "cache")
        corpus.build("needs-a-library")
    finally:
        del KINDS["needs-a-library"]
    assert [file.path for file in corpus.files] == ["needs-a-library/a.txt"]
    assert "a_library_that_is_not_there is not installed" in capsys.readouterr().err
