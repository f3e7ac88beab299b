"""Recordings of every form, good and bad, listened to in the sandboxed process: numbers, or none, never a crash."""

import os
import struct

import numpy as np
import pytest

pytest.importorskip("av")

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.scan import stat_record
from simfinder.scan.media import av_readers, sound_service
from simfinder.scan.media.av_answer import unpack_answer
from simfinder.scan.media.av_readers import SoundReader
from simfinder.signatures.sound.alignment import align
from simfinder.signatures.sound.chromaprint import RATE, chromaprint
from simfinder.signatures.sound.recording import Recording
from tests.helpers.recordings import FORMS, music, saved, with_tags
from tests.helpers.sounds import made

MUSIC = music(20)
NUMBERS = chromaprint(made("chords", 20))


def record_of(path):
    return stat_record.record_of(path, os.stat(path), False)


@pytest.fixture(scope="module")
def reader():
    with SoundReader(Control()) as reader:
        yield reader


@pytest.fixture
def listen(reader, tmp_path):
    def listened(data):
        path = tmp_path / "recording"
        path.write_bytes(data)
        return reader.read(record_of(str(path)), follow=False)

    return listened


def sound_of(form):
    return FORMS[form][1].removeprefix("lib").replace("mp3lame", "mp3")


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_heard(form, listen):
    heard, lasting = listen(saved(MUSIC, form))
    assert lasting
    assert heard.seconds == pytest.approx(20, abs=0.2)
    assert heard.channels == 1
    assert heard.codec == sound_of(form)
    assert align(NUMBERS, heard.numbers).similarity > 0.9
    assert 0.4 < heard.bit_rate / {"wav": 705_600, "flac": 400_000}.get(form, 128_000) < 2.1


def test_tags_and_containers_change_no_stream(listen):
    plain = saved(MUSIC, "mp4")
    streams = {
        listen(data)[0].stream
        for data in (
            plain,
            with_tags(plain, "m4a", title="Another", artist="Somebody"),
            with_tags(plain, "mka", title="A third"),
        )
    }
    assert len(streams) == 1
    assert listen(saved(MUSIC, "mp4", 64_000))[0].stream not in streams
    assert bytes(16) not in streams


ID3V1 = b"TAG" + b"Another title".ljust(125, b"\0")
ID3V2 = b"ID3\4\0\0\0\0\1\0TIT2\0\0\0\6\0\0\3Hello" + bytes(112)
APE = b"".join(
    b"APETAGEX" + struct.pack("<4I", 2_000, 51, 1, flags << 28) + bytes(8) + item
    for flags, item in ((0xA, struct.pack("<2I", 5, 0) + b"Title\0Hello"), (0x8, b""))
)


@pytest.mark.parametrize("seconds", [0.05, 0.3, 2, 4])
def test_a_sound_with_other_tags_is_the_same_one_however_short_it_is(seconds, listen):
    short, tags = music(seconds, 3), {"title": "Hello", "artist": "Somebody" * 50}
    mp3, wav, m4a = (saved(short, form) for form in ("mp3", "wav", "m4a"))
    frames = mp3[mp3.index(b"\xff\xfb") :]
    info = b"LIST" + struct.pack("<I", 16) + b"INFOIART" + struct.pack("<I", 4) + b"abcd"
    for one, *others in (
        [mp3, mp3 + ID3V1, mp3 + APE, mp3 + APE + ID3V1, ID3V2 + frames],
        [wav, wav + info],
        [m4a, with_tags(m4a, "m4a", title="Hello"), with_tags(m4a, "mka", title="Hello")],
        [saved(short, "flac"), saved(short, "flac", tags=tags)],
        [saved(short, "opus"), saved(short, "opus", tags=tags)],
    ):
        stream = listen(one)[0].stream
        assert any(stream)
        for other in others:
            assert listen(other)[0].stream == stream


def test_the_same_samples_at_another_rate_are_another_sound(listen):
    wav = saved(music(1), "wav")
    faster = wav[:24] + struct.pack("<I", 48_000) + wav[28:]
    assert listen(wav)[0].stream != listen(faster)[0].stream


def test_a_rate_that_changes_on_the_way_is_heard(listen):
    both = saved(MUSIC, "mp3") + saved(music(20, 1, 48_000), "mp3", rate=48_000)
    heard, _ = listen(both)
    assert align(heard.numbers, NUMBERS).contained > 0.9
    assert align(heard.numbers, chromaprint(made("chords", 20, 1))).contained > 0.8


def test_a_long_recording_is_heard_for_a_while(monkeypatch, tmp_path):
    monkeypatch.setattr(sound_service, "MOST_SECONDS", 5)
    (tmp_path / "long").write_bytes(saved(MUSIC, "wav"))
    with open(tmp_path / "long", "rb") as file:
        heard = sound_service._heard(file)
    assert 20 < len(heard.numbers) < 80
    assert heard.seconds == pytest.approx(20, abs=0.1)
    with open(tmp_path / "long", "rb") as file:
        monkeypatch.undo()
        assert sound_service._heard(file).stream == heard.stream


