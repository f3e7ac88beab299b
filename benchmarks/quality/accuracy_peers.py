"""Programs that are asked which files of a tree are alike, and their answers read.

Owns the command lines and the reading of what they print, SimFinder's among them (as a program: nothing of its code is
used). Each is run once, as its manual says it is used for many files; what it cost is that of the one run.
"""

from __future__ import annotations

import csv
import itertools
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from common.peers import Cost, peak_memory

from quality.accuracy_rows import Answer
from quality.accuracy_truth import Corpus, Pair, pair

LEAST = "0.05"
"""The lowest similarity SimFinder lists."""

_FEATURES = "128"
_FARTHEST = 300
_CELL = 5
_LINE = 1_500_000


@dataclass(frozen=True)
class Program:
    """A row of the table.

    Attributes:
        name: of the row.
        needs: the program; "" for SimFinder.
        ask: gives its answer on a corpus; the second is a folder of ours to write in.
    """

    name: str
    needs: str
    ask: Callable[[Corpus, str], Answer]


def captured(
    command: Sequence[str], output: str, folder: str, environment: Mapping[str, str] | None = None
) -> Cost:
    """Run a command to its end, its output into a file.

    Raises:
        RuntimeError: it ended by a signal, with an exit code above 1 (1: some files could not be taken), or silent.
    """
    begin = time.monotonic()
    with open(output, "wb") as file, open(output + ".messages", "w+b") as messages:
        process = subprocess.Popen(command, stdout=file, stderr=messages, cwd=folder, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1) or not os.path.getsize(output):
            messages.seek(0)
            last = messages.read().decode(errors="replace").rstrip().rpartition("\n")[2]
            raise RuntimeError(f"{command[0]} ended with {process.returncode}: {last}")
    wall = time.monotonic() - begin
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_stime, wall, peak_memory(usage))


def lines(path: str) -> Iterator[str]:
    """Lines of what a program printed, names as the system gives them."""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for line in file:
            yield line.rstrip("\n")


def best_of(rows: Iterable[tuple[str, str, float]]) -> dict[Pair, float]:
    """Pairs by normal paths; of several scores the highest."""
    found: dict[Pair, float] = {}
    for one, other, score in rows:
        one, other = os.path.normpath(one), os.path.normpath(other)
        if one != other:
            key = pair(one, other)
            found[key] = max(score, found.get(key, 0.0))
    return found


def _ssdeep(corpus: Corpus, into: str) -> Answer:
    """Every file with every other, scores from 1 to 100."""
    output = os.path.join(into, "ssdeep")
    cost = captured(["ssdeep", "-r", "-l", "-s", "-c", "-d", "."], output, corpus.root)
    return Answer(best_of(ssdeep_rows(lines(output))), cpu=cost.cpu)


