"""The order that decides which file of each cluster is kept: by the keep rules and by hand. Clusters apply it."""

from __future__ import annotations

import os
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from simfinder.actions.file_names.made_pictures import is_made_of_picture
from simfinder.actions.rules import keep_rules
from simfinder.app.clusters.cluster_table import NEWER, ClusterTable, Grouping, IntArray, SessionFiles
from simfinder.arrays.set_operations import is_among
from simfinder.search.linking.links import Links
from simfinder.signatures.picture.looks import QUALITY, Looks
from simfinder.signatures.sound.recordings import LONG
from simfinder.signatures.table.representations import Representations

_OF_FILMS = 1 << 56  # more than a recording is worth

_LAST = (1 << 32) - 1
"""Larger than any rank."""

_Keys = tuple[npt.NDArray[np.integer] | npt.NDArray[np.bool_], ...]


class Keeping:
    """The order of files for keeping: of each cluster the first one in it is kept.

    Args:
        rules: as on the command line.
        files: the columns of all files.
        links: of contents; files without a link need no rank.
        rows: number of contents.
        representations: how the pictures among them look, and the recordings sound; None for none of them.

    Attributes:
        rules: the current ones.
        rank: (n,) int32, ``order`` without what is kept by hand; the same array until the rules change.
        by_hand: files that a person keeps by hand, the last chosen first.
        wants_newest: whether the newest file is to be kept, or of pictures and recordings the best one.

    Raises:
        UsageError: a rule is malformed.
    """

    def __init__(
        self,
        rules: str,
        files: SessionFiles,
        links: Links,
        rows: int,
        representations: Representations | None = None,
    ) -> None:
        self._files = files
        self._looks = representations.looks if representations else None
        self._recordings = representations.recordings if representations else None
        self._films = representations.films if representations else None
        self._rows = rows
        self.by_hand: tuple[int, ...] = ()
        self.set_rules(rules, links)

    def set_rules(self, rules: str, links: Links) -> None:
        """Change the rules; files kept by hand stay so.

        Raises:
            UsageError: a rule is malformed; nothing has changed.
        """
        self.rank = self._ranked(rules, links)
        self.rules = rules
        self.wants_newest = keep_rules.KeepRules.parse(rules).rules[0].word == "newest"

    def put_first(self, files: Iterable[int]) -> None:
        """Keep files by hand; the first counts most, and all of them more than earlier ones."""
        wanted = tuple(files)
        again = set(wanted)
        self.by_hand = (*wanted, *(file for file in self.by_hand if file not in again))

    def order(self) -> npt.NDArray[np.int32]:
        """Return (n,) the rank of every file; the smallest of a cluster is kept. Do not change the array."""
        if not self.by_hand:
            return self.rank
        rank = self.rank + np.int32(len(self.by_hand))
        rank[list(self.by_hand)] = np.arange(len(self.by_hand), dtype=rank.dtype)
        return rank

    def prefer_main_type(self, groups: Grouping, wanted: npt.NDArray[np.bool_] | None = None) -> Grouping:
        """Keep the newest file of the type that most contents of a cluster have, where the newest is to be kept.

        A PDF exported from a document last says nothing about the versions of the document.

        Args:
            groups: clusters.
            wanted: (c,) bool, only these; None means all.
        """
        if not self.wants_newest:
            return groups
        files, members = self._files, groups.members
        lengths = np.diff(groups.offsets)
        cluster = np.repeat(np.arange(len(lengths)), lengths)
        types = files.types[members]
        mixed = np.zeros(len(lengths), np.bool_)
        mixed[cluster[types != types[groups.offsets[:-1]][cluster]]] = True
        mixed[is_among(members[groups.offsets[:-1]], self.by_hand)] = False
        if wanted is not None:
            mixed &= wanted
        places = np.flatnonzero(mixed[cluster])
        if not len(places):
            return groups
        rank = self.order()[members[places]].astype(np.int64)
        kinds, contents = len(files.type_names), files.contents[members[places]].astype(np.int64)
        rows = int(contents.max()) + 2  # -1 for one that was not read
        key = (cluster[places] * kinds + types[places]) * rows + contents + 1
        order = np.argsort(key)
        key = key[order]
        pair = key // rows
        new = np.flatnonzero(np.diff(pair, prepend=-1))
        count = np.add.reduceat(np.diff(key, prepend=-1) != 0, new, dtype=np.int64)
        best = np.minimum.reduceat(rank[order], new)
        of_cluster = pair[new] // kinds
        heads = np.flatnonzero(np.diff(of_cluster, prepend=-1))
        # the type of most contents, of several the one with the newest file
        winner = np.maximum.reduceat(count << 32 | (_LAST - best), heads)
        wanted = np.full(len(lengths), -1, np.int64)
        wanted[of_cluster[heads]] = _LAST - (winner & _LAST)
        return _with_kept(groups, cluster[places], members[places], wanted[cluster[places]] == rank)

    def prefer_best_medium(self, groups: Grouping, wanted: npt.NDArray[np.bool_] | None = None) -> Grouping:
        """Keep the best of pictures that look alike, and of recordings that sound alike, where the newest file is to be
        kept: what was made of a photo last is what was made smaller to be sent.

        The best picture has the most pixels; of several it comes from a camera, has a name of its own and not one of
        what was made of a picture, was saved at the highest quality, and has the most copies, which can go then. The
        raw picture of a camera comes first; but beside it no rule marks copies of another one, so where the largest
        of the others have copies one of these is kept.
        The best recording is as long as any, and was saved without loss or with the most bits a second; the best film
        is as long as any and has the most pixels.

        Args:
            groups: clusters.
            wanted: (c,) bool, only these; None means all.
        """
        if not self.wants_newest:
            return groups
        contents = self._files.contents[groups.members]
        cluster = _cluster_of(groups)
        if (looks := self._looks) is not None:
            rows = looks.rows(contents)
            seen = (rows >= 0) & looks.comparable[rows]
            worth = _without_frames(looks, rows, seen, cluster)
            give_way = seen[groups.offsets[:-1]]
            raw = seen & looks.are_raw(contents)
            copied = _have_copies(contents, _largest(looks, rows, seen & ~raw, cluster), cluster)
            copied &= is_among(cluster, cluster[raw])
            seen &= copied | ~is_among(cluster, cluster[copied])
            groups = self._with_best(groups, wanted, seen, worth, give_way, name_before=QUALITY)
        if (heard := self._recordings) is not None:
            rows = heard.rows(self._files.contents[groups.members])
            there = (rows >= 0) & (heard.trusted | (heard.streams >= 0))[rows]
            seconds = np.where(there, heard.seconds[rows], 0)
            longest = np.zeros(len(groups.offsets) - 1, np.float32)
            np.maximum.at(longest, cluster, seconds)
            there &= seconds >= np.float32(LONG) * longest[cluster]
            worth = heard.worth[rows]
            if self._films is not None:  # of films the one with most pixels, whatever its sound
                of_films = self._films.rows(self._files.contents[groups.members])
                worth = np.where(of_films >= 0, _OF_FILMS + self._films.pixels[of_films], worth)
            # one that is shorter gives way to them
            short = (rows >= 0)[groups.offsets[:-1]]
            groups = self._with_best(groups, wanted, there, worth, short)
        return groups

    def _with_best(
        self,
        groups: Grouping,
        wanted: npt.NDArray[np.bool_] | None,
        among: npt.NDArray[np.bool_],
        worth: npt.NDArray[np.int64],
        gives_way: npt.NDArray[np.bool_] | None = None,
        name_before: int = 0,
    ) -> Grouping:
        """Keep the members of clusters that are worth most.

        Args:
            groups: clusters.
            wanted: (c,) bool, only these; None means all.
            among: (m,) bool, the members one of which is kept.
            worth: (m,) of each.
            gives_way: (c,) bool, clusters whose kept file gives way to one of them; None for those where it is one.
            name_before: bits of ``worth`` that matter less than a name that says what a picture was made of.
        """
        kept = groups.members[groups.offsets[:-1]]
        asked = (among[groups.offsets[:-1]] if gives_way is None else gives_way) & ~is_among(
            kept, self.by_hand
        )
        if wanted is not None:
            asked &= wanted
        cluster = _cluster_of(groups)
        places = np.flatnonzero(among & asked[cluster])
        if not len(places):
            return groups
        keys = self._keys(groups.members[places], worth[places], name_before)
        order = places[np.lexsort((*keys, cluster[places]))]
        best = np.diff(cluster[order], prepend=-1) > 0
        return _with_kept(groups, cluster[order], groups.members[order], best)

    def _keys(self, files: IntArray, worth: npt.NDArray[np.int64], name_before: int) -> _Keys:
        """Return keys that sort files, those worth most first; arguments as of ``_with_best``."""
        paths = (self._files.records[file].path for file in files.tolist())
        made = np.fromiter(
            (name_before > 0 and is_made_of_picture(os.path.basename(path)) for path in paths),
            np.bool_,
            len(files),
        )
        _, content, copies = np.unique(self._files.contents[files], return_inverse=True, return_counts=True)
        copies = -copies[content]  # of equals the one with the most copies, which can go then
        return self.order()[files], copies, -(worth & name_before), made, -(worth & ~name_before)

    def place_of_pictures(self, files: IntArray) -> npt.NDArray[np.intp]:
        """Return the place of each picture in the order in which they are kept, (k,)."""
        keys: _Keys = (self.order()[files],)
        if self.wants_newest and self._looks is not None:
            worth = self._looks.worth[self._looks.rows(self._files.contents[files])]
            keys = self._keys(files, worth, QUALITY)
        place = np.empty(len(files), np.intp)
        place[np.lexsort(keys)] = np.arange(len(files))
        return place

    def promote_newer(self, groups: Grouping, table: ClusterTable) -> Grouping | None:
        """Keep files that turned out newer than the kept file by name or release; None where none did.

        Args:
            groups: what the table was built from.
            table: the clusters.
        """
        if not self.wants_newest:
            return None
        newer = np.flatnonzero((table.relation == NEWER) & table.within)
        newer = newer[~is_among(table.kept[table.cluster_index[table.members[newer]]], self.by_hand)]
        if not len(newer):
            return None
        files = table.members[newer]
        lengths = np.diff(groups.offsets)
        of_file = np.full(len(table.cluster_index), -1, np.int64)
        of_file[groups.members] = np.repeat(np.arange(len(lengths)), lengths)
        order = np.lexsort((self.order()[files], of_file[files]))
        files, cluster = files[order], of_file[files][order]
        return _with_kept(groups, cluster, files, np.diff(cluster, prepend=-1) > 0)

    def _ranked(self, rules: str, links: Links) -> npt.NDArray[np.int32]:
        """Rank every file by a keep rule; the rank of a file without a link does not matter."""
        contents = self._files.contents
        read = contents[contents >= 0]
        matters = np.bincount(read, minlength=self._rows) > 1
        matters[links.a] = matters[links.b] = True
        wanted = np.zeros(len(contents), dtype=np.bool_)
        wanted[contents >= 0] = matters[read]
        files = np.flatnonzero(wanted)
        rank = np.empty(len(contents), dtype=np.int32)
        rank[files] = keep_rules.rank(
            self._files.records.take(files),
            rules,
            self._files.ages.times[files],
            self._files.ages.seniority[files],
        )
        rank[~wanted] = np.arange(len(files), len(contents))
        return rank


