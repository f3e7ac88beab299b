"""Films of every form, good and bad, looked at in the sandboxed process: hashes, or none, never a crash."""

import os
import struct
from functools import cache

import numpy as np
import pytest

pytest.importorskip("av")

from simfinder.model.progress import Control
from simfinder.scan import stat_record
from simfinder.scan.media import film_service
from simfinder.scan.media.av_readers import FilmReader
from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.films import TICKS
from tests.helpers import recordings
from tests.helpers.films import FORMS, in_container, saved, scene


@cache
def good_film():
    """A good film: made by the first test that needs it, for all who only collect the tests."""
    return saved(5, "mp4", 8)


def record_of(path):
    return stat_record.record_of(path, os.stat(path), False)


@pytest.fixture(scope="module")
def reader():
    with FilmReader(Control()) as reader:
        yield reader


@pytest.fixture
def look(reader, tmp_path):
    def looked(data):
        path = tmp_path / "film"
        path.write_bytes(data)
        return reader.read(record_of(str(path)), follow=False)

    return looked


def bits(film, seed=5):
    """In how many bits the hashes of a film differ from those of the scene it was made of."""
    wanted = [pdq.pdq_hash(pdq.brightness(scene(seed, time / TICKS))).words[0] for time in film.times]
    return np.bitwise_count(film.words[:, 0] ^ np.array(wanted)).sum(axis=1)


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_seen(form, look):
    film, lasting = look(saved(5, form, 8))
    assert lasting
    assert film.seconds == pytest.approx(8, abs=0.3)
    assert (film.width, film.height) == (320, 240)
    assert film.times.tolist()[:6] == [1, 2, 3, 4, 5, 6]
    assert film.share == 1
    assert np.median(bits(film)) <= 31


def test_a_long_film_is_looked_at_here_and_there(monkeypatch, tmp_path):
    (tmp_path / "film").write_bytes(good_film())
    with open(tmp_path / "film", "rb") as file:
        whole = film_service._seen(file)
    monkeypatch.setattr(film_service, "MOST_PIXELS", 20 * 320 * 240)
    with open(tmp_path / "film", "rb") as file:
        some = film_service._seen(file)
    assert 1 <= len(some.times) < len(whole.times)
    at = np.searchsorted(whole.times, some.times)
    assert np.array_equal(whole.words[at], some.words)
    assert 16 in some.times  # a time that longer films share comes first


def barred(top, bottom=0, *, level=16, words_in=0):
    """Return pictures of a film with bars above and below what it shows, with words in those of some."""
    rng = np.random.default_rng(3)
    pictures = rng.integers(40, 256, (10, 256, 256)).astype(np.uint8)
    pictures[:, :top] = level
    pictures[:, 256 - bottom :] = level
    pictures[:words_in, 2:4, 100:140] = 250
    return pictures


@pytest.mark.parametrize("words_in", [0, 4])
def test_bars_are_taken_off(words_in):
    assert film_service.shown_in(barred(30, 40, words_in=words_in)) == (31, 256 - 41, 0, 256)
    assert film_service.shown_in(barred(30, 40).transpose(0, 2, 1)) == (0, 256, 31, 256 - 41)
    assert film_service.shown_in(barred(40, 40, level=230)) == (41, 256 - 41, 0, 256)


def test_bars_end_where_the_picture_begins_however_badly_it_was_saved():
    pictures = barred(32, 32)
    blurred = np.random.default_rng(5).integers(16, 40, (10, 4, 256)).astype(np.uint8)
    pictures[:, 28:32] = pictures[:, -32:-28] = blurred
    assert film_service.shown_in(pictures) == (32, 256 - 32, 0, 256)


def test_what_is_no_bar_stays():
    whole = 0, 256, 0, 256
    assert film_service.shown_in(barred(0)) == whole
    assert film_service.shown_in(barred(30, words_in=6)) == whole  # most have something there
    assert film_service.shown_in(np.zeros((5, 256, 256), np.uint8)) == whole
    assert film_service.shown_in(np.zeros((0, 256, 256), np.uint8)) == whole
    here_and_there = np.stack([barred(depth)[0] for depth in range(5, 100, 5)])
    assert film_service.shown_in(here_and_there) == whole  # a dark edge of each scene


def test_the_cover_of_music_is_no_film(look):
    assert len(look(recordings.saved(recordings.music(5), "m4a"))[0].times) == 0


def _with_noise(data):
    """Damage every tenth kilobyte behind the head."""
    noisy = bytearray(data)
    for at in range(3_000, len(noisy) - 100, 10_000):
        noisy[at : at + 1_000] = np.random.default_rng(at).bytes(1_000)[: len(noisy) - at]
    return bytes(noisy)


BAD = {
    "nothing": lambda: b"",
    "zeros": lambda: bytes(5_000),
    "a head alone": lambda: good_film()[:400],
    "an index alone": lambda: good_film().replace(b"mdat", b"skip"),
    "cut off": lambda: good_film()[: len(good_film()) // 2],
    "frames of noise": lambda: _with_noise(in_container(good_film(), "mkv")),
    "pictures of a gigapixel": lambda: good_film().replace(
        struct.pack(">HH", 320, 240), struct.pack(">HH", 32_000, 32_000)
    ),
    "a playlist": lambda: b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_ones_end_nothing(name, look, reader):
    look(good_film())
    before = reader.pid
    _, lasting = look(BAD[name]())
    assert lasting
    assert reader.pid == before


@pytest.mark.parametrize("seed", range(10))
def test_no_damage_ends_the_process(seed, look, reader):
    rng = np.random.default_rng(seed)
    whole = good_film() if seed % 2 else in_container(good_film(), "mkv")
    data = np.frombuffer(whole, np.uint8).copy()
    data[rng.integers(0, len(data), 40)] = rng.integers(0, 256, 40)
    look(good_film())
    before = reader.pid
    _, lasting = look(data.tobytes())
    assert lasting
    assert reader.pid == before
