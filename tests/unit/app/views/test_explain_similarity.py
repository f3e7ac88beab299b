"""What each method saw, against the figures that the methods themselves give."""

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.session.session import Session
from simfinder.app.views.explain_similarity import common, laid, why
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from tests.helpers.files.trees import write


def scan(folder, **more):
    return Session.run(ScanOptions(roots=(str(folder),), **more), cache=None, control=Control())


@pytest.fixture
def session(tmp_path):
    rng = random.Random(8)
    lines = [f"{rng.getrandbits(120):x} a line of text\n" for _ in range(900)]
    write(tmp_path, "new.txt", "".join(lines).encode(), 1_700_000_000)
    lines[100:130] = ["changed\n"] * 3
    write(tmp_path, "old.txt", "".join(lines).encode(), 1_600_000_000)
    write(tmp_path, "tiny.txt", b"abc", 1_600_000_000)
    return scan(tmp_path)


def files(session, *names):
    paths = {record.path.rpartition("/")[2]: i for i, record in enumerate(session.result.files)}
    return [paths[name] for name in names]


def test_the_pictures_add_up_to_the_figures(session):
    old, new = files(session, "old.txt", "new.txt")
    assert session.clusters.kept[0] == new
    told, figures = why(session, old, new), session.clustering.figures_of(old)
    assert sum(told.bits) / len(told.bits) == pytest.approx(figures["simhash"])
    both = sum(sample == 3 for sample in told.samples)
    assert both / len(told.samples) == pytest.approx(figures["sketch"])
    assert {1, 2, 3} >= set(told.samples)
    apart = sum(abs(a - b) for a, b in zip(told.left_tags, told.right_tags, strict=True))
    whole = sum(told.left_tags) + sum(told.right_tags)
    assert 1 - apart / whole == pytest.approx(figures["tagcount"])
    assert len(told.tags) == len(told.left_tags) == 16
    assert any(letters.left_common for letters in told.letters) == (figures["spamsum"] > 0)
    for letters in told.letters:
        assert letters.block in (
            letters.block,
            *[2 * int(b) for b in session.result.representations.table.spam_block],
        )


def test_sides_are_told_apart(session):
    old, new = files(session, "old.txt", "new.txt")
    one, other = why(session, old, new), why(session, new, old)
    assert one.left_tags == other.right_tags
    assert sorted(one.samples) == sorted({3: 3, 1: 2, 2: 1}[sample] for sample in other.samples)
    assert one.samples != other.samples


def test_what_is_too_short_has_no_pictures(session):
    tiny, new = files(session, "tiny.txt", "new.txt")
    told = why(session, tiny, new)
    assert told.letters == ()
    assert told.samples == ()


def test_a_scan_for_identical_files_knows_nothing(tmp_path):
    write(tmp_path, "a", b"same content", 1e9)
    write(tmp_path, "b", b"same content", 1e9)
    session = scan(tmp_path, identical=True)
    assert why(session, 0, 1) is None
    assert session.clustering.figures_of(1) == {}


@pytest.mark.parametrize(("name", "others", "weight"), [("garden.txt", 12, 0.25), ("old.txt", 0, 1.0)])
def test_how_common_it_is_comes_from_the_link(session, tmp_path, name, others, weight):
    """Unless names prove that the two are versions: then what they share counts in full."""
    (tmp_path / "old.txt").rename(tmp_path / name)
    session = scan(tmp_path)
    old, new = files(session, name, "new.txt")
    links = session.links
    assert why(session, old, new).others == 0
    common = replace(
        links, weight=np.full(len(links), 0.25, np.float32), others=np.full(len(links), 12, np.int32)
    )
    session = Session.resumed(replace(session.state(), links=common), ())
    told = why(session, old, new)
    assert (told.others, told.weight) == (others, weight)
    tiny = files(session, "tiny.txt")[0]
    assert why(session, tiny, new).others == 0  # nothing links them


@given(st.text("ab", max_size=30), st.text("ab", max_size=30))
def test_common_pieces_against_a_plain_twin(left, right):
    def plain(text, other):
        return {
            i + k for i in range(len(text) - 6) if text[i : i + 7] in other for k in range(7)
        }  # fmt: skip

    found = common(left, right)
    for ranges, text, other in ((found[0], left, right), (found[1], right, left)):
        assert {i for begin, end in ranges for i in range(begin, end)} == plain(text, other)
        assert all(b[0] > a[1] for a, b in pairwise(ranges))


@given(st.text("abcd", max_size=40), st.text("abcd", max_size=40))
def test_signatures_are_laid_with_every_letter_once_and_in_order(left, right):
    columns = laid(left, right)
    assert [one for one, _ in columns if one >= 0] == list(range(len(left)))
    assert [other for _, other in columns if other >= 0] == list(range(len(right)))


def test_what_is_common_stands_in_the_same_columns():
    columns = laid("xxCOMMONyyyTAIL", "COMMONzTAIL")
    beside = [
        "xxCOMMONyyyTAIL"[a]
        for a, b in columns
        if a >= 0 and b >= 0 and "xxCOMMONyyyTAIL"[a] == "COMMONzTAIL"[b]
    ]
    assert "".join(beside) == "COMMONTAIL"
