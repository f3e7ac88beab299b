"""``doctor`` tells what works and what does not; ``--profile`` tells where the time went."""

import os
import sqlite3

import pytest

from simfinder.app.runtime.profiling import Profile
from simfinder.cli.main import run
from simfinder.errors import UsageError
from simfinder.model.progress import Phase, Progress
from simfinder.store import app_dirs
from tests.helpers.program import simfinder_process


def checks(done):
    return {check["name"]: (check["ok"], check["text"]) for check in done.json["checks"]}


def test_a_healthy_machine(tmp_path):
    (tmp_path / "a.txt").write_text("text " * 100)
    assert simfinder_process("scan", tmp_path).code == 0
    done = simfinder_process("doctor", tmp_path, "--json")
    assert done.code == 0, done.out
    found = checks(done)
    assert all(ok for ok, _ in found.values())
    assert {"watchdog", "log", "Trash", f"Trash for {tmp_path}", "watching", "screen", "kernels"} <= set(
        found
    )
    assert found["cache"][1].startswith("works and is whole: 1 file")
    assert found["parsers"][1].startswith("confined by: ")
    assert "tidied today" in found["cache"][1]
    assert str(app_dirs.log_file()) in found["log"][1]
    assert sorted(os.listdir(tmp_path)) == ["a.txt"]
    trash = os.path.join(os.environ["XDG_DATA_HOME"], "Trash")
    assert not [name for _, _, files in os.walk(trash) for name in files]


def test_what_does_not_work_is_bad(tmp_path):
    (tmp_path / "a.txt").write_text("text " * 100)
    assert simfinder_process("scan", tmp_path).code == 0
    file = app_dirs.cache_file()
    with sqlite3.connect(file) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'locations'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    data = bytearray(file.read_bytes())
    data[(page - 1) * size : page * size] = os.urandom(size)
    file.write_bytes(data)
    done = simfinder_process("doctor", tmp_path / "nowhere", "--json")
    assert done.code == 1
    found = checks(done)
    assert not found["cache"][0]
    assert "damaged" in found["cache"][1]
    assert found[f"Trash for {tmp_path / 'nowhere'}"][0] is False


@pytest.mark.parametrize("verb", ["scan", "pairs", "plan"])
def test_a_profile_tells_phases_and_no_path(verb, tmp_path):
    tree = tmp_path / "secret place"
    tree.mkdir()
    for number in range(200):
        (tree / f"{number}.dat").write_bytes(os.urandom(2000) * 3)
    table = tmp_path / "profile.txt"
    done = simfinder_process(verb, tree, "--json", "--profile", table)
    assert done.code == 0, done.err
    head, columns, *rows, whole = table.read_text().splitlines()
    assert head.startswith(f"simfinder {verb}, SimFinder ")
    assert columns.split()[:3] == ["phase", "wall", "s"]
    phases = [row.split()[0] for row in rows]
    assert phases[0] == "starting"
    assert phases[-1] == "telling"
    assert "reading" in phases
    assert float(whole.split()[1]) >= sum(float(row.split()[1]) for row in rows) - 0.1
    assert int(whole.split()[-1]) > 20
    assert "secret" not in table.read_text()


def test_a_profile_that_cant_be_written_is_told_before_the_work(tmp_path):
    done = simfinder_process("scan", tmp_path, "--profile", tmp_path / "no" / "where")
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert "the profile can't be written: No such file" in done.err


def test_rows_of_a_profile(tmp_path):
    profile = Profile(str(tmp_path / "p"), "scan")
    profile.see(Progress(Phase.LISTING, files=5))
    profile.see(Progress(Phase.LISTING, files=9))
    profile.see(Progress(Phase.READING, files=3, bytes=70, from_cache=2, problems=1))
    profile.rest()
    profile.write()
    rows = [row.split() for row in (tmp_path / "p").read_text().splitlines()[2:]]
    assert [row[0] for row in rows] == ["starting", "listing", "reading", "telling", "all"]
    assert rows[1][3:7] == ["9", "0", "0", "0"]
    assert rows[2][3:7] == ["3", "70", "2", "1"]
    with pytest.raises(UsageError):
        Profile(str(tmp_path), "scan")


def test_the_wrong_profile_is_one_line(tmp_path, capfd):
    assert run(["scan", str(tmp_path), "--profile", str(tmp_path)]) == 2
    assert "Traceback" not in capfd.readouterr().err


def test_the_log_folder_is_never_scanned(home):
    app_dirs.log_folder().mkdir(parents=True)
    app_dirs.log_file().write_text("a log")
    (home / "b.txt").write_text("text " * 50)
    done = simfinder_process("scan", home, "--hidden", "--json")
    assert done.code == 0, done.err
    assert done.json["files"] == 1
    assert done.json["passed_over"]["own-folder"] >= 1
