"""Words for the rules that mark many files at once: in menus, tool tips and the dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simfinder.gui.wording.formatting import counted, size_text

if TYPE_CHECKING:
    from simfinder.app.removal.mark_files import Proposal


def wish_text(wish: str) -> str:
    """Say what a rule marks, in words of a menu."""
    return {
        "older": _tr("Older versions"),
        "identical": _tr("Identical files only"),
        "similar": _tr("Older versions and similar files"),
        "all": _tr("All similar files, newer ones too"),
        "in": _tr("All in a folder"),
        "not-in": _tr("All but those in a folder"),
        "invert": _tr("Invert the marks"),
    }[wish]


def wish_tip(wish: str) -> str:
    """Say what a rule means, in a sentence."""
    return {
        "older": _tr("Files older than the kept one and within the tolerance of it, or identical to it"),
        "identical": _tr("Files identical to the kept one"),
        "similar": _tr("Also files similar to the kept one of which the age is unknown; nothing newer"),
        "all": _tr(
            "All files within the tolerance of the kept one, newer versions too; no other formats,"
            " no files of one form"
        ),
        "in": _tr("All files in the folder or below it; another file is kept where needed"),
        "not-in": _tr("All files outside the folder, in the clusters that have a file in it"),
        "invert": _tr("Mark unmarked files and unmark marked ones; kept files stay unmarked"),
    }[wish]


def preview_text(proposal: Proposal) -> str:
    """Say what a rule would mark and take back."""
    found = proposal.preview
    parts = []
    if found.files:
        files = counted(found.files, _tr("%n file more"), _tr("%n files more"))
        clusters = counted(found.clusters, _tr("%n cluster"), _tr("%n clusters"))
        text = _tr("Marks %1 in %2, %3 in all.").replace("%1", files).replace("%2", clusters)
        parts.append(text.replace("%3", size_text(found.bytes)))
    else:
        parts.append(_tr("Marks nothing more: no other file matches this rule."))
    if proposal.cleared:
        parts.append(counted(len(proposal.cleared), _tr("Unmarks %n file."), _tr("Unmarks %n files.")))
    if proposal.left_alone.files:
        files = counted(proposal.left_alone.files, _tr("%n file"), _tr("%n files"))
        text = counted(
            proposal.left_alone.projects,
            _tr("Leaves %1 in %n project folder alone."),
            _tr("Leaves %1 in %n project folders alone."),
        )
        parts.append(text.replace("%1", files))
    if proposal.heirs:
        parts.append(
            counted(
                len(proposal.heirs),
                _tr("Keeps another file in %n cluster."),
                _tr("Keeps another file in %n clusters."),
            )
        )
    return " ".join(parts)


def _tr(text: str) -> str:
    return QCoreApplication.translate("MarkFilesDialog", text)
