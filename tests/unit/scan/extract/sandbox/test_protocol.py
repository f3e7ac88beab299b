"""Requests and answers as bytes."""

import io
import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan.extract.sandbox import protocol as frames
from simfinder.scan.extract.sandbox.protocol import Request

requests = st.builds(
    Request,
    st.binary(max_size=100),
    st.integers(0, 255),
    st.booleans(),
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**32 - 1),
    st.integers(0, 2**32 - 1),
)


@given(st.lists(requests, max_size=5), st.integers(0, 40))
def test_requests_there_and_back(asked, cut):
    data = b"".join(map(frames.pack_request, asked))
    source = io.BytesIO(data)
    assert [frames.read_request(source) for _ in asked] == asked
    assert frames.read_request(source) is None
    if asked and cut:
        short = io.BytesIO(data[:-cut])
        got = []
        while (request := frames.read_request(short)) is not None:
            got.append(request)
        assert got == asked[: len(got)]
        assert len(got) < len(asked)


@given(st.lists(st.text(max_size=50), min_size=1, max_size=9), st.binary(max_size=100))
def test_ends_there_and_back(words, members):
    told, listed = frames.unpack_end(frames.pack_end(words, members))
    assert listed == members
    assert told == [word.replace("\0", "?").encode("utf-8", "replace").decode() for word in words]


def test_words_of_any_kind_and_length():
    told, _ = frames.unpack_end(frames.pack_end(["\udcff\0x", "ä" * 10_000], b""))
    assert told == ["??x", "ä" * 4000]
    assert len(frames.pack_end(["\U0001f600" * 9999] * 12)) < frames.most(0, 0)


@given(st.binary(max_size=60))
def test_nonsense_is_an_end_or_an_error(payload):
    try:
        words, members = frames.unpack_end(payload)
    except ValueError:
        return
    assert all(isinstance(word, str) for word in words)
    assert payload.endswith(members)


@pytest.mark.parametrize("size", [0, 1, 100_000, 3_000_000])
def test_all_of_it_goes_through_a_pipe(size):
    reading, writing = os.pipe()
    os.set_blocking(writing, True)
    data = frames.frame(frames.DATA, os.urandom(size))
    thread = threading.Thread(target=frames.write, args=(writing, data))
    thread.start()
    got = b""
    while len(got) < len(data):
        got += os.read(reading, 7777)
    thread.join()
    os.close(reading)
    os.close(writing)
    assert got == data
    assert frames.HEADER.unpack_from(got) == (frames.DATA, size)


def test_the_longest_list_fits():
    from simfinder.scan.extract.limits import BOUNDS
    from simfinder.scan.extract.members import Member, pack

    few = [Member(b"x" * 99, 2**63, b"h" * 16)] * 1000
    assert len(frames.pack_end(["word"] * 9, pack(few))) < frames.most(1000, 100 * 1000)
    assert frames.most(BOUNDS.members, BOUNDS.names) < 1 << 26
