"""A real Spark with two executor processes: the clusters of one machine, and what happens when something goes wrong."""

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import simfinder
from simfinder.app.session.session import Session
from simfinder.app.session.spark.linkage import made
from simfinder.app.session.spark.row_cache import RowCache
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices
from tests.helpers.files.documents import report
from tests.helpers.files.packed import docx_of, zip_of
from tests.helpers.program import simfinder_process
from tests.helpers.results.in_bins import FIGURES, members_of, rounded

MASTER = "local-cluster[2,1,1024]"
CHEAP = {  # half of the processor time of a small run is Java compiling what runs once
    "JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "SPARK_LOCAL_IP": "127.0.0.1",
}
FEW = {  # queries that run once on next to nothing are not worth generating and compiling Java for
    "PYSPARK_SUBMIT_ARGS": "--conf spark.sql.codegen.wholeStage=false --conf spark.sql.codegen.factoryMode=NO_CODEGEN "
    "--conf spark.sql.shuffle.partitions=2 pyspark-shell",
    "SIMFINDER_SPARK_SHUFFLES": "2",
}
pytestmark = [
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java"),
    pytest.mark.timeout(1800),
]


def cluster(root, out, *more, master=MASTER, env=None):
    env = {"SPARK_WORKER_DIR": f"{out}-workers"} | (env or {})
    return simfinder_process(
        "cluster", root, "--out", out, "--master", master, *more, timeout=1700, env=CHEAP | env
    )


def manifest(out):
    return json.loads((Path(out) / "manifest.json").read_text())


def clusters_in(out):
    found = defaultdict(set)
    for row in pq.read_table(Path(out) / "members").to_pylist():
        found[row["cluster"]].add((row["path"], *(rounded(row[name]) for name in FIGURES)))
    return {frozenset(each) for each in found.values()}


def local(root, choices=None, *, verified=True):
    options = ScanOptions((os.fspath(root),), jobs=1)
    session = Session.run(options, choices or Choices(), cache=None, control=Control())
    if verified:
        session.verify(Verifier(session.result, None, Control(), jobs=1))
    return members_of([made(0, session, [], RowCache())])


