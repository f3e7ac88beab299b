"""A session saved and opened again: what is gone or changed takes no part, everything else is as it was."""

import copy
import os
import random
import shutil
import subprocess
import sys
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.rules.mark_rules import BY_HAND, INVERTED, Mark, by_rule
from simfinder.app.linking import ignore_list
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import (
    Cancelled,
    SimFinderError,
    StoreCorruptError,
    StoreError,
    StoreUnavailableError,
    UsageError,
)
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, MarkCause
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.store import array_file
from tests.helpers.examples import examples
from tests.helpers.files.packed import zip_of
from tests.helpers.files.trees import version_tree, write

COLUMNS = (
    "offsets", "members", "kept", "similarity", "estimated", "relation", "within", "view", "basis", "weakest",
    "bytes_freed", "cluster_index",
)  # fmt: skip


def run(root, *, verify=True, parameters=PLAIN, protected=(), **options):
    scan = {name: options.pop(name) for name in ("identical", "raw") if name in options}
    roots = ScanOptions((str(root),), protected=protected, jobs=1, **scan)
    session = Session.run(roots, Choices(**options), cache=None, control=Control(), parameters=parameters)
    if verify:
        session.verify(Verifier(session.result, None, Control()))
    return session


def tables(session):
    return {name: getattr(session.clusters, name).tolist() for name in COLUMNS}


def marks(session):
    return {session.record(file).path: why for file, why in session.marks.items()}


def load(path, **options):
    return save_and_load.load(path, Control(), **options)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return version_tree(tmp_path_factory.mktemp("sessions") / "tree")


def made(tree):
    """A scan with choices and marks of every kind."""
    session = run(tree.root)
    session.set_tolerances(Tolerances(0.25).with_type("txt", 0.4))
    session.verify(Verifier(session.result, None, Control()))
    session.set_keep("largest,newest")
    session.keep_file(session.file_of(tree.families["report"][1]))
    session.mark_rule("older")
    session.mark([session.file_of(tree.families["notes"][0])], Mark(MarkCause.INSIDE, "/\udcff; folder/"))
    return session


@pytest.fixture
def saved(tree, tmp_path):
    session, path = made(tree), tmp_path / "a.simfinder"
    save_and_load.save(session, path)
    return session, path


@pytest.fixture(scope="module")
def packed_once(tree):
    return packed(Captured.of(made(tree)))


@pytest.fixture
def in_parts(packed_once):
    """What is saved of a session: facts and arrays, which a test may replace or spoil."""
    return copy.deepcopy(packed_once)


def test_what_nobody_touched_comes_back_as_it_was(saved):
    session, path = saved
    loaded = load(path)
    again = loaded.session
    assert (loaded.gone, loaded.changed, loaded.unmarked, loaded.warnings) == ((), (), (), ())
    assert tables(again) == tables(session)
    assert len(session.clusters) > 5
    assert marks(again) == marks(session)
    assert len(marks(session)) > 3
    assert again.result.files == session.result.files
    assert again.options == session.options
    assert again.choices == session.choices
    assert again.clustering.verified
    assert session.clustering.verified
    assert again.clustering.types() == session.clustering.types()
    assert not again.read_only
    file = session.file_of(next(iter(marks(session))))
    assert again.clustering.figures_of(file) == session.clustering.figures_of(file)
    assert [column.tolist() for column in again.clustering.unmeasured()] == [
        c.tolist() for c in session.clustering.unmeasured()
    ]
    for same in (session, again):  # it goes on like the one that was saved
        same.set_tolerances(Tolerances(0.1))
        same.set_keep("oldest")
    assert tables(again) == tables(session)
    plans = [s.plan(ActKind.TRASH) for s in (session, again)]
    assert [a.file.path for a in plans[0].acts] == [a.file.path for a in plans[1].acts]


