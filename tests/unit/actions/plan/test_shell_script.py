"""The script of a plan, run by a real sh, against what carrying out the same plan does."""

import os
import shutil
import subprocess
from dataclasses import replace

import pytest

from simfinder.actions.execute.executor import execute
from simfinder.actions.plan.json_file import StoredPlan
from simfinder.actions.plan.shell_script import quoted, script
from simfinder.app.removal import wording
from simfinder.model.removal_plan import ActKind, ActState, Plan
from simfinder.store.library.library import Library
from tests.unit.actions.world import content, photograph, planned, record, trash_of, write

SHELLS = [shell for shell in ("sh", "dash", "bash") if shutil.which(shell)]
ODD = [
    "plain.txt",
    "-rf",
    'it\'s; $(touch pwned) `x` "q"',
    "two\nlines",
    "caf\udce9 \\n",
    " space ",
    "é" * 60 + ".txt",
]


def stored(plan):
    return StoredPlan(plan, ("/",))


def run(plan, shell="sh", path=None):
    text = "".join(script(stored(plan), wording.done_to(plan), wording.freed(plan)))
    return subprocess.run(
        [shell],
        input=os.fsencode(text),
        capture_output=True,
        timeout=60,
        cwd="/",
        check=False,
        env={**os.environ, **({} if path is None else {"PATH": f"{path}:{os.environ['PATH']}"})},
    )


def world(root, names=ODD):
    """Files with odd names that are identical to one that stays."""
    kept = write(root / "kept" / "keep it's", b"same bytes")
    gone = [write(root / "old" / name, b"same bytes", mtime_ns=10**18 + i) for i, name in enumerate(names)]
    return kept, gone


def plan_of(kind, root, names=ODD, target=None):
    kept, gone = world(root, names)
    acts = tuple(
        planned(path, kept, to=None if target is None else f"{target}/{os.path.relpath(path, root)}")
        for path in gone
    )
    return Plan(kind, acts, target)


def fresh(tmp_path, name):
    root = tmp_path / name / "tree"
    root.mkdir(parents=True)
    return root


def bare(seen, root):
    """What lies where, without access times, which reading moves."""
    return {path.removeprefix(os.fsencode(root)): what[:3] for path, what in seen.items()}


@pytest.mark.parametrize(
    "kind", [ActKind.TRASH, ActKind.MOVE, ActKind.COPY, ActKind.DELETE, ActKind.HARDLINK]
)
@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_does_what_apply_does(tmp_path, home, kind, shell):
    seen = {}
    for way in ("script", "apply"):
        root = fresh(tmp_path, way)
        target = str(tmp_path / way / "tree" / "away") if kind.needs_target else None
        plan = plan_of(kind, root, target=target)
        if way == "script":
            done = run(plan, shell)
            assert (done.returncode, done.stderr) == (0, b"%d done, 0 skipped\n" % len(ODD))
        else:
            with Library.open() as library:
                report = execute(plan, library)
            assert {act.state for act in report.acts} == {ActState.DONE}
        names, infos = trash_of(home)
        seen[way] = (bare(photograph(root), root), names, infos)
        shutil.rmtree(home / ".local/share/Trash", ignore_errors=True)
    assert seen["script"] == seen["apply"]
    assert not os.path.lexists("/pwned")


def test_the_script_makes_the_symbolic_links_that_apply_makes(tmp_path):
    kept, gone = world(tmp_path)
    plan = Plan(ActKind.SYMLINK, tuple(planned(path, kept) for path in gone))
    assert run(plan).returncode == 0
    assert {os.readlink(path) for path in gone} == {kept}


def test_a_reflink_is_made_or_nothing_is(tmp_path):
    plan = plan_of(ActKind.REFLINK, tmp_path)
    before = photograph(tmp_path)
    done = run(plan)
    after = photograph(tmp_path)
    assert {path: what[:3] for path, what in after.items()} == {
        path: what[:3] for path, what in before.items()
    }
    assert done.returncode in (0, 1)


def test_trashed_files_can_be_put_back_by_any_program(tmp_path, home):
    plan = plan_of(ActKind.TRASH, tmp_path, ["100% caf\udce9\n.tar.gz"])
    again = plan_of(ActKind.TRASH, tmp_path / "second", ["100% caf\udce9\n.tar.gz"])
    assert run(plan).returncode == run(again).returncode == 0
    trash = home / ".local/share/Trash"
    assert sorted(os.listdir(os.fsencode(trash / "files"))) == [
        b"100% caf\xe9\n.tar.2.gz", b"100% caf\xe9\n.tar.gz",
    ]  # fmt: skip
    info = (trash / "info" / "100% caf\udce9\n.tar.gz.trashinfo").read_text()
    lines = info.splitlines()
    assert lines[0] == "[Trash Info]"
    assert lines[1] == f"Path={tmp_path}/old/100%25%20caf%E9%0A.tar.gz"
    assert lines[2].startswith("DeletionDate=20")
    assert os.stat(trash / "info" / "100% caf\udce9\n.tar.gz.trashinfo").st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", [ActKind.TRASH, ActKind.DELETE, ActKind.HARDLINK, ActKind.SYMLINK])
