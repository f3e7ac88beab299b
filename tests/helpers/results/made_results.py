"""Result folders as ``simfinder cluster --out DIR`` writes them, made without Spark: of a session, or of any size."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import time

import numpy as np

from simfinder.actions.kinship.kinship_columns import KinColumns
from simfinder.app.session.saved import facts
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.scan.pipeline import version_key
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN
from simfinder.signatures.table.representations import BASES
from simfinder.store.cache.cache import Cache
from simfinder.store.result_folder.tables import TABLES
from simfinder.text.message import encode

GROUP = 65_536


def write_tables(folder, tables, manifest=None, *, parts=1):
    """Write tables, given as columns of Python values or arrays, and the manifest behind them.

    Args:
        folder: made where it is missing.
        tables: columns by the name of the table; tables that are left out are empty.
        manifest: what it says beside or instead of what is usual.
        parts: files of each table.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schemas = TABLES | {
        "clusters": {
            "cluster": "int64", "kept": "binary", "files": "int32", "weakest": "float", "bytes_freed": "int64",
        }
    }  # fmt: skip
    rows = {}
    for name, types in schemas.items():
        columns = tables.get(name, {})
        kinds = {"float": pa.float32(), "double": pa.float64(), "bool": pa.bool_()}
        fields = [
            pa.field(column, kinds.get(kind) or pa.type_for_alias(kind)) for column, kind in types.items()
        ]
        arrays = [
            one
            if isinstance(one := columns.get(field.name, []), pa.ChunkedArray | pa.Array)
            else pa.array(one, field.type)
            for field in fields
        ]
        table = pa.table(arrays, schema=pa.schema(fields))
        rows[name] = len(table)
        os.makedirs(os.path.join(folder, name))
        step = -(-len(table) // parts) or 1
        for part, begin in enumerate(range(0, max(len(table), 1), step)):
            pq.write_table(
                table.slice(begin, step),
                os.path.join(folder, name, f"part-{part:05d}.parquet"),
                compression="zstd",
                row_group_size=GROUP,
            )
    counted = ("files", "contents", "links", "clusters", "members", "contains", "problems")
    counts = {name: rows[name] for name in counted} | {"bytes": 0, "bytes_freed": 0}
    write_manifest(folder, {"counts": counts} | (manifest or {}))


def write_manifest(folder, told):
    """Write the manifest with what it says beside or instead of what is usual."""
    usual = {
        "format": "simfinder result",
        "schema": 1,
        "complete": True,
        "simfinder": "0.1.0",
        "engine": "spark",
        "host": platform.node(),
        "made_ns": time.time_ns(),
        "options": facts.options_out(ScanOptions(("/",))),
        "methods": facts.methods_out(Methods()),
        "parameters": facts.parameters_out(PLAIN),
        "tolerances": facts.tolerances_out(Tolerances()),
        "same_type": False,
        "with_forms": False,
        "keep_rules": "newest",
        "floor": 0.4,
        "made_of": {"signatures": version_key(PLAIN), "views": "", "looks": ""},
        "verified": True,
        "capped": 0,
        "passed_over": {},
        "reused": {"files": 0, "links": 0, "clusters": 0},
        "remote": False,
    }
    with open(os.path.join(folder, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump(usual | told, file)


def write_session(folder, session, parts=(), *, cache=None, table_parts=1, **told):
    """Write what a local scan found as the engine would have.

    Args:
        folder: where to.
        session: of a scan with a cache.
        parts: files that lie in others: whole, part, share.
        cache: that the scan wrote; None for the one of this test. It remembers no file that was written less than
            20 ms before it was read: call ``wait_to_be_remembered`` before the scan.
        table_parts: files of each table.
        told: what the manifest says otherwise.
    """
    result, state = session.result, session.state()
    files, table = result.files, session.clusters
    hashes = [row.tobytes() for row in result.table.content]
    rows = result.content_row.tolist()
    codes, pieces, views, looks = _of_cache(result, hashes, cache)
    assert state.options.identical or codes.keys() >= set(hashes[: len(result.representations.view)])
    links, members = state.links, table.members
    cluster = np.repeat(np.arange(len(table)), np.diff(table.offsets))
    names = result.representations.names
    measured = sorted(state.measured.items()) + [(pair, float("nan")) for pair in sorted(state.lost)]
    paths = files.byte_paths()
    tables = {
        "files": {
            "path": paths,
            **{name: files.numbers[:, at] for at, name in enumerate(("device", "inode", "size"))},
            **{name: files.numbers[:, at] for at, name in enumerate(("mtime_ns", "ctime_ns", "mode"), 3)},
            "protected": files.protected,
            "content": [hashes[row] if row >= 0 else None for row in rows],
            "format": [codes.get(hashes[row], 0) if row >= 0 else 0 for row in rows],
        },
        "contents": {
            "content": hashes,
            "size": result.table.size,
            "format": [codes.get(content, 0) for content in hashes],
            "piece": [pieces.get(content, b"") for content in hashes],
            "view": [views.get(content) for content in hashes],
            "look": [looks.get(content) for content in hashes],
        },
        "links": {
            "a": [hashes[row] for row in links.a.tolist()],
            "b": [hashes[row] for row in links.b.tolist()],
            "similarity": links.similarity,
            "weight": np.ones(len(links), np.float32) if links.weight is None else links.weight,
            "others": np.zeros(len(links), np.int32) if links.others is None else links.others,
            "sibling": np.zeros(len(links), np.bool_) if links.sibling is None else links.sibling,
            "settled": state.settled,
        },
        "measured": {
            "a": [hashes[a] for (a, _), _ in measured],
            "b": [hashes[b] for (_, b), _ in measured],
            "similarity": [figure for _, figure in measured],
        },
        "clusters": {
            "cluster": np.arange(len(table)),
            "kept": [paths[file] for file in table.kept.tolist()],
            "files": np.diff(table.offsets).astype(np.int32),
            "weakest": table.weakest,
            "bytes_freed": table.bytes_freed,
        },
        "members": {
            "cluster": cluster,
            "path": [paths[file] for file in members.tolist()],
            "size": files.sizes[members],
            "mtime_ns": files.mtimes[members],
            "similarity": table.similarity,
            "estimated": table.estimated,
            "relation": [str(list(Relation)[code]) for code in table.relation.tolist()],
            "basis": [str(BASES[code]) for code in table.basis.tolist()],
            "view": [names[code] for code in table.view.tolist()],
            "why": table.reason.astype(np.int32),
            "within": table.within,
            "kinship": table.files.kin.answers(members, np.repeat(table.kept, np.diff(table.offsets))),
            "content": [hashes[rows[file]] for file in members.tolist()],
        },
        "contains": {
            "whole": [os.fsencode(whole) for whole, _, _ in parts],
            "part": [os.fsencode(part) for _, part, _ in parts],
            "share": [share for *_, share in parts],
        },
        "problems": {
            "path": [os.fsencode(problem.path) for problem in result.problems],
            "reason": [encode(problem.reason) for problem in result.problems],
        },
        "projects": {"path": [os.fsencode(path) for path in result.projects]},
        "left_out": {
            "reason": [
                reason for reason, data in (result.left_out or {}).items() for _ in data.split(b"\0")[:-1]
            ],
            "path": [
                path for data in (result.left_out or {}).values() for path in bytes(data).split(b"\0")[:-1]
            ],
        },
    }
    manifest = {
        "options": facts.options_out(state.options),
        "methods": facts.methods_out(state.choices.methods),
        "parameters": facts.parameters_out(result.table.parameters),
        "tolerances": facts.tolerances_out(state.choices.tolerances),
        "same_type": state.choices.same_type,
        "with_forms": state.choices.with_forms,
        "keep_rules": state.choices.keep_rules,
        "verified": session.clustering.verified,
        "capped": int(links.capped),
        "passed_over": dict(result.passed_over),
    }
    write_tables(folder, tables, manifest | told, parts=table_parts)


def wait_to_be_remembered():
    """Wait until what was written is old enough for a cache: it could change again within one tick of the clock."""
    time.sleep(0.03)


def _of_cache(result, hashes, cache):
    """The formats, signatures, views and looks of contents, as the cache has them."""
    from simfinder.model.progress import Control
    from simfinder.scan import sign_views
    from simfinder.scan.media import picture_reader

    codes, pieces, views, looks = {}, {}, {}, {}
    with contextlib.nullcontext(cache) if cache is not None else Cache.open() as cache:
        found = cache.find(result.files, Control())
        numbers = sorted(set(found.numbers.tolist()) - {0})
        made_of = version_key(result.table.parameters)
        for part in cache.load(numbers, found.generation, made_of, Control()):
            codes |= dict(zip(part.contents, part.formats, strict=True))
            pieces |= dict(zip(part.contents, part.pieces, strict=True))
        for part in cache.load_views(hashes, sign_views.version_key(made_of), Control()):
            views |= part
        for part in cache.load_views(hashes, picture_reader.VERSION_KEY, Control()):
            looks |= part
    return codes, pieces, views, looks


def write_many(folder, clusters, *, root="/archive", seed=1):
    """Write a result of so many clusters of two or three files that are on no disk; a million take half a minute.

    Args:
        folder: where to.
        clusters: how many.
        root: of the paths.
        seed: of sizes, times and figures.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    rng = np.random.default_rng(seed)
    lengths = rng.integers(2, 4, clusters)
    count = int(lengths.sum())
    cluster = np.repeat(np.arange(clusters), lengths)
    first = np.cumsum(lengths) - lengths
    within = np.arange(count) - first[cluster]

    def digits(numbers, width):
        return pc.utf8_lpad(pa.array(numbers).cast(pa.string()), width, "0")

    paths = pc.binary_join_element_wise(
        root + "/", digits(cluster // 5000, 5), "/", digits(cluster // 50, 6), "/report ", digits(cluster, 7), " v",
        digits(within + 1, 1), ".txt", "",
    ).cast(pa.binary())  # fmt: skip
    raw = rng.integers(0, 256, (count, 16), dtype=np.uint8)
    raw[:, :8] = np.arange(count, dtype=">u8").view(np.uint8).reshape(-1, 8)  # ascending as the files are
    hashes = pa.Array.from_buffers(
        pa.binary(),
        count,
        [None, pa.py_buffer(np.arange(0, 16 * count + 1, 16, dtype=np.int32)), pa.py_buffer(raw)],
    )
    sizes = rng.integers(2_000, 60_000, clusters)[cluster] + 10 * within
    times = 1_500_000_000_000_000_000 + rng.integers(0, 10**17, clusters)[cluster] + within * 10**12
    piece = _piece()
    figures = rng.uniform(0.75, 0.99, count).astype(np.float32)
    last = first + lengths - 1  # the newest, which is kept
    a = np.concatenate((first, first[lengths == 3] + 1)).astype(np.int64)
    b = np.repeat(last, 1)
    b = np.concatenate((b, last[lengths == 3]))
    order = np.lexsort((b, a))
    a, b = a[order], b[order]
    similarity = figures[a]
    members = np.concatenate((last[:, None], first[:, None], first[:, None] + 1), axis=1)
    members = members.reshape(-1)[np.stack((lengths > 1, lengths > 1, lengths > 2), axis=1).reshape(-1)]
    is_kept = members == last[cluster]
    mine = np.where(is_kept, np.float32(1), figures[members])
    freed = np.add.reduceat(np.where(is_kept, 0, sizes[members]), first)
    by_saving = np.lexsort((last, -freed))
    place = np.argsort(np.repeat(np.argsort(by_saving), lengths), kind="stable")
    members, is_kept, mine = members[place], is_kept[place], mine[place]
    of = np.repeat(np.arange(clusters), lengths[by_saving])
    inside = np.lexsort((members, -mine, ~is_kept, of))
    members, is_kept, mine = members[inside], is_kept[inside], mine[inside]
    names = [path.decode() for path in paths.slice(0, int(lengths[0])).to_pylist()]
    few = KinColumns(FileColumns.of(FileRecord(name, 1, at, 1, 1, 1) for at, name in enumerate(names)))
    few.of(np.zeros(1, np.int64), np.array([len(names) - 1]))  # all clusters are named alike
    kinship = int(few.answers(np.zeros(1, np.int64), np.array([len(names) - 1]))[0])
    tables = {
        "files": {
            "path": paths, "size": sizes, "mtime_ns": times, "ctime_ns": times,
            "device": np.ones(count, np.int64), "inode": np.arange(count) + 1,
            "mode": np.full(count, 0o100644), "protected": np.zeros(count, np.bool_), "content": hashes,
            "format": np.zeros(count, np.int32),
        },
        "contents": {
            "content": hashes, "size": sizes, "format": np.zeros(count, np.int32),
            "piece": pa.array([piece]).take(pa.array(np.zeros(count, np.int32))),
            "view": pa.nulls(count, pa.binary()), "look": pa.nulls(count, pa.binary()),
        },
        "links": {
            "a": hashes.take(pa.array(a)), "b": hashes.take(pa.array(b)), "similarity": similarity,
            "weight": np.ones(len(a), np.float32), "others": np.ones(len(a), np.int32),
            "sibling": np.zeros(len(a), np.bool_), "settled": np.ones(len(a), np.bool_),
        },
        "clusters": {
            "cluster": np.arange(clusters), "kept": paths.take(pa.array(last[by_saving])),
            "files": lengths[by_saving].astype(np.int32),
            "weakest": np.minimum.reduceat(mine, np.flatnonzero(is_kept)), "bytes_freed": freed[by_saving],
        },
        "members": {
            "cluster": of, "path": paths.take(pa.array(members)), "size": sizes[members],
            "mtime_ns": times[members], "similarity": mine, "estimated": np.zeros(count, np.bool_),
            "relation": pa.array(["kept", "older"]).take(pa.array(np.where(is_kept, 0, 1))),
            "basis": pa.array(["text"]).take(pa.array(np.zeros(count, np.int32))),
            "view": pa.array(["raw"]).take(pa.array(np.zeros(count, np.int32))),
            "why": np.zeros(count, np.int32), "within": np.ones(count, np.bool_),
            "kinship": np.where(is_kept, -1, kinship),
            "content": hashes.take(pa.array(members)),
        },
    }  # fmt: skip
    write_tables(folder, tables, {"options": facts.options_out(ScanOptions((root,)))}, parts=4)


def _piece():
    from simfinder.signatures.sign import sign_bytes

    return serialize.pack(sign_bytes.sign(b"".join(b"line %d of a text\n" % i for i in range(300))))
