"""One run from folders to tables: the order of the steps, what each leaves behind, and what an earlier run spares."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from simfinder import __version__
from simfinder.app.session.saved.facts import methods_out, options_out, parameters_out, tolerances_out
from simfinder.app.session.spark import listing, signing
from simfinder.app.session.spark.components import components
from simfinder.app.session.spark.linkage import GIVEN, MADE, Around, Terms, linkage
from simfinder.app.session.spark.method_joins import JOINED
from simfinder.app.session.spark.out_folder import OutFolder, check_free
from simfinder.app.session.spark.picture_join import picture_pairs
from simfinder.app.session.spark.row_links import row_links
from simfinder.app.session.spark.rows import BYTES, rows_of
from simfinder.app.session.spark.start import started
from simfinder.app.session.spark.tables import FORMAT, OVERLAPS, RECORD, SCHEMA, TABLES
from simfinder.errors import UsageError
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan import sign_views
from simfinder.scan.media import picture_reader
from simfinder.scan.pipeline import version_key
from simfinder.scan.walk.walker import Walk
from simfinder.signatures.table.parameters import Parameters
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.text.message import say

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

MOST_AROUND: Final = 5_000_000
"""Files of a listing that every executor is given to compare folders as trees: some 100 bytes each."""

FILES_A_BIN: Final = 20_000
"""Files of the components that are clustered together, unless one component is larger."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a run is asked for.

    Attributes:
        options: of the scan; its roots may be URIs.
        choices: what decides about clusters.
        parameters: of the signatures.
        out: folder of the result, or its URI.
        master: as Spark has it; None for that of its own configuration.
        estimates: measure nothing on the bytes.
        resume: go on with a run that was stopped.
        reuse: folder of an earlier result, which may be ``out``; None for none.
        ignored: what a person said is not the same.
        bin_files: see ``FILES_A_BIN``.
        tell: called with a sentence about each step.
    """

    options: ScanOptions
    choices: Choices
    parameters: Parameters
    out: str
    master: str | None = None
    estimates: bool = False
    resume: bool = False
    reuse: str | None = None
    ignored: tuple[Ignored, ...] = ()
    bin_files: int = FILES_A_BIN
    tell: Callable[[str], None] = lambda _: None


def cluster_files(wanted: Wanted) -> dict[str, Any]:
    """Find clusters on Spark and write them; return the manifest.

    Raises:
        UsageError: the request, Spark or the folder of the result does not allow it.
        EngineError: Spark gave up.
    """
    remote = listing.is_remote(wanted.options.roots)
    methods = wanted.choices.methods
    for method in (methods.default, *methods.by_type.values()):
        if method not in JOINED:
            raise UsageError(say("the pairs of {} can't be found on Spark", str(method)))
    check_free(wanted.out, again=wanted.resume or wanted.reuse == wanted.out)
    walk = None if remote else listing.walked(wanted.options, wanted.out)
    with started(wanted.master, wanted.parameters) as spark:
        return _Run(spark, wanted, walk).manifest()


class _Run:
    """The steps of one run; each table is stored before the next is made of it."""

    def __init__(self, spark: SparkSession, wanted: Wanted, walk: Walk | None) -> None:
        self._spark, self._walk, self._wanted = spark, walk, _plain(wanted)
        self._out = OutFolder(spark, wanted.out)
        if (
            "://" in wanted.out
            and not (wanted.resume or wanted.reuse == wanted.out)
            and not self._out.is_empty()
        ):
            raise UsageError(say("is not empty: choose another folder"), wanted.out)
        self._terms = _terms_of(wanted)
        self._began = time.time_ns()
        self._reused = {"files": 0, "links": 0, "figures": 0}
        self._earlier = None if wanted.reuse is None else _Earlier.of(spark, wanted.reuse, self._terms)
        self._remote = listing.remote_files(spark, wanted.options.roots) if walk is None else None
        self._out.begin(self._terms, resume=wanted.resume)

    def manifest(self) -> dict[str, Any]:
        """Do all steps, put the result in its place and return what is said of it."""
        out, wanted = self._out, self._wanted
        files, contents = self._signed()
        wanted.tell("comparing")
        rows = out.keep(rows_of(contents), "rows")
        links, capped = self._links(rows)
        labels = self._components(rows, contents, links)
        wanted.tell("grouping")
        made, bins = self._made(files, contents, rows, links, labels)
        self._write_tables(files, contents, made)
        self._write_for_later(rows, links, made)
        manifest = self._described(made, capped, bins)
        out.publish(manifest, tuple(TABLES))
        return manifest

    # reading
    def _signed(self) -> tuple[DataFrame, DataFrame]:
        """Return the files that could be read, and their contents with what is in them."""
        out, wanted = self._out, self._wanted
        options, parameters = wanted.options, wanted.parameters
        if self._walk is None:
            found = self._remote
            assert found is not None
            fits = found.where(f"length <= {listing.LARGEST_REMOTE} and length > 0")
            signed = fits.mapInArrow(
                lambda batches: signing.sign_remote(batches, options, parameters),
                _spark_schema(signing.SIGNED),
            )
            signed = signed.unionByName(_like(listing.too_large(found), signing.SIGNED))
        else:
            listed = out.keep(listing.frame_of(self._spark, self._walk.files), "listing")
            known = self._known_files(listed)
            asked = listed if known is None else listed.join(known.select("path"), "path", "left_anti")
            wanted.tell(f"reading {asked.count()} of {len(self._walk.files)} files")
            parts = max(2 * self._spark.sparkContext.defaultParallelism, len(self._walk.files) // 4096)
            signed = asked.repartition(parts).mapInArrow(
                lambda batches: signing.sign(batches, options, parameters), _spark_schema(signing.SIGNED)
            )
            if known is not None:
                signed = signed.unionByName(_like(known, signing.SIGNED))
        signed = out.keep(signed, "signed")
        files = signed.where("content is not null")
        if self._walk is None:
            return files, files.dropDuplicates(["content"])
        return files, out.keep(self._looked_into(files), "contents")

    def _known_files(self, listed: DataFrame) -> DataFrame | None:
        """Return the listed files that an earlier run signed and that have not changed since."""
        earlier = self._earlier
        if earlier is None or not earlier.same("signatures"):
            return None
        same = [name for name in RECORD.names if name not in ("mode", "protected")]
        files = earlier.folder.read("files").select(*same, "content", "format")
        pieces = earlier.folder.read("contents").select("content", "piece")
        known = self._out.keep(listed.join(files, same).join(pieces, "content"), "known")
        self._reused["files"] = known.count()
        return known

    def _looked_into(self, files: DataFrame) -> DataFrame:
        """Return each content once, with what looking into it found."""
        from pyspark.sql import functions as F  # noqa: N812

        options, parameters = self._wanted.options, self._wanted.parameters
        record = [F.col(name) for name in RECORD.names if name != "path"]
        first = files.groupBy("content").agg(
            F.min_by(F.struct("path", *record, "format", "piece"), F.struct(~_is_inside(), "path")).alias(
                "file"
            )
        )
        contents = first.select("content", "file.*")
        nothing = {field.name: F.lit(None).cast(_spark_type(field)) for field in signing.FOUND}
        if options.raw:
            return contents.withColumns(
                {**nothing, "closed": F.lit(False), "problem": F.lit(None).cast("string")}
            )
        earlier = self._earlier
        if earlier is not None and earlier.same("views") and earlier.same("looks"):
            seen = earlier.folder.read("contents").select("content", "view", "look")
            contents = contents.join(seen, "content", "left")
        else:
            contents = contents.withColumns({name: nothing[name] for name in ("view", "look")})
        self._wanted.tell("opening")
        asked = contents.where(_is_inside()).repartition(2 * self._spark.sparkContext.defaultParallelism)
        looked = asked.mapInArrow(
            lambda batches: signing.look(batches, options, parameters), _spark_schema(signing.LOOKED)
        )
        return contents.drop("view", "look").join(looked, "content", "left").fillna(False, ["closed"])

    # comparing
    def _links(self, rows: DataFrame) -> tuple[DataFrame, int]:
        """Return the links of rows; those between rows that an earlier run linked are taken from there."""
        from pyspark.sql import functions as F  # noqa: N812

        wanted, out, earlier = self._wanted, self._out, self._earlier
        choices = wanted.choices
        methods = dict.fromkeys((choices.methods.default, *choices.methods.by_type.values()))
        if len(methods) > 1:
            methods = dict.fromkeys((Method.AUTO, *methods))
        terms = tuple(methods), choices.tolerances.floor, wanted.parameters, out.keep
        if earlier is not None and earlier.same_links(self._terms):
            before = earlier.folder.read("rows").select("key", "size", "roles")
            new = out.keep(rows.join(before, ["key", "size", "roles"], "left_anti").select("id"), "new_rows")
            found = row_links(rows, *terms, new)
            if not found.capped:
                old = rows.join(new, "id", "left_anti").select("id", "key")
                known = (
                    earlier.folder.read("row_links")
                    .join(old.toDF("x", "a"), "a")
                    .join(old.toDF("y", "b"), "b")
                )
                known = known.select(F.col("x").alias("a"), F.col("y").alias("b"), "similarity", "method")
                known = out.keep(known, "known_links")
                self._reused["links"] = known.count()
                return out.keep(found.links.unionByName(known), "row_links"), 0
            out.forget("pairs")  # what is capped depends on all rows
        found = row_links(rows, *terms)
        return out.keep(found.links, "row_links"), found.capped

    def _components(self, rows: DataFrame, contents: DataFrame, links: DataFrame) -> DataFrame:
        """Return ``id`` and ``component`` of all rows that are linked, by a figure, a view they share, or looks."""
        from pyspark.sql import functions as F  # noqa: N812

        views = rows.where(F.col("view_key").isNotNull()).select(F.col("id").alias("a"), "view_key")
        shown = views.join(rows.select(F.col("id").alias("b"), F.col("key").alias("view_key")), "view_key")
        edges = links.select("a", "b").unionByName(shown.select("a", "b"))
        looks = contents.where("look is not null").select(
            F.concat(F.lit(BYTES), "content").alias("key"), "look"
        )
        if not self._wanted.options.no_media and not looks.isEmpty():
            seen = picture_pairs(looks.join(rows.select("id", "key"), "key").select("id", "look"))
            edges = edges.unionByName(self._out.keep(seen, "picture_pairs"))
        found = components(edges, lambda frame, name: self._out.keep(frame, f"components/{name}"))
        return self._out.keep(found.toDF("id", "component"), "components_found")

    # grouping
    def _made(
        self, files: DataFrame, contents: DataFrame, rows: DataFrame, links: DataFrame, labels: DataFrame
    ) -> tuple[DataFrame, int]:
        """Return what the bins make of their components, see ``linkage.MADE``, and how many bins there are."""
        from pyspark.sql import functions as F  # noqa: N812

        label = F.coalesce("component", "id")
        of_content = (
            rows.where(F.substring("key", 1, 1) == F.lit(b"\0"))
            .join(labels, "id", "left")
            .select(F.substring("key", 2, 16).alias("content"), label.alias("component"))
        )
        counted = files.join(of_content, "content").groupBy("component").agg(F.count("*").alias("files"))
        counted = counted.where("files > 1")
        total = counted.agg(F.sum("files")).first()
        assert total is not None
        bins = max(1, -(-int(total[0] or 0) // self._wanted.bin_files))
        placed = self._out.keep(
            counted.withColumn("bin", F.pmod(F.xxhash64("component"), F.lit(bins)).cast("int")), "bins"
        )
        where = of_content.join(placed.select("component", "bin"), "component").select("content", "bin")
        placed_files = self._out.keep(_numbered(files.orderBy("path"), "at"), "placed")
        of_files = placed_files.join(where, "content").withColumn("kind", F.lit("file"))
        of_files = of_files.drop("piece", "view", "look")
        of_contents = contents.join(where, "content").withColumn("kind", F.lit("content"))
        keyed = rows.join(labels, "id").join(placed.select("component", "bin"), "component")
        keyed = keyed.select("id", "key", "bin")
        of_links = (
            links.join(keyed.toDF("a", "key_a", "bin"), "a")
            .join(keyed.select("id", "key").toDF("b", "key_b"), "b")
            .select(F.col("key_a").alias("a"), F.col("key_b").alias("b"), "similarity", "method", "bin")
            .withColumn("kind", F.lit("link"))
        )
        given = [_like(frame, GIVEN) for frame in (of_files, of_contents, of_links)]
        if self._earlier is not None and not self._wanted.estimates:
            measured = self._earlier.folder.read("overlaps")
            held = keyed.select(F.substring("key", 2, 16).alias("hash"), "bin").distinct()
            of_figures = measured.join(held.toDF("a", "bin"), "a").join(held.toDF("b", "bin"), ["b", "bin"])
            of_figures = self._out.keep(of_figures.withColumn("kind", F.lit("overlap")), "known_overlaps")
            self._reused["figures"] = of_figures.count()
            given.append(_like(of_figures, GIVEN))
        terms = self._linkage_terms()
        around = self._spark.sparkContext.broadcast(self._around(placed_files))
        every = reduce(lambda one, other: one.unionByName(other), given)
        made = every.groupBy("bin").applyInArrow(
            lambda table: linkage(table, terms, around.value), _spark_schema(MADE)
        )
        return self._out.keep(made, "made"), bins

    def _linkage_terms(self) -> Terms:
        wanted = self._wanted
        verified = not wanted.estimates and self._walk is not None
        return Terms(wanted.options, wanted.choices, wanted.parameters, wanted.ignored, verified)

    def _around(self, placed_files: DataFrame) -> Around:
        """Return the listing that folders are compared by; empty where it is too large or there are no folders."""
        nothing = Around(self._walk.files[:0] if self._walk else _no_files(), np.zeros(0, "S16"), ())
        if self._walk is None:
            return nothing
        projects = self._walk.projects
        if len(self._walk.files) > MOST_AROUND:
            return replace(nothing, projects=projects)
        from simfinder.app.session.spark.row_cache import files_of

        table = placed_files.select(*RECORD.names, "content", "at").orderBy("at").toArrow()
        hashes = np.array(table.column("content").to_pylist(), "S16")
        return Around(files_of(table), hashes, projects)

    # writing
    def _write_tables(self, files: DataFrame, contents: DataFrame, made: DataFrame) -> None:
        from pyspark.sql import functions as F  # noqa: N812

        out = self._out
        out.write(_like(files, TABLES["files"]).orderBy("path"), "files")
        out.write(_like(contents, TABLES["contents"]).orderBy("content"), "contents")
        of = {
            name: made.where(F.col("kind") == name) for name in ("clusters", "members", "links", "measured")
        }
        out.write(_like(of["links"], TABLES["links"]).orderBy("a", "b"), "links")
        out.write(_like(of["measured"], TABLES["measured"]).orderBy("a", "b"), "measured")
        numbered = out.keep(
            _numbered(of["clusters"].orderBy(F.col("bytes_freed").desc(), "kept"), "number"), "numbered"
        )
        clusters = numbered.drop("cluster").withColumnRenamed("number", "cluster")
        out.write(_like(clusters, TABLES["clusters"]).orderBy("cluster"), "clusters")
        of_bins = numbered.select("bin", "cluster", "number")
        members = (
            of["members"]
            .join(of_bins, ["bin", "cluster"])
            .drop("cluster")
            .withColumnRenamed("number", "cluster")
        )
        order = [(F.col("relation") != "kept"), F.col("similarity").desc(), F.col("path")]
        out.write(_like(members, TABLES["members"]).orderBy("cluster", *order), "members")
        self._write_small(made)

    def _write_small(self, made: DataFrame) -> None:
        from pyspark.sql import functions as F  # noqa: N812

        out, walk = self._out, self._walk
        signed = out.keep(made, "signed")
        lost = [signed.where("problem is not null").select("path", F.col("problem").alias("reason"))]
        if walk is not None and not self._wanted.options.raw:
            inside = out.keep(made, "contents").where("problem is not null").select("content", "problem")
            named = signed.select("path", "content").join(inside, "content")
            lost.append(named.select("path", F.col("problem").alias("reason")))
        lost.append(made.where("kind = 'problems'").select("path", "reason"))
        if walk is not None:
            lost.append(self._spark.createDataFrame(listing.problems_of(walk.problems)))
        problems = lost[0]
        for more in lost[1:]:
            problems = problems.unionByName(more)
        out.write(problems.distinct().orderBy("path", "reason"), "problems")
        projects = [os.fsencode(path) for path in (walk.projects if walk else ())]
        self._write_rows("projects", {"path": projects})
        reasons, paths = [], []
        for reason, packed in ((walk and walk.left_out) or {}).items():
            found = bytes(packed).split(b"\0")[:-1]
            paths += found
            reasons += [str(reason)] * len(found)
        self._write_rows("left_out", {"reason": reasons, "path": paths})
        out.write(self._contained(), "contains")

    def _write_for_later(self, rows: DataFrame, links: DataFrame, made: DataFrame) -> None:
        """Write what a later run reuses: rows and their links by keys, and measured overlaps."""
        from pyspark.sql import functions as F  # noqa: N812

        out, keys = self._out, rows.select("id", "key")
        out.write(_like(rows, TABLES["rows"]), "rows")
        named = links.join(keys.toDF("a", "x"), "a").join(keys.toDF("b", "y"), "b")
        named = named.select(F.col("x").alias("a"), F.col("y").alias("b"), "similarity", "method")
        out.write(named, "row_links")
        overlaps = _like(made.where("kind = 'overlaps'"), OVERLAPS)
        if self._reused["figures"]:
            overlaps = overlaps.unionByName(_like(out.keep(made, "known_overlaps"), OVERLAPS))
        out.write(overlaps, "overlaps")

    def _contained(self) -> DataFrame:
        """Return archives, documents and mails with the files that lie whole in them, as ``contains``."""
        from pyspark.sql import Window
        from pyspark.sql import functions as F  # noqa: N812

        out = self._out
        files, contents = out.read("files").select("content", "path"), out.read("contents")
        held = contents.where("view is not null").select("content", "view")
        pairs = (
            held.mapInArrow(signing.members, "whole binary, part binary").where("whole != part").distinct()
        )
        first = Window.partitionBy("content").orderBy("path")
        few = files.withColumn("n", F.row_number().over(first)).where(f"n <= {signing.MOST_NAMES}").drop("n")
        named = pairs.join(few.toDF("part", "part_path"), "part").join(
            few.toDF("whole", "whole_path"), "whole"
        )
        found = named.select(
            F.col("whole_path").alias("whole"), F.col("part_path").alias("part"), F.lit(1.0).alias("share")
        )
        return found.orderBy("whole", "part")

    def _write_rows(self, name: str, columns: dict[str, list[Any]]) -> None:
        table = pa.table(columns, schema=TABLES[name])
        self._out.write(self._spark.createDataFrame(table).coalesce(1), name)

    def _described(self, made: DataFrame, capped: int, bins: int) -> dict[str, Any]:
        from pyspark.sql import functions as F  # noqa: N812

        wanted, walk, out = self._wanted, self._walk, self._out
        counts = {
            name: out.read(name).count()
            for name in TABLES
            if name not in ("projects", "left_out", "measured")
        }
        sums = out.read("files").agg(F.sum("size")).first()
        freed = out.read("clusters").agg(F.sum("bytes_freed")).first()
        open_bins = made.where("kind = 'bin' and not complete").count()
        estimated = out.read("members").where("estimated").count()
        assert sums is not None
        assert freed is not None
        return {
            "format": FORMAT,
            "schema": SCHEMA,
            "complete": True,
            "simfinder": __version__,
            "engine": "spark",
            "host": socket.gethostname(),
            "made_ns": time.time_ns(),
            "seconds": (time.time_ns() - self._began) / 1e9,
            **self._terms,
            "counts": counts | {"bytes": int(sums[0] or 0), "bytes_freed": int(freed[0] or 0)},
            "verified": not wanted.estimates and walk is not None and not open_bins and not estimated,
            "capped": capped,
            "bins": bins,
            "passed_over": {
                str(reason): count for reason, count in (walk.passed_over if walk else {}).items()
            },
            "reused": self._reused,
            "remote": walk is None,
        }


@dataclass(frozen=True, slots=True)
class _Earlier:
    """An earlier result that is reused, and how far its terms are those of now."""

    folder: OutFolder
    told: dict[str, Any]
    terms: dict[str, Any]

    @classmethod
    def of(cls, spark: SparkSession, path: str, terms: dict[str, Any]) -> _Earlier:
        """Open it.

        Raises:
            UsageError: it is no finished result.
            NewerVersionError: its tables are of another version.
        """
        folder = OutFolder(spark, path)
        told = folder.manifest()
        if told is None:
            raise UsageError(say("has no finished result to reuse"), path)
        return cls(folder, told, terms)

    def same(self, what: str) -> bool:
        """Return whether signatures, views or looks are made as now."""
        made_of = self.told.get("made_of")
        return isinstance(made_of, dict) and made_of.get(what) == self.terms["made_of"][what]

    def same_links(self, terms: dict[str, Any]) -> bool:
        """Return whether all its links would be found now too: nothing was capped, and the same decides."""
        same = all(self.told.get(name) == terms[name] for name in ("methods", "parameters", "floor"))
        return same and self.told.get("capped") == 0 and self.same("signatures")


def _terms_of(wanted: Wanted) -> dict[str, Any]:
    """Return what a result depends on, as JSON."""
    choices, parameters = wanted.choices, wanted.parameters
    remote = listing.is_remote(wanted.options.roots)
    options = options_out(wanted.options)
    signatures = version_key(parameters)
    return {
        "options": options | {"roots": list(wanted.options.roots)} if remote else options,
        "methods": methods_out(choices.methods),
        "parameters": parameters_out(parameters),
        "tolerances": tolerances_out(choices.tolerances),
        "same_type": choices.same_type,
        "with_forms": choices.with_forms,
        "keep_rules": choices.keep_rules,
        "floor": choices.tolerances.floor,
        "estimates": wanted.estimates,
        "made_of": {
            "signatures": signatures,
            "views": sign_views.version_key(signatures),
            "looks": picture_reader.VERSION_KEY,
        },
    }


def _plain(wanted: Wanted) -> Wanted:
    """Return it with dicts where it has views of dicts, which can't be sent to executors; and identical files by their
    hash, which all are read for here.
    """
    choices = wanted.choices
    if wanted.options.identical:
        choices = replace(choices, methods=Methods(Method.CONTENT))
        wanted = replace(wanted, options=replace(wanted.options, raw=True))
    methods = replace(choices.methods, by_type=dict(choices.methods.by_type))
    old = choices.tolerances
    tolerances = replace(
        old, by_type=dict(old.by_type), limits=dict(old.limits), by_family=dict(old.by_family)
    )
    return replace(wanted, choices=replace(choices, methods=methods, tolerances=tolerances))


def _no_files() -> Any:
    from simfinder.arrays.file_columns import FileColumns

    return FileColumns.of(())


def _is_inside() -> Any:
    from pyspark.sql import functions as F  # noqa: N812

    return F.col("format").isin(list(signing.INSIDE))


def _spark_schema(schema: pa.Schema) -> Any:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)


def _spark_type(field: pa.Field) -> Any:
    return _spark_schema(pa.schema([field])).fields[0].dataType


def _like(frame: DataFrame, schema: pa.Schema) -> DataFrame:
    """Return the columns of a schema, null where a frame has none."""
    from pyspark.sql import functions as F  # noqa: N812

    fields = _spark_schema(schema)
    there = set(frame.columns)
    return frame.select(
        *[
            (F.col(field.name) if field.name in there else F.lit(None)).cast(field.dataType).alias(field.name)
            for field in fields
        ]
    )


def _numbered(ordered: DataFrame, name: str) -> DataFrame:
    """Number the rows of an ordered frame from 0, in a column of this name."""
    from pyspark.sql import functions as F  # noqa: N812

    marked = ordered.withColumn("_at", F.monotonically_increasing_id()).persist()
    part, inside = F.shiftright("_at", 33), F.col("_at").bitwiseAND(F.lit((1 << 33) - 1))
    begin, begins = 0, {}
    for row in marked.groupBy(part.alias("part")).count().orderBy("part").collect():
        begins[int(row["part"])] = begin
        begin += int(row["count"])
    if not begins:
        return marked.withColumn(name, F.lit(0).cast("bigint")).drop("_at")
    offsets = F.create_map(*[F.lit(value) for pair in begins.items() for value in pair])
    return marked.withColumn(name, (offsets[part] + inside).cast("bigint")).drop("_at")
