"""A plan as a POSIX shell script that a person can read before they run it.

The script makes the checks that a shell can make and never overwrites, but keeps no journal, so ``undo`` can't take it
back. This module touches no file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from urllib.parse import quote as percent

from simfinder.actions.filesystem import freedesktop_trash
from simfinder.actions.filesystem.operations import shortened
from simfinder.actions.plan.json_file import StoredPlan
from simfinder.actions.plan.shell_functions import BASE, END, FOLDERS, FUNCTIONS
from simfinder.errors import UsageError
from simfinder.model.file_record import FileRecord
from simfinder.model.removal_plan import ActKind, PlannedAct

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SECOND = 1_000_000_000
_TRASH_NAME = 255 - len(".trashinfo")


def script(stored: StoredPlan, does: str, frees: str) -> Iterator[str]:
    """Write the script of a plan, some lines at a time.

    Args:
        stored: the plan.
        does: the act in words, for the head of the script.
        frees: the freed bytes in words.

    Returns:
        Its text in pieces; names in it are the file system's bytes with surrogateescape.

    Raises:
        UsageError: the Trash of this system is none that a script can use.
    """
    plan = stored.plan
    if plan.kind is ActKind.TRASH and freedesktop_trash.SYSTEM_TRASH:
        raise UsageError("a script can't use the Trash of this system: give --to DIR, or use 'apply'")
    if any(act.step is ActKind.MERGE for act in plan.acts):
        raise UsageError("a script can't merge folders: use 'apply'")
    call, functions = FUNCTIONS[plan.kind]
    head = [
        "Made by SimFinder (simfinder plan --sh).",
        f"{len(plan.acts)} of the files of {len(set(plan.acts.clusters()))} clusters, "
        f"{plan.bytes_handled} bytes, would be {does}.",
        frees[:1].upper() + frees[1:] + ".",
        f"Kept: {stored.keep}. Removed: {stored.remove}.",
        *([f"{len(plan.refused)} marks are not carried out."] if plan.refused else []),
        *plan.warnings,
        "",
        "Each file and the one that stays for it are looked at again (device, inode, size, time), and identical",
        "ones are compared byte by byte; what changed is skipped. Nothing is overwritten. No journal is kept, so",
        "'simfinder undo' can't take this back; 'simfinder plan --json' and 'simfinder apply' do it with a journal.",
        "Exit code: 0, or 1 where something was skipped.",
    ]
    lines = [
        "#!/bin/sh",
        *(f"# {_comment(line)}".rstrip() for line in head),
        BASE.rstrip(),
        functions.rstrip(),
        *([FOLDERS.rstrip()] if plan.removals else []),
    ]
    yield "\n".join(lines) + "\n"
    for act in plan.acts:
        yield "\n".join(["", *_lines(act, plan.kind, call)]) + "\n"
    yield END


def quoted(text: str) -> str:
    """Quote a text as one word of a shell, whatever is in it."""
    return "'" + text.replace("'", "'\\''") + "'"


def _lines(act: PlannedAct, kind: ActKind, call: str) -> Iterator[str]:
    yield f"# {_comment(act.why)}"
    if act.step is not None:
        yield " ".join([f"remove_{act.step}", quoted(act.file.path), quoted(act.survivor.path)])
        return
    for warning in act.warnings:
        yield f"# ! {_comment(warning)}"
    words = [quoted(act.file.path), _looks(act.file), quoted(act.survivor.path), _looks(act.survivor)]
    if act.identical:
        words.append("same")
    else:
        words.append(_time(act.survivor.ctime_ns) if kind is ActKind.DELETE else "like")
    if act.to is not None:
        words.append(quoted(act.to))
    elif kind is ActKind.TRASH:
        words += [quoted(word) for word in _trash_words(act.file.path)]
    yield " ".join([call, *words])


def _looks(file: FileRecord) -> str:
    return f"'{file.device}:{file.inode} {file.size} {_time(file.mtime_ns)}'"


def _time(time_ns: int) -> str:
    sign, time = "-" if time_ns < 0 else "", abs(time_ns)
    return f"{sign}{time // _SECOND}.{time % _SECOND:09}"


def _trash_words(path: str) -> tuple[str, str, str, str]:
    """Return the name in the Trash, its stem and ending for further names, and the path as a .trashinfo has it."""
    name = os.path.basename(path)
    stem, ending = os.path.splitext(name)
    tail = len(os.fsencode(ending))
    if tail > _TRASH_NAME // 2:  # an "ending" that long is no ending
        stem, ending, tail = name, "", 0
    first = shortened(stem, _TRASH_NAME - tail) + ending
    return (
        first,
        shortened(stem, _TRASH_NAME - tail - len(".99999")),
        ending,
        percent(os.fsencode(path), safe="/"),
    )


def _comment(text: str) -> str:
    """Return a text without line breaks and control characters, so that it stays a comment."""
    return _CONTROL.sub(lambda match: repr(match.group())[1:-1], text)
