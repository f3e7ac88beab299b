"""The real program with the test's home: in this process, or in one of its own.

``SIMFINDER_TESTED`` names another program that is tested instead of these sources, in processes of its own: an
installed wheel, a bundle. Tests that reach into the program while it runs are skipped then (``OF_THESE_SOURCES``).
"""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from simfinder.__main__ import main


@dataclass(frozen=True)
class Finished:
    code: int
    out: bytes
    err: str

    @property
    def json(self):
        return json.loads(self.out)


_TICK = 0.03  # a file changed 20 ms before it is read is not remembered by the cache
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


TESTED = os.environ.get("SIMFINDER_TESTED", "")
PROGRAM = [TESTED] if TESTED else [sys.executable, "-m", "simfinder"]
OF_THESE_SOURCES = pytest.mark.skipif(bool(TESTED), reason=f"reaches into the program, which is {TESTED}")


def simfinder(*arguments, stdin=subprocess.DEVNULL, env=None, cwd=None):
    """Run ``python -m simfinder ARGUMENTS`` in this process, with streams, environment and folder of its own.

    Saves the second that a process takes to start. Signals, closed pipes, the exit and memory want a real one:
    :func:`simfinder_process`.
    """
    if TESTED:
        return simfinder_process(*arguments, stdin=stdin, env=env, cwd=cwd)
    time.sleep(_TICK)
    with contextlib.ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        for name in _DISPLAYS:
            patch.delenv(name, raising=False)
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        if cwd is not None:
            patch.chdir(cwd)
        said = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(2)]
        if stdin is subprocess.DEVNULL:
            given = os.open(os.devnull, os.O_RDONLY)
        else:
            given = os.dup(stdin if isinstance(stdin, int) else stdin.fileno())
        given = os.fdopen(given, "rb")
        patch.setattr(sys, "stdin", stack.enter_context(io.TextIOWrapper(given, "utf-8", "surrogateescape")))
        for name, file, errors in zip(
            ("stdout", "stderr"), said, ("surrogateescape", "backslashreplace"), strict=True
        ):
            stream = io.TextIOWrapper(os.fdopen(os.dup(file.fileno()), "wb"), "utf-8", errors)
            patch.setattr(sys, name, stack.enter_context(stream))
        code = main([str(argument) for argument in arguments])
        sys.stdout.flush()
        sys.stderr.flush()
        for file in said:
            file.seek(0)
        out, err = (file.read() for file in said)
    return Finished(code, out, err.decode("utf-8", "replace"))


def simfinder_process(*arguments, stdin=subprocess.DEVNULL, timeout=120, env=None, cwd=None):
    """Run ``python -m simfinder ARGUMENTS`` to its end, in a process of its own."""
    environment = {k: v for k, v in os.environ.items() if k not in _DISPLAYS}
    result = subprocess.run(
        [*PROGRAM, *(os.fsencode(a) if isinstance(a, str) else a for a in map(str, arguments))],
        capture_output=True,
        stdin=stdin,
        timeout=timeout,
        env={**environment, **(env or {})},
        cwd=cwd,
    )
    return Finished(result.returncode, result.stdout, result.stderr.decode("utf-8", "replace"))


@dataclass(frozen=True)
class Told:
    out: bytes
    err: str
    process: subprocess.Popen

    @property
    def json(self):
        return json.loads(self.out)


def outputs_of(*arguments, timeout=60, env=None):
    """All that ``python -m simfinder ARGUMENTS`` says, up to the end of its outputs.

    The program itself may be in the system's list for longer: as long as a thread of it waits for a dead drive.
    """
    environment = {k: v for k, v in os.environ.items() if k not in _DISPLAYS}
    process = subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        env={**environment, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    late = threading.Timer(timeout, process.kill)
    late.start()
    with process.stdout, process.stderr:
        said = []
        other = threading.Thread(target=lambda: said.append(process.stderr.read()))
        other.start()
        out = process.stdout.read()
        other.join()
    assert late.is_alive(), f"it did not end its outputs within {timeout} s: {said[0].decode()}"
    late.cancel()
    return Told(out, said[0].decode("utf-8", "replace"), process)


def start(*arguments):
    """Start the program and go on."""
    environment = {k: v for k, v in os.environ.items() if k not in _DISPLAYS}
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def kill_when(program, ready, timeout=60):
    """kill -9 as soon as ``ready()``; returns whether the program was still at work."""
    end = time.monotonic() + timeout
    while program.poll() is None and time.monotonic() < end:
        if ready():
            program.send_signal(signal.SIGKILL)
            break
        time.sleep(0.001)  # the program needs the processor
    program.wait(timeout)
    return program.returncode == -signal.SIGKILL


def state(root):
    """Bytes, time and mode of every file below a folder."""
    return {
        str(p.relative_to(root)): (p.read_bytes(), p.stat().st_mtime_ns, p.stat().st_mode)
        for p in Path(root).rglob("*")
        if p.is_file()
    }
