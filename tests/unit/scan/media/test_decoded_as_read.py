"""Pictures are decoded right after they were signed, each content once, with the same result as afterwards."""

import os

import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control, Phase, Unseen
from simfinder.model.scan_options import ScanOptions
from simfinder.scan import pipeline
from simfinder.scan.media.picture_reader import PictureReader
from simfinder.scan.pipeline import scan
from simfinder.scan.reading.sign_files import FileSigner
from simfinder.store.cache.cache import Cache
from simfinder.workers import thread_pool
from tests.helpers.pictures.scenes import photo
from tests.helpers.results.made_results import wait_to_be_remembered

PHOTOS = 12


@pytest.fixture
def folder(tmp_path):
    """Photos, a copy of one, and texts."""
    root = tmp_path / "photos"
    root.mkdir()
    for i in range(PHOTOS):
        photo(i, (160, 120)).save(root / f"{i:02}.jpg", quality=90)
        (root / f"{i:02}.txt").write_text(f"note {i}\n" * 200)
    (root / "copy of 03.jpg").write_bytes((root / "03.jpg").read_bytes())
    wait_to_be_remembered()
    return root


@pytest.fixture
def events(monkeypatch):
    """Record what is signed and decoded, in order."""
    found = []
    sign, read = FileSigner.sign, PictureReader.read

    def signed(own, batch):
        found.append(("sign", len(batch)))
        return sign(own, batch)

    def decoded(own, file, *, follow):
        found.append(("decode", os.path.basename(file.path)))
        return read(own, file, follow=follow)

    monkeypatch.setattr(FileSigner, "sign", signed)
    monkeypatch.setattr(PictureReader, "read", decoded)
    monkeypatch.setattr(thread_pool, "_SIGNED_AT_ONCE", 4)
    monkeypatch.setattr(thread_pool, "_FILES", 2)
    return found


def looks(result):
    """Return the looks of all pictures as bytes, or None."""
    found = result.representations.looks
    return (
        None if found is None else [getattr(found, name).tobytes() for name in ("content", "words", "raster")]
    )


def run(root, cache=None, control=None, **options):
    return scan(ScanOptions((str(root),), **options), cache, control or Control())


def decoded(events):
    return sorted(name for what, name in events if what == "decode")


@pytest.mark.parametrize("jobs", [1, 2])
def test_photos_are_decoded_between_the_files_that_are_signed(folder, events, monkeypatch, jobs):
    result = run(folder, jobs=jobs)
    assert len(decoded(events)) == PHOTOS  # the copy is none of its own
    kinds = [what for what, _ in events]
    last_signed = len(kinds) - 1 - kinds[::-1].index("sign")
    assert kinds[:last_signed].count("decode") >= PHOTOS // 3
    events.clear()
    monkeypatch.setattr(pipeline._Reading, "_have_decoded", lambda *_: None)
    after = run(folder, jobs=jobs)
    kinds = [what for what, _ in events]
    assert "sign" not in kinds[kinds.index("decode") :]
    assert looks(after) == looks(result)
    assert len(looks(result)[0]) == 4 * PHOTOS


def test_what_the_cache_knows_of_a_photo_is_not_decoded_again(folder, events):
    with Cache.open() as cache:
        first = run(folder, cache)
        events.clear()
        assert looks(run(folder, cache)) == looks(first)
        assert events == []
        moved = folder.parent / "moved"
        moved.mkdir()
        for path in folder.glob("*.jpg"):  # other files of the same content are read, not decoded
            (moved / path.name).write_bytes(path.read_bytes())
        wait_to_be_remembered()
        assert looks(run(moved, cache)) is not None
        assert decoded(events) == []
        assert [what for what, _ in events].count("sign") > 0


@pytest.mark.parametrize("options", [{"no_media": True}, {"raw": True}])
def test_nothing_is_decoded_where_nobody_wants_it(folder, events, options):
    assert looks(run(folder, **options)) is None
    assert decoded(events) == []


def test_a_photo_whose_thread_stalled_is_decoded_later(folder, events, monkeypatch):
    """It is asked about once more, when all files are signed."""
    work = pipeline._Reading.work

    def stalled(own, task):
        done = work(own, task)
        return own.lost(task, "")[0] if task[0] != pipeline._SIGN else done

    monkeypatch.setattr(pipeline._Reading, "work", stalled)
    expected = looks(run(folder))
    assert len(expected[0]) == 4 * PHOTOS
    assert len(decoded(events)) == 2 * PHOTOS


def test_a_cancel_ends_signing_and_decoding(folder, events, monkeypatch):
    control = Control()
    read = PictureReader.read

    def cancelling(own, file, *, follow):
        control.cancel()
        return read(own, file, follow=follow)

    monkeypatch.setattr(PictureReader, "read", cancelling)
    with pytest.raises(Cancelled):
        run(folder, control=control, jobs=1)
    assert len(decoded(events)) <= 2


def test_of_reading_that_was_ended_early_the_decoded_photos_stay(folder, events, monkeypatch):
    control = Control()
    read = PictureReader.read

    def ending(own, file, *, follow):
        found = read(own, file, follow=follow)
        if len(decoded(events)) == 3:
            control.stop_early()
        return found

    monkeypatch.setattr(PictureReader, "read", ending)
    control.intend(Phase.READING, Phase.LOOKING)
    result = run(folder, control=control, jobs=1)
    assert result.unread > 0
    assert len(looks(result)[0]) == 4 * 3


def test_progress_counts_signed_files_only(folder, events):
    control = Control()
    seen = []
    advance = control.advance

    def counted(**told):
        seen.append((control.snapshot().phase, told.get("files", 0)))
        advance(**told)

    control.advance = counted
    run(folder, control=control)
    assert sum(files for phase, files in seen if phase is Phase.READING) == 2 * PHOTOS + 1
    assert not any(files for phase, files in seen if phase is Phase.LOOKING)


def test_decoded_photos_are_counted_beside_reading(folder, events):
    control = Control()
    run(folder, control=control)
    size = sum((folder / f"{i:02}.jpg").stat().st_size for i in range(PHOTOS))
    assert control.snapshot().beside == {Phase.LOOKING: (PHOTOS, size)}


def test_unseen_work_is_paused_and_cancelled_with_the_other():
    control = Control()
    unseen = Unseen(control, Phase.LOOKING)
    unseen.advance(files=3, bytes=10)
    unseen.advance(files=1, bytes=5)
    assert control.snapshot().files == 0
    assert control.snapshot().beside == {Phase.LOOKING: (4, 15)}
    control.begin(Phase.OPENING)
    assert control.snapshot().beside == {}
    control.pause()
    assert unseen.paused
    control.resume()
    assert not unseen.paused
    unseen.check()
    control.cancel()
    assert unseen.cancelled
    with pytest.raises(Cancelled):
        unseen.check()


def test_unseen_work_may_be_cancelled_by_itself_and_counted_nowhere():
    control = Control()
    unseen = Unseen(control, None)
    unseen.advance(files=3, bytes=10)
    assert (control.snapshot().files, control.snapshot().beside) == (0, {})
    unseen.cancel()
    assert unseen.cancelled
    with pytest.raises(Cancelled):
        unseen.check()
    assert not control.cancelled
    control.check()