def ssdeep_rows(printed: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    """Of its CSV, a pair a line."""
    for row in csv.reader(printed, escapechar="\\", doublequote=False):
        if len(row) == 3 and row[2].isdigit():
            yield row[0], row[1], int(row[2]) / 100


def _simhash(corpus: Corpus, into: str) -> Answer:
    """A matrix of all files; the program prints two digits."""
    output, names = os.path.join(into, "simhash"), sorted(corpus.files)
    if sum(len(name.encode("utf-8", "surrogateescape")) + 9 for name in names) > _LINE:
        raise RuntimeError("simhash -m takes all names in one call, these are too many")
    cost = captured(["simhash", "-f", _FEATURES, "-m", *names], output, corpus.root)
    return Answer(best_of(simhash_rows(lines(output))), cpu=cost.cpu)


def simhash_rows(printed: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    """Of its lower triangle: a line with a name, its number and a cell for every file before; the first is a head."""
    names: list[str] = []
    rows = iter(printed)
    numbers = [found.end() for found in itertools.islice(re.finditer(r"\d+", next(rows, "")), 2)]
    wide = numbers[1] - numbers[0] if len(numbers) == 2 else _CELL  # by the digits of the largest number
    for line in rows:
        at = len(line) - wide * len(names)
        name, _, number = line[:at].rstrip().rpartition(" ")
        if number != str(len(names) + 1):
            raise ValueError(f"row {len(names) + 1} of simhash -m is no row of its matrix")
        name = name.rstrip()
        for before, cell in zip(names, range(at, len(line), wide), strict=True):
            shown = line[cell : cell + wide].strip()
            score = 0.0 if shown == "?" else float(shown)  # too short for a single feature
            if score:
                yield before, name, score
        names.append(name)


def _tlsh(corpus: Corpus, into: str) -> Answer:
    """Every file with every other; a distance of 300 and more counts as nothing in common."""
    output = os.path.join(into, "tlsh")
    cost = captured(["tlsh", "-xref", "-r", ".", "-T", str(_FARTHEST)], output, corpus.root)
    return Answer(best_of(tlsh_rows(lines(output))), cpu=cost.cpu)


def tlsh_rows(printed: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    """Of its pairs with a distance, 0 for the most alike."""
    for line in printed:
        cells = line.split("\t")
        if len(cells) == 3 and cells[2].isdigit() and int(cells[2]) < _FARTHEST:
            yield cells[0], cells[1], 1 - int(cells[2]) / _FARTHEST


def _jdupes(corpus: Corpus, into: str) -> Answer:
    output = os.path.join(into, "jdupes")
    cost = captured(["jdupes", "-r", "-q", "-j", "."], output, corpus.root)
    with open(output, encoding="utf-8", errors="surrogateescape") as file:
        sets = json.load(file)["matchSets"]
    groups = [[os.path.normpath(one["filePath"]) for one in found["fileList"]] for found in sets]
    rows = ((one, other, 1.0) for group in groups for one, other in itertools.combinations(group, 2))
    return Answer(best_of(rows), cpu=cost.cpu)


def _simfinder(*options: str) -> Callable[[Corpus, str], Answer]:
    def ask(corpus: Corpus, into: str) -> Answer:
        """``scan`` for the clusters that a user gets, then ``pairs``, whose cost is told.

        In that order: what a fresh copy compiles once is compiled by the scan.
        """
        common = (corpus.root, "--json", "--quiet", "--hidden", *options)
        pairs, clusters = os.path.join(into, "pairs"), os.path.join(into, "clusters")
        program, home = [sys.executable, "-m", "simfinder"], _home(into)
        captured([*program, "scan", *common], clusters, into, home)
        listing = (*common, "--expand", "--min", LEAST, "--no-cache")
        cost = captured([*program, "pairs", *listing], pairs, into, home)
        return simfinder_answer(corpus.root, pairs, clusters, cost.cpu)

    return ask


def _home(into: str) -> dict[str, str]:
    """An environment whose files of SimFinder lie below our folder: the rows' scans share a cache there."""
    home = os.path.join(into, "home")
    os.makedirs(home, exist_ok=True)
    names = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    return {**os.environ, **dict.fromkeys(names, home)}


def simfinder_answer(root: str, pairs: str, clusters: str, cpu: float) -> Answer:
    """Of the JSON of ``pairs`` and of ``scan``."""

    def below(path: str) -> str:
        return os.path.relpath(path, root)

    with open(pairs, encoding="utf-8") as file:
        said = json.load(file)
    with open(clusters, encoding="utf-8") as file:
        groups = json.load(file)["clusters"]
    return Answer(
        best_of((below(row[0]), below(row[1]), row[2]) for row in said["pairs"]),
        [[below(one["path"]) for one in group["files"]] for group in groups],
        [pair(below(row[0]), below(row[1])) for row in said["contains"]],
        cpu,
    )


PROGRAMS = (
    Program("jdupes", "jdupes", _jdupes),
    Program("ssdeep", "ssdeep", _ssdeep),
    Program("TLSH", "tlsh", _tlsh),
    Program("simhash(1)", "simhash", _simhash),
    Program("SimFinder", "", _simfinder()),
    Program("SimFinder --estimates", "", _simfinder("--estimates")),
    Program("SimFinder --raw", "", _simfinder("--raw")),
    Program("SimFinder tagcount", "", _simfinder("--method", "tagcount")),
    Program("SimFinder spamsum", "", _simfinder("--method", "spamsum")),
    Program("SimFinder simhash", "", _simfinder("--method", "simhash")),
    Program("SimFinder shingleprint", "", _simfinder("--method", "shingleprint")),
    Program("SimFinder content", "", _simfinder("--method", "content")),
)
"""The rows, in the order of the table."""


def saved(path: str) -> Answer:
    """An answer written by ``save``."""
    with open(path, encoding="utf-8") as file:
        said = json.load(file)
    return Answer(
        best_of((one, other, score) for one, other, score in said["pairs"]),
        said.get("clusters"),
        [pair(one, other) for one, other in said["contains"]] if "contains" in said else None,
        said["cpu"],
    )


def save(answer: Answer, path: str) -> None:
    """Write an answer, in the format that the corpora's own scorer reads."""
    said: dict[str, object] = {
        "pairs": [[*key, score] for key, score in answer.pairs.items()],
        "cpu": answer.cpu,
    }
    if answer.clusters is not None:
        said["clusters"] = answer.clusters
    if answer.contains is not None:
        said["contains"] = answer.contains
    with open(path, "w", encoding="utf-8") as file:
        json.dump(said, file)
