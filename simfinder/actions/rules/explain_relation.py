"""Sentences that say why a file is older or newer than the kept one, and which evidence contradicts that.

``rules.relation`` decides the relation; this module puts it into words. Looks at records only; every answer is a pure
function of two of them (and of the present, for times in the future).
"""

from __future__ import annotations

import os
from functools import lru_cache

from simfinder.actions.file_names.hints import hints_of
from simfinder.actions.file_names.version_order import UNKNOWN, NameOrder, order_of
from simfinder.actions.kinship.name_kinship import compare_names
from simfinder.actions.kinship.place_kinship import compare_places
from simfinder.actions.rules.trusted_times import doubt_of, span_text
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.text.message import in_turn, say

_LATER, _EARLIER = say("later"), say("earlier")
_hints = lru_cache(maxsize=4096)(hints_of)  # many files are compared with one that is kept


def name_order(path: str, other: str) -> NameOrder:
    """Order two files by their names; names that are nothing but hints must be in one folder."""
    name, its_name = (one.rpartition(os.sep)[2] for one in (path, other))
    if name == its_name:
        return UNKNOWN
    mine, its = _hints(name), _hints(its_name)
    if not mine.stem and path.rpartition(os.sep)[0] != other.rpartition(os.sep)[0]:
        return UNKNOWN
    return order_of(mine, its)


def explain(
    file: FileRecord, kept: FileRecord, relation: Relation, ages: tuple[int, int] | None = None
) -> str:
    """Say why a file counts as older or newer than the kept one: ``newer: modified 3 days later``.

    Args:
        file: any file of the cluster.
        kept: the kept one.
        relation: of the file to it (see ``rules.relation``); "" is returned unless it is a copy, older or newer.
        ages: when the contents of both were first seen, if both times can be trusted.
    """
    if relation is Relation.IDENTICAL:
        apart = file.mtime_ns - kept.mtime_ns
        if not apart:
            return say("a copy, modified at the same time")
        span = span_text(apart)
        return (
            say("a copy, modified {} later", span) if apart > 0 else say("a copy, modified {} earlier", span)
        )
    if relation not in (Relation.OLDER, Relation.NEWER):
        return ""
    older = relation is Relation.OLDER
    if ages is not None and ages[0] != ages[1] and (ages[0] < ages[1]) == older:
        span = span_text(ages[0] - ages[1])
        if ages == (file.mtime_ns, kept.mtime_ns):
            return say("older: modified {} earlier", span) if older else say("newer: modified {} later", span)
        return (
            say("older: its content was there {} before", span)
            if older
            else say("newer: its content came {} later", span)
        )
    folder, _, name = file.path.rpartition(os.sep)
    its_folder, _, its_name = kept.path.rpartition(os.sep)
    sign = -1 if older else 1
    names = compare_names(name, its_name)
    if names.order == sign:
        return say("older by its name: {}", names.why) if older else say("newer by its name: {}", names.why)
    places = compare_places(folder, its_folder)
    if places.order == sign:
        return (
            say("older by its folder: {}", places.why)
            if older
            else say("newer by its folder: {}", places.why)
        )
    return say("older by names and folders") if older else say("newer by names and folders")


def name_warning(
    file: FileRecord,
    kept: FileRecord,
    *,
    now_ns: int | None = None,
) -> str:
    """Say why the times of two files should not be trusted; "" if nothing speaks against them.

    Warns if the names (of one stem) contradict the times, in either direction, and if a time is a placeholder or in the
    future.

    Args:
        file: any file of the cluster.
        kept: the kept one.
        now_ns: the present, None asks the clock.
    """
    apart = file.mtime_ns - kept.mtime_ns
    if not apart:
        return ""
    said = []
    order = name_order(file.path, kept.path)
    if order.sign * apart < 0:
        by_name, by_time = (_LATER, _EARLIER) if order.sign > 0 else (_EARLIER, _LATER)
        said.append(
            say("its name says it is {} ({}), though it was modified {}", by_name, order.why, by_time)
        )
    if doubt := doubt_of(file.mtime_ns, now_ns):
        said.append(say("its time {}", doubt))
    elif doubt := doubt_of(kept.mtime_ns, now_ns):
        said.append(say("the time of the kept file {}", doubt))
    elif said and abs(apart) < 1_000_000_000:
        said.append(say("the times are less than a second apart"))
    return in_turn(said)
