"""Films in a session: saved again, resized, mute and in other containers they are one cluster; nothing is marked."""

import os
from functools import cache

import numpy as np
import pytest

pytest.importorskip("av")

from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.verify.containment.contained_recordings import contained_recordings
from simfinder.app.verify.verifier import Verifier
from simfinder.app.views.explain_similarity import why_kept, why_related
from simfinder.model.clusters import Basis, Relation
from simfinder.model.progress import Control
from simfinder.scan.media import av_readers
from simfinder.signatures.picture.films import TICKS
from tests.helpers.films import in_container, saved
from tests.helpers.recordings import music
from tests.helpers.recordings import saved as recorded
from tests.unit.app.session.test_pictures import clusters, file_of, run
from tests.unit.app.session.test_recordings import put


@cache
def films():
    sound = music(12, 3)
    whole = saved(1, "mp4", sound=sound)
    return {
        "film.mp4": whole,
        "copied.mkv": in_container(whole, "mkv"),
        "small.webm": saved(1, "webm", size=(160, 120), bit_rate=80_000, sound=sound),
        "mute.avi": saved(1, "avi", size=(200, 150)),
        "other pictures.mp4": saved(2, "mp4", sound=sound),
        "stranger.avi": saved(3, "avi"),
    }


MADE_OF_ONE = {"film.mp4", "copied.mkv", "small.webm", "mute.avi"}


@pytest.fixture
def root(tmp_path):
    for days, (name, data) in enumerate(films().items()):
        put(tmp_path / "films", name, data, days)
    return tmp_path / "films"


def test_what_was_made_of_a_film_is_in_its_cluster(root):
    session = run(root)
    session.verify(Verifier(session.result, None, Control()))
    (found,) = clusters(session)
    assert found.keys() == MADE_OF_ONE
    kept, *others = found.values()
    assert os.path.basename(kept.file.path) in ("film.mp4", "copied.mkv")
    for member in others:
        assert member.relation is Relation.SIMILAR
        assert 0.85 < member.similarity < 1
        assert not member.estimated
    assert session.mark_rule("older") == 0
    small = file_of(session, "small.webm")
    assert session.clustering.basis_of(small) is Basis.VIDEO
    assert "160 × 120 pixels instead of 320 × 240" in why_related(session, small)[0]
    assert "no sound instead of AAC" in why_related(session, file_of(session, "mute.avi"))[0]
    for name in ("film.mp4", "copied.mkv"):
        if not kept.file.path.endswith(name):
            assert "the very same film" in why_related(session, file_of(session, name))[0]
        else:
            reason, _ = why_kept(session, file_of(session, name))
            assert reason == "" or "newer" in reason or "pixels" in reason


def test_a_saved_session_has_its_films(root, tmp_path):
    session = run(root)
    path = str(tmp_path / "kept.simfinder")
    save_and_load.save(session, path)
    again = save_and_load.load(path, Control()).session
    assert clusters(again) == clusters(session)
    small = file_of(again, "small.webm")
    assert why_related(again, small) == why_related(session, small)


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("content", lambda column: column[::-1]),
        ("ends", lambda column: column + 1),
        ("seconds", lambda column: -column),
        ("times", lambda column: column[::-1]),
        ("words", lambda column: column[:, :2]),
        ("quality", lambda column: column[:-1]),
    ],
)
def test_damaged_films_of_a_saved_session_are_refused(root, name, damage):
    facts, arrays = packed(Captured.of(run(root)))
    name = f"film.{name}"
    with pytest.raises(ValueError, match="film"):
        unpacked(facts, arrays | {name: np.ascontiguousarray(damage(arrays[name]))})


def test_a_session_of_before_bars_were_known_has_its_films(root):
    """Its films have a picture a second at most, with one hash each."""
    facts, arrays = packed(Captured.of(run(root)))
    times, ends = arrays["film.times"], arrays["film.ends"]
    whole = times % TICKS == 0
    old = arrays | {
        "film.times": times[whole] // TICKS,
        "film.ends": np.cumsum(whole)[ends - 1],
        "film.quality": arrays["film.quality"][whole],
        "film.words": np.ascontiguousarray(arrays["film.words"][whole, :4]),
    }
    del old["film.share"]
    films = unpacked(facts, old).state.result.representations.films
    assert films.times.tolist() == times[whole].tolist()
    assert films.words[:, 1].tolist() == arrays["film.words"][whole, :4].tolist()
    assert films.share.tolist() == [1] * len(films)


def test_nobody_looks_where_that_is_not_wanted(root, monkeypatch):
    monkeypatch.setattr(av_readers.AvReader, "__init__", lambda *_: pytest.fail("it looks"))
    assert run(root, no_media=True).result.representations.films is None


def test_parts_of_films_are_told_with_and_without_sound(tmp_path):
    song = music(24, 3)
    begin, later = 10 * 44_100, 8 * 44_100
    put(tmp_path, "film.mp4", saved(1, "mp4", 24, sound=song), 0)
    put(tmp_path, "mute first.avi", saved(1, "avi", 10), 1)
    put(tmp_path, "first.mp4", saved(1, "mp4", 10, sound=song[:begin]), 2)
    put(tmp_path, "short and mute.avi", saved(1, "avi", 4), 3)
    put(tmp_path, "other pictures.mp4", saved(2, "mp4", 10, sound=song[later : later + begin]), 4)
    put(tmp_path, "stranger.avi", saved(3, "avi", 10), 5)
    put(tmp_path, "song.flac", recorded(song, "flac"), 6)
    put(tmp_path, "first.flac", recorded(song[:begin], "flac"), 7)
    session = run(tmp_path)
    names = {row: os.path.basename(path) for path, row in zip(
        session.result.files.paths(), session.result.content_row.tolist(), strict=True
    )}  # fmt: skip
    parts = contained_recordings(session.result.representations, Control())
    assert {(names[whole], names[part]) for whole, part, _ in parts} == {
        ("film.mp4", "first.mp4"),
        ("film.mp4", "mute first.avi"),
        ("film.mp4", "first.flac"),
        ("song.flac", "first.flac"),  # and no film is
    }
    assert session.mark_rule("older") == 0
