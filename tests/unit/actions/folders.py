"""Folders and their copies, and the plan that removes one: made, scanned as a scan would, planned for."""

import os
import stat

import numpy as np

from simfinder.actions.plan.folder_plan import FolderCopy, ScannedFiles, folder_plan
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from tests.unit.actions.world import BASE_TIME, content, digests_of, record, write


def scan(*roots):
    """What a scan of folders knows: no hidden and no empty files, no links."""
    paths = [
        os.path.join(folder, name)
        for root in roots
        for folder, folders, names in os.walk(root)
        for name in names
        if "/." not in os.path.join(folder, name)[len(os.fspath(root)) :]
    ]
    paths = sorted(
        (path for path in paths if stat.S_ISREG(os.lstat(path).st_mode) and os.path.getsize(path)),
        key=os.fsencode,
    )
    digests = [content(path) for path in paths]
    numbers = {digest: number for number, digest in enumerate(dict.fromkeys(digests))}
    return ScannedFiles(
        FileColumns.of(map(record, paths)),
        np.array([numbers[digest] for digest in digests], dtype=np.int32),
        lambda rows: digests_of(digests[row] for row in rows),
    )


def plan_to_remove(copy, kept, kind=ActKind.TRASH, target=None, **choices):
    """The plan that removes one folder."""
    scanned = scan(copy, kept)
    for name in ("older", "newer"):
        if name in choices:
            place = {path: row for row, path in enumerate(scanned.files.paths())}
            choices[name] = {place[a]: (place[b], 0.9) for a, b in choices[name].items()}
    wish = FolderCopy(os.fspath(copy), os.fspath(kept), **choices)
    return folder_plan([wish], scanned, kind, Control(), None if target is None else os.fspath(target))


def make_project(root):
    """A small project: nested, with a hidden, an empty and an odd file, links, an empty folder, and odd modes."""
    write(root / "a.txt", b"alpha\n" * 50)
    write(root / "src" / "main.py", b"print('main')\n" * 20, mode=0o755)
    write(root / "src" / "deep" / "x.py", b"x = 1\n" * 30, mtime_ns=BASE_TIME + 10**12 + 7)
    write(root / "src" / "deep" / b"odd \xff\n.py".decode("utf-8", "surrogateescape"), b"odd\n" * 9)
    write(root / ".git" / "HEAD", b"ref: refs/heads/main\n")
    write(root / "src" / "__init__.py", b"")
    os.symlink("src/main.py", root / "run")
    os.symlink("/nowhere/at/all", root / "dangling")
    (root / "empty").mkdir()
    for number, (folder, _, _) in enumerate(os.walk(root, topdown=False)):
        os.chmod(folder, 0o750 if number % 2 else 0o700)
        os.utime(folder, ns=(BASE_TIME, BASE_TIME + number * 10**9))
    return root
