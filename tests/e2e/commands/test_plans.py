"""Plans by the real program: made, kept as a file, looked over, carried out, run as a script, taken back."""

import json
import os
import pty
import random
import shutil
import subprocess

import pytest

from tests.helpers.program import simfinder, state

SH = shutil.which("dash") or shutil.which("sh")


@pytest.fixture
def tree(tmp_path):
    """Pairs of a file and its older copy, under names that are hard on scripts."""
    root = tmp_path / "tree"
    rng = random.Random(5)
    names = ["a.bin", "-n", "it's $(x) `y`.bin", "two\nlines", os.fsdecode(b"caf\xe9"), "é" * 127]
    for i, name in enumerate(names):
        data = rng.randbytes(3000)
        for folder, age in (("new", 0), ("old", 100)):
            path = root / folder / str(i) / name
            path.parent.mkdir(parents=True)
            path.write_bytes(data)
            path.chmod(0o600 + i)
            time_ns = (1_700_000_000 - age) * 10**9 + i
            os.utime(path, ns=(time_ns, time_ns))
    return root


def run_script(text):
    return subprocess.run([SH], input=text, capture_output=True, timeout=60, check=False)


def test_a_script_leaves_the_disk_as_apply_does(tree, tmp_path, home):
    other = tmp_path / "other" / "tree"
    shutil.copytree(tree, other)
    before = state(tree)
    text = simfinder("plan", tree, "--sh")
    assert text.code == 0, text.err
    assert run_script(text.out).returncode == 0
    trash = home / ".local/share/Trash"
    names = sorted(os.listdir(os.fsencode(trash / "files")))
    shutil.rmtree(trash)

    planned = simfinder("plan", other, "--json")
    assert (planned.code, state(other)) == (0, before)
    assert set(planned.json) >= {"version", "batch", "acts", "bytes_freed"}
    (tmp_path / "plan.json").write_bytes(planned.out)
    done = simfinder("apply", tmp_path / "plan.json", "--yes", "--json")
    assert done.code == 0, done.err
    assert {act["state"] for act in done.json["acts"]} == {"done"}
    assert sorted(os.listdir(os.fsencode(trash / "files"))) == names
    assert state(other) == state(tree) == {k: v for k, v in before.items() if k.startswith("new/")}

    undone = simfinder("undo")
    assert undone.code == 0, undone.err
    assert state(other) == before


def test_a_plan_that_was_tampered_with_and_one_from_a_pipe(tree, tmp_path):
    planned = simfinder("plan", tree, "--act", "hardlink", "--json")
    plan, before = planned.json, state(tree)
    victim = tmp_path / "victim"
    victim.write_text("not in the plan's folders")
    plan["acts"][0]["path"] = str(victim)
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan))
    done = simfinder("apply", path, "--yes")
    assert (done.code, done.out, done.err.count("\n")) == (2, b"", 1)
    assert str(victim) in done.err
    assert victim.exists()
    assert state(tree) == before

    read, write = os.pipe()
    os.write(write, planned.out)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        done = simfinder("apply", "-", "--yes", "--json", stdin=pipe)
    assert done.code == 0, done.err
    assert len(done.json["acts"]) == 6
    assert all(os.path.samefile(act["path"], act["to"]) for act in done.json["acts"])


def test_deleting_for_good_asks_twice_on_a_terminal(tree):
    before = state(tree)
    master, slave = pty.openpty()
    try:
        os.write(master, b"y\nn\n")
        done = simfinder("clean", tree, "--act", "delete", stdin=slave)
    finally:
        os.close(slave)
        os.close(master)
    assert done.code == 2, done.err
    assert done.err.count("[y/N]") == 2
    assert state(tree) == before
