"""The folder of a result: what is kept on the way to it, and how its tables and manifest get there.

It may be on any file system that Spark writes to. Tables are written beside those of an earlier run and take their
place at the end, after its manifest is gone and before the new one is there; so a folder with a manifest is whole.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from simfinder.app.session.spark.tables import FORMAT, MANIFEST, SCHEMA
from simfinder.errors import NewerVersionError, UsageError
from simfinder.text.message import say

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

WORK: Final = "_work"
_NEXT: Final = "_next"
_TERMS: Final = "terms.json"


def check_free(path: str, *, again: bool) -> None:
    """Check, before Spark is started, that a local folder may take a result.

    Args:
        path: the folder, or a URI, of which nothing is known yet.
        again: an earlier run's folder is wanted.

    Raises:
        UsageError: it is no folder, or something is in it.
    """
    if "://" in path or not os.path.lexists(path):
        return
    if not os.path.isdir(path):
        raise UsageError(say("is no folder"), path)
    held = set() if again else set(os.listdir(path))
    if held and held <= {WORK, _NEXT}:
        raise UsageError(say("has an unfinished run in it: --resume it, or choose another folder"), path)
    if held:
        raise UsageError(
            say("is not empty: choose another folder, or --reuse the result that is in it"), path
        )


class OutFolder:
    """One folder, by Spark's own file systems.

    Args:
        spark: the session.
        path: absolute path or URI.
    """

    def __init__(self, spark: SparkSession, path: str) -> None:
        self._spark, self.path = spark, path.rstrip("/")
        jvm: Any = spark.sparkContext._jvm
        self._Path = jvm.org.apache.hadoop.fs.Path
        self._fs = self._at("").getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())

    def _at(self, name: str) -> Any:
        root = self.path if "://" in self.path else f"file://{self.path}"
        return self._Path(f"{root}/{name}" if name else root)

    def place(self, name: str) -> str:
        """Return the place of a table, for Spark."""
        return str(self._at(name).toString())

    def there(self, name: str) -> bool:
        """Return whether a table was written to its end."""
        return bool(self._fs.exists(self._at(f"{name}/_SUCCESS")))

    def is_empty(self) -> bool:
        """Return whether nothing is in the folder, or there is none."""
        return not self._fs.exists(self._at("")) or not self._fs.listStatus(self._at(""))

    def keep(self, frame: DataFrame, name: str) -> DataFrame:
        """Store an intermediate table and return it read back; one that is there already is not computed again."""
        place = f"{WORK}/{name}"
        if not self.there(place):
            frame.write.mode("overwrite").parquet(self.place(place))
        return self._spark.read.parquet(self.place(place))

    def forget(self, begin: str) -> None:
        """Drop the intermediate tables whose names begin so."""
        for status in self._fs.listStatus(self._at(WORK)):
            if status.getPath().getName().startswith(begin):
                self._fs.delete(status.getPath(), True)

    def write(self, frame: DataFrame, name: str) -> None:
        """Write a table of the result, to be shown by ``publish``."""
        place = f"{_NEXT}/{name}"
        if not self.there(place):
            frame.write.mode("overwrite").option("parquet.block.row.count.limit", 65_536).parquet(
                self.place(place)
            )

    def read(self, name: str) -> DataFrame:
        """Return a table of the result, or of the one to come where it is written already."""
        next_one = f"{_NEXT}/{name}"
        return self._spark.read.parquet(self.place(next_one if self.there(next_one) else name))

    def publish(self, manifest: Mapping[str, Any], names: tuple[str, ...]) -> None:
        """Put the tables in their places, the manifest last, and remove what was kept on the way."""
        self._fs.delete(self._at(MANIFEST), False)
        for name in names:
            self._fs.delete(self._at(name), True)
            if not self._fs.rename(self._at(f"{_NEXT}/{name}"), self._at(name)):
                raise UsageError(say("can't be written"), self.place(name))
        self._write_text(MANIFEST, json.dumps(manifest, indent=1))
        self._fs.delete(self._at(_NEXT), True)
        self._fs.delete(self._at(WORK), True)

    def manifest(self) -> dict[str, Any] | None:
        """Return the manifest; None where there is none.

        Raises:
            NewerVersionError: its tables are of another version.
            UsageError: it is no result.
        """
        text = self._read_text(MANIFEST)
        return None if text is None else checked(text, self.path)

    def begin(self, terms: Mapping[str, Any], *, resume: bool) -> None:
        """Note by which terms the run goes on; drop what was kept by others.

        Raises:
            UsageError: a run to be resumed was begun by others.
        """
        text = json.dumps(terms, sort_keys=True)
        before = self._read_text(f"{WORK}/{_TERMS}")
        if resume and before is not None and before != text:
            raise UsageError(say("the run in it was begun with other folders or options"), self.path)
        if not resume or before is None:
            self._fs.delete(self._at(WORK), True)
            self._fs.delete(self._at(_NEXT), True)
            self._write_text(f"{WORK}/{_TERMS}", text)

    def _read_text(self, name: str) -> str | None:
        if not self._fs.exists(self._at(name)):
            return None
        rows = self._spark.read.text(self.place(name), wholetext=True).collect()
        return rows[0][0] if rows else ""

    def _write_text(self, name: str, text: str) -> None:
        """Write a small file under another name first, so that it is there whole or not at all."""
        place, partial = self._at(name), self._at(f"{name}.part")
        stream = self._fs.create(partial, True)
        try:
            stream.write(bytearray(text.encode()))
        finally:
            stream.close()
        self._fs.delete(place, False)
        self._fs.rename(partial, place)


def checked(text: str, path: str) -> dict[str, Any]:
    """Return the manifest in a text.

    Raises:
        NewerVersionError: its tables are of another version.
        UsageError: it is none.
    """
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UsageError(say("is no result of 'simfinder cluster'"), path)
    if found.get("schema") != SCHEMA:
        message = say(
            "its tables are of version {}, and this SimFinder reads {}", str(found.get("schema")), str(SCHEMA)
        )
        raise NewerVersionError(message, path)
    return found
