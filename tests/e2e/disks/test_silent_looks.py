"""Single files on a drive that does not answer: asked about, compared, shown. Nothing waits for ever."""

import random

import pytest

from simfinder.app.compare import compare_files, differences
from simfinder.app.compare.alignment import laid
from simfinder.app.compare.contents.byte_window import LIMIT, UnreadableError, window_of
from simfinder.app.compare.contents.extract_contents import Contents
from simfinder.app.compare.contents.text_parts import encoding_of, part_of
from simfinder.app.find.find_similar import Wanted, find, find_in, look_at
from simfinder.app.session.session import Session
from simfinder.app.verify.containment.matching_ranges import matched_files
from simfinder.errors import ReadError, UsageError
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.store.cache.cache import Cache
from simfinder.workers import stall_timeout
from tests.helpers.faults.silent_mount import silent_mount
from tests.helpers.program import outputs_of

GONE = "did not answer within 1 s; skipped"


@pytest.fixture(autouse=True)
def short_patience(monkeypatch):
    monkeypatch.setenv("SIMFINDER_PATIENCE", "1")
    monkeypatch.setattr(stall_timeout, "_left", [])  # each drive of a test is a new one


def words(count, seed=3):
    rng = random.Random(seed)
    return "".join(f"line {i} of {rng.randrange(10**9)}\n" for i in range(count)).encode()


@pytest.fixture
def folders(tmp_path):
    drive, near = tmp_path / "drive", tmp_path / "near"
    drive.mkdir()
    near.mkdir()
    return drive, near


@pytest.mark.parametrize(
    "name", ["silent-open", "silent-read", pytest.param("silent-look", marks=pytest.mark.soak)]
)
def test_find_ends_where_the_asked_file_hangs(folders, tmp_path, name):
    drive, near = folders
    (drive / name).write_bytes(words(300))
    (near / "other").write_bytes(words(300))
    with silent_mount(drive, tmp_path / "point"):
        done = outputs_of("find", tmp_path / "point" / name, near)
        assert f"{tmp_path}/point/{name}: {GONE}" in done.err
        assert done.out == b""
    assert done.process.wait(30) == 2


@pytest.mark.parametrize("method", [Method.AUTO, Method.CONTENT])
def test_a_file_is_asked_about_as_long_as_it_answers(folders, tmp_path, method):
    drive, near = folders
    (drive / "silent-later").write_bytes(words(300))
    (near / "other").write_bytes(words(300))
    with silent_mount(drive, tmp_path / "point"):
        asked = look_at(str(tmp_path / "point" / "silent-later"))
        result = scan(ScanOptions((str(near),)), None, Control())
        answer = find(asked, result, Control(), Wanted(method))
        assert [match.file.path for match in answer.matches] == [str(near / "other")]
        (drive / "now-silent").touch()
        with pytest.raises(ReadError, match=GONE):
            find(asked, result, Control(), Wanted(method))
        with pytest.raises(UsageError, match=GONE):
            look_at(asked.record.path)


def test_a_closer_look_at_what_hangs_is_told(folders, tmp_path):
    """A whole many times larger has to be read for its figure, where nothing is measured."""
    drive, near = folders
    part, rng = words(700), random.Random(5)
    (near / "part").write_bytes(part)
    (drive / "silent-later whole").write_bytes(rng.randbytes(200_000) + part + rng.randbytes(900_000))
    with silent_mount(drive, tmp_path / "point"):
        roots = (str(tmp_path / "point"), str(near))
        result = scan(ScanOptions(roots, raw=True), None, Control())
        asked = look_at(str(near / "part"))
        (whole,) = find(asked, result, Control(), Wanted(Method.SHINGLEPRINT)).matches
        assert whole.relation == "contains"
        (drive / "now-silent").touch()
        answer = find(asked, result, Control(), Wanted(Method.SHINGLEPRINT))
        assert [(problem.path, problem.reason) for problem in answer.problems] == [(whole.file.path, GONE)]


def test_files_of_one_size_that_were_not_read(folders, tmp_path):
    drive, near = folders
    (near / "asked").write_bytes(words(300))
    (drive / "silent-later").write_bytes(words(300))
    with silent_mount(drive, tmp_path / "point"):
        point = str(tmp_path / "point")
        result = scan(ScanOptions((point,), identical=True), None, Control())
        (drive / "now-silent").touch()
        answer = find(look_at(str(near / "asked")), result, Control(), Wanted(Method.CONTENT))
        assert [problem.reason for problem in answer.problems] == [GONE]


def test_matches_of_a_session_that_can_not_be_looked_at_any_more_stay(folders, tmp_path, monkeypatch):
    _, near = folders
    (near / "asked").write_bytes(words(300))
    (near / "other").write_bytes(words(300))
    with Cache.none() as cache:
        session = Session.run(ScanOptions((str(near),)), cache=cache, control=Control())

    def hang(path, *_rest):
        raise ReadError(GONE, path)

    monkeypatch.setattr("simfinder.app.find.find_similar._is_there", hang)
    answer = find_in(session, str(near / "asked"), Control())
    assert [match.file.path for match in answer.matches] == [str(near / "other")]
    assert [(problem.path, problem.reason) for problem in answer.problems] == [(str(near / "other"), GONE)]


@pytest.fixture
def two_texts(folders, tmp_path):
    """Two texts, longer than what is held of them, on a drive that is about to fall silent; and what falls it."""
    drive, _ = folders
    text = words(compare_files.MATCH_LIMIT // 20)
    assert len(text) > max(LIMIT, compare_files.MATCH_LIMIT)
    (drive / "left").write_bytes(text)
    (drive / "silent-later right").write_bytes(b"more\n" + text)
    with silent_mount(drive, tmp_path / "point"):
        point = tmp_path / "point"
        yield str(point / "left"), str(point / "silent-later right"), (drive / "now-silent").touch


def test_other_parts_of_compared_texts(two_texts):
    left, right, fall_silent = two_texts
    contents = Contents()
    try:
        shown = compare_files.compare(left, right, Control(), contents)
    finally:
        contents.close()
    assert shown.kind is compare_files.ComparisonKind.TEXT
    assert compare_files.compare_parts(shown, 1000, 1000, Control()).rows
    fall_silent()
    with pytest.raises(UnreadableError, match=GONE) as told:
        compare_files.compare_parts(shown, 1000, 1000, Control())
    assert told.value.path == right


def test_where_two_files_match(two_texts):
    left, right, fall_silent = two_texts
    found = matched_files(left, right, Control())
    windows = window_of(left), window_of(right)
    alignment = laid(found, *windows, Control())
    assert differences.differences(alignment, *windows, Control()).places
    fall_silent()
    with pytest.raises(ReadError, match=GONE):
        matched_files(left, right, Control())
    for look in (
        lambda: differences.differences(alignment, *windows, Control()),
        lambda: window_of(right),
    ):
        with pytest.raises(UnreadableError) as told:
            look()
        assert told.value.path == right
    # three have hung: the drive is not asked any more
    for look in (
        lambda: laid(found, *windows, Control()),
        lambda: part_of(windows[0], "utf-8", 0, Control()),
    ):
        with pytest.raises(UnreadableError, match=stall_timeout.SILENT):
            look()
    with pytest.raises(UnreadableError, match=stall_timeout.SILENT):
        encoding_of(windows[0])
