"""Replace a file by a link to an identical one that stays, and put a file of its own back for the link.

Makes the link (or file) under a name of ours in the same folder and checks it; ``swap`` puts it in place. A hard link
has the times and the mode of the file that stays: there is only one file then. A symbolic link has the replaced file's
times; a reflink has its times, mode, owner and extended attributes.
"""

from __future__ import annotations

import dataclasses
import errno
import os
import stat
from collections.abc import Callable

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.open_elsewhere import refuse_writers
from simfinder.actions.filesystem.operations import (
    CHANGED,
    GONE,
    Identity,
    UncertainOutcome,
    look,
    reading,
    same_bytes,
)
from simfinder.actions.methods.movement import Verdict
from simfinder.actions.methods.swap import Mark, Swap, carry_out, settle
from simfinder.actions.methods.verified_copy import Looks, copy_new, dress
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.text.message import in_turn, say
from simfinder.workers import heartbeat


@dataclasses.dataclass(frozen=True, slots=True)
class Link:
    """A link that is to replace a file.

    Attributes:
        kind: one of the three kinds of links.
        path: of the file.
        survivor: the file that stays; absolute.
        part: a name of ours in the folder of ``path``.
        identity: what the file is.
        stays: what the file that stays is.
    """

    kind: ActKind
    path: str
    survivor: str
    part: str
    identity: Identity
    stays: Identity


def mark_of(identity: Identity) -> Mark:
    """Return the mark by which a swap recognises the file."""
    return Mark(identity.inode, stat.S_IFREG, identity.mtime_ns, identity.ctime_ns)


def link_mark(kind: ActKind, inode: int | None) -> Mark | None:
    """Return the mark of a link, by what the journal knows of it; None if it never got its inode."""
    if inode is None:
        return None
    return Mark(inode, stat.S_IFLNK if kind is ActKind.SYMLINK else stat.S_IFREG)


def replace(
    link: Link, looks: Looks, control: Control, made: Callable[[int], None], still: Callable[[], None]
) -> str:
    """Put a link in place of a file.

    Args:
        link: journalled already.
        looks: what the file has besides its content.
        control: checked while bytes are compared.
        made: called with the link's inode as soon as it is known, to write it into the journal.
        still: raises ``ActionError`` if the file must not go after all.

    Returns:
        "", or a sentence about what a program saved into the file in the last moment.

    Raises:
        ActionError: the file is in its place, as it was (or the message says where).
        Cancelled: likewise.
    """
    swap = Swap(link.path, link.part, mark_of(link.identity), None)
    try:
        mark = _MAKERS[link.kind](link, looks, control, made)
        status = look(link.path)
        if status is None or not link.identity.matches(status):
            raise ActionError(CHANGED, link.path)
    except OSError as error:
        raise _failed(swap, link.path, _reason(link.kind, error)) from error
    except ActionError as error:
        raise _failed(swap, link.path, error.message) from error
    except Cancelled:
        settle(swap)
        raise
    return carry_out(dataclasses.replace(swap, new=mark), still)


def restore(
    kind: ActKind,
    swap: Swap,
    survivor: str,
    content: bytes,
    looks: Looks,
    control: Control,
    made: Callable[[int, int, bytes], None],
) -> str:
    """Put a file of its own with the same bytes in place of a link.

    Args:
        kind: of the link.
        swap: of the link for the file to be made; journalled already.
        survivor: what a symbolic link must lead to.
        content: XXH3-128 of the file that was there.
        looks: what it had besides.
        control: checked and advanced while bytes are copied.
        made: as for ``copy_new``.

    Returns:
        "", or a sentence about what a program saved into the link's file in the last moment.

    Raises:
        ActionError: the link is in its place, as it was (or the message says where).
        Cancelled: likewise.
    """
    path = swap.path
    if not is_the_link(kind, path, survivor, swap.old.inode):
        raise ActionError(say("is no longer the link that was made; it is left as it is"), path)

    def begun(device: int, number: int, attributes: bytes) -> None:
        nonlocal swap
        swap = dataclasses.replace(swap, new=Mark(number))
        made(device, number, attributes)

    source = survivor if kind is ActKind.SYMLINK else path
    try:
        status = look(source)
        if status is None:
            raise ActionError(say("can't have its own content back: {} {}", survivor, GONE), path)
        if not stat.S_ISREG(status.st_mode):
            raise ActionError(say("can't have its own content back: {} is no file any more", survivor), path)
        if kind is not ActKind.SYMLINK:
            swap = dataclasses.replace(swap, old=dataclasses.replace(swap.old, ctime_ns=status.st_ctime_ns))
        refuse_writers(source)
        copy_new(source, swap.part, Identity.of(status), content, control, begun, looks)
    except OSError as error:
        raise _failed(swap, path, reason_of(error)) from error
    except ActionError as error:
        said = error.message
        if said.endswith(CHANGED):
            said = say(
                "can't have its own content back: it was changed since, through the link or where it leads"
            )
        raise _failed(swap, path, said) from error
    except Cancelled:
        settle(swap)
        raise
    return carry_out(swap, lambda: None)


