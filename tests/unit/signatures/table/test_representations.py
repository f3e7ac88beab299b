"""On what basis pairs of contents are compared, against a plain loop."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.errors import SignatureError
from simfinder.model.clusters import Basis
from simfinder.signatures.table.representations import (
    BASES,
    BYTES,
    MEMBERS,
    PICTURES,
    SOUND,
    TEXT,
    Representations,
)
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.signatures.table.validate import check_representations


def representations_of(kinds):
    table = SignatureTable.blank(len(kinds))
    table.content[:, 0] = np.arange(len(kinds))
    none = np.full(len(kinds), -1, np.int32)
    return Representations(table, none, np.zeros(len(kinds), np.uint8), kind=np.array(kinds, np.uint8))


def obviously(one, other):
    if one == other:
        return one
    return Basis.MEMBERS if Basis.MEMBERS in (one, other) else Basis.BYTES


@given(st.lists(st.sampled_from(BASES), min_size=1, max_size=9), st.data())
def test_the_basis_of_pairs(kinds, data):
    representations = representations_of([BASES.index(kind) for kind in kinds])
    one, other = (
        data.draw(st.lists(st.integers(0, len(kinds) - 1), min_size=5, max_size=5)) for _ in range(2)
    )
    found = representations.basis(np.array(one), np.array(other))
    assert found.dtype == np.uint8
    assert [BASES[i] for i in found.tolist()] == [
        obviously(kinds[a], kinds[b]) for a, b in zip(one, other, strict=True)
    ]
    assert representations.is_text.tolist() == [kind is Basis.TEXT for kind in kinds]


def test_places_lie_in_session_files():
    assert [BASES[i] for i in (TEXT, BYTES, MEMBERS, PICTURES, SOUND)] == [
        "text", "bytes", "members", "pictures", "sound",
    ]  # fmt: skip
    assert (TEXT, BYTES, MEMBERS, PICTURES, SOUND) == (0, 1, 2, 3, 4)


def test_kinds_are_looked_at():
    check_representations(representations_of([0, 5]))
    for wrong in ([0, 6], [0]):
        representations = representations_of([0, 1])
        object.__setattr__(representations, "kind", np.array(wrong, np.uint8))
        with pytest.raises(SignatureError):
            check_representations(representations)
    assert Representations.plain(SignatureTable.blank(3)).kind.tolist() == [BYTES] * 3


def test_what_nobody_can_look_into():
    """A damaged docx, a PDF of scanned pages, one of words, an archive, and a text; each view is a row of its own."""
    table = SignatureTable.blank(8)
    view = np.array([-1, 5, 6, 7, -1], np.int32)
    name = np.array([0, 1, 1, 2, 0], np.uint8)
    kind = np.array([BYTES, PICTURES, TEXT, MEMBERS, TEXT], np.uint8)
    closed = np.array([True, False, False, False, False])
    representations = Representations(table, view, name, ("raw", "pdf", "zip"), kind, closed)
    assert representations.is_unread.tolist() == [True, True, False, False, False]
