"""Paths of any length opened by handles."""

import os
import subprocess

import pytest

from simfinder.scan import deep
from simfinder.scan.deep import FolderReader, is_deep, open_path


@pytest.fixture
def chain(tmp_path, monkeypatch):
    """A chain of folders, and a limit so low that most of it counts as too long."""
    monkeypatch.setattr(deep, "LONGEST", len(os.fsencode(str(tmp_path))) + 20)
    paths = [str(tmp_path)]
    for i in range(60):
        paths.append(f"{paths[-1]}/folder é {i}")
        os.mkdir(paths[-1])
        with open(paths[-1] + "/file", "w") as file:
            file.write(str(i))
    return paths


def handles():
    return len(os.listdir("/proc/self/fd"))


def test_open_path_at_every_depth(chain):
    before = handles()
    for i, path in enumerate(chain[1:]):
        handle = open_path(path + "/file", os.O_RDONLY)
        assert os.read(handle, 9) == str(i).encode()
        os.close(handle)
    assert is_deep(chain[-1])
    assert not is_deep(chain[0])
    assert handles() == before


def test_open_path_near_a_handle(chain):
    near = os.open(chain[30], os.O_RDONLY)
    handle = open_path(chain[50] + "/file", os.O_RDONLY, (chain[30], near))
    assert os.read(handle, 9) == b"49"
    os.close(handle)
    other = open_path(chain[20] + "/file", os.O_RDONLY, (chain[30], near))
    assert os.read(other, 9) == b"19"
    os.close(other)
    os.close(near)


def test_missing_leaks_no_handle(chain):
    before = handles()
    with pytest.raises(FileNotFoundError):
        open_path(chain[-1] + "/nothing/here", os.O_RDONLY)
    assert handles() == before


def test_reader_lists_down_and_up_again(chain):
    before = handles()
    reader = FolderReader()
    for path in [*chain, *reversed(chain)]:
        with reader.opened(path) as handle, os.scandir(handle) as entries:
            found = {entry.name: entry.stat().st_size for entry in entries}
        assert ("file" in found) == (path != chain[0])
        assert handles() <= before + 1
    reader.close()
    reader.close()
    assert handles() == before


def test_reader_on_a_folder_that_is_gone(chain):
    reader = FolderReader()
    subprocess.run(["rm", "-r", chain[40]], check=True)
    with pytest.raises(FileNotFoundError), reader.opened(chain[-1]):
        pass
    reader.close()
