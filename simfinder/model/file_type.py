"""The type of a file: its extension, ignoring backup endings."""

from __future__ import annotations

import re
from collections.abc import Iterable

BACKUPS = frozenset(("bak", "old", "orig", "backup", "save", "sav", "copy", "rej", "swp", "tmp"))
"""Extensions of backups."""
_NUMBERED = re.compile(r"\.~\d+~$")  # GNU numbered backups: name.c.~3~
_EXTENSION = re.compile(r"^[^\s.]{1,16}$")


def type_of(path: str) -> str:
    """Return the type of a file: its extension in lower case without the dot, ``""`` if there is none.

    Backup endings are ignored as long as another extension precedes them:
    ``report.docx.bak`` is a ``docx``, ``x.py~`` a ``py``, ``#notes.txt#`` a ``txt``; a bare
    ``notes.bak`` stays ``bak``. (SimFind's ``tagcount`` has a rule of its own, that of Sadowski
    and Levin, on purpose.)
    """
    name = path.rsplit("/", 1)[-1]
    if "\\" in name and _looks_like_windows(path):
        name = name.rsplit("\\", 1)[-1]
    name = _NUMBERED.sub("", name).rstrip("~")
    if len(name) > 2 and name[0] == name[-1] == "#":
        name = name[1:-1]
    stem, extension = _split(name)
    while extension in BACKUPS:
        inner_stem, inner = _split(stem)
        if not inner:
            break
        stem, extension = inner_stem, inner
    return extension


def types_of(paths: Iterable[str]) -> list[str]:
    """Return ``type_of`` of many paths; fast, because each distinct simple extension is examined once."""
    plain: dict[str, str | None] = {}
    found = []
    for path in paths:
        name = path[path.rfind("/") + 1 :]
        stem, dot, end = name.rpartition(".")
        if dot and stem and stem[-1] != "." and "\\" not in name:
            known = plain.get(end, "")
            if known == "":
                simple = (
                    _EXTENSION.match(end)
                    and end.lower() not in BACKUPS
                    and "~" not in end
                    and end[-1:] != "#"
                )
                known = plain[end] = end.lower() if simple else None
            if known is not None:
                found.append(known)
                continue
        found.append(type_of(path))
    return found


def _looks_like_windows(path: str) -> bool:
    return path.startswith("\\\\") or path[1:3] == ":\\"


def _split(name: str) -> tuple[str, str]:
    bare = name.lstrip(".")
    stem, dot, extension = bare.rpartition(".")
    if not dot or not stem or not _EXTENSION.match(extension):
        return name, ""
    return stem, extension.lower()
