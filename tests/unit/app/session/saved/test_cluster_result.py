"""What ``simfinder cluster`` wrote, opened as a session: the same clusters; what is damaged is refused."""

import json
import os
import random
import shutil
import subprocess
import sys
import traceback

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.kinship import kinship_columns
from simfinder.app.linking import ignore_list
from simfinder.app.reports import json_report
from simfinder.app.session.saved.cluster_result import open_result
from simfinder.app.session.session import Session
from simfinder.app.session.spark import tables as written
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import Cancelled, NewerVersionError, StoreCorruptError, StoreError, UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.signatures.table.unread_table import Unread
from simfinder.store.cache.cache import Cache
from simfinder.store.result_folder.manifest import is_result
from simfinder.store.result_folder.tables import TABLES, Binary, places
from tests.helpers.examples import examples
from tests.helpers.files.packed import docx_of, zip_of
from tests.helpers.files.trees import version_tree
from tests.helpers.results.made_results import (
    wait_to_be_remembered,
    write_manifest,
    write_many,
    write_session,
)

COLUMNS = (
    "offsets", "members", "kept", "similarity", "estimated", "relation", "reason", "within", "view", "basis",
    "weakest", "bytes_freed", "cluster_index",
)  # fmt: skip


def scanned(root, place=None, **options):
    """A scan whose signatures are in a cache: that of this test by default."""
    wait_to_be_remembered()
    with Cache.open(place) as cache:
        session = Session.run(ScanOptions((str(root),), jobs=1, **options), cache=cache, control=Control())
        session.verify(Verifier(session.result, cache, Control()))
    return session


def tables(session):
    names = session.result.representations.names  # in the order in which they were met
    views = [names[view] for view in session.clusters.view.tolist()]
    return {name: getattr(session.clusters, name).tolist() for name in COLUMNS} | {"view": views}


def opened(folder, **options):
    return open_result(folder, Control(), **options)


def made_tree(place):
    made = version_tree(place)
    rng = random.Random(3)
    lines = [" ".join(rng.choices(["one", "two", "three", "four", "five", "six"], k=8)) for _ in range(200)]
    for version in range(2):
        text = "\n".join(lines[version * 5 :])
        for name, data in {
            f"paper v{version + 1}.docx": docx_of(text),
            f"all v{version + 1}.zip": zip_of({"a.txt": text.encode(), "b.txt": b"b" * 900}),
        }.items():
            with open(os.path.join(made.root, name), "wb") as file:
                file.write(data)
    return made


def write(place, session, cache=None):
    parts = [(session.record(0).path, session.record(1).path, 0.8)]
    with Cache.open(cache) as opened_cache:
        write_session(place, session, parts, cache=opened_cache, table_parts=3)
    return place


@pytest.fixture(scope="module")
def of_all(tmp_path_factory):
    """A tree that no test changes, its scan, and the result of it."""
    top = tmp_path_factory.mktemp("result")
    tree = made_tree(top / "tree")
    session = scanned(tree.root, top / "cache")
    return tree, session, write(top / "result", session, top / "cache")


@pytest.fixture
def session(of_all):
    """The scan; its tolerances are put back."""
    yield of_all[1]
    of_all[1].set_ignored([])
    of_all[1].set_tolerances(Tolerances())


@pytest.fixture
def folder(of_all, tmp_path):
    """A copy of the result, to be damaged."""
    return shutil.copytree(of_all[2], tmp_path / "copy")


@pytest.fixture
def own(tmp_path):
    """A tree whose files a test may change, and the result of its scan."""
    tree = made_tree(tmp_path / "tree")
    return tree, write(tmp_path / "result", scanned(tree.root))


@pytest.fixture
def unread(monkeypatch):
    """Which tables were read after all."""
    asked = []
    table = Unread.table

    def noted(self):
        asked.append(traceback.format_stack(limit=8))
        return table(self)

    monkeypatch.setattr(Unread, "table", noted)
    return asked


def test_the_clusters_are_those_of_the_scan(folder, session, unread):
    result = opened(folder)
    assert len(session.clusters) > 3
    assert tables(result.session) == tables(session)
    assert "".join(json_report.scan_text(result.session)) == "".join(json_report.scan_text(session))
    assert not unread
    assert (result.away, result.gone, result.changed, result.problems) == (0, (), (), ())
    assert result.parts == ((session.record(0).path, session.record(1).path, 0.8),)
    assert not result.session.read_only
    assert not result.session.proven
    assert result.session.links.similarity.tolist() == session.links.similarity.tolist()
    assert is_result(folder)


