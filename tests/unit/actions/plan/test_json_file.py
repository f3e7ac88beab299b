"""Plan files: what was written comes back as it was, and nothing else is ever taken for a plan."""

import copy
import json
import os
import pathlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.plan import json_file
from simfinder.actions.plan.json_file import StoredPlan, parse, read, text
from simfinder.errors import UsageError
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.removal_plan import PLAN_KINDS, ActKind, Plan, PlannedAct
from simfinder.store import app_dirs

_NAMES = st.binary(min_size=1, max_size=12).map(
    lambda raw: os.fsdecode(raw.replace(b"/", b"_").replace(b"\0", b"0"))
)
_NAMES = _NAMES.filter(lambda name: name not in (".", ".."))
_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_TIMES = st.integers(-(10**20), 10**20)


@st.composite
def records(draw, folder, number):
    return FileRecord(
        path=f"{folder}/{number}/{draw(_NAMES)}",
        device=draw(st.integers(0, 2**64 - 1)),
        inode=number + 1000 * draw(st.integers(0, 2**118)),
        size=draw(st.integers(0, 2**63 - 1)),
        mtime_ns=draw(_TIMES),
        ctime_ns=draw(_TIMES),
        mode=draw(st.integers(0, 2**32 - 1)),
    )


@st.composite
def plans(draw):
    kind = draw(st.sampled_from(PLAN_KINDS))
    target = "/target" if kind.needs_target else None
    acts = []
    for number in range(draw(st.integers(0, 4))):
        file, survivor = draw(records("/r", 2 * number)), draw(records("/r", 2 * number + 1))
        content = draw(st.binary(min_size=16, max_size=16))
        other = content if kind.is_link else draw(st.binary(min_size=16, max_size=16))
        if content == other:
            survivor = replace(survivor, size=file.size, device=file.device)
        acts.append(
            PlannedAct(
                file=file,
                content=content,
                survivor=survivor,
                survivor_content=other,
                cluster=draw(st.binary(min_size=8, max_size=8)).hex(),
                similarity=draw(st.floats(0, 1)),
                relation=draw(st.sampled_from(Relation)),
                why=draw(_TEXTS),
                to=None if target is None else f"{target}/{number}/{draw(_NAMES)}",
                warnings=tuple(draw(st.lists(_TEXTS, max_size=2))),
                freed=draw(st.integers(0, 2**63)),
            )
        )
    refused = [
        (draw(records("/r/refused", 100 + number)), draw(_TEXTS)) for number in range(draw(st.integers(0, 2)))
    ]
    warnings = tuple(draw(st.lists(_TEXTS, max_size=2)))
    counts = draw(st.dictionaries(_NAMES.map("/r/{}".format), st.integers(0, 2**63), max_size=2))
    plan = Plan(kind, tuple(acts), target, tuple(refused), warnings, counts)
    return StoredPlan(
        plan,
        ("/r",),
        ("/safe",),
        "newest,in:/r/caf\udce9",
        "older",
        draw(st.integers(0, 2**63)),
        inside_projects=draw(st.booleans()),
        left_alone=draw(st.integers(0, 2**63)),
    )


def test_a_plan_of_before_says_less():
    """Plans that were written before project folders were known are carried out as they are."""
    whole = value(ActKind.MOVE)
    for name in ("inside_projects", "left_alone", "folder_files"):
        del whole[name]
    back = parse(json.dumps(whole).encode())
    assert (back.inside_projects, back.left_alone, back.plan.folder_files) == (False, 0, {})


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("inside_projects", 1), ("left_alone", -1), ("folder_files", []), ("folder_files", {"a": 1}),
     ("folder_files", {"/a": "1"})],
)  # fmt: skip
def test_what_came_later_is_looked_at_too(name, wrong):
    assert name in refusal(value(ActKind.MOVE) | {name: wrong})


@given(plans())
def test_a_plan_comes_back_as_it_was(stored):
    back = parse("".join(text(stored)).encode("ascii"))
    if stored.plan.kind is ActKind.COPY:  # a copy frees nothing, whatever it says
        acts = tuple(replace(act, freed=0) for act in stored.plan.acts)
        stored = replace(stored, plan=replace(stored.plan, acts=acts))
    assert back == stored


