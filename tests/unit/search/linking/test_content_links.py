"""Contents compared by what they hold, or else by their bytes, against plain loops over all of them."""

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.model.scan_options import Method, Methods
from simfinder.search import similarity
from simfinder.search.candidates import registry
from simfinder.search.clustering.spanning_forest import kinds_of
from simfinder.search.linking.judge import Judge, content_links, row_kinds
from simfinder.search.linking.links import Links, find_links
from simfinder.search.query.one_to_all import QueryContent, of_contents, query
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.table.representations import BYTES, MEMBERS, Representations, may_meet, meets_any
from simfinder.signatures.table.signature_table import SignatureTable
from tests.helpers.examples import examples

BEST = np.float32(similarity.MAX_ESTIMATE)


def blank(contents, views, view, closed=()):
    """Faces whose signatures do not matter."""
    table, view = SignatureTable.blank(contents + views), np.array(view, dtype=np.int32)
    shut = np.isin(np.arange(contents), list(closed)) & (view < 0)
    return Representations(table, view, np.zeros(contents, dtype=np.uint8), closed=shut)


def judged(representations, method, a, b):
    """The figures of a judge by one method."""
    none = np.zeros(0, np.int32)
    files = SimpleNamespace(contents=none, types=none, type_names=())
    return Judge(representations, files, Methods(method)).similarity(a, b)


def links_of(pairs):
    pairs = sorted(pairs.items())
    a, b = (np.array([pair[k] for pair, _ in pairs], dtype=np.int32) for k in (0, 1))
    return Links(a, b, np.array([figure for _, figure in pairs], dtype=np.float32))


def pairs_of(links):
    return dict(
        zip(zip(links.a.tolist(), links.b.tolist(), strict=True), links.similarity.tolist(), strict=True)
    )


@st.composite
def worlds(draw):
    """Contents, which row each has for a view, links of rows, and contents that can't be opened."""
    contents, views = draw(st.integers(1, 8)), draw(st.integers(0, 5))
    rows = contents + views
    view = draw(st.lists(st.integers(-1, rows - 1), min_size=contents, max_size=contents))
    view = [-1 if row == i else row for i, row in enumerate(view)]
    shown = sorted({*range(contents), *view} - {-1})
    pair = st.tuples(st.sampled_from(shown), st.sampled_from(shown)).filter(lambda p: p[0] < p[1])
    figure = st.integers(30, 99).map(lambda percent: float(np.float32(percent / 100)))
    return (
        contents,
        views,
        view,
        draw(st.dictionaries(pair, figure, max_size=12) if len(shown) > 1 else st.just({})),
        {i for i in draw(st.sets(st.integers(0, contents - 1))) if view[i] < 0},
    )


def every_pair(contents, view, pairs, closed):
    """Each pair of contents with the figure of the rows they are compared by, in a plain loop."""
    row = [shown if shown >= 0 else own for own, shown in enumerate(view)]
    found = {}
    for a, b in combinations(range(contents), 2):
        x, y = sorted((row[a], row[b]))
        if x != y and ((a in closed and view[b] >= 0) or (b in closed and view[a] >= 0)):
            x, y = a, b
        if x == y:
            found[a, b] = float(BEST)
        elif (x, y) in pairs:
            found[a, b] = pairs[x, y]
    return found


@given(worlds())
def test_every_pair_once_with_its_figure(world):
    contents, views, view, pairs, closed = world
    representations = blank(contents, views, view, closed)
    found = content_links(links_of(pairs), representations)
    assert pairs_of(found) == pytest.approx(every_pair(contents, view, pairs, closed))
    links = links_of(pairs)
    needed = may_meet(representations.roles, links.a, links.b)  # no link that counts is left out beforehand
    again = content_links(links.only(needed), representations)
    assert pairs_of(again) == pairs_of(found)
    assert meets_any(representations.roles)[links.a[needed]].all()
    assert meets_any(representations.roles)[links.b[needed]].all()
    assert sorted(pairs_of(found)) == list(pairs_of(found))


def components(count, pairs, kinds, limits):
    """The connected sets if each pair of kinds has its own limit."""
    of = list(range(count))

    def top(i):
        while of[i] != i:
            i = of[i]
        return i

    for (a, b), figure in pairs.items():
        if 1.0 - figure <= min(limits[kinds[a]], limits[kinds[b]]) + 1e-6:
            of[top(a)] = top(b)
    return [top(i) for i in range(count)]


def same_sets(a, b):
    return all((a[i] == a[j]) == (b[i] == b[j]) for i, j in combinations(range(len(a)), 2))


