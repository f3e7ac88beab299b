"""Programs are code and data without what changes with every build, and stay as they are where nothing is known."""

import io
import random
import struct
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan import payload
from simfinder.scan.extract.archives import zip_archive
from simfinder.scan.extract.formats import HEAD, PLAIN, PROGRAM, RAW, TEXT, recognise, refined
from simfinder.scan.extract.limits import BOUNDS
from simfinder.scan.extract.media import program
from simfinder.scan.extract.media.program import without_addresses
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.scan.payload import MOST_LOADED, is_comparable
from tests.helpers.files.media_files import elf, pe, programs

RNG = random.Random(4)
NOISE, NOTES, WORDS = (bytes(RNG.choices(b"abcdefgh", k=size)) for size in (3000, 900, 500))


def view(data, module=program):
    made = []
    out = ViewSink(made.append, BOUNDS, len(data))
    out.name = "program"
    module.stream(io.BytesIO(data), out)
    return out.name, out.kind, b"".join(made)


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("order", ["<", ">"])
def test_what_debuggers_read_and_tables_do_not_count(wide, order):
    for debug in (NOTES, NOTES[:500] + b"other lines", b""):
        made = elf(NOISE, debug, wide=wide, order=order)
        assert recognise(made) == PROGRAM
        assert view(made) == ("program", PLAIN, NOISE)


def test_a_program_for_windows():
    made = pe(NOISE, WORDS, NOTES, b"appended")
    assert recognise(made) == PROGRAM
    assert view(made) == ("program", PLAIN, NOISE + WORDS + b"appended")
    assert recognise(b"MZ" + bytes(600)) == PLAIN
    assert recognise(b"MZ are two letters of a text. " * 20) == TEXT


def test_what_was_appended_to_a_program_belongs_to_it():
    """Packed programs of one program's making would be one otherwise."""
    package = RNG.randbytes(5000)
    assert view(elf(NOISE, NOTES, package))[2] == NOISE + package


def test_code_that_moved_is_the_same():
    call, jump, test, load = b"\xe8", b"\xe9", b"\x0f\x84", b"\x48\x8d\x05"
    one, other = (
        b"".join(NOISE[100 * n : 100 * n + 99] + op + struct.pack("<i", n * by) for n, op in enumerate(ops))
        for by, ops in ((1000, [call, jump, test, load] * 5), (-77777, [call, jump, test, load] * 5))
    )
    assert one != other
    assert without_addresses(one) == without_addresses(other)
    assert view(elf(one, NOTES))[2] == view(elf(other, NOTES))[2] == without_addresses(one)
    assert view(pe(one, b"", b""))[2] == without_addresses(one)
    far = call + struct.pack("<i", 1 << 28)
    assert without_addresses(far) == far
    arm = struct.pack("<H", 183)
    assert view(elf(one, NOTES).replace(struct.pack("<H", 62), arm, 1))[2] == one, "another processor"


def test_half_of_a_program_is_half_of_it():
    """The table of sections is at the end."""
    whole = elf(NOISE, NOTES)
    assert view(whole[:2000])[2] == whole[:2000]
    assert NOISE[:1000] in view(whole[:2000])[2]


def test_one_without_code_stays_as_it_is():
    assert view(elf(b"", NOTES)) == (RAW, PLAIN, b"")
    assert view(b"\x7fELF\2\1\1" + bytes(900)) == (RAW, PLAIN, b"")


def test_in_an_archive_it_is_the_same_but_its_hash():
    made = [elf(NOISE, NOTES), elf(b"", NOTES), b"words"]
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        for number, data in enumerate(made):
            archive.writestr(f"{number}.so", data)
    assert view(room.getvalue(), zip_archive)[2] == NOISE + made[1] + made[2]


def test_large_programs_are_looked_at_only_without_what_debuggers_read(monkeypatch):
    code = b"\xe8\0\0\0\0".join([NOISE[:500]] * 4)
    moved = code.replace(b"\xe8\0\0", b"\xe8\1\0")
    bare, noted = elf(moved, b""), elf(moved, NOTES * 3)
    assert view(bare)[2] == code
    monkeypatch.setattr(payload, "MOST_LOADED", 100)
    assert view(bare) == (RAW, PLAIN, b"")
    assert refined(PROGRAM, "/a.so", bare, len(bare)) == PLAIN
    assert view(noted)[2].endswith(moved)
    assert refined(PROGRAM, "/a.so", noted[:HEAD], len(noted)) == PROGRAM
    monkeypatch.setattr(program, "LARGEST", 100)
    assert view(noted) == (RAW, PLAIN, b"")


def test_a_program_that_is_mostly_tables_stays_as_it_is_but_for_what_debuggers_read():
    code = NOISE[:500] + b"\xe8\1\0\0\0"
    bare, noted = elf(code, b"", frame=2000), elf(code, NOTES * 2, frame=2000)
    assert view(bare) == (RAW, PLAIN, b"")
    assert view(noted)[2][64:] == bare[64 : bare.index(code) + len(code)]
    assert view(elf(code, NOTES, frame=300))[2] == without_addresses(code)


def test_the_first_bytes_tell_how_large_a_program_is():
    made = elf(NOISE, NOTES)
    for size in (len(made), MOST_LOADED, 100 * MOST_LOADED):
        assert is_comparable(made[:HEAD], size)
    assert not is_comparable(b"\x7fELF\2\1\1" + bytes(505), MOST_LOADED + 1), "nothing is known"
    assert not is_comparable(pe(NOISE, WORDS, NOTES)[:HEAD], MOST_LOADED + 1)


def test_tables_far_outside_a_program():
    made = elf(NOISE, NOTES)
    (table,) = struct.unpack_from("<Q", made, 40)
    for at in (40, table + 3 * 64 + 24):  # the table itself, and the names of sections
        lying = bytearray(made)
        struct.pack_into("<Q", lying, at, 2**64 - 1)
        assert NOISE in view(bytes(lying))[2]
    struct.pack_into("<Q", lying, 32, 2**64 - 1)  # the table of segments
    assert is_comparable(bytes(lying[:HEAD]), len(lying))


@given(st.sampled_from(programs()), st.data())
def test_lying_and_cut_files_give_each_byte_once(sample, data):
    broken = bytearray(sample[: data.draw(st.integers(0, len(sample)))])
    for _ in range(data.draw(st.integers(0, 6))):
        if broken:
            broken[data.draw(st.integers(0, min(400, len(broken) - 1)))] = data.draw(st.integers(0, 255))
    if recognise(bytes(broken)) == PROGRAM:
        assert len(view(bytes(broken))[2]) <= len(broken)
