"""How well whole folders are found that are copies, parts or versions of one another, and at what cost.

    python -m pip download --no-deps -d WHEELS flask==1.0.4 flask==1.1.4 …   # several versions of some packages
    python benchmarks/folders.py [WHEELS] [--peer] [--show] [--keep OUT]     # truth: precision, recall, harm
    python benchmarks/folders.py PACKAGES --fresh SEED [--show]              # the same on folders held back from tuning
    python benchmarks/folders.py --scale 25000 100000 [--alike]              # cost of the search alone, made as columns

*Truth*: folders made of Python's own library and of the wheels given, see ``quality/folder_trees``: versions side by
side, copies renamed, edited, partly deleted, merged into others, backups of backups, archives beside what they hold,
and strangers of one make (Flask apps, React apps, theses of one class). *Right*: pairs called identical, contained or
versions that are so. *Found*: pairs that were made so, with the right relation. *Harm*: pairs by which something would
be lost: the folder that goes has a file that the one that stays does not have (identical, contained), or is the newer
version. *Above*: merely similar strangers that are listed above a planted pair. ``--peer``: jdupes finds identical
files; it reports two folders if all their files have a copy in the other.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from common.peers import print_table  # noqa: E402
from quality.folder_trees import Truth, contents_of, make  # noqa: E402
from quality.fresh_folder_trees import make_fresh  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "wheels", nargs="?", type=Path, help="folder with wheels, several versions of some packages"
    )
    parser.add_argument("--fresh", type=int, metavar="SEED", help="folders held back, drawn by this number")
    parser.add_argument("--peer", action="store_true", help="also what jdupes finds")
    parser.add_argument("--show", action="store_true", help="also each pair that is wrong or missing")
    parser.add_argument("--keep", type=Path, metavar="OUT", help="make the folders here and leave them")
    parser.add_argument(
        "--scale", type=int, nargs="+", metavar="N", help="cost for so many folders, ten files each"
    )
    parser.add_argument(
        "--alike", action="store_true", help="with --scale: every folder holds nearly the same"
    )
    arguments = parser.parse_args()
    if arguments.scale:
        _scale(arguments.scale, alike=arguments.alike)
        return
    with tempfile.TemporaryDirectory() as scratch:
        out = (arguments.keep or Path(scratch)) / "files"
        out.mkdir(parents=True)
        if arguments.fresh is None:
            truth = make(out, arguments.wheels)
        else:
            truth = make_fresh(out, arguments.wheels, arguments.fresh)
        rows = [("SimFinder", *_judged(truth, _ours(out), show=arguments.show))]
        if arguments.peer and shutil.which("jdupes"):
            rows.append(("jdupes", *_judged(truth, _peer(truth, out), show=False)))
        print_table(
            ("", "right", "found", "identical", "contained", "version", "harm", "above", "CPU s"), rows
        )


def _ours(out: Path) -> tuple[list[dict[str, Any]], float]:
    before = _children()
    done = subprocess.run(
        [sys.executable, "-m", "simfinder", "folders", str(out), "--json", "--quiet"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode > 1:
        sys.exit(done.stderr)
    return json.loads(done.stdout)["folders"], _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _peer(truth: Truth, out: Path) -> tuple[list[dict[str, Any]], float]:
    """Return the folders that jdupes' groups of identical files tell as identical or contained."""
    before = _children()
    done = subprocess.run(["jdupes", "-r", "-q", str(out)], capture_output=True, text=True, check=False)
    groups = [group.splitlines() for group in done.stdout.split("\n\n") if group.strip()]
    copies: dict[str, set[int]] = defaultdict(set)
    folders = [path for path in truth.family if os.path.isdir(path)]
    for number, group in enumerate(groups):
        for path in group:
            for folder in folders:
                if path.startswith(folder + os.sep):
                    copies[folder].add(number)
    sizes = {folder: sum(path.is_file() for path in Path(folder).rglob("*")) for folder in folders}
    found = []
    for one in folders:
        for other in folders:
            both = len(copies[one] & copies[other])
            if one < other and both and both >= min(sizes[one], sizes[other]):
                relation = "identical" if both >= max(sizes[one], sizes[other]) else "contained"
                kept = "a" if sizes[one] >= sizes[other] else "b"
                found.append({"a": one, "b": other, "relation": relation, "kept": kept, "bytes_freed": 1})
    return found, _children() - before