@settings(max_examples=examples(300))
@given(worlds(), st.data())
def test_few_links_group_as_all_of_them_do(world, data):
    contents, views, view, pairs, closed = world
    kinds = data.draw(st.lists(st.integers(0, 2), min_size=contents, max_size=contents))
    limits = [data.draw(st.sampled_from([0.0, 0.1, 0.4, 0.7])) for _ in range(3)]
    representations = blank(contents, views, view, closed)
    few = content_links(links_of(pairs), representations, np.array(kinds, dtype=np.int32))
    everything = every_pair(contents, view, pairs, closed)
    assert set(pairs_of(few)) <= set(everything)
    for pair, figure in pairs_of(few).items():
        assert figure <= everything[pair] + 1e-6
    assert same_sets(
        components(contents, pairs_of(few), kinds, limits), components(contents, everything, kinds, limits)
    )


def test_many_contents_of_one_view_hang_together_without_all_their_pairs():
    many = 3000
    representations = blank(many, 1, [many] * many)
    found = content_links(links_of({}), representations, np.zeros(many, dtype=np.int32))
    assert len(found) == many - 1
    kinds = (np.arange(many) % 500).astype(np.int32)
    found = content_links(links_of({}), representations, kinds)
    assert len(found) < 2 * many
    assert len(set(components(many, pairs_of(found), kinds, [0.5] * 500))) == 1


def test_rows_are_of_one_kind_where_contents_of_the_same_kinds_show_them():
    kinds = np.array([0, 1, 0, 1, 2], dtype=np.int32)
    representations = blank(5, 3, [5, 5, 6, 6, -1])
    found = row_kinds(representations, kinds)
    assert found[5] == found[6]
    assert len({found[4], found[5], found[7]}) == 3  # nobody shows the last one
    plain = Representations.plain(SignatureTable.blank(5))
    assert row_kinds(plain, kinds) is kinds


def text(seed, count=400):
    words = np.random.default_rng(seed).integers(0, 100_000, count)
    return " ".join(map(str, words.tolist())).encode()


TEXTS = [text(1), text(1) + text(2, 40), text(3)]
PACKED = [bytes(np.random.default_rng(10 + i).integers(0, 256, 1500, dtype=np.uint8)) for i in range(3)]


def real():
    """Three packed texts, two of them similar, and the first one also unpacked."""
    signed = SignatureTable.build(sign(data) for data in [*PACKED, TEXTS[0]])
    views = SignatureTable.build(sign(data) for data in TEXTS[1:])
    table = SignatureTable.concatenate((signed, views))

    def row(data):
        wanted = np.frombuffer(sign(data).content, np.uint8)
        return int(np.flatnonzero((table.content == wanted).all(axis=1))[0])

    view = np.full(4, -1, dtype=np.int32)
    for packed, plain in zip(PACKED, TEXTS, strict=True):
        view[row(packed)] = row(plain)
    representations = Representations(table, view, (view >= 0).astype(np.uint8), ("raw", "zip"))
    return representations, [row(data) for data in PACKED], row(TEXTS[0])


def test_real_signatures_by_what_is_compared():
    representations, (one, two, three), plain = real()
    a, b = np.array([one, one, one, plain, one]), np.array([two, three, plain, two, one])
    figure, by_a, by_b = judged(representations, Method.AUTO, a, b)
    assert figure[0] > 0.8
    assert figure[1] < 0.3
    assert figure[2] == BEST
    assert figure[4] == 1.0
    assert by_a.tolist() == [True, True, True, False, False]
    assert by_b.tolist() == [True, True, False, True, False]
    rows_a, rows_b = representations.best_rows(a, b)
    assert rows_a.tolist() == [
        representations.view[one],
        representations.view[one],
        representations.view[one],
        plain,
        one,
    ]
    assert rows_b.tolist() == [
        representations.view[two],
        representations.view[three],
        plain,
        representations.view[two],
        one,
    ]


def test_bytes_of_what_has_a_view_link_nothing():
    """Two packages of one program around two texts: similar bytes, unrelated words."""
    shell = PACKED[0] * 4
    packages = [shell + bytes([i]) for i in range(3)]
    signed = SignatureTable.build(sign(data) for data in packages)
    table = SignatureTable.concatenate(
        (signed, SignatureTable.build(sign(data) for data in (TEXTS[0], TEXTS[2])))
    )
    view = np.array([3, 4, -1], np.int32)
    representations = Representations(table, view, (view >= 0).astype(np.uint8), ("raw", "office"))
    rows = find_links(table, Method.AUTO, 0.3)
    assert len(rows) == 3  # by the bytes
    assert len(content_links(rows, representations)) == 0
    assert len(find_links(table, Method.AUTO, 0.3, roles=representations.roles)) == 0
    a, b = np.array([0, 0, 1]), np.array([1, 2, 2])
    figure, _, _ = judged(representations, Method.AUTO, a, b)
    assert (figure < 0.3).all()
    plain = Representations.plain(table.rows(np.arange(3)))
    assert len(find_links(plain.table, Method.AUTO, 0.3, roles=plain.roles)) == 3


