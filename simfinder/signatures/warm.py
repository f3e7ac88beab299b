"""Warm-up: loads every kernel of this package from numba's cache, or compiles it into the cache."""

from __future__ import annotations

import numpy as np

from simfinder.signatures.fused import Signer, sign
from simfinder.signatures.sketch import resemblance_rows
from simfinder.signatures.spamscore import score_rows
from simfinder.signatures.table import SignatureTable


def warm_up() -> None:
    """Run every kernel once on next to nothing. Cold it takes seconds, warm a fraction of one."""
    signer = Signer()
    signer.update(bytes(range(64)))
    table = SignatureTable.build([sign(bytes(range(64))), signer.digest()])
    row = np.zeros(1, dtype=np.int64)
    score_rows(table.spam_block, table.spam1, table.spam1_len, table.spam2, table.spam2_len, row, row)
    resemblance_rows(table.sketch, table.sketch_len, row, row)
