"""What OneDrive or iCloud keep is skipped and counted, and never read."""

import os
import stat
from types import SimpleNamespace

import pytest

from simfinder.model.file_record import SkipReason
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.stat_record import is_elsewhere
from simfinder.scan.walk import list_directory, walker
from simfinder.scan.walk.walker import walk


@pytest.mark.parametrize(
    ("told", "elsewhere"),
    [
        ({"st_file_attributes": 0x20}, False),
        ({"st_file_attributes": 0x400020}, True),  # RECALL_ON_DATA_ACCESS
        ({"st_file_attributes": 0x1020}, True),  # OFFLINE
        ({"st_file_attributes": 0x400}, False),  # a OneDrive file that is here: a reparse point alone
        ({"st_flags": 0x40000000}, True),  # SF_DATALESS
        ({"st_flags": 0x8000}, False),  # UF_HIDDEN
        ({}, False),
    ],
)
def test_what_each_system_tells(told, elsewhere):
    assert is_elsewhere(SimpleNamespace(st_mode=stat.S_IFREG, **told)) is elsewhere


def test_a_scan_counts_it(tmp_path, monkeypatch):
    for name in ("here", "there"):
        (tmp_path / name).write_bytes(b"content")
    away = os.stat(tmp_path / "there").st_ino
    monkeypatch.setattr(walker, "compiled_listing", lambda: False)
    monkeypatch.setattr(list_directory, "is_elsewhere", lambda found: found.st_ino == away)
    walked = walk(ScanOptions((str(tmp_path),)), Control())
    assert [file.path for file in walked.files] == [str(tmp_path / "here")]
    assert walked.passed_over == {SkipReason.ELSEWHERE: 1}
    assert walked.examples[SkipReason.ELSEWHERE] == (str(tmp_path / "there"),)