def test_marks_of_an_older_file_are_read(saved, tmp_path):
    """It has the sentence of each mark, with the figures of its time."""
    session, _ = saved
    told = {
        BY_HAND: "von Hand markiert",
        by_rule("older", inside_projects=True): "older than /r/kept, with which it shares 12.3 %",
        INVERTED: "marks were inverted; identical to /a; b/c",
        Mark(
            MarkCause.INSIDE, "/\udcff; in/"
        ): "lies in /\udcff; in/; similar to /; x, with which it shares 50 %",
        Mark(MarkCause.OUTSIDE, "/"): "does not lie in /; the kept file of its cluster",
    }
    files = list(session.marks)[: len(told)]
    facts, arrays = packed(Captured.of(session))
    for name in ("mark_causes", "mark_folders", "mark_rules", "mark_inside"):
        del arrays[name]
    arrays["marked"] = np.array(files, np.int32)
    arrays["marks"] = np.frombuffer(os.fsencode("\0".join(told.values())), np.uint8)
    array_file.write(tmp_path / "older", facts, arrays, sealed=True)
    assert dict(load(tmp_path / "older").session.marks) == dict(zip(files, told, strict=False))


def test_what_it_says_before_it_is_opened(saved, tree):
    session, path = saved
    told = save_and_load.about(path)
    assert told.roots == (tree.root,)
    assert (told.files, told.clusters, told.marked) == (
        session.clustering.file_count, len(session.clusters), len(session.marks)
    )  # fmt: skip
    assert told.bytes_freed == session.clustering.bytes_freed
    assert told.size == path.stat().st_size


def test_a_moment_is_captured_and_later_changes_are_not_in_it(saved, tmp_path):
    session, _ = saved
    before, marked = tables(session), marks(session)
    captured = Captured.of(session, [Problem("/a", "b")], [("/whole", "/part", 0.9)])
    session.clear_marks()
    session.keep_file(session.file_of(next(iter(marked))))
    session.forget([session.record(0).path])
    session.set_tolerances(Tolerances(0.0))
    save_and_load.save(captured, tmp_path / "b")
    loaded = load(tmp_path / "b")
    assert tables(loaded.session) == before
    assert marks(loaded.session) == marked
    assert loaded.problems == (Problem("/a", "b"),)
    assert loaded.parts == (("/whole", "/part", 0.9),)
    assert loaded.made_ns == captured.made_ns


@pytest.mark.parametrize(
    "options",
    [
        {"identical": True},
        {"methods": Methods(Method.SPAMSUM)},
        {"methods": Methods(Method.AUTO).with_type("txt", Method.TAGCOUNT)},
        {"same_type": True},
        {"raw": True},
        {"verify": False},
        {"parameters": Parameters(shingle=6, features=300, block_size=96, window=5, overlap=2, bits=32)},
        {"tolerances": Tolerances(0.05).with_type("py", 0.5)},
    ],
)
def test_every_kind_of_scan_comes_back(tree, tmp_path, options):
    session = run(tree.root, **options)
    save_and_load.save(session, tmp_path / "s")
    again = load(tmp_path / "s").session
    assert tables(again) == tables(session)
    assert again.result.table.parameters == session.result.table.parameters
    for name in ("own_print_of", "own_print", "sketch", "sketch_low", "spam1"):
        assert (getattr(again.result.table, name) == getattr(session.result.table, name)).all()


def test_views_and_members_come_back(tmp_path):
    letter = "\n".join(f"line {i} of a letter that is long enough" for i in range(200)).encode()
    root = tmp_path / "tree"
    for i in range(3):
        write(str(root), f"{i}.zip", zip_of({"a.txt": letter + b"x" * i, "b": b"more"}), 1_750_000_000 + i)
    write(str(root), "a.txt", letter, 1_750_000_000)
    session = run(root)
    assert session.result.members
    save_and_load.save(session, tmp_path / "s")
    again = load(tmp_path / "s").session
    assert again.result.members == session.result.members
    assert again.result.representations.names == session.result.representations.names
    assert tables(again) == tables(session)
    assert [again.clustering.view_of(i) for i in range(4)] == [
        session.clustering.view_of(i) for i in range(4)
    ]


# ---- the disk has changed since
def _delete(path):
    os.unlink(path)


def _grow(path):
    with open(path, "ab") as file:
        file.write(b"!")


def _edit_unseen(path):
    """Another content of the same size, the time put back."""
    found = os.stat(path)
    with open(path, "r+b") as file:
        byte = file.read(1)
        file.seek(0)
        file.write(bytes([byte[0] ^ 1]))
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def _replace(path):
    """Another file of the same bytes and times in its place."""
    shutil.copy2(path, path + ".new")
    os.replace(path + ".new", path)


