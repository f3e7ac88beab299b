"""Kinship of many files at once.

Clusters are built anew whenever a slider moves, but that gives few files another kept file: the last answer is
remembered, 8 bytes a file. Names and folders are compared once per pair of names and pair of folders, and what both
say together once per combination.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import takewhile
from threading import Lock
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from simfinder.actions.file_names.name_reading import may_say_version, read_name
from simfinder.actions.kinship.copied_trees import CopiedTrees, Trees
from simfinder.actions.kinship.kinship import asks_trees, combine
from simfinder.actions.kinship.name_kinship import Kin, NameKin, all_letters, bare_letters, compare_names
from simfinder.actions.kinship.place_kinship import (
    WORDS,
    PlaceKin,
    compare_places,
    is_series,
    speaks_of_version,
    words_of_versions,
)
from simfinder.actions.kinship.text_steps import Figures
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import is_among

_PAIRS = 1 << 17
"""Pairs that are remembered beside what each file was last compared with: a megabyte."""
_AT_ONCE = 1 << 17  # pairs of names looked at together
_ANSWERS = 4 * len(Trees)  # of trees, with two flags
_NO_ORDER = 1 << 1  # order 0 in the bits of an answer
_Rows = npt.NDArray[np.integer]
_Found = TypeVar("_Found", NameKin, PlaceKin)

_BESIDE = 4
"""Copies that are compared on either side of a file in the order of paths: releases of one thing are neighbours there,
and a licence may have a thousand copies."""

COLUMNS = {"last": "i8", "stem": "i4", "pair": "i8", "answer": "u1"}
"""The columns of ``KinColumns.found``, and their types."""


class KinColumns:
    """Kinship of the files of one scan. Several threads may ask at once.

    Args:
        files: the files of the scan.
        contents: (n,) content row of each file; equal rows are equal bytes, -1 is a content of its own. Without them
            folders are not compared as trees.
        roots: (n,) a number of the project each file is part of, -1 for none.
        trees: compares folders, where these files are some of a larger scan; None compares those of these files.

    Attributes:
        has_news: there are answers that ``found`` has not returned yet.
    """

    def __init__(
        self,
        files: FileColumns,
        contents: _Rows | None = None,
        roots: _Rows | None = None,
        trees: CopiedTrees | None = None,
    ) -> None:
        self._files = files
        self._contents, self._roots = contents, roots
        if trees is None and contents is not None:
            trees = CopiedTrees(self._files, contents)
        self._trees = trees
        # the other file's index and the answer in one number, so that no thread sees half of an entry
        self._found: npt.NDArray[np.int64] | None = None
        self._pairs = _Answers(len(self._files))
        self._stem: npt.NDArray[np.int32] | None = None
        self._stems: dict[tuple[str, tuple[str, ...]], int] = {}
        self._lock = Lock()
        self.has_news = False

    @property
    def scan(self) -> tuple[FileColumns, _Rows | None, _Rows | None]:
        """The input of all answers: files, contents and roots."""
        return self._files, self._contents, self._roots

    def found(self) -> dict[str, npt.NDArray[Any]]:
        """Return all answers so far that don't depend on measured figures, for ``recall``; columns of ``COLUMNS``."""
        self.has_news = False
        nothing = np.full(len(self._files), -1)
        unsure = self._below(set() if self._trees is None else self._trees.by_figures())
        keys, answers = self._pairs.without(unsure)
        return {
            "last": nothing if self._found is None else np.where(unsure, -1, self._found),
            "stem": nothing.astype(np.int32) if self._stem is None else self._stem,
            "pair": keys,
            "answer": answers,
        }

    def recall(self, found: Mapping[str, npt.NDArray[Any]]) -> bool:
        """Take over the answers for the same files from before. Returns False and takes nothing if they don't fit.

        Args:
            found: as ``found`` gave it.
        """
        if {name: column.dtype.str[1:] for name, column in found.items()} != COLUMNS:
            return False
        last, stem, pair, answer = (found[name] for name in COLUMNS)
        count = len(self._files)
        lengths = [column.shape for column in (last, stem, answer)]
        if lengths != [(count,), (count,), pair.shape] or pair.ndim != 1:
            return False
        sound = _within(last, count << 6) and _within(stem, count) and _within(pair, count * count)
        if not sound or not _within(answer, 64) or not (pair[1:] > pair[:-1]).all():
            return False
        self._found, self._stem = last.astype(np.int64), stem.astype(np.int32)
        self._pairs.known = pair.astype(np.int64), answer.astype(np.uint8)
        return True

    def answers(self, files: _Rows, others: _Rows) -> npt.NDArray[np.int32]:
        """Return what is remembered of each file and the other one beside it, (k,), for ``note``; -1 for nothing.

        What measured figures may change is nothing.
        """
        if self._found is None:
            return np.full(len(files), -1, np.int32)
        found = self._found[files]
        unsure = self._below(set() if self._trees is None else self._trees.by_figures())[files]
        return np.where((found >> 6 == others) & ~unsure, found & 63, -1).astype(np.int32)

    def note(self, files: _Rows, others: _Rows, answers: _Rows) -> None:
        """Remember what was found before of each file, none twice, and the other one beside it.

        Args:
            files: (k,) indexes of files.
            others: (k,) indexes.
            answers: (k,) as ``answers`` gave them.

        Raises:
            ValueError: one is none.
        """
        if not _within(answers, 64):
            raise ValueError("no answer")
        if self._found is None:
            self._found = np.full(len(self._files), -1, dtype=np.int64)
        known = answers >= 0
        self._found[files[known]] = (others[known].astype(np.int64) << 6) | answers[known]

    def of(
        self, files: _Rows, others: _Rows
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """Compare each file with the other one beside it, as ``kinship`` does.

        Args:
            files: (k,) indexes of files, none twice.
            others: (k,) indexes of what each is compared with.

        Returns:
            (k,) ``Kin``, (k,) order (-1 earlier, 1 later, 0 not known), (k,) whether that is firm.
        """
        remembered = self._found
        if remembered is None:
            remembered = self._found = np.full(len(self._files), -1, dtype=np.int64)
        found = remembered[files]
        new = np.flatnonzero(found >> 6 != others)
        if len(new):
            answers = self._pairs.answers(files[new], others[new], self._news)
            found[new] = (others[new].astype(np.int64) << 6) | answers
            remembered[files[new]] = found[new]
        return _columns(found)

    def to_kept(
        self,
        cluster: _Rows,
        members: _Rows,
        kept: _Rows,
        same: npt.NDArray[np.bool_],
        asked: _Rows,
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """Compare members of clusters with their kept file, by names and places, or with one of its copies.

        A build holds one content under several names and folders (``dist/esm/v4.js``, ``dist/node/v4.js``), and only
        one of these copies is kept. The same file of the release before is a version of its own counterpart, whichever
        stays.

        Args:
            cluster: (m,) of each member.
            members: (m,) indexes of files, which are in the order of their paths.
            kept: (m,) index of the kept file of each one's cluster.
            same: (m,) those with the content of the kept file, itself among them.
            asked: (k,) indexes of the members to compare.

        Returns:
            (k,) ``Kin``, order and whether that is firm, as ``of`` gives them. If names don't prove that a
            file is a version of the kept one, but prove it of a copy of that, the answer for the copy.
        """
        kin, order, firm = self.of(members[asked], kept[asked])
        copies = np.flatnonzero(same & (members != kept))
        left = np.flatnonzero(kin < Kin.SAME)
        left = left[is_among(cluster[asked[left]], cluster[copies])]
        if not len(left):
            return kin, order, firm
        copies = copies[is_among(cluster[copies], cluster[asked[left]])]
        group = self._groups(cluster, members, np.concatenate((asked[left], copies)))
        its_group, group = group[: len(left)], group[len(left) :]
        files, mine = members[copies].astype(np.int64), members[asked[left]].astype(np.int64)
        by_path = np.lexsort((files, group))
        files, group = files[by_path], group[by_path]
        width = int(max(files.max(), mine.max())) + 1
        behind = np.searchsorted(group * width + files, its_group * width + mine)
        for step in sorted(range(-_BESIDE, _BESIDE), key=lambda far: abs(far + 0.5)):
            place = behind + step
            inside = (place >= 0) & (place < len(files)) & (kin[left] < Kin.SAME)
            there = np.flatnonzero(inside)
            there = there[group[place[there]] == its_group[there]]
            if len(there):
                found = self.of_pairs(mine[there], files[place[there]])
                proven = found[0] == Kin.SAME
                at = left[there[proven]]
                kin[at], order[at], firm[at] = (column[proven] for column in found)
        return kin, order, firm

    def _groups(self, cluster: _Rows, members: _Rows, places: _Rows) -> npt.NDArray[np.int64]:
        """Return (k,) a number for the cluster and the bare name of some members: only files of one can be kin."""
        stems = self.stems(members[places])
        return cluster[places].astype(np.int64) * (int(stems.max()) + 1) + stems

    def learn(self, figures: Figures) -> npt.NDArray[np.bool_]:
        """Use what was measured of contents, and forget the answers it may change.

        Args:
            figures: what was measured so far.

        Returns:
            (n,) bool, the files whose answers may change.
        """
        asked = self._below(set() if self._trees is None else self._trees.learn(figures))
        if asked.any():
            self._pairs.forget(asked)
            if self._found is not None:
                self._found[asked] = -1
        return asked

    def undecided(self) -> set[tuple[str, str]]:
        """Return the pairs of folders that only measured figures can decide; for ``doubt``."""
        return set() if self._trees is None else self._trees.undecided

    def doubt(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Add the ``undecided`` pairs of another scan of the same files."""
        if self._trees is not None:
            self._trees.doubt(pairs)

    def _below(self, folders: set[str]) -> npt.NDArray[np.bool_]:
        """Find the files, (n,) bool, that are in some folders, at any depth."""
        if not folders:
            return np.zeros(len(self._files), dtype=np.bool_)
        begins = tuple(f"{folder}{os.sep}" for folder in folders)
        return np.array([path.startswith(begins) for path in self._files.folders], np.bool_)[
            self._files.folder
        ]

    def stems(self, files: _Rows) -> npt.NDArray[np.int64]:
        """Number the names of files without their marks, (k,): only files of one number can be versions of one file."""
        if self._stem is None:
            self._stem = np.full(len(self._files), -1, dtype=np.int32)
        new = files[self._stem[files] < 0]
        if len(new):
            self.has_news = True
            if not self._stems:  # recalled numbers don't fit new ones
                self._stem[:] = -1
                new = files
            names = (read_name(path[path.rfind(os.sep) + 1 :]) for path in self._files.paths_of(new))
            with self._lock:
                numbers = self._stems
                self._stem[new] = [
                    numbers.setdefault((name.kind, name.tokens), len(numbers)) for name in names
                ]
        return self._stem[files].astype(np.int64)

    def of_pairs(
        self, files: _Rows, others: _Rows
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """Compare pairs in which a file may occur several times; remembers nothing."""
        return _columns(self._answers(files, others) if len(files) else np.zeros(0, dtype=np.int64))

    def prove_versions(self, files: _Rows, others: _Rows) -> npt.NDArray[np.bool_]:
        """Find pairs, (k,), whose names or folders prove that they are versions of one file: ``Kin.SAME``, and firm.

        Of 735,000 links between siblings of one form in a kernel tree 8 are. ``version_test`` rules out most of the
        others, and only the rest should be given here: 0.2 s instead of 3.4.

        Args:
            files: (k,) indexes of files.
            others: (k,) indexes of what each is compared with.
        """
        found = np.zeros(len(files), dtype=np.bool_)
        if not len(files):
            return found
        one, two, names = self._names(files, others)
        of_one_stem = _stem_test(names)
        alike = one == two
        for begin in range(0, len(files), _AT_ONCE):
            unlike = begin + np.flatnonzero(~alike[begin : begin + _AT_ONCE])
            alike[unlike] = of_one_stem(one[unlike], two[unlike])
        asked = np.flatnonzero(alike)
        kin, _, firm = self.of_pairs(files[asked], others[asked])
        found[asked] = firm & (kin == Kin.SAME)
        return found

    def version_test(
        self, is_asked: npt.NDArray[np.bool_]
    ) -> Callable[[_Rows, _Rows], npt.NDArray[np.bool_]]:
        """Return a quick test of (k,) pairs of files: False where ``prove_versions`` would prove nothing.

        Args:
            is_asked: (n,) bool, the files that pairs may be made of.
        """
        name, names = self._numbered_names(np.flatnonzero(is_asked))
        marked = may_say_version(names)
        in_folder = self._files.folder
        version, words = self._versions_of_folders(is_asked)

        def may_be_versions(files: _Rows, others: _Rows) -> npt.NDArray[np.bool_]:
            one, two = name[files], name[others]
            may: npt.NDArray[np.bool_] = (marked[one] | marked[two]) & (one != two)
            one, two = in_folder[files], in_folder[others]
            of_one_thing = version[one] != version[two]
            for word in words:
                one_word, other_word = word[one], word[two]
                of_one_thing &= (one_word == other_word) | (one_word < 0) | (other_word < 0)
            may |= of_one_thing
            return may

        return may_be_versions

    def _versions_of_folders(
        self, is_asked: npt.NDArray[np.bool_]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Number the folders of the files by what versions of one another have in common, and what they don't.

        Returns:
            (n,), by the names of their paths that contain a version.
            (``WORDS``, n), by ``words_of_versions``; -1 for any.
        """
        rows = np.flatnonzero(np.bincount(self._files.folder[is_asked], minlength=len(self._files.folders)))
        paths = [self._files.folders[row].rstrip(os.sep).split(os.sep) for row in rows.tolist()]
        ends = zip(min(paths, default=[]), max(paths, default=[]), strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], ends))
        versions: dict[tuple[str, ...], int] = {}
        words: dict[str | None, int] = {None: -1}
        version = np.full(len(self._files.folders), -1, dtype=np.int32)
        word = np.full((WORDS, len(version)), -1, dtype=np.int32)
        for row, names in zip(rows.tolist(), paths, strict=True):
            said = tuple(name for name in names if speaks_of_version(name))
            version[row] = versions.setdefault(said, len(versions))
            word[:, row] = [words.setdefault(each, len(words)) for each in words_of_versions(names, common)]
        return version, word

    def _news(self, files: _Rows, others: _Rows) -> npt.NDArray[np.int64]:
        """Compute answers that are going to be remembered."""
        self.has_news = True
        return self._answers(files, others)

    def _answers(self, files: _Rows, others: _Rows) -> npt.NDArray[np.int64]:
        """Compute kin, order and firmness of pairs, (k,), in six bits."""
        names = self._names(files, others)
        folder, other_folder = self._files.folder[files], self._files.folder[others]
        folders = self._files.folders
        name_rows, names_said = _per_pair(*names[:2], lambda a, b: compare_names(names[2][a], names[2][b]))
        kin = np.array([said.kin for said in names_said], dtype=np.int64)[name_rows]
        one_name = names[0] == names[1]
        one_project = np.zeros(len(files), dtype=np.bool_)
        if self._roots is not None:
            one_project = (self._roots[files] >= 0) & (self._roots[files] == self._roots[others])
        answers = np.minimum(kin, Kin.SERIES) << 3 | _NO_ORDER
        unknown = np.flatnonzero(kin == Kin.UNKNOWN)
        rows, inverse = np.unique(
            np.concatenate((folder[unknown], other_folder[unknown])), return_inverse=True
        )
        named = np.array([is_series(folders[row][:-1]) for row in rows.tolist()], dtype=np.bool_)[inverse]
        series = (named[: len(unknown)] & named[len(unknown) :]) | one_project[unknown]
        answers[unknown[series]] = Kin.SERIES << 3 | _NO_ORDER
        near = np.flatnonzero(kin >= Kin.NUMBERED)
        if len(near):
            flags = one_name[near] * 2 + one_project[near]
            answers[near] = self._near(name_rows[near], names_said, folder[near], other_folder[near], flags)
        return answers

    def _near(
        self, name_rows: _Rows, names_said: list[NameKin], folder: _Rows, other_folder: _Rows, flags: _Rows
    ) -> npt.NDArray[np.int64]:
        """Return (k,) the answers where names alone do not decide. flags: 2 for one name, 1 for one project."""
        folders = self._files.folders
        place_rows, places_said = _per_pair(
            folder, other_folder, lambda a, b: compare_places(folders[a][:-1], folders[b][:-1])
        )
        copies = self._copies(folder, other_folder, flags >= 2, place_rows, places_said)
        keys = (name_rows * len(places_said) + place_rows) * _ANSWERS + copies * 4 + flags
        distinct, inverse = np.unique(keys, return_inverse=True)
        said = np.empty(len(distinct), dtype=np.int64)
        for at, key in enumerate(distinct.tolist()):
            pair, flag = divmod(key, _ANSWERS)
            name_said, place_said = divmod(pair, len(places_said))
            kin, order, firm, _ = combine(
                names_said[name_said],
                places_said[place_said],
                Trees(flag // 4),
                one_name=bool(flag & 2),
                one_project=bool(flag & 1),
            )
            said[at] = kin << 3 | (order + 1) << 1 | firm
        found: npt.NDArray[np.int64] = said[inverse]
        return found

    def _names(self, files: _Rows, others: _Rows) -> tuple[_Rows, _Rows, list[str]]:
        """Return the names of files and others as numbers into a list of distinct ones."""
        asked = np.zeros(len(self._files), dtype=np.bool_)
        asked[files] = asked[others] = True
        of_file, names = self._numbered_names(np.flatnonzero(asked))
        return of_file[files], of_file[others], names

    def _numbered_names(self, rows: _Rows) -> tuple[npt.NDArray[np.int32], list[str]]:
        """Return (n,) the names of some files as numbers into a list of distinct ones."""
        numbers: dict[str, int] = {}
        of_file = np.full(len(self._files), -1, dtype=np.int32)
        of_file[rows] = np.fromiter(
            (
                numbers.setdefault(path[path.rfind(os.sep) + 1 :], len(numbers))
                for path in self._files.paths_of(rows)
            ),
            np.int32,
            len(rows),
        )
        return of_file, list(numbers)

    def _copies(
        self,
        folder: _Rows,
        other_folder: _Rows,
        one_name: npt.NDArray[np.bool_],
        place_rows: npt.NDArray[np.int64],
        places_said: list[PlaceKin],
    ) -> npt.NDArray[np.int64]:
        """Compare folders as trees where that matters; return (k,) ``Trees``."""
        copies = np.full(len(folder), int(Trees.UNKNOWN), dtype=np.int64)
        if self._trees is None:
            return copies
        matters = np.array([asks_trees(True, said.place) for said in places_said], dtype=np.bool_)
        asked = np.flatnonzero(one_name & matters[place_rows])
        if not len(asked):
            return copies
        folders, compare = self._files.folders, self._trees.compare
        pairs = folder[asked].astype(np.int64) * len(folders) + other_folder[asked]
        distinct, inverse = np.unique(pairs, return_inverse=True)
        found = [
            compare(folders[a], folders[b])
            for a, b in (divmod(key, len(folders)) for key in distinct.tolist())
        ]
        copies[asked] = np.array(found, dtype=np.int64)[inverse]
        return copies


def _stem_test(names: Sequence[str]) -> Callable[[_Rows, _Rows], npt.NDArray[np.bool_]]:
    """Return a test of pairs of names, (k,): whether both have the same letters once their marks are taken off.

    Few names are marked, but each may be paired with any other: only names that begin with the letters of a marked one
    are read.
    """
    marked = may_say_version(names)
    bare = cache(lambda row: bare_letters(names[row]))
    every = cache(lambda row: all_letters(names[row]))

    def of_one_stem(one: _Rows, two: _Rows) -> npt.NDArray[np.bool_]:
        is_one = marked[one]
        known, other = (
            np.where(is_one, one, two),
            np.where(is_one, two, one),
        )  # the first is a marked one, if any is
        pairs, inverse = np.unique(known.astype(np.int64) * len(names) + other, return_inverse=True)
        known, other = np.divmod(pairs, len(names))
        alike = [
            (of_other or every(its).startswith(bare(mine))) and bare(mine) == bare(its)
            for mine, its, of_other in zip(
                known.tolist(), other.tolist(), marked[other].tolist(), strict=True
            )
        ]
        return np.array(alike, dtype=np.bool_)[inverse]

    return of_one_stem


class _Answers:
    """Answers for pairs of files that are compared again and again: 9 bytes a pair.

    Args:
        files: how many there are.

    Attributes:
        known: (k,) a number for each pair, ascending, and (k,) its answer.
    """

    def __init__(self, files: int) -> None:
        self._count = files
        self.known = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint8)

    def forget(self, files: npt.NDArray[np.bool_]) -> None:
        """Drop the answers for some files, (n,) bool."""
        self.known = self.without(files)

    def without(self, files: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """Return keys and answers of all pairs without some files, (n,) bool."""
        keys, answers = self.known
        kept = ~(files[keys // self._count] | files[keys % self._count])
        return keys[kept], answers[kept]

    def answers(
        self, files: _Rows, others: _Rows, ask: Callable[[_Rows, _Rows], npt.NDArray[np.int64]]
    ) -> npt.NDArray[np.int64]:
        """Return the answers of pairs, (k,); calls ``ask`` for those not known yet."""
        keys, answers = self.known
        asked = files.astype(np.int64) * self._count + others
        places = np.searchsorted(keys, asked)
        known = np.flatnonzero(places < len(keys))
        known = known[keys[places[known]] == asked[known]]
        found = np.full(len(asked), -1, dtype=np.int64)
        found[known] = answers[places[known]]
        new = np.flatnonzero(found < 0)
        if len(new):
            found[new] = ask(files[new], others[new])
            if len(keys) + len(new) > _PAIRS:
                keys, answers = keys[:0], answers[:0]
            fresh, first = np.unique(asked[new], return_index=True)
            at = np.searchsorted(keys, fresh)
            self.known = np.insert(keys, at, fresh), np.insert(answers, at, found[new[first]])
        return found


def _within(column: npt.NDArray[Any], end: int) -> bool:
    """Tell whether numbers are below an end, and none is below -1."""
    return not len(column) or bool(column.min() >= -1 and column.max() < end)


def _columns(
    found: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    kin, order = (found >> 3 & 7).astype(np.uint8), ((found >> 1 & 3) - 1).astype(np.int8)
    return kin, order, (found & 1).astype(np.bool_)


def _per_pair(
    one: _Rows, two: _Rows, ask: Callable[[int, int], _Found]
) -> tuple[npt.NDArray[np.int64], list[_Found]]:
    """Ask each distinct pair of numbers once: the row of each pair's answer, and the distinct answers."""
    width = int(two.max()) + 1
    distinct, inverse = np.unique(one.astype(np.int64) * width + two, return_inverse=True)
    answers: dict[_Found, int] = {}
    rows = np.empty(len(distinct), dtype=np.int64)
    for at, key in enumerate(distinct.tolist()):
        found = ask(*divmod(key, width))._replace(why="")
        rows[at] = answers.setdefault(found, len(answers))
    return rows[inverse], list(answers)
