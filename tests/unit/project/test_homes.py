"""The builder of homes, and the arithmetic of ``benchmarks/harm.py`` on a truth small enough to be reckoned by hand."""

from __future__ import annotations

import io
import itertools
import json
import os
import sys
import zipfile
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tests.helpers.homes import documents, edits, releases, truth
from tests.helpers.homes.builder import KINDS, START, Corpus, Folder, Kind
from tests.helpers.homes.sets import home, load
from tests.helpers.homes.truth import Role, Row
from tests.helpers.homes.words import Writer

BENCHMARKS = str(Path(__file__).parents[3] / "benchmarks")
sys.path.append(BENCHMARKS)
try:
    import harm
    from quality import harm_peers as peers
    from quality import harm_scores as scores
finally:
    sys.path.remove(BENCHMARKS)

load()
# odfpy and lxml leave files to the collector
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
EVERY_FORMAT = (
    "yearly",
    "archives",
    "licences",
    "talk_versions",
    "sheet_versions",
    "nachgeladen",
    "numerisations",
)
"""Sets that together use every library."""


def built(name: str, root: Path, seed: int = 1) -> list[Row]:
    corpus = Corpus(root, seed, office=False)
    corpus.build(KINDS[name])
    return corpus.finish()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents as plain text, pictures as a few bytes: the same words in a tenth of the time."""

    def said(*arguments: object, **named: object) -> bytes:
        return repr(
            [one for one in (*arguments, *named.values()) if not isinstance(one, bytes | datetime)]
        ).encode()

    for suffix in ("docx", "odt", "pdf"):
        monkeypatch.setitem(documents.WRITERS, suffix, documents.plain)
        monkeypatch.setattr(documents, suffix, documents.plain)
    for name in ("pptx", "xlsx", "ods"):
        monkeypatch.setattr(documents, name, said)
    monkeypatch.setattr(documents, "logo", lambda rng, *_: rng.randbytes(9))
    monkeypatch.setattr(documents, "picture_pdf", lambda data: b"%PDF" + data)
    monkeypatch.setattr(documents, "jpeg", lambda _image, rng, *_: rng.randbytes(9))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", KINDS)
def test_a_set_builds_with_a_truth_for_every_file(name: str, tmp_path: Path) -> None:
    rows = built(name, tmp_path)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {row.path for row in rows} == there
    assert len(rows) >= 5
    lineages = defaultdict(list)
    for row in rows:
        assert (row.set, row.trap, row.held_back) == (name, KINDS[name].trap, KINDS[name].held_back)
        lineages[row.lineage].append(row)
    for members in lineages.values():
        ranks = {row.rank for row in members}
        assert ranks == set(range(max(ranks) + 1)) or len(members) == 1
        newest = [row for row in members if row.role in (Role.NEWEST, Role.SINGLE)]
        assert [row.rank for row in newest] == [max(ranks)]
    if not KINDS[name].trap and name not in ("resaved", "gespeichert"):  # those need LibreOffice
        assert any(row.role is Role.OLDER for row in rows)


@pytest.mark.parametrize("name", EVERY_FORMAT)
def test_a_set_is_the_same_from_the_same_seed(name: str, tmp_path: Path) -> None:
    first, again = built(name, tmp_path / "a"), built(name, tmp_path / "b")
    other = built(name, tmp_path / "c", seed=2)
    assert first == again
    for row in first:
        one, two = tmp_path / "a" / row.path, tmp_path / "b" / row.path
        assert one.read_bytes() == two.read_bytes(), row.path
        assert one.stat().st_mtime_ns == two.stat().st_mtime_ns
    contents = [{(tmp_path / place / row.path).read_bytes() for row in rows} for place, rows in
                (("a", first), ("c", other))]  # fmt: skip
    common = contents[0] & contents[1]
    assert all(len(data) < 80 for data in common)


def test_a_third_of_the_sets_and_more_is_held_back() -> None:
    held_back = [kind for kind in KINDS.values() if kind.held_back]
    assert len(KINDS) / 3 <= len(held_back) <= len(KINDS) / 2
    assert {kind.trap for kind in held_back} == {False, True}


def test_contents_of_one_lineage_are_of_one_rank(tmp_path: Path) -> None:
    def build(folder: Folder) -> None:
        folder.add("a.txt", "one", "a", 0)
        folder.add("b.txt", "one", "a", 1)

    corpus = Corpus(tmp_path)
    corpus.build(Kind("wrong", build, False, False))
    with pytest.raises(ValueError, match=r"b\.txt has the content of another rank"):
        corpus.finish()
    with pytest.raises(ValueError, match="written before"):
        corpus.build(Kind("wrong", build, False, False))


def test_a_truth_of_before_has_no_shares(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(
        "path,set,lineage,rank,role,project,related,trap,held_back\na,s,l,0,single,,,0,0\n"
    )
    assert truth.read(tmp_path / "truth.csv") == [Row("a", "s", "l", 0)]


def test_truth_is_written_and_read(tmp_path: Path) -> None:
    rows = [
        Row("b, ü.txt", "s", "s:b", 2, Role.OLDER, "p", "near", True, False),
        Row("a.txt", "s", "s:a", 0, held_back=True),
    ]
    truth.write(rows, tmp_path / "truth.csv")
    assert truth.read(tmp_path / "truth.csv") == sorted(rows)
    (tmp_path / "other.csv").write_text("path,size\na,1\n")
    with pytest.raises(ValueError, match="no table of truth"):
        truth.read(tmp_path / "other.csv")


@pytest.mark.parametrize("suffix", documents.WRITERS)
def test_what_a_document_says_can_be_read_again(suffix: str, tmp_path: Path) -> None:
    writer = Writer(Random(3), "de")
    text = documents.Text("Die Überschrift", writer.paragraphs(3), table=[["Zeile", 4711]])
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(documents.WRITERS[suffix](text))
    words = " ".join(peers.extract_text(os.fspath(path)).split())
    for paragraph in text.paragraphs:
        assert all(part in words for part in paragraph.split()[:6])
    assert ("4711" in words) is (suffix not in ("md", "tex"))


def test_sheets_and_talks_can_be_read_again(tmp_path: Path) -> None:
    rows = [["item", "price"], ["green lamp", 12.5]]
    for suffix, data in (
        ("xlsx", documents.xlsx({"A": rows})),
        ("ods", documents.ods({"A": rows})),
        ("pptx", documents.pptx([documents.Slide("green lamp", ["12.5"])], documents.logo(Random(1)))),
    ):
        path = tmp_path / f"a.{suffix}"
        path.write_bytes(data)
        words = peers.extract_text(os.fspath(path))
        assert "green lamp" in words
        assert "12.5" in words
    damaged = tmp_path / "b.docx"
    damaged.write_bytes(b"PK\3\4 nothing")
    assert peers.extract_text(os.fspath(damaged)) == ""


@pytest.mark.skipif(documents.office() is None, reason="LibreOffice is not installed")
def test_libreoffice_saves_what_it_can() -> None:
    text = documents.docx(documents.Text("Title", ["Some words of a letter."]))
    saved, damaged = documents.convert([(text, "docx", "odt"), (b"\0\1\2", "xlsx", "pdf")])
    assert saved is not None
    assert b"Some words of a letter." in zipfile.ZipFile(io.BytesIO(saved)).read("content.xml")
    assert damaged is None or b"Some words" not in damaged


def test_edits_leave_most_of_a_text(tmp_path: Path) -> None:
    writer, rng = Writer(Random(5)), Random(6)
    paragraphs = writer.paragraphs(12)
    chain = edits.chain(paragraphs, rng, writer.sentence, writer.word, 6)
    assert len({tuple(one) for one in chain}) == 6
    for old, new in itertools.pairwise(chain):
        before, after = (
            {sentence for group in edits.sentences(text) for sentence in group} for text in (old, new)
        )
        assert len(before & after) > 0.6 * len(before)
    assert edits.grown(["a"], lambda: "b", 2) == ["a", "b", "b"]
    assert (
        sum(
            a != b for a, b in zip(paragraphs, edits.one_piece(paragraphs, rng, writer.sentence), strict=True)
        )
        == 1
    )


def test_strangers_share_hardly_a_word_triple() -> None:
    texts = [" ".join(Writer(Random(seed)).paragraphs(12)) for seed in range(6)]
    triples = [set(peers.word_triples(text).tolist()) for text in texts]
    for number, one in enumerate(triples):
        for other in triples[number + 1 :]:
            assert len(one & other) < 0.06 * len(one | other)


@pytest.mark.usefixtures("quick")
def test_a_home_has_its_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: KINDS[name] for name in ("growing", "project_copies", "downloads")}
    monkeypatch.setattr(home, "KINDS", few)
    corpus = Corpus(tmp_path, office=False)
    home.build(corpus)
    rows = corpus.finish()
    assert {"Documents", "Downloads", "Desktop", "Pictures", "Projects", "Backup", "Mail"} <= {
        row.path.split("/")[0] for row in rows
    }
    copies = [row for row in rows if row.path.startswith("Backup/2024-06-30/")]
    by_path = {row.path: row for row in rows}
    assert copies
    for row in copies:
        original = by_path[row.path.removeprefix("Backup/2024-06-30/")]
        assert (row.lineage, row.rank, row.project) == (original.lineage, original.rank, "")
    assert {row.project for row in rows if "node_modules" in row.path} == {"Projects/shop"}


def test_releases_are_lineages_by_path(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    body = "\n".join(f"line {number} of a module" for number in range(40))
    for version, extra in (("1.0", ""), ("1.1", "\nmore")):
        with zipfile.ZipFile(cache / f"small_one-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr(zipfile.ZipInfo("small_one/same.py", (2020, 1, 1, 0, 0, 0)), body)
            wheel.writestr(zipfile.ZipInfo("small_one/grown.py", (2020, 1, 1, 0, 0, 0)), body + extra)
            new = "quite another thing" if extra else body
            wheel.writestr(zipfile.ZipInfo("small_one/anew.py", (2020, 1, 1, 0, 0, 0)), new)
            wheel.writestr(f"small_one-{version}.dist-info/METADATA", f"Version: {version}\n{body}")
    found = releases.fetch({"pypi": {"small-one": ("1.0", "1.1")}}, cache)
    corpus = Corpus(tmp_path / "files")
    releases.unpack(corpus, "small-one", found["small-one"], "archive", Random(1), False)
    rows = {row.path.removeprefix("releases_archive/small-one-"): row for row in corpus.finish()}
    assert rows["1.0/small_one/same.py"].rank == rows["1.1/small_one/same.py"].rank
    assert rows["1.1/small_one/same.py"].role is Role.COPY
    assert (rows["1.0/small_one/grown.py"].role, rows["1.1/small_one/grown.py"].role) == (
        Role.OLDER,
        Role.NEWEST,
    )
    assert (rows["1.0/small_one/same.py"].share, rows["1.1/small_one/grown.py"].share) == (1, 1)
    assert 0.98 < rows["1.0/small_one/grown.py"].share < 1
    old, new = rows["1.0/small_one/anew.py"], rows["1.1/small_one/anew.py"]
    assert old.lineage != new.lineage
    metadata = [row for path, row in rows.items() if path.endswith("METADATA")]
    assert [(row.rank, row.lineage) for row in metadata] == [
        (0, metadata[0].lineage),
        (1, metadata[0].lineage),
    ]
    time = datetime(2020, 1, 1, tzinfo=UTC).timestamp()
    assert (tmp_path / "files" / old.path).stat().st_mtime == time


# --- the arithmetic ---

ROWS = [
    Row("a1", "s", "a", 0),
    Row("a2", "s", "a", 1),
    Row("a3", "s", "a", 2),
    Row("b", "s", "b", 0),
    Row("b copy", "s", "b", 0),
    Row("c", "t", "c", 0),
    Row("c.pdf", "t", "c pdf", 0, related="c"),
    Row("c.docx", "t", "c docx", 0, related="c"),
    Row("p1", "t", "p", 0, project="web"),
    Row("p2", "t", "p", 1, project="web"),
]
CONTENTS = {row.path: row.path.removesuffix(" copy").encode() for row in ROWS}


def judged(marks: list[str], clusters: list[list[str]] | None = None) -> scores.Judged:
    answer = scores.Answer({path: scores.Mark(path) for path in marks}, clusters or [])
    return scores.judge(ROWS, CONTENTS, answer)


@pytest.mark.parametrize(
    ("other", "share"),
    [
        (b"one two\nthree four\n", 1.0),
        (b"  one\n  two\n  three four", 1.0),  # laid out in another way
        (b"one two\nthree five\n", 11 / 15),
        (b"three four\none two\n", 6 / 15),  # in another order
        (b"six\n", 0.0),
        (b"", 0.0),
    ],
)
def test_what_two_texts_share_in_order(other: bytes, share: float) -> None:
    assert releases.share_in_order(b"one two\nthree four\n", other) == pytest.approx(share)


def test_long_lines_are_compared_by_triples_of_words() -> None:
    words = [f"{number + 1000}" for number in range(3000)]
    line, other = " ".join(words).encode(), " ".join([*words[1000:], "end"]).encode()
    assert releases.share_in_order(line, other) == pytest.approx(0.8, abs=0.01)


def test_what_is_right_harm_and_found() -> None:
    found = judged(["a1", "a2", "b copy", "p1"])
    whole = found.whole
    assert (whole.files, whole.marked, whole.right, whole.harm, whole.inside) == (10, 4, 4, 0, 1)
    assert (whole.wanted, whole.found, found.sets["s"].wanted, found.sets["t"].wanted) == (3, 3, 3, 0)
    assert found.harms == []


def test_removing_the_newest_of_a_lineage_is_harm() -> None:
    found = judged(["a1", "a3", "c"])
    assert (found.whole.right, found.whole.harm, found.whole.newer) == (1, 2, 1)
    assert [row.path for row, _ in found.harms] == ["a3", "c"]
    assert (found.sets["s"].found, found.sets["s"].wanted) == (1, 3)


def test_removing_a_whole_lineage_is_harm_for_each_file() -> None:
    found = judged(["a1", "a2", "a3", "b", "b copy"])
    assert (found.whole.harm, found.whole.newer, found.whole.found) == (5, 0, 0)


def test_an_equal_content_of_another_lineage_is_enough() -> None:
    contents = CONTENTS | {"c": b"b"}
    answer = scores.Answer({"c": scores.Mark("c")}, [])
    assert scores.judge(ROWS, contents, answer).whole.right == 1


def test_a_newer_content_that_stays_under_another_name_is_enough() -> None:
    contents = CONTENTS | {"c": b"a3"}
    marks = {path: scores.Mark(path) for path in ("a1", "a2", "a3")}
    assert scores.judge(ROWS, contents, scores.Answer(marks, [])).whole.harm == 0
    assert scores.judge(ROWS, CONTENTS, scores.Answer(marks, [])).whole.harm == 3


def test_versions_beyond_the_tolerance_are_found_but_not_within() -> None:
    rows = [replace(row, share=0.5) if row.path == "a1" else row for row in ROWS]
    marks = {path: scores.Mark(path) for path in ("a1", "b copy")}
    whole = scores.judge(rows, CONTENTS, scores.Answer(marks, [])).whole
    assert (whole.wanted, whole.found, whole.near, whole.near_found) == (3, 2, 2, 1)
    assert harm.cells("all", whole)[7:9] == ["67% of 3", "50% of 2"]


def test_a_file_of_equal_rank_is_enough_whatever_its_bytes() -> None:
    contents = CONTENTS | {"b copy": b"the same, saved by another program"}
    answer = scores.Answer({"b copy": scores.Mark("b copy")}, [])
    assert scores.judge(ROWS, contents, answer).whole.right == 1


def test_pairs_and_b_cubed() -> None:
    whole = judged([], [["a1", "a2", "c"], ["b", "b copy"], ["c.pdf", "c.docx"]]).whole
    # pairs: a1-a2 and b-b copy right, a1-c and a2-c wrong, c.pdf-c.docx neither; true: three of a, b, p
    assert (whole.pairs_right, whole.pairs_shown, whole.pairs_true) == (2, 4, 5)
    assert whole.pairs == pytest.approx((0.5, 0.4, 4 / 9))
    precision = (2 / 3 + 2 / 3 + 1 + 1 + 1 + 1 / 3 + 1 + 1 + 1 + 1) / 10
    recall = (2 / 3 + 2 / 3 + 1 / 3 + 1 + 1 + 1 + 1 + 1 + 0.5 + 0.5) / 10
    assert whole.b_cubed == pytest.approx(2 * precision * recall / (precision + recall))


def test_files_near_or_equal_across_lineages_are_neither_right_nor_wrong_together() -> None:
    contents = CONTENTS | {"c": b"same", "b": b"same", "c.pdf": b"same", "c.docx": b"same"}
    answer = scores.Answer({}, [["b", "c", "c.pdf", "c.docx"]])
    whole = scores.judge(ROWS, contents, answer).whole
    assert (whole.pairs_right, whole.pairs_shown, whole.precision) == (0, 0, 10.0)


def test_the_perfect_answer() -> None:
    found = judged(["a1", "a2", "b"], [["a1", "a2", "a3"], ["b", "b copy"], ["p1", "p2"]])
    assert found.whole.pairs == (1.0, 1.0, 1.0)
    assert found.whole.b_cubed == 1.0
    assert found.whole.found_share == 1.0
    assert harm.cells("all", found.whole)[1:8] == ["10", "3", "3", "0", "0", "0", "100% of 3"]


def test_a_plan_is_read_below_its_folder() -> None:
    act = {
        "path": "/x/files/a1",
        "survivor": {"path": "/x/files/a3"},
        "similarity": 0.9,
        "relation": "older",
        "reason": "older than it",
    }
    marks = peers.read_plan(
        json.loads(json.dumps({"acts": [act, act | {"path": "/x/files/b", "survivor": None}]})), "/x/files"
    )
    assert marks == {
        "a1": scores.Mark("a1", "a3", 0.9, "older", "older than it"),
        "b": scores.Mark("b", "", 0.9, "older", "older than it"),
    }


def test_peers_keep_the_newest_of_what_is_connected(tmp_path: Path) -> None:
    for number, name in enumerate(("old", "newest", "middle", "alone")):
        (tmp_path / name).write_text(name)
        time = START.timestamp() + (0, 9, 5, 20)[number]
        os.utime(tmp_path / name, (time, time))
    pairs = [("old", "middle", 0.8), ("middle", "newest", 0.9)]
    answer = peers.keep_newest(os.fspath(tmp_path), pairs, 0.0)
    assert answer.clusters == [["middle", "newest", "old"]]
    assert {path: mark.survivor for path, mark in answer.marks.items()} == {
        "old": "newest",
        "middle": "newest",
    }


def test_minhash_finds_versions_and_no_strangers(tmp_path: Path) -> None:
    writer = Writer(Random(1))
    paragraphs = writer.paragraphs(20)
    edited = edits.rewritten(paragraphs, Random(2), writer.sentence, 0.03)
    texts = {"a": paragraphs, "b": edited, "c": Writer(Random(9)).paragraphs(20)}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(text))
    found = peers.PEERS["MinHash of words, .7"][1](os.fspath(tmp_path), ["a.txt", "b.txt", "c.txt"], "")
    assert [(one, other) for one, other, _ in found] == [("a.txt", "b.txt")]
    one, other = (set(peers.word_triples("\n".join(texts[name])).tolist()) for name in "ab")
    assert found[0][2] == pytest.approx(len(one & other) / len(one | other), abs=0.12)


def test_hidden_and_empty_files_are_not_judged(tmp_path: Path) -> None:
    for name, content in (("a.txt", "a"), ("empty", ""), (".git/HEAD", "ref")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    rows = [replace(ROWS[0], path=name) for name in ("a.txt", "empty", ".git/HEAD")]
    assert [row.path for row in harm.visible(rows, os.fspath(tmp_path))] == ["a.txt"]
