"""A disk that won't come back: the journal waits for it no more, nothing on a disk is touched, and if it does come…"""

import os
import shutil

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import folder_state, freedesktop_trash, syscalls
from simfinder.actions.journal import batches
from simfinder.actions.journal.failure_reasons import GIVEN_UP, is_given_up
from simfinder.app.removal import removal
from simfinder.errors import UsageError
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.library import Library
from tests.helpers.files.cut_off import dying
from tests.unit.actions.world import LINKS, only, plan_of, seen, write

pytestmark = pytest.mark.usefixtures("blocks", "no_power_cuts")


def die_at(call, library, plan, **when):
    with dying(syscalls, call, **when):
        execute(plan, library)


@pytest.fixture
def lost(tree, kept, path, library, tmp_path):
    """A deletion that died with the file aside; its folder is gone. Gives where the folder is now."""
    die_at("remove", library, plan_of(ActKind.DELETE, [path], kept))
    os.rename(tree / "drive", tmp_path / "unplugged")
    batches.reconcile(library)
    return tmp_path / "unplugged"


def test_it_is_told_as_failed_and_where_it_may_lie(library, lost, path, tmp_path):
    before = seen(tmp_path)
    report = batches.give_up(library, 1)
    part = library.acts(1)[0].part
    assert (only(report).state, only(report).reason) == (
        ActState.FAILED,
        f"what became of it was not seen again; it may lie at {part}",
    )
    assert os.path.dirname(part) == os.path.dirname(path)
    assert os.path.basename(part) in os.listdir(lost)
    assert report.bytes_freed == 0
    assert is_given_up(only(report).state, only(report).reason)
    assert seen(tmp_path) == before


def test_nothing_waits_for_it_any_more(library, lost, tree, kept):
    other = write(tree / "other.txt", b"the content")
    assert batches.reconcile(library) == []
    batches.give_up(library, 1)
    assert batches.reconcile(library) == []  # and it is not told again
    with pytest.raises(UsageError, match=r"there is nothing to undo"):
        undo(library)
    execute(plan_of(ActKind.TRASH, [other], kept), library)
    assert undo(library).batch == 2


def test_it_comes_back_after_all(library, lost, tree, path):
    """As if nothing had been: what lies aside gets its name again."""
    batches.give_up(library, 1)
    assert batches.reconcile(library) == []
    os.rename(lost, tree / "drive")
    (report,) = batches.reconcile(library)
    assert only(report).state is ActState.SKIPPED
    assert "may lie" not in only(report).reason
    assert os.listdir(tree / "drive") == ["one.txt"]
    assert library.waiting() == []
    assert batches.reconcile(library) == []


def test_it_comes_back_and_the_file_was_gone_already(library, tree, kept, path, tmp_path):
    die_at("remove", library, plan_of(ActKind.DELETE, [path], kept), after=True)
    os.rename(tree / "drive", tmp_path / "unplugged")
    batches.reconcile(library)
    batches.give_up(library, 1)
    os.rename(tmp_path / "unplugged", tree / "drive")
    (report,) = batches.reconcile(library)
    assert (only(report).state, only(report).reason) == (ActState.DONE, "")


@pytest.mark.parametrize("kind", LINKS)
def test_a_link(library, tree, kept, path, tmp_path, kind):
    before = seen(tree)
    die_at("remove", library, plan_of(kind, [path], kept))
    os.rename(tree / "drive", tmp_path / "unplugged")
    batches.reconcile(library)
    report = batches.give_up(library, 1)
    assert only(report).reason.endswith(f"it may lie at {library.acts(1)[0].part}")
    os.rename(tmp_path / "unplugged", tree / "drive")
    assert only(batches.reconcile(library)[0]).state is ActState.SKIPPED
    assert seen(tree) == before


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_copy_on_another_disk_is_left_there(library, tree, kept, path, tmp_path, device_border, comes_back):
    die_at("remove", library, plan_of(ActKind.MOVE, [path], kept, tree, tmp_path / "to"))
    os.rename(tree / "drive", tmp_path / "unplugged")
    batches.reconcile(library)
    before = seen(tmp_path)
    report = batches.give_up(library, 1)
    to = tmp_path / "to" / "drive" / "one.txt"
    assert only(report).reason == f"what became of it was not seen again; it may lie at {to}"
    assert seen(tmp_path) == before
    if not comes_back:
        shutil.rmtree(tmp_path / "unplugged")
        assert batches.reconcile(library) == []
        assert to.read_bytes() == b"the content"
        return
    os.rename(tmp_path / "unplugged", tree / "drive")
    assert only(batches.reconcile(library)[0]).state is ActState.SKIPPED
    assert not to.exists()
    assert os.listdir(tree / "drive") == ["one.txt"]


