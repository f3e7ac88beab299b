"""The share of two files that is their common form: letters on one template, invoices of one form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.app.session.session import Session
from simfinder.signatures.table.signature_table import SignatureTable


@dataclass(frozen=True, slots=True)
class FormShare:
    """Bytes of two files, estimated.

    Attributes:
        left, right: of each, what the other one has too.
        of_left, of_right: of each, all that is compared (of a document its words).
    """

    left: int
    right: int
    of_left: int
    of_right: int


def form_share(session: Session, left: int, right: int) -> FormShare | None:
    """Estimate the form that two files share; None where nothing is known, or they are no siblings of one form.

    Args:
        session: of the scan.
        left: a file.
        right: another.
    """
    contents = session.clusters.files.contents
    a, b = sorted((int(contents[left]), int(contents[right])))
    rows = session.scan.signature_rows(left, right)
    if rows is None or a == b or not session.links.joins_siblings(a, b):
        return None
    return shared_bytes(session.result.representations.table, *rows)


def shared_bytes(table: SignatureTable, a: int, b: int) -> FormShare:
    """Estimate from sketches how many bytes of each of two rows the other has too.

    Args:
        table: the signatures.
        a: row of one.
        b: row of the other.
    """
    one, other = table.sketch_values(a), table.sketch_values(b)
    width = table.codes.width
    for values in (one, other):
        if len(values) == width:  # above its last value a full sketch says nothing
            one, other = one[one <= values[-1]], other[other <= values[-1]]
    shared = len(np.intersect1d(one, other, assume_unique=True))
    of = int(table.size[a]), int(table.size[b])
    part = [round(size * shared / max(1, len(values))) for size, values in zip(of, (one, other), strict=True)]
    return FormShare(part[0], part[1], *of)
