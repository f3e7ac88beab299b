"""Words for what a scan skipped by rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simfinder.cli.terminal import say
from simfinder.model.file_record import SkipReason
from simfinder.text.number_formats import counted

_WORDS = {
    SkipReason.SYMLINK: ("symbolic link", "symbolic links"),
    SkipReason.SPECIAL: ("special file", "special files"),
    SkipReason.EMPTY: ("empty file", "empty files"),
    SkipReason.HIDDEN: ("hidden entry", "hidden entries"),
    SkipReason.EXCLUDED: ("excluded entry", "excluded entries"),
    SkipReason.TOO_SMALL: ("file that is too small", "files that are too small"),
    SkipReason.TOO_LARGE: ("file that is too large", "files that are too large"),
    SkipReason.OTHER_TYPE: ("file of another type", "files of other types"),
    SkipReason.TOO_OLD: ("file that is too old", "files that are too old"),
    SkipReason.TOO_NEW: ("file that is too new", "files that are too new"),
    SkipReason.SAME_FILE: ("other name of the same file", "other names of the same file"),
    SkipReason.TRASH: ("Trash folder", "Trash folders"),
    SkipReason.OWN_FOLDER: ("folder of SimFinder's own", "folders of SimFinder's own"),
    SkipReason.ELSEWHERE: ("file that is not on this disk", "files that are not on this disk"),
    SkipReason.DEVELOPMENT: (
        "development folder, cache or build folder",
        "development folders, caches and build folders",
    ),
}


def say_skipped(counts: Mapping[Any, int]) -> None:
    """Print what was skipped, the most frequent first, if anything was."""
    most = sorted(counts.items(), key=lambda item: -item[1])
    parts = [counted(count, *_WORDS[SkipReason(reason)]) for reason, count in most if count]
    if parts:
        say("Skipped " + ", ".join(parts))
