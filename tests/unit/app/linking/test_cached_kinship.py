"""Kinship taken from the cache is what reading the names again would bring."""

import os
import random
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from simfinder.actions.kinship import kinship_columns
from simfinder.actions.kinship.kinship_columns import KinColumns
from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.app.linking import file_links, pipeline
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import Cancelled
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.search.linking.links import Links
from simfinder.store.cache.cache import Cache
from tests.helpers.files.documents import report
from tests.helpers.files.trees import version_tree

RNG = random.Random(8)


@pytest.fixture(autouse=True)
def any_number_is_remembered(monkeypatch):
    monkeypatch.setattr(pipeline, "LEAST", 1)


@pytest.fixture
def cache(tmp_path):
    with Cache.open(tmp_path / "c" / "cache.sqlite3") as cache:
        yield cache


@pytest.fixture
def read(monkeypatch):
    """Names that were read or compared, and the folders."""
    seen = []

    def counted(real, *arguments):
        seen.append(arguments)
        return real(*arguments)

    for name in ("read_name", "compare_names", "compare_places", "may_say_version"):
        monkeypatch.setattr(kinship_columns, name, partial(counted, getattr(kinship_columns, name)))
    return seen


@pytest.fixture
def tree(tmp_path):
    version_tree(tmp_path / "tree")
    letter = report(RNG, paragraphs=12, topic="business")
    for number in range(12):  # siblings of one form, of which two are versions by their names
        folder = tmp_path / "tree" / ("lamp-1.2" if number < 6 else "lamp-1.3")
        folder.mkdir(exist_ok=True)
        own = report(RNG, paragraphs=4, topic="town")
        (folder / f"letter {'abcdef'[number % 6]}.txt").write_bytes(letter + own)
    return tmp_path / "tree"


def scanned(tree, cache, *, verified=False):
    session = Session.run(ScanOptions((str(tree),), jobs=1), cache=cache, control=Control())
    if verified:
        session.verify(Verifier(session.result, cache, Control(), jobs=1))
    if cache is not None:
        cache.flush()
    return session


def shown(session):
    table = session.clusters
    return [
        (table.id(i), [(m.file.path, m.relation, m.similarity, m.within) for m in table.cluster(i).members])
        for i in range(len(table))
    ]


@pytest.mark.parametrize("verified", [False, True])
def test_the_second_time_no_name_is_read(tree, cache, read, verified):
    first = shown(scanned(tree, cache, verified=verified))
    assert len(first) > 5
    assert read
    read.clear()
    assert shown(scanned(tree, cache, verified=verified)) == first
    assert not read
    assert shown(scanned(tree, None, verified=verified)) == first
    assert read


def renamed(root):
    (root / "Documents/reports/Annual report v1.txt").rename(root / "Documents/reports/minutes.txt")


def moved(root):
    (root / "lamp-1.2").rename(root / "lamp-1.4")


def copied(root):
    (root / "a copy.rst").write_bytes((root / "Documents/reports/Annual report v1.txt").read_bytes())


def edited(root):
    (root / "Documents/reports/Annual report v1.txt").write_bytes(report(RNG, topic="town"))


def made_a_project(root):
    (root / "lamp-1.3" / "pyproject.toml").write_text("[project]\nname = 'lamp'\n")


@pytest.mark.parametrize("change", [renamed, moved, copied, edited, made_a_project])
def test_after_a_change_names_are_read_again(tree, cache, read, change):
    scanned(tree, cache)
    change(tree)
    read.clear()
    again = scanned(tree, cache)
    assert read
    assert shown(again) == shown(scanned(tree, None))


def test_times_are_no_names(tree, cache, read):
    scanned(tree, cache)
    os.utime(tree / "Documents/reports/Annual report v1.txt", (1, 1))
    known = shown(scanned(tree, cache))
    assert known == shown(scanned(tree, None))


def test_other_rules_find_nothing(tree, cache, read, monkeypatch):
    scanned(tree, cache)
    read.clear()
    monkeypatch.setattr(pipeline, "_rules", lambda: b"others")
    scanned(tree, cache)
    assert read


