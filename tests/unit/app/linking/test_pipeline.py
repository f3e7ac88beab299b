"""Links taken from the cache are those that finding them again would bring."""

import os
import random
from dataclasses import replace

import numpy as np
import pytest
import xxhash

from simfinder.app.linking import pipeline as module
from simfinder.app.linking.file_links import file_links
from simfinder.app.linking.pipeline import RULES, linked
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import FLOOR, Tolerances
from simfinder.scan.pipeline import scan
from simfinder.search.linking.judge import Judge
from simfinder.store import array_file, mapped_columns
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
    found = linked(result, methods or Methods(), floor, Control(), jobs=1, cache=cache)
    if cache is not None:
        cache.flush()
    return found


def same(one, other):
    columns = ("a", "b", "similarity", "weight", "others", "sibling")
    return one.links.capped == other.links.capped and all(
        np.array_equal(x, y)
        for x, y in [
            *((getattr(one.links, name), getattr(other.links, name)) for name in columns),
            *(
                (getattr(one.of_files, name), getattr(other.of_files, name))
                for name in ("a", "b", "similarity")
            ),
        ]
    )


def test_the_second_time_nothing_is_searched(tmp_path, cache, searched):
    version_tree(tmp_path / "tree")
    first = links_of(tmp_path / "tree", cache)
    assert len(first.links) > 10
    assert len(searched) == 1
    again = links_of(tmp_path / "tree", cache)
    assert len(searched) == 1
    assert same(first, again)
    fresh = links_of(tmp_path / "tree", None)
    assert same(fresh, again)
    every = np.ones(len(again.files.contents), np.bool_)
    made = file_links(again.links, again.files, every, int(again.files.contents.max()) + 1)
    assert np.array_equal(again.of_files.a, made.a)
    assert np.array_equal(again.of_files.b, made.b)
    assert np.array_equal(again.of_files.similarity, made.similarity)


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
    again = links_of(tmp_path / "tree", cache)
    assert len(searched) == 2
    fresh = links_of(tmp_path / "tree", None)
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
        found = links_of(tmp_path / "tree", cache, methods, floor)
        assert len(searched) == number
        assert same(found, links_of(tmp_path / "tree", cache, methods, floor))
        assert len(searched) == number
        searched_for_it = links_of(tmp_path / "tree", None, methods, floor)
        assert same(found, searched_for_it)
        searched.pop()


def test_a_file_moved_or_touched_changes_nothing(tmp_path, cache, searched):
    tree = tmp_path / "tree"
    version_tree(tree)
    first = links_of(tree, cache)
    os.utime(tree / "Documents/reports/Annual report v1.txt", (1, 1))
    tree.rename(tmp_path / "moved")
    again = links_of(tmp_path / "moved", cache)
    assert len(searched) == 1
    assert same(first, again)


def test_nothing_is_packed_where_nothing_is_remembered(tmp_path, monkeypatch):
    version_tree(tmp_path / "tree")
    monkeypatch.setattr(array_file, "to_bytes", lambda *_, **__: pytest.fail("packed for nobody"))
    with Cache.none() as nowhere:
        assert len(links_of(tmp_path / "tree", nowhere).links)


def test_few_contents_and_identical_ones_are_not_remembered(tmp_path, cache, searched, monkeypatch):
    version_tree(tmp_path / "tree")
    links_of(tmp_path / "tree", cache, Methods(Method.CONTENT))
    links_of(tmp_path / "tree", cache, Methods(Method.CONTENT))
    monkeypatch.setattr(module, "LEAST", 10_000)
    links_of(tmp_path / "tree", cache)
    links_of(tmp_path / "tree", cache)
    assert len(searched) == 4


def stored(cache, links, spanning):
    module._remember_links(cache, bytes(16), links, lambda: spanning)
    cache.flush()
    return lambda rows: module._recall_links(cache, bytes(16), rows)


def test_what_is_well_formed_but_of_other_contents_is_not_taken(tmp_path, cache):
    version_tree(tmp_path / "tree")
    links = links_of(tmp_path / "tree", None).links
    rows, spanning = int(links.b.max()) + 1, np.ones(len(links), np.bool_)
    taken, spans = stored(cache, links, spanning)(rows)
    assert np.array_equal(taken.b, links.b)
    assert spans().all()
    assert stored(cache, links, spanning)(rows - 1) is None
    assert stored(cache, replace(links, a=links.b, b=links.a), spanning)(rows) is None
    assert stored(cache, links, spanning[1:])(rows) is None
    cache.write_columns(bytes(16), {}, {"a": links.a}, deltas=frozenset())
    cache.flush()
    assert module._recall_links(cache, bytes(16), rows) is None


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


TOLD = {5: "1448ef6af3a5c5dd"}
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
        known = links_of(tmp_path / "tree", None, methods)
        links = known.links
        assert len(links)
        for column in (links.a, links.b, links.others, links.sibling):
            told.update(column.astype("<i4").tobytes())
        for column in (links.similarity, links.weight):
            told.update(np.round(column * 1000).astype("<i4").tobytes())
    assert TOLD[RULES] == told.hexdigest(), "raise pipeline.RULES, and write down what is told now"


@pytest.mark.parametrize("jobs", [1, 2])
def test_links_in_a_file_are_the_same_links(tmp_path, monkeypatch, jobs):
    version_tree(tmp_path / "tree")
    options = ScanOptions((str(tmp_path / "tree"),), jobs=jobs)
    plain = Session.run(options, cache=None, control=Control())
    monkeypatch.setattr(mapped_columns, "LEAST", 1)
    session = Session.run(options, cache=None, control=Control())
    columns, its = plain.links.columns(), session.links.columns()
    assert len(session.clusters) > 3
    assert [name for name, column in its.items() if mapped_columns.is_mapped(column)] == list(columns)
    for name, column in columns.items():
        assert np.array_equal(its[name], column), name
    for each in (plain, session):  # what is measured must stay although the columns rest
        each.verify(Verifier(each.result, None, Control(), jobs=1))
    for tolerance in (0.3, 0.05, 0.6, 0.3):
        for each in (plain, session):
            each.set_tolerances(Tolerances(tolerance))
        assert session.clusters.members.tolist() == plain.clusters.members.tolist()
        assert session.clusters.similarity.tolist() == plain.clusters.similarity.tolist()
        assert not session.clusters.estimated.any()
    for name, column in plain.links.columns().items():
        assert np.array_equal(getattr(session.links, name), column), name