def _without_frames(
    looks: Looks,
    rows: npt.NDArray[np.intp],
    seen: npt.NDArray[np.bool_],
    cluster: npt.NDArray[np.intp],
) -> npt.NDArray[np.int64]:
    """Return what the members of clusters are worth, (m,), those in a frame beside the best picture without one."""
    worth, framed = looks.worth[rows], is_among(rows, looks.framed)
    bare = np.flatnonzero(seen & ~framed)
    bare = bare[np.lexsort((-worth[bare], cluster[bare]))]
    bare = bare[np.diff(cluster[bare], prepend=-1) > 0]
    best = np.full(int(cluster.max(initial=-1)) + 1, -1, np.intp)
    best[cluster[bare]] = rows[bare]
    at = np.flatnonzero(seen & framed)
    at = at[best[cluster[at]] >= 0]
    worth[at] = looks.worth_beside(rows[at], best[cluster[at]])
    return worth


def _largest(
    looks: Looks, rows: npt.NDArray[np.intp], among: npt.NDArray[np.bool_], cluster: npt.NDArray[np.intp]
) -> npt.NDArray[np.bool_]:
    """Return which of these members have as many pixels as any of them in their cluster, (m,)."""
    pixels = np.where(among, looks.width[rows].astype(np.int64) * looks.height[rows], 0)
    most = np.zeros(int(cluster.max(initial=-1)) + 1, np.int64)
    np.maximum.at(most, cluster, pixels)
    largest: npt.NDArray[np.bool_] = among & (pixels == most[cluster])
    return largest


