"""Estimates measured on the bytes: figures, what is remembered, what can't be had any more, and clusters after it."""

import os
import random
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from simfinder.app.find import find_pairs
from simfinder.app.find.find_pairs import measured_pairs
from simfinder.app.linking.pipeline import Linked
from simfinder.app.session.session import Session
from simfinder.app.verify import content_reader as material_module
from simfinder.app.verify import pair_tasks, survey
from simfinder.app.verify import verifier as verify
from simfinder.app.verify.content_reader import Material
from simfinder.app.verify.pair_tasks import Sides
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import Cancelled
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.pipeline import scan
from simfinder.search.linking.judge import content_links
from simfinder.search.linking.links import Links, find_links
from simfinder.search.overlap.byte_overlap import overlap
from simfinder.search.overlap.text_overlap import text_overlap
from simfinder.search.similarity import MAX_ESTIMATE
from simfinder.signatures.content_hash import content_hash, view
from simfinder.signatures.table.representations import BYTES
from simfinder.signatures.table.representations import TEXT as TEXT_BASIS
from simfinder.store.cache.cache import Cache
from tests.helpers.files.documents import report
from tests.helpers.files.packed import docx_of, odt_of
from tests.helpers.files.text_pairs import Form

RNG = random.Random(21)
TEXT = report(RNG, paragraphs=60, topic="town")


def edited(data, share, seed=1):
    """The same with a share of its bytes changed, here and there: what sketches see least of."""
    rng, out = random.Random(seed), bytearray(data)
    for at in rng.sample(range(len(out)), int(len(out) * share)):
        out[at] ^= 0x55
    return bytes(out)


def put(path, data, day=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (1_700_000_000 + day * 86_400,) * 2)
    return path


@pytest.fixture
def tree(tmp_path):
    """Versions of a plan: the first has changes all over, the second has moved a part; and a stranger."""
    root = tmp_path / "tree"
    put(root / "plan v3.txt", TEXT, 3)
    put(root / "plan v3 copy.txt", TEXT, 4)
    put(root / "plan v1.txt", edited(TEXT, 0.04), 1)
    put(root / "plan v2.txt", TEXT[3000:] + TEXT[:3000], 2)
    put(root / "plan.docx", docx_of(TEXT.decode().splitlines()), 2)
    put(root / "plan.odt", odt_of([*TEXT.decode().splitlines(), "and a line"]), 1)
    put(root / "stranger.txt", report(RNG, paragraphs=60, topic="business"), 1)
    return root


def scanned(root, cache=None, **options):
    return scan(ScanOptions((str(root),), **options), cache, Control())


def contents(result):
    """Content number by file name."""
    return {
        os.path.basename(f.path): c for f, c in zip(result.files, result.content_row.tolist(), strict=True)
    }


def pairs(result, *names):
    of = contents(result)
    a, b = zip(*((of[x], of[y]) for x, y in names), strict=True)
    return np.array(a, dtype=np.int32), np.array(b, dtype=np.int32)


NAMES = (
    ("plan v3.txt", "plan v1.txt"),
    ("plan v3.txt", "plan v2.txt"),
    ("stranger.txt", "plan v3.txt"),
    ("plan.odt", "plan.docx"),
)


@pytest.mark.parametrize("jobs", [1, 2])
def test_figures_are_those_of_the_bytes(tree, jobs, monkeypatch):
    monkeypatch.setattr(pair_tasks, "_PAIRS", 1)
    result = scanned(tree)
    found = Verifier(result, None, Control(), jobs=jobs).measure(*pairs(result, *NAMES))
    for (x, y), figure in list(zip(NAMES, found.similarity.tolist(), strict=True))[:3]:
        wanted = text_overlap(view((tree / x).read_bytes()), view((tree / y).read_bytes())).similarity
        assert figure == pytest.approx(min(wanted, MAX_ESTIMATE), abs=1e-6)
    assert 0.9 < found.similarity[0] < 0.97
    assert found.similarity[1] > 0.99
    assert found.similarity[2] < 0.5
    assert 0.99 < found.similarity[3] < 1.0  # by what the documents hold
    assert found.problems == ()


def test_measured_once(tree, tmp_path, monkeypatch):
    with Cache.open(tmp_path / "c.sqlite3") as cache:
        result = scanned(tree, cache)
        first = Verifier(result, cache, Control()).measure(*pairs(result, *NAMES))
        cache.flush()
        monkeypatch.setattr(verify, "similar", lambda *_, **__: pytest.fail("measured again"))
        monkeypatch.setattr(verify.Material, "of", lambda *_, **__: pytest.fail("read again"))
        a, b = pairs(result, *NAMES)
        np.testing.assert_array_equal(
            Verifier(result, cache, Control()).measure(a, b).similarity, first.similarity
        )
        np.testing.assert_array_equal(
            Verifier(result, cache, Control()).measure(b, a).similarity, first.similarity
        )
        assert cache.info().overlaps == 4


