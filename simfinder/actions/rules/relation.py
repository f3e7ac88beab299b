"""The relation of a file to the kept file of its cluster: a copy, an older version, or merely similar, and why.

"Older" and "newer" are claims about descent, and files are removed because of them. So they need evidence: names and
places that say two files are versions of one another (``kinship``), or, under other names, a text that was only added
to. And they need an order: by version words and release folders, or by trusted times; if the two contradict
each other, nothing is claimed. Everything else is similar, whatever it shares.

Works on columns of pairs, a member and its kept file each; looks at no disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from simfinder.actions.kinship.kinship import Kin
from simfinder.actions.kinship.text_steps import FARTHER, NOISE, Figures, add_up, stand_apart
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.model.clusters import Relation
from simfinder.text.message import say

NEARLY = 0.95
"""Text equal to this share is evidence of descent where names are near, and by itself where it was only added to."""

REPLACED, REPLACED_SHARE = 16, 0.005
"""Bytes of the smaller text, and share of it, that the larger one may lack where a text was only added to. Two
contracts under names of their own may be equal to 98 %: the difference, a tenant, a flat, a rent, replaces
that of the other."""

SAME_WORDS = 0.8
"""Share of the words that two formats of one document have in common: markup and hyphenation take some."""

HELD = 0.97
"""Share of the smaller text that the larger one holds where a text has only grown."""

_STEPS = 3
"""Versions beside the kept file that drift away from it with age before that is evidence; two do by chance."""

_BETWEEN = 8
"""Later versions that each one is compared with on its way to the kept file."""

_SLACK = 0.005
"""Figures that may fall against the order of age."""

PAGES = frozenset({"html", "htm", "xhtml", "xht", "shtml"})
"""Types of web pages, of which the words are not all."""

_CODES = {relation: np.uint8(code) for code, relation in enumerate(Relation)}

Masks = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.uint8]


class Reason(IntEnum):
    """Why a file counts as no more than similar."""

    NONE = 0
    BRIDGE = 1
    FORM = 2
    FORMAT = 3
    TYPES = 4
    SERIES = 5
    PLACE = 6
    NAMES = 7
    CONTRADICTION = 8
    NO_ORDER = 9
    UNREAD = 10
    FILLINGS = 11
    MARKUP = 12
    LOOKS = 13
    PIXELS = 14


SENTENCES = {
    Reason.NONE: "",
    Reason.BRIDGE: say("it is in this cluster through another file"),
    Reason.FORM: say("they share a form, and what each says in it is its own"),
    Reason.FORMAT: say("it says the same, or nearly the same, in another format"),
    Reason.TYPES: say("they are files of different types"),
    Reason.SERIES: say("their names speak for parts of a series, or for different things"),
    Reason.PLACE: say(
        "they have one name, but are in different places and differ too much for that to be proof"
    ),
    Reason.NAMES: say("their names have nothing in common, and their texts differ by more than additions"),
    Reason.CONTRADICTION: say("its name says one order and its time the other"),
    Reason.UNREAD: say("one of them is damaged, encrypted or scanned, so what it says can't be compared"),
    Reason.FILLINGS: say("each of several copies puts words of its own in the place of the others'"),
    Reason.MARKUP: say("they say nearly the same under other names, but a web page is more than its words"),
    Reason.LOOKS: say("they look alike, which is no proof that they are the same shot"),
    Reason.PIXELS: say("it is the same picture by its pixels"),
    Reason.NO_ORDER: say("neither names nor times say which of them is older"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Members of clusters, each beside the kept file of its cluster; (m,) columns.

    Attributes:
        cluster: of each member.
        content: of each member.
        same: the contents are equal.
        within: the figure of the pair is within the tolerance of the two types.
        same_type: both are of one type, as ``file_type.type_of`` gives it.
        text: the pair was measured on its text.
        similarity: its figure, 0..1.
        held: share of the smaller text that the larger one holds.
        lost: bytes of the smaller text that the larger one lacks.
        age: when the content of the member was first seen, nanoseconds since 1970.
        unread: one of the two is a document or an archive that can't be opened.
        markup: the member is a web page: the same words in another layout may be another page, and pages that lead on
            to others differ by an address only.
        form: the two share a form and nothing beyond it.
        seen: they are pictures, and were compared by what they look like.
        shot: of pictures that are the same shot as the kept one by their pixels -1 where they have fewer, 1 where they
            have as many; 0 for all others.
        time: -1 where the member is older by times worth trusting, 1 where it is newer, 0 where that is not known.
        kin: by names and places, see ``kinship.Kin``.
        order: -1 where the member is the earlier one by its name or folder, 1 the later one, 0 not known.
        firm: names and places are explicit enough to outweigh ``form``.
    """

    cluster: npt.NDArray[np.integer]
    content: npt.NDArray[np.integer]
    same: Masks
    within: Masks
    same_type: Masks
    text: Masks
    similarity: npt.NDArray[np.float32]
    held: npt.NDArray[np.float32]
    lost: npt.NDArray[np.float64]
    age: npt.NDArray[np.int64]
    unread: Masks
    markup: Masks
    form: Masks
    seen: Masks
    shot: npt.NDArray[np.int8]
    time: npt.NDArray[np.int8]
    kin: Codes
    order: npt.NDArray[np.int8]
    firm: Masks


