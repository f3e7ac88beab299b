"""What differs between systems, asked for each of them."""

import ntpath
import os
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.model import system
from tests.helpers.examples import examples

NAMES = ("linux", "darwin", "win32", "freebsd14")
LONG = "a" * 200


def test_this_system_is_one_of_them_at_most():
    assert sys.platform == system.NAME
    assert sum((system.LINUX, system.MACOS, system.WINDOWS)) <= 1
    assert (os.name == "nt", sys.platform == "linux") == (system.WINDOWS, system.LINUX)
    assert not system.LINUX_64 or system.LINUX


@pytest.mark.parametrize("name", NAMES)
def test_a_path_in_one_call_leaves_room_for_a_name(name):
    most = {"linux": 4096}.get(name, 1024)  # PATH_MAX
    assert most / 2 < system.longest_path(name) < most - 100


@pytest.mark.parametrize(
    ("path", "whole"),
    [
        (rf"C:\{LONG}\{LONG}", rf"\\?\C:\{LONG}\{LONG}"),
        (rf"C:/{LONG}/./b/../{LONG}", rf"\\?\C:\{LONG}\{LONG}"),
        (rf"\\host\share\{LONG}\{LONG}", rf"\\?\UNC\host\share\{LONG}\{LONG}"),
        (rf"\\?\C:\{LONG}\{LONG}", rf"\\?\C:\{LONG}\{LONG}"),  # is so already
        (r"C:\short", r"C:\short"),
        (rf"{LONG}\{LONG}", rf"{LONG}\{LONG}"),  # of the current folder
        (rf"C:{LONG}\{LONG}", rf"C:{LONG}\{LONG}"),  # of the current folder of a drive
        (rf"\{LONG}\{LONG}", rf"\{LONG}\{LONG}"),  # of the current drive
    ],
)
def test_windows_gets_long_paths_in_its_own_form(path, whole):
    assert system.whole_path(path, "win32") == whole
    assert [system.whole_path(path, name) for name in NAMES if name != "win32"] == [path] * 3


@settings(max_examples=examples(300))
@given(st.lists(st.text("aB. é", min_size=1, max_size=90), min_size=1, max_size=6))
def test_it_stays_the_same_place(parts):
    path = "C:\\" + "\\".join(parts)
    whole = system.whole_path(path, "win32")
    assert ntpath.normpath(whole.removeprefix("\\\\?\\")) == ntpath.normpath(path)
    assert system.whole_path(whole, "win32") == whole


@pytest.mark.parametrize("name", NAMES)
def test_caches_lie_where_the_system_has_them(name, home):
    asked = {"XDG_CACHE_HOME": "/elsewhere"}
    of_its_own = str(home / "Library/Caches")
    assert system.caches_folder(asked, name) == (of_its_own if name == "darwin" else "/elsewhere")
    assert system.caches_folder({}, name) == (of_its_own if name == "darwin" else str(home / ".cache"))


def test_what_it_says_of_this_machine():
    assert system.machine()
    assert system.machine() in system.described()


def test_calls_of_the_c_library():
    assert not system.has_calls("no_such_call_ever")
    assert system.has_calls("open", "close") == system.LINUX_64