def _replace_unseen(path):
    """Another file of other bytes, but of the same size and times, in its place."""
    shutil.copy2(path, path + ".new")
    _edit_unseen(path + ".new")
    os.replace(path + ".new", path)


def _move(path):
    os.rename(path, path + ".moved")


def _touch(path):
    os.utime(path, ns=(1, 1))


def _to_link(path):
    os.rename(path, path + ".real")
    os.symlink(path + ".real", path)


def _to_folder(path):
    os.unlink(path)
    os.mkdir(path)


def _mode(path):
    os.chmod(path, 0o600)


def _there_and_back(path):
    os.rename(path, path + ".tmp")
    os.rename(path + ".tmp", path)


def _second_name(path):
    os.link(path, path + ".link")


def _nothing(_path):
    pass


GONE = (_delete, _move)
CHANGED = (_grow, _edit_unseen, _replace, _replace_unseen, _touch, _to_link, _to_folder)
SAME = (_mode, _there_and_back, _second_name, _nothing)


@settings(max_examples=examples(50), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_happened_to_the_files(tmp_path_factory, data):
    base = tmp_path_factory.mktemp("disk")
    root = base / "tree"
    for family in range(3):
        text = random.Random(family).randbytes(2_000).hex()
        for version in range(3):
            body = text + f"new line {version}\n" * version
            write(str(root), f"f{family}-v{version}.txt", body.encode(), 1_750_000_000 + version)
        write(str(root), f"copy{family}.txt", body.encode(), 1_750_000_000)
    session = run(root)
    assert len(session.clusters) == 3
    session.mark_rule("older")
    if data.draw(st.booleans()):
        session.keep_file(data.draw(st.integers(0, 11)))
    save_and_load.save(session, base / "s")
    gone, changed = [], []
    for record in session.result.files:
        deed = data.draw(st.sampled_from((*GONE, *CHANGED, *SAME, *[_nothing] * 8)))
        deed(record.path)
        if deed in GONE:
            gone.append(record.path)
        elif deed in CHANGED:
            changed.append(record.path)
    loaded = load(base / "s")
    again = loaded.session
    if len(gone) == 12:
        assert again.read_only
        return
    assert list(loaded.gone) == gone
    assert [problem.path for problem in loaded.changed] == changed
    away = {*gone, *changed}
    marked = marks(session)
    session.forget(away)
    assert tables(again) == tables(session)
    assert marks(again) == marks(session)
    assert set(loaded.unmarked) == set(marked) - set(marks(session))
    assert not away & set(marks(again))
    again.mark_rule("all")
    plan = again.plan(ActKind.TRASH)
    assert not away & {path for act in plan.acts for path in (act.file.path, act.survivor.path)}
    for record in again.result.files:
        if record.path not in away:
            found = os.lstat(record.path)
            assert (record.inode, record.ctime_ns, record.mode) == (
                found.st_ino, found.st_ctime_ns, found.st_mode
            )  # fmt: skip


def test_another_machines_session_is_shown_and_nothing_can_be_done(saved, monkeypatch, tmp_path):
    session, path = saved
    before = tables(session)
    captured = Captured.of(session)
    state = captured.state
    files = [replace(r, path="/no/such" + r.path) for r in state.result.files]
    elsewhere = replace(captured, state=replace(state, result=replace(state.result, files=files)))
    save_and_load.save(elsewhere, tmp_path / "b")
    for loaded in (load(tmp_path / "b"), load(path, read_only=True)):
        again = loaded.session
        assert again.read_only
        assert tables(again) == before
        assert not again.marks
        assert again.mark_rule("all") == 0
        assert len(loaded.unmarked) == len(session.marks)
        with pytest.raises(UsageError, match="read-only"):
            again.plan(ActKind.TRASH)
    assert len(load(tmp_path / "b").gone) == len(files)


def test_a_path_of_another_system_is_not_there(saved, tmp_path, monkeypatch):
    session, _ = saved
    captured = Captured.of(session)
    result = captured.state.result
    files = [replace(result.files[0], path="-"), *result.files[1:]]
    save_and_load.save(
        replace(captured, state=replace(captured.state, result=replace(result, files=files))), tmp_path / "b"
    )
    assert load(tmp_path / "b").gone == ("-",)


def test_protection_is_that_of_now(tree, tmp_path):
    folder = os.path.join(tree.root, "Desktop")
    session = run(tree.root, protected=(folder,))
    inside = [file for file, r in enumerate(session.result.files) if r.path.startswith(folder + os.sep)]
    assert all(session.record(file).protected for file in inside)
    save_and_load.save(session, tmp_path / "s")

    def protected(**options):
        again = load(tmp_path / "s", **options).session
        return [r.path for r in again.result.files if r.protected]

    assert protected() == [session.record(file).path for file in inside]
    assert protected(protected=()) == []
    notes = os.path.join(tree.root, "Notes")
    assert protected(protected=(notes,)) == sorted(tree.families["notes"])
    again = load(tmp_path / "s", protected=(notes,)).session
    again.mark_rule("all")
    assert not set(marks(again)) & set(tree.families["notes"])
    warned = load(tmp_path / "s", protected=("/no/such/folder",)).warnings
    assert [warning.path for warning in warned] == ["/no/such/folder"]


def test_what_is_protected_by_another_name_stays_so(tree, tmp_path):
    session = run(tree.root, verify=False)
    captured = Captured.of(session)
    result = captured.state.result
    files = [replace(result.files[0], protected=True), *result.files[1:]]
    save_and_load.save(
        replace(captured, state=replace(captured.state, result=replace(result, files=files))), tmp_path / "b"
    )
    again = load(tmp_path / "b", protected=()).session
    assert [r.protected for r in again.result.files] == [True] + [False] * (len(files) - 1)


def test_what_is_not_the_same_is_asked_anew(saved, tree):
    session, path = saved
    old, new = (session.file_of(p) for p in tree.families["notes"])
    assert session.clusters.cluster_of(old) >= 0
    ignore_list.add(session.scan.contents_of([old, new]))
    again = load(path).session
    assert len(again.clustering.links.ignored) == 1
    assert (
        again.clusters.cluster_of(old) != again.clusters.cluster_of(new) or again.clusters.cluster_of(old) < 0
    )
    assert len(load(path, ignored=()).session.clustering.links.ignored) == 0


def test_opening_can_be_cancelled(saved):
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        save_and_load.load(saved[1], control)
    with pytest.raises(Cancelled):
        save_and_load.save(saved[0], saved[1], control)
    assert load(saved[1]).session.clustering.file_count == saved[0].clustering.file_count


# ---- files that are not what was saved
def _spoil(name, value):
    def change(_facts, arrays):
        array = arrays[name] = arrays[name].copy()
        array[value[0]] = value[1]

    return change


def _fact(name, value):
    def change(facts, _arrays):
        facts[name] = value

    return change


def _drop(name):
    return lambda facts, arrays: (arrays if name in arrays else facts).pop(name)


@pytest.mark.parametrize(
    "change",
    [
        _spoil("content", (0, 10_000)),
        _spoil("content", (0, -2)),
        _spoil("link_a", (0, -1)),
        _spoil("link_b", (-1, 1 << 30)),
        _spoil("link_similarity", (0, np.nan)),
        _spoil("link_similarity", (0, 7.0)),
        _spoil("link_weight", (0, -1.0)),
        _spoil("measured_a", (0, -5)),
        _spoil("measured", (0, np.inf)),
        _spoil("marked", (0, 1 << 20)),
        _spoil("by_hand", (0, -1)),
        _spoil("view", (0, 1 << 20)),
        _spoil("view_name", (0, 77)),
        _spoil("kind", (0, 77)),
        _drop("medium_lengths"),
        _spoil("size", (0, -1)),
        _spoil("table.sketch", ((0, 3), 0)),
        _spoil("table.sketch_len", (0, 200)),
        _spoil("table.spam1_len", (0, 65)),
        _spoil("table.spam1", ((0, 0), 7)),
        _spoil("table.own_print_of", (0, 99)),
        _spoil("table.own_print_of", (0, -9)),
        _spoil("table.content", (0, 255)),
        _spoil("table.size", (0, -1)),
        _spoil("table.spam_block", (0, 1 << 63)),
        _spoil("paths", (0, 0)),
        _spoil("paths", (0, 255)),
        _fact("keep_rules", None),
        _fact("tolerances", {"default": 7.0, "by_type": {}}),
        _fact("tolerances", {"default": True, "by_type": {}}),
        _fact("methods", {"default": "Magic\n", "by_type": {}}),
        _fact("methods", []),
        _fact("views", []),
        _fact("views", ["raw", 5]),
        _fact("parameters", {}),
        _fact("options", {"roots": "/"}),
        lambda facts, _: facts["options"].update(roots=["../../.."]),
        lambda facts, _: facts["options"].update(protected=["here"]),
        _fact("passed_over", {"a": -1}),
        _fact("seconds", "1"),
        _fact("complete", 1),
        _fact("capped", -1),
        _fact("problems", 3),
        *map(
            _drop,
            (
                "paths",
                "content",
                "table.sketch",
                "alive",
                "links",
                "link_a",
                "mark_folders",
                "options",
                "made_ns",
            ),
        ),
    ],
)
def test_what_makes_no_sense_is_refused(in_parts, tmp_path, change):
    facts, arrays = in_parts
    try:
        change(facts, arrays)
    except KeyError:
        facts["clusters"] = -1  # there is no such name to drop
    array_file.write(tmp_path / "bad", facts, arrays)
    with pytest.raises(StoreCorruptError, match="is damaged") as caught:
        load(tmp_path / "bad")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_fact("keep_rules", "best"), "unknown keep rule best"),
        (
            _fact("methods", {"default": "auto", "by_type": {"py": "magic"}}),
            "the method magic, which is not installed",
        ),
    ],
)
def test_results_made_with_an_extension_that_is_gone_say_so(in_parts, tmp_path, change, why):
    facts, arrays = in_parts
    change(facts, arrays)
    array_file.write(tmp_path / "session", facts, arrays)
    with pytest.raises(StoreUnavailableError, match=why) as caught:
        load(tmp_path / "session")
    assert caught.value.path == str(tmp_path / "session")


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_value_anywhere_is_refused_or_harmless(packed_once, data):
    """A file whose checksums are right, and what it holds is not: opened or refused, never anything else."""
    facts, arrays = copy.deepcopy(packed_once)
    name = data.draw(st.sampled_from(sorted(name for name, array in arrays.items() if array.size)))
    array = arrays[name] = arrays[name].copy()
    raw = array.view(np.uint8).reshape(-1)
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    if array.dtype == np.bool_:
        array &= True
    if data.draw(st.booleans()):
        arrays[name] = array[: data.draw(st.integers(0, len(array)))]
    try:
        captured = unpacked(facts, arrays)
    except (ValueError, KeyError, TypeError, OverflowError, SimFinderError):
        return
    session = Session.resumed(captured.state, ())
    session.mark_rule("all")
    session.set_tolerances(Tolerances(0.5))
    session.set_keep("oldest")
    for file in range(session.clustering.file_count):
        session.clustering.figures_of(file)
        session.clustering.view_of(file)


