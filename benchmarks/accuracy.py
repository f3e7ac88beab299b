"""How right SimFinder and other programs are on a corpus whose truth is known, and what that costs.

    python benchmarks/accuracy.py CORPUS [--half tune|test|all] [--only NAME]... [--losses] [--json]
                                  [--save FOLDER | --saved FOLDER]

CORPUS is a folder with ``files`` (real files in several versions, made edits) and ``truth`` (two tables of what is
alike, and how much). Each program that is installed is run once on the files. The tables: the best F1 over all
thresholds for pairs of true similarity from 0.9, 0.7 and 0.5 up that are neither identical nor made edits; average
precision; F1 at the one score 0.65, which is what "so many percent in common" must stand for whatever the type; made
edits; containment; clusters; the cost; then what is found by kind of file and by edit, and what is found wrongly.

The best threshold on the very files it is judged on flatters every program. ``--half test`` takes each program's
threshold from the other half (packages are split by a hash of their name) and says what it makes of this one.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence

from common.peers import installed, machine, print_table
from quality import accuracy_peers
from quality.accuracy_peers import PROGRAMS, Program
from quality.accuracy_rows import Answer, Row, judged, plain
from quality.accuracy_scores import BOUND, SCORE, Share, ranked
from quality.accuracy_truth import ALL, TEST, TUNE, Corpus, Likeness, false, made, read, real, wanted

_LISTED = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("corpus", metavar="CORPUS", help="folder with files and truth")
    parser.add_argument("--half", choices=(TUNE, TEST, ALL), default=ALL, help="judge by this half only")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="this row, or those whose name has this in it"
    )
    parser.add_argument("--losses", action="store_true", help="also which pairs are lost and false at 0.65")
    parser.add_argument("--json", action="store_true")
    keep = parser.add_mutually_exclusive_group()
    keep.add_argument("--save", metavar="FOLDER", help="write the programs' answers there")
    keep.add_argument("--saved", metavar="FOLDER", help="judge answers written before, run nothing")
    arguments = parser.parse_args()
    try:
        corpus = read(arguments.corpus)
    except (OSError, ValueError) as error:
        sys.exit(f"{arguments.corpus}: no corpus: {error}")
    programs = _chosen(arguments.only)
    if not programs:
        sys.exit("no row has such a name; there are: " + ", ".join(one.name for one in PROGRAMS))
    answers = _loaded(programs, arguments.saved) if arguments.saved else _asked(programs, corpus)
    if not answers:
        sys.exit("nothing to judge")
    if arguments.save:
        os.makedirs(arguments.save, exist_ok=True)
        for name, answer in answers.items():
            accuracy_peers.save(answer, _place(arguments.save, name))
    part = corpus.half(arguments.half)
    rows = {name: _judged(corpus, part, arguments.half, answer) for name, answer in answers.items()}
    if arguments.json:
        print(_json(arguments.half, part, rows))
        return
    _print(arguments.half, corpus, part, rows)
    if arguments.losses:
        for name, answer in answers.items():
            print_losses(name, part, answer.within(part))


def _chosen(only: Sequence[str] | None) -> list[Program]:
    """Rows by parts of their names; a whole name is that row only."""
    if not only:
        return list(PROGRAMS)
    names = {one.name.lower() for one in PROGRAMS}
    return [
        one
        for one in PROGRAMS
        if any(
            one.name.lower() == name if name in names else name in one.name.lower()
            for name in map(str.lower, only)
        )
    ]


def _place(folder: str, name: str) -> str:
    return os.path.join(folder, re.sub(r"\W+", "-", name.lower()).strip("-") + ".json")


def _loaded(programs: list[Program], folder: str) -> dict[str, Answer]:
    answers = {}
    for one in programs:
        try:
            answers[one.name] = accuracy_peers.saved(_place(folder, one.name))
        except FileNotFoundError:
            print(f"{one.name}: no answer in {folder}, left out", file=sys.stderr)
    return answers


def _asked(programs: list[Program], corpus: Corpus) -> dict[str, Answer]:
    here = installed(one.needs for one in programs if one.needs)
    answers = {}
    with tempfile.TemporaryDirectory() as into:
        for one in programs:
            if not one.needs or one.needs in here:
                print(f"{one.name}…", file=sys.stderr)
                try:
                    answers[one.name] = one.ask(corpus, into)
                except RuntimeError as error:
                    print(f"{one.name}: left out: {error}", file=sys.stderr)
    return answers


def _judged(corpus: Corpus, part: Corpus, half: str, answer: Answer) -> Row:
    """By the whole or a half; by the test half with the threshold that was best on the other."""
    threshold = None
    if half == TEST:
        tune = corpus.half(TUNE)
        threshold = ranked(tune, answer.within(tune).pairs, BOUND, real).threshold
    return judged(part, answer, corpus.size, threshold)


def _json(half: str, part: Corpus, rows: dict[str, Row]) -> str:
    whole = {"machine": machine(), "half": half, "files": len(part.files), "pairs": len(part.pairs)}
    return json.dumps({**whole, "rows": plain(rows)}, indent=1)


def figure(value: float) -> str:
    """Two digits, three from .9 up, where they tell."""
    return f"{value:.3f}" if 0.9 <= value < 1 else f"{value:.2f}"


def _print(half: str, corpus: Corpus, part: Corpus, rows: dict[str, Row]) -> None:
    print(machine())
    wanted_pairs = sum(real(key, like) and wanted(like, BOUND) for key, like in part.pairs.items())
    print(f"{len(part.files)} of {len(corpus.files)} files ({half}), {wanted_pairs} pairs to be found\n")
    frozen = ["frozen"] if half == TEST else []
    print_table(
        [
            "",
            ">= 0.9",
            ">= 0.7",
            ">= 0.5",
            "AP",
            "at 0.65",
            *frozen,
            "edits",
            "edits at 0.65",
            "touched",
            "contains P",
            "contains R",
            "B-cubed",
            "MB/s",
        ],
        [[name, *_cells(row, half)] for name, row in rows.items()],
    )
    print(f"Best threshold for true >= {BOUND}, precision and recall there and at {SCORE}\n")
    print_table(
        ["", "threshold", "P", "R", f"P at {SCORE}", f"R at {SCORE}", "B-cubed P", "B-cubed R"],
        [[name, *_thresholds(row)] for name, row in rows.items()],
    )
    print(f"Share found at {SCORE}, true >= {BOUND}, by kind (of so many pairs)\n")
    _print_shares({name: row.kinds for name, row in rows.items()})
    print(f"Share found at {SCORE} with what it was made from, by edit\n")
    _print_shares({name: row.edit_kinds for name, row in rows.items()})
    print(f"False pairs at {SCORE}, by kind\n")
    kinds = sorted({kind for row in rows.values() for kind in row.false_kinds})
    if kinds:
        print_table(
            ["", *kinds],
            [[name, *(str(row.false_kinds.get(kind, "")) for kind in kinds)] for name, row in rows.items()],
        )


def _cells(row: Row, half: str) -> list[str]:
    frozen = [] if half != TEST else [figure(row.frozen.f1) if row.frozen else ""]
    holds = row.containment
    return [
        *(figure(ranking.best.f1) for ranking in row.bounds.values()),
        figure(row.bounds[BOUND].average),
        figure(row.fixed.f1),
        *frozen,
        figure(row.edits.best.f1),
        figure(row.fixed_edits.f1),
        figure(row.touched),
        figure(holds.precision) if holds else "",
        figure(holds.recall) if holds else "",
        figure(row.clusters.f1),
        f"{row.speed:.1f}",
    ]


def _thresholds(row: Row) -> list[str]:
    best, fixed = row.bounds[BOUND], row.fixed
    threshold = "" if best.threshold is None else f"{best.threshold:.4g}"
    measures = (best.best, fixed, row.clusters)
    return [threshold, *(figure(value) for one in measures for value in (one.precision, one.recall))]


def _print_shares(rows: dict[str, dict[str, Share]]) -> None:
    """A line per kind or edit, a column per program."""
    names = sorted({name for shares in rows.values() for name in shares})
    print_table(
        ["", "of", *rows],
        [
            [
                name,
                str(next(iter(rows.values()))[name][1]),
                *(figure(shares[name][0] / shares[name][1]) for shares in rows.values()),
            ]
            for name in names
        ],
    )


def print_losses(name: str, part: Corpus, answer: Answer) -> None:
    """Which pairs to be found have no score of 0.65, and which have it and are not alike; edits among them."""
    lost = [
        (like, key, answer.pairs.get(key))
        for key, like in part.pairs.items()
        if like.relation != "identical" and wanted(like, BOUND) and answer.pairs.get(key, 0.0) < SCORE
    ]
    print(f"\n{name}: {len(lost)} pairs of true >= {BOUND} below {SCORE}\n")
    groups = Counter((like.kind, _change(like), score is None) for like, _, score in lost)
    print_table(
        ["kind", "change", "no score", "pairs"],
        [[kind, change, "yes" if none else "", str(n)] for (kind, change, none), n in groups.most_common()],
    )
    rows = sorted(lost, key=lambda row: (-row[0].similarity, row[1]))
    _print_pairs([(like.similarity, score, key) for like, key, score in rows])
    wrong = []
    for key, score in answer.pairs.items():
        like = part.pairs.get(key)
        if score >= SCORE and false(like, BOUND):
            wrong.append((like.similarity if like else 0.0, score, key))
    real_ones = sum(not made(key) for _, _, key in wrong)
    print(f"\n{name}: {len(wrong)} pairs at {SCORE} that are not alike, {real_ones} without a made edit\n")
    _print_pairs(sorted(wrong, key=lambda row: (-(row[1] or 0), row[2])))


def _change(like: Likeness) -> str:
    """What parts two files: an edit, the harder of two, or that they are versions, or of different origin.

    Two edits are named by the one that most pairs are lost by: bytes changed all over.
    """
    edits = sorted(like.edit.split("+"), key=_scattered, reverse=True)
    return edits[0] + (" and another" if len(edits) > 1 else "") if like.edit else like.relation


def _scattered(edit: str) -> float:
    """Percent of the bytes changed all over a file."""
    found = re.fullmatch(r"bytes-([\d.]+)%", edit)
    return float(found[1]) if found else 0.0


def _print_pairs(rows: Sequence[tuple[float, float | None, tuple[str, str]]]) -> None:
    shown = rows[:_LISTED]
    if shown:
        print_table(
            ["true", "score", "one", "other"],
            [[f"{true:.3f}", "" if score is None else f"{score:.3f}", *key] for true, score, key in shown],
        )
    if len(rows) > len(shown):
        print(f"and {len(rows) - len(shown)} more")


if __name__ == "__main__":
    main()
