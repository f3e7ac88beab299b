"""Builds a corpus of wrappings: ``python -m tests.helpers.wrappings OUT``."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from . import code, media, messages, packages, parts, texts, updates  # noqa: F401 - they register their kinds
from .builder import KINDS, Corpus
from .truth import Made, Pair, write


def main() -> None:
    """Write OUT/files, OUT/files.csv and OUT/pairs.csv."""
    parser = argparse.ArgumentParser(description="Build files that hold the same in many wrappings.")
    parser.add_argument("out", metavar="OUT", type=Path, help="folder for files and tables; made anew")
    parser.add_argument("--kinds", metavar="A,B", help="only these; 'list' names them")
    parser.add_argument(
        "--cache", metavar="CACHE", type=Path, help="where published packages are kept (OUT/cache)"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.kinds == "list":
        for name, (_, held_back) in KINDS.items():
            print(f"{name:24}{'held back' if held_back else ''}")
        return
    wanted = arguments.kinds.split(",") if arguments.kinds else list(KINDS)
    if unknown := [name for name in wanted if name not in KINDS]:
        sys.exit(f"no such kind: {', '.join(unknown)}; there are: {', '.join(KINDS)}")
    files = arguments.out / "files"
    if files.exists() and not (arguments.out / "pairs.csv").exists():
        sys.exit(f"{files} is there and was not made by this program")
    shutil.rmtree(files, ignore_errors=True)
    corpus = Corpus(files, arguments.cache or arguments.out / "cache", arguments.seed)
    for name in wanted:
        corpus.build(name)
    there = {made.path for made in corpus.files}
    found = [pair for pair in corpus.pairs if {pair.a, pair.b} <= there]
    write(corpus.files, Made, arguments.out / "files.csv")
    write(found, Pair, arguments.out / "pairs.csv")
    print(f"{len(there)} files, {len(found)} pairs in {len({pair.row for pair in found})} rows")


if __name__ == "__main__":
    main()
