"""What every signature method promises, checked for all that are registered. A new one needs its twin, nothing else."""

import random
from functools import cache

import numpy as np
import pytest

from simfinder.errors import SignatureError
from simfinder.model.scan_options import FIGURES, Method
from simfinder.search.candidates import registry as searches
from simfinder.search.linking.links import find_links
from simfinder.signatures.content_hash import view
from simfinder.signatures.methods import registry
from simfinder.signatures.sign.sign_batch import sign_batch
from simfinder.signatures.sign.sign_bytes import Signer, sign
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN
from simfinder.signatures.table.signature_table import COLUMNS, SignatureTable
from tests.unit.signatures.twins import TWINS

ALL = tuple(dict.fromkeys((*(method.name for method in registry.METHODS), *registry.TEXT_METHODS)))
FLOOR = 0.9


@cache
def contents():
    """Nothing, little, zeros, noise, and texts with ever more words changed."""
    dice = random.Random(7)
    words = [bytes(dice.choices(b"abcdefghijklmnopqrstuvwxyz", k=dice.randrange(2, 9))) for _ in range(400)]
    texts = []
    for changed in (0, 1, 3, 8, 20, 60, 150, 400):
        revised = list(words)
        for at in dice.sample(range(len(words)), changed):
            revised[at] = dice.choice(words)[::-1]
        texts.append(b" ".join(revised))
    noise = [dice.randbytes(size) for size in (1, 7, 8, 9, 64, 700, 5000)]
    return (b"", bytes(3000), *noise, *texts)


@cache
def table():
    return SignatureTable.build([sign(data) for data in contents()])


def plain(value):
    """A digest as plain Python values, which compare."""
    return value.tolist() if isinstance(value, np.ndarray) else value


def digest(name, *pieces):
    stream = registry.described(name).stream(PLAIN)
    for piece in pieces:
        stream.update(piece)
    return stream.digest()


def equals_its_twin(name):
    for data in contents():
        assert plain(digest(name, data)) == TWINS[name](data), len(data)


def does_not_depend_on_the_pieces(name):
    dice = random.Random(3)
    for data in contents():
        cuts = sorted(dice.randrange(len(data) + 1) for _ in range(4))
        pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert plain(digest(name, *pieces)) == plain(digest(name, data))
    stream = registry.described(name).stream(PLAIN)
    stream.update(b"before")
    stream.update_zeros(1000)
    stream.update(b"after")
    assert plain(stream.digest()) == plain(digest(name, b"before" + bytes(1000) + b"after"))


def comes_back_from_its_stored_form(name):
    method = registry.described(name)
    for data in contents():
        stored = method.to_bytes(digest(name, data))
        assert isinstance(stored, bytes)
        if method.column is not None:
            assert len(stored) == method.column.bytes
        else:
            assert method.to_bytes(method.from_bytes(stored)) == stored


def comes_back_from_its_text(name):
    method = registry.described(name)
    texts = [method.text(value) for data in contents() if (value := digest(name, data)) is not None]
    assert len(set(texts)) > len(texts) // 2
    best = {"spamsum": 100.0}.get(name, 1.0)
    scored = 0
    for a in texts:
        for b in texts[-3:]:
            try:
                score = registry.score(name, a, b)
            except SignatureError:  # too short for the method
                continue
            scored += 1
            assert score == registry.score(name, b, a)
            assert 0.0 <= score <= best
            assert a != b or score == best
    assert scored >= 3 * 8
    for text in ("", "\x00", "-1", "x" * 50, texts[-1] + "\n,"):
        with pytest.raises(SignatureError):
            registry.score(name, text, texts[-1])


def its_figure_is_symmetric_and_one_for_equal_rows(name):
    rows = np.arange(len(table()))
    a, b = (column.reshape(-1) for column in np.meshgrid(rows, rows))
    figure = searches.pair_search(name).figure(table(), a, b)
    assert figure.dtype == np.float64
    assert np.array_equal(figure, searches.pair_search(name).figure(table(), b, a), equal_nan=True)
    known = ~np.isnan(figure)
    assert known.sum() > len(a) // 4
    assert ((figure[known] >= 0.0) & (figure[known] <= 1.0)).all()
    assert (figure[known & (a == b)] == 1.0).all()
    assert name in searches.figures(table(), len(rows) - 1, len(rows) - 1)


def its_candidates_find_what_brute_force_finds(name):
    method = Method(name)
    a, b = np.triu_indices(len(table()), 1)
    near = searches.similarity(table(), method, a, b) >= np.float32(FLOOR)
    links = find_links(table(), method, FLOOR)
    assert list(zip(links.a.tolist(), links.b.tolist(), strict=True)) == list(
        zip(a[near].tolist(), b[near].tolist(), strict=True)
    )
    assert near.any()


CHECKS = {
    equals_its_twin: ALL,
    does_not_depend_on_the_pieces: ALL,
    comes_back_from_its_stored_form: ALL,
    comes_back_from_its_text: registry.TEXT_METHODS,
    its_figure_is_symmetric_and_one_for_equal_rows: FIGURES,
    its_candidates_find_what_brute_force_finds: tuple(method.value for method in searches.SEARCHED),
}


@pytest.mark.parametrize(
    ("check", "name"),
    [
        pytest.param(check, name, id=f"{name}-{check.__name__}")
        for check, names in CHECKS.items()
        for name in names
    ],
)
def test_a_method_keeps_its_promise(check, name):
    check(name)


def test_every_method_has_a_twin_and_every_twin_a_method():
    assert set(TWINS) == set(ALL)


def test_all_ways_to_sign_and_to_store_give_one_row():
    data = b"".join(contents())
    ends = np.cumsum([len(content) for content in contents()])
    bounds = np.stack((np.concatenate(([0], ends[:-1])), ends), axis=1).astype(np.int64)
    pieces = sign_batch(view(data), bounds)
    signed = []
    for content in contents():
        signer = Signer()
        signer.update(content)
        signed.append(serialize.pack(signer.digest()))
    assert pieces == signed
    good, back = serialize.unpack(pieces)
    assert good.all()
    made = SignatureTable.build([sign(content) for content in contents()])
    order = np.argsort([sign(content).content for content in contents()])
    for column in set(COLUMNS) - {"content", "size"}:
        assert np.array_equal(getattr(back, column)[order], getattr(made, column)), column
