import itertools
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import Method
from simfinder.search import similarity as scoring
from simfinder.search.candidates import sketch_pairs
from simfinder.search.clustering import components as clustering
from simfinder.search.clustering import spanning_forest
from simfinder.search.linking import links
from simfinder.search.linking.common_content import LITTLE
from simfinder.search.linking.links import Links, find_links
from simfinder.search.set_join import join
from simfinder.store import mapped_columns
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import (
    as_dict,
    components,
    family,
    hashes,
    plain_estimate,
    plain_links,
    table,
)


def rows_of(t):
    return [t.row(i) for i in range(len(t))]


def labels(n, found, at_least):
    strong = found.similarity >= np.float32(at_least)
    return clustering.connected(n, found.a[strong], found.b[strong])


def mixed_families(seed, count=40):
    """Families of different sizes and closeness, some with a header in common, some tiny files."""
    rng = np.random.default_rng(seed)
    header = hashes(rng, 700)
    out = []
    while len(out) < count:
        shared = header if rng.random() < 0.4 else ()
        shingles = int(rng.choice([5, 40, 127, 128, 129, 300, 1500])) + len(shared)
        out += family(
            rng, int(rng.integers(1, 7)), rng.choice([0.0, 0.02, 0.2, 0.5]), shingles=shingles, shared=shared
        )
    out = [*out[: count - 1], ()]
    return out, rng.integers(0, 9000, count)


@pytest.mark.parametrize("floor", [0.05, 0.4, 0.7, 0.95])
@pytest.mark.parametrize("seed", range(4))
def test_every_pair_that_reaches_the_floor_is_found(seed, floor):
    sketches, size = mixed_families(seed)
    t = table(sketches, size=size)
    found = find_links(t, floor=floor)
    want = plain_links(rows_of(t), plain_estimate, floor)
    assert found.capped == 0
    assert as_dict(found) == pytest.approx(want, abs=1e-6)
    assert (found.a < found.b).all()
    assert list(zip(found.a, found.b, strict=True)) == sorted(zip(found.a, found.b, strict=True))


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(st.tuples(st.sets(st.integers(0, 60), max_size=40), st.integers(1, 300)), max_size=14),
    st.sampled_from([0.05, 0.2, 0.4, 0.6, 0.8, 0.99]),
)
def test_small_complete_sets_against_brute_force(files, floor):
    if not files:
        return
    t = table([sorted(shingles) for shingles, _ in files], size=[size for _, size in files])
    assert as_dict(find_links(t, floor=floor)) == pytest.approx(
        plain_links(rows_of(t), plain_estimate, floor), abs=1e-6
    )


def test_the_order_of_input_rows_changes_nothing():
    sketches, size = mixed_families(9, 60)
    names = [bytes([i]) * 16 for i in np.random.default_rng(0).permutation(60)]
    first = table(sketches, size=size, content=names)
    back = list(range(60))[::-1]
    second = table([sketches[i] for i in back], size=size[back], content=[names[i] for i in back])
    assert as_dict(find_links(first)) == as_dict(find_links(second))


@pytest.mark.parametrize("rows", [0, 1, 2])
@pytest.mark.parametrize("method", list(Method))
def test_hardly_any_rows(rows, method):
    t = table(
        [[1, 2, 3]] * rows,
        size=[9] * rows,
        tags=[[1] * 16] * rows,
        spamsum=["3:ab:c"] * rows,
        simhash=[5] * rows,
    )
    found = find_links(t, method)
    assert len(found) == (rows == 2 and method is not Method.CONTENT)
    assert found.a.dtype == found.b.dtype == np.int32
    assert found.similarity.dtype == np.float32


def test_empty_sketches_link_nothing():
    assert len(find_links(table([()] * 50))) == 0


@pytest.fixture
def small_budgets(monkeypatch):
    """Caps that take effect at a few hundred rows instead of thousands."""
    for name in ("EXACT", "PAIRS_BUDGET"):
        monkeypatch.setattr(join, name, 500)
    monkeypatch.setattr(join, "PAIRS_PER_ROW", 30)
    monkeypatch.setattr(join, "ALWAYS_LIGHT", 8)


def family_labels(sizes):
    return np.repeat(np.cumsum([0, *sizes[:-1]]), sizes)


@pytest.mark.parametrize("edited", [0.0, 0.01, 0.05])
def test_caps_keep_a_crowd_of_copies_together(small_budgets, edited):
    n = 400
    t = table(family(np.random.default_rng(1), n, edited))
    found = find_links(t)
    assert found.capped > 0
    assert not labels(n, found, 0.7).any()
    assert len(found) < 400 * n / 2  # and not all against all
    for (x, y), similarity in list(as_dict(found).items())[::97]:
        assert similarity == pytest.approx(plain_estimate(t.row(x), t.row(y)), abs=1e-6)


