"""Scope of the marking commands: all clusters, those that the filter shows, or the selection. In words, too.

The commands name their scope in text, tool tip and dialog. ``window.cluster_commands`` looks up the files when one of
them is used, from the rows on the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction

from simfinder.gui.wording.formatting import counted, folder_text
from simfinder.gui.wording.mark_words import wish_tip

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from simfinder.app.session.session import Session

    Mask = NDArray[bool_]
    FilesOf = Callable[[Session], Mask]


class ScopeKind(Enum):
    """The kinds of scope."""

    ALL = auto()
    SHOWN = auto()
    CLUSTERS = auto()
    FILES = auto()


@dataclass(frozen=True, slots=True)
class MarkScope:
    """The scope of the marking commands.

    Attributes:
        kind: whether that is all, what the filter shows, selected clusters, or selected files.
        count: clusters, or selected files.
        some_files: of the clusters that are shown only the files that the filter names.
    """

    kind: ScopeKind = ScopeKind.ALL
    count: int = 0
    some_files: bool = False

    def __bool__(self) -> bool:
        return self.kind is not ScopeKind.ALL


def _tr(text: str) -> str:
    return QCoreApplication.translate("MarkScope", text)


def mark_text(rule: str, scope: MarkScope) -> str:
    """Return the label of a command: what it does, and where."""
    match scope.kind:
        case ScopeKind.SHOWN if not scope.count:
            return {
                "older": _tr("Mark older versions (none shown)"),
                "identical": _tr("Mark identical files only (none shown)"),
                "all": _tr("Mark all similar files (none shown)"),
            }[rule]
        case ScopeKind.SHOWN:
            one, many = {
                "older": (
                    _tr("Mark older versions in the cluster shown"),
                    _tr("Mark older versions in the %n clusters shown"),
                ),
                "identical": (
                    _tr("Mark identical files only in the cluster shown"),
                    _tr("Mark identical files only in the %n clusters shown"),
                ),
                "all": (
                    _tr("Mark all similar files in the cluster shown"),
                    _tr("Mark all similar files in the %n clusters shown"),
                ),
            }[rule]
        case ScopeKind.CLUSTERS:
            one, many = {
                "older": (
                    _tr("Mark older versions in the selected cluster"),
                    _tr("Mark older versions in %n selected clusters"),
                ),
                "identical": (
                    _tr("Mark identical files only in the selected cluster"),
                    _tr("Mark identical files only in %n selected clusters"),
                ),
                "all": (
                    _tr("Mark all similar files in the selected cluster"),
                    _tr("Mark all similar files in %n selected clusters"),
                ),
            }[rule]
        case ScopeKind.FILES:
            one, many = {
                "older": (
                    _tr("Mark the selected file if it is an older version"),
                    _tr("Mark older versions among %n selected files"),
                ),
                "identical": (
                    _tr("Mark the selected file if it is identical"),
                    _tr("Mark identical files only among %n selected files"),
                ),
                "all": (
                    _tr("Mark the selected file if it is similar"),
                    _tr("Mark all similar files among %n selected files"),
                ),
            }[rule]
        case _:
            return {
                "older": _tr("Mark older versions"),
                "identical": _tr("Mark identical files only"),
                "all": _tr("Mark all similar files"),
            }[rule]
    return counted(scope.count, one, many)


def short_text(scope: MarkScope) -> str:
    """Return the words of the button where there is no room for all of them."""
    match scope.kind:
        case ScopeKind.SHOWN:
            return counted(scope.count, _tr("Mark older (%n shown)"), _tr("Mark older (%n shown)"))
        case ScopeKind.CLUSTERS | ScopeKind.FILES:
            return counted(scope.count, _tr("Mark older (%n selected)"), _tr("Mark older (%n selected)"))
    return mark_text("older", scope)


def where_text(scope: MarkScope) -> str:
    """Say where marks are set, in words that follow "Only"."""
    match scope.kind:
        case ScopeKind.SHOWN if not scope.count:
            return _tr("in what is shown")
        case ScopeKind.SHOWN:
            return counted(scope.count, _tr("in the cluster shown"), _tr("in the %n clusters shown"))
        case ScopeKind.CLUSTERS:
            return counted(scope.count, _tr("in the selected cluster"), _tr("in the %n selected clusters"))
        case ScopeKind.FILES:
            return counted(scope.count, _tr("of the selected file"), _tr("among the %n selected files"))
    return ""


def mark_tip(rule: str, scope: MarkScope) -> str:
    """Return the tool tip of a command."""
    what = {
        "older": _tr(
            "In every cluster, mark files older than the kept one and within the tolerance, or"
            " identical to it"
        ),
        "identical": _tr("In every cluster, mark files identical to the kept one"),
        "all": _tr("In every cluster, mark all files within the tolerance of the kept one"),
    }[rule]
    if not scope:
        return what
    lines = [wish_tip(rule), _tr("Only %1.").replace("%1", where_text(scope))]
    return "\n".join(filter(None, (*lines, files_tip(scope))))


def files_tip(scope: MarkScope) -> str:
    """Say which files of the clusters are left alone; "" if none."""
    return _tr("Files that do not match the filter are not marked.") if scope.some_files else ""


def where_folder_text(folder: str) -> str:
    """Say where marks are set that are set in a folder, in words that follow "Only"."""
    return _tr("in %1").replace("%1", folder_text(folder))


def here_action(parent: QObject) -> QAction:
    """Return the command of a folder or a tile."""
    action = QAction(_tr("Mark older versions in here"), parent)
    action.setToolTip(
        _tr("Mark the files in here that are older than the kept file of their cluster, or identical to it")
    )
    return action
