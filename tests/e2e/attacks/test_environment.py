"""The machine plays tricks: clocks jump, nothing is left of memory, descriptors and disk, folders of the system are
missing, signals come twice, and a stranger hands over a plan. The program does its work or says why not, in one line.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.program import simfinder, simfinder_process, start, state

if sys.platform != "linux":
    pytest.skip("made for Linux", allow_module_level=True)

PROJECT = Path(__file__).resolve().parents[3]
BYTES_NAME = os.fsdecode(b"caf\xe9 \xff.txt")
UTF8_NAME = "\N{LATIN SMALL LETTER U WITH DIAERESIS} \N{CJK UNIFIED IDEOGRAPH-7248}.txt"


@pytest.fixture
def tree(tmp_path):
    """Six files with a copy each, and two copies whose names no ASCII has."""
    root = tmp_path / "tree"
    root.mkdir()
    for number in range(6):
        data = b"".join(b"%d\n" % (number * line) for line in range(900))
        for name, age in (("new", 0), ("old", 1000)):
            (root / f"{name} {number}.txt").write_bytes(data)
            os.utime(root / f"{name} {number}.txt", (1_700_000_000 - age,) * 2)
    for name in (BYTES_NAME, UTF8_NAME):
        (root / name).write_bytes("\N{LATIN SMALL LETTER O WITH DIAERESIS} words ".encode() * 200)
    return root


def ran(*arguments, limits="", code="from simfinder.__main__ import main", cwd=PROJECT, env=None, **how):
    """The program below a shell that sets limits first; ``code`` is run in its process before ``main``."""
    program = f"import sys\n{code}\nsys.exit(main([w for w in sys.argv[1:]]))"
    shown = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    shown = {k: v for k, v in {**shown, "PYTHONPATH": str(PROJECT), **(env or {})}.items() if v is not None}
    return subprocess.run(
        [
            "/bin/sh",
            "-c",
            f'{limits or ":"}; exec "$@"',
            "sh",
            sys.executable,
            "-c",
            program,
            *map(os.fsencode, arguments),
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=100,
        check=False,
        cwd=cwd,
        env=shown,
        **how,
    )


def said(done):
    """The one line that is said instead of a result."""
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("simfinder: ")
    assert "Traceback" not in lines[0]
    assert "inside SimFinder" not in lines[0]
    return lines[0]


# --- little of everything ----------------------------------------------------------------------------


@pytest.mark.parametrize("limits", ["ulimit -n 64", "ulimit -n 20", "ulimit -s 256"])
def test_few_descriptors_and_small_stacks(tree, limits):
    before = state(tree)
    done = ran("clean", tree, "--remove", "all", "--yes", "--jobs", "32", "--json", limits=limits)
    assert done.returncode == 0, done.stderr
    assert {act["state"] for act in json.loads(done.stdout)["acts"]} == {"done"}
    assert len(state(tree)) == 7
    done = ran("undo", limits=limits)
    assert done.returncode == 0, done.stderr
    assert state(tree) == before


@pytest.mark.parametrize("kilobytes", [200_000, 250_000])
def test_too_little_memory_is_said(tree, kilobytes):
    before = state(tree)
    done = ran("scan", tree, "--no-cache", limits=f"ulimit -v {kilobytes}")
    if done.returncode == 0:
        pytest.skip("this system needs less memory than that")
    assert done.returncode == 2
    assert "memory" in said(done) or "can't be loaded" in said(done)
    assert state(tree) == before


def test_files_that_may_not_grow_stop_a_removal_before_it_begins(tree):
    before = state(tree)
    done = ran("clean", tree, "--yes", "--quiet", limits="ulimit -f 8", env={"PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 2, done.stdout
    assert "library" in done.stderr.decode().splitlines()[-1]
    assert b"Traceback" not in done.stderr
    assert state(tree) == before
    assert simfinder("clean", tree, "--yes").code == 0


def test_results_for_which_there_is_no_room_do_not_undo_what_was_done(tree):
    before = state(tree)
    with open("/dev/full", "wb") as full:
        program = [sys.executable, "-m", "simfinder", "clean", tree, "--yes", "--quiet"]
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, timeout=100, check=False)
    assert done.returncode == 2
    assert b"standard output can't be written" in done.stderr
    assert len(state(tree)) < len(before)
    assert simfinder("undo").code == 0
    assert state(tree) == before


def test_a_start_on_a_full_disk_does_not_break_the_next_one(tree, tmp_path):
    """Python keeps of a compiled source what there is room for, and can't read it at the next start."""
    compiled = {"PYTHONPYCACHEPREFIX": str(tmp_path / "compiled"), "PYTHONDONTWRITEBYTECODE": None}
    whole = ran("scan", tree, "--json", "--quiet", env=compiled)
    assert whole.returncode == 0, whole.stderr
    package = tmp_path / "compiled" / str(PROJECT).lstrip("/") / "simfinder"
    cut = [path for path in package.rglob("*.pyc") if path.parent != package]
    assert len(cut) > 100
    for path in cut:
        os.truncate(path, path.stat().st_size // 2)
    again = ran("scan", tree, "--json", "--quiet", env=compiled)
    assert (again.returncode, again.stderr) == (0, b"")
    assert again.stdout == whole.stdout


# --- names and places of the system ------------------------------------------------------------------

ASCII = {
    "LC_ALL": "C",
    "LANG": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONIOENCODING": "ascii",
}


@pytest.mark.parametrize("encoding", ["ascii", "ascii:strict", "latin-1:strict", "utf-16"])
def test_any_name_in_any_locale(tree, encoding):
    env = {**ASCII, "PYTHONIOENCODING": encoding}
    before = state(tree)
    done = ran("scan", tree, env=env)
    assert done.returncode == 0, done.stderr
    done = ran("clean", tree, "--remove", "all", "--yes", "--json", env=env)
    assert done.returncode == 0, done.stderr
    acts = json.loads(done.stdout)["acts"]
    assert {act["state"] for act in acts} == {"done"}
    names = {os.fsencode(os.path.basename(act["path"])) for act in acts}
    assert names & {os.fsencode(BYTES_NAME), os.fsencode(UTF8_NAME)}
    assert simfinder("undo").code == 0  # in another locale
    assert state(tree) == before
    plan = tree.parent / "plan.json"
    plan.write_bytes(ran("plan", tree, "--remove", "all", "--json", "--quiet", env=env).stdout)
    elsewhere = simfinder(
        "apply", plan, "--yes"
    )  # where letters are other bytes, a path is not taken for another
    assert elsewhere.code == 2
    assert "is no path in its normal form" in elsewhere.err
    done = ran("apply", plan, "--yes", "--json", env=env)
    assert {act["state"] for act in json.loads(done.stdout)["acts"]} == {"done"}
    assert ran("undo", env=env).returncode == 0
    assert state(tree) == before


def test_words_of_a_command_line_that_are_no_text(tree):
    folder = os.fsencode(tree.parent) + b"/\xff\xfe"
    os.rename(tree, folder)
    done = ran("scan", os.fsdecode(folder), "--json")
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["clusters"]) == 7
    done = ran("scan", os.fsdecode(folder + b"\xff"))
    assert done.returncode == 2
    assert "No such file" in said(done)


