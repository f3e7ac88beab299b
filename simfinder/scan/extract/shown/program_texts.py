"""A program or a library as people can read it: names of functions and of other libraries, and the texts in it.

Runs of characters in what is no code, in their order, a line each, as strings(1) of binutils lists them.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import TEXT
from simfinder.scan.extract.media.program import LARGEST, without_code
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

_RUN = re.compile(rb"(?P<plain>[\x20-\x7e\t]{5,1000})|(?P<wide>(?:[\x20-\x7e]\0){5,1000})")
"""Texts of five characters or more; shorter ones are mostly numbers that happen to be letters."""


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the texts of a program.

    Args:
        source: the file; can seek.
        out: takes the lines.

    Raises:
        ViewError: it is too large, or no program that can be read.
    """
    data = source.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ViewError(say("is too large to be shown by its texts"))
    out.name, out.kind = "program", TEXT
    some = False
    for begin, end in without_code(data):
        for found in _RUN.finditer(data, begin, end):
            some = True
            out.write((found["plain"] or found["wide"][::2]) + b"\n")
    if not some:
        raise ViewError(say("has no texts"))
