"""Patterns of .gitignore, rewritten so that no name is slow: the same matches, in no time."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from simfinder.scan.walk.ignore_patterns import compiled, quick

WORDS = [
    "*",
    "**",
    "**/",
    "/",
    "/**",
    "a",
    "b",
    "ab",
    "?",
    "[ab]",
    "[!a]",
    "[]a]",
    "[^b-c]",
    r"\*",
    r"\a",
    ".",
    "é",
]

NAMES = st.text("abc.*é", min_size=1, max_size=4).filter(lambda name: name.strip("."))


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map("".join),
    st.lists(NAMES, min_size=1, max_size=5).map("/".join),
    st.sampled_from(["", "/"]),
)
def test_matches_what_pathspec_matches(pattern, path, end):
    """The same group matches too: whether the name or a folder matched decides between patterns."""
    try:
        expression, include = GitIgnoreSpecPattern.pattern_to_regex(pattern)
    except ValueError:
        with pytest.raises(ValueError, match="pattern"):
            compiled([pattern])
        return
    if expression is None:
        assert not compiled([pattern]).match_file(path)
        return
    plain = re.compile(expression.replace("[^a]", "[^a/]").replace("[^b-c]", "[^b-c/]"))  # git's brackets
    found, right = re.search(quick(expression), path + end), plain.search(path + end)
    assert (found and found.groupdict()) == (right and right.groupdict())
    assert compiled([pattern]).match_file(path + end) == bool(right and include)


@pytest.mark.parametrize("pattern", [
    "*a*a*a*a*a*a*a*b", "**/a**/a**/a**/b", "?*?*?*?*?*?*b", "[!a]*[!b]*[!a]*[!b]*c", "a**a**a**a**a**b",
    "/**/a/**/a/**/a/**/a/**/b", "**/a*a*a*a/**/a*a*a/**/a*b*/x",
])  # fmt: skip
def test_no_name_takes_long(pattern):
    spec, begin = compiled([pattern]), time.process_time()
    for path in ("a" * 4000, "a/" * 2000 + "x", "aaaa/" * 800 + "x", "ab" * 2000):
        spec.match_file(path)
    assert time.process_time() - begin < 1


def test_names_may_hold_line_ends():
    assert compiled(["foo"]).match_file("a\nb/foo")
    assert compiled(["a*b"]).match_file("a\nb")
    assert not compiled(["foo"]).match_file("foo\n")


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("a[!b]c", "a/c", False),
        ("a[+-9]c", "a/c", False),
        ("a[+-9]c", "a5c", True),
        ("[[a]", "[", True),
        ("[a&&b]", "&", True),
        ("[a||b~~c]", "~", True),
        ("[+--]", ",", True),
        ("[]-]", "]", True),
        (r"[\]", "\\", True),
        ("[^^]", "^", False),
        ("[a-]", "-", True),
    ],
)
def test_brackets_hold_signs_and_nothing_else(pattern, path, matches):
    assert compiled([pattern]).match_file(path) == matches


def test_a_range_that_runs_backwards_is_told():
    with pytest.raises(ValueError, match="runs backwards"):
        compiled(["*.o", "x[z-a]"])


def test_later_patterns_come_before_earlier_ones():
    spec = compiled(["*.o", "!keep*.o", "/build/**/x"])
    assert [spec.match_file(path) for path in ("a/b.o", "a/keep.o", "build/a/x", "build/x", "x")] == [
        True, False, True, True, False,
    ]  # fmt: skip