def test_texts_are_measured_in_order_and_remembered_beside_their_bytes(tmp_path, monkeypatch):
    root = tmp_path / "forms"
    root.mkdir()
    form = Form("form", "", "name: @w\nvalue: @n\n# @w @w\n\n", 60)
    for seed in (1, 2):
        (root / f"{seed}.yaml").write_text(form(random.Random(seed)))
    one, two = (view((root / f"{seed}.yaml").read_bytes()) for seed in (1, 2))
    with Cache.open(tmp_path / "c.sqlite3") as cache:
        result = scanned(root, cache)
        a, b = pairs(result, ("1.yaml", "2.yaml"))

        def measured(*texts):
            kind = np.where(np.isin(np.arange(2), texts), np.uint8(TEXT_BASIS), np.uint8(BYTES))
            told = replace(result, representations=replace(result.representations, kind=kind))
            return float(Verifier(told, cache, Control()).measure(a, b).similarity[0])

        by_bytes, in_order = overlap(one, two).similarity, text_overlap(one, two).similarity
        assert in_order < 0.1 < 0.4 < by_bytes
        for _ in range(2):
            assert measured() == pytest.approx(by_bytes)
            assert measured(int(a[0])) == pytest.approx(by_bytes)
            assert measured(int(a[0]), int(b[0])) == pytest.approx(in_order)
            cache.flush()
            monkeypatch.setattr(verify, "similar", lambda *_, **__: pytest.fail("measured again"))
        assert cache.info().overlaps == 2


@pytest.mark.parametrize("change", ["gone", "shorter", "same size and time", "a folder"])
def test_a_file_that_is_not_what_was_scanned_keeps_its_estimate_and_is_told(tree, change):
    result = scanned(tree)
    path = tree / "plan v1.txt"
    before = path.stat()
    if change in ("gone", "a folder"):
        path.unlink()
        if change == "a folder":
            path.mkdir()
    elif change == "shorter":
        path.write_bytes(b"short")
    else:
        path.write_bytes(bytes(before.st_size))
        os.utime(path, ns=(before.st_mtime_ns, before.st_mtime_ns))
    found = Verifier(result, None, Control()).measure(*pairs(result, *NAMES[:2]))
    assert np.isnan(found.similarity[0])
    assert found.similarity[1] > 0.99
    assert [problem.path for problem in found.problems] == [str(path)]
    assert "estimates" in found.problems[0].reason


def test_contents_compared_with_one_another_are_read_once(tmp_path, monkeypatch):
    for g in range(8):
        text = report(random.Random(g), paragraphs=20, topic="town")
        for k in range(6):
            put(tmp_path / f"{k} of {g}.txt", edited(text, 0.01, k))
    result = scanned(tmp_path)
    of = contents(result)
    rows = [[of[f"{k} of {g}.txt"] for k in range(6)] for g in range(8)]
    pairs = [(row[i], row[j]) for i in range(6) for j in range(i) for row in rows]
    reads = []
    raw = Material._raw
    monkeypatch.setattr(material_module, "_MOST", 6)
    monkeypatch.setattr(Material, "_raw", lambda self, file: reads.append(file) or raw(self, file))
    a, b = np.array(pairs).T
    verifier = Verifier(result, None, Control(), jobs=1)
    assert not np.isnan(verifier.measure(a, b).similarity).any()
    assert len(reads) == 48


@pytest.mark.parametrize("large", [False, True])
def test_small_parts_are_compared_together_as_one_by_one(tmp_path, monkeypatch, large):
    data = os.urandom(200_000 if large else 40_000)
    parts = [data[9000 * k : 9000 * k + 7000] for k in range(4)]
    parts += [edited(parts[0], 0.1), bytes(3000) + parts[1], data[:30_000], os.urandom(5000)]
    for k, part in enumerate(parts):
        put(tmp_path / f"{k}.bin", part)
    put(tmp_path / "whole.bin", data)
    result = scanned(tmp_path)
    of = contents(result)
    whole = Sides(np.full(len(parts), of["whole.bin"]), np.zeros(len(parts), np.bool_))
    part = Sides(np.array([of[f"{k}.bin"] for k in range(len(parts))]), np.zeros(len(parts), np.bool_))
    calls = []
    together = verify.all_inside
    monkeypatch.setattr(verify, "all_inside", lambda *a: calls.append(len(a[2])) or together(*a))
    told = Verifier(result, None, Control()).contained(whole, part)
    monkeypatch.setattr(verify, "_TOGETHER", 1)
    apart = Verifier(result, None, Control()).contained(whole, part)
    assert calls == [8]
    assert told[0].tolist() == apart[0].tolist()
    assert told[1].tolist() == apart[1].tolist()
    assert told[0][:4].tolist() == [1, 1, 1, 1]


