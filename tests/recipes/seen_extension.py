"""What the example package brings, in the command line and in the window: method, view, keep rule, report."""

from PySide6.QtWidgets import QMenu

from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.session.session import Session
from simfinder.gui.dialogs.keep_rules_dialog import KeepRulesDialog
from simfinder.gui.sidebar.tolerance_row import ToleranceRow
from simfinder.gui.wording.formatting import view_text
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from tests.gui.details.test_why import choose
from tests.helpers.program import simfinder
from tests.recipes.seen_view import subtitles


def pair(folder):
    (folder / "a").write_bytes(b"aaaaabbbbb" * 50)
    (folder / "b").write_bytes(b"bbbbbaaaaa" * 50)
    (folder / "c").write_bytes(bytes(range(256)) * 2)


def test_the_method_signs_scores_and_scans(tmp_path):
    pair(tmp_path)
    signed = simfinder("hash", "--method", "nibbles", str(tmp_path / "a"))
    text = signed.out.decode().split("\t")[0]
    assert text == "0,0,0,0,0,0,500,0,0,0,0,0,0,0,0,0"
    with open(tmp_path / "pair", "w+") as asked:
        asked.write(f"{text}\t{text}\n")
        asked.seek(0)
        assert simfinder("score", "--method", "nibbles", stdin=asked).out == b"1.0\n"
    (tmp_path / "pair").unlink()
    for _ in range(2):  # once signed, once from the cache
        found = simfinder("scan", "--json", "--method", "nibbles", "--tolerance", "5", str(tmp_path)).json
        (cluster,) = found["clusters"]
        assert sorted(file["path"][-1] for file in cluster["files"]) == ["a", "b"]
    shown = " ".join(simfinder("scan", "--help").out.decode().split())
    assert "shingleprint, nibbles or content" in shown
    shown = " ".join(simfinder("clean", "--help").out.decode().split())
    assert "best-place, deepest, in:FOLDER" in shown


def test_sessions_know_of_which_methods_their_signatures_are(tmp_path, monkeypatch):
    pair(tmp_path)
    session = Session.run(ScanOptions((str(tmp_path),)), cache=None, control=Control())
    facts, arrays = packed(Captured.of(session))
    rows = unpacked(facts, arrays).state.result.table.plain_rows("nibbles")
    assert rows.sum() == 1512
    other = {**facts, "plain": "others 1 of-others 1.0"}  # of the same width
    assert not unpacked(other, arrays).state.result.table.plain_rows("nibbles").any()


def test_the_view_is_made_in_the_sandbox_and_versions_say_the_same(tmp_path, qtbot, make, scan):
    for name, shift in (("first.srt", 0), ("second.srt", 250)):
        (tmp_path / name).write_bytes(subtitles(shift))
    (tmp_path / "broken.srt").write_bytes(b"1\n00:00:01,000 --> 00:00:02,000\n")
    found = simfinder("scan", "--json", str(tmp_path))
    (cluster,) = found.json["clusters"]
    assert len(cluster["files"]) == 2
    assert min(file["similarity"] for file in cluster["files"]) > 0.99
    assert "nothing is said" in found.out.decode() + found.err
    window = make([tmp_path])
    scan(window)
    choose(qtbot, window, str(tmp_path / "first.srt"))
    assert window.details.figures.view.whole().startswith("Compared by:")
    assert view_text("subtitles")


def test_the_rule_decides_and_the_report_is_written(tmp_path, qtbot):
    for name in ("a.txt", "deep/er/b.txt", "deep/c.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"the same words " * 50)
    plan = simfinder("plan", "--json", "--keep", "deepest", "--remove", "identical", str(tmp_path)).json
    assert sorted(act["path"][len(str(tmp_path)) + 1 :] for act in plan["acts"]) == ["a.txt", "deep/c.txt"]
    said = simfinder("scan", "--report", "paths", str(tmp_path)).out.decode()
    assert said.endswith("\n\n")
    assert sorted(said.split()) == sorted(
        str(tmp_path / name) for name in ("a.txt", "deep/er/b.txt", "deep/c.txt")
    )
    dialog = KeepRulesDialog("newest", [])
    qtbot.addWidget(dialog)
    dialog.word.setCurrentIndex(dialog.word.findData("deepest"))
    dialog.add.click()
    assert dialog.text() == "newest,deepest"


def test_the_window_offers_the_method_and_the_report(qtbot, scanned, tree):
    choose(qtbot, scanned, tree.families["pipeline"][-1])
    choose(qtbot, scanned, tree.families["pipeline"][0])
    assert 0.5 < scanned.details.figures.bars["nibbles"].share < 1.0
    row = next(row for row in scanned.findChildren(ToleranceRow) if row.file_type == "py")
    menu = row.make_menu()
    methods = next(one for one in menu.findChildren(QMenu) if one.title() == "Compared by")
    (action,) = (one for one in methods.actions() if one.text() == "nibbles")
    with qtbot.waitSignal(row.method_wanted) as wanted:
        action.trigger()
    assert wanted.args == ["py", Method("nibbles")]
    menu.close()
    assert "paths" in [action.data() for action in scanned.commands.exports.actions()]


def test_doctor_names_what_is_brought():
    said = simfinder("doctor").out.decode()
    for name in (
        "nibbles in simfinder.methods",
        "subtitles in simfinder.views",
        "deepest in simfinder.keep_rules",
    ):
        assert f"{name}, of simfinder-example 1.0" in said
