import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from simfinder.app import settings as app_settings
from simfinder.app.limits import limits
from simfinder.app.settings import Settings, load
from simfinder.errors import StoreUnavailableError
from simfinder.model.tolerances import Tolerances
from simfinder.store import folders

PATHS = st.lists(st.text(st.characters(codec="utf-8"), min_size=1) | st.just("/a/\udcff\n"))


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
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
    assert folders.settings_file().is_relative_to(home)
    assert load()[0].folders == ["/x"]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"folders": "x"}', '{"folders": [1]}', '{"tolerance": 7}', '{"tolerances": {"py": "x"}}',
     '{"tolerance": true}', '{"act": "delete"}', '{"act": "burn"}', '{"methods": {"py": "magic"}}',
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
    settings.take_tolerances(Tolerances(0.1).with_type("py", 0.2))
    assert settings.as_tolerances() == Tolerances(0.1, {"py": 0.2}, limits())


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
