"""A scan clustered in bins of components, as executors do it, but in this process: neither Spark nor Java is needed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pyarrow as pa

from simfinder.app.session.spark import listing, signing
from simfinder.app.session.spark.linkage import GIVEN, Around, Terms, linkage
from simfinder.app.session.spark.row_cache import columns_of, files_of
from simfinder.app.session.spark.tables import RECORD
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.pipeline import ScanResult
from simfinder.search.clustering.components import connected
from simfinder.search.linking.links import find_links
from simfinder.search.linking.picture_links import picture_links
from simfinder.signatures.table.parameters import PLAIN


def signed(options: ScanOptions, at_once: int = 50) -> tuple[pa.Table, pa.Table, tuple[str, ...]]:
    """List, sign and look inside by the functions of executors: files with content and format, contents, projects."""
    walk = listing.walked(options, "/nowhere")
    record = pa.table(columns_of(walk.files), schema=RECORD)
    found = pa.Table.from_batches(signing.sign(record.to_batches(at_once), options, PLAIN), signing.SIGNED)
    files = found.filter(pa.compute.is_valid(found.column("content"))).sort_by("path")
    first: dict[bytes, int] = {}
    for i, (content, form) in enumerate(
        zip(*(files.column(n).to_pylist() for n in ("content", "format")), strict=True)
    ):
        if content not in first or (
            form in signing.INSIDE and files.column("format")[first[content]].as_py() not in signing.INSIDE
        ):
            first[content] = i
    files = files.append_column("at", pa.array(range(len(files)), pa.int64()))
    contents = files.take(pa.array(sorted(first.values()), pa.int64())).drop_columns(["problem"])
    inside = contents.filter(
        pa.compute.is_in(contents.column("format"), pa.array(signing.INSIDE, pa.int32()))
    )
    batches = [] if options.raw else signing.look(inside.to_batches(at_once), options, PLAIN)
    looked = pa.Table.from_batches(batches, signing.LOOKED)
    by_content = {row["content"]: row for row in looked.to_pylist()}
    for name in ("view", "look"):
        column = [by_content.get(content, {}).get(name) for content in contents.column("content").to_pylist()]
        place = contents.schema.get_field_index(name)
        contents = contents.set_column(place, name, pa.array(column, pa.binary()))
    return files, contents, walk.projects


def clustered(
    options: ScanOptions,
    choices: Choices,
    result: ScanResult,
    bins: int,
    *,
    verified: bool = True,
    ignored: tuple = (),
    given: tuple[pa.Table, pa.Table, tuple[str, ...]] | None = None,
) -> list[pa.Table]:
    """Return what ``linkage`` makes of each bin.

    Args:
        options: of the scan.
        choices: of a person.
        result: of a scan on one machine, which knows the links of rows.
        bins: into how many bins components go.
        verified: measure on the bytes.
        ignored: what is not the same.
        given: of ``signed``, if known.
    """
    files, contents, projects = given or signed(options)
    representations = result.representations
    floor = choices.tolerances.floor
    methods = [choices.methods.default, *choices.methods.by_type.values()]
    methods = dict.fromkeys(methods if len(set(methods)) == 1 else [Method.AUTO, *methods])
    roles = representations.roles if representations.any else None
    links = {method: find_links(representations.table, method, floor, roles=roles) for method in methods}
    count, rows = len(representations), len(representations.table)
    hashes = [row.tobytes() for row in representations.table.content]
    keys = [bytes([i >= count]) + each for i, each in enumerate(hashes)]
    viewed = np.flatnonzero(representations.view >= 0)
    ends = [(viewed, representations.view[viewed]), *((each.a, each.b) for each in links.values())]
    if representations.looks is not None:
        seen = picture_links(representations.looks, floor, Control())
        ends.append((seen.a, seen.b))
    label = connected(rows, *(np.concatenate(column).astype(np.int32) for column in zip(*ends, strict=True)))
    place = {content: int(label[row]) for row, content in enumerate(hashes[:count])}
    held = defaultdict(int)
    for content in files.column("content").to_pylist():
        held[place[content]] += 1

    def parts(table: pa.Table, kind: str, components: list[int]) -> pa.Table:
        wanted = np.flatnonzero([held[component] > 1 for component in components])
        some = table.take(pa.array(wanted))
        of = np.array(components)[wanted] * 2_654_435_761 % bins
        columns = {
            field.name: some.column(field.name)
            if field.name in some.column_names
            else pa.nulls(len(some), field.type)
            for field in GIVEN
        }
        columns |= {"kind": pa.array([kind] * len(some)), "bin": pa.array(of, pa.int32())}
        return pa.table(columns).cast(GIVEN)

    tables = [
        parts(
            files.drop_columns(["piece", "view", "look"]),
            "file",
            [place[c] for c in files.column("content").to_pylist()],
        ),
        parts(contents, "content", [place[c] for c in contents.column("content").to_pylist()]),
    ]
    for method, found in links.items():
        table = pa.table(
            {
                "a": pa.array([keys[a] for a in found.a], pa.binary()),
                "b": pa.array([keys[b] for b in found.b], pa.binary()),
                "similarity": pa.array(found.similarity, pa.float32()),
                "method": pa.array([str(method)] * len(found), pa.string()),
            }
        )
        tables.append(parts(table, "link", label[found.a].tolist()))
    every = pa.concat_tables(tables)
    around = Around(files_of(files), np.array(files.column("content").to_pylist(), "S16"), projects)
    terms = Terms(replace(options), choices, PLAIN, ignored, verified)
    numbers = every.column("bin").to_numpy()
    return [
        linkage(every.take(pa.array(np.flatnonzero(numbers == i))), terms, around) for i in np.unique(numbers)
    ]


FIGURES = ("similarity", "estimated", "relation", "basis", "view", "why", "within")


def members_of(tables: list[pa.Table]) -> set[frozenset]:
    """Return the clusters of some bins as sets of members with all that is said of each."""
    clusters = defaultdict(set)
    for table in tables:
        for row in table.filter(pa.compute.equal(table.column("kind"), "members")).to_pylist():
            clusters[row["bin"], row["cluster"]].add((row["path"], *(rounded(row[name]) for name in FIGURES)))
    return {frozenset(each) for each in clusters.values()}


def rounded(value: object) -> object:
    """Return a figure without what float32 makes of it."""
    return round(value, 6) if isinstance(value, float) else value
