"""Words for what a scan skipped."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from simfinder.gui.wording.formatting import count_text
from simfinder.model.file_record import SkipReason


def skipped_text(counts: Mapping[str, int]) -> str:
    """List what was skipped, the most frequent first: ``120 hidden entries · 14 symbolic links``."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("SkippedWords", text)

    names = {
        SkipReason.SYMLINK: (tr("symbolic link"), tr("symbolic links")),
        SkipReason.SPECIAL: (tr("special file"), tr("special files")),
        SkipReason.EMPTY: (tr("empty file"), tr("empty files")),
        SkipReason.HIDDEN: (tr("hidden entry"), tr("hidden entries")),
        SkipReason.EXCLUDED: (tr("excluded entry"), tr("excluded entries")),
        SkipReason.TOO_SMALL: (tr("file that is too small"), tr("files that are too small")),
        SkipReason.TOO_LARGE: (tr("file that is too large"), tr("files that are too large")),
        SkipReason.OTHER_TYPE: (tr("file of another type"), tr("files of other types")),
        SkipReason.TOO_OLD: (tr("file that is too old"), tr("files that are too old")),
        SkipReason.TOO_NEW: (tr("file that is too new"), tr("files that are too new")),
        SkipReason.SAME_FILE: (tr("other name of the same file"), tr("other names of the same file")),
        SkipReason.ELSEWHERE: (tr("file that is not on this disk"), tr("files that are not on this disk")),
        SkipReason.TRASH: (tr("Trash folder"), tr("Trash folders")),
        SkipReason.DEVELOPMENT: (
            tr("development folder, cache or build folder"),
            tr("development folders, caches and build folders"),
        ),
        SkipReason.OWN_FOLDER: (tr("folder of SimFinder’s own"), tr("folders of SimFinder’s own")),
    }
    parts = []
    for reason, count in sorted(counts.items(), key=lambda item: -item[1]):
        if count:
            one, many = names[SkipReason(reason)]
            parts.append(f"{count_text(count)} {one if count == 1 else many}")
    return " · ".join(parts)


def development_tip() -> str:
    """Say what is left out with development folders, and what never is."""
    return QCoreApplication.translate(
        "SkippedWords",
        "Folders of software that say so themselves (package.json, Cargo.toml, a Makefile beside sources), and what"
        " tools make: node_modules, __pycache__, .git, caches, build results.\nNever left out: a folder that you add"
        " to the list yourself, and one with documents or photos beside such files.\nThe scan counts and lists what"
        " was left out.",
    )
