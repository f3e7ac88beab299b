"""What SimFinder finds of contents in other wrappings and inside others, and how much of what it says is right.

    python -m tests.helpers.wrappings OUT         # builds the files, see there
    python benchmarks/wrappings.py OUT [--held-back] [--missed N] [--wrong N] [--json]

A pair of one content or of its versions is found when it is told at the default tolerance, a part when it is told as
contained in its whole (or as similar to it at that tolerance). Precision: of what is told, the share that belongs
together; files with a subject in common of which the truth says nothing count neither way. "Across formats" are pairs
of different suffixes. CPU and memory are of the whole command, with a fresh cache.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from common.peers import print_table  # noqa: E402 - a sibling, and the truth is read by a helper of the tests

from tests.helpers.wrappings.truth import Made, Pair, Relation, read_files, read_pairs  # noqa: E402

LEAST = 0.7
"""The default tolerance, as a similarity."""

Ends = tuple[str, str]


@dataclass(frozen=True)
class Told:
    """What SimFinder says of a corpus.

    Attributes:
        similar: similarity by pair of paths, in order; 1 for identical files.
        contains: share of the part by whole and part.
        cpu: seconds of processor time.
        problems: how many files could not be read or opened.
    """

    similar: dict[Ends, float]
    contains: dict[Ends, float]
    cpu: float
    problems: int


def ask(files: str) -> Told:
    """Run ``simfinder pairs`` with a home of its own.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    with tempfile.TemporaryDirectory() as home:
        places = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CACHE", "DATA", "CONFIG", "STATE")}
        before = os.times()
        command = [
            sys.executable,
            "-m",
            "simfinder",
            "pairs",
            files,
            "--min",
            str(LEAST),
            "--json",
            "--quiet",
        ]
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | places | {"HOME": home}, stdout=subprocess.PIPE, check=False
        )
        after = os.times()
    if done.returncode not in (0, 1):
        raise subprocess.CalledProcessError(done.returncode, command)
    found = json.loads(done.stdout)

    def ends(a: str, b: str) -> Ends:
        return os.path.relpath(a, files), os.path.relpath(b, files)

    similar = {_ordered(*ends(a, b)): similarity for a, b, similarity, *_ in found["pairs"]}
    for group in found["identical"]:
        similar |= dict.fromkeys((_ordered(*ends(a, b)) for a, b in combinations(group, 2)), 1.0)
    contains = {ends(whole, part): share for whole, part, share, *_ in found["contains"]}
    cpu = sum(after[2:4]) - sum(before[2:4])
    return Told(similar, contains, cpu, len(found["problems"]))


def _ordered(a: str, b: str) -> Ends:
    return (a, b) if a < b else (b, a)


def is_found(pair: Pair, told: Told) -> bool:
    """Return whether a pair of the truth is told."""
    if pair.relation is Relation.CONTAINS and (pair.a, pair.b) in told.contains:
        return True
    return told.similar.get(_ordered(pair.a, pair.b), 0.0) >= LEAST


@dataclass(frozen=True)
class Precision:
    """How much of what is told is right.

    Attributes:
        right: pairs that belong together.
        wrong: pairs that do not.
    """

    right: int
    wrong: list[Ends]

    @property
    def share(self) -> float:
        """Right ones of both; 1 where nothing is told."""
        return self.right / max(1, self.right + len(self.wrong)) if self.wrong else 1.0


def precision(told: Iterable[Ends], truth: set[frozenset[str]], subjects: dict[str, set[str]]) -> Precision:
    """Return the precision of some pairs of paths."""
    right, wrong = 0, []
    for a, b in told:
        if frozenset((a, b)) in truth:
            right += 1
        elif not subjects[a] & subjects[b]:
            wrong.append((a, b))
    return Precision(right, wrong)


def judge(files: Sequence[Made], pairs: Sequence[Pair], told: Told) -> dict[str, Any]:
    """Return recall by row and the three precisions."""
    subjects = {made.path: _subjects(made) for made in files}
    by_row: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_row[pair.row].append(pair)
    truth = {frozenset((pair.a, pair.b)) for pair in pairs}
    similar = [ends for ends in told.similar if set(ends) <= subjects.keys()]
    across = [ends for ends in similar if Path(ends[0]).suffix != Path(ends[1]).suffix]
    inside = [ends for ends in told.contains if set(ends) <= subjects.keys()]
    return {
        "rows": {
            row: {
                "relation": members[0].relation.value,
                "held_back": members[0].held_back,
                "pairs": len(members),
                "missed": [(pair.a, pair.b) for pair in members if not is_found(pair, told)],
            }
            for row, members in sorted(by_row.items())
        },
        "precision": {
            "similar": precision(similar, truth, subjects),
            "similar across formats": precision(across, truth, subjects),
            "contained": precision(inside, truth, subjects),
        },
    }


def _subjects(made: Made) -> set[str]:
    kind, _, names = made.subject.partition(":")
    return {f"{kind}:{name}" for name in names.split("+")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", metavar="OUT", type=Path, help="folder with files, files.csv and pairs.csv")
    parser.add_argument("--held-back", action="store_true", help="also the kinds that are held back")
    parser.add_argument("--missed", metavar="N", type=int, default=0, help="also N missed pairs of each row")
    parser.add_argument("--wrong", metavar="N", type=int, default=0, help="also N pairs that are wrong")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    files, pairs = read_files(arguments.out / "files.csv"), read_pairs(arguments.out / "pairs.csv")
    told = ask(os.path.abspath(arguments.out / "files"))
    if not arguments.held_back:
        aside = {pair.a.partition("/")[0] for pair in pairs if pair.held_back}
        files = [made for made in files if made.path.partition("/")[0] not in aside]
        pairs = [pair for pair in pairs if not pair.held_back]
    found = judge(files, pairs, told)
    if arguments.json:
        print(json.dumps(found, indent=1, default=lambda one: {"share": one.share, **vars(one)}))
        return
    rows = [
        (row, len(one["missed"]), one["pairs"], one["relation"] == "contains")
        for row, one in found["rows"].items()
    ]
    print_table(
        ("", "pairs", "found", "recall"),
        [
            (row, str(count), str(count - missed), f"{1 - missed / count:.2f}")
            for row, missed, count, _ in rows
        ],
    )
    shares = [1 - missed / count for _, missed, count, inside in rows if inside]
    summary = [
        (f"precision, {name}", f"{one.share:.3f}", f"{len(one.wrong)} wrong of {one.right + len(one.wrong)}")
        for name, one in found["precision"].items()
    ]
    if shares:
        summary.append(
            ("recall of containment, mean of rows", f"{sum(shares) / len(shares):.3f}", f"{len(shares)} rows")
        )
    summary.append(("CPU s", f"{told.cpu:.1f}", f"{told.problems} problems"))
    print_table(("", "", ""), summary)
    for row, one in found["rows"].items():
        for a, b in one["missed"][: arguments.missed]:
            print(f"missed, {row}: {a}  {b}  {told.similar.get(_ordered(a, b), 0.0):.2f}")
    for name, one in found["precision"].items():
        for a, b in one.wrong[: arguments.wrong]:
            print(f"wrong, {name}: {a}  {b}")


if __name__ == "__main__":
    main()
