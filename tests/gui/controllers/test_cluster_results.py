"""What ``simfinder cluster`` wrote, in the window: shown, measured again before anything goes, read-only elsewhere."""

import json
import os
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtWidgets import QFileDialog

from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.main import Request, begin, request_of
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import ScanOptions
from simfinder.store.cache.cache import Cache
from tests.gui.conftest import LONG
from tests.helpers.results.made_results import wait_to_be_remembered, write_many, write_session


@pytest.fixture
def result(tree, tmp_path):
    wait_to_be_remembered()
    with Cache.open(tmp_path / "cache of another machine") as cache:
        session = Session.run(ScanOptions((str(tree.root),), jobs=1), cache=cache, control=Control())
        session.verify(Verifier(session.result, cache, Control()))
        write_session(tmp_path / "result", session, cache=cache)
    return str(tmp_path / "result")


def shown(qtbot, window, path):
    with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
        window.files.open(path)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    return window.workspace.session


def test_it_is_shown_and_a_file_goes_and_comes_back(qtbot, make, result, tree):
    window = make()
    session = shown(qtbot, window, result)
    assert window.clusters.model.rows.clusters == len(session.clusters) > 3
    assert "What you remove is measured again before." in window.banner.text.text()
    assert window.workspace.folders == [str(tree.root)]
    assert not window.folders.stale  # though it was scanned with another number of jobs
    assert not window.commands.check.isEnabled()
    assert not window.files.save_by_itself()
    path = tree.families["pipeline"][0]
    window.workspace.mark([session.file_of(path)], True)
    window.work.review(ActKind.TRASH)
    qtbot.waitUntil(lambda: isinstance(window.dialog, PlanReviewDialog), timeout=LONG)
    assert list(window.dialog.plan.acts.paths()) == [path]
    window.dialog.accept()
    qtbot.waitUntil(lambda: not os.path.exists(path), timeout=LONG)
    qtbot.waitUntil(lambda: not window.work.busy and not window.bridge.busy, timeout=LONG)
    window.work.undo(None)
    qtbot.waitUntil(lambda: os.path.exists(path), timeout=LONG)
    qtbot.waitUntil(lambda: not window.work.busy and not window.bridge.busy, timeout=LONG)


def _lying(place):
    """Make a result say of two files in no cluster that one is an older version of the other, 99 % alike; name both."""
    members = pq.read_table(place / "members").to_pylist()
    inside = {row["path"] for row in members}
    files = pq.read_table(place / "files").to_pylist()
    kept, gone = [row for row in files if row["path"] not in inside and row["size"] > 1000][:2]
    known = max(row["cluster"] for row in members) + 1
    usual = members[0] | {"cluster": known, "estimated": False, "why": 0, "within": True, "kinship": -1}
    for row, relation, share in ((kept, "kept", 1.0), (gone, "older", 0.99)):
        of = {name: row[name] for name in ("path", "size", "mtime_ns", "content")}
        members.append(usual | of | {"relation": relation, "similarity": share})
    a, b = sorted((kept["content"], gone["content"]))
    links = pq.read_table(place / "links").to_pylist()
    link = {"a": a, "b": b, "similarity": 0.99, "weight": 1.0, "others": 1, "sibling": False, "settled": True}
    links = sorted([*links, link], key=lambda row: (row["a"], row["b"]))
    for name, rows in (("members", members), ("links", links)):
        schema = pq.read_schema(next((place / name).glob("*.parquet")))
        shutil.rmtree(place / name)
        (place / name).mkdir()
        pq.write_table(pa.Table.from_pylist(rows, schema=schema), place / name / "part-0.parquet")
    told = json.loads((place / "manifest.json").read_text())
    for name in ("members", "links", "clusters"):
        told["counts"][name] += {"members": 2}.get(name, 1)
    (place / "manifest.json").write_text(json.dumps(told))
    return [os.fsdecode(row["path"]) for row in (kept, gone)]


def test_what_the_files_do_not_bear_out_is_refused(qtbot, make, result, tree):
    """A lie is shown as it is written; what it would remove is measured first, and stays."""
    unlike = _lying(Path(result))
    before = {path: Path(path).read_bytes() for path in unlike}
    window = make()
    session = shown(qtbot, window, result)
    assert session.clusters.cluster_of(session.file_of(unlike[1])) >= 0
    true = tree.families["pipeline"][0]
    window.workspace.mark([session.file_of(path) for path in (unlike[1], true)], True)
    window.work.review(ActKind.TRASH)
    qtbot.waitUntil(lambda: isinstance(window.dialog, PlanReviewDialog), timeout=LONG)
    assert list(window.dialog.plan.acts.paths()) == [true]
    window.dialog.accept()
    qtbot.waitUntil(lambda: not os.path.exists(true), timeout=LONG)
    qtbot.waitUntil(lambda: not window.work.busy and not window.bridge.busy, timeout=LONG)
    assert {path: Path(path).read_bytes() for path in unlike} == before


def test_a_result_of_elsewhere_is_read_only(qtbot, make, tmp_path):
    write_many(tmp_path / "many", 300)
    window = make()
    session = shown(qtbot, window, str(tmp_path / "many" / "manifest.json"))
    assert len(session.clusters) == window.clusters.model.rows.clusters == 300
    assert "They are read-only" in window.banner.text.text()
    assert window.banner.notice.stays
    assert not window.commands.mark_older.isEnabled()
    assert not window.commands.default_act.isEnabled()
    assert window.workspace.folders == []
    assert not window.folders.stale
    window.workspace.set_tolerance(None, 0.1)
    qtbot.waitUntil(lambda: 0 < window.clusters.model.rows.clusters < 300, timeout=LONG)


def test_it_is_opened_when_it_is_named(qtbot, make, result):
    assert request_of([result]) == Request(results=result)
    window = make()
    begin(window, request_of([result]))
    qtbot.waitUntil(lambda: window.workspace.session is not None and not window.work.busy, timeout=LONG)
    assert not window.workspace.session.proven


def test_the_dialog_offers_manifests(qtbot, make):
    window = make()
    window.commands.open_results.trigger()
    qtbot.waitUntil(lambda: isinstance(window.dialog, QFileDialog), timeout=LONG)
    assert any("manifest.json" in each for each in window.dialog.nameFilters())
    window.dialog.reject()


def test_a_damaged_one_is_told(qtbot, make, result):
    os.remove(os.path.join(result, "files", min(os.listdir(os.path.join(result, "files")))))
    window = make()
    window.files.open(result)
    qtbot.waitUntil(lambda: window.banner.notice is not None, timeout=LONG)
    assert result in window.banner.text.text()
    assert "is damaged" in window.banner.text.text()
    assert window.workspace.session is None