def relations(pairs: Pairs, figures: Figures | None = None) -> tuple[Codes, Codes]:
    """Decide the relation of each pair, and the reason.

    Args:
        pairs: members of clusters, beside the kept files.
        figures: measured figures of any contents; None if the members were not compared with one another.

    Returns:
        (m,) uint8 places in ``Relation``; (m,) uint8 ``Reason``, ``NONE`` for copies and for older and newer files.
    """
    relation = np.full(len(pairs.same), _CODES[Relation.SIMILAR], np.uint8)
    reason = np.zeros(len(pairs.same), np.uint8)
    open_ = ~pairs.same
    relation[pairs.same] = _CODES[Relation.IDENTICAL]

    def settle(which: Masks, why: Reason, what: Relation = Relation.SIMILAR) -> None:
        which = which & open_
        relation[which], reason[which] = _CODES[what], why
        open_[which] = False

    kin = pairs.kin
    nearly = pairs.text & (pairs.similarity >= np.float32(NEARLY))
    same_words = pairs.text & (pairs.similarity >= np.float32(SAME_WORDS))
    steps, fillings = _steps(pairs, figures)
    evident = nearly | (pairs.text & (pairs.held >= np.float32(HELD))) | steps | _drifting(pairs)
    settle(~pairs.within, Reason.BRIDGE)
    settle(pairs.seen & (pairs.shot < 0), Reason.PIXELS, Relation.SMALLER_COPY)
    settle(pairs.seen & (pairs.shot > 0), Reason.PIXELS, Relation.RECOMPRESSED)
    settle(pairs.seen, Reason.LOOKS)
    settle(pairs.unread, Reason.UNREAD)
    settle(pairs.form & ~pairs.firm & ~steps, Reason.FORM, Relation.SIBLING)
    akin = (kin == Kin.SAME) | (kin == Kin.NEAR)
    numbered = (kin == Kin.NUMBERED) & ~(steps | (nearly & _added_to(pairs)))
    settle(~pairs.same_type & (nearly | (akin & same_words)), Reason.FORMAT, Relation.OTHER_FORMAT)
    settle(~pairs.same_type, Reason.TYPES)
    settle((kin == Kin.SERIES) | numbered, Reason.SERIES)
    settle(akin & fillings & ~steps & (pairs.order == 0), Reason.FILLINGS)
    settle((kin == Kin.NEAR) & ~evident, Reason.PLACE)
    settle((kin == Kin.UNKNOWN) & ~(nearly & _added_to(pairs)), Reason.NAMES)
    settle((kin == Kin.UNKNOWN) & pairs.markup, Reason.MARKUP)
    settle(_crowds(pairs, open_ & (kin == Kin.UNKNOWN)), Reason.SERIES)
    settle(pairs.time * pairs.order < 0, Reason.CONTRADICTION)
    order = np.where(pairs.order != 0, pairs.order, pairs.time)
    settle(order < 0, Reason.NONE, Relation.OLDER)
    settle(order > 0, Reason.NONE, Relation.NEWER)
    settle(open_.copy(), Reason.NO_ORDER)
    again = _copies_of_older(pairs, relation, reason)
    relation[again], reason[again] = _CODES[Relation.OLDER], Reason.NONE
    return relation, reason


def _added_to(pairs: Pairs) -> Masks:
    """Find the pairs, (m,) bool, of which the larger text is the smaller one with additions."""
    added: Masks = (pairs.lost <= REPLACED) & (pairs.held >= np.float32(1 - REPLACED_SHARE))
    return added