def is_the_link(kind: ActKind, path: str, survivor: str, inode: int | None) -> bool:
    """Tell whether the entry at a path is the link that was made there."""
    mark = link_mark(kind, inode)
    if mark is None or not mark.fits(look(path)):
        return False
    return kind is not ActKind.SYMLINK or syscalls.read_symlink(path) == survivor


def _failed(swap: Swap, path: str, reason: str) -> ActionError:
    """Remove what was being made and return the error to raise."""
    verdict, more = settle(swap)
    kind = UncertainOutcome if verdict is Verdict.UNKNOWN else ActionError
    return kind(in_turn((reason, more)), path)


def _reason(kind: ActKind, error: OSError) -> str:
    if error.errno == errno.EXDEV:
        return say("is on another disk than the file that stays: such a link can't be made")
    if error.errno == errno.EMLINK:
        return say("the file that stays has as many names as its disk allows")
    if kind is ActKind.REFLINK and error.errno in syscalls.CANNOT:
        return say("the disk can't share blocks between files")
    if kind is not ActKind.REFLINK and error.errno in {errno.EPERM, *syscalls.CANNOT}:
        return say("a link can't be made: {} (not every disk has links)", reason_of(error))
    return say("a link can't be made: {}", reason_of(error))


def _hard(link: Link, _looks: Looks, _control: Control, made: Callable[[int], None]) -> Mark:
    if link.identity.device != link.stays.device:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
    made(link.stays.inode)
    syscalls.make_link(link.survivor, link.part)
    if not link.stays.matches(syscalls.status(link.part)):
        raise ActionError(say("the file that stays ({}) {}", link.survivor, CHANGED), link.path)
    return Mark(link.stays.inode)


def _symbolic(link: Link, looks: Looks, _control: Control, made: Callable[[int], None]) -> Mark:
    syscalls.make_symlink(link.survivor, link.part)
    status = syscalls.status(link.part)
    made(status.st_ino)
    if syscalls.read_symlink(link.part) != link.survivor or not link.stays.matches(
        syscalls.target_status(link.part)
    ):
        raise ActionError(say("a symbolic link would not lead to the file that stays"), link.path)
    if syscalls.LINK_TIMES:
        syscalls.set_times(link.part, looks.atime_ns, looks.mtime_ns)
    return Mark(status.st_ino, stat.S_IFLNK)


def _sharing(link: Link, looks: Looks, control: Control, made: Callable[[int], None]) -> Mark:
    with reading(link.survivor) as old:
        if not link.stays.matches(os.fstat(old)):
            raise ActionError(say("the file that stays ({}) {}", link.survivor, CHANGED), link.path)
        new = syscalls.open_file(link.part, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        try:
            inode = os.fstat(new).st_ino
            made(inode)
            syscalls.share_blocks(old, new)
            with heartbeat.on_our_own():
                os.fsync(new)
            if not same_bytes(link.part, link.path, control):
                raise ActionError(say("what shares the blocks does not read like the file"), link.path)
            dress(new, looks)  # last: reading back moves the access time
            with heartbeat.on_our_own():
                os.fsync(new)
            kept = syscalls.attributes(new)
            if not looks.kept_by(os.fstat(new)) or any(kept.get(k) != v for k, v in looks.attributes.items()):
                raise ActionError(say("its times, mode, owner or attributes could not be kept"), link.path)
        finally:
            os.close(new)
    return Mark(inode)


_MAKERS: dict[ActKind, Callable[[Link, Looks, Control, Callable[[int], None]], Mark]] = {
    ActKind.HARDLINK: _hard,
    ActKind.SYMLINK: _symbolic,
    ActKind.REFLINK: _sharing,
}
