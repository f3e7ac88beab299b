"""Many contents in one call, compiled and as Python: equal to the stored forms of single calls."""

import random
import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.arrays.jit_cache import sources_hash
from simfinder.signatures.content_hash import view
from simfinder.signatures.sign import sign_batch as batch
from simfinder.signatures.sign.sign_batch import sign_batch
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.table import serialize
from simfinder.signatures.tagcount import counter as tagcount
from tests.helpers.as_python import as_python
from tests.helpers.files import recipes
from tests.unit.signatures.shingleprint.test_shingle_set import alike
from tests.unit.signatures.vectors import load


def expected(content):
    return serialize.pack(sign(content))


def signed(contents, between=b"\xa4"):
    """The contents concatenated, with bytes between them."""
    bounds, data = [], bytearray()
    for content in contents:
        bounds.append((len(data), len(data) + len(content)))
        data += content + between
    arguments = view(bytes(data)), np.array(bounds, dtype=np.int64).reshape(-1, 2)
    compiled = sign_batch(*arguments)
    with as_python() as ran:
        assert sign_batch(*arguments) == compiled
    assert ran == {"_make.<locals>.sign_all"}
    return compiled


@given(st.lists(st.binary(max_size=400), max_size=6), st.sampled_from([b"", b"\0", b"t", b"\xff\0\xff"]))
def test_any_contents(contents, between):
    assert signed(contents, between) == [expected(content) for content in contents]


def test_all_recipes_of_the_vectors():
    contents = [recipes.build(vector["recipe"]) for vector in load("recipes_check")]
    contents = [content for content in contents if len(content) < 300_000]
    assert len(contents) > 100
    assert signed(contents) == [expected(content) for content in contents]


def test_last_bytes_of_every_kind():
    """The last byte is a start of its own for tag counts, and one that a hit may reach into."""
    rng = random.Random(1)
    contents = [
        rng.randbytes(n) + bytes((a, b)) for n in (0, 1, 5) for a in tagcount.TAGS for b in tagcount.TAGS
    ]
    assert signed(contents) == [expected(content) for content in contents]


def test_lengths_around_the_steps_of_the_block_size():
    data = random.Random(2).randbytes(100_000)
    contents = [data[:n] for n in (0, 1, 6, 7, 8, 192, 193, 384, 385, 3072, 3073, 98_304, 98_305)]
    assert signed(contents) == [expected(content) for content in contents]


def test_a_print_that_the_sketch_does_not_tell():
    windows = alike(40, random.Random(3), 1 << 20)
    content = b"".join(windows)
    assert len({zlib.crc32(w) for w in windows}) == 1
    (piece,) = signed([content])
    assert int.from_bytes(piece[12:16], "little") > len(serialize.AS_SKETCH)
    assert piece == expected(content)


def test_nothing():
    assert signed([]) == []


def test_another_source_is_another_kernel_in_the_cache():
    """Numba checks one file only: without this, a changed method would keep its old kernel."""

    def key(sources):
        kernel = batch._make(sources).dispatcher
        return kernel._cache._index_key((), kernel.targetctx.codegen())

    now = sources_hash()
    assert key(now) == key(now)
    assert key(now) != key(now + 1)