@pytest.mark.parametrize("tolerance", [0.05, 0.15, 0.5])
def test_a_slider_gives_what_it_gives_after_a_scan(folder, session, tolerance):
    result = opened(folder).session
    for each in (tolerance, 0.3, tolerance):
        session.set_tolerances(Tolerances(each))
        result.set_tolerances(Tolerances(each))
        assert tables(result) == tables(session), each


def test_a_slider_compares_no_names_that_the_result_compared(folder, session, monkeypatch):
    """Comparing the names of a million clusters takes minutes."""
    result = opened(folder).session
    asked = []
    known = kinship_columns.compare_names
    monkeypatch.setattr(kinship_columns, "compare_names", lambda *names: asked.append(names) or known(*names))
    for tolerance in (0.05, 0.3, 0.15, 0.3):
        result.set_tolerances(Tolerances(tolerance))
    kept = {os.path.basename(session.record(file).path) for file in session.clusters.kept.tolist()}
    assert not [names for names in asked if kept & set(names)]
    for tolerance in (0.05, 0.3, 0.15, 0.3):
        session.set_tolerances(Tolerances(tolerance))
    assert tables(result) == tables(session)


def test_signatures_are_read_when_they_are_asked_for(folder, session, unread):
    result = opened(folder).session
    mine, its = session.result.representations.table, result.result.representations.table
    assert len(its) == len(mine)
    assert not unread
    for name in ("sketch", "spam1", "tags", "own_print", "own_print_of", "simhash"):
        assert np.array_equal(getattr(its, name), getattr(mine, name)), name
    assert result.scan.figures_of(0, 1) == session.scan.figures_of(0, 1)
    assert unread


def test_what_is_gone_or_changed_takes_no_part(own):
    tree, folder = own
    gone, changed = tree.families["pipeline"][0], tree.families["pipeline"][1]
    os.remove(gone)
    with open(changed, "a", encoding="utf-8") as file:
        file.write("more")
    result = opened(folder)
    assert result.gone == (gone,)
    assert [problem.path for problem in result.changed] == [changed]
    for path in (gone, changed):
        assert result.session.clusters.cluster_of(result.session.file_of(path)) < 0
    again = scanned(tree.root, exclude=tuple(os.path.basename(path) for path in (gone, changed)))
    assert {frozenset(m.file.path for m in result.session.clusters.cluster(i).members)
            for i in range(len(result.session.clusters))} == {
        frozenset(m.file.path for m in again.clusters.cluster(i).members) for i in range(len(again.clusters))
    }  # fmt: skip


def test_files_whose_folder_is_away_are_shown_and_never_marked(tmp_path):
    tree = version_tree(tmp_path / "tree")
    elsewhere = tmp_path / "tree" / "elsewhere"
    os.makedirs(elsewhere)
    for number, path in enumerate(tree.families["pipeline"]):
        shutil.copy2(path, elsewhere / f"pipeline {number}.py")
    session = scanned(tree.root)
    write_session(tmp_path / "out", session)
    shutil.rmtree(elsewhere)
    result = opened(tmp_path / "out")
    assert result.away == len(tree.families["pipeline"])
    assert not result.session.read_only
    away = [f for f in range(len(session.result.files)) if session.record(f).path.startswith(str(elsewhere))]
    assert all(result.session.clusters.cluster_of(file) >= 0 for file in away)
    assert result.session.mark(away) == 0
    result.session.mark_rule("all")
    assert result.session.marks
    assert not set(away) & set(result.session.marks)


@pytest.mark.parametrize("remote", [False, True])
def test_a_result_of_another_machine_is_read_only(folder, session, of_all, remote, monkeypatch):
    if remote:
        told = json.loads((folder / "manifest.json").read_text())
        told["options"]["roots"] = ["s3a://bucket/mail"]
        write_manifest(folder, told | {"remote": True, "host": "elsewhere"})
    else:
        monkeypatch.setattr("simfinder.app.session.saved.cluster_result._is_folder", lambda path: False)
    result = opened(folder)
    assert result.session.read_only
    assert tables(result.session) == tables(session)
    assert result.session.mark_rule("all") == 0
    with pytest.raises(UsageError, match="read-only"):
        result.session.plan(ActKind.TRASH)


