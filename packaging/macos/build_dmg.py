"""Build the disk image for macOS from the bundle, signed and notarised where an identity is given.

    python packaging/macos/build_dmg.py FOLDER

FOLDER is the one that ``build_bundle.py`` has written ``SimFinder.app`` to. Without settings the program is signed ad
hoc: it runs on the Mac that built it; on others its owner has to allow it in System Settings, Privacy and Security.

``SIMFINDER_CODESIGN_IDENTITY``  "Developer ID Application: NAME (TEAM)", a certificate in the keychain
``SIMFINDER_NOTARY_PROFILE``     of ``xcrun notarytool store-credentials PROFILE``, which asks for Apple ID, team and an
                                 app-specific password; Apple looks at the image and the ticket is stapled to it

Not tried on a Mac yet: see docs/platforms.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENTITLEMENTS = HERE / "entitlements.plist"
sys.path.insert(0, str(HERE.parents[1]))

import simfinder  # noqa: E402


def build(folder: Path) -> Path:
    """Write ``SimFinder-VERSION-MACHINE.dmg`` to a folder that holds the program, and return it."""
    program = folder / "SimFinder.app"
    identity = os.environ.get("SIMFINDER_CODESIGN_IDENTITY", "-")
    sign(program, identity)
    image = folder / f"SimFinder-{simfinder.__version__}-{platform.machine()}.dmg"
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(program, Path(place, program.name), symlinks=True)
        Path(place, "Applications").symlink_to("/Applications")
        shutil.copy(HERE.parents[1] / "LICENSE", place)
        run(
            "hdiutil", "create", "-volname", "SimFinder", "-srcfolder", place, "-ov", "-format", "UDZO", image
        )
    if identity != "-":
        run("codesign", "--force", "--timestamp", "--sign", identity, image)
    if profile := os.environ.get("SIMFINDER_NOTARY_PROFILE"):
        run("xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait")
        run("xcrun", "stapler", "staple", image)
        run("spctl", "--assess", "--type", "open", "--context", "context:primary-signature", image)
    return image


def sign(program: Path, identity: str) -> None:
    """Sign a program with all libraries in it, the innermost first, for the hardened runtime; "-" is ad hoc."""
    time = ["--timestamp"] if identity != "-" else []
    options = ["--force", "--options", "runtime", *time, "--sign", identity]
    libraries = [
        path for path in program.rglob("*") if path.suffix in (".so", ".dylib") and not path.is_symlink()
    ]
    for path in sorted(libraries, key=lambda path: -len(path.parts)):
        run("codesign", *options, path)
    run("codesign", *options, "--entitlements", ENTITLEMENTS, program)
    run("codesign", "--verify", "--deep", "--strict", program)


def run(*command: str | os.PathLike[str]) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    print(build(parser.parse_args().folder.resolve()))
