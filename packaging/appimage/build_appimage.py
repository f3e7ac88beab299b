"""Build the AppImage from the bundle: one file that runs on any Linux as new as the one it was built on.

    python packaging/appimage/build_appimage.py FOLDER [--only-folder]

FOLDER is the one that ``build_bundle.py`` has written to. Writes ``SimFinder.AppDir`` there, checks it by the rules of
AppImage (https://docs.appimage.org/reference/appdir.html), and has ``appimagetool`` pack it, which must be on the path.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "debian"), str(ROOT)]

import build_deb  # noqa: E402 - in the folder beside this one
import build_dist  # noqa: E402

import simfinder  # noqa: E402


def make_folder(folder: Path) -> Path:
    """Write ``SimFinder.AppDir`` to a folder that holds the bundle, and return it."""
    place = folder / "SimFinder.AppDir"
    shutil.rmtree(place, ignore_errors=True)
    build_deb.put_bundle(folder / "simfinder", place)
    build_deb.put_desktop(place)
    share = place / "usr" / "share"
    for unused in (
        "nemo",
        "kio",
        "Thunar",
    ):  # nobody looks into an AppImage for these; `desktop --install` writes them
        shutil.rmtree(share / unused)
    shutil.copy(HERE / "AppRun", place / "AppRun")
    (place / "AppRun").chmod(0o755)
    build_deb.copy(share / "applications" / "simfinder.desktop", place / "simfinder.desktop")
    build_deb.copy(ROOT / "resources" / "icons" / "simfinder-256.png", place / "simfinder.png")
    (place / ".DirIcon").symlink_to("simfinder.png")
    for path in share.glob("metainfo/*.metainfo.xml"):  # the name by which appimagetool looks for it
        (share / "metainfo" / "simfinder.appdata.xml").symlink_to(path.name)
    check(place)
    return place


def check(place: Path) -> None:
    """See to it that a folder is what AppImage asks for.

    Raises:
        SystemExit: it is not.
    """
    entries = [path.name for path in place.glob("*.desktop")]
    if entries != ["simfinder.desktop"]:
        raise SystemExit(f"one desktop entry belongs into an AppDir, not {entries}")
    entry = RawConfigParser(interpolation=None)
    entry.read(place / entries[0], encoding="utf-8")
    asked = entry["Desktop Entry"]
    program = place / "usr" / "bin" / asked["Exec"].split()[0]
    for path in (place / "AppRun", program):
        if not os.access(path, os.X_OK):
            raise SystemExit(f"{path} can't be run")
    for path in (place / f"{asked['Icon']}.png", place / ".DirIcon"):
        if not path.read_bytes().startswith(b"\x89PNG"):
            raise SystemExit(f"{path} is no icon")
    out = [
        path
        for path in place.rglob("*")
        if path.is_symlink() and not path.resolve().is_relative_to(place.resolve())
    ]
    if out or not asked.get("Categories"):
        raise SystemExit(f"links lead out of it: {out}" if out else "the desktop entry names no category")


def pack(place: Path) -> Path:
    """Have appimagetool make one file of the folder; return it."""
    file = place.with_name(f"SimFinder-{simfinder.__version__}-{platform.machine()}.AppImage")
    settings = {"ARCH": platform.machine(), "SOURCE_DATE_EPOCH": str(build_dist.release_time())}
    subprocess.run(["appimagetool", place, file], check=True, env={**os.environ, **settings})
    return file


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only-folder", action="store_true", help="do not pack it")
    asked = parser.parse_args()
    os.umask(0o022)
    made = make_folder(asked.folder.resolve())
    print(made if asked.only_folder else pack(made))