@given(plans(), st.data())
def test_any_change_breaks_its_seal(stored, data):
    whole = bytearray("".join(text(stored)).encode("ascii"))
    place = data.draw(st.integers(0, len(whole) - 1))
    new = data.draw(st.sampled_from(b' 019afz"').filter(lambda letter: letter != whole[place]))
    whole[place] = new
    try:
        assert not parse(bytes(whole)).sealed
    except UsageError:
        return


def test_a_plan_whose_seal_is_gone_or_not_its_own_is_not_sealed():
    whole = "".join(text(StoredPlan(Plan(ActKind.TRASH, ()), ("/r",))))
    assert parse(whole.encode()).sealed
    seal = whole[whole.rindex(', "seal"') : -2]
    for edited in (
        whole.replace(seal, ""),
        whole + " ",
        whole.replace('"/r"', '"/"'),
    ):
        assert not parse(edited.encode()).sealed


def test_what_is_not_ours_gets_no_seal():
    stored = replace(
        parse(b"".join(p.encode() for p in text(StoredPlan(Plan(ActKind.TRASH, ()), ("/r",))))), sealed=False
    )
    whole = "".join(text(stored))
    assert "seal" not in whole
    assert not parse(whole.encode()).sealed


@given(plans(), st.integers(1, 3))
def test_its_pieces_are_one_document(stored, at_once):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_file, "_AT_ONCE", at_once)
        pieces = list(text(stored))
    whole = "".join(pieces)
    assert whole == json.dumps(json.loads(whole)) + "\n"
    assert whole == "".join(text(stored))
    assert len(pieces) == 3 + -(-(len(stored.plan.acts) + len(stored.plan.refused)) // at_once)


def record(path, **changes):
    values = {
        "path": path,
        "device": 7,
        "inode": abs(hash(path)),
        "size": 10,
        "mtime_ns": 10**18,
        "ctime_ns": 5,
    }
    return FileRecord(**(values | changes))


def stored(kind=ActKind.TRASH, **changes):
    target = "/t" if kind.needs_target else None
    values = {"content": b"c" * 16, "survivor_content": b"c" * 16, "cluster": "0" * 16, "similarity": 1.0}
    acts = [
        PlannedAct(
            file=record(f"/r/{name}"), survivor=record("/r/kept"), relation=Relation.IDENTICAL, why="why",
            to=target and f"{target}/{name}", freed=10, **values,
        )
        for name in ("a", "b")
    ]  # fmt: skip
    acts[0] = replace(acts[0], **changes)
    return StoredPlan(
        Plan(kind, tuple(acts), target, ((record("/r/left"), "because"),)), ("/r",), ("/r/safe",)
    )


def value(kind=ActKind.TRASH):
    return json.loads("".join(text(stored(kind))))


def refusal(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    with pytest.raises(UsageError) as caught:
        parse(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_sound_one_is_read():
    for kind in PLAN_KINDS:
        assert parse(json.dumps(value(kind)).encode()).plan.kind is kind


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"simfinder": "plan"',
        b"[" * 100_000,
        b'{"simfinder": "plan", "version": NaN}',
        b'{"simfinder": "plan", "simfinder": "plan"}',
        b'{"simfinder": "plan", "version": ' + b"9" * 5000 + b"}",
        b'{"version": 1, "batch": 3, "acts": [], "bytes_freed": 0}',
    ],
)
def test_what_is_no_plan(data):
    assert "is no plan" in refusal(data)


@pytest.mark.parametrize("version", [0, 2, "1", 1.0, True, None])
def test_another_version(version):
    said = refusal(value() | {"version": version})
    assert "version" in said
    assert "reads version 1" in said


_PLACES = [
    ("act", "burn"), ("act", "move"), ("act", None), ("target", "/t"), ("batch", 1), ("created_ns", 5), ("keep", 1),
    ("remove", None), ("folders", "/r"), ("folders", [1]), ("folders", ["r"]), ("folders", []), ("folders", ["/s"]),
    ("protected", None), ("protected", ["/r/."]), ("protected", ["/r"]), ("acts", {}), ("acts", [1]), ("acts", [[]]),
    ("bytes_freed", -1), ("bytes_freed", 1.5), ("bytes_freed", "5"), ("warnings", [1]), ("warnings", None),
    ("extra", 1), ("acts.0.path", "r/a"), ("acts.0.path", ""), ("acts.0.path", "/r/../etc/passwd"),
    ("acts.0.path", "/r//a"), ("acts.0.path", "//r/a"), ("acts.0.path", "/r/a/"), ("acts.0.path", "/r/a\0"),
    ("acts.0.path", "/etc/passwd"), ("acts.0.path", "/rest/a"), ("acts.0.path", "/r/b"), ("acts.0.path", "/r/kept"),
    ("acts.0.path", "/r/\ud800"), ("acts.0.path", "/r/\udcc3\udca9"), ("acts.0.path", "/r/left"),
    ("acts.0.path", "/r/safe/a"), ("acts.0.path", 5), ("acts.0.path", "/"), ("acts.0.act", "move"),
    ("acts.0.to", "/t/a"), ("acts.0.state", "done"), ("acts.0.state", "skipped"), ("acts.0.reason", None),
    ("acts.0.reason", "\ud800"), ("acts.0.cluster", "xyz"), ("acts.0.similarity", 1.1), ("acts.0.similarity", -0.1),
    ("acts.0.similarity", "1"), ("acts.0.similarity", True), ("acts.0.relation", "cousin"), ("acts.0.freed", -1),
    ("acts.0.freed", None), ("acts.0.warnings", "x"), ("acts.0.more", 1), ("acts.0.file", None),
    ("acts.0.file.size", 11), ("acts.0.file.size", -1), ("acts.0.file.size", True), ("acts.0.file.size", 2**63),
    ("acts.0.file.size", 10.0), ("acts.0.file.inode", 5), ("acts.0.file.inode", "-5"), ("acts.0.file.inode", "٥"),
    ("acts.0.file.inode", "0x5"), ("acts.0.file.inode", "05"), ("acts.0.file.inode", " 5"),
    ("acts.0.file.inode", "9" * 41), ("acts.0.file.mtime_ns", 5), ("acts.0.file.mtime_ns", "-0"),
    ("acts.0.file.mtime_ns", "5\n"), ("acts.0.file.mode", -1), ("acts.0.file.protected", True),
    ("acts.0.file.protected", 0), ("acts.0.file.content", "63" * 15), ("acts.0.file.content", "6G" * 16),
    ("acts.0.file.content", ("63" * 16).upper().replace("6", "A")), ("acts.0.survivor.path", "/r/a"),
    ("acts.0.survivor.path", "/r/b"), ("acts.0.survivor.path", "/s/kept"), ("acts.0.survivor.size", 9),
    ("acts.0.survivor", {}), ("acts.2.to", "/t/x"), ("acts.2.path", "/r/a"), ("acts.2.file.content", "63" * 16),
]  # fmt: skip


def put(document, place, new):
    *way, last = place.split(".")
    for step in way:
        document = document[int(step) if step.isdigit() else step]
    document[last] = new


@pytest.mark.parametrize(("place", "new"), _PLACES)
def test_what_was_edited_badly(place, new):
    edited = value()
    put(edited, place, new)
    assert "is no plan" in refusal(edited)


def test_every_part_is_needed():
    def places(part, way=()):
        items = enumerate(part) if isinstance(part, list) else part.items() if isinstance(part, dict) else ()
        for name, inner in items:
            yield (*way, name)
            yield from places(inner, (*way, name))

    whole = value(ActKind.MOVE)
    for *way, last in places(whole):
        if isinstance(last, int) or {last, *way} & {"inside_projects", "left_alone", "folder_files", "seal"}:
            continue  # plans of before do not have these
        edited = copy.deepcopy(whole)
        part = edited
        for step in way:
            part = part[step]
        del part[last]
        assert refusal(edited).startswith(("is no plan", "is a plan of version None"))


@pytest.mark.parametrize(
    ("kind", "place", "new"),
    [
        (ActKind.MOVE, "acts.0.to", None),
        (ActKind.MOVE, "acts.0.to", "/u/a"),
        (ActKind.MOVE, "acts.0.to", "/t"),
        (ActKind.MOVE, "acts.0.to", "/t/../u"),
        (ActKind.MOVE, "acts.0.to", "/t/b"),
        (ActKind.MOVE, "target", None),
        (ActKind.MOVE, "target", "t"),
        (ActKind.MOVE, "target", "/r"),
        (ActKind.COPY, "acts.0.to", "/etc/cron.d/a"),
        (ActKind.HARDLINK, "acts.0.survivor.device", "8"),
        (ActKind.HARDLINK, "acts.0.survivor.protected", True),
        (ActKind.HARDLINK, "acts.0.survivor.path", "/r/safe/kept"),
        (ActKind.SYMLINK, "acts.0.survivor.content", "64" * 16),
        (ActKind.REFLINK, "acts.0.file.content", "64" * 16),
    ],
)
def test_acts_that_can_not_be(kind, place, new):
    edited = value(kind)
    put(edited, place, new)
    assert "is no plan that can be carried out" in refusal(edited)


def test_places_of_others():
    inside = json.loads(json.dumps(value(ActKind.MOVE)).replace("/t/", "/r/t/").replace('"/t"', '"/r/t"'))
    assert parse(json.dumps(inside).encode())
    inside["target"] = "/r"
    for taken in ("/r/b", "/r/kept"):
        inside["acts"][0]["to"] = taken
        assert "place of another file" in refusal(inside)


def test_a_survivor_that_goes_under_another_name():
    edited = value()
    for part in ("device", "inode"):
        edited["acts"][0]["survivor"][part] = edited["acts"][1]["file"][part]
    assert "to stay for it, and to go itself" in refusal(edited)


def test_one_file_under_two_names():
    edited = value()
    for part in ("device", "inode"):
        edited["acts"][0]["file"][part] = edited["acts"][1]["file"][part]
    assert "twice" in refusal(edited)


def test_the_program_s_own_folders_are_out_of_reach(home):
    edited = value()
    library = str(app_dirs.library_file())
    edited["folders"] = ["/"]
    edited["acts"][0]["path"] = library
    assert "own folder" in refusal(edited)
    edited["acts"][0]["path"] = "/r/a"
    assert parse(json.dumps(edited).encode())


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=8)
    | st.just("/r/a"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_PATHS_OF = sorted({place for place, _ in _PLACES if place != "extra"})


@given(
    st.lists(st.tuples(st.sampled_from(_PATHS_OF), _JSON), min_size=1, max_size=3), st.sampled_from(ActKind)
)
def test_no_edit_brings_anything_but_a_plan_or_a_line(edits, kind):
    edited = value(kind)
    for place, new in edits:
        try:
            put(edited, place, new)
        except (TypeError, LookupError):
            continue
    _plan_or_line(json.dumps(edited).encode("utf-8", "surrogatepass"))


@given(st.data())
def test_no_damage_brings_anything_but_a_plan_or_a_line(data):
    raw = bytearray(json.dumps(value(data.draw(st.sampled_from(ActKind)))).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    _plan_or_line(bytes(raw))


@given(st.binary(max_size=40))
def test_no_bytes_bring_anything_but_a_line(raw):
    refusal(raw)


def _plan_or_line(raw):
    try:
        read_back = parse(raw)
    except UsageError:
        return
    plan = read_back.plan
    going = {act.file.path for act in plan.acts}
    for act in plan.acts:
        assert act.survivor.path not in going
        assert os.path.isabs(act.file.path)
        assert act.identical or not plan.kind.is_link
        assert plan.target is None or act.to.startswith(plan.target.rstrip("/") + "/")
    assert len(going) == len(plan.acts)


def test_files(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(value()))
    assert read(str(path)).plan == stored().plan
    for wrong, said in (
        (tmp_path, "directory"),
        (tmp_path / "none", "No such file"),
        (pathlib.Path("/dev/null"), "no plan"),
    ):
        with pytest.raises(UsageError, match=said) as caught:
            read(str(wrong))
        assert caught.value.path == str(wrong)
