"""Requests for views and their answers, as bytes."""

from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.members import Member, pack
from simfinder.scan.extract.view_service import ViewRequest, most, pack_answer, unpack_answer


@given(st.integers(0, 255), st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**62))
def test_requests_there_and_back(code, limit, patience, number):
    bounds = Bounds(*range(number, number + len(BOUNDS)))
    for request in (ViewRequest(code, limit, patience), ViewRequest(code, limit, patience, bounds)):
        assert ViewRequest.unpack(request.pack()) == request


@given(st.lists(st.text(max_size=50), min_size=1, max_size=9), st.binary(max_size=100))
def test_answers_there_and_back(words, members):
    told, listed = unpack_answer(pack_answer(words, members))
    assert listed == members
    assert told == [word.replace("\0", "?").encode("utf-8", "replace").decode() for word in words]


def test_words_of_any_kind_and_length():
    told, _ = unpack_answer(pack_answer(["\udcff\0x", "ä" * 10_000], b""))
    assert told == ["??x", "ä" * 4000]
    assert len(pack_answer(["\U0001f600" * 9999] * 12)) < most(BOUNDS._replace(members=0, names=0))


@given(st.binary(max_size=60))
def test_nonsense_is_an_end_or_an_error(payload):
    try:
        words, members = unpack_answer(payload)
    except ValueError:
        return
    assert all(isinstance(word, str) for word in words)
    assert payload.endswith(members)


def test_the_longest_list_fits():
    few = [Member(b"x" * 99, 2**63, b"h" * 16)] * 1000
    room = BOUNDS._replace(members=1000, names=100 * 1000)
    assert len(pack_answer(["word"] * 9, pack(few))) < most(room)
    assert most(BOUNDS) < 1 << 26
