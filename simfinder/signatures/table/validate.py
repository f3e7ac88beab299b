"""Check tables that come from a file: every value must be one that a signature can have.

Kernels trust their input: a length beyond its row or an index beyond its array would make them read foreign memory. So
every table from outside is checked here. Whether the values belong to their contents can't be checked; removal compares
bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import content_keys, sorted_set
from simfinder.errors import SignatureError
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.sketch.hash_codes import Codes
from simfinder.signatures.spamsum.digest import ALPHABET
from simfinder.signatures.table.representations import BASES, RAW, Representations
from simfinder.signatures.table.signature_table import NO_PRINT, TABLED, SignatureTable

_LARGEST_BLOCK = 10**18
_IN_ALPHABET = np.zeros(256, dtype=np.bool_)
_IN_ALPHABET[np.frombuffer(ALPHABET.encode(), dtype=np.uint8)] = True
_WIDER = {"tags": np.dtype(np.uint64)}  # for large counts
_BEHIND_CODES = np.uint64((1 << 40) - 1)
_ROWS = 1 << 16  # checked at a time, which bounds the memory


def check_representations(representations: Representations, *, signatures: bool = True) -> None:
    """Check representations from an untrusted source.

    Args:
        representations: with their table.
        signatures: check the table, too; else that is done when it is read.

    Raises:
        SignatureError: a value is impossible.
    """
    table, contents = representations.table, len(representations.view)
    if signatures:
        check_table(table)
    _refuse(bool((table.size < 0).any()), "a size is below zero")
    _refuse(
        contents > len(table) or representations.name.shape != (contents,),
        "there are more contents than signatures",
    )
    _refuse(representations.view.shape != (contents,), "views are not told of every content")
    _refuse(_outside(representations.view, -1, len(table)), "a view has no signature")
    _refuse(not representations.names or representations.names[0] != RAW, "the views have no names")
    _refuse(_outside(representations.name, 0, len(representations.names)), "a view has no name")
    _refuse(
        representations.closed.shape != (contents,) or representations.closed.dtype != np.bool_,
        "it is not told what is closed",
    )
    _refuse(
        bool((representations.closed & (representations.view >= 0)).any()),
        "a content has a view and has none",
    )
    _refuse(representations.kind.shape != (contents,), "it is not told of every content what it is")
    _refuse(_outside(representations.kind, 0, len(BASES)), "a content is what nothing is")
    keys = content_keys(table.content)
    for part in (keys[:contents], keys[contents:]):
        _refuse(bool((part[1:] <= part[:-1]).any()), "contents are not in order")
    _refuse(len(sorted_set(keys)) < len(keys), "a content is there twice")


def check_table(table: SignatureTable) -> None:
    """Check a table from an untrusted source; its rows may be in any order.

    Raises:
        SignatureError: a value is impossible, or a column has a wrong type or shape.
    """
    blank = SignatureTable.blank(0, table.parameters)
    rows = len(table.size)
    for name in (*TABLED, "own_print", "own_print_len"):
        column, like = getattr(table, name), getattr(blank, name)
        right = column.dtype in (like.dtype, _WIDER.get(name)) and column.shape[1:] == like.shape[1:]
        _refuse(not right or (name in TABLED and len(column) != rows), f"the column {name} has another form")
    _refuse(bool((table.size < 0).any()), "a size is below zero")
    _refuse(bool((table.spam_block > _LARGEST_BLOCK).any()), "a block size is too large")
    own = len(table.own_print)
    _refuse(len(table.own_print_len) != own, "a shingleprint has no length")
    _refuse(_outside(table.own_print_of, -1, own), "a shingleprint is not there")
    for begin in range(0, rows, _ROWS):
        part = slice(begin, begin + _ROWS)
        for chars, length in ((table.spam1, table.spam1_len), (table.spam2, table.spam2_len)):
            _check_text(chars[part], length[part])
        codes = Codes(table.sketch[part], table.sketch_low[part]).at(...)
        _check_ascending(codes, table.sketch_len[part], _BEHIND_CODES)
    _refuse(_outside(table.sketch_len, 0, SIZE + 1), "a sketch is too long")
    for begin in range(0, own, _ROWS):
        part = slice(begin, begin + _ROWS)
        _check_ascending(table.own_print[part], table.own_print_len[part], NO_PRINT)


def _refuse(wrong: bool, why: str) -> None:
    if wrong:
        raise SignatureError(f"the signatures make no sense: {why}")


def _outside(values: npt.NDArray[Any], least: int, beyond: int) -> bool:
    return bool(len(values)) and not (least <= int(values.min()) and int(values.max()) < beyond)


def _check_text(chars: npt.NDArray[np.uint8], length: npt.NDArray[np.uint8]) -> None:
    _refuse(_outside(length, 0, chars.shape[1] + 1), "a spamsum is too long")
    used = np.arange(chars.shape[1]) < length[:, None]
    _refuse(bool(((chars != 0) != used).any()), "a spamsum has a hole")
    _refuse(bool((used & ~_IN_ALPHABET[chars]).any()), "a spamsum has a character that can't be")


def _check_ascending(
    values: npt.NDArray[Any], length: npt.NDArray[np.uint16], filler: np.unsignedinteger[Any]
) -> None:
    width = values.shape[1]
    _refuse(_outside(length, 0, width + 1), "a row has more values than it has room for")
    held = length[:, None]
    _refuse(bool(((np.arange(width) >= held) & (values != filler)).any()), "there is something behind a row")
    falls = (values[:, 1:] <= values[:, :-1]) & (np.arange(1, width) < held)
    _refuse(bool(falls.any()), "a row does not ascend")
