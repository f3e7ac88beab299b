"""The recipes of docs/contributing.md, followed to the letter: each works, in five steps and five files or fewer."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.recipes.following import PROJECT, changed, follow, headings, recipe, see

MOST = 5
SEEN = {
    "Add a signature method": "seen_method",
    "Add a content view": "seen_view",
    "Add a keep rule": "seen_keep_rule",
    "Add a panel": "seen_panel",
    "Add a command": "seen_command",
    "Add a language": "seen_language",
}
"""The checks of each recipe; they run in a process of their own, in which it was followed."""


def test_every_recipe_is_followed():
    assert set(headings()) == set(SEEN)


@pytest.mark.parametrize("heading", SEEN)
def test_a_recipe_has_few_steps_and_files(heading):
    one = recipe(heading)
    assert one.steps == list(range(1, len(one.steps) + 1))
    assert 1 <= len(one.steps) <= MOST
    assert 1 <= len(one.touched) <= MOST
    assert all((PROJECT / name).is_file() for name in one.changes)
    assert not any((PROJECT / name).exists() for name in one.files)


@pytest.mark.parametrize("heading", SEEN)
@pytest.mark.parametrize(
    "command", [("check", "-q"), ("format", "--check", "-q")], ids=lambda words: words[0]
)
def test_what_a_recipe_writes_has_the_style_of_the_project(heading, command, tmp_path):
    one = recipe(heading)
    follow(one, tmp_path)
    ruff = Path(sysconfig.get_path("scripts")) / "ruff"
    for name in (name for name in one.touched if name.endswith(".py")):
        with open(tmp_path / name, "rb") as source:
            words = [ruff, *command, "--stdin-filename", PROJECT / name, "-"]
            done = subprocess.run(
                words, stdin=source, cwd=PROJECT, capture_output=True, text=True, check=False
            )
        assert not done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("heading", SEEN)
def test_a_recipe_works(heading, tmp_path):
    follow(recipe(heading), tmp_path)
    if wrong := see(SEEN[heading], tmp_path):
        pytest.fail(wrong, pytrace=False)


def test_a_recipe_that_is_not_followed_is_not_seen(tmp_path):
    assert "1 failed" in see("seen_keep_rule", tmp_path)


def test_lines_go_where_they_are_said_to_go():
    text = "a\nb\nc\nd\n"
    assert changed(text, ["+0", " a", "+1", " c", "-d", "+4"]) == "0\na\n1\nb\nc\n4\n"
    assert changed(text, [" b", "+2"]) == "a\nb\n2\nc\nd\n"
    for lines in ([" x"], [" c", " a"]):
        with pytest.raises(ValueError, match="no such line"):
            changed(text, lines)
