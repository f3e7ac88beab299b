"""Texts of documents for showing: whole paragraphs to read, sentences to compare. No files, no Qt."""

from __future__ import annotations

import re

from simfinder.app.decoding import lines_of

_NEWLINE = re.compile(r"\r\n|\r|\n")
_SENTENCE = re.compile(r".*?[.!?…:;][\"'”’»)\]]*\s+|.+", re.DOTALL)
_PIECE = re.compile(r".{1,200}(?:\s+|$)|.{1,200}", re.DOTALL)
_SHORT = 100


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each one line, with controls made visible; empty ones stay."""
    lines = _NEWLINE.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return ["".join(line for piece in _PIECE.findall(part) for line in lines_of(piece)) for part in lines]


def sentences(text: str) -> list[str]:
    """The same cut where sentences end, so that a change in one leaves the rest of its paragraph alone."""
    found: list[str] = []
    for part in paragraphs(text):
        if len(part) <= _SHORT:
            found.append(part)
            continue
        for sentence in _SENTENCE.findall(part):
            found += [piece.rstrip() for piece in _PIECE.findall(sentence)]
    return found