def test_what_is_cut_off_is_heard_so_far(listen):
    whole = saved(MUSIC, "mp3")
    heard, lasting = listen(whole[: len(whole) // 2])
    assert lasting
    assert align(NUMBERS, heard.numbers).contained > 0.9


BAD = {
    "nothing": lambda: b"",
    "zeros": lambda: bytes(5_000),
    "no sound at all": lambda: saved(MUSIC, "wav")[:44],
    "a head alone": lambda: saved(MUSIC, "m4a")[:200],
    "tags alone": lambda: b"ID3\4\0\0\0\0\7\x76" + bytes(1_014),
    "a tag of 256 MB": lambda: b"ID3\4\0\0\x7f\x7f\x7f\x7f" + bytes(10_000),
    "a length of 4 GB": lambda: b"RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff" + bytes(1_000),
    "a block of 16 MB": lambda: b"fLaC\x84\xff\xff\xff" + bytes(1_000),
    "an atom of 2 GB": lambda: b"\0\0\0\x18ftypM4A \0\0\0\0M4A mp42\x7f\xff\xff\xffmoov" + bytes(1_000),
    "other channels": lambda: saved(MUSIC, "wav")[:22] + b"\xff\xff" + saved(MUSIC, "wav")[24:],
    "no rate": lambda: saved(MUSIC, "wav")[:24] + bytes(4) + saved(MUSIC, "wav")[28:],
    "no samples": lambda: saved(MUSIC, "wav")[:40] + bytes(4),
    "a head of flac alone": lambda: saved(MUSIC, "flac")[:42],
    "frames of noise": lambda: b"\xff\xfb\x90\x64" + np.random.default_rng(1).bytes(9_000),
    "text": lambda: b"[playlist]\nfile:///etc/passwd\n" * 50,
    "a playlist": lambda: b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_ones_have_a_recording_that_links_nothing(name, listen, reader):
    listen(saved(MUSIC, "wav"))
    before = reader.pid
    heard, lasting = listen(BAD[name]())
    assert lasting
    assert len(heard.numbers) == 0
    assert reader.pid == before


def test_what_is_encrypted_sounds_like_nothing(listen, reader):
    plain = saved(MUSIC, "m4a")
    begin = plain.index(b"mdat") + 4
    mixed = np.random.default_rng(3).integers(0, 256, len(plain) - begin, np.uint8)
    scrambled = (np.frombuffer(plain[begin:], np.uint8) ^ mixed).tobytes()
    at = plain.index(b"moov") - 4
    locked = plain[:begin] + (scrambled if at < begin else scrambled[: at - begin] + plain[at:])
    heard, lasting = listen(locked.replace(b"mp4a", b"drms"))
    assert lasting
    assert align(NUMBERS, heard.numbers).similarity < 0.05


@pytest.mark.parametrize("seed", range(12))
def test_no_damage_ends_the_process(seed, listen, reader):
    rng = np.random.default_rng(seed)
    form = sorted(FORMS)[seed % len(FORMS)]
    data = np.frombuffer(saved(MUSIC, form), np.uint8).copy()
    data[rng.integers(0, len(data), 20)] = rng.integers(0, 256, 20)
    listen(saved(MUSIC, "wav"))
    before = reader.pid
    _, lasting = listen(data.tobytes())
    assert lasting
    assert reader.pid == before


def test_a_changed_file_is_not_remembered(reader, tmp_path):
    path = tmp_path / "a.wav"
    path.write_bytes(saved(MUSIC, "wav"))
    file = record_of(str(path))
    os.utime(path, ns=(1, 1))
    heard, lasting = reader.read(file, follow=False)
    assert not lasting
    assert heard.pack() == Recording.none().pack()


def test_a_file_that_is_gone_is_not_remembered(reader, tmp_path):
    path = tmp_path / "gone.mp3"
    path.write_bytes(b"x")
    file = record_of(str(path))
    path.unlink()
    assert not reader.read(file, follow=False)[1]


def test_a_cancel_ends_it(tmp_path):
    control = Control()
    control.cancel()
    (tmp_path / "a.wav").write_bytes(saved(MUSIC, "wav"))
    with SoundReader(control) as reader, pytest.raises(Cancelled):
        reader.read(record_of(str(tmp_path / "a.wav")), follow=False)


@pytest.mark.parametrize("answer", [b"", b"x" * 30, b"x" * 90])
def test_nonsense_is_no_answer(answer):
    with pytest.raises(ValueError, match="answer"):
        unpack_answer(answer, Recording)


def test_an_answer_holds_as_much_as_is_heard():
    most = np.zeros(av_readers.MOST_NUMBERS, np.uint32)
    packed = Recording(0.0, 0, RATE, 1, "", bytes(16), most).pack()
    assert len(packed) == SoundReader.MOST
