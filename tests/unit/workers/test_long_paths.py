"""Paths of any length, opened by folder handles."""

import os
import random
import subprocess
import threading

import pytest

from simfinder.workers import long_paths
from simfinder.workers.long_paths import FolderReader, Trail, is_deep, open_next, open_path
from tests.helpers.open_files import open_files


@pytest.fixture
def chain(tmp_path, monkeypatch):
    """A chain of folders, and a limit so low that most of it counts as too long."""
    monkeypatch.setattr(long_paths, "LONGEST", len(os.fsencode(str(tmp_path))) + 20)
    paths = [str(tmp_path)]
    for i in range(60):
        paths.append(f"{paths[-1]}/folder é {i}")
        os.mkdir(paths[-1])
        with open(paths[-1] + "/file", "w") as file:
            file.write(str(i))
    return paths


def test_open_path_at_every_depth(chain):
    before = open_files()
    for i, path in enumerate(chain[1:]):
        handle = open_path(path + "/file", os.O_RDONLY)
        assert os.read(handle, 9) == str(i).encode()
        os.close(handle)
    assert is_deep(chain[-1])
    assert not is_deep(chain[0])
    assert open_files() <= before


@pytest.mark.parametrize("step", [1, 60, 256])
def test_one_after_the_other_in_any_order(chain, step, monkeypatch):
    """Open files down, up, to and fro: the kept handles help or do no harm."""
    monkeypatch.setattr(long_paths, "_STEP", step)
    monkeypatch.setattr(long_paths, "_KEPT", 5)
    before, most = open_files(), []
    numbers = [*range(60), *range(59, -1, -1), *random.Random(3).choices(range(60), k=200)]

    def work():
        for number in numbers:
            handle = open_next(chain[number + 1] + "/file", os.O_RDONLY)
            most.append(len(os.listdir("/proc/self/fd")) - len(before))
            assert os.read(handle, 9) == str(number).encode()
            os.close(handle)
        done.append(True)

    done = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done
    assert 2 <= max(most) <= 1 + 5 + 2  # the file, what is kept, and the listing that counts them
    assert open_files() <= before


def test_what_has_taken_the_place_of_a_folder_is_reached(chain, tmp_path):
    trail = Trail()
    os.close(trail.open(chain[-1] + "/file", os.O_RDONLY))
    os.rename(chain[30], tmp_path / "elsewhere")
    with pytest.raises(FileNotFoundError):
        os.close(trail.open(chain[30], os.O_RDONLY))
    os.makedirs(os.path.dirname(chain[40]))
    with open(chain[39] + "/new", "w") as file:
        file.write("new")
    handle = trail.open(chain[39] + "/new", os.O_RDONLY)
    assert os.read(handle, 9) == b"new"
    os.close(handle)
    trail.close()


def test_a_name_longer_than_a_step(chain, monkeypatch):
    monkeypatch.setattr(long_paths, "_STEP", 40)
    path = chain[-1] + "/" + "long" * 50
    os.mkdir(path)
    os.mkdir(path + "/below")
    for one in (path, path + "/below"):
        trail = Trail()
        os.close(trail.open(one, os.O_RDONLY))
        trail.close()


def test_a_long_chain_is_opened_in_few_steps(tmp_path, monkeypatch):
    """Each file of a chain costs a few calls, however deep it is."""
    path, calls = str(tmp_path), []
    handle = os.open(path, os.O_RDONLY)
    for _ in range(2500):
        os.mkdir("d", dir_fd=handle)
        below = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle, path = below, path + "/d"
    os.close(handle)
    real = os.open
    trail = Trail()
    try:
        with monkeypatch.context() as patch:
            patch.setattr(
                os, "open", lambda *args, **kwargs: (calls.append(args[0]), real(*args, **kwargs))[1]
            )
            for end in range(len(path) - 1000, len(path) + 1, 2):
                os.close(trail.open(path[:end], os.O_RDONLY))
    finally:
        trail.close()
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)
    assert sum(map(len, calls)) < 500 * 300
    assert len(calls) < 600


def test_missing_leaks_no_handle(chain):
    before = open_files()
    with pytest.raises(FileNotFoundError):
        open_path(chain[-1] + "/nothing/here", os.O_RDONLY)
    assert open_files() <= before


def test_reader_lists_down_and_up_again(chain):
    before = open_files()
    reader = FolderReader()
    for path in [*chain, *reversed(chain)]:
        with reader.opened(path) as handle, os.scandir(handle) as entries:
            found = {entry.name: entry.stat().st_size for entry in entries}
        assert ("file" in found) == (path != chain[0])
        assert len(open_files() - before) <= 1 + long_paths._KEPT
    reader.close()
    reader.close()
    assert open_files() <= before


def test_reader_on_a_folder_that_is_gone(chain):
    reader = FolderReader()
    subprocess.run(["rm", "-r", chain[40]], check=True)
    with pytest.raises(FileNotFoundError), reader.opened(chain[-1]):
        pass
    reader.close()
