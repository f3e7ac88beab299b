"""A service that was taken over by what it read: it runs whatever code the request holds.

The code sees ``call`` (a system call by name, as native code makes it: what it returns, and the errno), ``opened`` (the
descriptor of the request's file), and what ``_NAMES`` lists. The answer is what the last line is worth, as JSON.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import struct
import threading

from simfinder.workers.sandbox.server import Call

_NAMES = {
    "ctypes": ctypes,
    "os": os,
    "signal": signal,
    "socket": socket,
    "struct": struct,
    "threading": threading,
}
_COLUMN = 0 if os.uname().machine == "x86_64" else 1
_TABLE = """
    accept 43 202; add_key 248 217; bind 49 200; bpf 321 280; capset 126 91; chdir 80 49; chmod 90 -; chown 92 -
    chroot 161 51; clock_settime 227 112; clone 56 220; clone3 435 435; close 3 57; close_range 436 436; connect 42 203
    copy_file_range 326 285; creat 85 -; dup2 33 -; dup3 292 24; execve 59 221; execveat 322 281; fallocate 285 47
    fanotify_init 300 262; fchdir 81 50; fchmod 91 52; fchmodat 268 53; fchmodat2 452 452; fchown 93 55
    fchownat 260 54; fcntl 72 25; finit_module 313 273; flock 73 32; fork 57 -; fremovexattr 199 16; fsetxattr 190 7
    fsopen 430 430; ftruncate 77 46; futimesat 261 -; getpid 39 172; init_module 175 105; inotify_init1 294 26
    io_uring_enter 426 426; io_uring_register 427 427; io_uring_setup 425 425; ioctl 16 29; kcmp 312 272
    keyctl 250 219; kill 62 129; link 86 -; linkat 265 37; listen 50 201; lsetxattr 189 6; memfd_create 319 279
    memfd_secret 447 447; migrate_pages 256 238; mkdir 83 -; mkdirat 258 34; mknod 133 -; mknodat 259 33
    mount 165 40; move_mount 429 429; mq_open 240 180; msgget 68 186; name_to_handle_at 303 264; open 2 -
    open_by_handle_at 304 265; open_tree 428 428; openat 257 56; openat2 437 437; perf_event_open 298 241
    personality 135 92; pidfd_getfd 438 438; pidfd_open 434 434; pidfd_send_signal 424 424; pivot_root 155 41
    prctl 157 167; prlimit64 302 261; process_madvise 440 440; process_vm_readv 310 270; process_vm_writev 311 271
    ptrace 101 117; reboot 169 142; removexattr 197 14; rename 82 -; renameat 264 38; renameat2 316 276
    request_key 249 218; rmdir 84 -; rt_sigqueueinfo 129 138; sched_setaffinity 203 122; seccomp 317 277
    semget 64 190; sendfile 40 71; sendmmsg 307 269; sendmsg 46 211; sendto 44 206; setgroups 116 159
    sethostname 170 161; setns 308 268; setpgid 109 154; setpriority 141 140; setrlimit 160 164; setsid 112 157
    setuid 105 146; setxattr 188 5; setxattrat 463 463; shmget 29 194; socket 41 198; socketpair 53 199
    splice 275 76; symlink 88 -; symlinkat 266 36; syslog 103 116; tgkill 234 131; tkill 200 130; truncate 76 45
    umount2 166 39; unlink 87 -; unlinkat 263 35; unshare 272 97; userfaultfd 323 282; utime 132 -; utimensat 280 88
    utimes 235 -; vfork 58 -
"""
"""Name, number on x86_64, number on aarch64."""


def _numbers() -> dict[str, int]:
    entries = (entry.split() for entry in _TABLE.replace("\n", ";").split(";") if entry.strip())
    return {name: int(numbers[_COLUMN]) for name, *numbers in entries if numbers[_COLUMN] != "-"}


NUMBERS = _numbers()
_system_call = ctypes.CDLL(None, use_errno=True).syscall
_system_call.restype = ctypes.c_long


def call(which: str | int, *arguments: object) -> tuple[int, int]:
    """Make a system call; return its result and the errno."""
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    number = NUMBERS[which] if isinstance(which, str) else which
    ctypes.set_errno(0)
    result = _system_call(ctypes.c_long(number), *words)
    return result, ctypes.get_errno()


def prepare() -> None:
    """Nothing is needed."""


def answer(asked: Call) -> bytes:
    """Run the code; return what its last line is worth."""
    *lines, last = asked.payload.decode().strip().split("\n")
    names = {**_NAMES, "call": call, "opened": asked.open()}
    try:
        exec("\n".join(lines), names)
        return json.dumps(eval(last, names)).encode()
    finally:
        os.close(names["opened"])
