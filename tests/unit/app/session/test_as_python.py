"""A small collection on a machine where nothing is compiled: the same answer, to the last bit."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.session.session import Session
from simfinder.arrays import jit_python
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from tests.helpers.as_python import as_python
from tests.helpers.examples import examples

WORDS = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
]


def write(folder, seed, families):
    """Families of files that were made of one another, texts and others, with copies and siblings of one form."""
    rng = random.Random(seed)

    def text(n):
        return [" ".join(rng.choice(WORDS) + str(rng.randrange(90)) for _ in range(9)) for _ in range(n)]

    for family, (kind, count, size) in enumerate(families):
        base = text(size)
        for member in range(count):
            if kind == "copies":
                lines = base
            elif kind == "form":
                lines = [*base, *text(size // 3)]
            else:
                lines = base = [*base[: (cut := rng.randrange(size))], *text(2), *base[cut + 3 :]]
            data = "\n".join(lines).encode()
            if kind == "binary":
                data = bytes(7) + data + rng.randbytes(30)
            (folder / f"{family}-{member}.{'bin' if kind == 'binary' else 'txt'}").write_bytes(data)


def found(folder):
    """Everything that a scan makes of a folder: signatures, links, clusters at three tolerances, what has a reason."""
    session = Session.run(ScanOptions((str(folder),)), Choices(), cache=None, control=Control())
    table, links = session.result.table, session.links
    columns = [table.content, table.tags, table.spam1, table.simhash, table.sketch, table.sketch_low]
    columns += [links.a, links.b, links.similarity, links.weight, links.others, links.sibling]
    for percent in (5, 20, 45):
        session.clustering.choose(Choices(tolerances=Tolerances(percent / 100)))
        clusters = session.clusters
        columns += [clusters.offsets, clusters.members, clusters.kept, clusters.similarity, clusters.relation]
    return columns


FAMILY = st.tuples(
    st.sampled_from(["versions", "copies", "form", "binary"]), st.integers(1, 9), st.integers(4, 60)
)


@settings(max_examples=examples(60, everyday=8), deadline=None)
@given(seed=st.integers(0, 2**32), families=st.lists(FAMILY, max_size=6))
def test_any_collection(tmp_path_factory, seed, families):
    folder = tmp_path_factory.mktemp("files")
    write(folder, seed, families)
    compiled = found(folder)
    with as_python() as ran:
        python = found(folder)
    for one, other in zip(compiled, python, strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    if families:
        assert {"_make.<locals>.sign_all", "_make.<locals>.read_all"} <= ran


def test_crowds_and_forms(tmp_path):
    """Many siblings: values that many files have, crowded rows, links that are weighed."""
    write(tmp_path, 5, [("form", 36, 12), ("versions", 12, 12), ("form", 12, 9)])
    compiled = found(tmp_path)
    with as_python() as ran:
        python = found(tmp_path)
    assert all(np.array_equal(one, other) for one, other in zip(compiled, python, strict=True))
    assert {"_join", "look", "decide", "_weigh", "_listed", "_worth", "_collect", "_joining"} <= ran


def test_a_large_collection_is_compiled(tmp_path, monkeypatch):
    write(tmp_path, 5, [("copies", 3, 20)])
    monkeypatch.setattr(jit_python, "FILES", 2)
    with as_python() as ran:
        found(tmp_path)
    assert not ran


@pytest.mark.parametrize("size", [300_000, 1])
def test_files_of_all_sizes_are_signed_together(tmp_path, size):
    (tmp_path / "a").write_bytes(random.Random(1).randbytes(size))
    compiled = found(tmp_path)
    with as_python() as ran:
        python = found(tmp_path)
    assert all(np.array_equal(one, other) for one, other in zip(compiled, python, strict=True))
    assert "_make.<locals>.sign_all" in ran
