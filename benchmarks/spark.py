"""``simfinder cluster`` on Apache Spark: what each step costs, how it grows, and MinHash LSH on Spark beside it.

    python benchmarks/spark.py growth [--rows 10000 30000 100000] [--master local[2]]
    python benchmarks/spark.py skew [--files 4000] [--licence 1500]
    python benchmarks/spark.py tree FOLDER [--master local-cluster[2,1,1024]]

``growth`` has made-up signatures, as ``million.py`` makes them (six of ten alone, the others in families of 2 to 8),
and does all that comes after reading: no file is there. ``skew`` puts one licence into every file: ``--licence`` of the
1,720 words. ``tree`` takes real files, from reading to tables, and finds near duplicates in the same files by MinHash
LSH as datatrove does it: 5-grams of words, 14 bands of 8 of 112 hashes, files of one band in one cluster.

CPU is that of the driver, Java, and all Python workers together; bytes are those of the tables on disk. Shuffle bytes
are what Spark's own event log says of each step.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import xxhash
from common.peers import machine, print_table
from million import listed, signatures

from simfinder.app.session.spark import cluster_files, listing, out_folder, signing
from simfinder.app.session.spark.cluster_files import Wanted
from simfinder.app.session.spark.components import components
from simfinder.app.session.spark.row_cache import columns_of
from simfinder.app.session.spark.tables import RECORD, TABLES
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.extract import formats
from simfinder.scan.walk.walker import Walk
from simfinder.signatures.table.parameters import PLAIN

STEPS = {
    "signed": "read and sign",
    "contents": "look inside",
    "rows": "number rows",
    "sketches": "candidates",
    "pairs_auto": "candidates",
    "row_links": "judge",
    "picture_pairs": "pictures",
    "components": "components",
    "components_found": "components",
    "bins": "cluster",
    "placed": "cluster",
    "made": "cluster",
    "numbered": "write",
}
"""The step that each stored table belongs to; all others are ``write``."""

_WORD = re.compile(rb"\w+")
_BANDS, _ROWS, _GRAM = 14, 8, 5
_PRIME = (1 << 61) - 1


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=("growth", "skew", "tree"))
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 30_000, 100_000])
    parser.add_argument("--files", type=int, default=4000)
    parser.add_argument("--licence", type=int, default=1500, help="words of 1,720 that all files have")
    parser.add_argument("--master", default="local[2]")
    arguments = parser.parse_args()
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    print(machine(), "\n")
    PROCESSES.start()
    with tempfile.TemporaryDirectory(prefix="simfinder-spark-") as folder:
        if arguments.part == "growth":
            growth(folder, arguments.rows, arguments.master)
        elif arguments.part == "skew":
            skew(folder, arguments.files, arguments.licence, arguments.master)
        else:
            tree(folder, arguments.folder, arguments.master)
    return 0


# --- measuring ---------------------------------------------------------------------------------


class Meter:
    """CPU seconds, wall seconds and shuffle bytes of each step of a run."""

    def __init__(self, log: str) -> None:
        self.cpu: dict[str, float] = defaultdict(float)
        self.wall: dict[str, float] = defaultdict(float)
        self._log, self._began = log, time.time()
        self._spent: list[tuple[float, str]] = []

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Note what each stored table costs."""
        keep, write = out_folder.OutFolder.keep, out_folder.OutFolder.write

        def kept(own: Any, frame: Any, name: str) -> Any:
            with self._step(name.split("/", maxsplit=1)[0]):
                return keep(own, frame, name)

        def written(own: Any, frame: Any, name: str) -> None:
            with self._step(name):
                write(own, frame, name)

        os.makedirs(self._log, exist_ok=True)
        submit = (
            "--conf spark.eventLog.enabled=true --conf spark.eventLog.compress=false --conf "
            f"spark.eventLog.dir=file://{self._log} pyspark-shell"
        )
        os.environ["PYSPARK_SUBMIT_ARGS"] = submit
        out_folder.OutFolder.keep, out_folder.OutFolder.write = kept, written  # type: ignore[method-assign]
        try:
            yield
        finally:
            out_folder.OutFolder.keep, out_folder.OutFolder.write = keep, write  # type: ignore[method-assign]

    @contextlib.contextmanager
    def _step(self, name: str) -> Iterator[None]:
        cpu, wall, began = used(), time.monotonic(), time.time()
        yield
        step = STEPS.get(name, "write")
        self.cpu[step] += used() - cpu
        self.wall[step] += time.monotonic() - wall
        self._spent.append((began, step))

    def shuffled(self) -> dict[str, int]:
        """Bytes written for shuffles by the step during which a stage was begun.

        Java writes all runs of this process into the log that the first one named.
        """
        found: dict[str, int] = defaultdict(int)
        for place in Path(self._log).rglob("*"):
            if not place.is_file():
                continue
            for line in place.read_text(errors="replace").splitlines():
                if '"SparkListenerStageCompleted"' not in line:
                    continue
                stage = json.loads(line)["Stage Info"]
                begun = stage.get("Submission Time", 0) / 1e3
                if begun < self._began:
                    continue  # of an earlier run
                step = next((name for at, name in reversed(self._spent) if at <= begun), "write")
                for value in stage["Accumulables"]:
                    if value.get("Name") == "internal.metrics.shuffle.write.bytesWritten":
                        found[step] += int(value["Value"])
        return found


