"""A second scan: decisions about what is still the same stay, all others go and are told."""

import os
import random

import pytest

from simfinder.actions.rules.mark_rules import INVERTED
from simfinder.app.session.carry_over import renew
from simfinder.app.session.session import Session
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions

RNG = random.Random(9)
DAY = 1_700_000_000


@pytest.fixture
def root(tmp_path):
    for cluster in range(4):
        data = RNG.randbytes(4000 + cluster)
        for age in range(3):
            path = tmp_path / f"{cluster}-{age}.bin"
            path.write_bytes(data)
            os.utime(path, (DAY + age * 86_400,) * 2)
    return tmp_path


def scanned(root):
    return Session.run(ScanOptions((str(root),)), cache=None, control=Control())


def names(session, files):
    return {os.path.basename(session.record(file).path) for file in files}


def test_marks_and_kept_files_stay(root):
    old = scanned(root)
    old.keep_file(old.file_of(str(root / "1-2.bin")))
    old.mark([old.file_of(str(root / name)) for name in ("0-1.bin", "0-2.bin")], INVERTED)
    new = scanned(root)
    found = renew(old, new)
    assert (found.kept, found.marked, found.dropped) == (1, 2, ())
    assert names(new, new.marks) == {"0-1.bin", "0-2.bin"}
    assert set(new.marks.values()) == {INVERTED}
    assert "1-2.bin" in names(new, new.clusters.kept.tolist())
    assert names(new, new.clustering.keeping.by_hand) == {"1-2.bin"}


def test_what_is_gone_changed_or_alone_loses_its_mark(root):
    old = scanned(root)
    wanted = [f"{cluster}-{age}.bin" for cluster in range(4) for age in (1, 2)]
    old.mark([old.file_of(str(root / name)) for name in wanted])
    (root / "0-1.bin").unlink()
    (root / "1-1.bin").write_bytes(RNG.randbytes(4001))
    for name in ("2-0.bin", "2-1.bin"):
        (root / name).unlink()
    os.utime(root / "3-1.bin", (DAY - 9, DAY - 9))  # it is the oldest now, and kept
    new = scanned(root)
    found = renew(old, new)
    assert {os.path.basename(path) for path in found.dropped} == {
        "0-1.bin", "1-1.bin", "2-1.bin", "2-2.bin", "3-1.bin"
    }  # fmt: skip
    assert names(new, new.marks) == {"0-2.bin", "1-2.bin", "3-2.bin"}
    assert found.marked == 3
