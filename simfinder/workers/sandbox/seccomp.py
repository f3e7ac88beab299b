"""Which system calls a sandboxed process may make: what a reader needs, and nothing else (Linux, seccomp).

Landlock guards what lies below a path. The rest of what native code could ask of the system is refused here: other
processes, sockets of any kind, modes, owners, times and attributes of files, and every interface nobody thought of.
The filter is a list of what is allowed, so a call that a later kernel adds is refused without our doing.

A filter is a small program of the kernel's own (classic BPF): it sees the architecture, the number of the call and its
arguments, never what a pointer points to. Sources: Linux Documentation/userspace-api/seccomp_filter.rst; numbers from
arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h (arm64).
"""

from __future__ import annotations

import errno
import os
import struct
from typing import NamedTuple

from simfinder.model import system
from simfinder.model.system import LINUX_64

_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""Column in the tables below, and AUDIT_ARCH. The old 32-bit calls of both have another one; x32 other numbers."""

_PLAIN = {
    # read what is open, ask where and what a file is (Landlock guards what may be opened), write the answer
    "read": (0, 63),
    "readv": (19, 65),
    "pread64": (17, 67),
    "preadv": (295, 69),
    "lseek": (8, 62),
    "write": (1, 64),
    "writev": (20, 66),
    "recvmsg": (47, 212),  # the only socket is the one that requests and files come from
    "stat": (4, None),
    "lstat": (6, None),
    "fstat": (5, 80),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "statfs": (137, 43),
    "fstatfs": (138, 44),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    "fadvise64": (221, 223),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "pipe": (22, None),
    "pipe2": (293, 59),
    "eventfd2": (290, 19),
    # memory; libraries are loaded late, and kernels compiled where none are kept: code is mapped too
    "brk": (12, 214),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "madvise": (28, 233),
    "mincore": (27, 232),
    "membarrier": (324, 283),
    # threads of its own, see ``clone`` below
    "futex": (202, 98),
    "set_robust_list": (273, 99),
    "set_tid_address": (218, 96),
    "rseq": (334, 293),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "getcpu": (309, 168),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # signals to itself
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigtimedwait": (128, 137),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "alarm": (37, None),
    "setitimer": (38, 103),
    # time, chance, and who and where it is
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "getrandom": (318, 278),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getrusage": (98, 165),
    "getrlimit": (97, 163),
    "sysinfo": (99, 179),
    "uname": (63, 160),
}
"""Numbers of the calls that are allowed whatever their arguments are: x86_64, aarch64 (None: it has none such)."""

_CHECKED = {
    "open": (2, None),
    "openat": (257, 56),
    "close": (3, 57),
    "fcntl": (72, 25),
    "clone": (56, 220),
    "kill": (62, 129),
    "tgkill": (234, 131),
    "prlimit64": (302, 261),
    "prctl": (157, 167),
}
"""Calls that are allowed with some arguments only, see ``_checks``."""

_ANSWERED = {
    "ioctl": (16, 29, errno.ENOTTY),  # as of any file: Python asks whether it is a terminal
    "clone3": (435, 435, errno.ENOSYS),  # its flags can't be seen here; without it, the C library uses clone
    "openat2": (437, 437, errno.ENOSYS),  # likewise
}
"""Calls that are refused in words that libraries expect."""

_SYSTEM_CALL = {"x86_64": 317, "aarch64": 277}  # seccomp(2)
_SET_FILTER, _ALL_THREADS = 1, 1

_WRITING = (
    os.O_ACCMODE | os.O_CREAT | os.O_TRUNC | os.O_APPEND | 0o20000000 if hasattr(os, "O_ACCMODE") else 0
)
"""Flags of an open that is more than reading; the last is __O_TMPFILE."""
_THREAD = 0x00010000
_OTHER_NAMESPACES = (
    0x7E020080  # new ones of mounts, names, users, processes, network, control groups, time, IPC
)
_HARMLESS_FCNTL = (0, 1030, 1, 2, 3)  # duplicate; ask for and set close-on-exec; ask for flags
_SET_NAME = 15

_LOAD, _AND, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_CALL, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_WHOLE = 0xFFFFFFFF

_Instruction = tuple[int, int, int, int]


class _Check(NamedTuple):
    """What one half of an argument must be.

    Attributes:
        word: number of the 32-bit word: twice the number of the argument, one more for the upper half.
        values: the ones allowed.
        mask: bits that are looked at.
        unless: the values are those not allowed.
    """

    word: int
    values: tuple[int, ...]
    mask: int = _WHOLE
    unless: bool = False


def restrict(leash: int = -1) -> bool:
    """Refuse all calls but those of a reader, to all threads of this process, for good.

    Args:
        leash: descriptor that can't be closed from now on; -1 for none.

    Returns:
        Whether the system can do that.
    """
    machine = system.machine() if LINUX_64 else ""
    if machine not in _ARCHITECTURES:
        return False
    import ctypes

    program = assemble(machine, os.getpid(), leash)
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in program)
    held = ctypes.create_string_buffer(code, len(code))
    described = struct.pack("@HP", len(program), ctypes.addressof(held))
    call = ctypes.CDLL(None, use_errno=True).syscall
    number = ctypes.c_long(_SYSTEM_CALL[machine])
    return bool(call(number, ctypes.c_long(_SET_FILTER), ctypes.c_long(_ALL_THREADS), described) == 0)


def assemble(machine: str, own: int, leash: int) -> list[_Instruction]:
    """Return the filter.

    Args:
        machine: ``x86_64`` or ``aarch64``.
        own: id of the process.
        leash: see ``restrict``.

    Returns:
        Instructions: code, jump if true, jump if false, value.
    """
    column, architecture = _ARCHITECTURES[machine]
    checks = _checks(own, leash)
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_IF_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _CALL),
    ]
    for name, numbers in (_PLAIN | _CHECKED).items():
        number = numbers[column]
        if number is not None:
            program += _rule(number, checks.get(name, ()))
    for answered in _ANSWERED.values():
        program += [(_JUMP_IF_EQUAL, 0, 1, answered[column]), (_RETURN, 0, 0, _REFUSE | answered[2])]
    return [*program, (_RETURN, 0, 0, _REFUSE | errno.EPERM)]


def _checks(own: int, leash: int) -> dict[str, tuple[_Check, ...]]:
    """Return what the arguments of the calls in ``_CHECKED`` must be."""
    itself = (_Check(0, (own,)),)
    return {
        "open": (_Check(2, (0,), _WRITING),),
        "openat": (_Check(4, (0,), _WRITING),),
        # what ends it with its parent stays: it can't be closed, and what it does is set by other calls of fcntl
        "close": (_Check(0, (leash & _WHOLE,), unless=True),),
        "fcntl": (_Check(2, _HARMLESS_FCNTL),),
        "clone": (_Check(0, (_THREAD,), _THREAD | _OTHER_NAMESPACES),),
        "kill": itself,
        "tgkill": itself,
        "prlimit64": (_Check(0, (0, own)), _Check(4, (0,)), _Check(5, (0,))),  # ask, set nothing
        "prctl": (_Check(0, (_SET_NAME,)),),
    }


def _rule(number: int, checks: tuple[_Check, ...]) -> list[_Instruction]:
    """Return the instructions that allow a call if its arguments are what they must be, else refuse it."""
    sizes = [1 + (check.mask != _WHOLE) + len(check.values) for check in checks]
    refusal = sum(sizes) + 1  # place of the refusal, counted from the first check
    body: list[_Instruction] = []
    for check, size in zip(checks, sizes, strict=True):
        after = len(body) + size
        body.append((_LOAD, 0, 0, _ARGUMENTS + 4 * check.word))
        if check.mask != _WHOLE:
            body.append((_AND, 0, 0, check.mask))
        for value in check.values:
            here = len(body)
            found, last = after - here - 1, here + 1 == after
            refused = refusal - here - 1
            if check.unless:
                body.append((_JUMP_IF_EQUAL, refused, 0, value))
            else:
                body.append((_JUMP_IF_EQUAL, found, refused if last else 0, value))
    body.append((_RETURN, 0, 0, _ALLOW))
    if checks:
        body.append((_RETURN, 0, 0, _REFUSE | errno.EPERM))
    return [(_JUMP_IF_EQUAL, 0, len(body), number), *body]
