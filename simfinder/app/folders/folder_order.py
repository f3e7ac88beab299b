"""Which of two folders is newer, and by what: names and places, times of changed files, and where these contradict.

Names and places are judged by the rules for folders of files (``actions.kinship.place_kinship``): "webapp-1.2" is
before "webapp-1.3", "backup/webapp" before "webapp". Times count where files were changed, not where they were copied.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.actions.file_names.hints import hints_of
from simfinder.actions.file_names.place_words import ASIDE, BACKUPS, TRASH, tokens_of
from simfinder.actions.kinship.name_kinship import Kin, compare_names
from simfinder.actions.kinship.place_kinship import Place, compare_places
from simfinder.text.message import say

_AKIN = {
    Place.ONE: 1, Place.RELEASES: 1, Place.ALIKE: 1, Place.DATED: 1, Place.NESTED: 0, Place.OWN: 0, Place.APART: -1,
}  # fmt: skip
_SET_ASIDE = BACKUPS | ASIDE | TRASH
_MAJORITY = 2 / 3  # of the changed files that are newer on one side


class FolderOrder(NamedTuple):
    """Which of two folders is newer.

    Attributes:
        order: -1 where A is the older one, 1 where it is the newer one, 0 where that is not known.
        by_names: the same by names and places.
        by_times: the same by the times of changed files, and of the newest file where none was changed.
        contradicts: names say one order and times the other.
        why: what names and places say, for people; "" where they say nothing.
        newer_a: changed files that are newer in A.
        newer_b: changed files that are newer in B.
    """

    order: int
    by_names: int
    by_times: int
    contradicts: bool
    why: str
    newer_a: int
    newer_b: int


class NamesOrder(NamedTuple):
    """What the paths of two folders say.

    Attributes:
        akin: 1 they may be versions of one another, -1 they are not, 0 nothing.
        order: -1 the first is earlier, 1 later, 0 not known.
        firm: releases, versions or days of backups say so.
        why: for people.
    """

    akin: int
    order: int
    firm: bool
    why: str


def order_by_names(
    path: str, other: str, *, archive: bool = False, other_archive: bool = False
) -> NamesOrder:
    """Compare the paths of two folders; of an archive without its extension."""
    found = compare_places(_stem(path) if archive else path, _stem(other) if other_archive else other)
    folder, name = os.path.split(_stem(path) if archive else path)
    its_folder, its_name = os.path.split(_stem(other) if other_archive else other)
    names = compare_names(name + ".x", its_name + ".x")  # folders have no extension
    akin = _AKIN[found.place]
    if found.place == Place.NESTED:
        akin = int(names.kin >= Kin.NEAR)
    if folder == its_folder and not found.order and names.kin >= Kin.NEAR:  # "thesis", "thesis v2"
        return NamesOrder(1, names.order or found.number, names.firm, names.why)
    if archive != other_archive and not akin and names.kin >= Kin.NEAR:
        akin = 1  # what somebody packs is named after its folder, wherever the archive is put
    order = found.order or found.number
    if not order:  # "backup/2024/Customers", "Customers/Mason"
        mine, its = _is_set_aside(path, other), _is_set_aside(other, path)
        order = int(its) - int(mine)
    return NamesOrder(akin, order, found.firm, found.why)


def _is_set_aside(path: str, other: str) -> bool:
    """Tell whether a folder is in a backup or in old things in which another one is not."""
    parts = set(path.split(os.sep)) - set(other.split(os.sep))
    return any(not _SET_ASIDE.isdisjoint(tokens_of(part)) for part in parts)


def is_marked_as_copy(name: str) -> bool:
    """Tell whether a folder's name says that it is a copy or a backup."""
    hints = hints_of(name + ".x")  # folders have no extension: a dot is part of the name
    return bool(hints.copy) or bool(hints.spare)


def _stem(path: str) -> str:
    folder, name = os.path.split(path)
    stem, extension = os.path.splitext(name)
    inner, second = os.path.splitext(stem)
    return os.path.join(folder, inner if second == ".tar" else stem if extension else name)


def times_order(
    newer_a: npt.NDArray[np.integer],
    newer_b: npt.NDArray[np.integer],
    newest_a: npt.NDArray[np.int64],
    newest_b: npt.NDArray[np.int64],
) -> npt.NDArray[np.int8]:
    """Return which folders are newer by the times of files, (m,) int8 as in ``FolderOrder.by_times``.

    Args:
        newer_a: (m,) changed files that are newer in A.
        newer_b: (m,) the same in B.
        newest_a: (m,) time of the newest file of A, nanoseconds since 1970.
        newest_b: (m,) time of the newest file of B.
    """
    told = newer_a + newer_b
    changed = np.where(newer_a >= _MAJORITY * told, 1, np.where(newer_b >= _MAJORITY * told, -1, 0))
    apart = newest_a // 1_000_000_000 - newest_b // 1_000_000_000
    newest = np.where(np.abs(apart) > 1, np.sign(apart), 0)
    return np.where(told > 0, changed, newest).astype(np.int8)


def together(
    by_names: int, by_times: int, *, firm: bool, why: str, newer_a: int, newer_b: int
) -> FolderOrder:
    """Combine what names and times say: firm names decide, else times, else names."""
    order = by_names if firm and by_names else by_times or by_names
    contradicts = by_names * by_times < 0
    said = say("names and times contradict each other: {}", why) if contradicts and why else why
    return FolderOrder(order, by_names, by_times, contradicts, said, newer_a, newer_b)
