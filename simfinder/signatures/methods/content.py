"""The content hash as a method: its text is 32 hex digits; what is identical needs no other signature."""

from __future__ import annotations

import re

from simfinder.errors import SignatureError
from simfinder.signatures.content_hash import Content
from simfinder.signatures.methods.method import SignatureMethod

_TEXT = re.compile(r"[0-9a-f]{32}", re.ASCII | re.IGNORECASE)


def _score(a: str, b: str) -> float:
    for text in (a, b):
        if _TEXT.fullmatch(text) is None:
            raise SignatureError(f"no content hash of 32 hex digits: {text[:160]!r}")
    return float(a.lower() == b.lower())


METHOD = SignatureMethod("content", 1, lambda _: Content(), bytes.hex, _score, bytes, bytes)
