"""The filter of system calls, run by a small interpreter of its own: what it allows and refuses on both machines."""

import errno
import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.workers.sandbox import seccomp

OWN, LEASH = 4711, 5
ALLOWED, KILLED = "allowed", "killed"
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
I386 = 0x40000003
CALLS = {
    "x86_64": {"open": 2, "openat": 257, "close": 3, "fcntl": 72, "clone": 56, "kill": 62, "tgkill": 234}
    | {"prlimit64": 302, "prctl": 157, "read": 0, "socket": 41, "execve": 59, "ioctl": 16, "clone3": 435},
    "aarch64": {"openat": 56, "close": 57, "fcntl": 25, "clone": 220, "kill": 129, "tgkill": 131}
    | {"prlimit64": 261, "prctl": 167, "read": 63, "socket": 198, "execve": 221, "ioctl": 29, "clone3": 435},
}

machines = pytest.mark.parametrize("machine", ["x86_64", "aarch64"])


def verdict(machine, number, *arguments, architecture=None):
    """Run the filter as the kernel does; return ``ALLOWED``, ``KILLED`` or the errno."""
    words = [argument & (1 << 64) - 1 for argument in arguments] + [0] * (6 - len(arguments))
    data = struct.pack("<iIQ6Q", number, architecture or ARCHITECTURES[machine], 0, *words)
    program, at, held = seccomp.assemble(machine, OWN, LEASH), 0, 0
    while True:
        code, if_true, if_false, value = program[at]
        at += 1
        if code == 0x20:  # BPF_LD | BPF_W | BPF_ABS
            (held,) = struct.unpack_from("<I", data, value)
        elif code == 0x54:  # BPF_ALU | BPF_AND | BPF_K
            held &= value
        elif code == 0x15:  # BPF_JMP | BPF_JEQ | BPF_K
            at += if_true if held == value else if_false
        else:
            assert code == 0x06, code  # BPF_RET | BPF_K
            if value == 0x7FFF0000:
                return ALLOWED
            return KILLED if value == 0x80000000 else value ^ 0x00050000


@machines
def test_a_program_the_kernel_takes(machine):
    program = seccomp.assemble(machine, OWN, LEASH)
    assert len(program) < 4096
    assert program[-1] == (0x06, 0, 0, 0x00050000 | errno.EPERM)
    for at, (code, if_true, if_false, value) in enumerate(program):
        assert 0 <= if_true < 256
        assert 0 <= if_false < 256
        assert 0 <= value < 1 << 32
        if code == 0x15:
            assert at + 1 + max(if_true, if_false) < len(program)


@machines
def test_tables_have_no_number_twice(machine):
    column = list(ARCHITECTURES).index(machine)
    numbers = [
        row[column]
        for table in (seccomp._PLAIN, seccomp._CHECKED, seccomp._ANSWERED)
        for row in table.values()
        if row[column] is not None
    ]
    assert len(numbers) == len(set(numbers))


@machines
@given(number=st.integers(-1, 1000), arguments=st.lists(st.integers(0, 2**64 - 1), max_size=6))
def test_what_is_in_no_table_is_refused(machine, number, arguments):
    column = list(ARCHITECTURES).index(machine)
    plain = {row[column] for row in seccomp._PLAIN.values()}
    checked = {row[column] for row in seccomp._CHECKED.values()}
    answered = {row[column]: row[2] for row in seccomp._ANSWERED.values()}
    found = verdict(machine, number, *arguments)
    if number in plain:
        assert found == ALLOWED
    elif number not in checked:
        assert found == answered.get(number, errno.EPERM)
    for other in (I386, *ARCHITECTURES.values()):
        if other != ARCHITECTURES[machine]:
            assert verdict(machine, number, *arguments, architecture=other) == KILLED
    assert verdict(machine, number | 0x40000000, *arguments) == errno.EPERM  # x32; -1 is no call at all


@machines
@given(flags=st.integers(0, 2**64 - 1))
def test_opening_is_for_reading(machine, flags):
    writes = (
        os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | (os.O_TMPFILE & ~os.O_DIRECTORY)
    )
    wanted = errno.EPERM if flags & writes else ALLOWED
    assert verdict(machine, CALLS[machine]["openat"], -100, 0, flags, 0o600) == wanted
    if "open" in CALLS[machine]:
        assert verdict(machine, CALLS[machine]["open"], 0, flags, 0o600) == wanted


@machines
@given(flags=st.integers(0, 2**32 - 1))
def test_what_starts_is_a_thread(machine, flags):
    namespaces = (
        0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x80
    )
    wanted = ALLOWED if flags & 0x00010000 and not flags & namespaces else errno.EPERM
    assert verdict(machine, CALLS[machine]["clone"], flags) == wanted
    thread = 0x3D0F00  # as the C library starts one
    assert verdict(machine, CALLS[machine]["clone"], thread) == ALLOWED
    assert verdict(machine, CALLS[machine]["clone3"], 0, 0) == errno.ENOSYS


@machines
@given(value=st.integers(-(2**31), 2**31 - 1))
def test_other_arguments(machine, value):
    calls = CALLS[machine]

    def found(name, *arguments):
        return verdict(machine, calls[name], *arguments) == ALLOWED

    assert found("kill", value, 9) == found("tgkill", value, value, 9) == (value == OWN)
    assert found("close", value) == (value != LEASH)
    assert found("prctl", value) == (value == 15)
    assert found("fcntl", 3, value) == (value in (0, 1, 2, 3, 1030))
    assert found("prlimit64", value, 7, 0, 0) == (value in (0, OWN))
    assert not found("prlimit64", 0, 7, value or 1, 0)
    assert not found("prlimit64", 0, 7, (value or 1) << 32, 0)
    assert found("kill", OWN, 9)
    assert not found("close", LEASH)
    assert found("prctl", 15)
    assert found("fcntl", 3, 1030)
    assert found("read", value)
    assert not found("socket", value)
    assert not found("execve", value)
    assert verdict(machine, calls["ioctl"], value) == errno.ENOTTY


def test_another_machine_has_no_filter(monkeypatch):
    class Other:
        machine = "riscv64"

    monkeypatch.setattr(os, "uname", Other)
    assert not seccomp.restrict()
