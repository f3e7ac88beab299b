"""Requests and answers as bytes."""

import io
import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.workers.sandbox import protocol
from simfinder.workers.sandbox.protocol import Request

requests = st.builds(
    lambda files, *fields: Request(
        fields[0], tuple(path for path, _ in files), *fields[1:], tuple(error for _, error in files)
    ),
    st.lists(st.tuples(st.binary(max_size=30), st.integers(0, 133)), max_size=3),
    st.binary(max_size=100),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)


@given(st.lists(requests, max_size=5), st.integers(0, 40))
def test_requests_there_and_back(asked, cut):
    data = b"".join(map(protocol.pack_request, asked))
    source = io.BytesIO(data)
    assert [protocol.read_request(source) for _ in asked] == asked
    assert protocol.read_request(source) is None
    if asked and cut:
        short = io.BytesIO(data[:-cut])
        got = []
        while (request := protocol.read_request(short)) is not None:
            got.append(request)
        assert got == asked[: len(got)]
        assert len(got) < len(asked)


@given(st.integers(0, 2**32 - 1), st.binary(max_size=60), st.booleans())
def test_ends_there_and_back(serial, answer, spent):
    last = protocol.end(serial, answer, spent=spent)
    kind, length = protocol.HEADER.unpack_from(last)
    payload = last[protocol.HEADER.size :]
    assert (kind, length) == (protocol.END, len(payload))
    assert protocol.unpack_end(payload, serial) == (answer, spent)
    for wrong, asked in ((payload[:4], serial), (payload, serial ^ 1)):
        with pytest.raises(ValueError, match=r"cut short|another"):
            protocol.unpack_end(wrong, asked)


@pytest.mark.parametrize("size", [0, 1, 100_000, 3_000_000])
def test_all_of_it_goes_through_a_pipe(size):
    reading, writing = os.pipe()
    os.set_blocking(writing, True)
    data = protocol.frame(protocol.DATA, os.urandom(size))
    thread = threading.Thread(target=protocol.write, args=(writing, data))
    thread.start()
    got = b""
    while len(got) < len(data):
        got += os.read(reading, 7777)
    thread.join()
    os.close(reading)
    os.close(writing)
    assert got == data
    assert protocol.HEADER.unpack_from(got) == (protocol.DATA, size)