def _judged(truth: Truth, answer: tuple[list[dict[str, Any]], float], *, show: bool) -> tuple[str, ...]:
    """Compare pairs with the truth; return the cells of a row."""
    pairs, seconds = answer
    told = {(pair["a"], pair["b"]): pair for pair in pairs}
    claims = [pair for pair in pairs if pair["relation"] != "similar"]
    wrong = [pair for pair in claims if not _is_so(truth, pair)]
    missing = {
        pair: is_so
        for pair, is_so in truth.needed.items()
        if is_so not in _SAYS.get(word := _told(told, *pair), (word,))
    }
    kinds = Counter(truth.needed.values())
    lost = Counter(missing.values())
    harm = [pair for pair in claims if pair["bytes_freed"] and _harms(truth, pair)]
    planted = [at for at, pair in enumerate(pairs) if (pair["a"], pair["b"]) in truth.needed]
    before = pairs[: max(planted, default=0)]
    above = [
        pair
        for pair in before
        if pair in wrong or (pair["relation"] == "similar" and not _are_kin(truth, pair["a"], pair["b"]))
    ]
    if show:
        for pair, relation in missing.items():
            print("missing", relation, *pair, told.get(pair), sep="\n    ")
        for word, those in (("wrong", wrong), ("harm", harm), ("above", above)):
            for pair in those:
                print(word, pair, sep="\n    ")
    cells = [
        f"{1 - len(wrong) / max(1, len(claims)):.3f}",
        f"{1 - len(missing) / max(1, len(truth.needed)):.3f}",
    ]
    cells += [f"{kinds[kind] - lost[kind]}/{kinds[kind]}" for kind in ("identical", "contained", "version")]
    return (*cells, str(len(harm)), str(len(above)), f"{seconds:.1f}")


def _told(told: dict[tuple[str, str], dict[str, Any]], one: str, other: str) -> str:
    """Return the relation reported for two folders, or for folders that hold them and say the same of them.

    What holds nothing else is the same folder. All of a copy of folders is a copy; of versions only what is at the same
    place in both.
    """
    one, other = _inner(one), _inner(other)
    sides = [_ways(path) for path in (one, other)]
    for depth, above in enumerate(sides[0]):
        for its_depth, its_above in enumerate(sides[1]):
            pair = told.get((min(above, its_above), max(above, its_above)))
            if pair is None:
                continue
            relation = str(pair["relation"])
            if depth == its_depth == 0 or (
                _inner(above) == _inner(one) and _inner(its_above) == _inner(other)
            ):
                return relation
            if relation == "identical" or (
                relation == "version" and one[len(above) :] == other[len(its_above) :]
            ):
                return relation if relation == "identical" else "inside a version"
            if relation == "contained":
                return "inside a copy"
    return ""


def _ways(path: str) -> list[str]:
    """Return a path and those of all folders above it."""
    found = [path]
    while (path := os.path.dirname(path)) != found[-1]:
        found.append(path)
    return found


def _inner(path: str) -> str:
    """Return the first folder at or below a path that holds more than one other folder."""
    while (
        os.path.isdir(path)
        and len(names := os.listdir(path)) == 1
        and os.path.isdir(os.path.join(path, names[0]))
    ):
        path = os.path.join(path, names[0])
    return path


_SAYS = {
    "inside a copy": ("identical", "contained"),
    "inside a version": ("version", "identical", "contained"),
}


def _is_so(truth: Truth, pair: dict[str, Any]) -> bool:
    """Tell whether a claim is true: by contents, of versions by origin."""
    if pair["relation"] == "version" or os.path.isfile(pair["a"]) or os.path.isfile(pair["b"]):
        return _are_kin(truth, pair["a"], pair["b"])
    one, other = contents_of(Path(pair["a"])), contents_of(Path(pair["b"]))
    if pair["relation"] == "identical":
        return one == other
    return not (other - one if pair["kept"] == "a" else one - other)


def _are_kin(truth: Truth, one: str, other: str) -> bool:
    """Tell whether two folders are of one origin, or most of what is in them is."""
    mine, its = _origins(truth, one), _origins(truth, other)
    return len(mine & its) * 2 >= len(mine | its)


def _origins(truth: Truth, path: str) -> set[str]:
    """Return the family of what was made at or next above a path; else those below it; else the path itself."""
    above = [made for made in truth.family if made == path or path.startswith(made + os.sep)]
    if above:
        return {truth.family[max(above, key=len)]}
    below = [made for made in truth.family if made.startswith(path + os.sep)]
    return {
        truth.family[made] for made in below if not any(made.startswith(other + os.sep) for other in below)
    } or {path}


def _harms(truth: Truth, pair: dict[str, Any]) -> bool:
    stays, goes = (pair["a"], pair["b"]) if pair["kept"] == "a" else (pair["b"], pair["a"])
    if pair["relation"] == "version":
        newer = truth.newer.get((pair["a"], pair["b"]))
        return newer is not None and newer != stays
    if goes in truth.contents and stays in truth.contents:
        return bool(truth.contents[goes] - truth.contents[stays])
    return False


