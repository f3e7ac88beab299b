"""Scan what phones, cameras and film makers save with the real program: each file is decoded and meets its copy.

The release check tries the bundle with it, whose libraries for media lack all that SimFinder does not call.
"""

import io

import pytest

pytest.importorskip("av")
pytest.importorskip("pillow_heif")
pytest.importorskip("rawpy")

from pillow_heif import from_pillow

from tests.helpers import films, recordings
from tests.helpers.pictures import raws
from tests.helpers.pictures.changes import cut
from tests.helpers.pictures.scenes import photo
from tests.helpers.program import simfinder


def heic(picture):
    file = io.BytesIO()
    from_pillow(picture).save(file, quality=90)
    return file.getvalue()


def jpeg(picture):
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=85)
    return file.getvalue()


def pairs():
    """Pairs of files of one content, by what their figure rests on."""
    song, film = recordings.music(20, 3), films.saved(1, "mp4", sound=recordings.music(12, 4))
    return {
        ("photo.heic", "photo.jpg"): ("pictures", heic(photo(1)), jpeg(photo(1))),
        ("raw.nef", "raw.jpg"): ("pictures", raws.nef(photo(2), photo(2)), jpeg(photo(2))),
        ("raw.dng", "raw2.jpg"): ("pictures", raws.dng(photo(3), photo(3)), jpeg(photo(3))),
        ("song.flac", "song.mp3"): ("sound", recordings.saved(song, "flac"), recordings.saved(song, "mp3")),
        ("film.mp4", "film.mkv"): ("video", film, films.in_container(film, "mkv")),
        ("other.webm", "other.mpg"): ("video", films.saved(2, "webm"), films.saved(2, "mpg")),
    }


def put_media_files(folder):
    """Write them to a new folder; return what each pair's figure rests on."""
    folder.mkdir()
    wanted = {}
    for names, (basis, *contents) in pairs().items():
        wanted[tuple(sorted(names))] = basis
        for name, content in zip(names, contents, strict=True):
            (folder / name).write_bytes(content)
    return wanted


def test_files_of_cameras_phones_and_film_makers_are_decoded(tmp_path):
    root = tmp_path / "media"
    wanted = put_media_files(root)
    done = simfinder("scan", root, "--json")
    assert done.code == 0, done.err
    assert done.json["problems"] == []
    found = {}
    for cluster in done.json["clusters"]:
        (basis,) = {file["basis"] for file in cluster["files"] if file["relation"] != "kept"}
        found[tuple(sorted(file["path"].rpartition("/")[2] for file in cluster["files"]))] = basis
    assert found == wanted


def test_what_was_made_of_a_photo_is_shown_with_its_copies_and_only_a_copy_is_removed_by_a_rule(tmp_path):
    """The raw picture of the same shot is beside them, and stays."""
    root, shot = tmp_path / "photos", photo(5)
    root.mkdir()
    (root / "DSC_5.nef").write_bytes(raws.nef(shot, shot))
    (root / "DSC_5.jpg").write_bytes(jpeg(shot))
    (root / "backup.jpg").write_bytes(jpeg(shot))
    (root / "small.jpg").write_bytes(jpeg(shot.resize((320, 240))))
    (root / "cropped.jpg").write_bytes(jpeg(cut(shot, 0.1, 0.1, 1.0, 0.98)))
    done = simfinder("scan", root, "--json")
    assert done.code == 0, done.err
    (cluster,) = done.json["clusters"]
    told = {file["path"].rpartition("/")[2]: file["relation"] for file in cluster["files"]}
    assert told.keys() == {"DSC_5.jpg", "DSC_5.nef", "backup.jpg", "small.jpg", "cropped.jpg"}
    assert {told["DSC_5.jpg"], told["backup.jpg"]} == {"identical", "kept"}
    assert (told["small.jpg"], told["cropped.jpg"], told["DSC_5.nef"]) == (
        "smaller-copy",
        "similar",
        "similar",
    )
