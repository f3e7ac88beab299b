import os
import threading

import pytest

from simfinder.errors import StoreCorruptError, StoreUnavailableError
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.removal_plan import ActKind, ActState, Plan, PlannedAct
from simfinder.store import app_dirs
from simfinder.store.library.library import Library

ODD = os.fsdecode(b"/tmp/caf\xe9/new\nline")


def file(path, **changes):
    values = {"path": path, "device": 5, "inode": 7, "size": 3, "mtime_ns": 11}
    return FileRecord(**(values | changes))


def plan(*paths, kind=ActKind.MOVE, why="because", **changes):
    acts = tuple(
        PlannedAct(
            file(path, **changes),
            b"c" * 16,
            file("/kept"),
            b"k" * 16,
            "0" * 16,
            0.9,
            Relation.OLDER,
            why,
            to="/target" + path,
        )
        for path in paths
    )
    return Plan(kind, acts, "/target")


@pytest.fixture
def library():
    with Library.open() as opened:
        yield opened


def test_lies_in_the_data_folder_and_syncs_every_commit(library):
    assert app_dirs.library_file().exists()
    assert library._database.query("PRAGMA synchronous") == [(2,)]  # FULL


def test_a_whole_plan_is_written_before_the_block_runs(library):
    with library.new_batch(plan("/a", ODD)) as number:
        first, second = library.acts(number)
        assert library.unfinished() == [number]
    assert (first.path, first.target, first.state) == ("/a", "/target/a", ActState.PLANNED)
    assert (first.size, first.device, first.inode, first.mtime_ns) == (3, 5, 7, 11)
    assert (first.content, first.survivor, first.why) == (b"c" * 16, "/kept", "because")
    assert (second.path, second.target) == (ODD, "/target" + ODD)
    assert second.made == ()
    assert second.record.path == ODD
    row = library.batch(number)
    assert (row.kind, row.target, row.finished, row.cancelled) == (ActKind.MOVE, "/target", False, False)


def test_numbers_that_sqlite_has_no_room_for(library):
    far = 20_000_000_000_000_000_001  # the year 2603
    with library.new_batch(plan("/a", inode=2**64 - 1, device=2**128, mtime_ns=far)) as number:
        library.update(number, [(0, {"atime_ns": -far, "part_inode": 2**64 - 1})])
    (act,) = library.acts(number)
    assert (act.inode, act.device, act.mtime_ns) == (2**64 - 1, 2**128, far)
    assert (act.atime_ns, act.part_inode) == (-far, 2**64 - 1)


def test_every_column_comes_back(library):
    values = {
        "target": ODD,
        "state": ActState.STARTED,
        "reason": "lone \udcff surrogate",
        "mode": 0o100644,
        "uid": 0,
        "gid": 10**9,
        "attributes": b"{}",
        "part": ODD + ".part",
        "info": ODD + ".info",
        "info_text": b"\0\xff",
        "made": ("/x", ODD),
        "folder_before_ns": 1,
        "folder_after_ns": 2,
        "undoing": True,
    }
    with library.new_batch(plan("/a", why="of \udce9")) as number:
        library.update(number, [(0, values)])
    (act,) = library.acts(number)
    expected = values | {"reason": "lone \\udcff surrogate"}
    assert {name: getattr(act, name) for name in values} == expected
    assert act.why == "of \\udce9"


def test_an_update_is_all_or_nothing(library):
    with library.new_batch(plan("/a", "/b")) as number:
        with pytest.raises(KeyError):
            library.update(number, [(0, {"state": ActState.DONE}), (1, {"state; DROP TABLE acts": 1})])
        assert [act.state for act in library.acts(number)] == [ActState.PLANNED] * 2


def test_batches_newest_first_and_never_numbered_twice(library):
    numbers = []
    for _ in range(3):
        with library.new_batch(plan("/a")) as number:
            library.set_finished(number, True, cancelled=number == 2)
        numbers.append(number)
    assert numbers == [1, 2, 3]
    assert [(row.id, row.cancelled) for row in library.batches()] == [(3, False), (2, True), (1, False)]
    assert library.unfinished() == []
    assert library.batch(4) is None
    assert library.acts(4) == []


def test_a_failed_block_leaves_the_batch_unfinished(library):
    with pytest.raises(ZeroDivisionError), library.new_batch(plan("/a")) as number:
        raise ZeroDivisionError
    assert library.unfinished() == [number]
    with library.owned(number) as mine:
        assert mine


def test_last_with(library):
    assert library.last_with([ActState.DONE]) is None
    for state in (ActState.DONE, ActState.STARTED, ActState.SKIPPED):
        with library.new_batch(plan("/a")) as number:
            library.update(number, [(0, {"state": state})])
    assert library.last_with([ActState.DONE]) == 1
    assert library.last_with([ActState.DONE, ActState.STARTED]) == 2


def test_only_one_owner(library):
    with Library.open() as other, library.new_batch(plan("/a")) as number:
        with other.owned(number) as mine:
            assert not mine
        found = []
        thread = threading.Thread(target=lambda: found.append(_can_own(other, number)))
        thread.start()
        thread.join()
        assert found == [False]
        with pytest.raises(StoreUnavailableError, match="another SimFinder"), other.new_batch(plan("/b")):
            pytest.fail("two batches at once")
    with library.owned(99) as mine:
        assert not mine


def _can_own(library, number):
    with library.owned(number) as mine:
        return mine


def test_owning_leaves_no_lock_files(library):
    with library.new_batch(plan("/a")) as number:
        assert len(os.listdir(app_dirs.data_folder() / "locks")) == 2
    with library.owned(number) as mine:
        assert mine
    assert os.listdir(app_dirs.data_folder() / "locks") == []


def test_a_damaged_library_is_kept_and_copied_aside_once(library):
    with library.new_batch(plan(*(f"/{number}" for number in range(2000)))):
        pass
    library.close()
    path = app_dirs.library_file()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(data)
    for _ in range(2):
        with pytest.raises(StoreCorruptError, match=r"set aside as library\.sqlite3\.corrupt-"):
            Library.open()
    assert path.read_bytes() == data
    copies = [name for name in os.listdir(app_dirs.data_folder()) if ".corrupt-" in name]
    assert len(copies) == 1
    assert (app_dirs.data_folder() / copies[0]).read_bytes() == data


@pytest.mark.parametrize("column", ["path", "target", "survivor", "part", "info"])
def test_a_path_with_a_zero_is_damage(library, column):
    """Code that used it would fail; found by the fuzzer."""
    with library.new_batch(plan("/a")) as number:
        library._database.execute(f"UPDATE acts SET {column} = ?", (b"/a\0b",))
    with pytest.raises(StoreCorruptError, match="a row makes no sense"):
        library.acts(number)


@pytest.mark.parametrize("owner", ["a\0b", "../../elsewhere", "", "0" * 65, b"0" * 16, "a.b"])
def test_an_owner_that_is_none_names_no_lock_file(library, tmp_path, owner):
    with library.new_batch(plan("/a")) as number:
        pass
    with library._database.transaction():
        library._database.execute("UPDATE batches SET owner = ? WHERE id = ?", (owner, number))
    with pytest.raises(StoreCorruptError, match="has no owner"), library.owned(number):
        pass


def test_locks_that_cannot_be_made_are_bad_luck(library):
    (app_dirs.data_folder() / "locks").write_bytes(b"in the way")
    with pytest.raises(StoreUnavailableError), library.new_batch(plan("/a")):
        pytest.fail("acted without a lock")
    assert library.batches() == []
