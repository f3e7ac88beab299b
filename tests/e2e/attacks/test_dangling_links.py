"""A file that our links lead to is to go, by another rule, batch or undo: no name is left leading nowhere."""

import json
import os
import tempfile

import pytest

from tests.helpers.program import simfinder
from tests.unit.actions.world import read, write

_YEAR = 31_556_952 * 10**9
_TEXT = "".join(f"line {n} of a report that is long enough to be compared\n" for n in range(200)).encode()


@pytest.fixture
def linked(tmp_path):
    """A folder with ``kept.txt`` and two links of ours to it, made by the first batch."""
    tree = tmp_path / "tree"
    for name, years in (("kept.txt", 2), ("a/copy.txt", 3), ("b/copy.txt", 4)):
        write(tree / name, _TEXT, mtime_ns=(1_700_000_000 * 10**9) - years * _YEAR)
    keep = ["--keep", "shortest-path"]
    done = simfinder("clean", tree, "--remove", "identical", *keep, "--act", "symlink", "--yes", "--json")
    assert [act["state"] for act in done.json["acts"]] == ["done", "done"]
    return tree


def _nothing_dangles(tree):
    for folder, _, names in os.walk(tree):
        for name in names:
            assert os.path.exists(os.path.join(folder, name)), os.path.join(folder, name)


@pytest.mark.parametrize(
    "act", [[], ["--to", "OTHER"], ["--act", "delete"], ["--act", "symlink"]], ids="-".join
)
def test_a_later_batch_leaves_what_links_of_ours_lead_to(act, linked, tmp_path):
    newer = write(tmp_path / "tree" / "new" / "kept.txt", _TEXT, mtime_ns=1_700_000_000 * 10**9)
    act = [str(tmp_path / "other") if word == "OTHER" else word for word in act]
    rules = ["--remove", "identical", "--keep", f"in:{linked / 'new'}", *act]
    plan = simfinder("plan", linked, *rules, "--json")
    (entry,) = plan.json["acts"]
    said = "2 links made by SimFinder lead here, such as {}: undo batch 1 first, or remove them"
    assert entry["warnings"] == [said.format(linked / "a" / "copy.txt")]
    assert "1 file is needed by links made by SimFinder, and stays" in plan.json["warnings"]
    assert "2 links made by SimFinder lead here" in simfinder("plan", linked, *rules).out.decode()
    (tmp_path / "plan.json").write_bytes(plan.out)
    for report in (
        simfinder("clean", linked, *rules, "--yes", "--json"),
        simfinder("apply", tmp_path / "plan.json", "--yes", "--json"),
    ):
        (told,) = report.json["acts"]
        assert (told["state"], told["reason"]) == ("skipped", entry["warnings"][0])
    assert read(linked / "kept.txt") == read(newer) == _TEXT
    _nothing_dangles(linked)
    os.unlink(linked / "a" / "copy.txt")
    os.unlink(linked / "b" / "copy.txt")
    (told,) = simfinder("clean", linked, *rules, "--yes", "--json").json["acts"]
    assert told["state"] == "done"
    _nothing_dangles(linked)


def test_a_folder_by_another_way_is_the_same_folder(linked, tmp_path):
    """The later scan reaches the file through a link to its folder."""
    write(tmp_path / "other" / "new.txt", _TEXT, mtime_ns=1_700_000_000 * 10**9)
    os.symlink(linked, tmp_path / "way")
    keep = ["--keep", f"in:{tmp_path / 'other'}"]
    rules = ["--remove", "identical", *keep, "--act", "delete", "--yes", "--json"]
    (told,) = simfinder("clean", f"{tmp_path}/way/", tmp_path / "other", *rules).json["acts"]
    assert told["state"] == "skipped"
    assert "2 links made by SimFinder lead here" in told["reason"]
    _nothing_dangles(linked)


@pytest.mark.parametrize("act", [["--to", "OTHER"], ["--act", "copy:OTHER"]], ids="-".join)
def test_an_undo_leaves_what_links_of_ours_lead_to(act, tmp_path):
    """A file is moved (or copied), a link made to its new place, then the move is taken back."""
    tree, other = tmp_path / "tree", tmp_path / "other"
    write(tree / "kept.txt", _TEXT, mtime_ns=1_500_000_000 * 10**9)
    write(tree / "copy.txt", _TEXT, mtime_ns=1_400_000_000 * 10**9)
    act = [word.replace("OTHER", str(other)) for word in act]
    keep = ["--keep", "name:kept.txt"]
    first = simfinder("clean", tree, "--remove", "identical", *keep, *act, "--yes", "--json")
    (moved,) = first.json["acts"]
    assert moved["state"] == "done"
    write(tree / "third.txt", _TEXT, mtime_ns=1_600_000_000 * 10**9)
    keep = ["--keep", f"in:{other}"]
    second = simfinder(
        "clean", tree, other, "--remove", "identical", *keep, "--act", "symlink", "--yes", "--json"
    )
    links = [entry["path"] for entry in second.json["acts"] if entry["to"] == moved["to"]]
    assert links
    report = simfinder("undo", first.json["batch"], "--json")
    (told,) = report.json["acts"]
    assert told["state"] == "done"
    assert "made by SimFinder lead" in told["reason"]
    assert "undo batch 2 first" in told["reason"]
    assert read(moved["to"]) == _TEXT
    _nothing_dangles(tree)
    assert simfinder("undo", second.json["batch"], "--json").code == 0
    assert [entry["state"] for entry in simfinder("undo", first.json["batch"], "--json").json["acts"]] == [
        "undone"
    ]
    _nothing_dangles(tree)