@pytest.mark.parametrize("data", [b"", b"SQLite format 3\0", b"%PDF-1.7", b"\x89SIMses\n", bytes(100)])
def test_foreign_files_give_one_line(tmp_path, data):
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(StoreError) as caught:
        load(tmp_path / "x")
    assert "\n" not in str(caught.value)
    with pytest.raises(StoreError):
        save_and_load.about(tmp_path / "x")


# ---- kept by themselves
def test_sessions_are_kept_by_themselves_newest_first(tree):
    session = run(tree.root, verify=False)
    assert save_and_load.autosaved() == []
    window, other = save_and_load.Autosave(), save_and_load.Autosave()
    assert window.path != other.path
    window.save(session)
    other.save(session)
    session.mark_rule("older")
    window.save(session)
    found = save_and_load.autosaved()
    assert [saved.path for saved in found] == [str(window.path), str(other.path)]
    assert [saved.marked for saved in found] == [len(session.marks), 0]
    (save_and_load.folder() / ("damaged" + save_and_load.SUFFIX)).write_bytes(b"nothing")
    (save_and_load.folder() / "else.txt").write_bytes(b"nothing")
    assert save_and_load.autosaved() == found


def test_the_oldest_go_and_what_is_no_session_stays(tree):
    session = run(tree.root, verify=False)
    places = [save_and_load.Autosave() for _ in range(save_and_load.KEPT + 3)]
    for i, place in enumerate(places):
        place.save(session)
        os.utime(place.path, (1_000_000 + i, 1_000_000 + i))
    left = save_and_load.folder() / ".simfinder-left"
    fresh = save_and_load.folder() / ".simfinder-fresh"
    mine = save_and_load.folder() / "mine.txt"
    for path in (left, fresh, mine):
        path.write_bytes(b"x")
    os.utime(left, (1, 1))
    places[0].save(session)  # removed by others, and here again
    kept = {saved.path for saved in save_and_load.autosaved()}
    assert kept == {str(place.path) for place in (places[0], *places[-save_and_load.KEPT + 1 :])}
    assert (left.exists(), fresh.exists(), mine.exists()) == (False, True, True)


