"""Links taken from the cache are those that finding them again would bring."""

import os
import random
from dataclasses import replace

import numpy as np
import pytest
import xxhash

from simfinder.app.linking import cached_links as module
from simfinder.app.linking.cached_links import RULES, known_links
from simfinder.app.linking.grouping import file_table, grouping_links
from simfinder.app.linking.method_policy import Judge
from simfinder.app.runtime.side_thread import Aside
from simfinder.app.session.session import Session
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import FLOOR
from simfinder.scan.pipeline import scan
from simfinder.store.cache.cache import Cache
from tests.helpers.files.documents import report
from tests.helpers.files.packed import docx_of
from tests.helpers.files.trees import version_tree

RNG = random.Random(5)


@pytest.fixture(autouse=True)
def any_number_is_remembered(monkeypatch):
    monkeypatch.setattr(module, "LEAST", 1)


@pytest.fixture
def cache(tmp_path):
    with Cache.open(tmp_path / "c" / "cache.sqlite3") as cache:
        yield cache


@pytest.fixture
def searched(monkeypatch):
    """How often links were found, not remembered."""
    found = []
    real = Judge.links

    def counted(self, *args, **options):
        found.append(self)
        return real(self, *args, **options)

    monkeypatch.setattr(Judge, "links", counted)
    return found


def links_of(folder, cache, methods=None, floor=FLOOR):
    result = scan(ScanOptions((str(folder),)), cache, Control())
    files = file_table(result)
    judge = Judge(result.faces, files, methods or Methods())
    found = known_links(result, files, judge, floor, cache, Control(), Aside(1), jobs=1)
    if cache is not None:
        cache.flush()
    return found, files, len(result.table)


def same(one, other):
    columns = ("a", "b", "similarity", "weight", "others")
    return one.links.capped == other.links.capped and all(
        np.array_equal(x, y)
        for x, y in [
            (one.spanning(), other.spanning()),
            *((getattr(one.links, name), getattr(other.links, name)) for name in columns),
        ]
    )


def test_the_second_time_nothing_is_searched(tmp_path, cache, searched):
    version_tree(tmp_path / "tree")
    first, files, rows = links_of(tmp_path / "tree", cache)
    assert len(first.links) > 10
    assert len(searched) == 1
    again, *_ = links_of(tmp_path / "tree", cache)
    assert len(searched) == 1
    assert same(first, again)
    fresh, *_ = links_of(tmp_path / "tree", None)
    assert same(fresh, again)
    every = np.ones(len(files.contents), np.bool_)
    by_known = grouping_links(again.links, files, every, rows, spanning=again.spanning())
    made = grouping_links(again.links, files, every, rows)
    assert np.array_equal(by_known.a, made.a)
    assert np.array_equal(by_known.b, made.b)
    assert np.array_equal(by_known.similarity, made.similarity)


def edited(root):
    (root / "Documents/reports/Annual report v1.txt").write_bytes(report(RNG, topic="town"))


def renamed(root):
    (root / "Documents/reports/Annual report v1.txt").rename(root / "Annual report.md")


def copied(root):
    (root / "a copy.rst").write_bytes((root / "Documents/reports/Annual report v1.txt").read_bytes())


def packed(root):
    (root / "new.docx").write_bytes(docx_of(["one", "two", "three"]))


def gone(root):
    (root / "Documents/reports/Annual report v1.txt").unlink()


@pytest.mark.parametrize("change", [edited, renamed, copied, packed, gone])
def test_after_a_change_links_are_those_without_a_cache(tmp_path, cache, searched, change):
    version_tree(tmp_path / "tree")
    links_of(tmp_path / "tree", cache)
    change(tmp_path / "tree")
    again, *_ = links_of(tmp_path / "tree", cache)
    assert len(searched) == 2
    fresh, *_ = links_of(tmp_path / "tree", None)
    assert same(fresh, again)


def test_other_methods_and_other_floors_are_searched_for(tmp_path, cache, searched):
    version_tree(tmp_path / "tree")
    asked = [
        (Methods(), FLOOR),
        (Methods(), 0.2),
        (Methods(Method.SPAMSUM), FLOOR),
        (Methods(Method.AUTO, {"txt": Method.TAGCOUNT}), FLOOR),
    ]
    for number, (methods, floor) in enumerate(asked, start=1):
        found, *_ = links_of(tmp_path / "tree", cache, methods, floor)
        assert len(searched) == number
        assert same(found, links_of(tmp_path / "tree", cache, methods, floor)[0])
        assert len(searched) == number
        searched_for_it = links_of(tmp_path / "tree", None, methods, floor)[0]
        assert same(found, searched_for_it)
        searched.pop()


