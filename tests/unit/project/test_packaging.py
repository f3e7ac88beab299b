"""What is installed and shipped: packages and data in the wheel, desktop files, pins, icons."""

import os
import re
import shutil
import struct
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
import zipfile
from configparser import RawConfigParser
from importlib.metadata import requires
from pathlib import Path

import pytest

import simfinder

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DESKTOP = ROOT / "resources" / "desktop" / "simfinder.desktop"
METAINFO = ROOT / "packaging" / "io.github.simfinder.SimFinder.metainfo.xml"
PINS = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()


def pinned() -> dict[str, str]:
    pairs = [line.split("==") for line in PINS if line and not line.startswith("#")]
    return {canonical(name): version for name, version in pairs}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The project built and unpacked as a wheel would be, apart from the source tree."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("simfinder", "resources"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=source, check=True, capture_output=True, timeout=120
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_a_wheel_finds_its_icon(installed, tmp_path):
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import simfinder; from simfinder.text import resource_files as resources\n"
        "assert simfinder.__file__.startswith(sys.argv[1]), simfinder.__file__\n"
        "sys.stdout.buffer.write(resources.read_bytes('icons/simfinder.svg'))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(installed)], cwd=tmp_path, capture_output=True, timeout=60
    )
    assert done.stderr == b""
    assert done.stdout == (ROOT / "resources/icons/simfinder.svg").read_bytes()


def test_a_wheel_holds_every_module(installed):
    def modules(top):
        return {os.path.relpath(path, top) for path in (top / "simfinder").rglob("*.py")}

    assert modules(installed) - {"simfinder/resources/__init__.py"} == modules(ROOT)


def test_a_wheel_holds_code_and_data_only(installed):
    names = {os.path.relpath(p, installed) for p in installed.rglob("*") if p.is_file()}
    assert "simfinder/__main__.py" in names
    assert "simfinder/resources/icons/simfinder-256.png" in names
    assert "simfinder/resources/translations/simfinder_de.qm" in names
    assert not [n for n in names if n.endswith(".ts")]
    assert not [n for n in names if "screenshots" in n or "tests" in n or n.startswith("resources")]


def test_the_loader_finds_files_here_and_names_what_is_missing():
    from simfinder.text import resource_files

    assert resource_files.read_bytes("icons/simfinder-16.png").startswith(b"\x89PNG")
    assert resource_files.find("icons/simfinder.svg").read_bytes().startswith(b"<svg")
    with pytest.raises(FileNotFoundError, match=r"icons/none\.svg"):
        resource_files.find("icons/none.svg")


def test_icons_have_their_sizes():
    for size in (16, 32, 64, 256):
        data = (ROOT / f"resources/icons/simfinder-{size}.png").read_bytes()
        assert struct.unpack(">II", data[16:24]) == (size, size)
    for name in ("simfinder.svg", "simfinder-small.svg"):
        drawing = (ROOT / "resources/icons" / name).read_text(encoding="utf-8")
        assert ET.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
        assert "clip" not in drawing  # QtSvg draws SVG Tiny, which has no clip paths


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="desktop-file-utils is not installed")
def test_the_desktop_file_is_valid():
    done = subprocess.run(["desktop-file-validate", DESKTOP], capture_output=True, text=True)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="appstream is not installed")
def test_the_metainfo_is_valid():
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", "--no-color", METAINFO], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    assert not re.search(r"^[EW]:", done.stdout, re.MULTILINE), done.stdout


def test_desktop_file_metainfo_and_package_agree():
    desktop = RawConfigParser(interpolation=None)
    desktop.optionxform = str
    desktop.read(DESKTOP, encoding="utf-8")
    entry = desktop["Desktop Entry"]
    metainfo = ET.parse(METAINFO).getroot()
    assert (
        entry["Exec"].split()[0]
        == metainfo.findtext("provides/binary")
        == next(iter(PROJECT["project"]["scripts"]))
    )
    assert metainfo.findtext("launchable") == DESKTOP.name
    assert metainfo.findtext("id") == METAINFO.name.removesuffix(".metainfo.xml")
    assert metainfo.findtext("project_license") == PROJECT["project"]["license"]
    assert (ROOT / "resources/icons" / f"{entry['Icon']}.svg").is_file()
    release = metainfo.find("releases/release")
    assert release.get("version") == simfinder.__version__
    changelog = (ROOT / "packaging/CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {release.get('version')} - {release.get('date')}\n" in changelog


def test_the_pins_hold_every_dependency_and_no_host():
    from packaging.requirements import Requirement

    groups, asked = PROJECT["dependency-groups"], list(PROJECT["project"]["dependencies"])
    for entry in groups["test"]:
        asked += groups[entry["include-group"]] if isinstance(entry, dict) else [entry]
    names = [Requirement(line) for line in asked]
    missing = []
    seen = set()
    while names:
        wanted = names.pop()
        name = canonical(wanted.name)
        if name in seen:
            continue
        seen.add(name)
        if name not in pinned():
            missing.append(name)
        elif not wanted.specifier.contains(pinned()[name]):
            missing.append(f"{wanted} is pinned to {pinned()[name]}")
        if wanted.marker is None or wanted.marker.evaluate():
            more = [Requirement(line) for line in requires(wanted.name) or ()]
            extras = ["", *wanted.extras]
            names += [
                r for r in more if r.marker is None or any(r.marker.evaluate({"extra": e}) for e in extras)
            ]
    assert missing == []
    tools = [Requirement(line) for line in groups["release"] + groups["bundle"] if isinstance(line, str)]
    assert [tool.name for tool in tools if canonical(tool.name) not in pinned()] == []
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+|#.*", line) for line in PINS), (
        "a pin is a name and a version, no more"
    )
