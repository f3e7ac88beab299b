"""Every command of the cookbook is run, in its order, in one folder of made-up files, and does what the text says."""

import json
import os
import random
import re
import shlex
from pathlib import Path

import pytest

from tests.helpers.files.documents import words
from tests.helpers.files.media_files import jpeg
from tests.helpers.program import simfinder

PAGE = Path(__file__).resolve().parents[3] / "docs/cookbook.md"
SECTIONS = {
    part.partition("\n")[0]: re.findall(r"^\$ (.*)$", part, re.MULTILINE)
    for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    if "```console" in part  # test_api runs the other
}
RNG = random.Random(29)


def write(path, data, days=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (1.7e9 - days * 86400,) * 2)
    return path


@pytest.fixture
def place(tmp_path):
    """The folders that the recipes name."""
    text, other, program = words(RNG, 900), words(RNG, 700), RNG.randbytes(40_000)
    write(tmp_path / "Downloads/report.txt", text)
    write(tmp_path / "Downloads/report (1).txt", text, days=3)
    write(tmp_path / "Downloads/letter.txt", other, days=2)
    write(tmp_path / "Documents/letters/letter.txt", other, days=9)
    for at, year in enumerate(("2023", "2024")):
        for name in ("a", "b", "c"):
            write(tmp_path / f"Backups/{year}/{name}.txt", text + name.encode() * 300, days=300 - at)
    photo = jpeg(RNG.randbytes(20_000))
    write(tmp_path / "Photos/2024/May/garden.jpg", photo)
    write(tmp_path / "Photos/garden.jpg", photo, days=1)
    write(tmp_path / "leaked.txt", text[2000:4500])
    write(tmp_path / "Documents/minutes.txt", text)
    write(tmp_path / "Samples/known.bin", program)
    write(tmp_path / "Incoming/new.bin", program[:30_000] + RNG.randbytes(4000))
    write(tmp_path / "Incoming/stranger.bin", RNG.randbytes(30_000))
    return tmp_path


def run(line, place):
    """Run a line as a shell would, its output into a file where it says so."""
    words, _, target = line.partition(" > ")
    program, *arguments = shlex.split(words)
    assert program == "simfinder"
    done = simfinder(*arguments, cwd=place)
    assert done.code == 0, (line, done.err)
    if target:
        (place / target).write_bytes(done.out)
    return done.out.decode()


def names(place, folder):
    return sorted(path.name for path in (place / folder).rglob("*") if path.is_file())


@pytest.mark.parametrize("section", SECTIONS)
def test_each_line_runs(section, place):
    assert SECTIONS[section]
    for line in SECTIONS[section]:
        run(line, place)


def test_downloads(place):
    look, dry, clean, undo, sorted_in = SECTIONS["Clean up Downloads"]
    before = names(place, "Downloads")
    assert "report (1).txt" in run(look, place)
    run(dry, place)
    assert names(place, "Downloads") == before
    run(clean, place)
    assert names(place, "Downloads") == ["letter.txt", "report.txt"]
    run(undo, place)
    assert names(place, "Downloads") == before
    run(sorted_in, place)
    assert "letter.txt" not in names(place, "Downloads")
    assert names(place, "Documents") == ["letter.txt", "minutes.txt"]


def test_backups(place):
    folders, *lines, link = SECTIONS["Thin out backups"]
    assert "2023" in run(folders, place)
    for line in lines:
        run(line, place)
    assert len(names(place, "Backups")) == 3
    run(link, place)
    assert os.stat(place / "Photos/garden.jpg").st_ino == os.stat(place / "Photos/2024/May/garden.jpg").st_ino


def test_a_leaked_part(place):
    build, find, once = SECTIONS["Find a leaked part of a file"]
    run(build, place)
    assert "minutes.txt" in run(find, place)
    assert "minutes.txt" in run(once, place)


def test_binaries(place):
    known, match, pairs = SECTIONS["Triage binaries with ssdeep lists"]
    run(known, place)
    said = run(match, place)
    assert "new.bin" in said
    assert "stranger" not in said
    run(pairs, place)
    assert json.loads((place / "pairs.json").read_text())["pairs"] == []


def test_photos(place):
    for line in SECTIONS["Photos"]:
        run(line, place)
    assert (place / "Photos/2024/May/garden.jpg").exists()
    assert not (place / "Photos/garden.jpg").exists()
    assert names(place, "Second photos") == ["garden.jpg"]
