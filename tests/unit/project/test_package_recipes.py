"""The recipes of all packages name what is there, and say what the program says of itself."""

import ast
import importlib.util
import os
import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from simfinder.app.maintenance import licences
from tests.helpers import films

ROOT = Path(__file__).resolve().parents[3]
PACKAGING = ROOT / "packaging"
FLATPAK = PACKAGING / "flatpak/io.github.simfinder.SimFinder.yml"
INSTALLER = PACKAGING / "windows/simfinder.iss"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
POSIX = pytest.mark.skipif(os.name == "nt", reason="of Linux")


def module(path):
    """A script of ``packaging`` as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    found = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = found
    spec.loader.exec_module(found)
    return found


@pytest.fixture(autouse=True)
def as_before(monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))


def test_appstream_says_what_the_change_log_says():
    script = module(PACKAGING / "appstream_releases.py")
    text = script.METAINFO.read_text("utf-8")
    assert script.filled(text, script.CHANGELOG.read_text("utf-8")) == text, (
        "run packaging/appstream_releases.py"
    )


def test_releases_are_read_from_a_change_log():
    script = module(PACKAGING / "appstream_releases.py")
    log = (
        "# Changelog\n\n## Unreleased\n\n### Added\n- not yet\n\n## 1.1.0 - 2026-12-01\n\n### Fixed\n"
        "- One *thing* <here>\n  and `a<b`, see [there](x.md).\n- Another\n\n"
        "## 1.0.0 - 2026-11-01\n\n### Added\n- All\n"
    )
    found = script.releases(log)
    assert re.findall(r'version="([^"]+)" date="([^"]+)"', found) == [
        ("1.1.0", "2026-12-01"),
        ("1.0.0", "2026-11-01"),
    ]
    assert "<p>Fixed</p>" in found
    assert "<li>One thing &lt;here&gt; and <code>a&lt;b</code>, see there.</li>" in found
    assert "not yet" not in found


def left_out():
    """The modules of Qt that the bundle leaves out."""
    spec = ast.parse((PACKAGING / "bundle/simfinder.spec").read_text("utf-8"))
    names = set()
    for node in ast.walk(spec):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "UNUSED_QT" for target in targets):
            names |= set(ast.literal_eval(node.value))
    return names


def test_the_bundle_leaves_out_no_module_of_qt_that_is_used():
    used = set()
    for path in (ROOT / "simfinder").rglob("*.py"):
        used |= set(re.findall(r"PySide6\.Qt(\w+)", path.read_text("utf-8")))
    assert {"Core", "Network", "Widgets"} <= used
    assert {"Qml", "Pdf"} <= left_out()
    assert [(name, gone) for name in used for gone in left_out() if name.startswith(gone)] == []


def test_the_bundle_puts_licences_where_about_looks_for_them():
    assert f'"{licences.FOLDER}"' in (PACKAGING / "bundle/build_bundle.py").read_text("utf-8")
    texts = {path.name: path.read_text("utf-8") for path in (PACKAGING / "bundle/licences").iterdir()}
    assert any("GNU LESSER GENERAL PUBLIC LICENSE" in text for text in texts.values())


def test_the_entitlements_are_a_property_list():
    rights = plistlib.loads((PACKAGING / "macos/entitlements.plist").read_bytes())
    assert set(rights.values()) == {True}
    assert all(name.startswith("com.apple.security.cs.") for name in rights)


def test_the_flatpak_builds_from_what_is_there_and_has_no_network():
    manifest = yaml.safe_load(FLATPAK.read_text("utf-8"))
    assert manifest["id"] == FLATPAK.stem
    assert "--share=network" not in manifest["finish-args"]
    (part,) = manifest["modules"]
    named = set(re.findall(r"\b((?:resources|packaging)/[\w./$-]+)", " ".join(part["build-commands"])))
    assert len(named) == 5
    for size in (16, 256):
        assert all((ROOT / name.replace("$size", str(size))).is_file() for name in named)
    assert (PACKAGING / f"{manifest['id']}.metainfo.xml").is_file()
    assert manifest["rename-icon"] == "simfinder"


@pytest.mark.skipif(not shutil.which("flatpak-builder"), reason="flatpak-builder is not installed")
def test_flatpak_builder_takes_the_manifest(tmp_path):
    done = subprocess.run(
        ["flatpak-builder", "--show-manifest", FLATPAK], capture_output=True, text=True, cwd=tmp_path
    )
    assert (done.stderr, done.returncode) == ("", 0)


def test_the_installer_has_all_words_in_both_languages_and_all_files():
    text = INSTALLER.read_text("utf-8")
    words = dict.fromkeys(re.findall(r"\{cm:(\w+)", text))
    ours = {word for word in words if word not in ("CreateDesktopIcon", "LaunchProgram")}  # of Inno Setup
    for language in ("en", "de"):
        assert set(re.findall(rf"^{language}\.(\w+)=", text, re.MULTILINE)) == ours
    licence = re.search(r"^LicenseFile=(.*)$", text, re.MULTILINE)[1]
    assert (INSTALLER.parent / licence.replace("\\", "/")).is_file()
    tasks = set(re.findall(r'^Name: "(\w+)"; Description', text, re.MULTILINE))
    assert set(re.findall(r"Tasks: (\w+)", text)) == tasks
    spec = (PACKAGING / "bundle/simfinder.spec").read_text("utf-8")
    for program in re.findall(r"\{app\}\\([\w ]+)\.exe", text):
        assert f'started("{program}"' in spec


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_run_what_is_there(path):
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"]
    lines = "\n".join(step.get("run", "") for job in jobs.values() for step in job["steps"]).replace(
        "\\", "/"
    )
    named = re.findall(r"(?<![\w/$])((?:packaging|tests)/[\w./]+|\.ci/run|run\.py)", lines)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


@POSIX
def test_the_folder_of_an_appimage_is_whole_and_starts(tmp_path):
    script = module(PACKAGING / "appimage/build_appimage.py")
    program = tmp_path / "simfinder/simfinder"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    program.chmod(0o755)
    place = script.make_folder(tmp_path)
    (tmp_path / "link").symlink_to(place / "AppRun")
    done = subprocess.run([tmp_path / "link", "one file", "b"], capture_output=True, text=True, check=True)
    assert done.stdout == "one file\nb\n"
    assert (place / ".DirIcon").read_bytes().startswith(b"\x89PNG")
    program_there = place / "usr/lib/simfinder/simfinder"
    program_there.chmod(0o644)
    with pytest.raises(SystemExit, match="can't be run"):
        script.check(place)
    program_there.chmod(0o755)
    (place / "second.desktop").write_text("")
    with pytest.raises(SystemExit, match=r"second\.desktop"):
        script.check(place)


@POSIX
@pytest.mark.parametrize("script", ["exit 1", "echo '{\"clusters\": []}'"])
def test_the_smoke_test_sees_a_program_that_does_nothing(script, tmp_path):
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    smoke = module(PACKAGING / "smoke_test.py")
    with pytest.raises(smoke.SmokeError):
        smoke.try_program([str(program)], bundled=False)


@pytest.mark.soak
def test_the_smoke_test_takes_this_program():
    smoke = module(PACKAGING / "smoke_test.py")
    assert "undoes" in smoke.try_program([sys.executable, "-m", "simfinder"], bundled=False)


SORTED = """
import functools
from PySide6.QtCore import QCollator, QLocale
words = "Äpfel Apfel zebra Zebra öl oel straße strasse Ångström čaj cesta chata hora".split()
words += "東京 大阪 かな カナ a10 a9 ж а".split()
for language in ("C", "de", "sv", "cs", "ja", "zh", "ru", "tr"):
    collator = QCollator(QLocale(language))
    print(sorted(words, key=functools.cmp_to_key(collator.compare)), QLocale(language).toUpper("iß"))
