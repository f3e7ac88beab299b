"""Rich text (rtf): the words, a line for each paragraph, a line with tabs for each row of a table."""

from __future__ import annotations

from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import LEAST_TEXT, TEXT
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

LARGEST = 64 << 20
"""Most bytes of a document that is read: the library takes some seconds and 1 GB for so many."""


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the words of a document; leave one of few words as it is.

    Args:
        source: the file; can seek.
        out: takes the words.

    Raises:
        ViewError: it is damaged.
    """
    from striprtf.striprtf import rtf_to_text

    data = source.read(LARGEST + 1)
    if len(data) > LARGEST:
        out.as_it_is(source)
        return
    try:
        text: str = rtf_to_text(data.decode("latin-1"), errors="replace")  # type: ignore[no-untyped-call]
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise ViewError(say("is damaged or ends too early")) from error
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # pairs come as two characters
    lines = (" ".join(line.split(" ")).strip() for line in text.replace("|", "\t").split("\n"))
    words = "".join(f"{line}\n" for line in lines if line)
    if len(words) < LEAST_TEXT:
        out.as_it_is(source)
        return
    out.name, out.kind = "office", TEXT
    out.write(words.encode("utf-8", "replace"))
