"""Documents of Word 97 to 2003 (doc): the words, a line for each paragraph.

They are compound files, as are old sheets, talks, installers and messages; those are compared by their own bytes.
"""

from __future__ import annotations

from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import LEAST_TEXT, PLAIN, TEXT
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

LARGEST = 64 << 20
"""Most bytes of a document that is read."""

_STREAM = "WordDocument".encode("utf-16-le")


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the words of a document; leave another compound file, and one of few words, as it is.

    Args:
        source: the file; can seek.
        out: takes the words.

    Raises:
        ViewError: it is damaged, or encrypted.
    """
    from legacy_doc import extract_text
    from legacy_doc.exceptions import LegacyDocError
    from legacy_doc.types import ExtractionOptions

    data = source.read(LARGEST + 1)
    if len(data) > LARGEST or _STREAM not in data:
        out.as_it_is(source, PLAIN)
        return
    try:
        found = extract_text(data, options=ExtractionOptions(LARGEST, LARGEST, LARGEST // 512))
    except (LegacyDocError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise ViewError(say("is damaged, encrypted, or from a Word before 97")) from error
    lines = (line.strip() for line in found.text.split("\n"))
    words = "".join(f"{line}\n" for line in lines if line)
    if len(words) < LEAST_TEXT:
        out.as_it_is(source, PLAIN)
        return
    out.name, out.kind = "office", TEXT
    out.write(words.encode("utf-8", "replace"))
