"""Tell by names and places whether one of two files may be a version of the other: the evidence "older" needs.

Text in, values out, no disk, no times. In doubt two files are not the same. ``name_kinship`` compares
names, ``place_kinship`` compares folders; this module combines the two, and ``kinship_columns`` does it for many files
at once. Words are in ``actions.file_names``.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from simfinder.actions.kinship.copied_trees import CopiedTrees, Trees
from simfinder.actions.kinship.name_kinship import Kin, NameKin, compare_names
from simfinder.actions.kinship.place_kinship import Place, PlaceKin, compare_places
from simfinder.text.message import say

__all__ = ["Kin", "Kinship", "combine", "kinship"]


class Kinship(NamedTuple):
    """How two files are related by names and places.

    Attributes:
        kin: how near.
        order: -1 the first is earlier, 1 later, 0 not known.
        firm: words for versions, stages or backups, or release folders prove it, even if the texts look like one form
            filled in twice. "Copy of" is firm, counters like "(1)" and plain dates are not.
        why: for people: "version 2 before version 3", "folder foo-1.2 before foo-1.3".
    """

    kin: Kin
    order: int
    firm: bool
    why: str


def kinship(
    path: str, other: str, *, trees: CopiedTrees | None = None, root: str = "", other_root: str = ""
) -> Kinship:
    """Compare two files by their names and places.

    Args:
        path: absolute.
        other: absolute, another file's.
        trees: finds out which folders are copies of one another; None for no such evidence.
        root: the project that the file is part of, "" for none.
        other_root: likewise the other's.
    """
    folder, _, name = path.rpartition(os.sep)
    its_folder, _, its_name = other.rpartition(os.sep)
    names, places = compare_names(name, its_name), compare_places(folder, its_folder)
    copies = Trees.UNKNOWN
    if trees is not None and asks_trees(name == its_name, places.place):
        copies = trees.compare(folder, its_folder)
    one_project = bool(root) and root == other_root
    return combine(names, places, copies, one_name=name == its_name, one_project=one_project)


def asks_trees(one_name: bool, place: Place) -> bool:
    """Tell whether it matters that the folders are copies of one another."""
    return one_name and place in (Place.ALIKE, Place.DATED, Place.NESTED, Place.OWN)


def combine(
    names: NameKin, places: PlaceKin, copies: Trees, *, one_name: bool, one_project: bool = False
) -> Kinship:
    """Combine the answers of names and places.

    Args:
        names: the answer of the names.
        places: the answer of the folders.
        copies: whether the folders are part of two copies of one tree.
        one_name: the names are equal to the letter.
        one_project: both files are part of one project.
    """
    if copies == Trees.VERSIONS and places.number and not (names.code or one_project):
        return Kinship(Kin.SAME, places.number, True, say("versions of one folder: {}", places.why))
    kin, why = _kin(names, places, copies, one_name, one_project)
    if kin < Kin.NUMBERED:
        return Kinship(kin, 0, False, why)
    order = names.order or places.order
    if names.order * places.order < 0:
        if names.firm == places.firm:  # two versions in one breath: nothing is sure
            return Kinship(
                Kin.SERIES,
                0,
                False,
                say("names and folders contradict each other: {}, but {}", names.why, places.why),
            )
        order = names.order if names.firm else places.order
    firm = kin == Kin.SAME and (names.firm or places.firm)
    if not names.order and (places.order or one_name) and places.why:
        why = places.why if why == names.why else why
    return Kinship(kin, order, firm, why)


def _kin(
    names: NameKin, places: PlaceKin, copies: Trees, one_name: bool, one_project: bool
) -> tuple[Kin, str]:
    if one_project and (places.place != Place.ONE or names.kin == Kin.UNKNOWN):
        return Kin.SERIES, say("different parts of one project")
    if names.kin == Kin.UNKNOWN and places.series:
        return Kin.SERIES, say("different files in a folder that is named after a series")
    if names.kin <= Kin.SERIES or places.place == Place.ONE:
        return names.kin, names.why
    if names.kin == Kin.NUMBERED:
        return Kin.SERIES, names.why
    if copies == Trees.COPIES:
        # "Miller" and "Smith" may have the same papers, and each a letter of its own
        return (Kin.NEAR if places.siblings else Kin.SAME), say("the same path in two copies of a folder")
    match places.place:
        case Place.RELEASES:
            generic = names.generic and not one_name
            return (Kin.NEAR if generic else names.kin), places.why
        case Place.ALIKE:
            return (Kin.NEAR if _in_doubt(names, places, copies) else names.kin), names.why
        case Place.DATED if not names.generic:
            return Kin.NEAR, places.why
        case Place.NESTED if not names.generic and (places.order or not names.code):
            return Kin.NEAR, names.why if names.kin == Kin.NEAR else places.why
    return Kin.SERIES, say("one name for different things: {}", places.why)


def _in_doubt(names: NameKin, places: PlaceKin, copies: Trees) -> bool:
    """Tell whether one name in two like places may be of two things."""
    if names.numbered and places.order and copies == Trees.UNKNOWN:  # "old/chapter 5" is chapter 5
        return False
    if names.firm and names.order and names.order == places.order:  # "old/invoice v1", "invoice v2"
        return False
    if names.code:
        return names.generic or copies in (Trees.SISTERS, Trees.NAMESAKES)
    # the letter of a folder that is in a backup with all its other papers
    return names.generic and copies != Trees.NAMESAKES
