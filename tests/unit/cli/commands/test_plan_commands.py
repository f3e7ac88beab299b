"""``plan``, ``apply``, ``clean`` and ``rules``: every rule and act on a real tree, in this process."""

import json
import os
import random

import pytest

from simfinder.actions.rules.keep_rules import KeepRule
from simfinder.cli import main, terminal
from simfinder.cli.commands import carry_out_plan

AGES = {
    "essay v3.txt": 4,
    "Backup/essay v2.txt": 3,
    "Backup/copy of essay v2.txt": 2,
    "old/essay draft.txt": 1,
}
_WORDS = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in "lmnrst"]


def prose(seed, words):
    rng = random.Random(seed)
    return " ".join(rng.choice(_WORDS) for _ in range(words)) + "\n"


@pytest.fixture
def tree(tmp_path):
    """A text in three versions, the middle one twice, and a stranger; all in folders with odd names."""
    root = tmp_path / "it's a tree\n"
    base = prose(1, 900)
    texts = {
        "essay v3.txt": base + prose(2, 60),
        "Backup/essay v2.txt": base,
        "Backup/copy of essay v2.txt": base,
        "old/essay draft.txt": base[:-600],
    }
    for name, text in [*texts.items(), ("old/stranger.txt", prose(9, 900))]:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        time = (1_700_000_000 + AGES.get(name, 0) * 86_400) * 10**9
        os.utime(path, ns=(time, time + 7))
    return root


def state(root):
    seen = {}
    for path in sorted(root.rglob("*")):
        if path.is_symlink():
            seen[str(path.relative_to(root))] = os.readlink(path)
        elif path.is_file():
            seen[str(path.relative_to(root))] = (
                path.read_bytes(),
                path.stat().st_mtime_ns,
                path.stat().st_mode,
            )
    return seen


@pytest.fixture
def cli(capsysbinary):
    def call(*arguments):
        code = main.run([os.fspath(a) for a in arguments])
        out, err = capsysbinary.readouterr()
        return code, out, err.decode("utf-8", "replace")

    return call


def going(cli, tree, *rules):
    code, out, _ = cli("plan", tree, *rules, "--json", "--quiet")
    assert code == 0
    return {
        os.path.relpath(act["path"], tree) for act in json.loads(out)["acts"] if act["state"] == "planned"
    }


ALL = set(AGES)


@pytest.mark.parametrize(
    ("keep", "remove", "expected"),
    [
        ("newest", "older", ALL - {"essay v3.txt"}),
        ("newest", "identical", set()),
        ("newest", "similar", ALL - {"essay v3.txt"}),
        ("newest", "all", ALL - {"essay v3.txt"}),
        ("oldest", "older", set()),
        ("oldest", "all", ALL - {"old/essay draft.txt"}),
        ("largest", "older", ALL - {"essay v3.txt"}),
        ("smallest", "all", ALL - {"old/essay draft.txt"}),
        ("shortest-path", "older", ALL - {"essay v3.txt"}),
        ("longest-path", "identical", {"Backup/essay v2.txt"}),
        ("name:*v2*", "older", {"Backup/copy of essay v2.txt", "old/essay draft.txt"}),
        ("name:copy*", "identical", {"Backup/essay v2.txt"}),
        ("name:none", "older", ALL - {"essay v3.txt"}),
    ],
)
def test_every_rule(cli, tree, keep, remove, expected):
    assert going(cli, tree, "--keep", keep, "--remove", remove) == expected


def test_rules_of_place_and_combinations(cli, tree, monkeypatch):
    monkeypatch.chdir(tree)
    assert going(cli, tree, "--keep", "in:Backup") == {"Backup/copy of essay v2.txt", "old/essay draft.txt"}
    assert going(cli, tree, "--keep", "in:Backup,oldest", "--remove", "identical") == {
        "Backup/copy of essay v2.txt"  # a copy is as old as what it is a copy of
    }
    assert going(cli, tree, "--keep", f"not-in:{tree}/Backup,oldest", "--remove", "all") == ALL - {
        "old/essay draft.txt"
    }
    assert cli("rules", "save", "tidy", "in:Backup,oldest")[0] == 0
    monkeypatch.chdir("/")
    assert going(cli, tree, "--keep", "@tidy", "--remove", "identical") == {"Backup/copy of essay v2.txt"}


def test_rules_are_listed_and_removed(cli):
    assert cli("rules", "list") == (0, b"", "")
    cli("rules", "save", "b", "oldest,largest")
    cli("rules", "save", "a", "in:/tmp/x\ny")
    code, out, _ = cli("rules", "list")
    assert (code, out) == (0, b"@a\tin:/tmp/x\\ny\n@b\toldest,largest\n")
    listed = json.loads(cli("rules", "list", "--json")[1])
    assert listed["rules"][1] == {"name": "b", "rules": "oldest,largest"}
    assert cli("rules", "remove", "@a")[0] == 0
    code, out, err = cli("rules", "remove", "a")
    assert (code, out) == (2, b"")
    assert "@a" in err
    assert cli("rules", "save", "c", "best")[0] == 2