def test_a_file_moved_or_touched_changes_nothing(tmp_path, cache, searched):
    tree = tmp_path / "tree"
    version_tree(tree)
    first, *_ = links_of(tree, cache)
    os.utime(tree / "Documents/reports/Annual report v1.txt", (1, 1))
    tree.rename(tmp_path / "moved")
    again, *_ = links_of(tmp_path / "moved", cache)
    assert len(searched) == 1
    assert same(first, again)


def test_nothing_is_packed_where_nothing_is_remembered(tmp_path, monkeypatch):
    version_tree(tmp_path / "tree")
    monkeypatch.setattr(module, "_packed", lambda _: pytest.fail("packed for nobody"))
    with Cache.none() as nowhere:
        assert len(links_of(tmp_path / "tree", nowhere)[0].links)


def test_few_contents_and_identical_ones_are_not_remembered(tmp_path, cache, searched, monkeypatch):
    version_tree(tmp_path / "tree")
    links_of(tmp_path / "tree", cache, Methods(Method.CONTENT))
    links_of(tmp_path / "tree", cache, Methods(Method.CONTENT))
    monkeypatch.setattr(module, "LEAST", 10_000)
    links_of(tmp_path / "tree", cache)
    links_of(tmp_path / "tree", cache)
    assert len(searched) == 4


def test_damage_is_searched_anew(tmp_path):
    version_tree(tmp_path / "tree")
    whole = module._packed(links_of(tmp_path / "tree", None)[0])
    rng = random.Random(1)
    for number in range(300):
        stored = bytearray(whole)
        if number % 4 == 0:
            del stored[rng.randrange(len(stored)) :]
        else:
            stored[rng.randrange(len(stored))] ^= 1 << rng.randrange(8)
        assert module._unpacked(bytes(stored), 10_000) is None


def test_what_is_well_formed_but_of_other_contents_is_not_taken(tmp_path):
    version_tree(tmp_path / "tree")
    known, _, rows = links_of(tmp_path / "tree", None)
    assert module._unpacked(module._packed(known), rows) is not None
    assert module._unpacked(module._packed(known), int(known.links.b.max())) is None
    turned = replace(known, links=replace(known.links, a=known.links.b, b=known.links.a))
    assert module._unpacked(module._packed(turned), rows) is None
    short = replace(known, spanning=lambda: known.spanning()[1:])
    assert module._unpacked(module._packed(short), rows) is None


def test_a_session_is_the_same_from_the_cache(tmp_path, cache, searched):
    version_tree(tmp_path / "tree")

    def clusters(cache):
        session = Session.run(ScanOptions((str(tmp_path / "tree"),)), cache=cache, control=Control())
        if cache is not None:
            cache.flush()
        assert session.set_ignored([]) == []
        table = session.clusters
        return [
            [(m.file.path, m.relation, m.similarity) for m in table.cluster(i).members]
            for i in range(len(table))
        ]

    first = clusters(cache)
    assert len(first) > 5
    assert clusters(cache) == first == clusters(None)
    assert len(searched) == 2


TOLD = {4: "1448ef6af3a5c5dd"}
"""What the search tells of some contents, by ``RULES``: where this changes, what was remembered is true no more."""


def test_the_rules_have_a_number_of_their_own(tmp_path):
    version_tree(tmp_path / "tree")
    rng = random.Random(3)
    letter = report(rng, paragraphs=12, topic="business")
    for number in range(60):  # what many others have too
        (tmp_path / "tree" / f"letter {number}.txt").write_bytes(
            letter + report(rng, paragraphs=2, topic="town")
        )
    told = xxhash.xxh3_64()
    for methods in (Methods(), Methods(Method.SPAMSUM), Methods(Method.SIMHASH), Methods(Method.TAGCOUNT)):
        known, *_ = links_of(tmp_path / "tree", None, methods)
        links = known.links
        assert len(links)
        for column in (links.a, links.b, links.others, links.sibling):
            told.update(column.astype("<i4").tobytes())
        for column in (links.similarity, links.weight):
            told.update(np.round(column * 1000).astype("<i4").tobytes())
    assert TOLD[RULES] == told.hexdigest(), "raise known_links.RULES, and write down what is told now"
