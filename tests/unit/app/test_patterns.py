import pytest

from simfinder.app.settings import pattern_lines


def test_lines():
    assert pattern_lines.lines_of("*.o\r\n\n# a comment\n  \n/build/\n\\#name\n") == [
        "*.o",
        "/build/",
        "\\#name",
    ]
    assert pattern_lines.lines_of("") == []


@pytest.mark.parametrize("line", ["!", "\\"])
def test_what_git_would_not_take_is_named(line):
    assert pattern_lines.first_wrong(["*.py", line]).startswith(f"{line}: ")


def test_the_first_wrong_line_is_named():
    assert pattern_lines.first_wrong(["*.py", "docs/**", "!keep.me"]) == ""
    assert pattern_lines.first_wrong(["*.py", "!", "\\"]).startswith("!: ")