def a_folder(root, families, seed=1):
    """Texts, documents and archives in families of edited copies, and strangers."""
    rng = random.Random(seed)
    root.mkdir()
    for number in range(families):
        text = report(rng, paragraphs=rng.randrange(4, 12))
        for version in range(rng.choice((1, 1, 2, 3))):
            place = root / f"{rng.randrange(9)}" / f"report {number} v{version}"
            place.parent.mkdir(exist_ok=True)
            kind = rng.randrange(8)
            if kind == 0:
                place.with_suffix(".docx").write_bytes(docx_of(text.decode().splitlines()))
            elif kind == 1:
                place.with_suffix(".zip").write_bytes(
                    zip_of({"a.txt": text, "b.txt": text[: len(text) // 2]})
                )
            else:
                place.with_suffix(".txt").write_bytes(text)
            at = rng.randrange(len(text) // 2)
            text = text[:at] + report(rng, paragraphs=1) + text[at + rng.randrange(400) :]
        if rng.random() < 0.1:
            (root / f"copy of {number}.txt").write_bytes(text)
    return root


@pytest.mark.parametrize(
    ("families", "master", "env"),
    [(12, "local[2]", FEW), pytest.param(25, MASTER, {}, marks=pytest.mark.soak)],
    ids=["two threads", "two executors"],
)
def test_it_finds_what_one_machine_finds(tmp_path, families, master, env):
    root = a_folder(tmp_path / "in", families)
    done = cluster(root, tmp_path / "out", master=master, env=env)
    assert done.code == 0, done.err
    told = manifest(tmp_path / "out")
    assert told["complete"]
    assert told["verified"]
    assert told["counts"]["files"] == sum(path.is_file() for path in root.rglob("*"))
    assert clusters_in(tmp_path / "out") == local(root)
    assert told["counts"]["clusters"] > families // 5
    assert not list((tmp_path / "out").glob("_*"))


@pytest.mark.soak
@pytest.mark.parametrize("method", list(Method))
def test_every_method_finds_what_it_finds_on_one_machine(tmp_path, method):
    root = a_folder(tmp_path / "in", 60, seed=2)
    done = cluster(root, tmp_path / "out", "--method", method, "--estimates", master="local[2]")
    assert done.code == 0, done.err
    assert clusters_in(tmp_path / "out") == local(root, Choices(Methods(method)), verified=False)


def test_a_beginning_that_all_spamsums_have(tmp_path):
    """Its runs of seven characters are common ones, and few enough to join them all."""
    root = tmp_path / "in"
    root.mkdir()
    rng = random.Random(8)
    head = report(rng, paragraphs=8)
    for i in range(40):
        (root / f"{i}.txt").write_bytes(head + report(rng, paragraphs=4))
    done = cluster(root, tmp_path / "out", "--method", "spamsum", "--estimates", master="local[2]", env=FEW)
    assert done.code == 0, done.err
    found = clusters_in(tmp_path / "out")
    assert found == local(root, Choices(Methods(Method.SPAMSUM)), verified=False)
    assert found


@pytest.mark.soak
def test_ten_thousand_files(tmp_path):
    root = a_folder(tmp_path / "in", 6000, seed=3)
    assert sum(path.is_file() for path in root.rglob("*")) > 10_000
    done = cluster(root, tmp_path / "out", "--estimates")
    assert done.code == 0, done.err
    assert manifest(tmp_path / "out")["bins"] >= 1
    assert clusters_in(tmp_path / "out") == local(root, verified=False)


@pytest.mark.soak
def test_one_licence_in_every_file(tmp_path):
    rng, root = random.Random(4), tmp_path / "in"
    root.mkdir()
    licence = report(rng, paragraphs=14)
    for number in range(500):
        own = report(rng, paragraphs=9)
        (root / f"module {number} v1.txt").write_bytes(licence + own)
        if number % 5 == 0:
            (root / f"module {number} v2.txt").write_bytes(licence + own + report(rng, paragraphs=1))
    done = cluster(root, tmp_path / "out", "--estimates", master="local[2]")
    assert done.code == 0, done.err
    assert manifest(tmp_path / "out")["counts"]["links"] > 100_000  # nearly all are similar by the licence
    found = clusters_in(tmp_path / "out")
    assert len(found) > 50
    assert found == local(root, verified=False)


@pytest.mark.soak
def test_a_grown_collection_is_not_read_again(tmp_path):
    root = a_folder(tmp_path / "in", 25, seed=5)
    first = cluster(root, tmp_path / "first", master="local[2]")
    assert first.code == 0, first.err
    before = manifest(tmp_path / "first")["counts"]
    time.sleep(0.05)
    grown = report(random.Random(6), paragraphs=8)
    (root / "new.txt").write_bytes(grown)
    (root / "new copy.txt").write_bytes(grown + b"one more line\n")
    changed = next(root.rglob("report*.txt"))
    changed.write_bytes(changed.read_bytes() + b"added\n")
    gone = next(root.rglob("report*.docx"))
    gone.unlink()
    for out in ("second", "first"):  # a folder of its own, and the same one
        again = cluster(root, tmp_path / out, "--reuse", tmp_path / "first", master="local[2]")
        assert again.code == 0, again.err
        told = manifest(tmp_path / out)
        assert told["reused"]["files"] == before["files"] - 2
        assert told["reused"]["links"] > 0
        assert told["reused"]["figures"] > 0
        assert f"Reused {before['files'] - 2} files" in again.err
        assert clusters_in(tmp_path / out) == local(root)
        shutil.rmtree(tmp_path / "second", ignore_errors=True) if out == "first" else None


@pytest.mark.soak
def test_a_run_that_was_stopped_goes_on(tmp_path):
    root, out = a_folder(tmp_path / "in", 60, seed=7), tmp_path / "out"
    program = start(root, out)
    wait_for(out / "_work" / "signed" / "_SUCCESS", program)
    end(program)
    assert not (out / "manifest.json").exists()
    other = cluster(root, out, "--resume", "--tolerance", "20", master="local[2]")
    assert other.code == 2
    assert "was begun with other folders or options" in other.err
    done = cluster(root, out, "--resume", master="local[2]")
    assert done.code == 0, done.err
    assert clusters_in(out) == local(root)


@pytest.mark.soak
def test_an_executor_that_is_killed_is_replaced(tmp_path):
    root, out = a_folder(tmp_path / "in", 150, seed=8), tmp_path / "out"
    program = start(root, out)
    wait_for(out / "_work" / "listing" / "_SUCCESS", program)
    executors = descendants(program.pid, "CoarseGrainedExecutorBackend")
    assert len(executors) == 2
    os.kill(executors[0], 9)
    _, said = program.communicate(timeout=1700)
    assert program.returncode == 0, said.decode()
    assert clusters_in(out) == local(root)


@pytest.mark.soak
def test_uris_are_read_by_spark(tmp_path):
    root = a_folder(tmp_path / "in", 20, seed=9)
    done = cluster(root.as_uri(), tmp_path / "out", master="local[2]")
    assert done.code == 0, done.err
    told = manifest(tmp_path / "out")
    assert told["remote"]
    assert not told["verified"]
    # folders say nothing here: the same files are together, whatever is said of them
    names = {
        frozenset(Path(os.fsdecode(row[0])).name for row in each) for each in clusters_in(tmp_path / "out")
    }
    assert (
        len(
            names
            & {
                frozenset(Path(os.fsdecode(row[0])).name for row in each)
                for each in local(root, verified=False)
            }
        )
        > 5
    )


@pytest.mark.soak
def test_what_can_not_be_read_is_said_in_a_line(tmp_path):
    missing = cluster((tmp_path / "gone").as_uri(), tmp_path / "out", master="local[1]")
    assert missing.code == 2
    assert "can't be read: there is no such folder or file" in missing.err
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes(b"a" * 500)
    other = tmp_path / "other"
    other.mkdir()
    (other / "manifest.json").write_text(json.dumps({"format": "simfinder result", "schema": 99}))
    newer = cluster(tmp_path / "in", tmp_path / "out", "--reuse", other, master="local[1]")
    assert newer.code == 2
    assert "its tables are of version 99" in newer.err
    strange = cluster(tmp_path / "in", tmp_path / "out", master="mesos-like://x")
    assert strange.code == 2
    assert "Spark does not start" in strange.err
    assert not (tmp_path / "out").exists()
    for done in (missing, newer, strange):
        assert "Traceback" not in done.err


DEADLY = """
import os, time
from simfinder.scan.extract.formats import Format
FORMAT = Format(0, "deadly", ((0, b"DEADLY"),), __name__)
def stream(source, out):
    if b"dies" in source.read(100):
        os.abort()
    time.sleep(3600)
"""


@pytest.mark.soak
def test_a_file_that_kills_or_stops_what_looks_into_it_costs_its_view(tmp_path):
    root, lib = a_folder(tmp_path / "in", 12, seed=10), tmp_path / "site-packages"
    expected = local(root, verified=False)
    info = lib / "deadly-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[simfinder.views]\ndeadly = deadly:FORMAT\n")
    (lib / "deadly.py").write_text(DEADLY)
    for word in ("dies", "waits"):
        (root / f"it {word}.bin").write_bytes(b"DEADLY " + word.encode() + os.urandom(3000))
    out = tmp_path / "out"
    done = cluster(root, out, "--estimates", env={"PYTHONPATH": os.fspath(lib), "SIMFINDER_PATIENCE": "2"})
    assert done.code == 1, done.err  # as a scan with files that could not be looked into
    lost = {
        Path(os.fsdecode(row["path"])).name: row["reason"]
        for row in pq.read_table(out / "problems").to_pylist()
    }
    assert set(lost) == {"it dies.bin", "it waits.bin"}
    assert "ended" in lost["it dies.bin"]
    assert clusters_in(out) == expected
    there = {Path(os.fsdecode(row["path"])).name for row in pq.read_table(out / "files").to_pylist()}
    assert set(lost) <= there


OTHERS = {  # what stands at the end of the executors' simfinder/__init__.py, or of the module that says what is signed
    "another version": ("__init__.py", "__version__ = '0.0.7'\n", "has another SimFinder (0.0.7; this is "),
    "none of this": (None, "__version__ = '0.0.8'\n", "has another SimFinder (0.0.8; this is "),
    "other signatures": (
        "signatures/table/serialize.py",
        "_of_now = version_key\ndef version_key(parameters): return _of_now(parameters) + '; bent'\n",
        "has another SimFinder",
    ),
}


@pytest.mark.soak
@pytest.mark.parametrize("other", OTHERS)
def test_executors_with_another_simfinder_are_named(tmp_path, other):
    root, lib = tmp_path / "in", tmp_path / "lib"
    root.mkdir()
    (root / "a.txt").write_bytes(b"a" * 500)
    module, line, said = OTHERS[other]
    package = lib / "simfinder"
    if module is None:
        package.mkdir(parents=True)
    else:
        shutil.copytree(
            Path(simfinder.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
        )
    with (package / (module or "__init__.py")).open("a") as file:
        file.write(line)
    given = f"--conf spark.executorEnv.PYTHONPATH={lib} pyspark-shell"
    done = cluster(root, tmp_path / "out", env={"PYSPARK_SUBMIT_ARGS": given})
    assert done.code == 2, done.err
    assert said in done.err
    assert "install the same everywhere" in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "out").exists()


def start(root, out):
    return subprocess.Popen(
        [sys.executable, "-m", "simfinder", "cluster", root, "--out", out, "--master", MASTER],
        env=os.environ | CHEAP | {"SPARK_WORKER_DIR": f"{out}-workers"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for(place, program, timeout=900):
    until = time.monotonic() + timeout
    while not place.exists():
        assert program.poll() is None, program.stderr.read().decode()
        assert time.monotonic() < until
        time.sleep(0.05)


def end(program):
    """End a program with all it started."""
    for pid in [*descendants(program.pid, ""), program.pid]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 9)
    program.communicate(timeout=60)


def descendants(pid, word):
    """Return the processes below one whose command has a word."""
    parents, commands = defaultdict(list), {}
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(place.joinpath("stat").read_text().rpartition(")")[2].split()[1])].append(
                int(place.name)
            )
            commands[int(place.name)] = place.joinpath("cmdline").read_bytes().decode("utf-8", "replace")
    found, waiting = [], [pid]
    while waiting:
        waiting += (children := parents[waiting.pop()])
        found += [child for child in children if word in commands.get(child, "")]
    return found
