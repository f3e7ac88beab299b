"""The parts of the program with their licences: all that it needs, and what lies in a bundle beside the packages."""

import sys
from importlib import metadata

import pytest

from simfinder.app.maintenance import licences


def test_every_package_that_is_needed_is_there_with_a_licence():
    found = {part.name.lower(): part for part in licences.parts()}
    for name in ("numpy", "numba", "llvmlite", "pyside6_essentials", "markupsafe", "pypdfium2"):
        assert found[name].version == metadata.version(name)
        assert found[name].licence, name
    assert "simfinder" not in found
    assert "pytest" not in found  # it is for tests
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in found["py7zr"].text
    assert "PDFium" in found["pypdfium2"].text or "Chromium" in found["pypdfium2"].text


def test_what_an_extra_has_brought_is_among_them():
    av = pytest.importorskip("av")
    found = {part.name.lower(): part for part in licences.parts()}
    assert found["av"].version == av.__version__
    assert {"pillow_heif", "rawpy"} <= found.keys()
    assert "sphinx" not in found  # an extra of others


def test_only_qt_comes_without_a_text():
    assert {part.name.lower() for part in licences.parts() if not part.text} <= {
        "pyside6_essentials",
        "shiboken6",
    }


def test_a_bundle_brings_texts_of_its_own(tmp_path, monkeypatch):
    (tmp_path / licences.FOLDER).mkdir()
    (tmp_path / licences.FOLDER / "Python.txt").write_bytes(b"PSF, \xa9 1991\n")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    (part,) = [part for part in licences.parts() if part.name == "Python"]
    assert (part.version, part.licence, part.text[:4]) == ("", "", "PSF,")


def test_a_program_without_requirements_has_no_parts():
    assert licences.parts("texttable") == []
