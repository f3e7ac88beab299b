"""JPEG, PNG, FLAC and MP3 with much metadata: the picture or the sound alone.

So the same picture with other notes and the same sound with other tags meet. Only files of
which one byte in ``formats.SHARE`` or more is metadata have this view; the others are read once. Pixels that were
compressed anew are other bytes.
"""

from __future__ import annotations

from typing import BinaryIO

from simfinder.scan.extract.formats import PICTURE, SOUND
from simfinder.scan.extract.view_sink import CHUNK, ViewSink
from simfinder.scan.payload import JPEG, PNG, payload

LARGEST = 256 << 20
"""Most bytes of a file that is held."""


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the picture or the sound.

    Args:
        source: the file; can seek.
        out: takes the bytes.
    """
    data = source.read(LARGEST + 1)
    name, kind = "sound", SOUND
    if data.startswith((JPEG, PNG)):
        name, kind = "picture", PICTURE
    ranges = payload(data) if len(data) <= LARGEST else []
    if sum(end - begin for begin, end in ranges) in (0, len(data)):
        out.as_it_is(source, kind)
        return
    out.name, out.kind = name, kind
    for begin, end in ranges:
        for at in range(begin, end, CHUNK):
            out.write(data[at : min(end, at + CHUNK)])
