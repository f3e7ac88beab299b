"""Project folders: the project of each file, and the rule that keeps a project whole.

A working folder (a repository, an unpacked package, an app, a mailbox; ``model.project_markers`` recognises it) is a
whole. Rules mark nothing in it unless they are told to; then, if two such folders share files, all of these are removed
from the same folder, so that the other one stays whole.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import FileColumns
from simfinder.model.project_markers import is_whole, roots_shown_by, shared_folders

IntArray = npt.NDArray[np.int32]


class ProjectRoots:
    """The project folders of a scan.

    Args:
        roots: their absolute paths; nested ones are fine.

    Attributes:
        roots: the same, sorted by their bytes.
    """

    def __init__(self, roots: Iterable[str] = ()) -> None:
        self.roots: tuple[str, ...] = tuple(sorted(set(roots), key=os.fsencode))

    def of(self, files: FileColumns) -> IntArray:
        """Return the outermost project folder of each file: it is marked or left alone as a whole.

        Looks at folders, not files: 100,000 folders take 0.1 s, whatever they hold.

        Returns:
            (n,) int32, index into ``roots``; -1 for a file in none.
        """
        return self._of(files, outermost=True)

    def innermost(self, files: FileColumns) -> IntArray:
        """Return the innermost project folder of each file, likewise."""
        return self._of(files, outermost=False)

    def _of(self, files: FileColumns, *, outermost: bool) -> IntArray:
        if not self.roots or not len(files):
            return np.full(len(files), -1, dtype=np.int32)
        index = {os.path.join(root, ""): number for number, root in enumerate(self.roots)}
        known: dict[str, int] = {"": -1}

        def root_of(folder: str) -> int:
            """Return the project of a folder, whose path ends with a separator."""
            way = []
            while folder not in known:
                way.append(folder)
                folder = _above(folder)
            found = known[folder]
            for step in reversed(way):
                if found < 0 or not outermost:
                    found = index.get(step, found)
                known[step] = found
            return found

        of_folder = np.fromiter(map(root_of, files.folders), dtype=np.int32, count=len(files.folders))
        of_file: IntArray = of_folder[files.folder]
        return of_file


def shown_by_files(files: FileColumns) -> tuple[str, ...]:
    """Find project folders by the files of a scan, for saved results that do not list them.

    Hidden entries such as ``.git`` are not among the files of most scans, so some projects are missed.
    """
    names: dict[str, list[bytes]] = {folder: [] for folder in files.folders}
    ends = files.ends.tolist()
    for place, begin, end in zip(files.folder.tolist(), [0, *ends], ends, strict=False):
        names[files.folders[place]].append(files.names[begin:end])
    folders = set(names)
    for folder in list(folders):
        while folder and (parent := _above(folder)):
            names.setdefault(parent, []).append(os.fsencode(folder[len(parent) :]))
            if parent in folders:
                break
            folders.add(parent)
            folder = parent
    found: set[str] = set()
    for folder, entries in names.items():
        root = folder.rstrip(os.sep) or folder
        found.update(roots_shown_by(root, entries))
        if is_whole(os.path.basename(root)):
            found.add(root)
    return tuple(sorted(found - shared_folders(), key=os.fsencode))


def one_sided(
    going: npt.NDArray[np.integer],
    staying: npt.NDArray[np.integer],
    project: IntArray,
    mtimes: npt.NDArray[np.int64],
) -> npt.NDArray[np.bool_]:
    """Choose the files that may go so that of two project folders that share files one stays whole.

    The folders are put in an order: the one of which the most goes and the least is kept comes first, of equals the
    one whose newest file is older. A file goes only where the file kept for it is in a later folder, in the same one
    or in none; so no two folders, and no ring of folders, lose files to one another.

    Args:
        going: (m,) files that are to go.
        staying: (m,) the file kept for each.
        project: (n,) folder of each file, -1 for none.
        mtimes: (n,) of each file, nanoseconds.

    Returns:
        (m,) bool.
    """
    here, there = project[going], project[staying]
    between = (here >= 0) & (there >= 0) & (here != there)
    if not between.any():
        return np.ones(len(going), dtype=np.bool_)
    arcs = Counter(zip(here[between].tolist(), there[between].tolist(), strict=True))
    newest = np.full(int(project.max()) + 1, np.iinfo(np.int64).min)
    np.maximum.at(newest, project[project >= 0], mtimes[project >= 0])
    rank = np.zeros(len(newest), dtype=np.int64)
    for place, number in enumerate(_in_order(arcs, newest.tolist())):
        rank[number] = place
    may_go: npt.NDArray[np.bool_] = ~between | (rank[here] < rank[there])
    return may_go


def _in_order(arcs: Counter[tuple[int, int]], newest: Sequence[int]) -> list[int]:
    """Order folders, those that lose files first, so that as few files as possible break the order.

    Source: Eades, Lin, Smyth, "A fast and effective heuristic for the feedback arc set problem", 1993.
    """
    out: dict[int, dict[int, int]] = {}
    into: dict[int, dict[int, int]] = {}
    for (loses, keeps), count in arcs.items():
        for number in (loses, keeps):
            out.setdefault(number, {})
            into.setdefault(number, {})
        out[loses][keeps] = count
        into[keeps][loses] = count
    first: list[int] = []
    last: list[int] = []

    def take(number: int, line: list[int]) -> None:
        line.append(number)
        for other in out.pop(number):
            del into[other][number]
        for other in into.pop(number):
            del out[other][number]

    while out:
        sinks = [number for number in out if not out[number]]
        sources = [number for number in out if not into[number] and out[number]]
        for number in sinks:
            take(number, last)
        for number in sources:
            take(number, first)
        if out and not sinks and not sources:
            take(
                min(
                    out,
                    key=lambda n: (sum(into[n].values()) - sum(out[n].values()), newest[n], n),
                ),
                first,
            )
    return first + last[::-1]


def _above(folder: str) -> str:
    """Return the folder that a folder is in, both with a separator at the end; "" above the root."""
    return folder[: folder.rstrip(os.sep).rfind(os.sep) + 1] if folder.strip(os.sep) else ""
