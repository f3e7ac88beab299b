"""A signature as a table holds it: the values of its sketch as their codes tell them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simfinder.signatures.sketch.hash_codes import codes_of, rounded
from simfinder.signatures.table.signature import Signature


def as_tabled(signature: Signature) -> Signature:
    """The same with the least values of its codes."""
    held = np.array([len(signature.sketch)], dtype=np.uint16)
    return replace(signature, sketch=rounded(*codes_of(signature.sketch[None], held))[0])
