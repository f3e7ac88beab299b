"""The real program in a process of its own, with the test's home."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass


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
