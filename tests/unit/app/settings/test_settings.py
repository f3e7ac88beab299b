import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from simfinder.app.settings import settings as app_settings
from simfinder.app.settings.scan_rules import RuleTexts
from simfinder.app.settings.settings import Settings, load
from simfinder.app.settings.type_limits import limits
from simfinder.errors import StoreUnavailableError
from simfinder.model.file_families import Family
from simfinder.model.scan_options import FolderRules, ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.store import app_dirs
from tests.helpers.examples import examples

WORDS = st.lists(st.sampled_from(["docx", "pictures", "none", ".py"]))
PATHS = st.lists(st.text(st.characters(codec="utf-8"), min_size=1) | st.just("/a/\udcff\n"))


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(30))
@given(
    st.builds(
        Settings,
        folders=PATHS,
        protected=PATHS,
        tolerance=st.floats(0, 1),
        tolerances=st.dictionaries(st.text(), st.floats(0, 1)),
        target=st.text(st.characters(codec="utf-8")),
        hidden=st.booleans(),
        act=st.sampled_from(["trash", "move", "hardlink"]),
        methods=st.dictionaries(st.text(), st.sampled_from(["auto", "spamsum"])),
        exclude=PATHS,
        max_size=st.integers(0, 2**50),
        recent=st.lists(PATHS),
        family_tolerances=st.dictionaries(st.sampled_from(list(map(str, Family))), st.floats(0, 1)),
        families=st.booleans(),
        types=WORDS,
        since=st.sampled_from(["", "2024-01-02", "30d"]),
        folder_rules=st.dictionaries(
            st.text(st.characters(codec="utf-8")),
            st.builds(
                RuleTexts,
                exclude=PATHS,
                not_types=WORDS,
                min_size=st.integers(0, 2**40),
                before=st.just("2y"),
            ),
            max_size=2,
        ),
    )
)
def test_what_is_saved_comes_back(tmp_path, settings):
    path = tmp_path / "settings.json"
    settings.save(path)
    assert load(path) == (settings, "")
    assert [p.name for p in tmp_path.iterdir()] == ["settings.json"]


def test_no_file_means_defaults(home):
    assert load() == (Settings(), "")
    Settings(folders=["/x"]).save()
    assert app_dirs.settings_file().is_relative_to(home)
    assert load()[0].folders == ["/x"]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"folders": "x"}', '{"folders": [1]}', '{"tolerance": 7}', '{"tolerances": {"py": "x"}}',
     '{"tolerance": true}', '{"act": "delete"}', '{"act": "burn"}',
     '{"family_tolerances": {"cats": 0.1}}', '{"family_tolerances": {"pictures": 7}}', '{"types": ["a/b"]}',
     '{"since": "soon"}', '{"folder_rules": []}', '{"folder_rules": {"/a": []}}',
     '{"folder_rules": {"/a": {"max_size": "x"}}}', '{"folder_rules": {"/a": {"cats": 1}}}',
     '{"folder_rules": {"/a": {"types": [3]}}}', '{"folder_rules": {"/a": {"before": "soon"}}}',
     '{"exclude": [1]}', '{"min_size": -1}', '{"recent": ["x"]}', '{"recent": [[1]]}', '{"max_size": "1"}'],
)  # fmt: skip
def test_damaged_settings_are_said_and_not_used(tmp_path, text):
    path = tmp_path / "settings.json"
    path.write_text(text)
    settings, warning = load(path)
    assert settings == Settings()
    assert str(path) in warning


def test_unknown_entries_are_ignored(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"later": 1, "tolerance": 0, "keep": "oldest"}))
    settings, warning = load(path)
    assert (settings.tolerance, settings.keep, warning) == (0.0, "oldest", "")


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "settings.json"
    Settings(keep="oldest").save(path)

    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(app_settings.os, "fsync", full)
    with pytest.raises(StoreUnavailableError, match="No space left"):
        Settings(keep="newest").save(path)
    assert load(path)[0].keep == "oldest"
    assert [p.name for p in tmp_path.iterdir()] == ["settings.json"]


def test_tolerances_go_there_and_back():
    settings = Settings()
    settings.set_tolerances(Tolerances(0.1).with_type("py", 0.2).with_family(Family.SOUND, 0.3))
    assert settings.as_tolerances() == Tolerances(0.1, {"py": 0.2}, limits(), {Family.SOUND: 0.3})


def test_wishes_make_a_scan():
    settings = Settings(
        folders=["/a", "/b"], protected=["/b"], hidden=True, types=["docx"], since="2024-05-06"
    )
    settings.set_rules(RuleTexts(exclude=["*.o"], min_size=4), "/b")
    settings.set_rules(RuleTexts(exclude=["*.o"]), "/elsewhere")  # not in the list now
    options = settings.scan_options()
    assert (options.roots, options.protected, options.hidden, options.types) == (
        ("/a", "/b"),
        ("/b",),
        True,
        ("docx",),
    )
    assert options.since > 10**18
    assert options.folder_rules == (FolderRules("/b", exclude=("*.o",), min_size=4),)
    settings.set_rules(RuleTexts(), "/b")
    assert settings.scan_options().folder_rules == ()
    assert settings.rules("/b") == RuleTexts()
    assert list(settings.folder_rules) == ["/elsewhere"]


def test_wishes_of_a_scan_are_taken_over():
    rules = FolderRules("/a", types=("py", ""), before=1_700_000_000_000_000_000)
    options = ScanOptions(
        ("/a",), exclude=("*.o",), min_size=3, empty=True, follow=True, folder_rules=(rules,)
    )
    settings = Settings(folder_rules={"/a": RuleTexts(types=["c"]), "/z": RuleTexts(min_size=1)})
    settings.set_scan_options(options)
    assert settings.scan_options() == options
    assert settings.rules("/z") == RuleTexts(min_size=1)
    ages = Settings(folders=["/a"], since="30d")
    ages.set_scan_options(ages.scan_options())
    assert ages.since == "30d"
    ages.folder_rules = {"/a": RuleTexts(types=["c"])}
    ages.set_scan_options(ScanOptions(("/a",)))
    assert ages.scan_options() == ScanOptions(("/a",))


def test_sets_of_folders_are_remembered_once_and_only_some():
    settings = Settings()
    settings.remember_folders()
    assert settings.recent == []
    for number in range(12):
        settings.folders = [f"/{number}"]
        settings.remember_folders()
    settings.folders = ["/9"]
    settings.remember_folders()
    assert settings.recent == [["/9"], ["/11"], ["/10"], ["/8"], ["/7"], ["/6"], ["/5"], ["/4"]]


def test_methods_of_types():
    methods = Settings(methods={"py": "spamsum"}).as_methods()
    assert (methods.of("py"), methods.of("txt")) == ("spamsum", "auto")


def test_a_method_whose_extension_is_gone_is_remembered_and_not_used(tmp_path):
    path = tmp_path / "settings.json"
    Settings(methods={"py": "magic", "txt": "spamsum"}, keep="oldest").save(path)
    settings, warning = load(path)
    assert (warning, settings.keep, settings.methods["py"]) == ("", "oldest", "magic")
    assert (settings.as_methods().of("py"), settings.as_methods().of("txt")) == ("auto", "spamsum")
