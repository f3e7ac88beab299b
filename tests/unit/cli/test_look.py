"""How results look on a terminal, and only there."""

import argparse
import os
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.cli.look import PLAIN, Look, Style, chosen_look
from tests.helpers.examples import examples


class Screen:
    def __init__(self, on_screen):
        self.on_screen = on_screen

    def isatty(self):
        return self.on_screen


def looked(monkeypatch, when="auto", *, on_screen=True, **environment):
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Screen(on_screen))
    return chosen_look(argparse.Namespace(color=when))


def test_colors_and_short_paths_are_for_terminals(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    here = os.path.join(str(tmp_path), "")
    assert looked(monkeypatch) == Look(True, here)
    assert looked(monkeypatch, on_screen=False) == PLAIN
    assert looked(monkeypatch, NO_COLOR="1") == Look(False, here)
    assert looked(monkeypatch, NO_COLOR="") == Look(True, here)
    assert looked(monkeypatch, TERM="dumb") == Look(False, here)
    assert looked(monkeypatch, "always", NO_COLOR="1", on_screen=False) == Look(True, "")
    assert looked(monkeypatch, "never") == Look(False, here)


def test_sentences_name_paths_as_lists_do():
    look = Look(folder="/home/anna/")
    assert look.sentence("identical to /home/anna/a.txt") == "identical to a.txt"
    assert look.sentence("older than /srv/home/anna/a.txt") == "older than /srv/home/anna/a.txt"
    assert PLAIN.sentence("identical to /home/anna/\x1b") == "identical to /home/anna/\\x1b"


def test_paths_are_whole_where_the_current_folder_is_gone(monkeypatch, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert looked(monkeypatch, "never").path("/a/b") == "/a/b"


def test_paths_below_the_current_folder_are_shown_from_there():
    look = Look(folder="/home/me/")
    assert look.path("/home/me/docs/a.txt") == "docs/a.txt"
    assert look.path("/home/me/-rf") == "./-rf"
    assert look.path("/home/meg/a.txt") == "/home/meg/a.txt"
    assert Look(True, "/home/me/").path("/home/me/docs/a.txt") == "\x1b[2mdocs/\x1b[0ma.txt"
    assert Look(True).path("a") == "a"
    assert Look(True).path("/") == "/"


@settings(max_examples=examples(200))
@given(
    st.lists(st.text(min_size=1).filter(lambda part: "/" not in part and part not in (".", "..")), min_size=1)
)
def test_names_never_paint(parts):
    path = "/" + "/".join(parts)
    plain = PLAIN.path(path)
    assert "\x1b" not in plain
    painted = Look(True).path(path)
    assert painted.replace("\x1b[2m", "").replace("\x1b[0m", "") == plain
    assert painted.count("\x1b") in (0, 2)


def test_paint_without_colors_or_text_is_the_text():
    assert PLAIN.paint("x", Style.RED) == "x"
    assert Look(True).paint("", Style.RED) == ""
    assert Look(True).paint("x") == "x"
    assert Look(True).paint("x", Style.BOLD, Style.RED) == "\x1b[1;31mx\x1b[0m"


@pytest.mark.parametrize("when", ["sometimes", ""])
def test_other_words_are_refused(when):
    from simfinder.cli.look import add_color_option

    parser = argparse.ArgumentParser(exit_on_error=False)
    add_color_option(parser)
    with pytest.raises(argparse.ArgumentError):
        parser.parse_args(["--color", when])
