"""What the program prints on real trees, recorded and compared: a change of structure alone must not change a byte.

``python -m tests.helpers.golden record OUT TREE ...`` runs each verb of the command line on each tree and writes
what it printed to OUT; ``compare OLD NEW`` shows the differences of two recordings. Record both on one machine, with
the trees in the same place.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

Command = tuple[str, Sequence[str | Path]]

_VOLATILE = (
    (re.compile(r"\d+(?:\.\d+)? (?:ms|s)\b"), "TIME"),
    (re.compile(r'"created_ns": "\d+"'), '"created_ns": "TIME"'),
    (re.compile(r'(\bseconds"?:?) \d+\.\d+'), r"\1 TIME"),
    (re.compile(r'"seal": "\w+"'), '"seal": "OF THE TIME"'),
    (re.compile(r"<time[^>]*>[^<]*</time>"), "DATE"),
    (re.compile(r"/tmp/tmp\w+"), "TEMPORARY"),
)
_SAMPLE = 40  # files that the seeds' programs sign, in each tree


def commands(tree: Path, scratch: Path) -> Iterator[Command]:
    """Names of recordings, and the arguments of the program."""
    files = sorted(path for path in tree.rglob("*") if path.is_file() and path.stat().st_size > 500)
    sample = files[:: max(1, len(files) // _SAMPLE)][:_SAMPLE]
    for form in ("json", "csv", "html"):
        yield f"scan.{form}", ("scan", f"--{form}", tree)
    for words in (
        ("--estimates",),
        ("--identical",),
        ("--forms",),
        ("--raw",),
        ("--same-type",),
        ("--tolerance", "60%"),
        ("--tolerance", "txt=5%", "--tolerance", "py=50%"),
        *(("--method", method) for method in ("tagcount", "spamsum", "simhash", "shingleprint")),
    ):
        yield f"scan {' '.join(words)}.json".replace("--", ""), ("scan", "--json", *words, tree)
    yield "pairs.json", ("pairs", "--json", "--min", "0.5", tree)
    yield "pairs.txt", ("pairs", "--min", "0.7", "--min-containment", "0.8", tree)
    for remove in ("older", "identical", "similar", "all"):
        yield f"plan {remove}.json", ("plan", "--json", "--remove", remove, "--inside-projects", tree)
    yield "plan.txt", ("plan", tree)
    yield "plan.sh", ("plan", "--sh", tree)
    for number, path in enumerate(sample[:: max(1, len(sample) // 5)]):
        yield f"find {number}.json", ("find", "--json", path, tree)
    for method in ("tagcount", "spamsum", "simhash", "shingleprint", "content"):
        yield f"hash {method}.txt", ("hash", "--method", method, *sample)
    yield "simfind.json", ("simfind", "--json", "--tolerance-key", "2", tree)
    yield "spamsum.txt", ("spamsum", "-r", tree)
    yield "spamsum pairs.txt", ("spamsum", "-d", "-a", *sample)
    yield "shingleprint.txt", ("shingleprint", "-m", *sample)
    yield "index build.txt", ("index", "build", "--block-size", "12", "--index", scratch / "grams", tree)
    yield "index find.txt", ("index", "find", "--index", scratch / "grams", sample[0])


def record(out: Path, trees: Sequence[Path]) -> None:
    """Write a file per tree and command to ``out``, and an error of a command beside its output."""
    with tempfile.TemporaryDirectory() as scratch:
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("XDG_")},
            "HOME": scratch,
            "PYTHONHASHSEED": "0",
        }
        for number, tree in enumerate(trees):
            folder = out / f"{number} {tree.name}"
            folder.mkdir(parents=True, exist_ok=True)
            place = Path(scratch, str(number))
            place.mkdir()
            for name, words in commands(tree.resolve(), place):
                done = subprocess.run(
                    [sys.executable, "-m", "simfinder", *map(str, words)],
                    capture_output=True,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    timeout=3600,
                )
                text = done.stdout.decode("utf-8", "surrogateescape")
                text += f"\n--- exit code {done.returncode}\n" + done.stderr.decode(
                    "utf-8", "surrogateescape"
                )
                for pattern, word in _VOLATILE:
                    text = pattern.sub(word, text)
                Path(folder, name).write_text(
                    text.replace(str(place), "SCRATCH"), "utf-8", errors="surrogateescape"
                )
                print(folder.name, name, done.returncode, flush=True)


def compare(old: Path, new: Path, lines: int = 12) -> int:
    """Print what differs between two recordings; returns how many files do."""
    names = sorted(
        {str(path.relative_to(top)) for top in (old, new) for path in top.rglob("*") if path.is_file()}
    )
    differing = 0
    for name in names:
        before, after = (_lines(top / name) for top in (old, new))
        if before == after:
            continue
        differing += 1
        found = difflib.unified_diff(before, after, f"old/{name}", f"new/{name}", lineterm="", n=0)
        for _, line in zip(range(lines), found, strict=False):
            print(line[:400])
    print(f"{differing} of {len(names)} recordings differ")
    return differing


def _lines(path: Path) -> list[str]:
    """Of a recording, one JSON object a line; none where there is no such recording."""
    if not path.exists():
        return []
    return path.read_text("utf-8", errors="surrogateescape").replace('}, {"', '},\n{"').splitlines()


def main() -> None:
    """Record or compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    arguments = parser.parse_args()
    first, *others = arguments.paths
    if arguments.what == "record":
        record(first, others)
    else:
        sys.exit(bool(compare(first, others[0])))


if __name__ == "__main__":
    main()
