import os

import pytest

from simfinder.actions.rules.keep_rules import KeepRules
from simfinder.app.removal import saved_keep_rules
from simfinder.errors import UsageError
from simfinder.store import app_dirs


def test_saved_rules_are_found_behind_their_sign(tmp_path):
    assert not saved_keep_rules.save("tidy", f"in:{tmp_path},newest")
    assert saved_keep_rules.resolve("@tidy") == f"in:{tmp_path},newest"
    assert [(one.name, one.rules) for one in saved_keep_rules.saved()] == [("tidy", f"in:{tmp_path},newest")]
    assert saved_keep_rules.resolve("oldest,largest") == "oldest,largest"


def test_folders_become_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    saved_keep_rules.save("here", "not-in:old")
    assert saved_keep_rules.resolve("@here") == f"not-in:{tmp_path}/old"


def test_a_name_is_replaced_and_removed():
    assert not saved_keep_rules.save("a", "newest")
    assert saved_keep_rules.save("@a", "oldest")
    assert saved_keep_rules.resolve("@a") == "oldest"
    saved_keep_rules.save("b", "@a")
    saved_keep_rules.remove("a")
    assert [one.name for one in saved_keep_rules.saved()] == ["b"]
    assert saved_keep_rules.resolve("@b") == "oldest"
    with pytest.raises(UsageError, match="@a"):
        saved_keep_rules.remove("a")


def test_a_folder_need_not_be_utf8(tmp_path):
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9, a\\b\nc")
    saved_keep_rules.save("odd", f"in:{folder}".replace("\\", "\\\\").replace(",", "\\,"))
    (rule,) = KeepRules.parse(saved_keep_rules.resolve("@odd")).rules
    assert rule.value == folder


def test_names_of_one_look_are_one():
    saved_keep_rules.save("e\u0301te", "oldest")
    assert saved_keep_rules.resolve("@\u00e9te") == "oldest"


@pytest.mark.parametrize("name", ["", "@", "  ", "a\nb", "\udc80", "x" * 101])
def test_names_that_can_not_be(name):
    with pytest.raises(UsageError):
        saved_keep_rules.save(name, "newest")
    assert saved_keep_rules.saved() == []


def test_malformed_rules_are_not_saved():
    with pytest.raises(UsageError, match="best"):
        saved_keep_rules.save("a", "newest,best")
    assert saved_keep_rules.saved() == []


def test_a_mere_look_makes_no_library():
    assert saved_keep_rules.saved() == []
    with pytest.raises(UsageError, match="@a"):
        saved_keep_rules.resolve("@a")
    with pytest.raises(UsageError):
        saved_keep_rules.remove("a")
    assert not app_dirs.library_file().exists()


def test_an_unknown_name_tells_the_known_ones():
    saved_keep_rules.save("one", "newest")
    with pytest.raises(UsageError, match="saved: @one"):
        saved_keep_rules.resolve("@two")
