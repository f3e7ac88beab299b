"""Recordings that sound alike in a session: one cluster, the best one kept, nothing marked by itself."""

import os
import time

import numpy as np
import pytest

pytest.importorskip("av")

from simfinder.app.session.follow.rescan import rescan
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.session.session import Session
from simfinder.app.verify.containment.contained_recordings import contained_recordings
from simfinder.app.verify.verifier import Verifier
from simfinder.app.views.explain_similarity import why_kept, why_related
from simfinder.model.clusters import Basis, Relation
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods
from simfinder.model.tolerances import Choices
from simfinder.scan.media import av_readers, decoders
from simfinder.store.cache.cache import Cache
from tests.helpers.recordings import music, saved, with_tags
from tests.unit.app.session.test_pictures import WHEN, clusters, file_of, run

SONG = music(30, 5)
AT = 44_100


def put(root, name, data, days=0):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (WHEN + 86_400 * days,) * 2)
    return path


@pytest.fixture(scope="module")
def files():
    """An original, what was made of it later, and a stranger."""
    song = saved(SONG, "m4a", 192_000)
    return {
        "Song.flac": saved(SONG, "flac"),
        "Song.m4a": song,
        "tagged/Song.m4a": with_tags(song, "m4a", title="Song", artist="Somebody"),
        "phone/Song.mp3": saved(SONG, "mp3", 64_000),
        "Song cut.opus": saved(SONG[: 28 * AT], "opus"),
        "Other.mp3": saved(music(30, 6), "mp3"),
    }


@pytest.fixture
def root(files, tmp_path):
    root = tmp_path / "music"
    for days, (name, data) in enumerate(files.items()):
        put(root, name, data, days)
    time.sleep(0.03)  # the cache takes no file that changed just before it was read
    return root


MADE_OF_ONE = {"Song.flac", "Song.m4a", "tagged/Song.m4a", "phone/Song.mp3", "Song cut.opus"}


def test_what_was_made_of_a_song_is_in_its_cluster_and_the_best_is_kept(root):
    (found,) = clusters(run(root))
    assert found.keys() == MADE_OF_ONE
    kept, *others = found.values()
    assert kept.file.path.endswith("Song.flac")
    for member in others:
        assert member.relation is Relation.SIMILAR
        assert 0.9 < member.similarity < 1
        assert not member.estimated


def test_rows_say_how_they_differ(root):
    session = run(root)
    phone, cut = (file_of(session, name) for name in ("phone/Song.mp3", "Song cut.opus"))
    assert session.clustering.basis_of(phone) is Basis.SOUND
    assert "MP3, 64 kbit/s instead of FLAC" in why_related(session, phone)[0]
    assert "0:28 long instead of 0:30" in why_related(session, cut)[0]
    assert why_kept(session, file_of(session, "Song.flac"))[0] == "it is longer: 0:30 against 0:28"
    (root / "Song cut.opus").unlink()
    session = run(root)
    assert why_kept(session, file_of(session, "Song.flac"))[0] == "its sound was saved without loss"
    (root / "Song.flac").unlink()
    (root / "phone/Song.mp3").unlink()
    session = run(root)
    (found,) = clusters(session)
    kept = next(iter(found))
    other = file_of(session, ({"Song.m4a", "tagged/Song.m4a"} - {kept}).pop())
    assert "the very same sound" in why_related(session, other)[0]
    assert found.keys() == {"Song.m4a", "tagged/Song.m4a"}


def test_a_sentence_says_how_one_differs_from_another(root, files):
    put(root, "begin.mp3", saved(SONG[: 12 * AT], "mp3"))
    put(root, "middle.mp3", saved(SONG[8 * AT : 20 * AT], "mp3"))
    put(root, "end.mp3", saved(SONG[18 * AT :], "mp3"))
    session = run(root)

    def said(one, other):
        return session.clustering.how_alike(file_of(session, one), file_of(session, other))

    assert said("tagged/Song.m4a", "Song.m4a").startswith("The same recording; only tags")
    assert (
        said("phone/Song.mp3", "Song.m4a") == "It sounds the same: MP3, 64 kbit/s instead of AAC, 192 kbit/s."
    )
    assert said("begin.mp3", "Song.flac") == "It is in the other one: the first 0:12."
    assert said("Song.flac", "begin.mp3") == "The other one is in it: the first 0:12."
    assert said("middle.mp3", "Song.flac") == "It is in the other one: from 0:08 to 0:20."
    assert said("Song.flac", "end.mp3") == "The other one is in it: the last 0:12."
    assert said("Other.mp3", "Song.flac") == ""
    assert said("begin.mp3", "end.mp3") == ""