def test_another_copy_will_do(tree):
    result = scanned(tree)
    (tree / "plan v3 copy.txt").write_bytes(b"other")
    found = Verifier(result, None, Control()).measure(*pairs(result, *NAMES[:1]))
    assert found.similarity[0] > 0.9
    assert found.problems == ()


def test_what_is_too_large_to_be_held_keeps_its_estimate(tree, monkeypatch):
    monkeypatch.setattr("simfinder.app.verify.verifier.LARGEST", 1000)
    result = scanned(tree)
    found = Verifier(result, None, Control()).measure(*pairs(result, *NAMES))
    assert np.isnan(found.similarity).all()
    assert found.problems == ()


def test_material_holds_so_many_contents_at_most(tree, monkeypatch):
    monkeypatch.setattr(material_module, "_MOST", 2)
    result = scanned(tree)
    of = contents(result)
    material = Material(result, Control(), follow=False)
    for name in ("plan v3.txt", "plan v1.txt", "stranger.txt", "plan v3.txt"):
        assert material.of(of[name], by_view=False).tobytes() == (tree / name).read_bytes()
        assert len(material._held) <= 2
    material.close()


def test_material_is_what_was_signed_and_holds_no_more_than_its_budget(tree):
    result = scanned(tree)
    of = contents(result)
    budget = len(TEXT) + 1000
    material = Material(result, Control(), follow=False, budget=budget)
    for name in ("plan v3.txt", "plan v1.txt", "plan v3.txt", "stranger.txt"):
        assert material.of(of[name], by_view=False).tobytes() == (tree / name).read_bytes()
        assert sum(len(data) for data in material._held.values()) <= budget
    data = material.of(of["plan.docx"], by_view=True)
    row = int(result.representations.view[of["plan.docx"]])
    assert content_hash(data) == result.representations.table.content[row].tobytes()
    material.close()


def test_a_cancel_keeps_what_was_measured(tree, tmp_path, monkeypatch):
    monkeypatch.setattr(pair_tasks, "_PAIRS", 1)
    control, measure, count = Control(), verify.similar, []

    def until(*sides, **more):
        count.append(1)
        if len(count) == 2:
            control.cancel()
        return measure(*sides, **more)

    with Cache.open(tmp_path / "c.sqlite3") as cache:
        result = scanned(tree, cache)
        monkeypatch.setattr(verify, "similar", until)
        with pytest.raises(Cancelled):
            Verifier(result, cache, control, jobs=1).measure(*pairs(result, *NAMES))
        cache.flush()
        assert cache.info().overlaps == 1


def test_progress_counts_pairs(tree):
    control = Control()
    result = scanned(tree)
    verifier = Verifier(result, None, control)
    verifier.measure(*pairs(result, *NAMES[:3]))
    shown = control.snapshot()
    assert (shown.phase, shown.files, shown.files_total) == (Phase.VERIFYING, 3, 3)
    verifier.measure(*pairs(result, *NAMES[3:]))
    assert (control.snapshot().files, control.snapshot().files_total) == (4, 4)


def run(root, verifying=True, **more):
    session = Session.run(ScanOptions((str(root),)), Choices(**more), cache=None, control=Control())
    problems = session.verify(Verifier(session.result, None, Control())) if verifying else []
    return session, problems


def clusters(session, root):
    found = (session.clusters.cluster(i) for i in range(len(session.clusters)))
    return {frozenset(os.path.relpath(m.file.path, root) for m in c.members) for c in found}


def test_verified_clusters_have_no_estimates(tree):
    session, problems = run(tree)
    assert problems == []
    assert session.clustering.verified
    texts = {"plan v3.txt", "plan v3 copy.txt", "plan v1.txt", "plan v2.txt", "plan.docx", "plan.odt"}
    assert clusters(session, tree) == {frozenset(texts)}
    figures = {os.path.basename(m.file.path): m for m in session.clusters.cluster(0).members}
    assert 0.9 < figures["plan v1.txt"].similarity < 0.97
    assert not any(member.estimated for member in figures.values())
    assert not run(tree, verifying=False)[0].clustering.verified


