"""Extensions are found by their entry points, can't take the names of built-ins, and are left out where they fail."""

import math
import string
import subprocess
import sys

import pytest

from simfinder.errors import UsageError
from simfinder.model import extension_points
from simfinder.model.extension_points import REPORTS, VIEWS, ExtensionPoint, failures, installed


@pytest.fixture
def bring(tmp_path, monkeypatch):
    """Install a package: its name, a module's source, and entry points as group → lines."""
    monkeypatch.setattr(extension_points, "_failures", {})
    monkeypatch.setattr(sys, "path", list(sys.path))

    def install(name, source, groups, place="site-packages"):
        folder = tmp_path / place
        about = folder / f"{name}-2.0.dist-info"
        about.mkdir(parents=True)
        about.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.0\n")
        told = "".join(f"[{group}]\n{lines}\n" for group, lines in groups.items())
        about.joinpath("entry_points.txt").write_text(told)
        folder.joinpath(f"{name}.py").write_text(source)
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
        installed.cache_clear()
        return folder

    yield install
    installed.cache_clear()
    for name in [name for name in sys.modules if name.startswith("brought")]:
        del sys.modules[name]


def point(**built_in):
    return ExtensionPoint(VIEWS, str, built_in, reserved=("kept",))


def test_built_ins_come_first_and_are_loaded_late(bring):
    bring(
        "brought_one",
        "VALUE = 'from outside'",
        {VIEWS: "zebra = brought_one:VALUE", "console_scripts": "x = y:z"},
    )
    views = ExtensionPoint(REPORTS, float, {"one": 1.0, "circle": "math:tau"})
    assert (views["one"], views["circle"]) == (1, math.tau)
    texts = ExtensionPoint(VIEWS, str, {})
    assert texts.names == ("zebra",)
    assert "brought_one" not in sys.modules
    assert texts["zebra"] == "from outside"
    assert "zebra" in texts
    assert texts.package("zebra") == "brought_one 2.0"
    assert texts.place("zebra") == "brought_one:VALUE"
    assert ExtensionPoint(REPORTS, str, {}).names == ()
    assert views.package("one") == ""


@pytest.mark.parametrize(
    ("name", "source", "why"),
    [
        ("ours", "VALUE = ''", "a built-in has that name"),
        ("kept", "VALUE = ''", "a built-in has that name"),
        ("Big", "VALUE = ''", "a name is small letters, digits and hyphens"),
        ("broken", "raise RuntimeError('no such day')", "can't be loaded: RuntimeError: no such day"),
        ("exits", "raise SystemExit(1)", "can't be loaded: SystemExit: 1"),
        ("empty", "", "can't be loaded: AttributeError: module 'brought_bad' has no attribute 'VALUE'"),
        ("number", "VALUE = 1", "brought_bad:VALUE is no str"),
    ],
)
def test_what_does_not_work_is_left_out_and_told_once(bring, caplog, name, source, why):
    bring("brought_bad", source, {VIEWS: f"{name} = brought_bad:VALUE"})
    bring("brought_good", "VALUE = 'good'", {VIEWS: "works = brought_good:VALUE"})
    views = ExtensionPoint(VIEWS, str, {"ours": "string:digits"}, reserved=("kept",))
    for _ in range(2):
        assert views.working() == {"ours": string.digits, "works": "good"}
        assert views.names == ("ours", "works")
    assert [str(told) for told in failures().values()] == [why]
    assert [record.getMessage() for record in caplog.records] == [
        f"{name} of brought_bad 2.0 is left out (simfinder.views): {why}"
    ]
    caplog.clear()
    if name not in ("ours", "kept"):
        with pytest.raises(UsageError, match="can't be used"):
            views[name]


def test_of_two_packages_with_one_name_the_first_on_the_path_counts(bring, caplog):
    bring("brought_one", "VALUE = 'one'", {VIEWS: "same = brought_one:VALUE"}, place="a")
    bring("brought_two", "VALUE = 'two'", {VIEWS: "same = brought_two:VALUE"}, place="b")
    assert point()["same"] == "one"
    assert [str(why) for why in failures().values()] == ["brought_one 2.0 has that name"]
    caplog.clear()


def test_nothing_is_looked_for_in_the_folder_that_we_are_in(bring, monkeypatch):
    folder = bring("brought_one", "VALUE = 'one'", {VIEWS: "one = brought_one:VALUE"})
    monkeypatch.chdir(folder)
    sys.path.insert(0, "")
    installed.cache_clear()
    assert point().names == ()
    with pytest.raises(UsageError, match="nothing installed is called one"):
        point()["one"]


def test_a_process_may_know_of_none(bring, monkeypatch):
    bring("brought_one", "VALUE = 'one'", {VIEWS: "one = brought_one:VALUE"})
    monkeypatch.setattr(extension_points, "_looks", True)
    extension_points.do_not_look()
    assert installed() == ()


def test_damaged_lists_are_nobodys(bring, caplog):
    folder = bring("brought_one", "", {VIEWS: "one"})
    (folder / "brought_one-2.0.dist-info" / "entry_points.txt").write_bytes(
        b"\xff\xfe[simfinder.views]\none\n"
    )
    installed.cache_clear()
    assert point().names == ()
    caplog.clear()


def test_where_no_package_has_any_pythons_library_is_not_even_imported():
    code = "import sys, simfinder.model.scan_options; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