def test_on_another_host_a_file_may_have_another_inode(own):
    tree, folder = own
    for name in sorted(os.listdir(tree.root)):
        path = os.path.join(tree.root, name)
        if not os.path.isfile(path):
            continue
        copy = path + "~"
        shutil.copy2(path, copy)
        os.replace(copy, path)
    result = opened(folder)  # on this one they were replaced
    assert result.changed
    write_manifest(folder, json.loads((folder / "manifest.json").read_text()) | {"host": "elsewhere"})
    result = opened(folder)
    assert not result.changed
    record = result.session.record(result.session.file_of(os.path.join(tree.root, "paper v1.docx")))
    assert record.inode == os.stat(record.path).st_ino


def test_what_is_protected_here_is_protected(folder, of_all):
    path = of_all[0].families["pipeline"][0]
    result = opened(folder, also_protected=[os.path.dirname(path)])
    assert result.session.record(result.session.file_of(path)).protected


def test_what_is_not_the_same_stays_apart(folder, session):
    files = session.clusters.cluster(0).members
    ignore_list.add([(member.content, member.file.path) for member in files])
    session.set_ignored(ignore_list.entries())
    result = opened(folder).session
    assert tables(result)["offsets"] == tables(session)["offsets"]
    assert tables(result)["members"] == tables(session)["members"]


def test_an_empty_result(tmp_path):
    root = tmp_path / "empty"
    root.mkdir()
    write_session(tmp_path / "out", scanned(root))
    result = opened(tmp_path / "out")
    assert len(result.session.clusters) == len(result.session.result.files) == 0


def test_names_that_are_no_text(tmp_path):
    root = os.fsencode(tmp_path / "odd")
    os.mkdir(root)
    for name in (b"caf\xe9.txt", b"caf\xe9 copy.txt", b"new\nline.txt"):
        with open(os.path.join(root, name), "wb") as file:
            file.write(b"the same words in each of them\n" * 40)
    session = scanned(os.fsdecode(root))
    write_session(tmp_path / "out", session)
    assert tables(opened(tmp_path / "out").session) == tables(session)


def test_only_identical_files(of_all, tmp_path):
    session = scanned(of_all[0].root, identical=True)
    write_session(tmp_path / "out", session)
    result = opened(tmp_path / "out").session
    assert tables(result) == tables(session)
    assert not result.result.representations.table.sketch_len.any()


def test_many_clusters_are_as_they_were_written(tmp_path, unread):
    write_many(tmp_path / "many", 2_000)
    result = opened(tmp_path / "many")
    assert len(result.session.clusters) == 2_000
    assert result.session.read_only
    assert (np.diff(result.session.clusters.bytes_freed) <= 0).all()
    result.session.set_tolerances(Tolerances(0.1))
    assert 0 < len(result.session.clusters) < 2_000
    assert not unread  # their links say it all


def test_cancelled(folder):
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        open_result(folder, control)


def test_the_tables_are_those_that_spark_writes():
    for name, columns in TABLES.items():
        assert {column.name: str(column.type) for column in written.TABLES[name]} == columns


# what is refused
def refused(folder, error=StoreCorruptError):
    with pytest.raises(error) as raised:
        opened(folder)
    assert str(raised.value).startswith(str(folder))
    return raised.value.message


def told(folder, **changes):
    write_manifest(folder, json.loads((folder / "manifest.json").read_text()) | changes)


def test_another_version_is_refused(folder):
    told(folder, schema=2)
    assert (
        refused(folder, NewerVersionError)
        == "was made by a newer SimFinder: its form is 2, and this program reads 1"
    )


def test_other_signatures_are_refused(folder):
    told(folder, made_of={"signatures": "others"}, simfinder="0.0.7")
    assert (
        refused(folder, StoreError) == "was made by SimFinder 0.0.7, whose signatures this one can't compare"
    )


