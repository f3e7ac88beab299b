"""Mounts, read from the system's own table: nothing here asks a drive, which may not answer."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_TABLE = "/proc/self/mountinfo"
_ESCAPE = re.compile(rb"\\([0-7]{3})")
_LAYERS = re.compile(r"(?:^|,)(?:lowerdir\+?|datadir\+|upperdir)=([^,]*)")
_SHOWING = (
    "overlay", "fuse.", "nfs", "cifs", "smb", "9p", "virtiofs", "ceph", "afs", "ecryptfs", "aufs", "vboxsf", "vmhgfs",
    "unionfs",
)  # fmt: skip
_MOUNT_POINT = 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT
_DEEPEST = 8  # mounts shown by mounts


class Mount(NamedTuple):
    """One mount.

    Attributes:
        device: number of the device, as text.
        root: path inside the file system of the folder that is mounted.
        point: where it is mounted.
        kind: of file system, such as ``ext4`` or ``fuse.sshfs``; "" if the table does not tell.
        source: what is mounted: a device, a folder, ``host:folder``; "" likewise.
        options: of the file system, with the escapes of the table.
    """

    device: str
    root: str
    point: str
    kind: str = ""
    source: str = ""
    options: str = ""

    @property
    def shows_others(self) -> bool:
        """Whether it may show files that another mount shows under another device number: overlay, FUSE, network."""
        return self.kind == "fuse" or self.kind.startswith(_SHOWING)


def table() -> list[Mount]:
    """Return all mounts, earlier ones first; none on systems without such a table."""
    try:
        with open(_TABLE, "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return []
    return [_mount(words) for line in lines if len(words := line.split(b" ")) > 4]


def is_junction(found: os.stat_result) -> bool:
    """Return whether ``lstat`` tells of a junction or a mounted volume of Windows.

    Python takes them for folders, though they lead elsewhere as a symbolic link does.
    """
    return getattr(found, "st_reparse_tag", 0) == _MOUNT_POINT


def is_mount(path: str) -> bool:
    """Return whether something is mounted at this very path."""
    return any(mount.point == path for mount in table())


def mount_of(path: str) -> str:
    """Return the mount point above a path; its folder where that is not known."""
    mount = find(table(), path)
    return os.path.dirname(path) if mount is None else mount.point


def find(mounts: Sequence[Mount], path: str) -> Mount | None:
    """Return the mount that shows a path: of several at one point the last; None if unknown."""
    fitting = [mount for mount in mounts if (path + "/").startswith(mount.point.rstrip("/") + "/")]
    return max(fitting[::-1], key=lambda mount: len(mount.point), default=None)


def places(mounts: Sequence[Mount], path: str) -> set[tuple[str, str]]:
    """Return all places of a path that the table knows of: device and path inside that file system.

    The first is that of the file system itself, which bind mounts share. A mount that shows folders of this machine
    (an overlay its layers, a FUSE or network mount the folder that is its source) adds theirs, and so on.

    Args:
        mounts: the table.
        path: absolute, without links.
    """
    found: set[tuple[str, str]] = set()
    _add_places(mounts, path, found, _DEEPEST)
    return found


def perhaps_at(mounts: Sequence[Mount], path: str) -> str | None:
    """Return where a path is on the machine that its mount is from, which may be this one by a name we don't know."""
    mount = find(mounts, path)
    host, colon, folder = ("", "", "") if mount is None else mount.source.partition(":/")
    if mount is None or not colon or "/" in host:
        return None
    return _joined("/" + folder, _joined(mount.root, path[len(mount.point.rstrip("/")) :]))


def _add_places(mounts: Sequence[Mount], path: str, found: set[tuple[str, str]], deepest: int) -> None:
    mount = find(mounts, path)
    if mount is None or not deepest:
        return
    inside = _joined(mount.root, path[len(mount.point.rstrip("/")) :])
    if (mount.device, inside) in found:
        return
    found.add((mount.device, inside))
    for folder in _shown(mount):
        _add_places(mounts, _joined(folder, inside), found, deepest - 1)


def _shown(mount: Mount) -> Iterator[str]:
    """Yield the folders of this machine that a mount shows."""
    if mount.kind == "overlay":
        for layers in _LAYERS.findall(mount.options):
            for layer in re.split(r"(?<!\\):", _plain(os.fsencode(layers))):
                yield re.sub(r"\\(.)", r"\1", layer)
    elif mount.kind.startswith(("fuse", "nfs")) and mount.kind != "fuseblk":
        host, colon, folder = mount.source.partition(":/")
        if colon and host in _own_names():
            yield "/" + folder
        elif mount.source.startswith("/"):
            yield from mount.source.split(":")


def _own_names() -> set[str]:
    """Return names of this machine in the sources of mounts; no network is asked."""
    import socket  # 1 ms

    return {"", "localhost", "127.0.0.1", "[::1]", "local", socket.gethostname()}


def _joined(folder: str, rest: str) -> str:
    return (folder.rstrip("/") + "/" + rest.lstrip("/")).rstrip("/") or "/"


def _mount(words: Sequence[bytes]) -> Mount:
    """Return the mount of a line of the table; the optional fields before the dash are of any number."""
    end = words.index(b"-", 5) if b"-" in words[5:] else len(words)
    options = b"".join(words[end + 3 : end + 4])
    return Mount(*map(_plain, [*words[2:5], *words[end + 1 : end + 3]]))._replace(
        options=os.fsdecode(options)
    )


def _plain(word: bytes) -> str:
    r"""Undo the table's escapes: a blank is written as ``\040`` there."""
    return os.fsdecode(_ESCAPE.sub(lambda match: bytes([int(match[1], 8)]), word))
