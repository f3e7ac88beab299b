"""The entries in menu and file managers: written for this program, and gone without a trace."""

import configparser
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from simfinder.app.maintenance import desktop_menu
from simfinder.errors import UsageError
from simfinder.store.array_file import MAGIC
from tests.helpers.program import simfinder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other menus")


@pytest.fixture
def data(monkeypatch):
    """The person's data folder; caches of the system's own tools are not made."""
    monkeypatch.setattr(desktop_menu, "_CACHES", ())
    return Path(os.environ["XDG_DATA_HOME"])


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def exec_line(path):
    parser = configparser.RawConfigParser()
    parser.read(path, encoding="utf-8")
    return parser["Desktop Entry"]["exec"]


def test_all_of_it_comes_and_goes(data):
    (data / "nautilus/scripts").mkdir(parents=True)
    (data / "nautilus/scripts/mine").write_text("mine")
    before = files(data)
    assert simfinder("desktop", "--install").code == 0
    assert "applications/simfinder.desktop" in files(data)
    assert "icons/hicolor/256x256/apps/simfinder.png" in files(data)
    assert len(files(data)) == len(before) + 11
    first = {name: (data / name).read_bytes() for name in files(data)}
    assert simfinder("desktop", "--install").code == 0  # again, as after a move of the program
    assert {name: (data / name).read_bytes() for name in files(data)} == first
    assert simfinder("desktop", "--remove").code == 0
    assert files(data) == before
    assert [path.name for path in data.iterdir()] == ["nautilus"]


def test_a_file_of_somebody_else_stays(data):
    other = data / "nautilus/scripts/Find similar files"
    other.parent.mkdir(parents=True)
    other.write_text("#!/bin/sh\nfdupes .\n")
    with pytest.raises(UsageError, match="nothing was written"):
        desktop_menu.install()
    assert desktop_menu.remove() == []
    assert files(data) == ["nautilus/scripts/Find similar files"]


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="desktop-file-utils is not installed")
def test_the_entries_are_valid_and_start_this_program(data):
    desktop_menu.install()
    entries = [data / "applications/simfinder.desktop", data / "Thunar/sendto/simfinder.desktop"]
    done = subprocess.run(["desktop-file-validate", *entries], capture_output=True, text=True)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)
    for path in (
        *entries,
        data / "kio/servicemenus/simfinder.desktop",
        data / "nemo/actions/simfinder.nemo_action",
    ):
        assert f"Exec={sys.executable} -P -m simfinder %F\n" in path.read_text("utf-8")
    assert os.access(data / "kio/servicemenus/simfinder.desktop", os.X_OK)  # Dolphin trusts no others


def test_a_program_in_a_folder_with_an_odd_name(data, tmp_path):
    program = tmp_path / 'a "b" $c\\ 100%' / "it's"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    program.chmod(0o755)
    entries = {entry.path.name: entry for entry in desktop_menu.entries([str(program)])}
    script = tmp_path / "script"
    script.write_bytes(entries["Find similar files"].content)
    script.chmod(0o755)
    done = subprocess.run([script, "one file", "b"], capture_output=True, text=True, check=True)
    assert done.stdout == "one file\nb\n"
    done = subprocess.run([script], capture_output=True, text=True, check=True, cwd=program.parent)
    assert done.stdout == f"{program.parent}\n"
    (tmp_path / "entry").write_bytes(entries["simfinder.desktop"].content)
    # as the specification has it: the string's escapes first, then the quotes'
    line = exec_line(tmp_path / "entry").replace("\\\\", "\\").replace("%%", "%")
    assert line == f'''"{tmp_path}/a \\"b\\" \\$c\\\\ 100%/it's" %F'''


def test_an_appimage_is_named_by_its_file_not_by_where_it_is_mounted(data, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("APPIMAGE", "/home/me/SimFinder.AppImage")
    desktop_menu.install()
    assert exec_line(data / "applications/simfinder.desktop") == "/home/me/SimFinder.AppImage %F"
    monkeypatch.delenv("APPIMAGE")
    desktop_menu.install()
    assert exec_line(data / "applications/simfinder.desktop") == f"{sys.executable} %F"


def test_saved_results_are_told_by_what_they_begin_with():
    tree = ET.parse(Path(__file__).parents[4] / "resources/desktop/simfinder.xml")
    value = tree.find(".//{*}match").get("value")
    assert value.encode().decode("unicode_escape").encode("latin-1") == MAGIC


def test_both_or_neither_is_no_order():
    assert simfinder("desktop").code == 2
    assert simfinder("desktop", "--install", "--remove").code == 2
