"""Spamsum as a method; its text is ssdeep's."""

from __future__ import annotations

from simfinder.signatures.methods.method import SignatureMethod
from simfinder.signatures.spamsum import digest, score
from simfinder.signatures.spamsum.tridgell import Tridgell

METHOD = SignatureMethod(
    digest.NAME,
    digest.VERSION,
    lambda parameters: Tridgell(parameters.block_size) if parameters.block_size else digest.Spamsum(),
    str,
    score.score,
    digest.to_bytes,
    digest.from_bytes,
)