def test_windows_that_save_at_once_do_no_harm(tree):
    captured = Captured.of(run(tree.root, verify=False))
    failed = []

    def window():
        place = save_and_load.Autosave()
        for _ in range(4):
            try:
                place.save(captured)
                load(place.path)
            except StoreError as error:
                if not isinstance(
                    error.__cause__, FileNotFoundError
                ):  # the others have saved more than is kept
                    failed.append(error)

    windows = [threading.Thread(target=window) for _ in range(2 * save_and_load.KEPT)]
    for thread in windows:
        thread.start()
    for thread in windows:
        thread.join()
    assert not failed
    save_and_load.Autosave().save(captured)
    assert len(save_and_load.autosaved()) == save_and_load.KEPT
    assert sorted(os.listdir(save_and_load.folder())) == sorted(
        [".lock", *(os.path.basename(saved.path) for saved in save_and_load.autosaved())]
    )


READER = """
import sys
from simfinder.app.session.saved import save_and_load as sessions
from simfinder.model.progress import Control

path, count = sys.argv[1], 0
print("ready", flush=True)
while not sys.stdin.readline().startswith("end"):
    loaded = sessions.load(path, Control())
    assert not loaded.gone and not loaded.changed, loaded
    assert [saved.path for saved in sessions.autosaved()] == [path]
    count += len(loaded.session.marks) in (0, 1)
print(count, flush=True)
"""


