"""The keep rule of the recipe, in the command line and in the window."""

from simfinder.gui.dialogs.keep_rules_dialog import KeepRulesDialog, rules_text
from tests.helpers.program import simfinder


def test_it_decides_which_file_stays(tmp_path, qtbot):
    for name in ("a.txt", "deep/er/b.txt", "deep/c.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"the same words " * 50)
    plan = simfinder("plan", "--json", "--keep", "deepest", "--remove", "identical", str(tmp_path)).json
    gone = sorted(act["path"][len(str(tmp_path)) + 1 :] for act in plan["acts"])
    assert gone == ["a.txt", "deep/c.txt"]
    assert b"deepest, in:FOLDER" in b" ".join(simfinder("clean", "--help").out.split())
    assert rules_text("deepest,newest") == "In the deepest folder, then Newest"
    dialog = KeepRulesDialog("newest", [])
    qtbot.addWidget(dialog)
    dialog.word.setCurrentIndex(dialog.word.findData("deepest"))
    dialog.add.click()
    assert dialog.text() == "newest,deepest"
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.confirm.click()
    assert chosen.args == ["newest,deepest"]


def test_it_says_why():
    from simfinder.actions.rules.keep_rules import explain_kept
    from simfinder.model.file_record import FileRecord

    one, other = (FileRecord(path, 1, n, 10, 100) for n, path in enumerate(("/x/y/z/a", "/x/b")))
    assert explain_kept(one, other, "deepest") == "deepest: 4 against 2 folders"
