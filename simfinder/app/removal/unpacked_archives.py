"""An archive and the folder in which all it holds lies loose: either may go, each file compared with its twin first.

The archive is read anew, by the sandbox, and so is every loose file. An archive that holds anything but files (a
comment, a link, an empty folder), or whose kind does not tell, stays. It goes like any file of a plan, with the
fingerprint of the folder that stays: if anything in that changes before the act, the archive stays. Loose files that
go for an archive are files of a folder that goes (``actions.plan.folder_plan``); the archive stays for each of them.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator

from simfinder.actions.filesystem.folder_listing import fingerprint, listing, record_of
from simfinder.actions.filesystem.operations import CHANGED, Identity, content_of, look
from simfinder.actions.plan.folder_plan import PackedFiles
from simfinder.actions.rules.choose_files import PROTECTED
from simfinder.app.session.session import Session
from simfinder.errors import ActionError, ViewError, reason_of
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.removal_plan import FolderRemoval, MarkCause, PlannedAct
from simfinder.scan.extract import members as member_lists
from simfinder.scan.extract.formats import HEAD, recognise
from simfinder.scan.extract.members import Member
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.signatures.content_hash import content_hash
from simfinder.text.message import say


def unpacked_archive(
    session: Session, path: str, kept: str, control: Control
) -> tuple[PlannedAct | None, FolderRemoval]:
    """Plan that an archive goes, for the folder in which all it holds lies loose.

    Args:
        session: that found both.
        path: of the archive.
        kept: the folder.
        control: cancelling; all files are read.

    Returns:
        The act, None where the archive stays; and what is said of it, see ``FolderRemoval``.
    """
    try:
        known = session.result.files[session.file_of(path)]
        print_of_kept = fingerprint(kept, listing(kept, control))
        act = _act(session, known, kept, control)
        if fingerprint(kept, listing(kept, control)) != print_of_kept:  # while its files were compared
            raise ActionError(CHANGED)
    except (ViewError, ActionError) as error:
        reason = error.message if isinstance(error, ViewError) else error.sentence
    except OSError as error:
        reason = reason_of(error)
    else:
        return act, FolderRemoval(path, kept, print_of_kept, whole=True)
    return None, FolderRemoval(path, kept, b"", whole=False, stays=(say("{} stays: {}", path, reason),))


def packed_files(session: Session, path: str, control: Control) -> PackedFiles:
    """Read what an archive holds, that is to stay for loose files.

    Args:
        session: that found it.
        path: of the archive.
        control: cancelling; all of it is read.

    Raises:
        ViewError: it can't be read, or holds more than files.
        ActionError: it changed.
        OSError: it can't be opened.
    """
    known = session.result.files[session.file_of(path)]
    content = _content_as_known(known, control)
    places = {name: member.content for member, name in _members(known, control)}
    _as_known(known)
    return PackedFiles(known, content, places, frozenset(places.values()))


def _as_known(known: FileRecord) -> None:
    """Raise ActionError where an archive is not what the scan saw."""
    status = look(known.path)
    if status is None or Identity.recorded(known) != Identity.recorded(record_of(known.path, status)):
        raise ActionError(CHANGED)


def _content_as_known(known: FileRecord, control: Control) -> bytes:
    _as_known(known)
    return content_of(known.path, control)


def _act(session: Session, known: FileRecord, kept: str, control: Control) -> PlannedAct:
    """Return the act that removes an archive.

    Raises:
        ViewError: it can't be read, or holds more than files.
        ActionError: something in it is not in the folder.
        OSError: something can't be read.
    """
    if known.protected:
        raise ActionError(PROTECTED)
    content = _content_as_known(known, control)
    found = _members(known, control)
    loose = _Loose(session, kept, control)
    twins = [loose.twin(member, name) for member, name in found]
    largest = max(twins, key=lambda twin: twin[0].size)
    _as_known(known)  # the archive that was read is the one that the plan means
    return PlannedAct(
        known, content, largest[0], largest[1], content_hash(os.fsencode(known.path)).hex()[:16], 1.0,
        Relation.SIMILAR, say("all {:,} files in it lie loose in {}", len(twins), kept), cause=MarkCause.FOLDER,
    )  # fmt: skip


def _members(known: FileRecord, control: Control) -> list[tuple[Member, str]]:
    """Read an archive anew: its files, each with its path below the folders that hold all of them.

    Raises:
        ViewError: it can't be read, or holds more than files.
        ActionError: it was cut, or changed.
        OSError: it can't be opened.
    """
    with open(known.path, "rb") as file:
        code = recognise(file.read(HEAD))
    with contextlib.closing(ViewReader(control)) as reader:
        made = reader.read(known.path, code, lambda _: None, limit=1, alone=True)
    if not made.whole or made.identity[2:] != (known.size, known.mtime_ns):
        raise ActionError(CHANGED)
    every = member_lists.unpack(made.members)
    names = {member.name for member in every}
    own = [
        member for member in every if not names.intersection(_above(member.name))
    ]  # not those inside a member
    common = member_lists.common_folders([member.name for member in own])
    below = [os.fsdecode(b"/".join(member.name.split(b"/")[common:])) for member in own]
    if not own or any(".." in name.split("/") or name.startswith("/") for name in below):
        raise ActionError(say("has no files that can lie in a folder"))
    return list(zip(own, below, strict=True))


def _above(name: bytes) -> Iterator[bytes]:
    while (end := name.rfind(b"/")) >= 0:
        name = name[:end]
        yield name


class _Loose:
    """The files of a folder by place, and those of the scan by content."""

    def __init__(self, session: Session, kept: str, control: Control) -> None:
        self._kept, self._control = kept, control
        self._real = os.path.realpath(kept)
        files, start = session.result.files, os.path.join(kept, "")
        self._by_size: dict[int, list[str]] = {}
        for path, size in zip(files.paths(), files.sizes.tolist(), strict=True):
            if path.startswith(start):
                self._by_size.setdefault(size, []).append(path)

    def twin(self, member: Member, name: str) -> tuple[FileRecord, bytes]:
        """Return the loose file with the content of a member, at its place or elsewhere in the folder, and its hash.

        Raises:
            ActionError: there is none.
            OSError: one can't be read.
        """
        for path in (
            os.path.join(self._kept, name),
            *(self._by_size.get(member.size, ()) if member.size else ()),
        ):
            status = look(path)
            if status is None or not stat.S_ISREG(status.st_mode) or status.st_size != member.size:
                continue
            folder = os.path.realpath(os.path.dirname(path))
            # a link may lead out of the folder that stays
            if os.path.commonpath((folder, self._real)) != self._real:
                continue
            if content_of(path, self._control) == member.content:
                return record_of(path, status), member.content
        raise ActionError(say("{} in it is not loose in {}", name, self._kept))
