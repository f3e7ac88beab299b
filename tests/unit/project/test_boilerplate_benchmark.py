"""The trees of ``benchmarks/boilerplate.py``, smaller and of invented words: strangers apart, families together."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest

from simfinder.app.session.session import Session
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.search.linking import common_content

BENCHMARKS = str(Path(__file__).parents[3] / "benchmarks")
sys.path.append(BENCHMARKS)
try:
    import boilerplate as benchmark
    from quality import boilerplate_trees as made
finally:
    sys.path.remove(BENCHMARKS)

NAMES = ("sources", "header70", "header85", "letters", "images")


def material() -> made.Material:
    rng = random.Random(7)
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(4, 10))) for _ in range(4000)]

    def sentence(count: int) -> str:
        return " ".join(rng.choices(words, k=count))

    sources = [[f"    {sentence(rng.randint(3, 8))}\n" for _ in range(400)] for _ in range(160)]
    return made.Material(
        sources,
        [sentence(14) for _ in range(200)],
        sentence(150),
        [rng.randbytes(1 << 17) for _ in range(12)],
    )


@pytest.fixture(scope="module")
def trees() -> dict[str, made.Tree]:
    return {tree.name: tree for tree in made.trees(material(), alone=60) if tree.name in NAMES}


def judged(tree: made.Tree, place: Path) -> benchmark.Row:
    session = Session.run(ScanOptions((benchmark.write(tree, str(place)),)), cache=None, control=Control())
    table = session.clusters
    groups = [[member.file.path for member in table.cluster(i).members] for i in range(len(table))]
    below = len(str(place)) + 1
    return benchmark.judged(tree, [[path[below:] for path in group] for group in groups])


@pytest.mark.parametrize("name", NAMES)
def test_strangers_stay_apart_and_families_together(trees, name, tmp_path):
    row = judged(trees[name], tmp_path)
    assert row.precision >= 0.97
    assert row.recall >= 0.97
    assert row.glued <= row.alone // 20
    assert not {"chain", "long"} & set(row.broken)


def test_without_it_a_licence_glues_them_all(trees, tmp_path, monkeypatch):
    def all_of_it(_sketch, _length, a, *_, **_more):
        ones, zeros = np.ones(len(a), np.float32), np.zeros(len(a), np.int32)
        return common_content.Weights(ones, zeros, np.zeros(len(a), np.bool_))

    monkeypatch.setattr(common_content, "weights", all_of_it)
    assert judged(trees["header70"], tmp_path).glued > 50


def test_a_tree_is_always_the_same(trees):
    again = next(tree for tree in made.trees(material(), alone=60) if tree.name == "header85")
    assert again == trees["header85"]


def test_clusters_are_judged():
    tree = made.Tree("t")
    for family, name in (("x", "x1"), ("x", "x2"), ("x", "x3"), ("lone", "lone"), ("other", "other")):
        tree.add(family, name, name.encode())
    row = benchmark.judged(tree, [["t/x1", "t/x2", "t/lone"]])
    assert (row.alone, row.glued, row.pairs, row.held, row.broken) == (2, 1, 3, 1, {"x": 2})
    assert row.precision == pytest.approx((2 * 2 / 3 + 1 / 3 + 1) / 4)
    assert row.recall == pytest.approx((2 * 2 / 3 + 1 / 3 + 1) / 4)
