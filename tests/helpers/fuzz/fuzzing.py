"""Damaged files of our own formats, handed to what reads them: a result or a plain reason, in bounded time and memory.

    python -m tests.helpers.fuzz.fuzzing FORMAT SECONDS SEED FOLDER

Prints what came of them as JSON. What is being read lies in the folder as ``mutant``, so a process that dies leaves
what killed it. Nothing outside the folder is touched: HOME and the XDG folders have to lie in it. Containers and
documents have a fuzzer of their own, beside the tests of views.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simfinder.errors import SimFinderError
from tests.helpers.fuzz import fuzz_answers, fuzz_sessions, fuzz_shown, fuzz_stores, fuzz_texts
from tests.helpers.fuzz.fuzz_texts import Format

SLOW = 20.0  # s for one mutant, on a machine that does much else
GROWTH = 700 << 20  # bytes that mutants may add to the most memory taken by the samples

FORMATS: dict[str, Callable[[Path], Format]] = {
    "sim": fuzz_texts.sims,
    "ssdeep": fuzz_texts.lists,
    "hamming": fuzz_texts.values,
    "tags": fuzz_texts.tags,
    "rules": fuzz_texts.rules,
    "settings": fuzz_stores.wishes,
    "plan": fuzz_sessions.plans,
    "session": fuzz_sessions.saved,
    "cache": fuzz_stores.caches,
    "journal": fuzz_stores.journals,
    "index": fuzz_stores.indexes,
    "pictures": fuzz_shown.pictures,
    "texts": fuzz_shown.texts,
    "names": fuzz_shown.names,
    "answers": fuzz_answers.answers,
    "comparisons": fuzz_answers.comparisons,
    "views": fuzz_answers.views,
    "heads": fuzz_answers.heads,
    "messages": fuzz_answers.messages,
    "infos": fuzz_answers.infos,
}

TWICE = (
    "sim",
    "ssdeep",
    "hamming",
    "tags",
    "rules",
    "texts",
    "answers",
    "comparisons",
    "views",
    "heads",
    "messages",
    "infos",
)
"""Formats whose reading changes nothing: the same comes out again."""


def run(name: str, seconds: float, seed: int, folder: Path, most: int = sys.maxsize) -> dict[str, Any]:
    """Read mutants of a format for some time.

    Returns:
        How many there were, how many were taken, the reasons of the others with how often each was told, the slowest
        in seconds, and by how many bytes the most memory taken has grown.
    """
    folder.mkdir(parents=True, exist_ok=True)
    dice = random.Random(seed)
    samples, change, look = FORMATS[name](folder)
    path = folder / "mutant"
    for sample in samples[:3]:  # what is loaded or compiled at the first use is not the mutants' time
        path.write_bytes(sample)
        _outcome(look, path)
    taken, reasons, slowest, count, before_all = 0, Counter[str](), 0.0, 0, _peak()
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end and count < most:
            path.write_bytes(change(dice, dice.choice(samples), samples))
            before = time.monotonic()
            first, said = _outcome(look, path)
            assert name not in TWICE or (first, said) == _outcome(look, path), (
                "another outcome the second time"
            )
            taken += said is None
            if said is not None:
                reasons[said[:40]] += 1
            took = time.monotonic() - before
            slowest = max(slowest, took)
            assert took < SLOW, f"{took:.1f} s"
            assert _peak() - before_all < GROWTH, f"{_peak() - before_all >> 20} MB more"
            count += 1
    finally:
        getattr(look, "close", lambda: None)()
    return {
        "format": name,
        "mutants": count,
        "taken": taken,
        "reasons": len(reasons),
        "slowest": slowest,
        "grown": _peak() - before_all,
        "often": dict(reasons.most_common(12)),
        "processes": getattr(look, "told", {}),
    }


def _outcome(look: Callable[[Path], Any], path: Path) -> tuple[Any, str | None]:
    """What was read, or the reason why nothing was."""
    try:
        return look(path), None
    except SimFinderError as error:
        said = error.message
        assert said, "no reason"
        # a path is told as it is; whoever shows it makes visible what it holds
        assert said.isprintable() or os.sep in said or "\udc80" <= max(said) <= "\udcff", repr(said)
        assert "Traceback" not in said
        assert len(said) < 2000
        return None, said


def _peak() -> int:
    """The most memory taken so far, bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/status") as file:
            return int(next(line for line in file if line.startswith("VmHWM")).split()[1]) << 10
    except (OSError, StopIteration):
        return 0


if __name__ == "__main__":
    faulthandler.enable()
    print(json.dumps(run(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))))
