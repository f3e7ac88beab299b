"""Plans and protection where names are compared as on Windows or macOS: no file is hit or overwritten by a spelling."""

import os
import unicodedata

import pytest

from simfinder.actions.filesystem.freedesktop_trash import is_in_trash
from simfinder.actions.plan import assessment
from simfinder.actions.plan import make_plan as planning
from simfinder.actions.plan.conflicts import contradictions
from simfinder.actions.plan.make_plan import IN_PLACE
from simfinder.actions.rules.protected_folders import Protection
from simfinder.model.clusters import Relation
from simfinder.model.file_record import SkipReason
from simfinder.model.path_rules import MACOS, POSIX, WINDOWS
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, Plan, PlannedAct
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.special_folders import SpecialFolders
from simfinder.scan.walk.walker import walk
from tests.unit.actions.world import cluster, member, plan_for, write

NFC, NFD = (unicodedata.normalize(form, "Prüfung") for form in ("NFC", "NFD"))


def act(path, survivor="C:\\Users\\stays", to=None):
    mine, its = member(path).file, member(survivor).file
    return PlannedAct(mine, b"0" * 16, its, b"1" * 16, "0" * 16, 0.9, Relation.SIMILAR, "why", to)


def said(acts, rules, *, protected=(), folders=("C:\\Users", "/Users"), target=None, refused=()):
    kind = ActKind.MOVE if target else ActKind.TRASH
    return list(contradictions(Plan(kind, tuple(acts), target, tuple(refused)), folders, protected, rules))


def test_nothing_is_wrong_with_a_plan_whose_folders_are_spelled_otherwise():
    assert said([act("c:\\users\\a"), act("\\\\?\\C:\\Users\\b")], WINDOWS) == []
    assert said([act("/users/a", "/USERS/stays")], MACOS) == []
    assert said([act("\\\\SERVER\\s\\a", "\\\\server\\S\\b")], WINDOWS, folders=["\\\\server\\s"]) == []
    assert said([act("/users/a", "/Users/stays")], POSIX) != []


@pytest.mark.parametrize(
    "protected", ["C:\\Users\\Ann", "c:\\USERS\\ann", "\\\\?\\C:\\Users\\Ann\\", "C:/Users/Ann."]
)
def test_a_protected_folder_holds_by_any_spelling(protected):
    for path in ("C:\\Users\\Ann\\x", "c:\\users\\ann\\x", "\\\\?\\c:\\Users\\ann\\x", "C:/users/Ann /x"):
        (text,) = said([act(path)], WINDOWS, protected=[protected])
        assert text == f"acts[0]: {path} lies in a protected folder"
    assert said([act("C:\\Users\\Anna\\x")], WINDOWS, protected=[protected]) == []


@pytest.mark.parametrize("other", [f"/Users/{NFD}/x", f"/Users/{NFC.upper()}/x"])
def test_a_protected_folder_holds_by_any_form(other):
    assert said([act(other, "/Users/stays")], MACOS, protected=[f"/Users/{NFC}"]) != []
    assert said([act(other, "/Users/stays")], POSIX, protected=[f"/Users/{NFC}"]) == []


@pytest.mark.parametrize(
    ("one", "other", "rules"),
    [
        ("C:\\Users\\a", "c:\\users\\A", WINDOWS),
        ("C:\\Users\\a", "\\\\?\\C:\\Users\\a.", WINDOWS),
        (f"/Users/{NFC}", f"/Users/{NFD}", MACOS),
        ("/Users/a", "/Users/A", MACOS),
    ],
)
def test_two_spellings_of_a_file_are_not_two_files(one, other, rules):
    away = "C:\\Users\\away" if rules.windows else "/Users/away"
    stays = f"{away}{rules.sep}stays"
    assert "a file stands twice among the acts" in said([act(one, stays), act(other, stays)], rules)
    assert said([act(one, other)], rules) == [f"acts[0]: {other} is to stay for it, and to go itself"]
    refused = [(member(other).file, "why")]
    assert said([act(one, stays)], rules, refused=refused) == ["a file is to go and is skipped"]
    for text in (
        said(
            [act(away + "1", stays, one), act(away + "2", stays, other)],
            rules,
            target="C:\\" if rules.windows else "/",
        ),
        said([act(away + "1", one, other)], rules, target="C:\\" if rules.windows else "/"),
    ):
        assert text[-1].endswith(f"{other} is the place of another file")
    if rules is MACOS:
        assert said([act(one, stays), act(other, stays)], POSIX) == []