def test_rules_are_told_apart_by_their_source(tmp_path):
    """At any depth; nothing else in the folder counts."""
    (tmp_path / "words").mkdir()
    source = tmp_path / "words" / "kin.py"
    found = []
    for text in ("COPY = ('copy',)", "COPY = ('copy', 'kopie')", "COPY = ('copy',)"):
        source.write_text(text)
        (tmp_path / "notes.txt").write_text(text * len(found))
        pipeline._rules.cache_clear()
        found.append(pipeline._rules(tmp_path))
    source.unlink()
    pipeline._rules.cache_clear()
    assert found[0] == found[2] != found[1] != pipeline._rules(tmp_path)
    pipeline._rules.cache_clear()
    assert pipeline._rules() == pipeline._rules() != found[0]


def test_nothing_is_remembered_without_a_cache_or_for_few_files(tree, cache, read, monkeypatch):
    monkeypatch.setattr(pipeline, "LEAST", 10_000)
    scanned(tree, cache)
    read.clear()
    scanned(tree, cache)
    assert read
    with Cache.none() as nowhere:
        assert shown(scanned(tree, nowhere))


def test_what_is_known_is_not_written_again(tree, cache, monkeypatch):
    scanned(tree, cache)
    written = []
    monkeypatch.setattr(cache, "write_join", lambda key, found: written.append(key))
    scanned(tree, cache)
    assert not written


def test_damage_is_found_out_anew(tree, cache, read, monkeypatch):
    first = shown(scanned(tree, cache))
    load = cache.load_join

    def damaged(key):
        stored = load(key)
        return None if stored is None else stored[:-20] + bytes(20)

    monkeypatch.setattr(cache, "load_join", damaged)
    read.clear()
    assert shown(scanned(tree, cache)) == first
    assert read


def kin_of_three():
    records = FileColumns.of(FileRecord(f"/h/{i}/a.txt", 1, 1, 10, 5) for i in range(3))
    return KinColumns(records, np.arange(3))


def stored(cache, places, spanning, undecided=()):
    pipeline._remember_proof(cache, bytes(16), np.array(places, np.int64), lambda: spanning, undecided)
    cache.flush()
    kin = kin_of_three()
    return pipeline._recall_proof(cache, bytes(16), 5, kin), kin


def test_what_names_prove_of_links_is_remembered(cache):
    undecided = {("/h/manuscript 1", "/h/manuscript \udce9")}
    (places, spanning), kin = stored(cache, [1, 4], np.array([0, 1, 0, 0, 1], np.bool_), undecided)
    assert places.tolist() == [1, 4]
    assert spanning().tolist() == [False, True, False, False, True]
    assert kin.undecided() == undecided
    (places, _), _ = stored(cache, [], np.ones(5, np.bool_))
    assert not len(places)


@pytest.mark.parametrize(("proven", "spanning"), [([5], 5), ([-1], 5), ([0], 4), ([0], 0)])
def test_what_is_of_other_links_is_not_taken(cache, proven, spanning):
    assert stored(cache, proven, np.ones(spanning, np.bool_))[0] is None


@pytest.mark.parametrize("undecided", [None, 5, [["ab"]], [["zz", "ab"]], [[1, 2]]])
def test_damaged_folders_are_not_taken(cache, undecided):
    columns = {"proven": np.array([1]), "spanning": np.ones(5, np.bool_)}
    cache.write_columns(bytes(16), {"undecided": undecided}, columns, deltas=frozenset())
    cache.flush()
    assert pipeline._recall_proof(cache, bytes(16), 5, kin_of_three()) is None