def test_caps_keep_families_under_one_header_apart_and_together(small_budgets):
    """Half of every content is one licence: families of 1, 5 and 60 still come out whole."""
    rng = np.random.default_rng(2)
    header = hashes(rng, 750)
    sizes = [60, 60, *[5] * 30, *[1] * 100]
    sketches = [s for size in sizes for s in family(rng, size, 0.02, shared=header)]
    found = find_links(table(sketches))
    assert found.capped > 0
    assert (labels(len(sketches), found, 0.8) == family_labels(sizes)).all()


def test_rows_with_few_popular_values_stay_exact_under_caps(small_budgets):
    """A header too short to link anything by itself costs nothing in exactness."""
    rng = np.random.default_rng(3)
    header = hashes(rng, 60)
    sketches = [s for _ in range(60) for s in family(rng, 4, 0.2, shared=header)]
    t = table(sketches)
    found = find_links(t)
    assert found.capped == 0
    assert as_dict(found) == pytest.approx(plain_links(rows_of(t), plain_estimate, 0.4), abs=1e-6)


def test_a_drifting_chain_of_versions_stays_one_family(small_budgets):
    """Each version replaces a little of the one before: the first and the last share nothing."""
    rng = np.random.default_rng(4)
    now, versions = hashes(rng, 1500), []
    for _ in range(400):
        now = now.copy()
        now[rng.integers(0, 1500, 20)] = hashes(rng, 20)
        versions.append(np.sort(now)[:128])
    found = find_links(table(versions))
    assert found.capped > 0
    assert not labels(400, found, 0.7).any()


def test_alike_rows_stand_beside_one_another():
    """The order in which crowded rows are linked with their followers."""
    rng = np.random.default_rng(10)
    one, two, three = (family(rng, 20, 0.01) for _ in range(3))
    mixed = [sketch for trio in zip(one, two, three, strict=True) for sketch in trio]
    side_by_side = sketch_pairs._order(table(mixed)) % 3
    assert (np.diff(side_by_side) != 0).sum() <= 8  # 2 if no edit had met the smallest shingle; 40 by chance


