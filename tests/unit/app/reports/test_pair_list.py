"""All pairs of files as columns, against loops over the same."""

import itertools
import json
import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.find import pair_list
from simfinder.app.find.find_pairs import Pairs
from simfinder.app.reports.json_report import figure
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.search.linking.links import Links, find_links
from tests.helpers.results.told import pairs_json


def by_loops(rows, links, *, expand, types, limit):
    """(similarity, file, file) in the order they are told."""
    of = {}
    for file, row in enumerate(rows):
        if row >= 0:
            of.setdefault(row, []).append(file)
    found = []
    for a, b, similarity in links:
        both = list(itertools.product(of.get(a, []), of.get(b, [])))
        found += [(figure(similarity), min(pair), max(pair)) for pair in (both if expand else both[:1])]
    if expand:
        found += [(1.0, *pair) for files in of.values() for pair in itertools.combinations(files, 2)]
    return sorted(
        (
            (similarity, a, b)
            for similarity, a, b in found
            if (types is None or types[a] == types[b])
            and (limit is None or similarity >= 1.0 - min(limit[a], limit[b]) - 1e-6)
        ),
        key=lambda row: (-row[0], row[1], row[2]),
    )


@given(st.data())
def test_pairs_of_files_are_those_of_their_contents(data):
    rows = data.draw(st.lists(st.integers(-1, 6), min_size=1, max_size=14))
    figures = st.floats(0.0625, 1.0, width=32) | st.sampled_from([1.0, 0.99996, 0.03125 * 3, 0.5])
    linked = {
        pair: float(np.float32(data.draw(figures)))
        for pair in itertools.combinations(range(7), 2)
        if data.draw(st.booleans())
    }
    some = data.draw(st.booleans())
    types = np.array([data.draw(st.integers(0, 1)) for _ in rows]) if some else None
    limit = np.array([data.draw(st.sampled_from([0.0, 0.3, 1.0])) for _ in rows]) if some else None
    expand = data.draw(st.booleans())
    a, b = (np.array([pair[k] for pair in linked], dtype=np.int32) for k in (0, 1))
    result = SimpleNamespace(content_row=np.array(rows, dtype=np.int32), table=range(7))
    links = Links(a, b, np.array(list(linked.values()), dtype=np.float32))
    shown = pair_list.listed(Pairs(result, links, False), expand=expand, types=types, limit=limit)
    told = list(zip(shown.similarity.tolist(), shown.a.tolist(), shown.b.tolist(), strict=True))
    links = [(*pair, similarity) for pair, similarity in linked.items()]
    assert told == by_loops(rows, links, expand=expand, types=types, limit=limit)
    for number, (similarity, *files) in zip(shown.link.tolist(), told, strict=True):
        contents = {rows[file] for file in files}
        assert contents == ({int(a[number]), int(b[number])} if number >= 0 else {rows[files[0]]})
        assert number >= 0 or similarity == 1.0
    same = [[f for f, row in enumerate(rows) if row == wanted] for wanted in range(7)]
    assert shown.groups == ([] if expand else sorted(files for files in same if len(files) > 1))


@pytest.mark.parametrize("expand", [False, True])
def test_the_text_is_one_document_however_it_is_cut(tmp_path, monkeypatch, expand):
    rng = random.Random(8)
    words = [rng.randbytes(4).hex() for _ in range(400)]
    for i in range(9):
        mine = [*words]
        mine[i * 20] = "changed"
        (tmp_path / f"{i}.txt").write_text(" ".join(mine))
        (tmp_path / f"copy of {i}.txt").write_text(" ".join(mine))
    result = scan(ScanOptions((str(tmp_path),)), None, Control())
    found = Pairs(
        result, find_links(result.representations.table, Method.AUTO, 0.3, every=True), verified=False
    )
    whole = pairs_json(found, expand=expand)
    assert len(whole["pairs"]) == (36 * 4 + 9 if expand else 36)
    assert len(whole["identical"]) == (0 if expand else 9)
    monkeypatch.setattr(pair_list, "_AT_ONCE", 5)
    assert pairs_json(found, expand=expand) == whole
    shown = pair_list.listed(found, expand=expand)
    pieces = list(pair_list.text(found, shown))
    assert max(map(len, pieces)) < len("".join(pieces)) / 3
    assert "".join(pieces) == json.dumps(json.loads("".join(pieces))) + "\n"
    assert [[a, b, s] for s, a, b in pair_list.lines(result, shown)] == [pair[:3] for pair in whole["pairs"]]