def test_one_program_opens_what_another_one_is_saving(tree):
    """Whatever the moment, it is a whole session: the one before, or the one after."""
    session = run(tree.root, verify=False)
    place = save_and_load.Autosave()
    place.save(session)
    reader = subprocess.Popen(
        [sys.executable, "-c", READER, str(place.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        assert reader.stdout.readline() == "ready\n"
        file = next(iter(session.mark_rule("all") and session.marks))
        session.clear_marks()
        for number in range(12):
            reader.stdin.write("go\n")
            reader.stdin.flush()
            session.clear_marks()
            session.mark([file] if number % 2 else [])
            place.save(session)
        reader.stdin.write("end\n")
        reader.stdin.flush()
        assert reader.stdout.readline() == "12\n"
    assert reader.returncode == 0


def test_a_disk_that_has_another_number_now_is_the_same_disk(saved, tmp_path):
    session, _ = saved
    captured = Captured.of(session)
    files = [replace(record, device=record.device + 1) for record in captured.state.result.files]
    state = replace(captured.state, result=replace(captured.state.result, files=files))
    save_and_load.save(replace(captured, state=state), tmp_path / "b")
    loaded = load(tmp_path / "b")
    assert (loaded.gone, loaded.changed) == ((), ())
    assert loaded.session.result.files == session.result.files
    assert tables(loaded.session) == tables(session)


def test_a_folder_that_cannot_be_made_is_one_line(tree, monkeypatch, tmp_path):
    session = run(tree.root, verify=False)
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError):
        save_and_load.Autosave().save(session)


def test_state_is_taken_without_the_sessions_own_arrays(saved):
    session, _ = saved
    state = session.state()
    state.alive[:] = False
    state.settled[:] = False
    assert session.clustering.file_count == len(session.result.files)
