"""Whether what many unrelated files have in common glues them together, and whether families hold all the same.

    python benchmarks/boilerplate.py [--half tune|test|all] [--alone N] [--only NAME]... [--keep FOLDER]
                                     [--estimates] [--option OPTION]... [--json]

Makes trees of unrelated files that share a licence, a template, a format or padding, with families among them
(``boilerplate_trees.py``, from Python's own library and this machine's programs), scans each by itself and says how
right the clusters are: B-cubed, how many unrelated files are in a cluster at all, and how many of the pairs of families
are in one cluster. Every third row of that is a user's loss: a glued file may be removed as an older version.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from common.peers import machine, print_table
from quality.accuracy_scores import Measure, b_cubed
from quality.accuracy_truth import Corpus, File
from quality.boilerplate_trees import Material, Tree, trees

_LEAST, _PER_FOLDER = 400, 3
_LONGEST = 160  # a line of a source that people write
_PASSED_OVER = {"site-packages", "__pycache__", "encodings", "_vendor"}  # tables all alike, and copies


@dataclass(frozen=True)
class Row:
    """What became of a tree.

    Attributes:
        name: of the tree.
        files: in it.
        precision, recall: B-cubed.
        alone: files that belong to no other.
        glued: of them, those that are in a cluster.
        pairs: of files that belong together.
        held: of them, those that are in one cluster.
        broken: families that are not in one cluster, with how many pieces.
        cpu: seconds of the scan.
    """

    name: str
    files: int
    precision: float
    recall: float
    alone: int
    glued: int
    pairs: int
    held: int
    broken: dict[str, int]
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--half", choices=("tune", "test", "all"), default="all", help="of the material")
    parser.add_argument("--alone", type=int, default=300, help="unrelated files in each tree")
    parser.add_argument("--only", action="append", metavar="NAME", help="trees with this in their name")
    parser.add_argument("--keep", metavar="FOLDER", help="make the trees there and leave them")
    parser.add_argument("--estimates", action="store_true")
    parser.add_argument("--option", action="append", default=[], help="further option of scan")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    material = gathered()
    if arguments.half != "all":
        material = material.half(("tune", "test").index(arguments.half))
    options = [*arguments.option, *(["--estimates"] if arguments.estimates else [])]
    rows = []
    with tempfile.TemporaryDirectory() as into:
        for tree in trees(
            material, seed=("all", "tune", "test").index(arguments.half), alone=arguments.alone
        ):
            if arguments.only and not any(name in tree.name for name in arguments.only):
                continue
            place = write(tree, arguments.keep or into)
            clusters, cpu = scanned(place, into, options)
            rows.append(judged(tree, clusters, cpu))
            print(f"{tree.name}…", file=sys.stderr)
    if arguments.json:
        print(json.dumps({"machine": machine(), "rows": [asdict(row) for row in rows]}, indent=1))
    else:
        show(rows)


def gathered() -> Material:
    """Of what every machine with Python has."""
    paths = sysconfig.get_paths()
    sources: list[list[str]] = []
    for place in (paths["stdlib"], paths["purelib"]):
        sources += _sources(place)
    return Material(sources, _sentences(paths["stdlib"]), _licence(), _programs())


def _sources(place: str) -> Iterator[list[str]]:
    """Of each folder a few files, without what their folder has at the head of all."""
    for folder, below, names in os.walk(place):
        below[:] = sorted(name for name in below if name not in _PASSED_OVER)
        taken = 0
        for name in sorted(names):
            path = os.path.join(folder, name)
            limit = _PER_FOLDER if os.path.basename(place) == "site-packages" else 1000
            if name.endswith(".py") and taken < limit and 8000 <= os.path.getsize(path) <= 200_000:
                with open(path, encoding="utf-8", errors="replace") as file:
                    lines = file.readlines()[60:]
                if max(map(len, lines), default=0) <= _LONGEST:
                    yield lines
                    taken += 1


def _sentences(place: str) -> list[str]:
    """Documentation of Python's own modules, sentence by sentence."""
    found = set()
    for name in sorted(os.listdir(place)):
        if name.endswith(".py"):
            with open(os.path.join(place, name), encoding="utf-8", errors="replace") as file:
                tree = ast.parse(file.read())
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                    text = " ".join((ast.get_docstring(node) or "").split())
                    found |= {one.strip() for one in text.split(". ") if 50 <= len(one) <= 160}
    return sorted(found)


