"""What people are shown of recordings and films, decoded in a sandboxed process: facts, levels, pictures, nothing."""

import io
import threading

import numpy as np
import pytest

pytest.importorskip("av")
pytest.importorskip("PIL.Image")

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.scan.media import media_preview, preview_service
from simfinder.scan.media.media_preview import MediaPreviews
from tests.helpers import films
from tests.helpers.recordings import FORMS, music, saved, with_tags

SONG = music(12, 4)
TAGS = {"title": "Häfen", "artist": "Quintet", "album": "Evening"}


def jpeg(color, side=300):
    from PIL import Image

    file = io.BytesIO()
    Image.new("RGB", (side, side), color).save(file, "JPEG")
    return file.getvalue()


@pytest.fixture(scope="module")
def previews():
    with MediaPreviews() as previews:
        yield previews


@pytest.fixture
def put(tmp_path):
    def write(data):
        path = tmp_path / "file"
        path.write_bytes(data)
        return str(path)

    return write


@pytest.mark.parametrize("form", FORMS)
def test_each_form_tells_its_facts_and_tags(form, put, previews):
    facts = previews.facts(put(saved(SONG, form, tags=TAGS)), Control())
    assert facts.seconds == pytest.approx(12, abs=0.2)
    assert facts.film is None
    assert facts.sound.channels == 1
    assert facts.sound.rate == (48_000 if form == "opus" else 44_100)
    if form != "wav":
        assert {name: facts.tags.get(name) for name in TAGS} == TAGS
    assert not facts.tags.keys() & {"major_brand", "handler_name", "language"}
    if form == "mp3":
        assert (facts.sound.codec, facts.sound.bit_rate) == ("mp3", 128_000)


def test_a_cover_comes_as_it_is_in_the_file(put, previews):
    cover = jpeg("#aa3311")
    facts = previews.facts(put(with_tags(saved(SONG, "mp3"), "mp3", cover=cover, title="A")), Control())
    assert facts.cover == cover
    assert facts.tags["title"] == "A"
    assert facts.film is None


def test_a_film_tells_its_facts(put, previews):
    facts = previews.facts(put(films.saved(5, "mp4", 4, sound=SONG[: 4 * 44_100])), Control())
    assert (facts.film.codec, facts.film.width, facts.film.height) == ("h264", 320, 240)
    assert facts.film.rate == films.RATE
    assert facts.sound.codec == "aac"


