"""Cache the candidates for containment: found once and reused until something they depend on changes.

``linking.cached_links`` does the same for links.
"""

from __future__ import annotations

import numpy as np
import xxhash

from simfinder.errors import StoreError
from simfinder.model.progress import Control, Phase
from simfinder.scan.pipeline import version_key
from simfinder.search.containment.candidates import Parts, parts
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.store import array_file
from simfinder.store.cache.cache import Cache

RULES = 2
"""Raise this number with every change that makes the search find other candidates for the same contents."""

LEAST = 500
"""Fewer contents and views are not worth caching."""

_COLUMNS = {"whole": "i4", "part": "i4", "hits": "i4", "seen": "i4", "weighed": "f4"}


def known_parts(
    table: SignatureTable, cache: Cache, control: Control, *, within: int | None = None, jobs: int = 1
) -> Parts:
    """Return what may lie in what: from the cache, or found now; see ``search.containment.candidates``.

    Args:
        table: of the contents and views of a scan.
        cache: where it is looked up and remembered.
        control: progress and cancelling.
        within: bytes of the parts of the most promising pairs, which alone are returned.
        jobs: threads.

    Raises:
        Cancelled: by the control.
    """
    if not cache.remembers or len(table) < LEAST:
        return parts(table, control, within=within, jobs=jobs)
    key = _key(table, within)
    stored = cache.load_join(key)
    known = None if stored is None else _unpacked(stored, len(table))
    if known is not None:
        control.begin(Phase.COMPARING, files_total=len(table))
        control.advance(files=len(table))
        return known
    found = parts(table, control, within=within, jobs=jobs)
    cache.write_join(key, _packed(found))
    return found


def _key(table: SignatureTable, within: int | None) -> bytes:
    """Hash everything the search depends on to 16 bytes."""
    rules = ("parts", RULES, version_key(table.parameters), len(table), within)
    digest = xxhash.xxh3_128(repr(rules).encode())
    digest.update(table.content.tobytes())
    return digest.digest()


def _packed(found: Parts) -> bytes:
    facts = {"capped": found.capped, "crowded": found.crowded}
    columns = {name: getattr(found, name).astype(kind) for name, kind in _COLUMNS.items()}
    return array_file.to_bytes(facts, columns, deltas=frozenset({"whole", "part"}))


def _unpacked(stored: bytes, rows: int) -> Parts | None:
    """Return what was stored for so many rows; None where it is damaged."""
    try:
        head, columns = array_file.from_bytes(stored)
    except StoreError:
        return None
    if {name: array.dtype.str[1:] for name, array in columns.items()} != _COLUMNS:
        return None
    capped, crowded = head.facts.get("capped"), head.facts.get("crowded")
    if type(capped) is not int or type(crowded) is not int:
        return None
    whole, part, hits, seen, weighed = (columns[name] for name in _COLUMNS)
    if any(array.shape != whole.shape or array.ndim != 1 for array in columns.values()):
        return None
    both = np.concatenate((whole, part))
    if len(both) and not (both.min() >= 0 and both.max() < rows and bool((whole != part).all())):
        return None
    return Parts(whole, part, hits.astype(np.int16), seen.astype(np.int16), weighed, capped, crowded)