def test_thinning_keeps_the_components_of_every_tolerance():
    rng = np.random.default_rng(5)
    n = 120
    pairs = np.array(list(itertools.combinations(range(n), 2)), np.int32)
    near = np.abs(pairs[:, 0] // 10 - pairs[:, 1] // 10) == 0
    similarity = np.where(near, rng.uniform(0.7, 1, len(pairs)), rng.uniform(0.4, 0.7, len(pairs))).astype(
        np.float32
    )
    a, b = pairs[:, 0].copy(), pairs[:, 1].copy()
    stays = spanning_forest.thin(n, a, b, similarity, 500)
    assert 500 - n < stays.sum() < 500 + n
    for at_least in np.linspace(0.4, 1, 60).astype(np.float32):
        strong = similarity >= at_least
        whole = clustering.connected(n, a[strong], b[strong])
        thinned = clustering.connected(n, a[strong & stays], b[strong & stays])
        assert (whole == thinned).all()
    for row in range(n):  # the strongest of each row are there
        own = np.flatnonzero((a == row) | (b == row))
        assert stays[own[np.argsort(-similarity[own], kind="stable")[:2]]].all()


@settings(max_examples=examples(150), deadline=None)
@given(st.integers(1, 14), st.integers(1, 4), st.integers(0, 2**32))
def test_forests_keep_the_components_of_any_tolerances(n, kinds, seed):
    """Each pair of kinds has a tolerance of its own; some links are equally strong."""
    rng = np.random.default_rng(seed)
    pairs = np.array(list(itertools.combinations(range(n), 2)), np.int32).reshape(-1, 2)
    pairs = pairs[rng.random(len(pairs)) < rng.random()]
    a, b = pairs[:, 0].copy(), pairs[:, 1].copy()
    similarity = (rng.integers(5, 12, len(pairs)) / 12).astype(np.float32)
    kind = rng.integers(0, kinds, n).astype(np.int32)
    kept = spanning_forest.spanning(n, a, b, similarity, kind)
    stays = spanning_forest.thin(n, a, b, similarity, 5, kind)
    assert (stays >= kept).all()
    for x, y in itertools.combinations_with_replacement(range(kinds), 2):
        own = (np.minimum(kind[a], kind[b]) == x) & (np.maximum(kind[a], kind[b]) == y)
        assert (
            clustering.connected(n, a[own & kept], b[own & kept]).tolist()
            == clustering.connected(n, a[own], b[own]).tolist()
        )
        assert (own & kept).sum() < n
    for _ in range(5):
        least = np.sort(rng.integers(4, 13, (kinds, kinds)) / 12, axis=0)
        strong = similarity >= np.minimum(least, least.T)[kind[a], kind[b]]
        whole = clustering.connected(n, a[strong], b[strong])
        for few in (kept, stays):
            assert (clustering.connected(n, a[strong & few], b[strong & few]) == whole).all()


def test_too_many_links_are_thinned_and_said(monkeypatch):
    rng = np.random.default_rng(6)
    t = table(family(rng, 150, 0.03))
    everything = find_links(t)
    monkeypatch.setattr(links, "_MOST", 300)
    monkeypatch.setattr(links, "_MOST_PER_ROW", 2)
    monkeypatch.setattr(links, "_JUDGED", 64)
    thinned = find_links(t)
    assert (everything.capped, thinned.capped) == (0, 1)
    assert as_dict(find_links(t, every=True)) == as_dict(everything)
    assert len(thinned) < len(everything) / 2
    assert as_dict(thinned).items() <= as_dict(everything).items()
    for at_least in (0.4, 0.8, 0.9, 0.95):
        assert (labels(150, thinned, at_least) == labels(150, everything, at_least)).all()


def test_capped_values_let_the_other_methods_propose(small_budgets, monkeypatch):
    """Pairs the sketches left out may come from n-grams or tag counts, but never twice."""
    rng = np.random.default_rng(7)
    t = table(family(rng, 200, 0.05), spamsum=[f"48:{i:07d}abcdefgh:" for i in range(200)])
    asked = []

    class Asked:
        capped = 0

        def __init__(self, _table, _control, jobs=1):
            asked.append(type(self))

        def pairs(self, _done):
            yield np.array([0, 3], np.int32), np.array([199, 177], np.int32)

    monkeypatch.setattr(links, "NgramJoin", Asked)
    monkeypatch.setattr(links, "KeyJoin", Asked)
    found = find_links(t)
    assert len(asked) == 2
    assert {(0, 199), (3, 177)} <= as_dict(found).keys()
    assert len(as_dict(found)) == len(found)


def test_growth_is_near_linear_when_all_are_alike(small_budgets):
    rng = np.random.default_rng(8)
    seconds = []
    for n in (2_500, 10_000):
        base = np.sort(hashes(rng, 1500))
        rows = []
        for _ in range(n):
            copy = base[:160].copy()
            copy[rng.integers(0, 160, 2)] = hashes(rng, 2)
            rows.append(np.unique(copy)[:128])
        t = table(rows)
        started = time.process_time()
        found = find_links(t)
        seconds.append(time.process_time() - started)
        assert not labels(n, found, 0.7).any()
        assert len(found) < 200 * n
    assert seconds[1] < 10 * seconds[0] + 1.0  # quadratic would be 16 times


def test_progress_counts_the_rows():
    control = Control()
    find_links(table(mixed_families(1)[0]), control=control)
    progress = control.snapshot()
    assert (progress.phase, progress.files, progress.files_total) == (Phase.COMPARING, 40, 40)


@pytest.mark.parametrize("method", [Method.AUTO, Method.SPAMSUM, Method.TAGCOUNT])
def test_cancelling_stops_at_once(method):
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        find_links(table(mixed_families(1)[0]), method, control=control)


def test_cancelling_in_the_middle_is_quick():
    rng = np.random.default_rng(9)
    base = np.sort(hashes(rng, 1500))[:128]
    t = table([np.unique(np.concatenate((base[3:], hashes(rng, 3)))) for _ in range(12_000)])
    find_links(table(family(rng, 100, 0.1)))  # compiled before the clock runs
    control = Control()
    cancelled = []
    threading.Timer(0.3, lambda: (cancelled.append(time.monotonic()), control.cancel())).start()
    with pytest.raises(Cancelled):
        [find_links(t, control=control) for _ in range(100)]
    assert time.monotonic() - cancelled[0] < 1.0


def test_content_links_no_two_contents():
    assert len(find_links(table([[1, 2, 3]] * 4), Method.CONTENT, 0.0)) == 0


def test_components_helper_agrees():
    assert components(4, [(2, 3)]) == [0, 1, 2, 2]
    assert scoring.MAX_ESTIMATE < 1


@pytest.mark.parametrize("method", [Method.AUTO, Method.SPAMSUM, Method.TAGCOUNT])
@pytest.mark.parametrize("jobs", [0, 2, 5])
def test_the_links_do_not_depend_on_the_threads(method, jobs, monkeypatch):
    monkeypatch.setattr(links, "_JUDGED", 50)
    t = table(mixed_families(3)[0])
    plain, found = find_links(t, method), find_links(t, method, jobs=jobs)
    for name in ("a", "b", "similarity"):
        assert getattr(plain, name).tolist() == getattr(found, name).tolist()
    assert plain.capped == found.capped


@pytest.mark.parametrize("most", [1 << 20, 300])
def test_what_other_methods_propose_does_not_depend_on_the_threads(small_budgets, most, monkeypatch):
    monkeypatch.setattr(links, "_MOST", most)
    monkeypatch.setattr(links, "_MOST_PER_ROW", 0)
    monkeypatch.setattr(links, "_JUDGED", 50)
    t = table(
        family(np.random.default_rng(7), 200, 0.05), spamsum=[f"48:{i:07d}abcdefgh:" for i in range(200)]
    )
    plain, found = find_links(t), find_links(t, jobs=2)
    assert plain.capped == found.capped > 0
    assert 200 < len(plain) < 2 * most
    for name in ("a", "b", "similarity"):
        assert getattr(plain, name).tolist() == getattr(found, name).tolist()
    pairs = list(zip(found.a.tolist(), found.b.tolist(), strict=True))
    assert pairs == sorted(set(pairs))


@pytest.mark.parametrize("most", [1 << 20, 200])
@pytest.mark.parametrize("jobs", [1, 3])
def test_signatures_in_a_file_rest_while_pairs_are_proposed(monkeypatch, tmp_path, most, jobs):
    monkeypatch.setattr(links, "_WAITING", most)
    t = table(mixed_families(3)[0])
    plain = find_links(t)
    monkeypatch.setattr(mapped_columns, "LEAST", 1)
    in_file = mapped_columns.mapped([t.sketch, t.sketch_low], tmp_path)
    assert in_file
    moved = replace(t, sketch=in_file[0], sketch_low=in_file[1])
    seen = []
    pairs, strong = join.SetJoin.pairs, links._Gathered._strong

    def proposed(self, done):
        for block in pairs(self, done):
            seen.append("proposed")
            yield block

    def judged(self, a, b):
        seen.append("judged")
        return strong(self, a, b)

    monkeypatch.setattr(join.SetJoin, "pairs", proposed)
    monkeypatch.setattr(links._Gathered, "_strong", judged)
    found = find_links(moved, jobs=jobs, rest=lambda: seen.append("rest"))
    for name in ("a", "b", "similarity"):
        assert getattr(plain, name).tolist() == getattr(found, name).tolist()
    assert seen[0] == "rest"
    if most > len(plain) and jobs == 1:  # all were proposed before one was judged
        assert "proposed" not in seen[seen.index("judged") :]


def test_a_cancel_among_threads_leaves_none_behind(monkeypatch):
    monkeypatch.setattr(links, "_JUDGED", 50)
    t = table(mixed_families(3)[0])
    control = Control()
    strong = links._Gathered._strong

    def cancel(self, a, b):
        control.cancel()
        return strong(self, a, b)

    monkeypatch.setattr(links._Gathered, "_strong", cancel)
    with pytest.raises(Cancelled):
        find_links(t, control=control, jobs=3)
    assert not [t for t in threading.enumerate() if t.name.startswith("judge")]


@given(st.data())
def test_siblings_are_found_in_any_order(data):
    rows = data.draw(st.integers(1, 12))
    pair = st.tuples(st.integers(0, rows - 1), st.integers(0, rows - 1))
    joined = sorted({(min(p), max(p)) for p in data.draw(st.lists(pair)) if p[0] != p[1]})
    flags = [data.draw(st.booleans()) for _ in joined]
    similarity = [data.draw(st.sampled_from([0.5, 0.95])) for _ in joined]
    a, b = np.array(joined, np.int32).reshape(-1, 2).T
    links = Links(a, b, np.array(similarity, np.float32), sibling=np.array(flags, np.bool_))
    flagged = {p for p, flag, share in zip(joined, flags, similarity, strict=True) if flag and share < LITTLE}
    asked = np.array([(x, y) for x in range(rows + 2) for y in range(rows + 2)], np.int32).T
    wanted = [(min(p), max(p)) in flagged for p in asked.T.tolist()]
    assert links.are_siblings(*asked).tolist() == wanted


def test_figures_are_those_of_the_links():
    links = Links(np.array([0, 0, 2], "i4"), np.array([1, 3, 3], "i4"), np.array([0.5, 0.6, 0.75], "f4"))
    figures, places = links.figures(np.array([1, 3, 0, 1, -1]), np.array([0, 2, 3, 2, 2]))
    assert places.tolist() == [0, 2, 1, -1, -1]
    assert figures[:3].tolist() == pytest.approx([0.5, 0.75, 0.6])
    assert np.isnan(figures[3:]).all()
    none = np.zeros(0, "i4")
    figures, places = Links(none, none, none.astype("f4")).figures(np.array([0]), np.array([1]))
    assert np.isnan(figures).all()
    assert places.tolist() == [-1]
