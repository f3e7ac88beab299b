"""Messages are their sentence, know their parts, and come back from storage as they were."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.errors import StoreError, UsageError, reason_of
from simfinder.text.message import Figures, Message, both, decode, encode, fill, in_turn, message_of, say

MARKS = "\u2061\u2062\u2063\u2064\u2065"
NAMES = st.text(st.sampled_from("a/%1 \udcff\n" + MARKS), max_size=8)
TEMPLATES = ("is gone", "can't be read: {}", "{} of {} files, {:,}", "{} after {}: 100 %")


@st.composite
def messages(draw, depth=3):
    template = draw(st.sampled_from(TEMPLATES))
    inner = st.one_of(NAMES, st.integers(), messages(depth - 1)) if depth else NAMES
    places = template.split("}")[:-1]
    return say(template, *(draw(st.integers() if place.endswith("{:,") else inner) for place in places))


def shape(text):
    """All that a message is."""
    if isinstance(text, Message):
        return text.template, str(text), [shape(value) for value in text.values]
    return type(text), str(text)


def test_a_message_is_its_sentence():
    message = say("older than {}, with which it shares {:g} %", "/k", 92.0)
    assert message == "older than /k, with which it shares 92 %"
    assert message.template == "older than %1, with which it shares %2 %"
    assert shape(message)[2] == [(str, "/k"), (Figures, "92")]
    assert say("{:,} files", 1234567) == "1,234,567 files"
    assert say("is {odd}").template == "is {odd}"


def test_a_value_may_hold_what_looks_like_a_place():
    assert say("{} and {}", "%2", "%1") == "%2 and %1"
    assert fill("%1 %3", ["a", "b"]) == "a %3"


@pytest.mark.parametrize("values", [(1,), (1, 2, 3)])
def test_places_and_values_are_as_many(values):
    with pytest.raises((IndexError, ValueError)):
        say("{} and {}", *values)


def test_parts_from_the_outside_in():
    system = Message("Permission denied")
    message = say("{}: {}", "/a", say("can't be read: {}", system))
    assert [part.template for part in message.parts()] == ["%1: %2", "can't be read: %1", "Permission denied"]


def test_messages_in_turn():
    one, other = say("is gone"), say("is back")
    assert in_turn([one, "", other]) == "is gone; is back"
    assert in_turn([one]) is one
    assert in_turn([]) == ""
    assert both([say("{} files", 3), say("{} folders", 2)]) == "3 files and 2 folders"
    assert message_of(one) is one


@given(messages())
def test_what_is_stored_comes_back(message):
    again = decode(encode(message))
    assert shape(again) == shape(message)
    for other in (copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert shape(other) == shape(message)


@given(NAMES)
def test_plain_texts_come_back(text):
    assert decode(encode(text)) == text
    if "\u2064" not in text:
        assert encode(text) == text


@given(st.text(st.sampled_from("ab%123" + MARKS), max_size=12))
def test_damage_is_read_as_some_text(text):
    assert isinstance(decode(text), Message)


def test_damage_that_is_nested_deeply():
    assert decode("\u2061" * 100_000 + "\u2064" * 100_000)


def test_stored_by_the_program_of_before():
    assert shape(decode("can't be read: /x")) == ("can't be read: /x", "can't be read: /x", [])


def test_what_is_stored_reads_as_the_sentence_where_messages_are_not_known():
    stored = encode(say("can't be read: {}", say("{} is gone", "/a b")))
    assert stored.translate(dict.fromkeys(map(ord, MARKS))) == "can't be read: /a b is gone"


def test_errors_carry_messages():
    error = StoreError(say("can't be read: {}", reason_of(OSError(13, "Permission denied", "/x"))), "/y")
    assert str(error) == "/y: can't be read: Permission denied"
    assert [part.template for part in error.sentence.parts()][1:] == [
        "can't be read: %1",
        "Permission denied",
    ]
    assert UsageError("plain").message.template == "plain"
    assert reason_of(TimeoutError(say("it does not answer"))).template == "it does not answer"
    assert reason_of(OSError()) == "OSError"


def test_a_sentence_that_would_fill_the_memory_is_read_as_it_is():
    """A hundred characters in a stranger's session, each value named ten times in the one around it."""
    stored = "much"
    for _ in range(20):
        stored = f"{'%1' * 10}\N{FUNCTION APPLICATION}{stored}\N{INVISIBLE PLUS}"
    assert decode(stored) == stored
    many = (
        f"\N{INVISIBLE TIMES}{'much' * 1000}\N{INVISIBLE PLUS}"
        + "\N{INVISIBLE TIMES}a\N{INVISIBLE PLUS}" * 1000
    )
    assert decode(many) == many