ACTS = [
    ("--to", "trash"),
    ("--to", "DIR"),
    ("--act", "copy:DIR"),
    *[("--act", a) for a in ("delete", "hardlink", "symlink")],
]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act[1])
@pytest.mark.parametrize("way", ["clean", "apply"])
def test_every_act(cli, tree, tmp_path, act, way):
    before = state(tree)
    target = tmp_path / "away"
    act = [word.replace("DIR", str(target)) for word in act]
    rules = [*act, "--remove", "all", "--quiet"]
    code, planned, _ = cli("plan", tree, *rules, "--json")
    assert (code, state(tree)) == (0, before)
    plan = json.loads(planned)
    if way == "clean":
        code, out, err = cli("clean", tree, *rules, "--yes", "--json")
    else:
        (tmp_path / "plan.json").write_bytes(planned)
        code, out, err = cli("apply", tmp_path / "plan.json", "--yes", "--json", "--quiet")
    assert code == 0, err
    report = json.loads(out)
    assert [a["path"] for a in report["acts"]] == [a["path"] for a in plan["acts"] if a["state"] == "planned"]
    assert {a["state"] for a in report["acts"]} == {"done"}
    assert report["bytes_freed"] == plan["bytes_freed"]
    assert (report["bytes_freed"] > 0) is (not target.exists())
    after = state(tree)
    gone = {os.path.relpath(a["path"], tree) for a in report["acts"]}
    kind = plan["act"]
    if kind in ("hardlink", "symlink"):
        assert gone == {
            "Backup/essay v2.txt"
        }  # of the two that are not the kept file the first by path stays
        link, stays = tree / "Backup/essay v2.txt", tree / "Backup/copy of essay v2.txt"
        assert os.path.samefile(link, stays)
        assert link.is_symlink() is (kind == "symlink")
        skipped = [a for a in plan["acts"] if a["state"] == "skipped"]
        assert {os.path.basename(a["path"]) for a in skipped} == {"copy of essay v2.txt", "essay draft.txt"}
        assert all("identical" in a["reason"] for a in skipped)
    else:
        assert gone == ALL - {"essay v3.txt"}
        assert after == (before if kind == "copy" else {k: v for k, v in before.items() if k not in gone})
    if target.exists():
        assert state(target) == {name: before[name] for name in gone}
    code, out, err = cli("undo")
    if kind == "delete":
        assert code == 1
        assert out.count(b"deleted for good") == 3
        assert "3 files are not taken back" in err
        assert "'simfinder history' lists older batches" in err
    else:
        assert code == 0
        assert state(tree) == before
        assert not target.exists() or state(target) == {}


def test_a_rule_that_would_mark_everything(cli, tree):
    for keep in (str(KeepRule("in", str(tree))), str(KeepRule("not-in", str(tree))), "name:*"):
        assert len(going(cli, tree, "--keep", keep, "--remove", "all")) == 3
    code, _, _ = cli(
        "clean",
        tree,
        "--keep",
        str(KeepRule("not-in", str(tree))),
        "--remove",
        "all",
        "--act",
        "delete",
        "--yes",
        "--quiet",
    )
    assert code == 0
    assert len(state(tree)) == 2  # one of the cluster and the stranger
    code, out, _ = cli("clean", tree, "--remove", "all", "--protect", tree, "--yes", "--json", "--quiet")
    assert (code, json.loads(out)["acts"]) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--to", ""], "needs a folder"),
        (["--act", "copy:"], "needs a folder"),
        (["--act", "copy"], "unknown act copy"),
        (["--act", "delete:x"], "unknown act delete:x"),
        (["--act", "shred"], "known: delete"),
        (["--act", "delete", "--to", "x"], "not allowed with"),
        (["--keep", "@none"], "@none"),
        (["--keep", "best"], "best"),
        (["--keep", ""], "empty"),
        (["--remove", "most"], "most"),
    ],
)
@pytest.mark.parametrize("verb", ["plan", "clean"])
def test_wrong_usage(cli, tree, verb, arguments, said):
    before = state(tree)
    code, out, err = cli(verb, tree, *arguments, *(["--yes"] if verb == "clean" else []))
    assert (code, out) == (2, b"")
    assert said in err
    assert state(tree) == before


def test_plan_takes_json_or_sh(cli, tree):
    assert cli("plan", tree, "--json", "--sh")[0] == 2
    code, out, _ = cli("plan", tree, "--sh", "--quiet")
    assert code == 0
    assert out.startswith(b"#!/bin/sh\n# Made by SimFinder")