@pytest.mark.parametrize("harm", ["file", "kept", "bytes", "gone", "link"])
def test_what_changed_is_skipped(tmp_path, kind, harm):
    plan = plan_of(kind, tmp_path, ["one", "two"])
    one, kept = plan.acts[0].file.path, plan.acts[0].survivor.path
    if harm == "file":
        os.utime(one, ns=(0, plan.acts[0].file.mtime_ns + 1))
    elif harm == "kept":
        write(kept, b"other byte")
        os.utime(kept, ns=(0, 5))
    elif harm == "bytes":  # the same size and time: only the bytes tell
        with open(one, "r+b") as file:
            file.write(b"OTHER")
        os.utime(one, ns=(0, plan.acts[0].file.mtime_ns))
    elif harm == "gone":
        os.unlink(one)
    else:
        os.unlink(one)
        os.symlink(kept, one)
    before = photograph(tmp_path)
    done = run(plan)
    assert done.returncode == 1
    skipped = 2 if harm == "kept" else 1
    assert done.stderr.endswith(b"%d done, %d skipped\n" % (2 - skipped, skipped))
    after = photograph(tmp_path)
    mine = {os.fsencode(one), os.fsencode(kept)}
    assert {p: s[:3] for p, s in after.items() if p in mine} == {
        p: s[:3] for p, s in before.items() if p in mine
    }


def test_no_older_version_is_deleted_for_a_file_that_was_touched(tmp_path):
    """It may have been overwritten under its old time."""
    kept, older = write(tmp_path / "kept", b"new text"), write(tmp_path / "old", b"old text!")
    plan = Plan(ActKind.DELETE, (planned(older, kept),))
    times = os.stat(kept)
    with open(kept, "r+b") as file:
        file.write(bytes(times.st_size))
    os.utime(kept, ns=(times.st_atime_ns, times.st_mtime_ns))
    done = run(plan)
    assert (done.returncode, os.path.exists(older)) == (1, True)
    assert b"was touched since the scan" in done.stderr
    assert run(Plan(ActKind.DELETE, (planned(older, kept),))).returncode == 0
    assert not os.path.exists(older)


@pytest.mark.parametrize("kind", [ActKind.MOVE, ActKind.COPY])
def test_nothing_is_overwritten(tmp_path, kind):
    plan = plan_of(kind, tmp_path, ["one"], str(tmp_path / "away"))
    theirs = write(plan.acts[0].to, b"somebody else's")
    done = run(plan)
    assert done.returncode == 1
    assert b"is there already" in done.stderr
    with open(theirs, "rb") as file:
        assert file.read() == b"somebody else's"
    assert content(plan.acts[0].file.path) == plan.acts[0].content


def test_a_move_to_another_disk_is_a_copy_that_was_compared(tmp_path):
    shm = "/dev/shm"
    if not os.access(shm, os.W_OK) or os.stat(shm).st_dev == os.stat(tmp_path).st_dev:
        pytest.skip("no other disk")
    away = os.path.join(shm, f"simfinder-test-{os.getpid()}")
    try:
        plan = plan_of(ActKind.MOVE, tmp_path, target=away)
        assert run(plan).returncode == 0
        for act in plan.acts:
            assert not os.path.lexists(act.file.path)
            assert content(act.to) == act.content
            assert os.stat(act.to).st_mtime_ns == act.file.mtime_ns
            assert os.stat(act.to).st_mode == act.file.mode
    finally:
        shutil.rmtree(away, ignore_errors=True)


def test_comments_stay_comments(tmp_path):
    plan = plan_of(ActKind.DELETE, tmp_path, ["one"])
    act = replace(plan.acts[0], why="older than\ntouch /tmp/pwned\r\x1b[2J", warnings=("a\nrm -rf x",))
    plan = Plan(ActKind.DELETE, (act,), refused=((record(act.survivor.path), "x\ny"),))
    lines = "".join(script(stored(plan), "x\ny", "z")).splitlines()
    assert lines[0] == "#!/bin/sh"
    assert "# older than\\ntouch /tmp/pwned\\r\\x1b[2J" in lines
    assert "# ! a\\nrm -rf x" in lines
    assert not any(line.startswith(("touch", "rm -rf")) for line in lines)


def test_words_are_quoted():
    assert quoted("it's") == "'it'\\''s'"
    assert quoted("") == "''"


# stand-ins that know what the stat of other systems knows
_SIMPLE = r"""#!/bin/sh
case $2 in *%.9Y*) echo '?'; exit 1;; esac
[ "$1" = -c ] && exec REAL "$@"
exit 1
"""
_BSD = r"""#!/bin/sh
[ "$1" = -f ] || exit 1
case $2 in
    %Fm) exec REAL -c %.9Y "$3" ;;
    '%d:%i %z %Fm') shift 2; exec REAL -c '%d:%i %s %.9Y' "$@" ;;
    %Fc) shift 2; exec REAL -c %.9Z "$@" ;;
esac
exit 1
"""


@pytest.mark.parametrize("other", [_SIMPLE, _BSD], ids=["whole seconds", "bsd"])
def test_other_systems_tell_files_otherwise(tmp_path, other):
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "stat").write_text(other.replace("REAL", shutil.which("stat")))
    (folder / "stat").chmod(0o755)
    plan = plan_of(ActKind.DELETE, tmp_path / "tree")
    older = planned(write(tmp_path / "tree" / "old" / "version", b"old bytes"), plan.acts[0].survivor.path)
    os.utime(plan.acts[0].file.path, ns=(0, plan.acts[0].file.mtime_ns + 10**9))
    done = run(replace(plan, acts=(*plan.acts, older)), path=folder)
    assert done.stderr.endswith(b"%d done, 1 skipped\n" % len(ODD))
