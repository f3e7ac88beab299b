"""Seals: only this person's own program can make one, and only for the bytes that are there."""

import os

import numpy as np
import pytest

from simfinder.store import app_dirs, array_file, seal
from simfinder.store.seal import LENGTH, Purpose, sealing, unsealing


def sealed(data, purpose=Purpose.PLAN):
    made = sealing(purpose)
    made.update(data)
    return made.digest()


def fits(data, digest, purpose=Purpose.PLAN):
    check = unsealing(purpose)
    if check is None:
        return False
    check.update(data)
    return check.fits(digest)


def test_a_seal_fits_the_bytes_it_was_made_of():
    digest = sealed(b"a plan")
    assert len(digest) == LENGTH
    assert fits(b"a plan", digest)
    assert not fits(b"a plot", digest)
    assert not fits(b"a plan", digest, Purpose.SESSION)
    assert not fits(b"a plan", bytes(LENGTH))


def test_the_key_is_this_persons_alone():
    digest = sealed(b"a plan")
    key = app_dirs.seal_key()
    assert key.stat().st_mode & 0o077 == 0
    assert len(key.read_bytes()) == LENGTH
    os.chmod(key, 0o644)  # somebody may know it by now
    assert not fits(b"a plan", digest)
    assert fits(b"a plan", sealed(b"a plan"))  # by a new key
    assert not fits(b"a plan", digest)


@pytest.mark.parametrize("content", [b"", b"short", bytes(LENGTH + 1)])
def test_a_damaged_key_is_replaced(content):
    sealed(b"a plan")
    app_dirs.seal_key().write_bytes(content)
    assert unsealing(Purpose.PLAN) is None
    assert fits(b"a plan", sealed(b"a plan"))


def test_where_others_can_write_there_is_no_seal():
    sealed(b"a plan")
    app_dirs.data_folder().chmod(0o777)
    assert unsealing(Purpose.PLAN) is None
    assert sealing(Purpose.PLAN) is None


def test_looking_makes_no_key():
    assert unsealing(Purpose.SESSION) is None
    assert not app_dirs.seal_key().exists()


ARRAYS = {"numbers": np.arange(1_000_000), "none": np.zeros(0, np.uint8)}


def written(path, **options):
    array_file.write(path, {"a": 1}, ARRAYS, **options)
    return path


def test_a_sealed_file_is_known(tmp_path):
    head, arrays = array_file.read(written(tmp_path / "file", sealed=True))
    assert head.sealed
    assert set(arrays) == set(ARRAYS)
    assert not array_file.read(written(tmp_path / "other"))[0].sealed


def test_a_changed_file_with_a_seal_of_somebody_else_is_not(tmp_path):
    arrays = array_file.read(written(tmp_path / "file", sealed=True))[1]
    theirs = seal.Seal(bytes(LENGTH), Purpose.SESSION)
    arrays["numbers"][7] = 0
    with open(tmp_path / "forged", "wb") as file:
        array_file._write(file, {"a": 1}, arrays, frozenset(), lambda: None, 3, theirs)
    head, arrays = array_file.read(tmp_path / "forged")
    assert not head.sealed
    assert arrays["numbers"][7] == 0


def test_a_file_that_others_can_write_is_not(tmp_path):
    path = written(tmp_path / "file", sealed=True)
    path.chmod(0o666)
    assert not array_file.read(path)[0].sealed