print(*(line for line in open("/proc/self/maps") if "libicudata" in line))
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not all(map(shutil.which, ("as", "ld"))), reason="needs binutils, of Linux"
)
def test_languages_sort_as_before_without_the_rest_of_what_icu_knows(tmp_path):
    libraries = Path(importlib.util.find_spec("PySide6").origin).parent / "Qt/lib"
    (whole,) = libraries.glob("libicudata.so.*")
    small = Path(shutil.copy(whole, tmp_path))
    module(PACKAGING / "bundle/icu_data.py").shrink(small)
    assert small.stat().st_size < whole.stat().st_size / 4

    def said(**environment):
        command = [sys.executable, "-c", SORTED]
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=True)
        *lines, place = done.stdout.decode().splitlines()[:9]
        return lines, place

    (before, _), (after, place) = said(), said(LD_PRELOAD=str(small))
    assert after == before
    assert len(before) == 8
    assert place.endswith(str(small))


def test_what_is_not_icus_data_is_refused(tmp_path):
    script = module(PACKAGING / "bundle/icu_data.py")
    other = tmp_path / "libicudata.so.73"
    other.write_bytes(b"nothing of the kind" * 1000)
    with pytest.raises(ValueError, match="no data of ICU"):
        script.shrink(other)


DECODED = """
import io, sys
import av
assert av.__file__.startswith(sys.argv[1]), av.__file__
for path in sys.argv[2:]:
    with av.open(path) as film:
        print(sum(1 for _ in film.decode(film.streams[0])))
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not all(map(shutil.which, ("as", "ld", "nm", "readelf"))),
    reason="needs binutils, of Linux",
)
def test_films_are_decoded_without_the_libraries_that_only_encode(tmp_path):
    for found in map(importlib.util.find_spec, ("av", "pillow_heif", "_pillow_heif")):
        if found is None:
            pytest.skip("the extra media is not installed")
        origin = Path(found.origin)
        if origin.name == "__init__.py":
            shutil.copytree(origin.parent, tmp_path / found.name)
            shutil.copytree(origin.parents[1] / f"{found.name}.libs", tmp_path / f"{found.name}.libs")
        else:
            shutil.copy(origin, tmp_path)
    paths = [tmp_path / f"film.{form}" for form in ("mp4", "webm", "mpg")]
    for path in paths:
        path.write_bytes(films.saved(1, path.suffix[1:], 2))
    before = sum(path.stat().st_size for path in tmp_path.glob("*.libs/*"))
    module(PACKAGING / "bundle/unused_libraries.py").leave_out(tmp_path)
    assert sum(path.stat().st_size for path in tmp_path.glob("*.libs/*")) < before / 2
    (encoder,) = tmp_path.glob("av.libs/libx264-*")
    assert encoder.stat().st_size < 50_000
    assert list(tmp_path.glob("av.libs/libhogweed-*")) == []  # only TLS needs it
    assert len(list(tmp_path.glob("pillow_heif.libs/libheif-*"))) == 1
    code = f"{DECODED}\nimport _pillow_heif\nassert _pillow_heif.__file__.startswith(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path, *paths],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "LD_BIND_NOW": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["16", "16", "50"]
