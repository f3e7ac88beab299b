"""Lists of members in packed form."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan.extract.members import Member, check, columns, count_of, pack, unpack

names = st.binary(max_size=30).map(lambda name: name.replace(b"\0", b"/"))
lists = st.lists(
    st.builds(Member, names, st.integers(0, 2**64 - 1), st.binary(min_size=16, max_size=16)), max_size=9
)


@given(lists)
def test_there_and_back(members):
    piece = pack(members)
    check(piece)
    assert unpack(piece) == members
    assert count_of(piece) == len(members)
    sizes, hashes = columns(piece)
    assert list(struct.unpack(f"<{len(members)}Q", sizes)) == [member.size for member in members]
    assert hashes == b"".join(member.content for member in members)


def test_none():
    assert pack([]) == b""
    assert unpack(b"") == unpack(bytes(4)) == []
    assert count_of(b"") == count_of(bytes(4)) == 0
    check(b"")
    check(bytes(4))


def test_a_name_with_a_zero_byte_is_one_name():
    (member,) = unpack(pack([Member(b"a\0b", 1, bytes(16))]))
    assert member.name == b"a?b"


@given(lists, st.data())
def test_damage_is_told_or_does_no_harm(members, data):
    piece = bytearray(pack(members) or b"\0\0\0\0")
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.integers(0, max(0, len(piece) - 1)))
        if data.draw(st.booleans()) and piece:
            piece[where] = data.draw(st.integers(0, 255))
        else:
            del piece[where:]
    damaged = bytes(piece)
    try:
        check(damaged)
    except ValueError:
        with pytest.raises(ValueError, match="a list of members"):
            unpack(damaged)
        return
    assert len(unpack(damaged)) == count_of(damaged)
    columns(damaged)