def test_a_link_that_was_estimated_too_high_falls_away_and_its_marks_go(tree):
    """Figures far too high, as boilerplate would have them."""
    session, _ = run(tree, verifying=False)
    links, of = session.links, contents(session.result)
    a, b = sorted((of["plan v3.txt"], of["stranger.txt"]))
    columns = np.append(links.a, a), np.append(links.b, b), np.append(links.similarity, 0.95)
    order = np.lexsort(columns[1::-1])
    forged = Links(
        *(column[order].astype(kind) for column, kind in zip(columns, ("i4", "i4", "f4"), strict=True))
    )
    session = Session(session.options, session.result, Linked.of(session.result, forged, Methods()))
    stranger = session.file_of(str(tree / "stranger.txt"))
    assert session.clusters.cluster_of(stranger) >= 0
    session.mark([stranger])
    session.verify(Verifier(session.result, None, Control()))
    assert session.clusters.cluster_of(stranger) < 0
    assert stranger not in session.marks
    assert session.clustering.verified


def test_a_link_that_was_estimated_too_low_comes_in(tmp_path):
    root = tmp_path / "t"
    put(root / "a.bin", RNG.randbytes(20_000))
    put(root / "b.bin", edited((root / "a.bin").read_bytes(), 0.09))
    assert clusters(run(root, verifying=False)[0], root) == set()
    assert clusters(run(root)[0], root) == {frozenset({"a.bin", "b.bin"})}


def test_what_can_not_be_measured_stays_an_estimate(tree):
    session, _ = run(tree, verifying=False)
    (tree / "plan v1.txt").write_bytes(b"other")
    problems = session.verify(Verifier(session.result, None, Control()))
    assert [problem.path for problem in problems] == [str(tree / "plan v1.txt")]
    estimated = {os.path.basename(m.file.path) for m in session.clusters.cluster(0).members if m.estimated}
    assert estimated <= {"plan v1.txt"}


def test_the_budget_is_kept(tree, monkeypatch):
    monkeypatch.setattr(survey, "_LEAST", 2)
    monkeypatch.setattr(survey, "_PER_CONTENT", 0)
    asked = []
    measure = Verifier.measure
    monkeypatch.setattr(
        Verifier, "measure", lambda self, a, b: (asked.append(len(a)), measure(self, a, b))[1]
    )
    session, _ = run(tree)
    assert asked[0] == 2
    assert not session.clustering.verified


def test_other_methods_keep_their_own_figures(tree):
    session, problems = run(tree, methods=Methods(Method.SPAMSUM))
    assert problems == []
    assert not session.clustering.verified


def test_a_slider_after_it_keeps_measured_figures(tree):
    session, _ = run(tree)
    session.set_tolerances(session.choices.tolerances.with_type("txt", 0.01))
    session.set_tolerances(session.choices.tolerances.with_type("txt", 0.3))
    assert not session.clustering.verified  # other links may matter now
    assert not session.clusters.estimated.any()
    session.verify(Verifier(session.result, None, Control()))
    assert session.clustering.verified


def test_pairs_are_measured_and_those_below_fall_away(tree):
    result = scanned(tree)
    links = content_links(
        find_links(result.representations.table, Method.AUTO, 0.05, every=True), result.representations
    )
    found = measured_pairs(Verifier(result, None, Control()), result, links, 0.6)
    assert found.verified
    assert (found.links.similarity >= np.float32(0.6)).all()
    assert 5 <= len(found.links) < len(links)


def test_beyond_the_budget_pairs_are_estimates(tree, monkeypatch):
    monkeypatch.setattr(find_pairs, "MOST_PAIRS", 2)
    result = scanned(tree)
    links = content_links(
        find_links(result.representations.table, Method.AUTO, 0.4, every=True), result.representations
    )
    found = measured_pairs(Verifier(result, None, Control()), result, links, 0.3)
    assert not found.verified
    assert len(found.links) > 2


def test_the_same_figures_by_any_number_of_threads(tree, monkeypatch):
    monkeypatch.setattr(pair_tasks, "_PAIRS", 2)
    result = scanned(tree)
    links = content_links(
        find_links(result.representations.table, Method.AUTO, 0.05, every=True), result.representations
    )
    one, many = (
        measured_pairs(Verifier(result, None, Control(), jobs=jobs), result, links, 0.05).links
        for jobs in (1, 4)
    )
    np.testing.assert_array_equal(one.similarity, many.similarity)
    before = threading.active_count()
    time.sleep(0.05)
    assert threading.active_count() <= before
