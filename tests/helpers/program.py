"""The real program in a process of its own, with the test's home."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finished:
    code: int
    out: bytes
    err: str

    @property
    def json(self):
        return json.loads(self.out)


def simfinder(*arguments, stdin=subprocess.DEVNULL, timeout=120, env=None, cwd=None):
    """Run ``python -m simfinder ARGUMENTS`` to its end."""
    environment = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "simfinder",
            *(os.fsencode(a) if isinstance(a, str) else a for a in map(str, arguments)),
        ],
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
    environment = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "simfinder", *map(str, arguments)],
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
    environment = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    return subprocess.Popen(
        [sys.executable, "-m", "simfinder", *map(str, arguments)],
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