@pytest.mark.parametrize("home", ["/proc/1/nowhere", "/etc/hostname"])
def test_a_home_where_nothing_can_be_written(tree, home):
    """Scans go on and remember nothing; removals need a journal."""
    before = state(tree)
    env = {**{name: None for name in os.environ if name.startswith("XDG_")}, "HOME": home}
    done = ran("scan", tree, "--json", env=env)
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["clusters"]) == 7
    assert b"will not be remembered" in done.stderr
    done = ran("clean", tree, "--yes", "--act", "delete", "--quiet", env=env)
    assert done.returncode == 2
    assert "the library" in done.stderr.decode().splitlines()[-1]
    assert b"Traceback" not in done.stderr
    assert state(tree) == before


@pytest.mark.parametrize(
    "env",
    [
        {"TMPDIR": "/nonexistent"},
        {"TMPDIR": "/proc/1"},
        {"XDG_RUNTIME_DIR": "/nonexistent"},
        {"XDG_RUNTIME_DIR": None},
        {"XDG_CACHE_HOME": "relative", "XDG_DATA_HOME": "relative", "XDG_STATE_HOME": ""},
        {"PATH": ""},
    ],
)
def test_folders_that_are_missing_are_done_without(tree, tmp_path, env):
    before = state(tree)
    done = ran("clean", tree, "--yes", "--quiet", "--json", env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert {act["state"] for act in json.loads(done.stdout)["acts"]} == {"done"}
    assert ran("undo", env=env, cwd=tmp_path).returncode == 0
    assert state(tree) == before
    assert sorted(os.listdir(tmp_path)) == ["tree"]


@pytest.mark.parametrize("hidden", ["/proc", "/dev/shm", "/sys", "/tmp /dev/shm"])
def test_without_folders_of_the_system(tmp_path_factory, tree, hidden, home):
    """In a mount namespace of its own, empty folders cover them."""
    own = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]
    kept = f"mount --rbind {tree.parent} {tree.parent}" if "/tmp" not in hidden else ":"
    cover = "; ".join(f"mount -t tmpfs -o mode=555 none {place}" for place in hidden.split())
    if "/tmp" in hidden and str(tree).startswith("/tmp"):
        pytest.skip("the files of this test are below /tmp")
    line = f'{kept} && {{ {cover}; }} && exec "$@"'
    program = [sys.executable, "-m", "simfinder"]
    if subprocess.run([*own, "sh", "-c", line, "sh", "true"], capture_output=True, check=False).returncode:
        pytest.skip("a mount namespace is not available")
    before = state(tree)
    for words in (["clean", tree, "--yes", "--quiet"], ["undo"], ["doctor"]):
        done = subprocess.run(
            [*own, "sh", "-c", line, "sh", *program, *words], capture_output=True, timeout=100
        )
        assert done.returncode == 0 or words == ["doctor"], done.stderr
        assert b"Traceback" not in done.stderr
    assert state(tree) == before