def test_levels_are_as_loud_as_the_sound(put, previews):
    quiet = (SONG.astype(np.int32) // 8).astype(np.int16)
    sound = np.concatenate([SONG[: 6 * 44_100], quiet[: 6 * 44_100]])
    levels = previews.levels(put(saved(sound, "flac")), Control())
    assert levels.seconds == pytest.approx(12, abs=0.1)
    loud = np.frombuffer(levels.loud, np.uint8)
    assert len(loud) <= media_preview.LEVELS
    first, second = loud[: len(loud) // 2 - 2], loud[len(loud) // 2 + 2 :]
    assert np.median(first) == pytest.approx(8 * np.median(second), rel=0.3)
    assert previews.levels(put(films.saved(5, "mp4", 2)), Control()) is None  # there is no sound


def test_what_takes_long_is_listened_to_here_and_there(monkeypatch, put):
    class Call:
        sent = b""

        def send(self, data):
            self.sent += data

    import av

    sound = np.concatenate([SONG[: 6 * 44_100], np.zeros(6 * 44_100, np.int16)])
    path, shown = put(saved(sound, "mp3")), []
    for clock in (iter(range(9_999)), iter([0, 9_999, *[0] * 9_999])):  # the second is soon over
        monkeypatch.setattr(preview_service.time, "process_time", clock.__next__)
        monkeypatch.setattr(preview_service, "_SECONDS", 9_000)
        call = Call()
        with av.open(path) as container:
            told = preview_service._levels(call, container)
        assert told["seconds"] == pytest.approx(12, abs=0.2)
        shown.append(np.frombuffer(call.sent, np.uint8))
    for loud in shown:
        assert np.median(loud[: len(loud) // 2 - 9]) > 20
        assert np.median(loud[len(loud) // 2 + 9 :]) < 3
    assert len(shown[1]) == media_preview.LEVELS


@pytest.mark.parametrize("form", films.FORMS)
def test_pictures_are_those_of_their_times(form, put, previews):
    found = previews.pictures(put(films.saved(5, form, 8)), [1.0, 5.0, 7.9, 60.0], 160, Control())
    assert [one.time for one in found] == [1.0, 5.0, 7.9, 60.0]  # behind the end: the last one
    for one in found[:2]:
        assert (one.width, one.height) == (160, 120)
        pixels = np.frombuffer(one.pixels, np.uint8).reshape(120, 160, 3).astype(int)
        wanted = films.scene(5, one.time, 160, 120).astype(int)
        other = films.scene(5, one.time + 3, 160, 120).astype(int)
        assert np.abs(pixels - wanted).mean() < np.abs(pixels - other).mean() / 2


def test_no_more_is_decoded_than_is_allowed(monkeypatch, put):
    class Call:
        def send(self, data):
            pass

    import av

    monkeypatch.setattr(preview_service, "_MOST_PIXELS", 2 * 320 * 240)
    with av.open(put(films.saved(5, "mp4", 8))) as container:
        found = preview_service._pictures(Call(), container, [0.0, 2.0, 4.0, 6.0], 99)
    assert 1 <= len(found) < 4


BAD = {
    "nothing": b"",
    "zeros": bytes(5_000),
    "text": b"these are words\n" * 99,
    "a playlist": b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n",
    "a picture": jpeg("red"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_ones_show_nothing_and_end_nothing(name, put, previews):
    previews.facts(put(saved(SONG, "mp3")), Control())
    before, path = previews.pid, put(BAD[name])
    if name != "a picture":  # FFmpeg takes it for a film of one picture
        assert previews.facts(path, Control()) is None
    assert previews.levels(path, Control()) is None
    assert len(previews.pictures(path, [0.0], 64, Control())) <= 1
    assert previews.pid == before


@pytest.mark.parametrize("seed", range(6))
def test_no_damage_ends_the_process(seed, put, previews):
    rng = np.random.default_rng(seed)
    whole = (saved(SONG, "mp3"), films.saved(5, "mp4", 4))[seed % 2]
    data = np.frombuffer(whole, np.uint8).copy()
    data[rng.integers(0, len(data), 60)] = rng.integers(0, 256, 60)
    path = put(whole)
    previews.facts(path, Control())
    before = previews.pid
    path = put(data.tobytes())
    previews.facts(path, Control())
    previews.levels(path, Control())
    previews.pictures(path, [0.0, 2.0], 99, Control())
    assert previews.pid == before


def test_a_cancel_ends_it_and_links_are_not_followed(put, previews, tmp_path):
    path = put(saved(SONG, "mp3"))
    (tmp_path / "link").symlink_to(path)
    assert previews.facts(str(tmp_path / "link"), Control()) is None
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        previews.levels(path, control)
    assert not previews.wanted
    assert threading.active_count() < 20


def test_answers_that_make_no_sense_are_refused():
    for answer in (b"[]", b'{"form": "MP3"}', b'{"form": "a", "seconds": "b", "stamp": [1, 2], "tags": {}}'):
        with pytest.raises(ValueError, match=r"no facts|could not convert|list"):
            media_preview._facts_in(answer)
    assert media_preview._facts_in(b"null") is None
    for answer in (
        b"[[0, 481, 2]]",
        b"[[0, 0, 2]]",
        b"[3]",
        b"[[0, 1, 1]]" + b"x",
        b"[" + b"[0,1,1]," * 16 + b"[0,1,1]]",
    ):
        with pytest.raises(ValueError, match=r"pictures|Extra data"):
            media_preview._sizes_in(answer)
    with pytest.raises(ValueError, match="no sense"):
        media_preview._seconds_in(b'{"seconds": -1}')
