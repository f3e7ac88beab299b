"""The type of a file, as the tolerance panel knows it: the extension, seen through backup endings."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BACKUP = frozenset(("bak", "old", "orig", "backup", "save", "sav", "copy", "rej", "swp", "tmp"))
_NUMBERED = re.compile(r"\.~\d+~$")  # GNU numbered backups: name.c.~3~
_EXTENSION = re.compile(r"^[^\s.]{1,16}$")


def type_of(path: str) -> str:
    """Type of a file: its extension in lower case without the dot, ``""`` where there is none.

    Backup endings are looked through as long as another extension stands before them:
    ``report.docx.bak`` is a ``docx``, ``x.py~`` a ``py``, ``#notes.txt#`` a ``txt``; a bare
    ``notes.bak`` stays ``bak``. (The tag-count key of seed 000 keeps its own rule, on purpose.)
    """
    name = path.rsplit("/", 1)[-1]
    if "\\" in name and _looks_like_windows(path):
        name = name.rsplit("\\", 1)[-1]
    name = _NUMBERED.sub("", name).rstrip("~")
    if len(name) > 2 and name[0] == name[-1] == "#":
        name = name[1:-1]
    stem, extension = _split(name)
    while extension in _BACKUP:
        inner_stem, inner = _split(stem)
        if not inner:
            break
        stem, extension = inner_stem, inner
    return extension


def types_of(paths: Iterable[str]) -> list[str]:
    """``type_of`` of many paths; what follows the last dot says it mostly, and is looked at once."""
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
                    and end.lower() not in _BACKUP
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
