"""JSON and YAML in one layout: what says the same meets, nothing that is said is lost."""

import base64
import io
import json
import re
import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan.extract.formats import PLAIN, RAW, TEXT, YAML, recognise, refined
from simfinder.scan.extract.limits import BOUNDS
from simfinder.scan.extract.texts import json_data, yaml_data
from simfinder.scan.extract.view_sink import ViewSink

NOTE = "words of a sentence, " * 12 + "the end"
VALUE = {
    "name": "shop",
    "on": True,
    "off": None,
    "sizes": [1, -2.5, 1e6, {"deep": ["x", "12", "true", "Füße", 'a "quoted" word', "a\nline"]}],
    "empty": [{}, [], ""],
    "note": NOTE,
}
AS_IT_IS = (RAW, TEXT, "")
BROKEN = {"json": ("json", TEXT, ""), "yaml": ("yaml", TEXT, "")}
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


def view(data, module):
    made = []
    out = ViewSink(made.append, BOUNDS, len(data))
    out.name = RAW
    module.stream(io.BytesIO(data), out)
    return out.name, out.kind, b"".join(made).decode("utf-8", "surrogatepass")


def json_of(text):
    return view(text.encode("utf-8", "surrogatepass"), json_data)


def yaml_of(text):
    return view(text.encode(), yaml_data)


def test_all_looks_of_json_and_yaml_meet():
    whole = json.dumps(VALUE, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    looks = [
        json.dumps(VALUE),
        json.dumps(VALUE, separators=(",", ":"), ensure_ascii=False),
        json.dumps(VALUE, indent="\t", sort_keys=True),
        "\ufeff" + json.dumps(VALUE, indent=4).replace("\n", "\r\n"),
    ]
    assert {json_of(look) for look in looks} == {("json", TEXT, whole)}
    sheets = [
        yaml.safe_dump(VALUE, sort_keys=False),
        yaml.safe_dump(VALUE, indent=4, width=300, allow_unicode=True, explicit_start=True),
        yaml.safe_dump(VALUE, default_flow_style=True, default_style='"'),
        json.dumps(VALUE),
    ]
    said = {yaml_of(sheet)[2] for sheet in sheets[:2] + sheets[3:]}
    assert said == {whole}
    assert yaml_of(sheets[2])[0] == "yaml"


def test_what_has_the_layout_is_its_own_bytes():
    assert json_of(json.dumps(VALUE, indent=2, sort_keys=True, ensure_ascii=False) + "\n") == AS_IT_IS


@pytest.mark.parametrize("number", ["1.10", "1e400", "-0", "9" * 5000, "0.1000", "NaN", "-Infinity"])
def test_numbers_stay_as_they_are_written(number):
    assert f'"it": {number},' in json_of(f'{{"note": "{"x" * 300}", "it": {number}}}')[2]


def test_a_number_and_its_string_differ():
    texts = [json_of(json.dumps({"a": value, "note": NOTE}))[2] for value in (12, "12", True, "true", None)]
    assert len(set(texts)) == 5
    sheets = [yaml_of(f"a: {value}\nnote: {NOTE}\n")[2] for value in ("12", '"12"', "true", "'true'", "~")]
    assert sheets == texts


@pytest.mark.parametrize(
    "text",
    [
        f'{{"a": 1, "a": 2, "note": "{NOTE}"}}',
        f'{{"a": 1, // a comment\n "note": "{NOTE}"}}',
        f'{{"a": 1, "note": "{NOTE}',
        '{"a": 1}\n' * 40,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "[" * 200_000,
        f'{{"a": "\ue000{NOTE}"}}',
        f'{{"a": "\\uE000", "note": "{NOTE}"}}',
        "",
    ],
)
def test_what_would_lose_something_or_is_no_json_is_its_own_bytes(text):
    assert json_of(text) == BROKEN["json"]


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        "a: &a [*a]\nnote: " + NOTE,
        "a: &a " + "x" * 100_000 + "\nb: [" + "*a, " * 10_000 + "1]",
        "a: 1\na: 2\nnote: " + NOTE,
        "{{ template }}: x\nnote: " + NOTE,
        "? [a, b]\n: 1\nnote: " + NOTE,
        "- " * 5000 + "x",
        "[" * 100_000,
        "{a: " * 100_000,
        "words of a text, and no data at all\n" * 10,
        "a: *missing\nnote: " + NOTE,
        'a: "\\ue000"\nnote: ' + NOTE,
        "\0\0\0",
        "",
    ],
)
def test_bombs_and_what_is_no_yaml_are_their_own_bytes(text):
    began = time.process_time()
    assert yaml_of(text) == BROKEN["yaml"]
    assert time.process_time() - began < 8


