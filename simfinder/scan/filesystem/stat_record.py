"""What the system says of one file, as a record. No call of the system."""

from __future__ import annotations

import os

from simfinder.arrays.file_columns import time_told
from simfinder.model.file_record import FileRecord


def record_of(path: str, found: os.stat_result, protected: bool) -> FileRecord:
    """A record from what the system says of a file."""
    return FileRecord(
        path,
        found.st_dev,
        found.st_ino,
        found.st_size,
        time_told(found.st_mtime_ns),
        time_told(found.st_ctime_ns),
        found.st_mode,
        protected,
    )
