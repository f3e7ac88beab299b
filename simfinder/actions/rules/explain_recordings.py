"""Say how two recordings or films that are alike differ, and why one is kept: length, form, bits a second, pixels."""

from __future__ import annotations

from simfinder.signatures.picture.films import Films
from simfinder.signatures.sound.recording import is_lossless
from simfinder.signatures.sound.recordings import LONG, Recordings
from simfinder.text.message import Message, in_turn, say
from simfinder.text.number_formats import clock_text

_NAMES = {
    "aac": "AAC", "ac3": "AC-3", "alac": "ALAC", "amrnb": "AMR", "amr_nb": "AMR", "amr_wb": "AMR-WB", "ape": "APE",
    "flac": "FLAC", "mp2": "MP2", "mp3": "MP3", "opus": "Opus", "speex": "Speex", "vorbis": "Vorbis",
    "wavpack": "WavPack", "wmav1": "WMA", "wmav2": "WMA",
    "h264": "H.264", "hevc": "H.265", "mjpeg": "Motion JPEG", "mpeg1video": "MPEG-1", "mpeg2video": "MPEG-2",
    "mpeg4": "MPEG-4", "theora": "Theora",
}  # fmt: skip

_SAME = 0.9  # of two agrees if one is the other one saved again
_IN_IT = 0.9  # of a recording is in a longer one if it is a part of that
_MOST_OF_IT = 0.9  # of a recording is no part: it begins or ends otherwise
_AT_ONCE = 1.0  # s from the beginning or the end


def form_name(codec: str) -> str:
    """Return the name of a codec as people know it."""
    return "PCM" if codec.startswith("pcm_") else _NAMES.get(codec, codec.replace("_", " ").upper())


def why_alike(
    recordings: Recordings, one: int, its: int, films: tuple[Films, int, int] | None = None
) -> Message:
    """Say how a recording or a film differs from the kept one, which it is like, in words that follow a colon.

    Args:
        recordings: of a scan.
        one: row of the recording.
        its: row of the kept one.
        films: of the scan, and the rows of both, if they are films.
    """
    streams = recordings.streams
    if streams[one] >= 0 and streams[one] == streams[its]:
        if films:
            return say("it holds the very same film, with other tags or in a file of another form")
        return say("it holds the very same sound, with other tags or in a file of another form")
    words = _differences(recordings, one, its, films) or say("saved as other bytes")
    if films:
        return say("its pictures look the same ({}), which is no proof that it is the same film", words)
    return say("it sounds like it ({}), which is no proof that it is the same recording", words)


def _differences(recordings: Recordings, one: int, its: int, films: tuple[Films, int, int] | None) -> Message:
    """Name what differs in how two recordings or films were saved; "" for nothing."""
    said: list[str] = []
    if films and (mine := _size(films[0], films[1])) != (of_kept := _size(films[0], films[2])):
        said.append(say("{:,} × {:,} pixels instead of {:,} × {:,}", *mine, *of_kept))
    sound, wanted_sound = (saved_text(recordings, row) for row in (one, its))
    if sound != wanted_sound:
        said.append(say("{} instead of {}", sound, wanted_sound))
    seconds, wanted = float(recordings.seconds[one]), float(recordings.seconds[its])
    if min(seconds, wanted) < LONG * max(seconds, wanted):
        said.append(say("{} long instead of {}", clock_text(seconds), clock_text(wanted)))
    return in_turn(said)


def how_alike(
    recordings: Recordings, one: int, its: int, films: tuple[Films, int, int] | None = None
) -> Message:
    """Say in a sentence how a recording or a film differs from another one that it is like; "" where it is not.

    Args:
        recordings: of a scan.
        one: row of the recording.
        its: row of the other one.
        films: of the scan, and the rows of both, if they are films.
    """
    streams = recordings.streams
    if streams[one] >= 0 and streams[one] == streams[its]:
        if films:
            return say("The same film; only tags or the file around it differ.")
        return say("The same recording; only tags, covers or the file around it differ.")
    if part := _part(recordings, one, its):
        return part
    contents = recordings.content[[one, its]]
    figure = films[0].common(*films[1:]) if films else recordings.agreement(contents[:1], contents[1:])[0]
    if not figure >= _SAME:
        return Message("")
    words = _differences(recordings, one, its, films)
    if films:
        return say("It shows the same: {}.", words) if words else say("It shows the same, saved differently.")
    return say("It sounds the same: {}.", words) if words else say("It sounds the same, saved differently.")


def _part(recordings: Recordings, one: int, its: int) -> Message:
    """Say which part of the longer one of two recordings the shorter one is; "" where it is no part of it."""
    if not (recordings.trusted[one] and recordings.trusted[its]):
        return Message("")
    laid = recordings.laid(one, its)
    if laid.contained < _IN_IT:
        return Message("")
    mine, other = float(recordings.seconds[one]), float(recordings.seconds[its])
    seconds, whole = min(mine, other), max(mine, other)
    if seconds >= _MOST_OF_IT * whole:
        return Message("")
    begin = max(0.0, recordings.seconds_later(one, its) * (1 if other < mine else -1))
    end = min(whole, begin + seconds)
    where = say("from {} to {}", clock_text(begin), clock_text(end))
    if begin < _AT_ONCE:
        where = say("the first {}", clock_text(end))
    elif whole - end < _AT_ONCE:
        where = say("the last {}", clock_text(seconds))
    return (
        say("The other one is in it: {}.", where)
        if other < mine
        else say("It is in the other one: {}.", where)
    )


def why_best(
    recordings: Recordings, kept: int, other: int, films: tuple[Films, int, int] | None = None
) -> Message:
    """Say what decided for the kept one of two recordings that are alike; "" where that was something else.

    Args:
        recordings: of a scan.
        kept: row of the kept one.
        other: row of the other one.
        films: of the scan, and the rows of both, if they are films.
    """
    mine, its = float(recordings.seconds[kept]), float(recordings.seconds[other])
    if its < LONG * mine:
        return say("it is longer: {} against {}", clock_text(mine), clock_text(its))
    if films:
        size, smaller = _size(films[0], films[1]), _size(films[0], films[2])
        if size[0] * size[1] <= smaller[0] * smaller[1]:
            return Message("")
        return say("more pixels: {:,} × {:,} against {:,} × {:,}", *size, *smaller)
    if mine < LONG * its or recordings.worth[kept] <= recordings.worth[other]:
        return Message("")
    if _is_lossless(recordings, kept) and not _is_lossless(recordings, other):
        return say("its sound was saved without loss")
    return say("saved better: {} against {}", *(saved_text(recordings, row) for row in (kept, other)))


def recording_text(recordings: Recordings, row: int) -> Message:
    """Say how a recording was saved and how long it is: "MP3, 128 kbit/s, 3:05 long"."""
    return say("{}, {} long", saved_text(recordings, row), clock_text(float(recordings.seconds[row])))


def saved_text(recordings: Recordings, row: int) -> Message:
    """Say how a recording was saved: "MP3, 128 kbit/s"."""
    if not recordings.codec[row]:
        return say("no sound")
    name = form_name(recordings.codec[row].decode("ascii"))
    return say("{}, {:,} kbit/s", name, round(int(recordings.bit_rate[row]) / 1000))


def _is_lossless(recordings: Recordings, row: int) -> bool:
    return is_lossless(recordings.codec[row].decode("ascii"))


def _size(films: Films, row: int) -> tuple[int, int]:
    return int(films.width[row]), int(films.height[row])
