"""Why a file is kept, and how another stands to it: sentences for one file of a session at a time."""

from __future__ import annotations

from simfinder.actions.rules import keep_rules
from simfinder.actions.rules.explain_relation import explain, name_warning
from simfinder.app.clusters.cluster_table import RELATIONS
from simfinder.app.session.session import Session

_MOST = 200  # members that a kept file is compared with for one sentence


def why_kept(session: Session, file: int) -> tuple[str, str]:
    """What decided for the kept file of a cluster against the next best one.

    Returns:
        A sentence, and the path of the file it was compared with; both "" where the file is not a kept one.
    """
    table = session.clusters
    cluster = table.cluster_of(file)
    if cluster < 0 or int(table.kept[cluster]) != file:
        return "", ""
    start, stop = int(table.offsets[cluster]), int(table.offsets[cluster + 1])
    others = [int(other) for other in table.members[start:stop][:_MOST] if int(other) != file]
    times = table.files.ages.times
    places = keep_rules.rank(
        [session.record(other) for other in others],
        session.keep_rules,
        times[others],
        table.files.ages.seniority[others],
    )
    best = others[int(places.argmin())]
    other = session.record(best)
    ages = int(times[file]), int(times[best])
    return keep_rules.explain_kept(session.record(file), other, session.keep_rules, ages), other.path


def standing(session: Session, file: int) -> tuple[str, str]:
    """Why a file is a copy, older, newer or merely similar, and what speaks against it; both "" for a kept file."""
    table = session.clusters
    cluster = table.cluster_of(file)
    if cluster < 0 or int(table.kept[cluster]) == file:
        return "", ""
    best, ages = int(table.kept[cluster]), table.files.ages
    record, kept = session.record(file), session.record(best)
    if reason := session.relation_reason(file):
        return reason, name_warning(record, kept)
    times = (
        (int(ages.times[file]), int(ages.times[best])) if ages.trusted[file] and ages.trusted[best] else None
    )
    relation = RELATIONS[table.relation[table.position_of(file)]]
    return explain(record, kept, relation, times), name_warning(record, kept)