def _have_copies(
    contents: IntArray, among: npt.NDArray[np.bool_], cluster: npt.NDArray[np.intp]
) -> npt.NDArray[np.bool_]:
    """Return which of these members have copies in their cluster, (m,)."""
    at = np.flatnonzero(among)
    pairs = cluster[at].astype(np.int64) << 32 | contents[at]
    _, place, count = np.unique(pairs, return_inverse=True, return_counts=True)
    copied = np.zeros(len(among), np.bool_)
    copied[at] = count[place] > 1
    return copied


def _cluster_of(groups: Grouping) -> npt.NDArray[np.intp]:
    """Return the cluster of each member, (m,)."""
    lengths = np.diff(groups.offsets)
    return np.repeat(np.arange(len(lengths)), lengths)


def _with_kept(
    groups: Grouping,
    cluster: npt.NDArray[np.integer],
    files: npt.NDArray[np.integer],
    chosen: npt.NDArray[np.bool_],
) -> Grouping:
    """Choose other kept files for some clusters: the chosen pairs of a cluster and a file; at most one per cluster."""
    members = groups.members.copy()
    first, files = groups.offsets[:-1][cluster[chosen]], files[chosen]
    at = np.empty(int(members.max(initial=-1)) + 1, np.int64)
    at[members] = np.arange(len(members))
    members[at[files]] = members[first]
    members[first] = files
    return Grouping(groups.offsets, members)
