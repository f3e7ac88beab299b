"""Whether other users of the machine could have written what is in a folder: then nothing in it is believed.

Settings, caches, the library and compiled kernels are read from folders that belong to the person. Where the
environment names another place, or a home is shared, somebody else could put figures, rules or code there.
"""

from __future__ import annotations

import os
import stat

from simfinder.text.message import say


def stranger(path: str | os.PathLike[str] | int) -> str:
    """Say why a folder or (open) file can't be believed; "" where only this user and root can write it.

    What does not exist is fine: it will be made for this user alone. So is everything on systems without owners.

    Raises:
        OSError: it can't be looked at.
    """
    if not hasattr(os, "geteuid"):
        return ""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    if found.st_uid not in (os.geteuid(), 0):
        return say("belongs to another user ({}), so nothing in it is believed", _name_of(found.st_uid))
    by_group = found.st_mode & stat.S_IWGRP and (not _is_own_group(found.st_gid) or _names_others(path))
    if by_group or found.st_mode & stat.S_IWOTH:
        return say("can be written by other users, so nothing in it is believed")
    return ""


def _name_of(user: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def _names_others(path: str | os.PathLike[str] | int) -> bool:
    """Return whether an access list gives rights to more than owner and group; the group's bits are its mask then."""
    try:
        return bool(os.getxattr(path, "system.posix_acl_access"))
    except (AttributeError, OSError):  # no such list, or a system without them
        return False


def _is_own_group(group: int) -> bool:
    """Return whether only this user and root are in a group: many systems give each user one of their name."""
    import grp
    import pwd

    try:
        user, its = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return group == user.pw_gid and its.gr_name == user.pw_name and set(its.gr_mem) <= {user.pw_name, "root"}
