"""What every content view promises, checked for all formats. A new one needs a small good file, nothing else."""

import os
import random

import pytest

from simfinder.model.progress import Control
from simfinder.scan.extract.formats import BY_CODE, FORMATS, HEAD, PICTURE, TEXT, recognise
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from tests.helpers.files.good_files import GOOD_FILES
from tests.helpers.files.mutants import mutate
from tests.helpers.files.views import children, read

BOUNDS = Bounds(output=32 << 20, free=4 << 20, members=5000, seconds=10, memory=512 << 20, names=1 << 20)
BY_TYPE = {found.name for found in FORMATS if not found.magics}  # their first bytes do not tell
CODES = {found.name: found.code for found in FORMATS}
CUTS, DAMAGED = 12, 12


@pytest.fixture(scope="module")
def worker():
    with ViewReader(Control(), BOUNDS) as worker:
        yield worker
    assert children() == []


def seen(worker, path, data, code):
    """What a view gives, or why there is none; the file is left as it is, and nothing beside it."""
    path.write_bytes(data)
    before = path.stat()
    try:
        made, content = read(worker, path, code)
    except NoViewError as error:
        return error.message
    finally:
        assert os.listdir(path.parent) == [path.name]
        assert path.read_bytes() == data
        assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert len(content) == made.made <= BOUNDS.output
    assert made.name
    return made.name, content, made.members


def test_every_format_has_a_good_file():
    assert set(GOOD_FILES) == {found.name for found in BY_CODE.values()} == set(CODES)


@pytest.mark.parametrize("name", CODES)
def test_a_good_file_is_recognised_and_read_the_same_each_time(worker, tmp_path, name):
    data = GOOD_FILES[name]()
    assert recognise(data[:HEAD]) == (
        PICTURE if name == "metadata" else TEXT if name in BY_TYPE else CODES[name]
    )
    first = seen(worker, tmp_path / "good", data, CODES[name])
    assert isinstance(first, tuple), first
    assert bool(first[1]) == (name != "datauris")  # whose own bytes are compared
    assert first == seen(worker, tmp_path / "good", data, CODES[name])


@pytest.mark.parametrize("name", CODES)
def test_a_broken_file_has_a_reason_or_less_in_it(worker, tmp_path, name):
    data, dice = GOOD_FILES[name](), random.Random(name)
    broken = [data[: len(data) * part // CUTS] for part in range(CUTS)]
    broken += [mutate(dice, data, [data]) for _ in range(DAMAGED)]
    for one in (*broken, b"", bytes(700), dice.randbytes(700)):
        found = seen(worker, tmp_path / "bad", one, CODES[name])
        if isinstance(found, str):
            assert found
            assert "\n" not in found
            assert str(tmp_path) not in found
            assert not found.endswith("Error)"), "an exception that nobody expected"
    good = seen(worker, tmp_path / "bad", data, CODES[name])
    assert isinstance(good, tuple), "it reads on after broken ones"
