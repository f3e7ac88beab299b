"""The file that stays is overwritten under its old size and time: nothing goes for it.

A restore that broke off, a sync that mends a rotten file and an attacker all do that; inode, size and modification
time then are those of the scan.
"""

import os
from pathlib import Path

import pytest

from simfinder.actions.filesystem import syscalls
from simfinder.store.library.library import Library
from tests.helpers.program import simfinder
from tests.unit.actions.world import share_by_copying

LINES = [b"line %d of a report\n" % (number * 7919) for number in range(300)]
ACTS = ["trash", "move", "delete", "hardlink", "symlink"]


def overwrite(path):
    """Write zeros into a file, in place; its size and time stay."""
    before = os.stat(path)
    with open(path, "r+b") as file:
        file.write(bytes(before.st_size))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    now = os.stat(path)
    assert (now.st_ino, now.st_size, now.st_mtime_ns) == (before.st_ino, before.st_size, before.st_mtime_ns)


def write(path, data, year):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, ((year - 1970) * 31_557_600,) * 2)
    return path


@pytest.fixture
def files(tmp_path):
    """A kept file, an older version of it and two copies of it."""
    root = tmp_path / "tree"
    kept = write(root / "report.txt", b"".join(LINES), 2020)
    older = write(root / "old" / "report.txt", b"".join([*LINES[:-1], b"the last line\n"]), 2010)
    copies = [write(root / f"copy {number}" / "report.txt", kept.read_bytes(), 2015) for number in range(2)]
    return root, kept, older, copies


def options(act, tmp_path):
    return {"trash": [], "move": ["--to", str(tmp_path / "to")]}.get(act, ["--act", act])


def plan(root, act, tmp_path):
    document = simfinder(
        "plan", root, "--keep", "newest", "--remove", "all", *options(act, tmp_path), "--json"
    )
    assert document.code == 0, document.err
    path = tmp_path / "plan.json"
    path.write_bytes(document.out)
    return path, [entry["path"] for entry in document.json["acts"] if entry["state"] == "planned"]


def outcome(finished):
    return {act["path"]: (act["state"], act["reason"]) for act in finished.json["acts"]}


@pytest.mark.parametrize("act", ACTS)
def test_nothing_goes_for_a_file_that_was_overwritten(act, files, tmp_path):
    root, kept, _older, copies = files
    document, going = plan(root, act, tmp_path)
    assert len(going) == (2 if act.endswith("link") else 3)
    before = {path: Path(path).read_bytes() for path in going}
    overwrite(kept)
    overwrite(copies[0])  # one that is identical to it again
    said = outcome(simfinder("apply", document, "--yes", "--json"))
    for path, data in before.items():
        if path != str(copies[0]):
            state, reason = said[path]
            assert state == "skipped", said
            assert "changed since the scan" in reason or "the bytes differ" in reason
            assert Path(path).read_bytes() == data


def test_a_rename_before_the_scan_hides_nothing_from_a_deletion(files):
    """The cache may take a file for a renamed one if only its status change time has moved."""
    root, kept, older, copies = files
    for copy in copies:
        copy.unlink()
    assert simfinder("scan", root).code == 0
    overwrite(kept)
    kept.rename(root / "report 2.txt")
    result = simfinder("clean", root, "--keep", "newest", "--act", "delete", "--yes", "--json")
    assert older.exists(), result.err


MOMENTS = {
    "trash": (syscalls, "exclusive_rename"),
    "move": (syscalls, "exclusive_rename"),
    "delete": (syscalls, "exclusive_rename"),
    "hardlink": (Library, "update"),
    "symlink": (syscalls, "make_symlink"),
    "symlink, before the swap": (syscalls, "exchange"),
    "reflink": (syscalls, "share_blocks"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_one_that_is_overwritten_at_the_last_moment(moment, files, tmp_path, monkeypatch):
    """Between the check and the act itself."""
    root, kept, older, copies = files
    older.unlink()
    copies[1].unlink()
    document, (path,) = plan(root, moment.split(",")[0], tmp_path)
    data = copies[0].read_bytes()
    monkeypatch.setattr(syscalls, "share_blocks", share_by_copying)
    owner, name = MOMENTS[moment]
    real = getattr(owner, name)

    def struck(*args):
        if kept.read_bytes() == data:
            overwrite(kept)
        return real(*args)

    monkeypatch.setattr(owner, name, struck)
    said = outcome(simfinder("apply", document, "--yes", "--json"))
    assert said[path][0] == "failed", said
    assert copies[0].read_bytes() == data
    assert not copies[0].is_symlink()
    assert copies[0].stat().st_nlink == 1
    assert [entry.name for entry in copies[0].parent.iterdir()] == ["report.txt"]


@pytest.mark.parametrize("act", ["delete", "trash", "hardlink", "symlink"])
def test_a_new_mode_or_name_is_no_change(act, files, tmp_path):
    """Nor are the hard links that the batch itself makes."""
    root, kept, older, copies = files
    document, going = plan(root, act, tmp_path)
    kept.chmod(0o600)
    os.link(kept, tmp_path / "another name")
    said = outcome(simfinder("apply", document, "--yes", "--json"))
    assert {said[path][0] for path in going} == {"done"}, said
    if act == "hardlink":
        assert kept.stat().st_nlink == 4
        assert older.exists()
    else:
        assert not any(path.exists() and not path.is_symlink() for path in copies)


@pytest.mark.parametrize("act", ["hardlink", "symlink"])
def test_an_undo_makes_no_file_of_what_was_overwritten(act, files):
    root, kept, _older, copies = files
    assert simfinder("clean", root, "--keep", "newest", "--act", act, "--yes").code == 0
    overwrite(kept)
    result = simfinder("undo", "--json")
    assert result.code == 1
    assert all(state == "done" and "changed since" in reason for state, reason in outcome(result).values()), (
        result.json
    )
    assert all(path.is_symlink() or path.stat().st_nlink == 3 for path in copies)


@pytest.mark.parametrize("moment", ["before", "at the last moment"])
def test_the_undo_of_a_copy_leaves_it_if_the_original_was_overwritten(moment, files, tmp_path, monkeypatch):
    root, _kept, older, _copies = files
    data = older.read_bytes()
    act = ["--act", f"copy:{tmp_path / 'to'}"]
    assert simfinder("clean", root, "--keep", "newest", "--remove", "all", *act, "--yes").code == 0
    real = syscalls.exclusive_rename

    def struck(source, target):
        if source.endswith("/old/report.txt"):
            overwrite(older)
        return real(source, target)

    if moment == "before":
        overwrite(older)
    else:
        monkeypatch.setattr(syscalls, "exclusive_rename", struck)
    said = outcome(simfinder("undo", "--json"))
    state, reason = said[str(older)]
    assert state == "done"
    assert "the file or its copy was changed since" in reason
    assert data in {path.read_bytes() for path in (tmp_path / "to").rglob("*") if path.is_file()}
