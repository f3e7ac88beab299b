"""A content view: what subtitles say, without numbers and times."""

from __future__ import annotations

from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import TEXT, Format
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

LARGEST = 8 << 20
"""Most bytes of a file that are looked at."""

FORMAT = Format(0, "subtitles", ((0, b"1\n00:"), (0, b"1\r\n00:")), __name__)


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write what is said, line by line. Runs in a process without rights, and must not import numpy."""
    lines = [line.strip() for line in source.read(LARGEST).splitlines()]
    said = [line for line in lines if line and not line.isdigit() and b" --> " not in line]
    if not said:
        raise ViewError(say("nothing is said"))
    out.kind = TEXT
    out.write(b"\n".join(said) + b"\n")
