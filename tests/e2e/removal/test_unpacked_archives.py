"""Archives of which all lies loose in a folder, by the real program: they go and come back, or stay and are said."""

import os
import random
import shutil
import tarfile
import zipfile
from types import SimpleNamespace

import numpy as np
import pytest

from simfinder.app.removal import unpacked_archives
from simfinder.errors import ActionError
from simfinder.model.progress import Control
from simfinder.scan.extract.members import Member
from simfinder.signatures.content_hash import content_hash
from tests.helpers.program import simfinder
from tests.unit.actions.world import photograph


@pytest.fixture
def folder(tmp_path):
    rng = random.Random(26)
    folder = tmp_path / "tree" / "report"
    (folder / "data").mkdir(parents=True)
    for number in range(8):
        text = "\n".join(f"{rng.getrandbits(64):x}" for _ in range(90))
        (folder / ("data" if number % 2 else "") / f"{number}.txt").write_text(text)
    (folder / ".hidden").write_text("settings\n" * 9)
    (folder / "data" / "empty").touch()
    return folder


def zipped(folder, *, comment=b"", more=()):
    path = folder.with_name("report.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder.parent))
        for name, data in more:
            archive.writestr(name, data)
        archive.comment = comment
    return path


def tarred(folder):
    path = folder.with_name("report.tar.gz")
    with tarfile.open(path, "w:gz") as archive:
        archive.add(folder, folder.name)
    return path


def going(planned):
    return [act["path"] for act in planned["acts"] if act["state"] == "planned"]


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_archive_goes_and_comes_back(folder, tmp_path, pack):
    archive = pack(folder)
    before = photograph(tmp_path / "tree")
    cleaned = simfinder("clean", tmp_path / "tree", "--folders", "--yes")
    assert cleaned.code == 0, cleaned.err
    assert not archive.exists()
    left = {path: what[0] for path, what in photograph(tmp_path / "tree").items()}
    assert left == {path: what[0] for path, what in before.items() if path != os.fsencode(archive)}
    assert simfinder("undo").code == 0
    assert {path: what[0] for path, what in photograph(tmp_path / "tree").items()} == {
        path: what[0] for path, what in before.items()
    }


def test_archive_goes_to_a_folder_never_for_good(folder, tmp_path):
    archive = zipped(folder)
    moved = simfinder("plan", tmp_path / "tree", "--folders", "--to", tmp_path / "away", "--json").json
    assert going(moved) == [str(archive)]
    assert going(simfinder("plan", tmp_path / "tree", "--folders", "--act", "delete", "--json").json) == []


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_loose_files_go_for_their_archive_and_come_back(folder, tmp_path, pack):
    archive = pack(folder)
    before = _seen(tmp_path / "tree")
    cleaned = simfinder("clean", tmp_path / "tree", "--folders", "--keep-archives", "--yes")
    assert cleaned.code == 0, cleaned.err
    assert archive.exists()
    assert not folder.exists()
    assert simfinder("undo").code == 0
    assert _seen(tmp_path / "tree") == before


def test_loose_files_do_not_go_for_good(folder, tmp_path):
    zipped(folder)
    planned = simfinder(
        "plan", tmp_path / "tree", "--folders", "--keep-archives", "--act", "delete", "--json"
    ).json
    assert going(planned) == []


LOOSE_STAYING = {
    "changed": lambda folder: (folder / "0.txt").write_text("changed since it was packed\n" * 9),
    "hidden changed": lambda folder: (folder / ".hidden").write_text("other\n" * 9),
    "new": lambda folder: (folder / "data" / "new.txt").write_text("not packed\n" * 9),
    "new, empty": lambda folder: (folder / "new").touch(),
    "link": lambda folder: os.symlink("0.txt", folder / "link"),
    "broken archive": lambda folder: _cut(folder.with_name("report.zip")),
}


def _seen(tree):
    """Everything but access times: the archive was read."""
    return {path: what[:3] for path, what in photograph(tree, folder_times=True).items()}


def _cut(path):
    path.write_bytes(path.read_bytes()[:-300])


@pytest.mark.parametrize("what", LOOSE_STAYING)
def test_folder_that_holds_more_than_its_archive_stays_as_a_whole(folder, tmp_path, what):
    zipped(folder)
    LOOSE_STAYING[what](folder)
    before = _seen(tmp_path / "tree")
    cleaned = simfinder("clean", tmp_path / "tree", "--folders", "--keep-archives", "--yes")
    assert cleaned.code in (0, 1), cleaned.err
    assert _seen(tmp_path / "tree") == before


@pytest.mark.parametrize("name", ["report.zip", "report/0.txt", "report/.hidden", "report/data/more"])
def test_loose_files_stay_if_anything_changes_before_the_act(folder, tmp_path, name):
    zipped(folder)
    document = tmp_path / "plan.json"
    planned = simfinder("plan", tmp_path / "tree", "--folders", "--keep-archives", "--json")
    assert len(going(planned.json)) > 8
    document.write_bytes(planned.out)
    (folder.parent / name).write_bytes(b"something else")
    before = _seen(tmp_path / "tree")
    applied = simfinder("apply", document, "--yes", "--json")
    assert applied.code == 1
    assert {act["state"] for act in applied.json["acts"]} == {"skipped"}
    assert _seen(tmp_path / "tree") == before


STAYING = {
    "comment": (lambda folder: zipped(folder, comment=b"made for Ann"), "a comment"),
    "data behind": (lambda folder: _append(zipped(folder), b"more" * 9), "data behind its files"),
    "empty folder": (lambda folder: zipped(folder, more=[("report/later/", "")]), "an empty folder"),
    "a link": (lambda folder: (os.symlink("0.txt", folder / "link"), tarred(folder))[1], "a link"),
    "hidden differs": (
        lambda folder: _after(zipped(folder), folder / ".hidden", "other"),
        ".hidden in it is not loose",
    ),
}


def _append(path, data):
    with path.open("ab") as file:
        file.write(data)
    return path


def _after(archive, path, text):
    path.write_text(text)
    return archive


@pytest.mark.parametrize("what", STAYING)
def test_archive_that_holds_more_stays_and_is_said(folder, tmp_path, what):
    make, said = STAYING[what]
    archive = make(folder)
    planned = simfinder("plan", tmp_path / "tree", "--folders", "--json").json
    assert str(archive) not in going(planned)
    assert any(said in warning for warning in planned["warnings"]), planned["warnings"]


@pytest.mark.parametrize("name", ["0.txt", ".hidden", "data/empty"])
def test_folder_that_changes_before_the_act_keeps_the_archive(folder, tmp_path, name):
    archive = zipped(folder)
    document = tmp_path / "plan.json"
    document.write_bytes(simfinder("plan", tmp_path / "tree", "--folders", "--json").out)
    (folder / name).write_text("something else")
    applied = simfinder("apply", document, "--yes", "--json")
    assert applied.code == 1
    assert {act["state"] for act in applied.json["acts"]} == {"skipped"}
    assert archive.exists()


def test_files_that_stay_for_an_archive_do_not_go_by_a_rule(folder, tmp_path):
    for number in range(3):  # versions of a letter, loose and in the archive
        rng = random.Random(1)
        lines = [f"{rng.getrandbits(64):x}\n" for _ in range(200)]
        (folder / f"letter v{number}.txt").write_text("".join(lines[number:]))
        os.utime(folder / f"letter v{number}.txt", (1_700_000_000 + number * 86_400,) * 2)
    archive = zipped(folder)
    planned = simfinder("plan", tmp_path / "tree", "--folders", "--json").json
    assert going(planned) == [str(archive)]


def test_copy_of_the_folder_goes_too_and_one_stays(folder, tmp_path):
    archive = zipped(folder)
    shutil.copytree(folder, tmp_path / "tree" / "report - Copy")
    cleaned = simfinder("clean", tmp_path / "tree", "--folders", "--yes")
    assert cleaned.code in (0, 1), cleaned.err
    assert len(list(folder.rglob("*.txt"))) == 8
    assert not (tmp_path / "tree" / "report - Copy").exists()
    assert not archive.exists()


def test_what_lies_behind_a_link_is_not_in_the_folder(folder, tmp_path):
    """The folder that stays has it only as long as another one does."""
    files = SimpleNamespace(paths=list, sizes=np.zeros(0, np.int64))
    session = SimpleNamespace(result=SimpleNamespace(files=files))
    data = (folder / "data" / "1.txt").read_bytes()
    member = Member(b"report/data/1.txt", len(data), content_hash(data))
    loose = unpacked_archives._Loose(session, str(folder), Control())
    assert loose.twin(member, "data/1.txt")[0].path == str(folder / "data" / "1.txt")
    (folder / "data").rename(tmp_path / "elsewhere")
    (folder / "data").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ActionError):
        loose.twin(member, "data/1.txt")


def test_folder_that_changes_while_it_is_compared_keeps_the_archive(folder, tmp_path, monkeypatch):
    archive = zipped(folder)
    compare = unpacked_archives._Loose.twin

    def changed(self, member, name):
        found = compare(self, member, name)
        (folder / name).write_text("saved in this moment")
        return found

    monkeypatch.setattr(unpacked_archives._Loose, "twin", changed)
    planned = simfinder("plan", tmp_path / "tree", "--folders", "--json").json
    assert str(archive) not in going(planned)
