"""Texts of documents for showing: whole paragraphs to read, sentences to compare. No files, no Qt."""

from __future__ import annotations

import re

from simfinder.app.compare.contents.text_decoding import lines_of

_NEWLINE = re.compile(r"\r\n|\r|\n")
_SENTENCE = re.compile(r".*?(?<!\b\d)(?<!\b\d\d)[.!?…;][\"'”’»)\]]*\s+|.+", re.DOTALL)
_PIECE = re.compile(r".{1,200}(?:\s+|$)|.{1,200}", re.DOTALL)
_ITEM = re.compile(r"(?:[-*•–·▪]|\d+[.)]) ")
_SHORT = 100


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each one line, with controls made visible; empty ones stay."""
    lines = _NEWLINE.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return ["".join(line for piece in _PIECE.findall(part) for line in lines_of(piece)) for part in lines]


def sentences(text: str, *, joined: bool = False) -> list[str]:
    """The same cut where sentences end, so that a change in one leaves the rest of its paragraph alone.

    What is only there for the eye is left out: empty lines, and more than one space.

    Args:
        text: of a document.
        joined: lines end where a page was full, or do not end there on the other side: they say nothing.
    """
    parts = [line for line in (" ".join(part.split()) for part in paragraphs(text)) if line]
    found: list[str] = []
    for part in _flowing(parts) if joined else parts:
        if len(part) <= _SHORT and not joined:
            found.append(part)
            continue
        for sentence in _SENTENCE.findall(part):
            found += [piece.rstrip() for piece in _PIECE.findall(sentence)]
    return found


def _flowing(lines: list[str]) -> list[str]:
    """Lines joined up to the next item of a list."""
    joined: list[str] = []
    for line in lines:
        if joined and not _ITEM.match(line):
            joined[-1] += " " + line
        else:
            joined.append(line)
    return joined
