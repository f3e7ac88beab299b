"""Patterns are compiled when they are first used, and behave as those of ``re``."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.text import patterns
from simfinder.text.patterns import late_pattern as pattern


def test_nothing_is_compiled_before_it_is_used(monkeypatch):
    compiled = []
    monkeypatch.setattr(patterns.re, "compile", lambda *words: compiled.append(words) or re.Pattern)
    late = pattern(r"a(b)", re.IGNORECASE)
    assert (late.pattern, compiled) == (r"a(b)", [])
    assert late.search is re.Pattern.search
    assert late.match is re.Pattern.match
    assert compiled == [(r"a(b)", re.IGNORECASE)]


def test_a_bad_pattern_fails_where_it_is_used():
    with pytest.raises(re.error):
        pattern("(").search("a")


@given(st.text("abAB, ", max_size=20))
def test_it_finds_what_re_finds(text):
    late, own = pattern(r"a(b?)", re.IGNORECASE), re.compile(r"a(b?)", re.IGNORECASE)
    assert late.findall(text) == own.findall(text)
    assert late.sub(r"<\1>", text) == own.sub(r"<\1>", text)
    assert late.split(text) == own.split(text)
    assert [found.span() for found in late.finditer(text)] == [found.span() for found in own.finditer(text)]
    for method in ("search", "match", "fullmatch"):
        found, wanted = getattr(late, method)(text), getattr(own, method)(text)
        assert (found and found.span()) == (wanted and wanted.span())