def test_a_current_folder_that_is_gone(tree, tmp_path):
    """Whole paths work; what has no place any more is said."""

    def there(*words):
        (tmp_path / "gone").mkdir()
        # numba loads coverage where it is, and that asks for the current folder
        code = f"import os, sys; sys.modules['coverage'] = None; os.rmdir({str(tmp_path / 'gone')!r})\n"
        return ran(*words, code=f"{code}from simfinder.__main__ import main", cwd=tmp_path / "gone")

    done = there("scan", tree, "--json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["clusters"]) == 7
    for words in (["scan", "."], ["find", "x", tree], ["clean", tree, "--to", "away", "--yes"]):
        done = there(*words)
        assert done.returncode == 2
        assert "the folder you are in is gone" in said(done)


# --- signals -----------------------------------------------------------------------------------------


def halfway(copies, program):
    while program.poll() is None and sum(1 for _ in (copies / "old").rglob("*.dat")) > 170:
        time.sleep(0.001)


@pytest.mark.parametrize(
    ("signals", "codes"),
    [
        ((signal.SIGTERM,), (-signal.SIGTERM,)),
        ((signal.SIGHUP,), (-signal.SIGHUP,)),
        ((signal.SIGINT,), (130, 1)),
        ((signal.SIGINT, signal.SIGINT), (130, 1, -signal.SIGINT)),  # the second one may end it at once
        ((signal.SIGSTOP, signal.SIGCONT), (0,)),
        ((signal.SIGPIPE,), (0,)),
    ],
    ids=str,
)
def test_signals_in_the_middle_of_a_removal(copies, tmp_path, signals, codes):
    before = state(copies)
    program = start("clean", copies, "--yes", "--to", tmp_path / "away")
    halfway(copies, program)
    for number in signals:
        program.send_signal(number)
        time.sleep(0.02)
    assert program.wait(60) in (*codes, 0)
    left = state(copies)
    away = {name: value for name, value in state(tmp_path / "away").items() if not name.endswith(".part")}
    assert {**left, **away} == before
    assert simfinder("undo").code == 0
    assert state(copies) == before


@pytest.mark.parametrize(
    "signals", [(signal.SIGTERM,), (signal.SIGHUP,), (signal.SIGINT, signal.SIGINT)], ids=str
)
def test_signals_in_the_middle_of_an_undo(copies, tmp_path, signals):
    before = state(copies)
    assert simfinder("clean", copies, "--yes", "--to", tmp_path / "away").code == 0
    program = start("undo")
    while program.poll() is None and sum(1 for _ in (copies / "old").rglob("*.dat")) < 30:
        time.sleep(0.001)
    for number in signals:
        program.send_signal(number)
        time.sleep(0.02)
    program.wait(60)
    again = simfinder("undo")
    assert again.code == 0 or "nothing to undo" in again.err
    assert state(copies) == before


# --- clocks ------------------------------------------------------------------------------------------

JUMPS = (
    -1_700_000_000,
    -86_400 * 365,
    15 * 31_556_952,
    170 * 31_556_952,
)  # to 1972, by a year, past 2038, near 2200


@pytest.mark.parametrize("acting", JUMPS)
@pytest.mark.parametrize("undoing", [-1_700_000_000, 15 * 31_556_952])
def test_clocks_that_jump_between_an_act_and_its_undo(tree, monkeypatch, acting, undoing):
    before, now, now_ns = state(tree), time.time, time.time_ns
    assert simfinder("scan", tree).code == 0

    def set_clock(seconds):
        monkeypatch.setattr(time, "time", lambda: now() + seconds)
        monkeypatch.setattr(time, "time_ns", lambda: now_ns() + seconds * 10**9)

    set_clock(acting)
    done = simfinder("clean", tree, "--remove", "all", "--yes", "--json")
    assert done.code == 0, done.err
    assert {act["state"] for act in done.json["acts"]} == {"done"}
    set_clock(undoing)
    assert simfinder("history", "--json").code == 0
    done = simfinder("undo", "--json")
    assert done.code == 0, done.err
    assert state(tree) == before


def test_a_clock_that_jumps_during_a_scan(tree, monkeypatch):
    def found(*options):
        done = simfinder("scan", tree, "--json", *options)
        assert done.code == 0, done.err
        return {frozenset(file["path"] for file in cluster["files"]) for cluster in done.json["clusters"]}

    right = found("--no-cache")
    now, now_ns, calls = time.time, time.time_ns, []

    def jump():
        calls.append(1)
        return (-1_700_000_000, 0, 10**9, -(10**6))[len(calls) % 4]

    monkeypatch.setattr(time, "time", lambda: now() + jump())
    monkeypatch.setattr(time, "time_ns", lambda: now_ns() + jump() * 10**9)
    for _ in range(3):  # by reading, and from a cache written at such times
        assert found() == right
    (tree / "new 1.txt").write_bytes((tree / "new 2.txt").read_bytes())
    assert found() == found("--no-cache") != right
    assert calls


# --- strangers ---------------------------------------------------------------------------------------


def sparse(path):
    path.touch()
    os.truncate(path, 10 << 30)


PLANS = {
    "nothing": lambda path: path.touch(),
    "zeros": lambda path: path.write_bytes(bytes(100)),
    "two names": lambda path: path.write_bytes(b'{"version": 1, "version": 1}'),
    "lists in lists": lambda path: path.write_bytes(b"[" * 3_000_000),
    "objects in objects": lambda path: path.write_bytes(b'{"a":' * 300_000),
    "no number": lambda path: path.write_bytes(b'{"version": NaN}'),
    "infinity": lambda path: path.write_bytes(b'{"version": 1e999}'),
    "a number of many digits": lambda path: path.write_bytes(b'{"version": ' + b"9" * 200_000 + b"}"),
    "UTF-16": lambda path: path.write_bytes('{"version": 1}'.encode("utf-16")),
    "half a character": lambda path: path.write_bytes(b'"\xe2\x82'),
    "a lone surrogate for a name": lambda path: path.write_bytes(b'{"\\ud800": "\\udfff"}'),
    "a folder": lambda path: path.mkdir(),
    "a link to itself": lambda path: path.symlink_to(path),
    "a file of ten gigabytes": sparse,
    "a device": lambda path: path.symlink_to("/dev/full"),
}


@pytest.mark.parametrize("name", PLANS)
def test_plans_of_strangers(tmp_path, name):
    PLANS[name](tmp_path / "plan.json")
    before, began = os.listdir(tmp_path), time.monotonic()
    done = simfinder("apply", tmp_path / "plan.json", "--yes")
    assert done.code == 2
    assert done.err.startswith("simfinder: ")
    assert done.err.count("\n") == 1
    assert len(done.err) < 500
    assert not any(word in done.err for word in ("Traceback", "inside SimFinder", "sys."))
    assert os.listdir(tmp_path) == before
    assert time.monotonic() - began < 40


LISTENS = """
import os, sys
def heard(event, arguments):
    within = {{"socket.__new__": lambda: arguments[1], "socket.sendmsg": lambda: arguments[0].family}}
    if event == "socket.gethostname" or (event in within and within[event]() == 1):
        return  # AF_UNIX: the pair over which a sandboxed process gets its files
    if event.startswith(("socket.", "urllib", "http.", "ftplib", "smtplib")):
        with open({log!r}, "a") as file:
            file.write(f"{{event}} {{arguments}}\\n")
sys.addaudithook(heard)
from simfinder.__main__ import main
"""


def test_nothing_is_ever_sent(tree, tmp_path):
    """Whatever the program does, no socket leads out of the machine; what it starts has no right to make one."""
    log = tmp_path / "heard"
    commands = (
        ["doctor"],
        ["scan", tree, "--html"],
        ["find", tree / "new 1.txt", tree],
        ["clean", tree, "--yes", "--quiet"],
        ["history"],
        ["undo"],
    )
    for words in commands:
        done = ran(*words, code=LISTENS.format(log=str(log)))
        assert done.returncode in (0, 1), done.stderr
    assert not log.exists(), log.read_text()
    assert (
        ran("--version", code=LISTENS.format(log=str(log)) + "import socket; socket.socket()").returncode == 0
    )
    assert log.exists(), "who listens hears nothing"


def test_roots_that_cover_the_program_itself(tree, home):
    """A scan of the whole home leaves out the program's own folders, and none of them goes."""
    shutil.copytree(tree, home / "mine")
    assert simfinder("scan", home, "--json", "--hidden").code == 0
    done = simfinder_process(
        "clean", home, "--hidden", "--remove", "all", "--act", "delete", "--yes", "--json"
    )
    assert done.code == 0, done.err
    assert all(str(home / "mine") in act["path"] for act in done.json["acts"])
    assert simfinder("history").code == 0
