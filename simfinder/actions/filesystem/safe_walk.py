"""Walk to a folder name by name, by handles, and know who could have put something else on the way.

A path is only a promise of the moment: whoever may rename in one of its folders can put another folder, or a symbolic
link, at a name in it. A link on the way is followed only where nobody but root and the user we act as could have made
it: each folder down to it belongs to one of the two and is writable for nobody else (or is sticky, as ``/tmp``).
Without links the folder reached is one below those that were named, however names are changed meanwhile.

A folder that group or everybody may write counts as open to others, except where the group is the user's own, with
nobody else in it. Knows nothing of acts; ``directory_handles`` keeps what is opened here.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from simfinder.model.system import LINUX, longest_path, machine
from simfinder.text.message import say

FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
"""How folders are opened: to reach what is in them, not to list them."""
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
LONGEST = longest_path()
_MOST_LINKS = 40  # as the system itself
_OPENAT2 = 437  # on every architecture but alpha
_NO_SYMLINKS = 0x04
_C = ctypes.CDLL(None, use_errno=True) if LINUX and machine() != "alpha" else None


class Way(NamedTuple):
    """A folder that was walked to.

    Attributes:
        handle: of the folder; the caller closes it.
        safe: nobody but the given owners could have put something else on the way.
    """

    handle: int
    safe: bool


class _How(ctypes.Structure):
    _fields_ = (("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64))


_HOW = _How(FOLDER, 0, _NO_SYMLINKS)


def is_root() -> bool:
    """Tell whether we may write where other users may not."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def root_and_us() -> frozenset[int]:
    """Return the users whose links are followed: root and the one we act as.

    In a user namespace without the real root all that is root's shows as the system's overflow user, as ``/`` itself.
    """
    top = os.stat(os.sep).st_uid
    return frozenset((0, os.geteuid(), top if top and top == _nobody() else 0))


def open_without_links(folder: bytes) -> int | None:
    """Open a folder if its path has no link at all; None where it has one, or the system can't tell.

    One call where a walk takes one a name: it is asked for each file.
    """
    if _C is None or len(folder) > LONGEST:
        return None
    ctypes.set_errno(0)
    opened = _C.syscall(
        ctypes.c_long(_OPENAT2), ctypes.c_long(-100), folder, ctypes.byref(_HOW), ctypes.sizeof(_HOW)
    )
    if opened >= 0:
        return int(opened)
    number = ctypes.get_errno()
    if number in (errno.ELOOP, errno.ENOSYS, errno.EPERM, errno.EINVAL, errno.E2BIG):
        return None
    raise OSError(number, os.strerror(number), os.fsdecode(folder))


def walk(folder: str, owners: Collection[int]) -> Way:
    """Open a folder name by name.

    Args:
        folder: absolute path, of any length.
        owners: users who may have put what is on the way; ``Way.safe`` says whether others could have.

    Raises:
        OSError: it can't be opened; ELOOP where the path has a link that another user could have made.
    """
    names = os.fsencode(folder).split(b"/")[::-1]
    ours = root_and_us()
    links = 0
    safe = trusted = True
    opened = os.open(os.sep, FOLDER)
    try:
        above = os.fstat(opened)
        while names:
            name = names.pop()
            if name in (b"", b"."):
                continue
            entry = os.stat(name, dir_fd=opened, follow_symlinks=False)
            if stat.S_ISLNK(entry.st_mode):
                links += 1
                _follow_or_raise(trusted and _only(ours, above, entry), links, folder)
                safe = safe and _only(owners, above, entry)
                leads_to = os.readlink(name, dir_fd=opened)
                names += leads_to.split(b"/")[::-1]
                if not leads_to.startswith(b"/"):
                    continue
                name = b"/"
            below = os.open(name, FOLDER | NOFOLLOW, dir_fd=opened)
            os.close(opened)
            opened, entry = below, os.fstat(below)  # of what was opened, should the name be another's by now
            if name != b"/":
                trusted = trusted and _only(ours, above, entry)
                safe = safe and _only(owners, above, entry)
            above = entry
    except BaseException:
        os.close(opened)
        raise
    return Way(opened, safe)


def is_private(folder: os.stat_result, owners: Collection[int]) -> bool:
    """Tell whether only these users may make, rename or remove names in a folder."""
    if folder.st_uid not in owners:
        return False
    if folder.st_mode & stat.S_IWOTH:
        return False
    return not folder.st_mode & stat.S_IWGRP or (
        folder.st_gid == 0 or _own_group(folder.st_gid) in {*owners} - {0}
    )


def _only(owners: Collection[int], folder: os.stat_result, entry: os.stat_result) -> bool:
    """Tell whether only these users can have put an entry into a folder, or can put another one in its place."""
    if is_private(folder, owners):
        return True
    sticky = bool(folder.st_mode & stat.S_ISVTX)
    return sticky and folder.st_uid in owners and entry.st_uid in owners


def _follow_or_raise(trusted: bool, links: int, folder: str) -> None:
    if not trusted:
        message = say("the way to {} goes by a link that another user could have made", folder)
        raise OSError(errno.ELOOP, message, folder)
    if links > _MOST_LINKS:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), folder)


@lru_cache(1)
def _nobody() -> int:
    """Return the user that is shown for all who have no number in our user namespace."""
    try:
        with open("/proc/sys/kernel/overflowuid", "rb") as file:
            return int(file.read())
    except (OSError, ValueError):
        return 65534


@lru_cache(64)
def _own_group(gid: int) -> int | None:
    """Return the user whose own group this is, with nobody else in it (many systems make one for each); else None."""
    import grp
    import pwd

    try:
        group = grp.getgrgid(gid)
        user = pwd.getpwnam(group.gr_name)
    except KeyError:
        return None
    alone = user.pw_gid == gid and set(group.gr_mem) <= {group.gr_name}
    return user.pw_uid if alone else None
