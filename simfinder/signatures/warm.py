"""Load (or compile, where the cache is cold) every kernel of this package."""

from __future__ import annotations

import numpy as np

from simfinder.signatures import fused, sketch, spamsum


def warm_up() -> None:
    """After this no call compiles anything."""
    signature = fused.sign(bytes(range(256)))
    sketch.resemblance(signature.sketch, np.empty(0, dtype=np.uint64))
    spamsum.score(signature.spamsum, signature.spamsum)
