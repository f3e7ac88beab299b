"""Builds a corpus of homes: ``python -m tests.helpers.homes OUT``."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from . import releases, truth
from .builder import KINDS, Corpus, Kind
from .sets import home, load

load()


def main() -> None:
    """Write OUT/files and OUT/truth.csv."""
    parser = argparse.ArgumentParser(description="Build folders of real files whose origin is known.")
    parser.add_argument(
        "out", metavar="OUT", type=Path, help="folder for files and truth.csv; files is made anew"
    )
    parser.add_argument("--sets", metavar="A,B", help="only these sets; 'list' names them")
    parser.add_argument(
        "--held-back", action="store_true", help="the sets that are held back, not the open ones"
    )
    parser.add_argument(
        "--home", action="store_true", help="one home folder that mixes them, instead of the sets"
    )
    parser.add_argument(
        "--releases", metavar="CACHE", type=Path, help="only published packages, fetched into CACHE"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="with --releases: the packages nobody has looked at"
    )
    parser.add_argument("--no-office", action="store_true", help="nothing that LibreOffice saves")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.sets == "list":
        for kind in KINDS.values():
            print(f"{kind.name:24}{'trap' if kind.trap else '':6}{'held back' if kind.held_back else ''}")
        return
    files = arguments.out / "files"
    if files.exists() and not (arguments.out / "truth.csv").exists():
        sys.exit(f"{files} is there and was not made by this program")
    shutil.rmtree(files, ignore_errors=True)
    corpus = Corpus(files, arguments.seed, not arguments.no_office)
    if arguments.releases:
        group = "fresh" if arguments.fresh else "held-back" if arguments.held_back else "open"
        releases.build(corpus, arguments.releases, group)
    elif arguments.home:
        home.build(corpus, arguments.held_back)
    else:
        for kind in _chosen(arguments.sets, arguments.held_back):
            corpus.build(kind)
    rows = corpus.finish()
    truth.write(rows, arguments.out / "truth.csv")
    print(
        f"{len(rows)} files, {len({row.lineage for row in rows})} lineages, {len({row.set for row in rows})} sets"
    )


def _chosen(names: str | None, held_back: bool) -> list[Kind]:
    if names is None:
        return [kind for kind in KINDS.values() if kind.held_back == held_back]
    wanted = names.split(",")
    if unknown := [name for name in wanted if name not in KINDS]:
        sys.exit(f"no such set: {', '.join(unknown)}; there are: {', '.join(KINDS)}")
    return [KINDS[name] for name in wanted]


if __name__ == "__main__":
    main()