def _copies_of_older(pairs: Pairs, relation: Codes, reason: Codes) -> Masks:
    """Find the files, (m,) bool, near the kept one by name and identical to an older version in their cluster."""
    older = relation == _CODES[Relation.OLDER]
    similar = (reason == Reason.PLACE) | (reason == Reason.NO_ORDER)
    key = pairs.cluster.astype(np.int64) * (int(pairs.content.max(initial=0)) + 2) + pairs.content + 1
    copies: Masks = similar & is_among(key, key[older])
    return copies


def _crowds(pairs: Pairs, unnamed: Masks) -> Masks:
    """Find the members, (m,) bool, among some whose cluster has several such contents.

    One nearly equal text under a name of its own is a version that was renamed. Several of them, say one note for each
    of five people, are a series whatever they are called.
    """
    places = np.flatnonzero(unnamed)
    content = pairs.content[places].astype(np.int64) + 1
    rows = int(content.max(initial=0)) + 1
    distinct = sorted_set(pairs.cluster[places].astype(np.int64) * rows + content) // rows
    crowded, count = np.unique(distinct, return_counts=True)
    return unnamed & is_among(pairs.cluster, crowded[count > 1])


def _earlier_kin(pairs: Pairs) -> npt.NDArray[np.intp]:
    """Return (k,) indexes of members that may be earlier versions by name and time, by cluster, oldest first."""
    places = np.flatnonzero(
        pairs.text & pairs.within & ~pairs.same & (pairs.kin >= Kin.NUMBERED) & (pairs.time < 0)
    )
    order = np.lexsort((pairs.content[places], pairs.age[places], pairs.cluster[places]))
    found: npt.NDArray[np.intp] = places[order]
    return found


def _steps(pairs: Pairs, figures: Figures | None) -> tuple[Masks, Masks]:
    """Find (m,) steps on the way to the kept file, and (m,) fillings of one form, by comparing members with each other.

    The changes of steps add up; fillings are as far from one another as from the kept file.
    """
    steps, fillings = np.zeros(len(pairs.same), np.bool_), np.zeros(len(pairs.same), np.bool_)
    if figures is None:
        return steps, fillings
    places = _earlier_kin(pairs)
    for ahead in range(1, min(_BETWEEN + 1, len(places))):
        older, newer = places[:-ahead], places[ahead:]
        asked = (pairs.cluster[older] == pairs.cluster[newer]) & (pairs.age[older] < pairs.age[newer])
        older, newer = older[asked], newer[asked]
        if not len(older):
            break
        between = 1.0 - figures(pairs.content[older], pairs.content[newer])
        sides = between, 1.0 - pairs.similarity[newer], 1.0 - pairs.similarity[older]
        for column, found in ((steps, add_up(*sides)), (fillings, stand_apart(*sides))):
            column[older[found]] = column[newer[found]] = True
    return steps, fillings


def _drifting(pairs: Pairs) -> Masks:
    """Find the members, (m,) bool, of clusters whose texts differ the more from the kept file the older they are.

    Versions do. Fillings of one form are equally far from one another, whatever their age. Texts nearly equal to the
    kept file are no evidence: one may be the draft of one of several letters.
    """
    drifts = np.zeros(len(pairs.same), np.bool_)
    places = _earlier_kin(pairs)
    doubt = (pairs.similarity[places] >= np.float32(NEARLY)) | (pairs.kin[places] == Kin.NUMBERED)
    places = places[~doubt]
    if not len(places):
        return drifts
    cluster, age, content = pairs.cluster[places], pairs.age[places], pairs.content[places]
    again = np.zeros(len(places), np.bool_)
    again[1:] = (cluster[1:] == cluster[:-1]) & (content[1:] == content[:-1])
    steps = np.flatnonzero(~again)
    cluster, age, figure = cluster[steps], age[steps], pairs.similarity[places][steps]
    one = cluster[1:] == cluster[:-1]
    broken = one & ((age[1:] == age[:-1]) | (figure[1:] < figure[:-1] - np.float32(_SLACK)))
    first = np.flatnonzero(np.concatenate(([True], ~one)))
    count = np.diff(np.concatenate((first, [len(cluster)])))
    breaks = np.add.reduceat(np.concatenate((broken, [False])).astype(np.int64), first)
    last = first + count - 1
    apart = (1.0 - figure[first]) >= FARTHER * (1.0 - figure[last]) + NOISE
    steady = (count >= _STEPS) & (breaks == 0) & apart
    drifts[places] = is_among(pairs.cluster[places], cluster[first[steady]])
    return drifts
