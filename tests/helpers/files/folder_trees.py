"""A home folder with copies and versions of a project, as people have them."""

import os
import random
import shutil
from pathlib import Path

_DAY = 86_400
_START = 1_748_600_000


def project_tree(root, seed=1):
    """Make ``webapp`` with a copy, an older backup and a stranger; return the folder.

    ``webapp - Copy`` is identical. ``webapp.bak`` is half a year older: two files were edited since, one was added to
    the project, and one is only in the backup.
    """
    root, random_ = Path(root), random.Random(seed)

    def text(lines):
        """Lines that no other text has."""
        return "".join(
            " ".join(f"{random_.getrandbits(32):x}" for _ in range(9)) + "\n" for _ in range(lines)
        )

    app = root / "webapp"
    files = {
        "README.md": text(60),
        "package.json": '{"name": "webapp", "version": "1.2.0"}\n' + text(9),
        "src/index.js": text(120),
        "src/server.js": text(200),
        "src/views/login.html": text(80),
        "src/views/start.html": text(90),
        "docs/manual.txt": text(300),
        ".env": "SECRET=1\n",
    }
    for name, content in files.items():
        _write(app / name, content, _START)
    (app / "src" / "empty.js").touch()
    os.symlink("src/index.js", app / "main")
    backup = root / "old" / "webapp.bak"
    shutil.copytree(app, backup, symlinks=True)
    for name in ("src/server.js", "README.md"):
        lines = (app / name).read_text().splitlines(keepends=True)
        lines[3:6] = [f"edited {name}\n"]
        _write(app / name, "".join(lines), _START + 180 * _DAY)
    _write(app / "src" / "new.js", text(50), _START + 181 * _DAY)
    _write(backup / "notes.txt", text(30), _START + _DAY)
    shutil.copytree(app, root / "webapp - Copy", symlinks=True)
    for name in ("thesis", "letters"):
        for number in range(4):
            _write(root / name / f"{name}{number}.txt", text(70), _START + number * _DAY)
    return root


def _write(path, content, when):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    os.utime(path, (when, when))