def _licence() -> str:
    with open(os.path.join(os.path.dirname(__file__), "..", "LICENSE"), encoding="utf-8") as file:
        return file.read()


def _programs() -> list[bytes]:
    found = []
    folder = "/usr/bin" if os.path.isdir("/usr/bin") else os.path.dirname(sys.executable)
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.path.getsize(path) >= _LEAST * 1024:
            with open(path, "rb") as file:
                found.append(file.read(1 << 20))
        if len(found) == 60:
            break
    return found


def write(tree: Tree, into: str) -> str:
    """The files of a tree, each a second younger than the one before. Returns its folder."""
    for age, (path, content) in enumerate(tree.files.items()):
        place = os.path.join(into, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(content)
        os.utime(place, (1_600_000_000 + age,) * 2)
    return os.path.join(into, tree.name)


def scanned(folder: str, into: str, options: list[str]) -> tuple[list[list[str]], float]:
    """Clusters that ``scan`` gives, as paths below the folder's own, and its CPU seconds."""
    home = os.path.join(into, "home")
    names = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    environment = {**os.environ, **dict.fromkeys(names, home)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "simfinder", "scan", folder, "--json", "--quiet", "--no-cache", *options],
        check=True,
        capture_output=True,
        env=environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = json.loads(done.stdout)["clusters"]
    above = os.path.dirname(os.path.abspath(folder))
    clusters = [[os.path.relpath(one["path"], above) for one in group["files"]] for group in said]
    return clusters, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def judged(tree: Tree, clusters: list[list[str]], cpu: float = 0.0) -> Row:
    """Clusters against what belongs together."""
    score = clusters_score(tree, clusters)
    cluster_of = {path: number for number, group in enumerate(clusters) for path in group}
    members: dict[str, list[str]] = {}
    for path, family in tree.family.items():
        members.setdefault(family, []).append(path)
    pairs = held = alone = glued = 0
    broken = {}
    for family, paths in members.items():
        if len(paths) == 1:
            alone += 1
            glued += paths[0] in cluster_of
            continue
        pieces = Counter(cluster_of.get(path, path) for path in paths)
        pairs += len(paths) * (len(paths) - 1) // 2
        held += sum(n * (n - 1) // 2 for n in pieces.values())
        if len(pieces) > 1:
            broken[family.partition("/")[2]] = len(pieces)
    return Row(
        tree.name, len(tree.files), score.precision, score.recall, alone, glued, pairs, held, broken, cpu
    )


def clusters_score(tree: Tree, clusters: list[list[str]]) -> Measure:
    files = {
        path: File(path, tree.name, path, tree.name, family, len(tree.files[path]))
        for path, family in tree.family.items()
    }
    return b_cubed(Corpus("", files, {}), clusters)


def show(rows: list[Row]) -> None:
    print(machine() + "\n")
    print_table(
        [
            "tree",
            "files",
            "B-cubed",
            "P",
            "R",
            "unrelated",
            "glued",
            "family pairs",
            "held",
            "CPU s",
            "broken",
        ],
        [
            [
                row.name,
                str(row.files),
                f"{Measure(row.precision, row.recall).f1:.3f}",
                f"{row.precision:.3f}",
                f"{row.recall:.3f}",
                str(row.alone),
                str(row.glued),
                str(row.pairs),
                f"{row.held / max(1, row.pairs):.3f}",
                f"{row.cpu:.1f}",
                " ".join(f"{name}:{pieces}" for name, pieces in row.broken.items())[:60],
            ]
            for row in rows
        ],
    )


if __name__ == "__main__":
    main()