def _scale(sizes: list[int], *, alike: bool) -> None:
    """Time the search for trees of several sizes, each in a process of its own."""
    rows = []
    for folders in sizes:
        command = [sys.executable, "-c", f"from folders import search_made; search_made({folders}, {alike})"]
        done = subprocess.run(
            command,
            cwd=os.path.dirname(os.path.abspath(__file__)),
            capture_output=True,
            text=True,
            check=True,
        )
        rows.append((f"{folders:,}", *done.stdout.split()))
    print_table(("folders", "files", "pairs", "found s", "shown s", "MB"), rows)


def search_made(folders: int, alike: bool) -> None:
    """Search a tree made as columns; print files, pairs, CPU seconds and the most memory in MB."""
    import numpy as np

    from simfinder.search.folders import candidates, reduce, score
    from simfinder.search.folders.evidence import ContentLinks, Evidence, Files
    from simfinder.search.folders.folder_pairs import FolderPairs
    from simfinder.search.folders.folder_tree import FolderTree

    chance = np.random.default_rng(26)
    none = np.zeros(0, np.int32)

    def made(count: int) -> tuple[FolderTree, Evidence]:
        parent = np.arange(-1, count - 1) // 10 * 10  # folders of ten, in a chain of such
        parent = np.where(np.arange(count) % 10 == 0, np.arange(count) // 200 * 200, parent)
        parent[np.arange(count) % 200 == 0] = 0
        parent[0] = -1
        tree = FolderTree.of(parent, none, none)
        folder = np.repeat(np.arange(count, dtype=np.int32), 10)
        files = len(folder)
        if alike:
            content = np.tile(np.arange(10, dtype=np.int32), count)
            content[9::10] = 10 + np.arange(count)
        else:  # every other two hundred folders are a version of those before, with a tenth changed
            content = np.arange(files) % 2000 + np.arange(files) // 4000 * 2000
            changed = chance.random(files) < 0.1
            content[changed] = files + np.arange(changed.sum())
            content = np.unique(content, return_inverse=True)[1].astype(np.int32)
        contents = int(content.max()) + 1
        links = chance.integers(0, contents, (2, contents // 10))
        links = links[:, links[0] < links[1]]
        name = candidates._mixed(np.tile(np.arange(10, dtype=np.uint64), count))
        columns = Files(
            folder, content, chance.integers(100, 100_000, contents)[content], np.zeros(files, np.int64), name, name,
            np.ones(files, np.int32),
        )  # fmt: skip
        linked = ContentLinks.of(contents, *links, np.full(links.shape[1], 0.8, np.float32))
        whole = np.ones(count, np.bool_)
        return tree, Evidence.of(
            tree, candidates._mixed(np.arange(count, dtype=np.uint64) % 200), columns, linked, whole
        )

    def searched(tree: FolderTree, evidence: Evidence) -> tuple[int, float, float]:
        begun = time.process_time()
        kind, copies = candidates.identical(evidence)
        a, b = candidates.candidates(evidence, tree.folders, 0.3)
        different = (kind[a] != kind[b]) | (kind[a] < 0)
        a, b = np.concatenate((copies[0], a[different])), np.concatenate((copies[1], b[different]))
        scores = score.score(evidence, a, b)
        one, other, _ = candidates.above(evidence, tree.folders, a, b)
        score.score(evidence, one, other)
        good = np.maximum(scores.share_a, scores.share_b) >= 0.3
        a, b, scores = a[good], b[good], scores.take(good)
        found = time.process_time()
        columns = {
            name: np.zeros(len(a), kind) for name, kind in zip(FolderPairs._fields, _kinds(), strict=True)
        }
        columns |= {
            "a": a,
            "b": b,
            "same": scores.same,
            "changed": scores.changed,
            "similarity": scores.similarity,
        }
        columns |= {
            "a_in_b": scores.share_a,
            "b_in_a": scores.share_b,
            "relation": np.full(len(a), 2, np.uint8),
        }
        pairs = FolderPairs(**columns)
        reduce.reduced(tree, pairs)
        return len(a), found - begun, time.process_time() - found

    def _kinds() -> list[Any]:
        return [column.dtype for column in FolderPairs.none()]

    searched(*made(400))  # compile
    tree, evidence = made(folders)
    count, found, shown = searched(tree, evidence)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(len(evidence.content), count, f"{found:.2f}", f"{shown:.2f}", f"{most:.0f}")


if __name__ == "__main__":
    main()
