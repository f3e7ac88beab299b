"""Types and times as people write them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.settings import scan_rules
from simfinder.app.settings.scan_rules import RuleTexts, types_of, words_in, words_of
from simfinder.model.file_families import Family, family_of, types_of_family
from simfinder.text.written_times import time_of

local = datetime.fromisoformat
NOW = local("2026-03-31 15:20")


def test_words_are_parted_by_what_people_use():
    assert words_in(" docx, .odt;pdf\npdf  ") == ["docx", ".odt", "pdf"]
    assert words_in("") == []


def test_types_by_extension_family_and_none():
    assert types_of(["DOCX", ".odt", "none"]) == ("docx", "odt", "")
    assert types_of(["Fonts", "ttf"]) == types_of_family(Family.FONTS)
    assert types_of([".pictures"]) == ("pictures",)  # an extension, where the dot says so


@pytest.mark.parametrize("word", ["a/b", "*.c", "..", ".", "x" * 40, "tar.gz"])
def test_what_is_no_type_is_named(word):
    with pytest.raises(ValueError, match="^" + word.replace("*", r"\*")):
        types_of(["py", word])


@given(
    st.lists(
        st.sampled_from(["py", "", "ttf", "none", "pictures", "fonts", *types_of_family(Family.FONTS)]),
        unique=True,
    )
)
def test_types_come_back_from_their_words(types):
    assert set(types_of(words_of(types))) == set(types)


def test_a_whole_family_is_one_word():
    assert words_of(["py", *types_of_family(Family.PICTURES), ""]) == ["pictures", "py", "none"]


@pytest.mark.parametrize(
    ("text", "when"),
    [("2026-03-01", local("2026-03-01")), (" 2026-03-01 14:30 ", local("2026-03-01 14:30")),
     ("0d", local("2026-03-31")), ("30d", local("2026-03-01")), ("2W", local("2026-03-17")),
     ("1m", local("2026-02-28")), ("4 m", local("2025-11-30")), ("25m", local("2024-02-29")),
     ("2y", local("2024-03-31")), ("1960-01-01", None)],
)  # fmt: skip
def test_dates_and_ages(text, when):
    assert time_of(text, NOW) == (0 if when is None else int(when.timestamp()) * 10**9)


@pytest.mark.parametrize("text", ["", "soon", "30", "d", "-3d", "9999y", "2026-02-30", "99999d"])
def test_what_is_no_time(text):
    with pytest.raises(ValueError, match="^" + text):
        time_of(text, NOW)


def test_an_age_means_the_same_all_day(monkeypatch):
    assert time_of("7d", NOW) == time_of("7d", NOW.replace(hour=23))
    assert time_of("7d") == time_of("7d", datetime.now(tz=UTC).astimezone().replace(tzinfo=None))


def test_rules_become_values_and_come_back():
    texts = RuleTexts(["*.c"], ["b/"], ["c", "none"], ["sound"], 4, 0, "2026-03-01", "2026-04-01 10:00")
    rules = texts.for_folder("/x")
    assert (rules.folder, rules.min_size, rules.max_size) == ("/x", 4, None)
    assert RuleTexts.of(rules).for_folder("/x") == rules
    assert RuleTexts.of(rules).since == "2026-03-01"
    assert RuleTexts.of(rules).not_types == ["sound"]
    assert RuleTexts.of(RuleTexts().for_folder("")) == RuleTexts()
    assert not RuleTexts()
    assert texts


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [(RuleTexts(exclude=["!"]), "!"), (RuleTexts(types=["a/b"]), "a/b"), (RuleTexts(since="soon"), "soon"),
     (RuleTexts(min_size=-1), "less than nothing")],
)  # fmt: skip
def test_what_makes_no_sense_is_named(rules, wrong):
    with pytest.raises(ValueError, match=wrong):
        rules.check()
    assert scan_rules.RuleTexts(exclude=["*.o"], since="3d").check() is None


def test_every_type_is_in_one_family():
    known = [name for family in Family for name in types_of_family(family)]
    assert len(known) == len(set(known)) > 500
    assert all(family_of(name) is family for family in Family for name in types_of_family(family))
    assert family_of("") is family_of("no-such-type") is Family.OTHER
    assert (family_of("py"), family_of("docx"), family_of("zip")) == (
        Family.SOURCE,
        Family.DOCUMENTS,
        Family.ARCHIVES,
    )


def test_the_last_moment_there_is_can_be_shown_or_is_refused():
    for text in (
        "9999-12-31",
        "9999-12-31 23:59:59",
        "9999-12-31T23:59:59.7",
        "9999-12-31T23:59+00:00",
        "0001-01-01",
    ):
        try:
            found = time_of(text)
        except ValueError:
            continue
        assert RuleTexts.of(RuleTexts(since=text).for_folder("")).since
        assert found >= 0
    with pytest.raises(ValueError, match="9999"):
        time_of("9999-12-31T23:59:59.7")