def test_what_is_known_is_not_given_up(library, tree, kept, path, tmp_path):
    second = write(tree / "second.txt", b"the content")
    die_at("remove", library, plan_of(ActKind.DELETE, [second, path], kept), at=1)
    os.rename(tree / "drive", tmp_path / "unplugged")
    (report,) = batches.reconcile(library)
    assert [act.state for act in report.acts] == [ActState.DONE, ActState.STARTED]
    report = batches.give_up(library, 1)
    assert [act.state for act in report.acts] == [ActState.DONE, ActState.FAILED]


@pytest.mark.parametrize("state", [state for state in ActState if state is not ActState.STARTED])
def test_no_act_of_another_state_is_given_up(library, lost, state):
    """Whatever else the journal says of an act stays as it is, and is no reason to wait."""
    library.update(1, [(0, {"state": state, "reason": "as it was"})])
    with pytest.raises(UsageError, match="batch 1 waits for nothing"):
        batches.give_up(library, 1)
    assert (only(batches.batch(library, 1)).state, only(batches.batch(library, 1)).reason) == (
        state,
        "as it was",
    )


@pytest.mark.parametrize("state", ActState)
def test_what_was_given_up_is_known_again_by_its_reason(state):
    for reason, is_so in ((GIVEN_UP, True), (f"{GIVEN_UP}; it may lie at /x", True), ("disk full", False)):
        assert is_given_up(state, reason) is (is_so and state is ActState.FAILED)


def test_a_drive_that_is_back_meanwhile_is_looked_at_first(library, lost, tree):
    """A person gives up what was told before: what can be seen now is not given up."""
    os.rename(lost, tree / "drive")
    with pytest.raises(UsageError, match="batch 1 waits for nothing"):
        removal.give_up(1)
    assert only(batches.batch(library, 1)).state is ActState.SKIPPED
    assert os.listdir(tree / "drive") == ["one.txt"]


def test_there_is_nothing_to_give_up(library, tree, kept, path):
    with pytest.raises(UsageError, match="no batch 1"):
        batches.give_up(library, 1)
    execute(plan_of(ActKind.TRASH, [path], kept), library)
    with pytest.raises(UsageError, match="batch 1 waits for nothing"):
        batches.give_up(library, 1)


def test_a_batch_that_is_under_way_is_not_given_up(library, lost):
    with Library.open() as other, other.owned(1), pytest.raises(UsageError, match="still being worked on"):
        batches.give_up(library, 1)
    assert only(batches.batch(library, 1)).state is ActState.STARTED


def test_the_trash_of_a_system_that_keeps_its_places_secret(library, tree, kept, path, monkeypatch, tmp_path):
    monkeypatch.setattr("simfinder.actions.filesystem.freedesktop_trash.SYSTEM_TRASH", True)
    with dying(freedesktop_trash, "send"):
        execute(plan_of(ActKind.TRASH, [path], kept), library)
    os.rename(tree / "drive", tmp_path / "unplugged")
    (report,) = batches.reconcile(library)
    assert only(report).reason == folder_state.OUT_OF_SIGHT
    assert only(batches.give_up(library, 1)).reason == "what became of it was not seen again"
    assert batches.reconcile(library) == []
