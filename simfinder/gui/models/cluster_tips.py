"""What the cluster tree tells of a file when the pointer rests on it: why it is kept, older, marked or estimated.

Plain functions over a session; they look at nothing on the disk.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simfinder.gui.models.row_kinds import Column
from simfinder.gui.texts import counted, shown, time_text
from simfinder.gui.told import told
from simfinder.model.clusters import Relation
from simfinder.model.files import FileRecord

if TYPE_CHECKING:
    from simfinder.app.session import Session


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClusterTips", text)


def shared_tip(relation: Relation, *, estimated: bool) -> str:
    """What the figure beside a file means, and how it is known."""
    if relation == Relation.IDENTICAL:
        return _tr("Every byte is equal to the kept file, by a 128-bit content hash.")
    what = _tr("The share of content that this file and the kept file have in common")
    if estimated:
        return what + _tr(": estimated, not checked yet.")
    return what + _tr(": checked byte by byte.")


def version_tip(session: Session, file: int, *, kept: bool, by_hand: bool, within: bool) -> str:
    """Why a file is kept, or counts as older or newer; and why it is marked."""
    from simfinder.app import explaining

    if kept:
        why, other = explaining.why_kept(session, file)
        if by_hand:
            return _tr("Kept: chosen by hand")
        text = _tr("Kept rather than %2: %1").replace("%1", told(why))
        return text.replace("%2", shown(os.path.basename(other)))
    why, warning = explaining.standing(session, file)
    said = told(why)
    lines = [said[:1].upper() + said[1:]]
    if warning:
        lines.append(_tr("But %1").replace("%1", told(warning)))
    if not within:
        lines.append(
            _tr(
                "Linked through other files of the cluster; differs from the kept file itself by more than the "
                "tolerance, so no rule marks it."
            )
        )
    if marked := session.why_marked(file):
        lines.append(_tr("Marked: %1").replace("%1", told(marked)))
    return "\n".join(lines)


def plain_tip(record: FileRecord, column: int) -> str:
    """The whole of what a column shows in short."""
    match column:
        case Column.MODIFIED:
            return time_text(record.mtime_ns)
        case Column.SIZE:
            return counted(record.size, _tr("%n byte"), _tr("%n bytes"))
        case Column.FOLDER:
            return shown(os.path.dirname(record.path))
    return ""
