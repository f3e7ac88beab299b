"""Build the source archive and the wheel so that they come out the same, bit by bit, wherever they are built.

    python packaging/build_dist.py FOLDER

Needs ``build`` and the ``setuptools`` of constraints.txt. Times in both are those of the release, as the change log
says, or ``SOURCE_DATE_EPOCH``.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_NOT_OURS = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "site")


def release_time() -> int:
    """Return when this version was released, in seconds since 1970."""
    if asked := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(asked)
    changes = (ROOT / "packaging" / "CHANGELOG.md").read_text(encoding="utf-8")
    day = re.search(r"^## [\d.]+ - (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE)
    if day is None:
        raise SystemExit("the change log names no release")
    return int(datetime.fromisoformat(day[1]).replace(tzinfo=UTC).timestamp())


def build(folder: Path) -> list[Path]:
    """Write the source archive and the wheel to a folder and return them."""
    moment = release_time()
    folder.mkdir(parents=True, exist_ok=True)
    os.umask(0o022)  # a wheel keeps the modes of the unpacked source archive that it is built from
    with tempfile.TemporaryDirectory() as place:
        source, made = Path(place, "source"), Path(place, "made")
        shutil.copytree(ROOT, source, ignore=_NOT_OURS)
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", made, source]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment)}
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        for path in made.iterdir():
            if path.name.endswith(".tar.gz"):
                even_out(path, moment)
            shutil.copyfile(path, folder / path.name)
        return [folder / path.name for path in sorted(made.iterdir())]


def even_out(path: Path, moment: int) -> None:
    """Write a source archive anew in order of names, without the times, owners and modes of this machine."""
    with tarfile.open(path) as old:
        entries = [(entry, old.extractfile(entry)) for entry in old.getmembers()]
        whole = io.BytesIO()
        with tarfile.open(fileobj=whole, mode="w", format=tarfile.PAX_FORMAT) as new:
            for entry, content in sorted(entries, key=lambda pair: pair[0].name):
                entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = moment, 0, 0, "", ""
                entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
                entry.pax_headers = {}
                new.addfile(entry, content)
    path.write_bytes(gzip.compress(whole.getvalue(), mtime=moment))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    for path in build(parser.parse_args().folder):
        print(path)
