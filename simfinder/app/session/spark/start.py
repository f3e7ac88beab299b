"""Start Spark, and say in one sentence why it can't be used."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from simfinder import __version__
from simfinder.errors import SimFinderError, UsageError
from simfinder.scan import sign_views
from simfinder.scan.pipeline import version_key
from simfinder.signatures.table.parameters import Parameters
from simfinder.text.message import say

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OLDEST_JAVA: Final = 17
_JAVA = re.compile(r'version "(\d+)(?:\.(\d+))?')
_CONNECT: Final = 10.0  # s
_ADDRESS = re.compile(r"spark://([^/,:]+):(\d+)")


class EngineError(SimFinderError):
    """Spark ended the work; the message is its own first line."""


@contextlib.contextmanager
def started(master: str | None, parameters: Parameters) -> Iterator[SparkSession]:
    """Start Spark for a run, and end it.

    Args:
        master: as Spark has it; None takes that of Spark's own configuration, or this machine with all cores.
        parameters: of the signatures, on which all executors must agree.

    Raises:
        UsageError: there is no Spark or Java that fits, the master does not answer, or executors have another
            SimFinder.
    """
    if find_spec("pyspark") is None:
        raise UsageError(say("Spark is not installed: pip install 'simfinder[spark]' brings it"))
    check_java()
    if master is not None:
        check_master(master)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    spark = _session(master)
    try:
        with told():
            _check_executors(spark, parameters)
            yield spark
    finally:
        with contextlib.suppress(Exception):  # a context that Spark stopped itself
            spark.stop()


def check_java() -> None:
    """Check that there is a Java that Spark runs on.

    Raises:
        UsageError: there is none, or it is too old.
    """
    home = os.environ.get("JAVA_HOME")
    program = os.path.join(home, "bin", "java") if home else shutil.which("java")
    if program is None or not os.access(program, os.X_OK):
        where = say("JAVA_HOME is {}", home) if home else say("JAVA_HOME is not set, and PATH has none")
        raise UsageError(say("Spark needs Java {} or later, and there is none: {}", str(OLDEST_JAVA), where))
    try:
        ran = subprocess.run([program, "-version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(say("Java does not start: {}", str(error)), program) from error
    found = _JAVA.search(ran.stderr + ran.stdout)
    if found is None:
        raise UsageError(say("is no Java that tells its version"), program)
    version = int(found[2] or 0) if found[1] == "1" else int(found[1])
    if version < OLDEST_JAVA:
        message = say("Spark needs Java {} or later; this is Java {}", str(OLDEST_JAVA), str(version))
        raise UsageError(message, program)


def check_master(master: str) -> None:
    """Check that a standalone master answers at its address; others Spark finds itself.

    Raises:
        UsageError: it does not.
    """
    addresses = _ADDRESS.findall(master)
    if master.startswith("spark://") and not addresses:
        raise UsageError(say("{} is no master: as in spark://HOST:7077", master))
    reasons = []
    for host, port in addresses:
        try:
            socket.create_connection((host, int(port)), timeout=_CONNECT).close()
        except OSError as error:
            reasons.append(error.strerror or str(error))
        else:
            return
    if reasons:
        raise UsageError(say("the Spark master {} can't be reached: {}", master, reasons[0]))


def _session(master: str | None) -> SparkSession:
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("simfinder")
    if master is not None:
        builder = builder.master(master)
    address = os.environ.get("SPARK_LOCAL_IP")
    settings = {
        "spark.sql.parquet.compression.codec": "zstd",
        "spark.sql.session.timeZone": "UTC",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "4096",
        "spark.sql.execution.arrow.useLargeVarTypes": "false",
        # a worker that was killed is replaced, and what it was at is done again elsewhere
        "spark.task.maxFailures": "8",
        **({"spark.driver.host": address, "spark.driver.bindAddress": address} if address else {}),
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    try:
        spark = builder.getOrCreate()
    except PySparkException as error:
        raise UsageError(say("Spark does not start: {}", first_line(error))) from error
    except Exception as error:  # the gateway's own errors have no common base
        raise UsageError(say("Spark does not start: {}", first_line(error))) from error
    if os.environ.get("SIMFINDER_SPARK_SHUFFLES") is None:
        parts = max(4, 3 * spark.sparkContext.defaultParallelism)
        spark.conf.set("spark.sql.shuffle.partitions", str(parts))
    return spark


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Turn Spark's errors into one line.

    Raises:
        EngineError: Spark gave up.
        UsageError: the executors can't run SimFinder.
    """
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        text = str(error)
        if "No module named 'simfinder" in text:
            raise UsageError(
                say("the executors have no SimFinder: install simfinder[spark] there")
            ) from error
        if "PYTHON_VERSION_MISMATCH" in text:
            raise UsageError(say("the executors have another Python: {}", first_line(error))) from error
        raise EngineError(say("Spark gave up: {}", first_line(error))) from error


def first_line(error: BaseException) -> str:
    """Return what an error of Spark says, without the stacks of two languages."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # the last line of a Python traceback says what happened on the executor
    worker = [line for line in lines if re.match(r"\w*(Error|Exception|Cancelled)\b", line)]
    java = [line.removeprefix(": ") for line in lines if line.startswith(": ")]
    said = next(iter([*worker[-1:], *java, *lines, type(error).__name__]))
    return said if len(said) <= 300 else said[:299] + "…"


def _check_executors(spark: SparkSession, parameters: Parameters) -> None:
    """Check that every executor signs as this program does.

    Raises:
        UsageError: one has another version, or none.
    """
    ours, made_of = identity(parameters)

    # goes to the executors as it is, while all other functions are looked up in the program that is there
    def versions(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        try:
            from simfinder import __version__ as found
        except ImportError:
            found = "-"
        for _ in batches:
            yield pa.RecordBatch.from_pydict({"host": [socket.gethostname()], "found": [found]})

    def made_of_what(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return _made_of(batches, parameters)

    for ask, wanted in ((versions, ours), (made_of_what, made_of)):
        for host, found in _asked(spark, ask):
            if found == "-":
                raise UsageError(
                    say("the executor on {} has no SimFinder: install simfinder[spark] there", host)
                )
            if found != wanted:
                its = found if ask is versions else say("{}, but other methods or extensions", ours)
                raise UsageError(
                    say(
                        "the executor on {} has another SimFinder ({}; this is {}): install the same everywhere",
                        host,
                        its,
                        ours,
                    )
                )


def _asked(
    spark: SparkSession, ask: Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]
) -> list[tuple[str, str]]:
    """Return the answers of all executors: host and answer."""
    tasks = max(2, 2 * spark.sparkContext.defaultParallelism)
    answers = spark.range(0, tasks, 1, tasks).mapInArrow(ask, "host string, found string")
    return sorted((str(row["host"]), str(row["found"])) for row in answers.distinct().collect())


def identity(parameters: Parameters) -> tuple[str, str]:
    """Return the version of this program, and what its signatures and views are made of."""
    return __version__, sign_views.version_key(version_key(parameters))


def _made_of(batches: Iterable[pa.RecordBatch], parameters: Parameters) -> Iterator[pa.RecordBatch]:
    for _ in batches:
        yield pa.RecordBatch.from_pydict({"host": [socket.gethostname()], "found": [identity(parameters)[1]]})
