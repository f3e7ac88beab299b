"""Which files there are: folders are walked by the rules of a scan, object stores are listed by Spark.

The walk is one process, so that every rule about hidden, linked, ignored and development folders holds; it takes some
ten seconds for a million files, and reading them takes hours. What lies in the folder of the result is left out.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa

from simfinder.app.session.spark.row_cache import columns_of
from simfinder.app.session.spark.tables import RECORD
from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import UsageError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.walker import Walk, walk
from simfinder.text.message import encode, say
from simfinder.text.number_formats import size_text

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

LARGEST_REMOTE: Final = 1 << 30
"""Bytes of the largest file that is taken from an object store: Spark hands over each as a whole."""

_AT_ONCE = 200_000


def is_remote(places: Sequence[str]) -> bool:
    """Return whether places are URIs.

    Raises:
        UsageError: some are and some are not.
    """
    remote = ["://" in place for place in places]
    if any(remote) and not all(remote):
        raise UsageError(
            say("folders and URIs can't be in one run: files of an object store have no device or inode")
        )
    return any(remote)


def walked(options: ScanOptions, out: str) -> Walk:
    """List the files below folders; those in the folder of the result are left out.

    Raises:
        UsageError: none of the folders can be listed.
    """
    found = walk(options, Control())
    inside = os.path.join(out, "")
    if "://" in out or not any(folder.startswith(inside) for folder in found.files.folders):
        return found
    own = np.array([folder.startswith(inside) for folder in found.files.folders], np.bool_)
    stay = np.flatnonzero(~own[found.files.folder])
    return Walk(
        found.files.take(stay), found.passed_over, found.problems, found.roots, found.examples, found.projects,
        found.left_out,
    )  # fmt: skip


def frame_of(spark: SparkSession, files: FileColumns) -> DataFrame:
    """Return files as a DataFrame with the columns of ``tables.RECORD``."""
    tables = [
        pa.table(columns_of(files[begin : begin + _AT_ONCE]), schema=RECORD)
        for begin in range(0, len(files), _AT_ONCE)
    ]
    return spark.createDataFrame(pa.concat_tables(tables) if tables else RECORD.empty_table())


def problems_of(problems: Sequence[Problem]) -> pa.Table:
    """Return problems as the table of them."""
    return pa.table(
        {
            "path": pa.array([os.fsencode(problem.path) for problem in problems], pa.binary()),
            "reason": pa.array([encode(problem.reason) for problem in problems], pa.string()),
        }
    )


def remote_files(spark: SparkSession, uris: Sequence[str]) -> DataFrame:
    """Return the files below URIs with their contents: ``path``, ``modificationTime``, ``length``, ``content``.

    Raises:
        UsageError: one can't be read.
    """
    from pyspark.errors import AnalysisException

    try:
        found = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(list(uris))
        found.select("path").limit(1).collect()
    except AnalysisException as error:
        raise UsageError(say("can't be read: {}", _reason(error)), ", ".join(uris)) from error
    return found


def too_large(found: DataFrame) -> DataFrame:
    """Return the files that are larger than ``LARGEST_REMOTE``, as problems: ``path``, ``problem``."""
    from pyspark.sql import functions as F  # noqa: N812

    reason = encode(say("is larger than {}: mount it to have it read", size_text(LARGEST_REMOTE)))
    large = found.where(F.col("length") > LARGEST_REMOTE)
    return large.select(F.encode("path", "UTF-8").alias("path"), F.lit(reason).alias("problem"))


def _reason(error: Exception) -> str:
    text = str(error)
    return "there is no such folder or file" if "PATH_NOT_FOUND" in text else text.splitlines()[0]
