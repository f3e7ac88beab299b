"""Everyday runs try few examples, always the same; full runs try as many as each test asks for."""

import re
from pathlib import Path

import pytest
from hypothesis import settings

from tests.helpers.examples import EVERYDAY, examples

TESTS = Path(__file__).resolve().parents[1]


@pytest.fixture(params=["everyday", "full"])
def profile(request):
    before = settings.get_current_profile_name()
    settings.load_profile(request.param)
    yield request.param
    settings.load_profile(before)


def test_the_profile_says_how_many_and_whether_always_the_same(profile):
    everyday = profile == "everyday"
    assert [examples(10), examples(400)] == ([10, EVERYDAY] if everyday else [10, 400])
    assert settings().derandomize is everyday
    assert settings().deadline is None
    assert (settings().max_examples == EVERYDAY) is everyday


def test_no_test_names_a_number_of_examples_past_the_profile():
    fixed = [
        str(path.relative_to(TESTS))
        for path in sorted(TESTS.rglob("*.py"))
        if re.search(r"max_examples\s*=\s*\d", path.read_text(encoding="utf-8"))
    ]
    assert fixed == []
