import pytest

from simfinder.app.settings import scan_rules


def test_lines():
    assert scan_rules.lines_of("*.o\r\n\n# a comment\n  \n/build/\n\\#name\n") == [
        "*.o",
        "/build/",
        "\\#name",
    ]
    assert scan_rules.lines_of("") == []


@pytest.mark.parametrize("line", ["!", "\\"])
def test_what_git_would_not_take_is_named(line):
    assert scan_rules.first_wrong(["*.py", line]).startswith(f"{line}: ")


def test_the_first_wrong_line_is_named():
    assert scan_rules.first_wrong(["*.py", "docs/**", "!keep.me"]) == ""
    assert scan_rules.first_wrong(["*.py", "!", "\\"]).startswith("!: ")
