"""The method of the recipe, in the command line, in the window, and held to the contract of all methods."""

import json

import pytest
from PySide6.QtWidgets import QMenu

from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.session.session import Session
from simfinder.gui.sidebar.tolerance_row import ToleranceRow
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.signatures.methods import registry
from tests.gui.details.test_why import choose
from tests.helpers.program import simfinder
from tests.unit.signatures.methods import test_contract as contract

NAME = "nibbles"


@pytest.mark.parametrize("check", [check for check, names in contract.CHECKS.items() if NAME in names])
def test_it_keeps_the_promise_of_all_methods(check):
    assert [method.name for method in registry.PLAIN] == [NAME]
    check(NAME)


def test_all_methods_share_a_row():
    contract.test_all_ways_to_sign_and_to_store_give_one_row()


def test_it_signs_scores_and_scans(tmp_path):
    (tmp_path / "a").write_bytes(b"aaaaabbbbb" * 50)
    (tmp_path / "b").write_bytes(b"bbbbbaaaaa" * 50)
    (tmp_path / "c").write_bytes(bytes(range(256)) * 2)
    signed = simfinder("hash", "--method", NAME, str(tmp_path / "a"))
    text = signed.out.decode().split("\t")[0]
    assert text == "0,0,0,0,0,0,500,0,0,0,0,0,0,0,0,0"
    with open(tmp_path / "pair", "w+") as pair:
        pair.write(f"{text}\t{text}\n")
        pair.seek(0)
        assert simfinder("score", "--method", NAME, stdin=pair).out == b"1.0\n"
    (tmp_path / "pair").unlink()
    for _ in range(2):  # once signed, once from the cache
        found = simfinder("scan", "--json", "--method", NAME, "--tolerance", "5", str(tmp_path)).json
        (cluster,) = found["clusters"]
        assert sorted(file["path"][-1] for file in cluster["files"]) == ["a", "b"]
    shown = simfinder("scan", "--help").out.decode()
    assert f"shingleprint, {NAME} or content" in " ".join(shown.split())


def test_it_is_in_sessions(tmp_path):
    (tmp_path / "a").write_bytes(b"aaaaabbbbb" * 50)
    (tmp_path / "b").write_bytes(b"bbbbbaaaaa" * 50)
    session = Session.run(ScanOptions((str(tmp_path),)), cache=None, control=Control())
    facts, arrays = packed(Captured.of(session))
    facts = json.loads(json.dumps(facts))
    back = unpacked(facts, arrays).state.result.table
    assert back.plain_rows(NAME).tolist() == session.result.table.plain_rows(NAME).tolist()
    assert back.plain_rows(NAME).sum() == 1000
    del arrays["table.plain"]  # a session of before has none
    assert not unpacked(facts, arrays).state.result.table.plain_rows(NAME).any()


def test_the_window_names_it(qtbot, scanned, tree):
    choose(qtbot, scanned, tree.families["pipeline"][-1])
    choose(qtbot, scanned, tree.families["pipeline"][0])
    bar = scanned.details.figures.bars[NAME]
    assert bar.accessibleName() == "Halves of bytes"
    assert bar.share is not None
    assert 0.5 < bar.share < 1.0
    row = next(row for row in scanned.findChildren(ToleranceRow) if row.file_type == "py")
    menu = row.make_menu()
    methods = next(one for one in menu.findChildren(QMenu) if one.title() == "Compared by")
    (action,) = (one for one in methods.actions() if one.text() == "Halves of bytes")
    assert action.toolTip() == "How often each upper half of a byte occurs."
    with qtbot.waitSignal(row.method_wanted) as wanted:
        action.trigger()
    assert wanted.args == ["py", NAME]
    menu.close()