def test_what_is_not_finished_is_refused(folder):
    told(folder, complete=False)
    assert "is not finished" in refused(folder)
    (folder / "manifest.json").unlink()
    assert "is not finished" in refused(folder)
    assert not is_result(folder)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "other"}', "{" * 100_000, '{"name": "an extension"}']
)
def test_what_is_no_result_is_refused(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    assert refused(tmp_path)
    assert not is_result(tmp_path)


def test_no_folder_is_refused(tmp_path):
    assert "no manifest.json" in refused(tmp_path / "gone")
    (tmp_path / "file").touch()
    assert "it is no folder" in refused(tmp_path / "file")


@pytest.mark.parametrize("table", ["files", "contents", "links", "members", "measured", "problems"])
def test_a_missing_table_or_part_is_refused(folder, table):
    parts = sorted((folder / table).iterdir())
    if table not in ("measured", "problems"):
        data = parts[0].read_bytes()
        parts[0].unlink()
        assert "rows" in refused(folder)
        parts[0].write_bytes(data[: len(data) // 2])
        assert "can't be read as Parquet" in refused(folder)
        parts[0].write_bytes(b"")
        assert "can't be read as Parquet" in refused(folder)
    shutil.rmtree(folder / table)
    assert f"it has no {table}" in refused(folder)


def rewritten(folder, table, change):
    """Write a table again with one column changed."""
    whole = pq.read_table(folder / table)
    shutil.rmtree(folder / table)
    (folder / table).mkdir()
    name, values = change(whole)
    column = pa.array(values, whole.schema.field(name).type)
    whole = whole.set_column(whole.schema.get_field_index(name), whole.schema.field(name), column)
    pq.write_table(whole, folder / table / "part-0.parquet")


def values(name, change):
    def made(table):
        known = table[name].to_pylist()
        return name, change(known)

    return made


LIES = {
    "files in another order": ("files", values("path", lambda known: known[::-1])),
    "a path with a zero": ("files", values("path", lambda known: [b"/\0", *known[1:]])),
    "a size below zero": ("files", values("size", lambda known: [-1, *known[1:]])),
    "a format that is none": ("files", values("format", lambda known: [256, *known[1:]])),
    "a content nobody has": ("files", values("content", lambda known: [b"x" * 16, *known[1:]])),
    "a hash too short": ("files", values("content", lambda known: [b"x", *known[1:]])),
    "contents twice": ("contents", values("content", lambda known: [known[1], *known[1:]])),
    "a view that is none": ("contents", values("size", lambda known: [-5, *known[1:]])),
    "links in another order": ("links", values("a", lambda known: known[::-1])),
    "a link to itself": ("links", lambda table: ("a", table["b"].to_pylist())),
    "a link to nobody": ("links", values("b", lambda known: [b"\xff" * 16, *known[1:]])),
    "a similarity above 1": ("links", values("similarity", lambda known: [1.5, *known[1:]])),
    "a similarity that is none": ("links", values("similarity", lambda known: [float("nan"), *known[1:]])),
    "a weight below 0": ("links", values("weight", lambda known: [-0.5, *known[1:]])),
    "a member that is no file": ("members", values("path", lambda known: [b"/gone", *known[1:]])),
    "a file in two clusters": ("members", values("path", lambda known: [*known[:-1], known[0]])),
    "clusters in another order": ("members", values("cluster", lambda known: known[::-1])),
    "a cluster too many": ("members", values("cluster", lambda known: [*known[:-1], known[-1] + 1])),
    "a cluster without end": ("members", values("cluster", lambda known: [*known[:-1], 1 << 62])),
    "a relation that is none": ("members", values("relation", lambda known: ["father", *known[1:]])),
    "all are identical": ("members", values("relation", lambda known: [
        word if word == "kept" else "identical" for word in known])),
    "all are kept": ("members", values("relation", lambda known: ["kept"] * len(known))),
    "all share all": ("members", values("similarity", lambda known: [1.0] * len(known))),
    "a view nobody has": ("members", values("view", lambda known: ["telepathy", *known[1:]])),
    "a reason that is none": ("members", values("why", lambda known: [99, *known[1:]])),
    "a basis that is none": ("members", values("basis", lambda known: ["faith", *known[1:]])),
    "a kinship that is none": ("members", values("kinship", lambda known: [64, *known[1:]])),
    "a share above 1": ("contains", values("share", lambda known: [7.0])),
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_what_makes_no_sense_is_refused(folder, lie):
    rewritten(folder, *LIES[lie])
    assert "is damaged" in refused(folder)


def test_signatures_that_make_no_sense_are_refused_when_they_are_read(folder):
    rewritten(folder, "contents", values("piece", lambda known: [b"no signature", *known[1:]]))
    result = opened(folder).session
    with pytest.raises(StoreError, match="damaged"):
        result.scan.figures_of(0, 1)


@pytest.mark.parametrize("column", ["path", "size", "content"])
def test_a_column_of_another_type_is_refused(folder, column):
    whole = pq.read_table(folder / "files")
    shutil.rmtree(folder / "files")
    (folder / "files").mkdir()
    at = whole.schema.get_field_index(column)
    pq.write_table(
        whole.set_column(at, column, pa.array([0.5] * len(whole))), folder / "files" / "part-0.parquet"
    )
    assert "is of another type" in refused(folder)
    pq.write_table(whole.remove_column(at), folder / "files" / "part-0.parquet")
    assert f"it has no column {column}" in refused(folder)


def test_a_number_of_clusters_that_no_memory_holds_is_refused(folder):
    told(folder, counts=json.loads((folder / "manifest.json").read_text())["counts"] | {"clusters": 1 << 40})
    assert "is damaged" in refused(folder)


def test_a_missing_value_is_refused(folder):
    rewritten(folder, "files", values("path", lambda known: [None, *known[1:]]))
    assert "a value is missing" in refused(folder)


def test_a_small_file_of_large_values_is_refused(folder):
    """One path of a gigabyte, which compresses to nothing, or one of 60 kB in each of a million rows."""
    part = folder / "problems" / "part-0.parquet"
    shutil.rmtree(part.parent)
    part.parent.mkdir()
    pq.write_table(pa.table({"path": [b"x" * (1 << 20)], "reason": ["r"]}), part, compression="zstd")
    told(folder, counts=json.loads((folder / "manifest.json").read_text())["counts"] | {"problems": 1})
    assert "too long" in refused(folder)
    names = pa.DictionaryArray.from_arrays(pa.array(np.zeros(60_000, np.int32)), pa.array([b"x" * 60_000]))
    pq.write_table(
        pa.table({"path": names, "reason": ["r"] * 60_000}), part, compression="zstd", store_schema=False
    )
    assert part.stat().st_size < 1 << 20
    told(folder, counts=json.loads((folder / "manifest.json").read_text())["counts"] | {"problems": 60_000})
    assert "holds more than it can" in refused(folder)


def test_a_page_that_says_it_is_large_takes_no_memory(folder):
    """The footer says 104 kB; pyarrow would take what the header of the page says."""
    part = folder / "projects" / "part-0.parquet"
    shutil.rmtree(part.parent)
    part.parent.mkdir()
    pq.write_table(pa.table({"path": [b"x" * 100] * 1000}), part, compression="zstd", use_dictionary=False)
    data = part.read_bytes()
    honest, lying = b"\x15\x8e\xd9\x0c", b"\x15\xfe\xff\xff\xff\x0f"  # 2^31 - 1 bytes
    least = (
        b"\x64" + b"x" * 100
    )  # the least value, which the header holds: made as much shorter as that is longer
    assert data.index(honest) < data.index(least)
    data = data.replace(honest, lying, 1).replace(least, b"\x62" + b"x" * 98, 1)
    part.write_bytes(data)
    before = pa.default_memory_pool().max_memory()
    assert "holds more than it can" in refused(folder)
    assert pa.default_memory_pool().max_memory() < before + (1 << 26)


def test_without_pyarrow_a_message_says_what_to_install(folder):
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from simfinder.__main__ import main\n"
        f"sys.exit(main(['scan', '--from', {str(folder)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert done.stderr.strip().endswith("install it with: pip install 'simfinder[spark]'")
    assert "Traceback" not in done.stderr


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_damage_is_more_than_a_message(folder, data):
    """Bytes changed, cut off or repeated in any of its files: a message with the path, or a session as any other."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    path = data.draw(st.sampled_from(files), label="file")
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1), label="place")
    kind = data.draw(st.sampled_from(("byte", "cut", "again", "zeros")), label="kind")
    damaged = {
        "byte": whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :],
        "cut": whole[:at],
        "again": whole[:at] + whole[max(0, at - 40) :],
        "zeros": whole[:at] + b"\0" * min(50, len(whole) - at) + whole[at + 50 :],
    }[kind]
    path.write_bytes(damaged)
    try:
        result = opened(folder).session
        result.set_tolerances(Tolerances(0.1))
        list(json_report.scan_text(result))
        _ = result.result.representations.table.sketch
    except StoreError as error:
        place = error.path
    else:
        place = str(folder)
    finally:
        path.write_bytes(whole)
    assert place.startswith(str(folder))


@given(st.lists(st.binary(max_size=5), unique=True, max_size=20), st.data())
def test_places(known, data):
    def column(values):
        ends = np.cumsum([len(value) for value in values], dtype=np.int64)
        return Binary(np.frombuffer(b"".join(values), np.uint8), ends, np.ones(len(values), np.bool_))

    wanted = data.draw(
        st.lists(st.one_of(st.binary(max_size=5), st.sampled_from(known or [b""])), max_size=20)
    )
    cut = data.draw(st.integers(0, len(known)))
    found = places([column(wanted)], [column(known[:cut]), column(known[cut:])])
    assert found.tolist() == [known.index(one) if one in known else -1 for one in wanted]
