"""Load every kernel a scan needs from numba's cache, or compile it into the cache."""

from __future__ import annotations

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.signatures.content_hash import view
from simfinder.signatures.shingleprint.fingerprint import score_rows as print_score_rows
from simfinder.signatures.sign.sign_batch import sign_batch
from simfinder.signatures.sign.sign_bytes import Signer, sign
from simfinder.signatures.simhash.binary_windows import window_simhash
from simfinder.signatures.sketch.bottom_k import resemblance_rows
from simfinder.signatures.spamsum.block_signature import block_signature
from simfinder.signatures.spamsum.score import edit_distance, score_rows
from simfinder.signatures.spamsum.tridgell import tridgell_score
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.signatures.tagcount.tag_sets import parse_tags

_DATA = bytes(range(64))


def compiler() -> None:
    """Have numba get ready to compile, by a kernel that is kept nowhere."""
    njit()(lambda values: values[0])(np.zeros(1))


def small_files(parameters: Parameters = PLAIN) -> None:
    """Load or compile what signs files of up to ``scan.reading.sign_files.TOGETHER`` bytes.

    Args:
        parameters: of the scan; small files are signed together with default ones only.
    """
    if parameters == PLAIN:
        sign_batch(view(_DATA), np.array([[0, len(_DATA)]], dtype=np.int64))
    else:
        streams(parameters)


def streams(parameters: Parameters = PLAIN) -> None:
    """Load or compile what signs a larger content by itself, in one piece or piece by piece.

    Args:
        parameters: of the scan.
    """
    signer = Signer(parameters)
    signer.update(_DATA)
    signer.digest()
    serialize.pack(sign(_DATA, parameters))


def warm_up(parameters: Parameters = PLAIN) -> None:
    """Run every kernel of signatures and their tables once. Takes seconds with a cold cache, a fraction of one with a
    warm one.

    Args:
        parameters: of the scan.
    """
    small_files(parameters)
    streams(parameters)
    signature = sign(_DATA, parameters)
    serialize.unpack([serialize.pack(signature)], parameters)
    table = SignatureTable.build([signature, signature], parameters)
    row = np.zeros(1, dtype=np.int64)
    score_rows(table.spam_block, table.spam1, table.spam1_len, table.spam2, table.spam2_len, row, row)
    resemblance_rows(table.sketch_values(0)[None], table.sketch_len[:1], row, row)
    print_score_rows(*table.prints(row), row, row)


def compile_all() -> None:
    """Compile all other kernels into the cache: those of single signatures and of scans with other parameters."""
    warm_up(Parameters(parse_tags("1 1"), block_size=96, window=5, overlap=2, shingle=6))
    block_signature(_DATA, 100)
    for unit in ("bytes", "bits"):
        window_simhash(_DATA, 8, unit=unit)
    text = "3:abcdefghij:abc"
    tridgell_score(text, text)
    edit_distance(text, text)
