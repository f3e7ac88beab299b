"""JSON from anybody: read strictly, or refused in one line that says where."""

import json
from enum import StrEnum
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from simfinder.store.json_values import Whole, convert, loads


class Kind(StrEnum):
    COPY = "copy"


class Inner(Struct, forbid_unknown_fields=True):
    size: Whole
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{2}\Z")] = "00"


class Outer(Struct):
    files: list[Inner]
    kind: Kind = Kind.COPY
    share: float | None = None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff", "no text in UTF-8"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"a": 1, "a": 2}', "a name stands twice in one object"),
        (b"[NaN]", "NaN is no number"),
        (b"[-Infinity]", "-Infinity is no number"),
        (b"{", "no JSON"),
        (b"9" * 5000, "^a number of too many digits$"),
    ],
)
def test_what_is_no_document(data, said):
    with pytest.raises(ValueError, match=said):
        loads(data)


def test_lone_surrogates_are_bytes_of_names():
    assert loads(b'"caf\\udce9"') == "caf\udce9"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "x: expected an object, got null"),
        ({}, "x: object missing required field files"),
        ({"files": {}}, "x.files: expected a list, got an object"),
        ({"files": [{"size": 1}, {"size": "1"}]}, "x.files[1].size: expected a whole number, got a text"),
        ({"files": [{"size": True}]}, "x.files[0].size: expected a whole number, got true or false"),
        ({"files": [{"size": -1}]}, "x.files[0].size: expected a whole number >= 0"),
        ({"files": [{"size": 2**63}]}, f"x.files[0].size: expected a whole number <= {2**63 - 1}"),
        ({"files": [{"size": 1, "digest": "0\n"}]}, "x.files[0].digest: expected a text of another form"),
        (
            {"files": [{"size": 1, "a\nb\u202e": 1}]},
            r"x.files[0]: object contains unknown field a\nb\u202e",
        ),
        ({"files": [], "kind": "x"}, "x.kind: invalid enum value 'x'"),
        ({"files": [], "share": "x"}, "x.share: expected a number or null, got a text"),
    ],
)
def test_where_and_what_is_wrong(value, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - all of the message is compared
        convert(value, Outer, "x")
    assert str(caught.value) == said


def test_what_is_right():
    assert convert({"files": [{"size": 1}], "later": 2}, Outer) == Outer([Inner(1)])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["files", "size", "kind", "\udc80"]), inner)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_any_value_is_right_or_refused_in_one_line(value):
    said = ""
    try:
        convert(value, Outer)
    except ValueError as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) <= 300


@given(st.binary(max_size=30) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_a_document_or_refused(data):
    try:
        loads(data)
    except ValueError:
        return