class Processes(threading.Thread):
    """CPU seconds of this process and all below it, also of those that have ended since; looks four times a second.

    Spark's Python workers end as they like and nobody waits for them, so that no parent knows what they used.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._spent: dict[tuple[int, str], float] = {}

    def run(self) -> None:
        while True:
            self.used()
            time.sleep(0.25)

    def used(self) -> float:
        """Look now, and return what all used until now."""
        tick = os.sysconf("SC_CLK_TCK")
        parents: dict[int, list[int]] = defaultdict(list)
        told: dict[int, list[str]] = {}
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                fields = place.joinpath("stat").read_text().rpartition(")")[2].split()
                parents[int(fields[1])].append(int(place.name))
                told[int(place.name)] = fields
        waiting = [os.getpid()]
        while waiting:
            pid = waiting.pop()
            waiting += parents[pid]
            if pid in told:
                fields = told[pid]
                self._spent[pid, fields[19]] = (int(fields[11]) + int(fields[12])) / tick
        return sum(self._spent.values())


PROCESSES = Processes()
used = PROCESSES.used


def size_of(folder: str) -> dict[str, int]:
    """Bytes of each table."""
    return {
        name: sum(place.stat().st_size for place in Path(folder, name).glob("*.parquet")) for name in TABLES
    }


def told(meter: Meter, count: int, out: str) -> list[list[str]]:
    shuffled = meter.shuffled()
    steps = list(dict.fromkeys([*STEPS.values(), "write"]))
    rows = [
        [
            step,
            f"{meter.cpu[step]:.1f}",
            f"{meter.cpu[step] / count * 1e6:,.0f}",
            f"{shuffled.get(step, 0) / count:,.0f}",
        ]
        for step in steps
        if meter.cpu[step]
    ]
    total = [sum(meter.cpu.values()), sum(shuffled.values())]
    rows.append(["all", f"{total[0]:.1f}", f"{total[0] / count * 1e6:,.0f}", f"{total[1] / count:,.0f}"])
    tables = size_of(out)
    rows.append(["tables on disk, bytes a file", "", "", f"{sum(tables.values()) / count:,.0f}"])
    return rows


HEAD = ("step", "CPU s", "CPU s a million files", "shuffle bytes a file")


# --- growth ------------------------------------------------------------------------------------


def growth(folder: str, sizes: list[int], master: str) -> None:
    for count in sizes:
        out = os.path.join(folder, f"out{count}")
        walk = Walk(listed(count), {}, [], ())
        wanted = Wanted(
            ScanOptions(("/data",)), Choices(), PLAIN, out, master=master, estimates=True, resume=True
        )
        made_up(out, count, wanted, walk)
        meter = Meter(os.path.join(folder, "log"))
        walked, listing.walked = listing.walked, lambda *_, found=walk: found
        try:
            with meter.watching():
                found = cluster_files.cluster_files(wanted)
        finally:
            listing.walked = walked
        counts = found["counts"]
        print(
            f"\n{count:,} made-up files: {counts['links']:,} links, {counts['clusters']:,} clusters, "
            f"{found['bins']} bins, {found['capped']} values capped, {found['seconds']:.0f} s\n"
        )
        print_table(HEAD, told(meter, count, out))
        sys.stdout.flush()
        shutil.rmtree(out)


def made_up(out: str, count: int, wanted: Wanted, walk: Walk) -> None:
    """Write signatures as a run that was stopped after reading has them."""
    work = Path(out, out_folder.WORK)
    work.mkdir(parents=True)
    terms = cluster_files._terms_of(wanted)
    work.joinpath("terms.json").write_text(json.dumps(terms, sort_keys=True))
    record = pa.table(columns_of(walk.files), schema=RECORD)
    store(work / "listing", record)
    parts, inside = [], []
    for begin, pieces, contents in signatures(count, np.random.default_rng(2026)):
        part = record.slice(begin, len(pieces))
        nothing = {
            field.name: pa.nulls(len(part), field.type)
            for field in (*signing.FOUND, signing.SIGNED.field("problem"))
        }
        columns = dict(zip(part.column_names, part.columns, strict=True)) | nothing
        columns |= {
            "content": pa.array(contents, pa.binary()),
            "format": pa.array([formats.PLAIN] * len(part), pa.int32()),
            "piece": pa.array(pieces, pa.binary()),
            "closed": pa.array([False] * len(part)),
        }
        table = pa.table(columns)
        parts.append(table.select(signing.SIGNED.names))
        first = dict(zip(reversed(contents), range(len(contents) - 1, -1, -1), strict=True))
        inside.append(table.take(pa.array(sorted(first.values()))))
    store(work / "signed", pa.concat_tables(parts))
    store(work / "contents", pa.concat_tables(inside))


def store(place: Path, table: pa.Table) -> None:
    place.mkdir()
    for number, begin in enumerate(range(0, len(table), 50_000)):
        pq.write_table(table.slice(begin, 50_000), place / f"part-{number:05d}.parquet")
    place.joinpath("_SUCCESS").touch()


# --- real files --------------------------------------------------------------------------------


def skew(folder: str, count: int, licensed_words: int, master: str) -> None:
    rng = np.random.default_rng(5)
    root = Path(folder, "in")
    root.mkdir()
    words = [bytes(rng.choice(np.frombuffer(b"abcdefghijklmnop", np.uint8), 6)) for _ in range(4000)]

    def text(length: int) -> bytes:
        return b" ".join(words[i] for i in rng.integers(0, len(words), length))

    licence = text(licensed_words)
    for licensed in (False, True):
        for number in range(count):
            head = licence if licensed else text(licensed_words)
            root.joinpath(f"{number}.txt").write_bytes(head + b"\n" + text(1720 - licensed_words))
        out = os.path.join(folder, f"skew{licensed}")
        meter, found = run(folder, root, out, master)
        what = "one licence in every file" if licensed else "a text of its own in every file"
        print(
            f"\n{count:,} files, {what}: {found['counts']['links']:,} links, {found['capped']} values capped, "
            f"{found['counts']['clusters']} clusters\n"
        )
        print_table(HEAD, told(meter, count, out))
        sys.stdout.flush()


def run(folder: str, root: Path, out: str, master: str) -> tuple[Meter, dict[str, Any]]:
    wanted = Wanted(ScanOptions((os.fspath(root),)), Choices(), PLAIN, out, master=master, estimates=True)
    meter = Meter(os.path.join(folder, "log"))
    with meter.watching():
        return meter, cluster_files.cluster_files(wanted)


def tree(folder: str, root: str, master: str) -> None:
    out = os.path.join(folder, "out")
    meter, found = run(folder, Path(root), out, master)
    counts = found["counts"]
    print(
        f"\n{root}: {counts['files']:,} files, {counts['bytes'] / 1e6:,.0f} MB: {counts['links']:,} links, "
        f"{counts['clusters']:,} clusters of {counts['members']:,} files, {found['seconds']:.0f} s\n"
    )
    print_table(HEAD, told(meter, counts["files"], out))
    sys.stdout.flush()
    lsh(out, master)


def lsh(out: str, master: str) -> None:
    """Find near duplicates among the same files by MinHash LSH, and say what both find."""
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F  # noqa: N812

    before = used()
    spark = (
        SparkSession.builder.master(master).appName("lsh").config("spark.ui.enabled", "false").getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    files = spark.read.parquet(f"{out}/files").select("path").repartition(8)
    bands = files.mapInArrow(minhashes, "path binary, band int, hash bigint").persist()
    ids = (
        bands.select("path")
        .distinct()
        .orderBy("path")
        .withColumn("id", F.monotonically_increasing_id())
        .persist()
    )
    in_band = bands.join(ids, "path")
    head = in_band.groupBy("band", "hash").agg(F.min("id").alias("a"))
    links = in_band.join(head, ["band", "hash"]).select("a", F.col("id").alias("b")).where("a < b").distinct()
    with tempfile.TemporaryDirectory() as work:

        def keep(frame: Any, name: str) -> Any:
            frame.write.mode("overwrite").parquet(f"{work}/{name}")
            return spark.read.parquet(f"{work}/{name}")

        found = components(links, keep).join(ids.toDF("path", "node"), "node").toArrow()
    theirs = clusters_of(
        zip(found.column("component").to_pylist(), found.column("path").to_pylist(), strict=True)
    )
    ours = pq.read_table(f"{out}/members", columns=["cluster", "path"])
    own = clusters_of(zip(ours.column("cluster").to_pylist(), ours.column("path").to_pylist(), strict=True))
    spent = used() - before
    spark.stop()
    a, b = pairs_of(own), pairs_of(theirs)
    print("\nThe same files by MinHash LSH (5-grams of words, 14 bands of 8):\n")
    head = ("", "clusters", "files in them", "pairs in one cluster", "pairs of the other's found", "CPU s")
    rows = [
        [
            name,
            f"{len(found):,}",
            f"{sum(map(len, found)):,}",
            f"{len(mine):,}",
            f"{len(a & b):,} of {len(its):,}",
            cpu,
        ]
        for name, found, mine, its, cpu in (
            ("simfinder", own, a, b, "as above"),
            ("MinHash LSH", theirs, b, a, f"{spent:.1f}"),
        )
    ]
    print_table(head, rows)


def minhashes(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    rng = np.random.default_rng(1)
    a, b = (rng.integers(1, _PRIME, _BANDS * _ROWS, dtype=np.uint64) for _ in range(2))
    for batch in batches:
        paths, hashes = [], []
        for path in batch.column("path").to_pylist():
            with open(path, "rb") as file:
                words = _WORD.findall(file.read())
            grams = {b" ".join(words[i : i + _GRAM]) for i in range(max(1, len(words) - _GRAM + 1))}
            values = np.array([xxhash.xxh3_64_intdigest(gram) & 0xFFFFFFFF for gram in grams], np.uint64)
            least = ((values[:, None] * a + b) % np.uint64(_PRIME)).min(axis=0).reshape(_BANDS, _ROWS)
            paths.append(path)
            hashes.append([xxhash.xxh3_64_intdigest(row.tobytes()) - (1 << 63) for row in least])
        yield pa.RecordBatch.from_pydict(
            {
                "path": pa.array([path for path in paths for _ in range(_BANDS)], pa.binary()),
                "band": pa.array(list(range(_BANDS)) * len(paths), pa.int32()),
                "hash": pa.array([value for row in hashes for value in row], pa.int64()),
            }
        )


def clusters_of(members: Iterable[tuple[Any, bytes]]) -> list[list[bytes]]:
    found = defaultdict(list)
    for cluster, path in members:
        found[cluster].append(path)
    return [sorted(each) for each in found.values() if len(each) > 1]


def pairs_of(clusters: list[list[bytes]]) -> set[tuple[bytes, bytes]]:
    return {(one, other) for each in clusters for i, one in enumerate(each) for other in each[i + 1 :]}


if __name__ == "__main__":
    sys.exit(main())
