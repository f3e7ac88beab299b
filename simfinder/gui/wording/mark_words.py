"""Words of the rules by which many files are marked at once: in menus, tips and the dialog."""

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
        "older": _tr("What is older than the kept file and within the tolerance of it, or identical to it"),
        "identical": _tr("What is identical to the kept file"),
        "similar": _tr(
            "Also what is similar to the kept file, where nobody knows which is older; nothing newer"
        ),
        "all": _tr(
            "Everything but the kept file that is within the tolerance of it, newer versions too; "
            "no other formats, no files of one form"
        ),
        "in": _tr("Everything that lies in the folder or below it; another file is kept where need be"),
        "not-in": _tr("Everything that lies elsewhere, in the clusters that have a file in the folder"),
        "invert": _tr("Mark what is not marked, and the other way round; kept files stay unmarked"),
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
        parts.append(_tr("Marks nothing more: no other file meets this rule."))
    if proposal.cleared:
        parts.append(counted(len(proposal.cleared), _tr("Takes %n mark back."), _tr("Takes %n marks back.")))
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
                _tr("In %n cluster another file is kept then."),
                _tr("In %n clusters another file is kept then."),
            )
        )
    return " ".join(parts)


def _tr(text: str) -> str:
    return QCoreApplication.translate("MarkDialog", text)
