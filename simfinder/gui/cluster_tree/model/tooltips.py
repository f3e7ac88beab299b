"""Tool tips of the cluster tree: why a file is kept, older, marked or estimated.

Plain functions over a session; they never read the disk.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simfinder.gui.cluster_tree.model.row_kinds import Column
from simfinder.gui.wording.formatting import (
    counted,
    folder_text,
    names_apart,
    percent_text,
    shown,
    size_text,
    time_text,
)
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord

if TYPE_CHECKING:
    from simfinder.app.compare.form_share import FormShare
    from simfinder.app.session.session import Session

_RELATIONS = tuple(Relation)
_ORDERED = (Relation.IDENTICAL, Relation.OLDER, Relation.NEWER)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClusterTips", text)


def shared_tip(relation: Relation, *, estimated: bool, seen: bool = False, heard: bool = False) -> str:
    """Explain the figure beside a file, and how it is known."""
    if relation == Relation.IDENTICAL:
        return _tr("Identical to the kept file, by a 128-bit content hash.")
    if seen:
        return _tr(
            "The share of the picture that looks the same as in the kept file, in brightness and colour."
        )
    if heard:
        return _tr("The share of the recording that sounds the same as in the kept file.")
    what = _tr("The share of content that this file and the kept file have in common")
    if estimated:
        return what + _tr(": estimated, not verified yet.")
    return what + _tr(": verified byte by byte.")


def version_tip(session: Session, file: int, relation: Relation, *, by_hand: bool, within: bool) -> str:
    """Explain why a file is kept, older or newer, and why it is marked."""
    from simfinder.app.views import explain_similarity

    if relation == Relation.KEPT:
        why, other = explain_similarity.why_kept(session, file)
        if by_hand:
            return _tr("Kept: chosen by hand")
        text = _tr("Kept rather than %2: %1").replace("%1", translated(why))
        return text.replace("%2", shown(os.path.basename(other)))
    lines = [relation_text(relation)] if relation_text(relation) else []
    if relation == Relation.SIBLING:
        lines += _form_lines(session, file)
    if within and (reason := reason_text(session, file, relation)):
        lines.append(reason)
    if within and relation in _ORDERED:
        why, warning = explain_similarity.why_related(session, file)
        said = translated(why)
        lines.append(said[:1].upper() + said[1:])
        if warning:
            lines.append(_tr("But %1").replace("%1", translated(warning)))
    if not within:
        lines.append(reached_text(session, file) or _tr("In this cluster through other files of it."))
        lines.append(_tr("Differs from the kept file by more than the tolerance, so no rule marks it."))
    if not lines:
        lines.append(_tr("Similar to the kept file; which of the two is newer is unknown."))
    if marked := session.why_marked(file):
        lines.append(_tr("Marked: %1").replace("%1", translated(marked)))
    return "\n".join(lines)


def reached_text(session: Session, file: int) -> str:
    """Say through which file a file is in its cluster; "" where it needs no other one."""
    if (reached := session.clustering.reached_through(file)) is None:
        return ""
    other, share = reached
    text = _tr("In this cluster because it shares %1 with %2.").replace("%1", percent_text(share))
    return text.replace("%2", shown(names_apart(session.record(other).path, session.record(file).path)[0]))


def through_text(session: Session, file: int) -> str:
    """Say in two words through which file a file is in its cluster; "" where it needs no other one."""
    if (reached := session.clustering.reached_through(file)) is None:
        return ""
    name, _ = names_apart(session.record(reached[0]).path, session.record(file).path)
    return _tr("through %1").replace("%1", shown(name))


def relation_text(relation: Relation) -> str:
    """Explain "other format" and "same form" in a sentence; "" for other relations."""
    return {
        Relation.OTHER_FORMAT: _tr("In another format, so never marked automatically."),
        Relation.SIBLING: _tr(
            "Shares a form with the kept file, not its content: never marked automatically."
        ),
    }.get(relation, "")


def reason_text(session: Session, file: int, relation: Relation) -> str:
    """Explain in a sentence why a file is only similar to the kept one; "" for other relations."""
    if relation in (Relation.SMALLER_COPY, Relation.RECOMPRESSED):
        said = translated(session.clustering.relation_reason(file))
        return _tr("It is %1. No rule marks it unless similar files are to be marked.").replace("%1", said)
    reason = session.clustering.relation_reason(file) if relation == Relation.SIMILAR else ""
    return _tr("Only similar to the kept file: %1.").replace("%1", translated(reason)) if reason else ""


def form_text(share: FormShare) -> str:
    """Say in a sentence how much of a file is the form that it shares with another one."""
    text = _tr("They share a form: %1 of %2.").replace("%1", size_text(share.left))
    return text.replace("%2", size_text(share.of_left))


def _form_lines(session: Session, file: int) -> list[str]:
    from simfinder.app.compare.form_share import form_share

    table = session.clusters
    share = form_share(session, file, int(table.kept[table.cluster_of(file)]))
    return [] if share is None else [form_text(share)]


def place_lines(session: Session, file: int) -> list[str]:
    """Explain why a file is in its cluster and has its relation to the kept one, a sentence each."""
    table = session.clusters
    position = table.position_of(file)
    if position < 0:
        return []
    relation = _RELATIONS[int(table.relation[position])]
    reached = reached_text(session, file)
    reason = reason_text(session, file, relation) if table.within[position] else ""
    # the answer above says how these differ
    if reason and relation in (Relation.SMALLER_COPY, Relation.RECOMPRESSED):
        reason = _tr("No rule marks it unless similar files are to be marked.")
    return [line for line in (relation_text(relation), reason, reached) if line]


def plain_tip(record: FileRecord, column: int) -> str:
    """Return in full what a column shows in short."""
    match column:
        case Column.MODIFIED:
            return time_text(record.mtime_ns)
        case Column.SIZE:
            return counted(record.size, _tr("%n byte"), _tr("%n bytes"))
        case Column.FOLDER:
            return folder_text(os.path.dirname(record.path))
    return ""