def test_one_begins_later_than_another(root):
    put(root, "middle.mp3", saved(SONG[8 * AT : 20 * AT], "mp3"))
    session = run(root)
    heard = session.scan.both_recordings(file_of(session, "Song.flac"), file_of(session, "middle.mp3"))
    assert heard[0].seconds_later(*heard[1:]) == pytest.approx(8, abs=0.2)
    assert heard[0].seconds_later(*heard[:0:-1]) == pytest.approx(-8, abs=0.2)
    stranger = session.scan.both_recordings(file_of(session, "Song.flac"), file_of(session, "Other.mp3"))
    laid = stranger[0].laid(*stranger[1:])
    assert (stranger[0].seconds_later(*stranger[1:]) == 0) is (laid.agree == 0 or laid.shift == 0)


def test_a_longer_one_is_kept_rather_than_a_better_one(root):
    (root / "Song.flac").unlink()
    put(root, "Song cut.flac", saved(SONG[: 27 * AT], "flac"), 9)
    session = run(root)
    (found,) = clusters(session)
    assert next(iter(found)) in ("Song.m4a", "tagged/Song.m4a")


def test_another_keep_rule_decides_for_recordings_too(root):
    (found,) = clusters(run(root, choices=Choices(keep_rules="smallest")))
    assert next(iter(found)) != "Song.flac"


def test_nothing_is_marked_by_itself_and_there_is_nothing_to_verify(root):
    session = run(root)
    session.verify(Verifier(session.result, None, Control()))
    assert session.clustering.verified
    assert session.mark_rule("older") == 0


def test_takes_named_as_versions_are_similar_at_most(tmp_path):
    noise = np.random.default_rng(1).integers(-900, 900, len(SONG))
    for i in range(4):
        take = np.clip(SONG.astype(int) + np.roll(noise, i * 1000), -32_768, 32_767).astype(np.int16)
        put(tmp_path, f"Song v{i}.mp3", saved(take, "mp3"), i)
        put(tmp_path, f"take {i}.wav", saved(take, "wav"), i)
    session = run(tmp_path)
    session.verify(Verifier(session.result, None, Control()))
    assert clusters(session)
    assert session.mark_rule("older") == 0
    relations = {member.relation for found in clusters(session) for member in found.values()}
    assert relations == {Relation.KEPT, Relation.SIMILAR}


def test_silence_and_steady_tones_are_not_alike(tmp_path):
    tone = (9_000 * np.sin(np.arange(20 * AT) * 2 * np.pi * 440 / AT)).astype(np.int16)
    for name, sound in (("silence", np.zeros(20 * AT, np.int16)), ("longer", np.zeros(21 * AT, np.int16))):
        put(tmp_path, f"{name}.mp3", saved(sound, "mp3", 64_000))
        put(tmp_path, f"{name}.opus", saved(sound, "opus"))
    put(tmp_path, "tone.mp3", saved(tone, "mp3"))
    put(tmp_path, "tone.opus", saved(tone, "opus"))
    recordings = run(tmp_path).result.representations.recordings
    assert not recordings.trusted.any()


@pytest.mark.parametrize(
    "options", [{"no_media": True}, {"raw": True}, {"identical": True}], ids=["no media", "raw", "identical"]
)
def test_nobody_listens_where_that_is_not_wanted(root, options, monkeypatch):
    monkeypatch.setattr(av_readers.SoundReader, "__init__", lambda *_: pytest.fail("it listens"))
    assert run(root, **options).result.representations.recordings is None


def test_nothing_is_imported_where_no_recording_is(tmp_path, monkeypatch):
    monkeypatch.setattr(av_readers.SoundReader, "__init__", lambda *_: pytest.fail("it listens"))
    (tmp_path / "a.txt").write_text("words " * 200)
    assert run(tmp_path).result.representations.recordings is None


