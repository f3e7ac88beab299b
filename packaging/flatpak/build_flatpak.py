"""Build the Flatpak, or only lay out what it is built from.

    python packaging/flatpak/build_flatpak.py FOLDER [--only-sources]

The wheel of SimFinder and those of all it needs, in the versions of constraints.txt, for the Python of the runtime, are
laid beside the manifest: flatpak-builder has no network while it builds. FOLDER is the one that ``build_dist.py`` has
written to.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MANIFEST = HERE / "io.github.simfinder.SimFinder.yml"
PYTHON = "3.13"
"""Of the runtime that the manifest names."""


def lay_out(folder: Path) -> Path:
    """Write manifest and sources to ``FOLDER/flatpak`` and return the manifest there."""
    (wheel,) = folder.glob("simfinder-*.whl")
    place = folder / "flatpak"
    shutil.rmtree(place, ignore_errors=True)
    wheels = place / "sources" / "wheels"
    wheels.mkdir(parents=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", wheels, "--only-binary", ":all:"]
    command += ["--python-version", PYTHON, "--constraint", ROOT / "constraints.txt"]
    for platform in ("manylinux_2_34_x86_64", "manylinux_2_28_x86_64", "manylinux2014_x86_64", "any"):
        command += ["--platform", platform]
    subprocess.run([*command, wheel], check=True)
    shutil.copytree(ROOT / "resources", place / "sources" / "resources")
    (place / "sources" / "packaging").mkdir()
    for path in (ROOT / "packaging").glob("*.metainfo.xml"):
        shutil.copy(path, place / "sources" / "packaging")
    return Path(shutil.copy(MANIFEST, place))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only-sources", action="store_true", help="do not build it")
    asked = parser.parse_args()
    manifest = lay_out(asked.folder.resolve())
    if not asked.only_sources:
        repository = manifest.parent / "repository"
        subprocess.run(
            ["flatpak-builder", "--force-clean", f"--repo={repository}", "build", manifest.name],
            cwd=manifest.parent,
            check=True,
        )
        bundle = asked.folder.resolve() / "simfinder.flatpak"
        subprocess.run(
            ["flatpak", "build-bundle", repository, bundle, "io.github.simfinder.SimFinder"], check=True
        )
        print(bundle)