def test_files_whose_names_are_one_at_the_target_get_two_places(tmp_path, monkeypatch):
    """Planned, that is; that no file overwrites another one is seen to again when they are moved."""
    names = ["report.txt", "Report.TXT", f"{NFC}.txt", f"{NFD}.txt", f"sub/{NFC.upper()}", f"SUB/{NFD}"]
    files = [write(tmp_path / "from" / name) for name in names]
    stays = write(tmp_path / "stays")
    group = cluster(member(stays, relation=Relation.KEPT, similarity=1.0), *(member(file) for file in files))
    for rules in (POSIX, MACOS):
        monkeypatch.setattr(planning, "OWN", rules)
        plan = plan_for([group], files, ActKind.MOVE, str(tmp_path / "to"), [str(tmp_path / "from")])
        places = [act.to for act in plan.acts]
        assert len(places) == len({rules.key(place) for place in places}) == len(files)
        assert len({MACOS.key(place) for place in places}) == (3 if rules is POSIX else 6)


def test_a_file_that_lies_where_it_would_go_to_stays_there(tmp_path, monkeypatch):
    path = write(tmp_path / "To" / NFC)
    group = cluster(member(tmp_path / "stays", relation=Relation.KEPT, similarity=1.0), member(path))
    for rules, refused in ((MACOS, [IN_PLACE]), (POSIX, [])):
        monkeypatch.setattr(planning, "OWN", rules)
        target = str(tmp_path / "TO")
        plan = plan_for([group], [path], ActKind.MOVE, target, [str(tmp_path / "To")])
        assert [reason for _, reason in plan.refused] == refused


@pytest.mark.parametrize("spelled", [NFC, NFD, NFC.upper(), f"{NFD.lower()}/"])
def test_a_folder_that_did_not_exist_is_protected_by_any_spelling(tmp_path, spelled):
    macos, linux = (Protection([f"{tmp_path}/{spelled}"], rules) for rules in (MACOS, POSIX))
    path = write(tmp_path / NFC / "deep" / "x")
    assert macos.covers(path)
    assert not macos.covers(write(tmp_path / f"{NFC}s" / "x"))
    assert linux.covers(path) is (spelled == NFC)


def test_a_folder_that_exists_is_protected_whatever_its_name(tmp_path):
    """By identity: this holds for short names (PROGRA~1), mounted folders and drives with two letters too."""
    path = write(tmp_path / "Program Files" / "x")
    os.symlink(tmp_path / "Program Files", tmp_path / "PROGRA~1")
    for rules in (POSIX, MACOS):
        assert Protection([str(tmp_path / "PROGRA~1")], rules).covers(path)
        assert Protection([str(tmp_path / "Program Files")], rules).covers(str(tmp_path / "PROGRA~1" / "x"))


def test_a_target_in_a_scanned_folder_is_told_by_any_spelling(tmp_path, monkeypatch):
    path = write(tmp_path / NFC / "x")
    group = cluster(member(tmp_path / "stays", relation=Relation.KEPT, similarity=1.0), member(path))
    for rules, spelled, told in ((MACOS, NFD.upper(), True), (POSIX, NFD.upper(), False), (POSIX, NFC, True)):
        monkeypatch.setattr(assessment, "OWN", rules)
        for target in (tmp_path / NFC / "below", tmp_path / NFC / "below" / "deep"):
            plan = plan_for([group], [path], ActKind.MOVE, str(target), [str(tmp_path / spelled)])
            assert any("is in a folder that was scanned" in warning for warning in plan.warnings) is told


@pytest.mark.parametrize("name", ["$Recycle.Bin", "$RECYCLE.BIN", ".Trashes", ".Trash-1000", ".Trash"])
def test_the_trash_of_other_systems_is_none_to_scan_and_keeps_nothing(tmp_path, name):
    """On a drive that was plugged in: its files may be gone tomorrow."""
    path = write(tmp_path / name / "S-1-5-21" / "x")
    write(tmp_path / "Recycle.Bin" / "x")
    assert is_in_trash(path)
    assert not is_in_trash(str(tmp_path / "Recycle.Bin" / "x"))
    walked = walk(ScanOptions((str(tmp_path),), hidden=True), Control())
    assert [record.path for record in walked.files] == [str(tmp_path / "Recycle.Bin" / "x")]
    assert SpecialFolders(()).lies_in_forbidden(path) is SkipReason.TRASH


def test_what_a_mac_leaves_beside_files_is_hidden_and_nothing_else(tmp_path):
    for name in ("x", "._x", ".DS_Store", "a:b"):
        write(tmp_path / name)
    for hidden, names in ((False, ["a:b", "x"]), (True, [".DS_Store", "._x", "a:b", "x"])):
        walked = walk(ScanOptions((str(tmp_path),), hidden=hidden), Control())
        assert [os.path.basename(record.path) for record in walked.files] == names
