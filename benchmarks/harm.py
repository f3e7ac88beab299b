"""What SimFinder and others would remove by themselves of files whose origin is known: what is lost, what is found.

    python -m tests.helpers.homes OUT                   # builds the files, see there
    python benchmarks/harm.py OUT [--peers] [--each] [--inside-projects] [--sets A,B] [--show N] [--json]

Two figures lead. *Harm*: files marked that are neither identical to nor an older version of a file that stays.
*Found*: older versions and copies rightly marked, of all there are outside working folders; *within*: of those that
differ from the newest version by no more than the tolerance, as the builder measures it. The table has a row for
each set and one for all; ``--peers`` adds a table with ssdeep at 75, simhash(1) and MinHash on the words of documents
at .7 (all but the newest file of a cluster go), and identical files only. "pairs" and "B-cubed" compare what is shown
together with the lineages; files of other lineages that are near by nature (another format, a signed
copy) or identical count neither way there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

import xxhash  # noqa: E402
from common.peers import installed, print_table  # noqa: E402
from quality import harm_peers  # noqa: E402 - the truth is read by a helper of the tests
from quality.harm_scores import Answer, Judged, Score, judge  # noqa: E402

from tests.helpers.homes import truth  # noqa: E402
from tests.helpers.homes.truth import Row  # noqa: E402

OURS = "SimFinder"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", metavar="OUT", help="folder with files and truth.csv")
    parser.add_argument("--peers", action="store_true", help="also what other programs would remove")
    parser.add_argument(
        "--inside-projects", action="store_true", help="mark there too, and count what is to be found there"
    )
    parser.add_argument("--remove", metavar="WHAT", help="handed on to SimFinder")
    parser.add_argument("--tolerance", metavar="PERCENT", help="likewise")
    parser.add_argument(
        "--each", action="store_true", help="SimFinder looks at each set by itself, not at all at once"
    )
    parser.add_argument(
        "--sets", metavar="A,B", help="judge by the files of these sets only; all are scanned"
    )
    parser.add_argument(
        "--show", metavar="N", type=int, default=0, help="also the worst N harms of SimFinder"
    )
    parser.add_argument(
        "--missed", metavar="N", type=int, default=0, help="also N versions that are not found"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    files = os.path.abspath(os.path.join(arguments.out, "files"))
    try:
        rows = visible(truth.read(Path(arguments.out, "truth.csv")), files)
    except (OSError, ValueError) as error:
        sys.exit(f"{arguments.out}: no corpus of homes: {error}")
    contents = {row.path: _content(os.path.join(files, row.path)) for row in rows}
    answers = _answers(files, [row.path for row in rows], arguments)
    if arguments.inside_projects:
        rows = [replace(row, project="") for row in rows]
    if arguments.sets:
        rows = [row for row in rows if row.set in arguments.sets.split(",")]
    judged = {name: judge(rows, contents, answer) for name, answer in answers.items()}
    if arguments.json:
        print(json.dumps({name: _as_json(one) for name, one in judged.items()}, indent=1))
        return
    _print(judged)
    if arguments.show:
        print_harms(judged[OURS], arguments.show)
    if arguments.missed:
        print_missed(rows, answers[OURS], arguments.missed)


def visible(rows: Sequence[Row], files: str) -> list[Row]:
    """Rows of files that a scan takes at its defaults: not hidden, not empty."""
    return [
        row
        for row in rows
        if not any(part.startswith(".") for part in row.path.split("/"))
        and os.path.getsize(os.path.join(files, row.path))
    ]


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return xxhash.xxh3_128_digest(file.read())


def _answers(files: str, paths: Sequence[str], arguments: argparse.Namespace) -> dict[str, Answer]:
    options = [] if arguments.remove is None else ["--remove", arguments.remove]
    if arguments.tolerance is not None:
        options += ["--tolerance", arguments.tolerance]
    if arguments.inside_projects:
        if _knows("--inside-projects"):
            options.append("--inside-projects")
        else:
            print("SimFinder does not know --inside-projects yet: left out", file=sys.stderr)
    found = {}
    with tempfile.TemporaryDirectory() as into:
        found[OURS] = (harm_peers.each_folder if arguments.each else harm_peers.simfinder)(
            files, into, options
        )
        if arguments.peers:
            here = installed({program for program, _ in harm_peers.PEERS.values() if program})
            for name, (program, _) in harm_peers.PEERS.items():
                if not program or program in here:
                    found[name] = harm_peers.ask(name, files, paths, into)
    return found


def _knows(option: str) -> bool:
    command = [sys.executable, "-m", "simfinder", "plan", "--help"]
    return option in subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT).stdout


def _as_json(judged: Judged) -> dict[str, object]:
    return {
        "all": _figures(judged.whole),
        "sets": {name: _figures(score) for name, score in sorted(judged.sets.items())},
        "harms": [
            {"path": row.path, "set": row.set, "survivor": mark.survivor, "similarity": mark.similarity,
             "relation": mark.relation, "why": mark.why}
            for row, mark in judged.harms
        ],
    }  # fmt: skip


def _figures(score: Score) -> dict[str, object]:
    precision, recall, f1 = score.pairs
    named = {
        "found_share": score.found_share,
        "near_share": score.near_share,
        "pairs_precision": precision,
        "pairs_recall": recall,
    }
    return asdict(score) | named | {"pairs_f1": f1, "b_cubed": score.b_cubed}


def cells(name: str, score: Score) -> list[str]:
    """A row of the table."""
    precision, recall, f1 = score.pairs
    found = f"{score.found_share:.0%} of {score.wanted}" if score.wanted else "-"
    within = f"{score.near_share:.0%} of {score.near}" if score.near else "-"
    counts = (score.files, score.marked, score.right, score.harm, score.newer, score.inside)
    shares = (f"{value:.2f}" for value in (precision, recall, f1, score.b_cubed))
    return [name, *(str(count) for count in counts), found, within, *shares]


HEADER = (
    "", "files", "marked", "right", "harm", "newer", "inside", "found", "within", "pairs P", "R", "F1", "B-cubed"
)  # fmt: skip


def _print(judged: dict[str, Judged]) -> None:
    ours = judged[OURS]
    rows = [cells(name, score) for name, score in sorted(ours.sets.items())]
    print_table(HEADER, [*rows, cells("all", ours.whole)])
    if len(judged) > 1:
        print_table(HEADER, [cells(name, one.whole) for name, one in judged.items()])


def print_harms(judged: Judged, count: int) -> None:
    """The worst harms: unlike files first, a few of each set in turns."""
    ordered = sorted(judged.harms, key=lambda found: (found[1].similarity, found[0].path))
    turns: dict[str, int] = {}
    numbered = []
    for row, mark in ordered:
        turns[row.set] = turns.get(row.set, 0) + 1
        numbered.append((turns[row.set], row.set, row, mark))
    for _, name, row, mark in sorted(numbered, key=lambda found: found[:2])[:count]:
        print(
            f"{name}: {row.path}\n    kept {mark.survivor}, {mark.similarity:.1%} {mark.relation}: {mark.why}"
        )


def print_missed(rows: Sequence[Row], answer: Answer, count: int) -> None:
    """Older versions and copies that are not marked, with the size of the cluster they are shown in."""
    shown = {path: cluster for cluster in answer.clusters for path in cluster}
    unmarked: dict[str, list[Row]] = {}
    for row in rows:
        if row.path not in answer.marks and not row.project:
            unmarked.setdefault(row.lineage, []).append(row)
    missed = [
        row
        for group in unmarked.values()
        for row in sorted(group, key=lambda one: one.rank, reverse=True)[1:]
    ]
    for row in missed[:count]:
        print(
            f"{row.set}: {row.path}  rank {row.rank}, {len(shown.get(row.path, [row.path]))} files in its cluster"
        )


if __name__ == "__main__":
    main()