def test_bytes_of_the_asked_file_say_only_what_is_identical():
    representations, (one, two, _), plain = real()
    founds = [
        query(representations.table, QueryContent.of(sign(data)), floor=0.02)
        for data in (PACKED[0], TEXTS[2])
    ]
    assert two not in of_contents(founds, representations).rows
    found = of_contents(
        [founds[0]], representations
    )  # without a view its bytes meet what is compared by bytes
    assert found.rows[found.identical].tolist() == [one]
    assert plain not in found.rows


@given(st.data())
def test_every_content_is_compared_by_one_row(data):
    contents, views, view, _, _ = data.draw(worlds())
    representations = blank(contents, views, view)
    wanted = [shown if shown >= 0 else own for own, shown in enumerate(view)]
    assert representations.rows.tolist() == wanted
    rows, shown = representations.shown_by()
    assert list(zip(rows.tolist(), shown.tolist(), strict=True)) == sorted(
        (row, content) for content, row in enumerate(wanted)
    )


@pytest.mark.parametrize("method", [m for m in Method if m is not Method.CONTENT])
def test_links_and_similarity_agree(method):
    representations, _, _ = real()
    kinds = kinds_of(np.arange(4, dtype=np.int32), np.zeros(4, dtype=np.int32), 4)
    links = find_links(representations.table, method, 0.5, kinds=row_kinds(representations, kinds))
    found = content_links(links, representations)
    figure, _, _ = judged(representations, method, found.a, found.b)
    np.testing.assert_allclose(np.minimum(figure, BEST), found.similarity, atol=1e-6)
    assert len(found)


def test_what_is_found_among_rows_is_told_of_contents():
    representations, (one, two, _), plain = real()
    founds = [query(representations.table, QueryContent.of(sign(data)), floor=0.5) for data in (TEXTS[0],)]
    found = of_contents(founds, representations)
    told = dict(zip(found.rows.tolist(), found.similarity.tolist(), strict=True))
    assert told[plain] == 1.0
    assert told[one] == pytest.approx(float(BEST))
    assert 0.8 < told[two] < 1.0
    assert found.identical.tolist() == [row == plain for row in found.rows.tolist()]

    founds = [
        query(representations.table, QueryContent.of(sign(data)), floor=0.5) for data in (PACKED[0], TEXTS[0])
    ]
    found = of_contents(founds, representations)
    assert found.identical.tolist() == [row == one for row in found.rows.tolist()]
    assert {one, two, plain} <= set(found.rows.tolist())


def test_no_views_no_work():
    table = SignatureTable.build(sign(data) for data in TEXTS)
    representations = Representations.plain(table)
    links = find_links(table, Method.AUTO, 0.5)
    assert content_links(links, representations) is links
    figure, by_a, by_b = judged(representations, Method.AUTO, np.array([0, 1]), np.array([1, 2]))
    np.testing.assert_array_equal(
        figure, registry.similarity(table, Method.AUTO, np.array([0, 1]), np.array([1, 2]))
    )
    assert not by_a.any()
    assert not by_b.any()


def test_half_an_archive_meets_the_whole_one_by_its_bytes():
    whole, half = PACKED[0], PACKED[0][:1200]
    signed = SignatureTable.build(sign(data) for data in (whole, half))
    table = SignatureTable.concatenate((signed, SignatureTable.build([sign(TEXTS[0])])))
    row = 0 if table.size[0] == len(whole) else 1
    view = np.where(np.arange(2) == row, 2, -1).astype(np.int32)
    kind = np.where(np.arange(2) == row, MEMBERS, BYTES).astype(np.uint8)
    shut = Representations(table, view, (view >= 0).astype(np.uint8), ("raw", "zip"), kind, view < 0)
    plain = Representations(table, view, (view >= 0).astype(np.uint8), ("raw", "zip"), kind)
    a, b = np.array([0]), np.array([1])
    for representations, alike in ((shut, True), (plain, False)):
        links = find_links(table, Method.AUTO, 0.5, roles=representations.roles)
        found = content_links(links, representations)
        figure, by_a, by_b = judged(representations, Method.AUTO, a, b)
        assert (len(found) == 1) == (figure[0] > 0.5) == alike
        assert (by_a | by_b).tolist() == [not alike]
        assert representations.basis(a, b).tolist() == [BYTES if alike else MEMBERS]
        asked = [query(table, QueryContent.of(sign(data)), floor=0.3) for data in (whole, TEXTS[0])]
        assert ((1 - row) in of_contents(asked, representations).rows) == alike
    asked = [query(table, QueryContent.of(sign(half)), floor=0.3)]
    assert row in of_contents(asked, shut, closed=True).rows
    assert row not in of_contents(asked, shut).rows