def test_a_scan_without_ffmpeg_remembers_nothing(root, tmp_path, monkeypatch):
    with Cache.open(tmp_path / "cache.db") as cache:
        with monkeypatch.context() as without:
            without.setattr(decoders, "is_installed", lambda module: module != "av")
            result = run(root, cache).result
            assert result.representations.recordings is None
            (warning,) = result.warnings
            many = len(result.files)
            assert (
                warning.reason == f"av is not installed: {many} such files are compared by their bytes only"
            )
        assert clusters(run(root, cache))


def test_a_method_that_decides_alone_decides_about_recordings(root):
    assert not clusters(run(root, choices=Choices(methods=Methods(Method.CONTENT))))


def test_the_cache_remembers_recordings(root, tmp_path, monkeypatch):
    with Cache.open(tmp_path / "cache.db") as cache:
        first = clusters(run(root, cache))
    monkeypatch.setattr(av_readers.SoundReader, "__init__", lambda *_: pytest.fail("it listens"))
    with Cache.open(tmp_path / "cache.db") as cache:
        assert clusters(run(root, cache)) == first


def test_a_saved_session_has_its_recordings(root, tmp_path):
    session = run(root)
    path = str(tmp_path / "kept.simfinder")
    save_and_load.save(session, path)
    again = save_and_load.load(path, Control()).session
    assert clusters(again) == clusters(session)
    phone = file_of(again, "phone/Song.mp3")
    assert why_related(again, phone) == why_related(session, phone)


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("content", lambda column: column[::-1]),
        ("content", lambda column: column + 100),
        ("ends", lambda column: column[::-1]),
        ("ends", lambda column: column + 1),
        ("seconds", lambda column: column * np.float32(np.nan)),
        ("codec", lambda column: column | 0x80),
        ("stream", lambda column: column[:, :8]),
        ("numbers", lambda column: column.astype(np.int64)),
    ],
)
def test_damaged_recordings_of_a_saved_session_are_refused(root, name, damage):
    facts, arrays = packed(Captured.of(run(root)))
    name = f"recording.{name}"
    with pytest.raises(ValueError, match="recording"):
        unpacked(facts, arrays | {name: np.ascontiguousarray(damage(arrays[name]))})


def test_a_recording_that_comes_later_joins(root, tmp_path):
    with Cache.open(tmp_path / "cache.db") as cache:
        session = run(root, cache)
        put(root, "late.opus", saved(SONG, "opus", 48_000), 9)
        after = Session.resumed(rescan(session.state(), cache, Control()).state, [])
        assert clusters(after) == clusters(run(root, cache))
    assert "late.opus" in clusters(after)[0]


def test_the_beginning_of_a_song_is_in_it(tmp_path):
    song = music(60, 3)
    put(tmp_path, "Song.flac", saved(song, "flac"), 0)
    put(tmp_path, "Beginning.mp3", saved(song[: 20 * 44_100], "mp3"), 1)
    put(tmp_path, "Stranger.mp3", saved(music(30, 9), "mp3"), 2)
    session = run(tmp_path)
    assert not clusters(session)
    ((whole, part, share),) = contained_recordings(session.result.representations, Control())
    rows = session.result.content_row
    assert whole == rows[file_of(session, "Song.flac")]
    assert part == rows[file_of(session, "Beginning.mp3")]
    assert share > 0.95


def test_short_sounds_with_other_tags_are_the_same_sound(tmp_path):
    for seconds in (0.2, 1, 3):
        plain = saved(music(seconds, 3), "mp4")
        put(tmp_path, f"{seconds} a.mp4", plain, 0)
        put(tmp_path, f"{seconds} b.m4a", with_tags(plain, "m4a", title="Another"), 1)
        put(tmp_path, f"{seconds} c.mp4", saved(music(seconds, 4), "mp4"), 2)
    session = run(tmp_path)
    assert sorted(map(sorted, clusters(session))) == [[f"{s} a.mp4", f"{s} b.m4a"] for s in (0.2, 1, 3)]
    files = (file_of(session, f"1 {name}") for name in ("a.mp4", "b.m4a"))
    assert any("the very same sound" in why_related(session, file)[0] for file in files)
    assert session.mark_rule("older") == 0