def test_yaml_keeps_comments_documents_and_what_anchors_name():
    text = (
        '# first\nbase: &base {size: 1, name: "a # b"} # second\nother: *base\n'
        f"note: |\n  # no comment\n  {NOTE}\n# third\n---\n- 1\n"
    )
    said = yaml_of(text)[2]
    values, _, rest = said.partition("---\n")
    assert json.loads(values)["other"] == json.loads(values)["base"] == {"size": 1, "name": "a # b"}
    assert rest == "[\n  1\n]\n# first\n# second\n# third\n"


def test_files_in_data_are_listed():
    picture = b"\x89PNG\r\n\x1a\n" + bytes(2000)
    data = json.dumps({"logo": "data:image/png;base64," + base64.b64encode(picture).decode(), "note": NOTE})
    out = ViewSink(lambda _: None, BOUNDS, len(data))
    json_data.stream(io.BytesIO(data.encode()), out)
    assert [medium.size for medium in out.media] in ([], [len(picture)])


def test_large_files_are_their_own_bytes(monkeypatch):
    monkeypatch.setattr(json_data, "LARGEST", 100)
    monkeypatch.setattr(yaml_data, "LARGEST", 100)
    assert (json_of(json.dumps(VALUE)), yaml_of(json.dumps(VALUE))) == tuple(BROKEN.values())


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=6), values, max_size=5))
def test_the_layout_says_what_the_data_say(value):
    text = json_data.in_one_layout(json.dumps(value).encode())
    if text:
        assert json.dumps(json.loads(text), sort_keys=True) == json.dumps(value, sort_keys=True)
    else:
        assert "\\ue000" in json.dumps(value)


words = st.text(max_size=8).filter(lambda word: not word.startswith("\ue000"))
plain = st.recursive(
    st.none() | st.booleans() | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)


@given(plain)
def test_the_layout_is_that_of_the_json_module(value):
    assert json_data.laid_out(value) == json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def test_what_is_too_deep_has_no_layout():
    value = []
    for _ in range(5000):
        value = [value]
    assert json_data.laid_out(value) == ""


def comments_between(text):
    """The comments that the parser's events leave between them, each looked for."""
    found, end = [], 0
    for event in yaml.parse(text):
        found += re.findall(r"(?:^|(?<=\s))#[^\n]*", text[end : event.start_mark.index], re.MULTILINE)
        end = max(end, event.end_mark.index)
    return [comment.strip() for comment in found]


yaml_lines = st.sampled_from(
    (
        "a: 1\n",
        "b: 'it # is'\n",
        "# one\n",
        "c: # two\n",
        "  - x # three\n",
        "  - y#z\n",
        "d: [1, # four\n 2]\n",
        "e: |\n  # no comment\n",
        "f: >\n  text # no\n# five\n",
        "---\n",
        "g: &g x\n",
        "h: *g # six\n",
        "#\n",
    )
)


@given(st.lists(yaml_lines, max_size=12).map("".join))
def test_all_comments_are_kept_in_their_order(text):
    said = yaml_data.in_one_layout(text.encode())
    if said:
        comments = comments_between(text)
        assert said.splitlines()[len(said.splitlines()) - len(comments) :] == comments


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_any_text_of_yaml(text):
    yaml_of("a: " + text)
    yaml_of(text)


@pytest.mark.parametrize(
    ("begin", "is_data"),
    [
        ('{"a": 1, ', True),
        ('\n {\n  "a b" : [', True),
        ("[{", False),
        ('[{"a": 1}, ', True),
        ("[[1.5, 2], ", True),
        ('["x", ', True),
        ("[section]\nname = 1\n", False),
        ("[[package]]\nname = 1\n", False),
        ("{{ template }}", False),
        ("{ words }", False),
        ('{"unfinished', False),
    ],
)
def test_data_begin_like_data(begin, is_data):
    assert recognise((begin + "x" * 300).encode()) == (15 if is_data else TEXT)
    assert recognise(begin.encode()) == PLAIN


@pytest.mark.parametrize(
    ("path", "found"),
    [("a.yaml", YAML), ("/b/A.YML", YAML), ("a.yml.bak", YAML), ("a.yaml~", YAML), ("yaml", TEXT)],
)
def test_yaml_is_known_by_its_type(path, found):
    assert refined(TEXT, path, b"a: 1\n", 5) == found
    assert refined(PLAIN, path, b"a: 1\n", 5) == PLAIN