def test_a_chain_in_a_plan_file_is_refused(linked, tmp_path):
    """The file that stays for one act goes in another one of the same plan."""
    write(linked / "one.txt", b"1" * 5000, mtime_ns=10**18)
    write(linked / "two.txt", b"1" * 5000, mtime_ns=10**18 + 1)
    write(linked / "three.txt", b"1" * 5000, mtime_ns=10**18 + 2)
    rules = ["--remove", "identical", "--keep", "newest", "--act", "symlink", "--json"]
    plan = simfinder("plan", linked, *rules).json
    first, second = plan["acts"]
    path, record = first["path"], {**first["file"]}
    second["survivor"] = {**record, "path": path}
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    report = simfinder("apply", tmp_path / "plan.json", "--yes", "--json")
    assert report.code == 2
    assert f"{path} is to stay for it, and to go itself" in report.err
    _nothing_dangles(linked)


def test_a_link_to_another_mount_is_warned_of(tmp_path):
    if not os.path.isdir("/dev/shm") or os.stat("/dev/shm").st_dev == os.stat(tmp_path).st_dev:
        pytest.skip("there is no second file system here")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as disk:
        write(os.path.join(disk, "kept.txt"), _TEXT, mtime_ns=1_600_000_000 * 10**9)
        write(tmp_path / "copy.txt", _TEXT, mtime_ns=1_500_000_000 * 10**9)
        rules = ["--remove", "identical", "--keep", "name:kept.txt", "--act", "symlink"]
        plan = simfinder("plan", disk, tmp_path, *rules, "--json").json
        (entry,) = plan["acts"]
        text = "the file that stays is on another drive: the link leads nowhere whenever that one is away"
        assert entry["warnings"] == [text]
        summary = "1 link leads to another drive, and nowhere whenever that one is away"
        assert summary in plan["warnings"]
        assert summary in simfinder("plan", disk, tmp_path, *rules).out.decode()
        assert text in simfinder("plan", disk, tmp_path, *rules, "--sh").out.decode()


def test_links_that_lead_nowhere_are_found(linked):
    assert ("links", "2 links made by SimFinder lead to their files") in _checks()
    os.rename(linked / "kept.txt", linked / "kept (old).txt")
    for way, name in (("a", "copy.txt"), ("b", "copy.txt")):
        text = f"{linked / way / name} leads nowhere: nothing is at {linked / 'kept.txt'} now"
        assert any(where == "link" and said.startswith(text) for where, said in _checks())
    doctor = simfinder("doctor")
    assert doctor.code == 1
    assert doctor.out.decode().count("leads nowhere: nothing is at") == 2
    report = simfinder("history", "1", "--json").json
    assert {act["reason"] for act in report["acts"]} == {
        f"the link leads nowhere now: nothing is at {linked / 'kept.txt'}"
    }
    os.unlink(linked / "a" / "copy.txt")
    assert sum(where == "link" for where, _ in _checks()) == 1


def test_doctor_says_where_the_content_went(linked, tmp_path):
    """A batch that knew nothing of the link: its drive was away then."""
    hidden = tmp_path / "hidden"
    for way in "ab":
        os.rename(linked / way, f"{hidden}{way}")
    write(linked / "new.txt", _TEXT, mtime_ns=1_700_000_000 * 10**9)
    to = str(tmp_path / "other")
    rules = ["--remove", "identical", "--keep", "name:new.txt", "--to", to, "--yes", "--json"]
    (moved,) = simfinder("clean", linked, *rules).json["acts"]
    assert moved["state"] == "done"
    for way in "ab":
        os.rename(f"{hidden}{way}", linked / way)
    said = [text for where, text in _checks() if where == "link"]
    assert said == [
        f"{linked / way / 'copy.txt'} leads nowhere: {linked / 'kept.txt'} went to {moved['to']} with batch 2; "
        "'simfinder undo 2' brings it back"
        for way in "ab"
    ]


def _checks():
    return [(check["name"], check["text"]) for check in simfinder("doctor", "--json").json["checks"]]