def test_names_prove_versions_however_links_come(tree, cache, monkeypatch):
    assert scanned(tree, None).links.sibling.any()

    def every(files, _others):
        return np.ones(len(files), np.bool_)

    monkeypatch.setattr(kinship_columns.KinColumns, "version_test", lambda *_: every)
    monkeypatch.setattr(
        kinship_columns.KinColumns, "prove_versions", lambda _, files, others: every(files, others)
    )
    found = [scanned(tree, used) for used in (None, cache, cache)]
    found.append(found[-1].with_methods(found[-1].choices.methods, Control()))
    for session in found:
        assert not session.links.sibling.any()
        assert shown(session) == shown(found[0])
        made = session.clustering.links._made()
        assert np.array_equal(session.clustering.links.of_files.a, made.a)
        assert np.array_equal(session.clustering.links.of_files.b, made.b)


def test_numbered_folders_are_versions_whatever_is_remembered(tmp_path, cache):
    """What is measured makes them versions: a scan of estimates, or one before, must not settle that."""
    root = tmp_path / "tree"
    rng = random.Random(5)
    texts = {
        name: report(rng, paragraphs=24, topic="town") for name in ("chronicle", "ferry", "harvest", "mill")
    }
    now = 1_700_000_000 * 10**9
    for number in range(1, 4):
        folder = root / f"manuscript {number}"
        folder.mkdir(parents=True)
        for name, text in texts.items():
            path = folder / f"{name}.txt"
            path.write_bytes(text)
            os.utime(path, ns=(now + number * 10**15, now + number * 10**15 + len(name) * 10**9))
            texts[name] = text + report(rng, paragraphs=3, topic="business")
    expected = shown(scanned(root, None, verified=True))
    assert [m[1] for m in expected[0][1]] == [Relation.KEPT, Relation.OLDER, Relation.OLDER]
    estimates = shown(scanned(root, None))
    for verified in (False, True, True, False, True):
        assert shown(scanned(root, cache, verified=verified)) == (expected if verified else estimates)


@pytest.mark.parametrize("rare", [0, 6, 1000])
def test_names_looked_at_ahead_prove_the_same(tree, rare, monkeypatch):
    """However many of the links in doubt were foreseen."""
    monkeypatch.setattr(file_links, "RARE", rare)
    found = scanned(tree, None)
    linked = pipeline.linked(found.result, found.choices.methods, 0.4, Control(), jobs=1)
    weighed = linked.judge.links(0.4, Control(), jobs=1)
    ahead = file_links.prove_ahead(weighed, linked.files, lambda: None)
    assert 0 < ahead.asked.sum() < len(weighed) if rare == 6 else ahead.asked.all() == (rare == 0)
    want = file_links.proven_places(weighed, linked.files)
    assert len(want) > 0
    assert len(ahead.proven) > 0 or rare > 6
    assert file_links.proven_places(weighed, linked.files, ahead=ahead).tolist() == want.tolist()
    monkeypatch.setattr(file_links, "_PAIRS", 3)
    by_two = pipeline.linked(found.result, found.choices.methods, 0.4, Control(), jobs=2)
    assert np.array_equal(by_two.links.sibling, linked.links.sibling)
    assert np.array_equal(by_two.links.weight, linked.links.weight)


def test_nothing_is_proven_ahead_where_figures_decide(monkeypatch):
    """Which folders were asked about is remembered there, so only those of links in doubt may be."""
    monkeypatch.setattr(file_links, "RARE", 0)
    files = SimpleNamespace(contents=np.arange(3), kin=kin_of_three())
    links = Links(np.array([0, 1]), np.array([1, 2]), np.array([0.9, 0.9], np.float32))
    assert file_links.prove_ahead(links, files, lambda: None).asked.tolist() == [True, True]
    undecided = {("/h/novel 1", "/h/novel 2")}
    monkeypatch.setattr(kinship_columns.KinColumns, "undecided", lambda _: undecided)
    assert file_links.prove_ahead(links, files, lambda: None) is None


def test_looking_ahead_can_be_stopped(tree, monkeypatch):
    monkeypatch.setattr(file_links, "RARE", 0)
    found, control = scanned(tree, None), Control()
    links = found.clustering.links.of_contents
    control.cancel()
    with pytest.raises(Cancelled):
        file_links.prove_ahead(links, SessionFiles.of(found.result), control.check)