def test_the_plan_in_words(cli, tree):
    os.link(tree / "Backup/essay v2.txt", tree.parent / "elsewhere")
    code, out, _ = cli("plan", tree, "--quiet")
    text = out.decode()
    assert code == 0
    assert "! has other names (hard links)" in text
    assert "warning: 1 file has other names" in text
    assert "once the Trash is emptied" in text
    assert "would be moved to the Trash" in text.splitlines()[-1]


def test_nothing_is_done_without_a_terminal_or_a_yes(cli, tree, tmp_path):
    before = state(tree)
    code, out, err = cli("clean", tree)
    assert (code, out) == (2, b"")
    assert "--yes" in err
    (tmp_path / "plan.json").write_bytes(cli("plan", tree, "--json")[1])
    code, out, err = cli("apply", tmp_path / "plan.json")
    assert (code, out) == (2, b"")
    assert "--yes" in err
    assert state(tree) == before


@pytest.mark.parametrize(
    ("answers", "done"), [([False], False), ([True, False], False), ([True, True], True)]
)
def test_deleting_for_good_asks_twice(cli, tree, monkeypatch, answers, done):
    asked = []

    def answer(question):
        asked.append(question)
        return answers[len(asked) - 1]

    monkeypatch.setattr(carry_out_plan, "can_ask", lambda: True)
    monkeypatch.setattr(carry_out_plan, "confirm", answer)
    before = state(tree)
    code, _, err = cli("clean", tree, "--act", "delete")
    assert (code == 0, len(asked)) == (done, len(answers))
    assert (state(tree) == before) is not done
    if not done:
        assert code == 2
        assert "Nothing was done" in err


def test_others_ask_once(cli, tree, monkeypatch):
    asked = []
    monkeypatch.setattr(carry_out_plan, "can_ask", lambda: True)
    monkeypatch.setattr(carry_out_plan, "confirm", lambda question: asked.append(question) or True)
    shown = cli("plan", tree, "--quiet")[1].decode()
    code, _, err = cli("clean", tree)
    assert code == 0
    assert shown in err
    assert len(asked) == 1
    assert terminal.can_ask is not carry_out_plan.can_ask


def test_what_changed_since_the_plan_is_skipped_and_reported(cli, tree, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_bytes(cli("plan", tree, "--json")[1])
    (tree / "Backup/essay v2.txt").write_text("edited meanwhile")
    (tree / "old/essay draft.txt").unlink()
    code, out, err = cli("apply", plan, "--yes", "--json")
    assert code == 1
    states = {os.path.basename(a["path"]): (a["state"], a["reason"]) for a in json.loads(out)["acts"]}
    assert states["essay v2.txt"][0] == states["essay draft.txt"][0] == "skipped"
    assert "changed" in states["essay v2.txt"][1]
    assert states["copy of essay v2.txt"][0] == "done"
    assert "scan again" in err
    assert (tree / "Backup/essay v2.txt").read_text() == "edited meanwhile"


def test_a_plan_is_carried_out_once(cli, tree, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_bytes(cli("plan", tree, "--json")[1])
    assert cli("apply", plan, "--yes")[0] == 0
    after = state(tree)
    code, _, err = cli("apply", plan, "--yes")
    assert code == 1
    assert "3 skipped" in err
    assert state(tree) == after


def test_protection_travels_with_the_plan(cli, tree, tmp_path):
    code, out, _ = cli("plan", tree, "--protect", tree / "Backup", "--json")
    plan = json.loads(out)
    assert (code, plan["protected"]) == (0, [str(tree / "Backup")])
    assert [os.path.basename(a["path"]) for a in plan["acts"]] == ["essay draft.txt"]


def test_bad_plan_files(cli, tree, tmp_path):
    good = json.loads(cli("plan", tree, "--json")[1])
    swapped = json.loads(json.dumps(good))
    swapped["acts"][0]["survivor"] = {"path": swapped["acts"][1]["path"], **swapped["acts"][1]["file"]}
    before = state(tree)
    for bad in (
        b"",
        b"{}",
        json.dumps(good)[:-2].encode(),
        json.dumps(good | {"version": 7}).encode(),
        json.dumps(swapped).encode(),
    ):
        path = tmp_path / "plan\n.json"
        path.write_bytes(bad)
        code, out, err = cli("apply", path, "--yes")
        assert (code, out, err.count("\n")) == (2, b"", 1)
        assert "plan\\n.json" in err
    assert cli("apply", tmp_path / "none", "--yes")[0] == 2
    assert state(tree) == before


def test_nothing_to_do(cli, tmp_path):
    (tmp_path / "only.txt").write_text("alone")
    code, out, _ = cli("plan", tmp_path, "--json")
    (tmp_path / "plan.json").write_bytes(out)
    assert (code, json.loads(out)["acts"]) == (0, [])
    assert cli("apply", tmp_path / "plan.json", "--yes")[0] == 0
    assert cli("clean", tmp_path, "--yes")[0] == 0
    assert cli("history", "--json")[1].count(b'"done"') == 0
