"""How a file stands to the kept one: older, newer or similar, why, and what speaks against it.

Times decide, names only where times are equal. Looks at records only; every answer is a pure function of two of
them (and of the present, for times that have not come).
"""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import lru_cache

from simfinder.actions.filetimes import doubt_of, span_text
from simfinder.actions.namehints import hints_of
from simfinder.actions.nameorder import UNKNOWN, NameOrder, order_of
from simfinder.model.clusters import Relation
from simfinder.model.files import FileRecord

_hints = lru_cache(maxsize=4096)(hints_of)  # many files are compared with one that is kept


def relation_of(file: FileRecord, content: bytes, kept: FileRecord, kept_content: bytes) -> Relation:
    """How a file stands to the kept file of its cluster (which is not the file itself).

    Times decide. Where they are equal, names of one stem do (``nameorder``); where those say nothing, the two
    are similar.
    """
    if content == kept_content:
        return Relation.IDENTICAL
    sign = age_of(file, kept)
    return Relation.OLDER if sign < 0 else Relation.NEWER if sign > 0 else Relation.SIMILAR


def age_of(file: FileRecord, kept: FileRecord) -> int:
    """-1 where a file is older than another, 1 where it is newer, 0 where that is not known."""
    if file.mtime_ns != kept.mtime_ns:
        return -1 if file.mtime_ns < kept.mtime_ns else 1
    return name_order(file.path, kept.path).sign


def name_order(path: str, other: str) -> NameOrder:
    """How a path's name stands to another's; names that are nothing but hints need to lie in one folder."""
    name, its_name = (one.rpartition(os.sep)[2] for one in (path, other))
    if name == its_name:
        return UNKNOWN
    mine, its = _hints(name), _hints(its_name)
    if not mine.stem and path.rpartition(os.sep)[0] != other.rpartition(os.sep)[0]:
        return UNKNOWN
    return order_of(mine, its)


def explain(file: FileRecord, kept: FileRecord) -> str:
    """Why a file counts as older or newer than the kept one, for people: ``newer: modified 3 days later``."""
    apart = file.mtime_ns - kept.mtime_ns
    if apart > 0:
        return f"newer: modified {span_text(apart)} later"
    if apart < 0:
        return f"older: modified {span_text(apart)} earlier"
    order = name_order(file.path, kept.path)
    if not order.sign:
        return "modified at the same time, and the names do not say which is later"
    return f"{'later' if order.sign > 0 else 'earlier'} by its name: {order.why} (modified at the same time)"


def name_warning(
    file: FileRecord,
    kept: FileRecord,
    *,
    unpacked: Collection[str] = (),
    now_ns: int | None = None,
) -> str:
    """What to say where the times decide but are not to be trusted; "" where nothing speaks against them.

    Speaks up where the names (of one stem) contradict the times, in either direction, and where the times say
    nothing by themselves.

    Args:
        file: any file of the cluster.
        kept: the kept one.
        unpacked: ``filetimes.unpacked_folders`` of the scan's files.
        now_ns: the present, None asks the clock.
    """
    apart = file.mtime_ns - kept.mtime_ns
    if not apart:
        return ""
    said = []
    order = name_order(file.path, kept.path)
    if order.sign * apart < 0:
        by_name, by_time = ("later", "earlier") if order.sign > 0 else ("earlier", "later")
        said.append(f"its name says it is {by_name} ({order.why}), though it was modified {by_time}")
    folder = file.path.rpartition(os.sep)[0]
    if doubt := doubt_of(file.mtime_ns, now_ns):
        said.append(f"its time {doubt}")
    elif doubt := doubt_of(kept.mtime_ns, now_ns):
        said.append(f"the time of the kept file {doubt}")
    elif folder in unpacked and folder == kept.path.rpartition(os.sep)[0]:
        said.append("all files of its folder were written within one second, as after unpacking")
    elif said and abs(apart) < 1_000_000_000:
        said.append("the times are less than a second apart")
    return "; ".join(said)
