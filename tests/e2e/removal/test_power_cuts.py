"""The power fails while the real program acts on files that were written a moment ago: no content is lost.

Files, home and journal are on one disk, whose power is cut at a random moment. What the journal then calls deleted may
be gone; all other contents must be there. A cut for each way belongs to the daily tests, thirty to the soak.
"""

import os
import sys

import pytest

from tests.helpers.faults.faulty_program import Server
from tests.helpers.faults.power_cut import Story, lost_in_a_cut

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs loop devices")


def _clean(*act):
    return ("clean", "DISK/tree", "--keep", "newest", "--yes", "--json", "--jobs", "1", *act)


def _folder_trashed(_disk, tree, run):
    """The old folder is in the Trash, and nothing of this may be on the disk yet."""
    assert run(*_clean("--folders"))[0] == 0
    assert not (tree.root / "old").exists()
    return tree.marked


def _copied(disk, _tree, run):
    """Copies of the old files, which are on the disk; the old files themselves are not."""
    assert run(*_clean("--act", "copy:DISK/to"))[0] == 0
    return [str(path) for path in (disk.point / "to").rglob("*.txt")]


def _saved_again(disk, tree, run):
    """A plan, after which all files get on the disk and the kept ones are saved once more, as they were."""
    code, plan, _, _ = run("plan", "DISK/tree", "--keep", "newest", "--act", "delete", "--json")
    assert code == 0
    (disk.point / "plan.json").write_bytes(plan)
    disk.sync()
    for path, data in tree.contents.items():
        if path not in tree.marked:
            times = os.stat(path)
            with open(path, "r+b") as file:
                file.truncate()
                file.write(data)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return tree.marked


_ONE_BY_ONE = {"touched_only": True, "options": {"syncfs": False}}
STORIES = {
    "delete": Story(_clean("--act", "delete")),
    "delete copies": Story(_clean("--act", "delete"), identical=True),
    "hardlink": Story(_clean("--act", "hardlink"), identical=True),
    "symlink": Story(_clean("--act", "symlink"), identical=True),
    "delete, no syncfs": Story(_clean("--act", "delete"), **_ONE_BY_ONE),
    "symlink, no syncfs": Story(_clean("--act", "symlink"), identical=True, **_ONE_BY_ONE),
    "delete, saved again": Story(
        ("apply", "DISK/plan.json", "--yes", "--json"), first=_saved_again, touched_only=True
    ),
    "undo of copies": Story(("undo",), first=_copied, sides=("old",)),
    "undo of copies, no syncfs": Story(("undo",), first=_copied, sides=("old",), **_ONE_BY_ONE),
    "delete a folder": Story(_clean("--folders", "--act", "delete"), identical=True),
    # these take no content away: what was on the disk stays there
    "trash": Story(_clean(), synced=True),
    "move": Story(_clean("--to", "DISK/to"), synced=True),
    "trash a folder": Story(_clean("--folders"), identical=True, synced=True),
    "undo of a folder": Story(("undo",), first=_folder_trashed, identical=True, synced=True),
}
CUTS = [
    pytest.param(1, id="one"),
    pytest.param(30, marks=[pytest.mark.soak, pytest.mark.timeout(1800)], id="thirty"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("home of the server"))
    yield server
    server.close()


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize("name", STORIES)
def test_no_content_is_lost(name, cuts, server, tmp_path):
    lost = {seed: lost_in_a_cut(server, tmp_path, STORIES[name], seed) for seed in range(cuts)}
    assert not any(lost.values()), lost


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", STORIES)
@pytest.mark.parametrize("kind", ["xfs", "btrfs"])
def test_no_content_is_lost_on_other_file_systems(kind, name, server, tmp_path):
    lost = {seed: lost_in_a_cut(server, tmp_path, STORIES[name], seed, kind) for seed in range(30)}
    assert not any(lost.values()), lost
