"""What earlier runs measured: kept in a small file that may be missing, damaged or anybody's."""

import json
import os
import stat

import pytest

from simfinder.app.runtime import speeds
from simfinder.app.runtime.time_left import Speeds, TimeLeft
from simfinder.model.progress import Phase, Progress
from simfinder.store import app_dirs


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(app_dirs, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "speeds.json"


def watched(seconds=20.0):
    """A scan that took so long to read a thousand files."""
    seen = TimeLeft(speeds.remembered())
    for share in (0.0, 0.5, 1.0):
        seen.see(
            Progress(Phase.READING, int(1000 * share), 1000, 0, 0, plan=(Phase.READING,), now=seconds * share)
        )
    return seen


def test_what_was_measured_is_remembered_for_this_user_alone(path):
    assert speeds.remembered() == Speeds()
    speeds.remember(watched())
    known = speeds.remembered()
    assert known.own[Phase.READING] > 1.0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    speeds.remember(watched())
    assert speeds.remembered().own[Phase.READING] > known.own[Phase.READING]


def test_short_work_is_not_worth_a_file(path):
    speeds.remember(watched(1.0))
    assert not path.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no json",
        b"[]",
        b"[" * 9_000,
        b'{"version":1,"own":[],"ahead":3}',
        b'{"version":1,"own":{}}',
        b"\xff",
        b'{"version":1,"own":{"reading":-1},"ahead":{}}',
        b'{"version":1,"own":{"reading":1e9},"ahead":{}}',
        b'{"version":1,"own":{"reading":"1"},"ahead":{}}',
        b'{"version":2,"own":{"reading":1},"ahead":{}}',
        b'{"version":1,"own":{},"ahead":{},"more":1}',
        b'{"version":1,"own":{"reading":NaN},"ahead":{}}',
        b" " * 20_000,
    ],
)
def test_a_file_that_is_none_of_ours_counts_as_nothing(path, content):
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    assert speeds.remembered() == Speeds()
    speeds.remember(watched())
    assert speeds.remembered().own


def test_a_phase_nobody_knows_is_passed_over(path):
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"version": 1, "own": {"dancing": 2, "reading": 2}, "ahead": {}}))
    assert speeds.remembered() == Speeds({Phase.READING: 2}, {})


def test_a_file_that_others_could_have_written_is_not_believed(path):
    speeds.remember(watched())
    path.chmod(0o666)
    assert speeds.remembered() == Speeds()


def test_a_pipe_in_its_place_stops_nothing(path):
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    assert speeds.remembered() == Speeds()
    speeds.remember(watched())


def test_without_a_place_to_write_nothing_fails(path):
    path.parent.write_text("a file where the folder should be")
    speeds.remember(watched())
    assert speeds.remembered() == Speeds()
