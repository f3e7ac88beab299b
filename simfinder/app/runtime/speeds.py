"""What earlier runs measured of this machine's speed, in a small file in the cache folder.

Nothing depends on it but the time left that is said. What can't be read, is damaged, or could have been written by
somebody else counts as nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from simfinder.app.runtime.time_left import COSTS, Speeds, TimeLeft
from simfinder.errors import StoreError
from simfinder.model.progress import Phase
from simfinder.store import app_dirs, regular_file
from simfinder.store.atomic_write import written_whole

_LARGEST = 10_000  # bytes
_VERSION = 1
_LEAST_S = 2.0  # shorter work is not worth a write
_MOST = 1000.0  # a factor


def _path() -> Path:
    return app_dirs.cache_folder() / "speeds.json"


def remembered() -> Speeds:
    """Return what is known of this machine; nothing where there is no such file, or none to believe."""
    path = _path()
    try:
        app_dirs.refuse_strangers(path.parent, path)
        found = json.loads(regular_file.content(path, _LARGEST))
        if found["version"] != _VERSION:
            return Speeds()
        return Speeds(_known(found["own"]), _known(found["ahead"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError, StoreError):
        return Speeds()


def _known(factors: dict[str, Any]) -> dict[Phase, float]:
    found = {phase: factors[phase] for phase in COSTS if phase in factors}
    return {
        phase: factor
        for phase, factor in found.items()
        if isinstance(factor, int | float) and 0 < factor <= _MOST
    }


def remember(watched: TimeLeft) -> None:
    """Note how fast work was that is done now; does nothing where that can't be written."""
    if watched.seconds < _LEAST_S:
        return
    speeds = watched.learned()
    document = {"version": _VERSION, "own": dict(speeds.own), "ahead": dict(speeds.ahead)}
    with contextlib.suppress(OSError, StoreError):
        app_dirs.refuse_strangers(_path().parent)
        os.makedirs(_path().parent, mode=0o700, exist_ok=True)
        with written_whole(_path(), private=True) as file:
            file.write(json.dumps(document).encode())
