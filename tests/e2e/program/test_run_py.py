"""run.py: what it decides, each decision by itself; and, as a soak test, a real start from nothing."""

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def run_py(tmp_path, monkeypatch):
    """The module, looking after a project folder of its own whose environment is only pretended."""
    spec = importlib.util.spec_from_file_location("run_py", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    root = tmp_path / "project"
    root.mkdir()
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, root)
    monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(module, "VENV", root / ".venv")
    monkeypatch.setattr(module, "STAMP", root / ".venv/simfinder-installed.json")
    monkeypatch.setattr(module, "SCRIPTS", root / ".venv/bin")
    monkeypatch.setattr(module, "PYTHON", root / ".venv/bin/python")
    return module


@pytest.fixture
def made(run_py, monkeypatch):
    """What install() did, as a list of words; environments are made of one link and one folder."""
    done = []

    def make_environment():
        done.append("make")
        for entry in run_py.VENV.iterdir():
            if entry.is_dir():
                shutil.rmtree(entry)
        (run_py.VENV / "bin").mkdir()
        run_py.PYTHON.symlink_to(sys.executable)

    def pip_install(test):
        done.append("install test" if test else "install")
        packages = run_py.VENV / "lib/python3/site-packages"
        for name in ("numpy-2.0.dist-info", "pip-23.0.dist-info"):
            (packages / name).mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(run_py, "make_environment", make_environment)
    monkeypatch.setattr(run_py, "pip_install", pip_install)
    return done


def test_it_parses_under_old_pythons_and_needs_the_standard_library_only():
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 8))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module])
    }
    assert imported <= set(sys.stdlib_module_names)


def test_an_old_python_is_told_which_to_take(run_py, monkeypatch, capsys):
    monkeypatch.setattr(run_py.sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(
        run_py.shutil, "which", lambda name: "/usr/bin/python3.12" if name == "python3.12" else None
    )
    assert run_py.main(["scan", "x"]) == 2
    captured = capsys.readouterr()
    assert "needs Python 3.11 or newer, this is 3.9.2. Run it with /usr/bin/python3.12" in captured.err
    assert captured.out == ""


def test_it_installs_once(run_py, made):
    run_py.install(test=False)
    run_py.install(test=False)
    assert made == ["make", "install"]


def test_kernels_are_compiled_when_it_has_installed_and_not_before_tests(run_py, made, monkeypatch):
    ran = []
    monkeypatch.setattr(run_py, "hand_over", lambda arguments: 0)
    monkeypatch.setattr(run_py, "run_checks", lambda mode, arguments: 0)
    monkeypatch.setattr(run_py, "need_libraries", lambda *_: None)
    monkeypatch.setattr(run_py, "compile_kernels", lambda: ran.append("kernels"))
    assert run_py.main(["--test"]) == run_py.main(["scan", "x"]) == 0
    assert not ran
    run_py.STAMP.unlink()
    assert run_py.main(["scan", "x"]) == run_py.main(["scan", "x"]) == 0
    assert ran == ["kernels"]


def test_kernels_that_cannot_be_compiled_stop_nothing(run_py, made, monkeypatch):
    ran = []
    run_py.install(test=False)
    monkeypatch.setattr(run_py, "run", lambda command, **_: ran.append(command) or 1)
    run_py.compile_kernels()
    assert ran[0][1:] == ["-P", "-m", "simfinder.app.runtime.warmup", "scan"]

    def fail(command, **_):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(run_py, "run", fail)
    run_py.compile_kernels()


def test_the_test_tools_come_when_asked_for_and_stay(run_py, made):
    run_py.install(test=False)
    run_py.install(test=True)
    run_py.install(test=False)
    assert made == ["make", "install", "install test"]
    (run_py.ROOT / "constraints.txt").write_text("numpy==2.1\n")
    run_py.install(test=False)
    assert made[3:] == ["install test"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_it_installs_again_when_what_is_wanted_changes(run_py, made, name):
    run_py.install(test=False)
    with (run_py.ROOT / name).open("a") as file:
        file.write("# changed\n")
    run_py.install(test=False)
    assert made == ["make", "install", "install"]


def test_an_interrupted_installation_is_noticed_and_begun_anew(run_py, made, monkeypatch):
    def interrupted(test):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(run_py, "pip_install", interrupted)
        assert run_py.main(["scan", "x"]) == 130
    run_py.install(test=False)
    assert made == ["make", "make", "install"]


def test_an_interrupted_update_is_begun_anew(run_py, made, monkeypatch):
    run_py.install(test=False)
    (run_py.ROOT / "constraints.txt").write_text("numpy==2.1\n")

    def fails(test):
        raise run_py.Stop("the installation failed")

    with monkeypatch.context() as patch:
        patch.setattr(run_py, "pip_install", fails)
        assert run_py.main(["scan", "x"]) == 2
    run_py.install(test=False)
    assert made == ["make", "install", "make", "install"]


def break_python(run_py):
    run_py.PYTHON.unlink()
    run_py.PYTHON.symlink_to("/nowhere/python")


def remove_package(run_py):
    shutil.rmtree(run_py.VENV / "lib/python3/site-packages/numpy-2.0.dist-info")


def spoil_stamp(run_py):
    run_py.STAMP.write_text("{half")


def other_python(run_py):
    stamp = json.loads(run_py.STAMP.read_text())
    stamp["python"][2] -= 1
    run_py.STAMP.write_text(json.dumps(stamp))


def moved_folder(run_py):
    stamp = json.loads(run_py.STAMP.read_text())
    run_py.STAMP.write_text(json.dumps({**stamp, "root": "/where/it/was"}))


@pytest.mark.parametrize("breaks", [break_python, remove_package, spoil_stamp, other_python, moved_folder])
def test_a_broken_or_foreign_environment_is_made_anew(run_py, made, breaks):
    run_py.install(test=False)
    breaks(run_py)
    run_py.install(test=False)
    assert made == ["make", "install", "make", "install"]


def test_a_newer_pip_breaks_nothing(run_py, made):
    run_py.install(test=False)
    packages = run_py.VENV / "lib/python3/site-packages"
    (packages / "pip-23.0.dist-info").rename(packages / "pip-30.0.dist-info")
    run_py.install(test=False)
    assert made == ["make", "install"]


def test_two_at_once_install_once(run_py, made, monkeypatch, capsys):
    slow = run_py.pip_install

    def pip_install(test):
        time.sleep(0.5)
        slow(test)

    monkeypatch.setattr(run_py, "pip_install", pip_install)
    threads = [threading.Thread(target=run_py.install, args=(False,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert made == ["make", "install"]
    assert capsys.readouterr().err.count("waiting for it") == 1


def test_python_without_venv_gets_the_line_to_run(run_py, monkeypatch, capsys):
    monkeypatch.setattr(
        run_py.importlib.util, "find_spec", lambda name: None if name == "ensurepip" else object()
    )
    assert run_py.main(["scan", "x"]) == 2
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert f"apt-get install {package}" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(run_py, capsys):
    run_py.VENV.write_text("a file where the environment should be")
    assert run_py.main(["scan", "x"]) == 2
    assert str(run_py.VENV) in capsys.readouterr().err


def test_pip_gets_the_pins_and_talks_to_standard_error(run_py, monkeypatch):
    calls = []
    monkeypatch.setattr(run_py, "run", lambda command, **options: calls.append((command, options)) or 0)
    monkeypatch.setenv("PIP_TARGET", "/elsewhere")
    run_py.pip_install(test=True)
    ((command, options),) = calls
    assert options["stdout"] is sys.stderr
    assert "PIP_TARGET" not in options["env"]
    assert options["env"]["PIP_USER"] == "0"
    assert command[command.index("--constraint") + 1] == str(run_py.ROOT / "constraints.txt")
    assert command[command.index("--editable") + 1] == f"{run_py.ROOT}[media]"
    assert any(word.startswith("pytest>=") for word in command)


def test_groups_may_include_groups(run_py):
    groups = {"test": ["a>=1", {"include-group": "lint"}], "lint": ["b"]}
    assert run_py.requirements(groups, "test") == ["a>=1", "b"]


@pytest.mark.parametrize(
    ("arguments", "environment", "window"),
    [
        ([], {"DISPLAY": ":0"}, True),
        (["."], {"DISPLAY": ":0"}, True),
        (["."], {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (["."], {}, False),
        (["scan", "."], {"DISPLAY": ":0"}, False),
        (["--help"], {"DISPLAY": ":0"}, False),
        (["scna"], {"DISPLAY": ":0"}, False),
    ],
)
def test_only_the_window_needs_qt(run_py, arguments, environment, window):
    assert run_py.wants_window(arguments, environment) is window


def test_verbs_are_those_of_the_program(run_py):
    from simfinder.cli.verbs import VERBS

    assert set(VERBS) == run_py.VERBS


def test_the_command_line_asks_for_no_library(run_py, made, monkeypatch):
    monkeypatch.setattr(run_py, "missing", lambda *_: pytest.fail("looked for Qt's libraries"))
    monkeypatch.setattr(run_py, "hand_over", lambda arguments: 17)
    monkeypatch.setenv("DISPLAY", ":0")
    assert run_py.main(["scan", "."]) == 17


def test_x11_needs_more_than_wayland(run_py):
    on_x11 = run_py.window_libraries({"DISPLAY": ":0"})
    assert "libxcb-cursor.so.0" in on_x11
    assert on_x11.keys() > run_py.window_libraries({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}).keys()
    assert on_x11 == run_py.window_libraries({"WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"})


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems bring Qt's libraries")
def test_what_is_missing_is_found_out(run_py):
    libraries = {"libc.so.6": "libc6", "libnone-such.so.9": "libnone9"}
    assert run_py.missing(libraries, {"sh": "dash", "none-such": "none"}) == {
        "none-such": "none",
        "libnone-such.so.9": "libnone9",
    }


@pytest.fixture
def debian(run_py, monkeypatch):
    """A Debian where libEGL and Xvfb are missing, and a list of the commands that were run."""
    state = {"uid": 0, "missing": {"libEGL.so.1": "libegl1", "libglib-2.0.so.0": "libglib2.0-0"}, "ran": []}

    def run(command, **options):
        state["ran"].append(command)
        if command[:2] == ["apt-get", "install"]:
            assert options["env"]["DEBIAN_FRONTEND"] == "noninteractive"
            assert options["stdout"] is sys.stderr
            state["missing"] = state.get("still", {})
        return 0

    monkeypatch.setattr(run_py, "run", run)
    monkeypatch.setattr(run_py, "missing", lambda *_: state["missing"])
    monkeypatch.setattr(run_py.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(run_py.os, "geteuid", lambda: state["uid"])
    return state


def test_root_on_debian_gets_them_installed(run_py, debian):
    run_py.need_libraries(run_py.QT_LIBRARIES)
    installs = [command for command in debian["ran"] if command[0] == "apt-get"]
    assert installs[0][1] == "update"
    assert installs[1][-2:] == ["libegl1", "libglib2.0-0t64"]  # the stand-in apt-cache knows every name


def test_root_is_told_when_installing_did_not_help(run_py, debian):
    debian["still"] = {"libEGL.so.1": "libegl1"}
    with pytest.raises(run_py.Stop, match=r"libEGL\.so\.1.*\n.*apt-get install libegl1"):
        run_py.need_libraries(run_py.QT_LIBRARIES)


def test_a_plain_user_gets_the_exact_line(run_py, debian):
    debian["uid"] = 1000
    with pytest.raises(run_py.Stop, match=r"apt-get install libegl1 libglib2\.0-0t64$"):
        run_py.need_libraries(run_py.QT_LIBRARIES)
    assert not [command for command in debian["ran"] if command[0] == "apt-get"]


def test_names_of_older_releases_are_kept(run_py, monkeypatch):
    monkeypatch.setattr(run_py, "run", lambda *_, **__: 100)  # apt-cache show: no such package
    assert run_py.debian_names({"libglib-2.0.so.0": "libglib2.0-0"}) == ["libglib2.0-0"]


@pytest.fixture
def checked(run_py, monkeypatch):
    """Checks that only say their name and end with a code of the test's, and what was run."""
    state = {"codes": {}, "ran": []}

    def pretended(name, command):
        state["ran"].append((name, command))
        code = state["codes"].get(name, 0)
        return name, [sys.executable, "-c", f"import sys; print({name!r}, 'says'); sys.exit({code})"]

    class Warming:
        def wait(self):
            state["ran"].append(("warm", []))

    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "/nowhere")
    static, tests = run_py.static_checks, run_py.pytest_check
    monkeypatch.setattr(run_py, "static_checks", lambda: [pretended(*check) for check in static()])
    monkeypatch.setattr(run_py, "pytest_check", lambda *arguments: pretended(*tests(*arguments)))
    monkeypatch.setattr(run_py, "warm", lambda: [Warming()])
    return state


def test_every_check_is_run_and_shown_and_the_tests_are_last(run_py, checked, capfd):
    assert run_py.run_checks("--test", ["-x"]) == 0
    names = ["mypy", "lint-imports", "ruff check", "ruff format", "warm", "pytest"]
    assert [name for name, _ in checked["ran"]] == names
    captured = capfd.readouterr()
    assert captured.out.split("\n") == [*(f"{name} says" for name in names if name != "warm"), ""]
    assert "failed" not in captured.err
    assert checked["ran"][-1][1][-1] == "-x"


def test_checks_keep_compiled_sources_in_the_environment(run_py, checked):
    run_py.run_checks("--test", [])
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert Path(os.environ["PYTHONPYCACHEPREFIX"]).parent == run_py.VENV


@pytest.mark.parametrize(
    ("codes", "code", "told"),
    [
        ({"pytest": 4}, 4, "pytest"),
        ({"ruff format": 1}, 1, "failed: ruff format (1)"),
        ({"mypy": 3, "ruff check": 1, "pytest": 2}, 3, "failed: mypy (3), ruff check (1), pytest (2)"),
    ],
)
def test_the_first_failure_is_the_exit_code_and_all_are_told_at_the_end(
    run_py, checked, capfd, codes, code, told
):
    checked["codes"] = codes
    assert run_py.run_checks("--test", []) == code
    assert checked["ran"][-1][0] == "pytest"
    assert capfd.readouterr().err.splitlines()[-1] == f"run.py: {told}"


def test_checks_that_only_read_run_beside_each_other(run_py, tmp_path, capfd):
    """Each waits for the file of the other."""
    code = (
        "import pathlib, sys, time\n"
        "pathlib.Path(sys.argv[1]).touch()\n"
        "while not pathlib.Path(sys.argv[2]).exists(): time.sleep(0.01)\n"
        "print('seen', sys.argv[2][-1])"
    )
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    commands = [(name, [sys.executable, "-c", code, name, other]) for name, other in ((a, b), (b, a))]
    assert run_py.run_together(commands) == []
    assert capfd.readouterr().out == "seen b\nseen a\n"


def test_kernels_are_compiled_beside_the_checks_that_need_none(run_py, monkeypatch):
    started = []
    monkeypatch.setattr(
        run_py.subprocess, "Popen", lambda command, **options: started.append((command, options))
    )
    run_py.warm()
    from simfinder.app.runtime import warmup

    assert [command[1:] for command, _ in started] == [
        ["-m", warmup.__name__, "searching"],
        ["-m", warmup.__name__],
    ]
    assert "searching" in warmup._PARTS
    for command, options in started:
        assert command[0] == run_py.PYTHON
        assert Path(options["env"]["XDG_CACHE_HOME"]).parent == run_py.VENV


def test_soak_runs_the_long_checks_alone_and_one_by_one(run_py, monkeypatch, capfd):
    monkeypatch.setattr(run_py, "static_checks", lambda: pytest.fail("not asked for"))
    monkeypatch.setattr(run_py, "warm", lambda: pytest.fail("not asked for"))
    monkeypatch.setattr(run_py, "keep_bytecode", lambda: None)
    commands = []
    monkeypatch.setattr(run_py, "run", lambda command, **_: commands.append(command) or 5)
    assert run_py.run_checks("--soak", ["-x"]) == 5
    assert commands[0][-3:] == ["-m", "soak", "-x"]
    assert "-n" not in commands[0]


def test_attacks_are_those_of_their_folder_and_the_tests_of_the_promises(run_py, monkeypatch, tmp_path):
    monkeypatch.setattr(run_py, "static_checks", lambda: pytest.fail("not asked for"))
    monkeypatch.setattr(run_py, "warm", lambda: pytest.fail("not asked for"))
    monkeypatch.setattr(run_py, "keep_bytecode", lambda: None)
    page = tmp_path / "safety.md"
    page.write_text(
        "| p | r | `tests/e2e/attacks/test_a.py::test_a` `tests/unit/test_b.py::test_b` |\n"
        "| q | r | `tests/unit/test_b.py::test_b` `tests/gui/test_c.py::test_c` |\n"
    )
    monkeypatch.setattr(run_py, "PROMISES", page)
    commands = []
    monkeypatch.setattr(run_py, "run", lambda command, **_: commands.append(command) or 5)
    assert run_py.run_checks("--attacks", ["-x"]) == 5
    ((*_, folder, b, c, last),) = commands
    assert (folder, last) == ("tests/e2e/attacks", "-x")
    assert [b, c] == ["tests/unit/test_b.py::test_b", "tests/gui/test_c.py::test_c"]
    assert (ROOT / folder).is_dir()


def test_every_test_of_a_promise_is_among_the_attacks(run_py):
    assert len(run_py.promised_tests()) > 40


def test_everyday_runs_try_few_examples_and_the_others_all(run_py):
    everyday, full, soak = (run_py.pytest_check(mode, [])[1] for mode in ("--test", "--full", "--soak"))
    profile = "--hypothesis-profile=full"
    assert [profile in command for command in (everyday, full, soak)] == [False, True, True]
    assert [word for word in full if word != profile] == everyday


@pytest.mark.parametrize(
    ("cores", "gigabytes", "processes"), [(1, 64, "2"), (2, 64, "2"), (8, 64, "8"), (8, 6, "4"), (8, 1, "2")]
)
def test_tests_take_the_cores_that_memory_allows(run_py, monkeypatch, cores, gigabytes, processes):
    monkeypatch.setattr(run_py.os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    monkeypatch.setattr(
        run_py.os, "sysconf", {"SC_PHYS_PAGES": gigabytes << 20, "SC_PAGE_SIZE": 1024}.__getitem__
    )
    assert run_py.spread() == ["-n", processes, "--dist", "worksteal"]


def test_help_is_the_programs_own_and_a_word_on_run_py(run_py, made, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(run_py, "PYTHON", Path(sys.executable))
    assert run_py.hand_over(["--help"]) == 0
    out = capfd.readouterr().out
    assert "usage: simfinder" in out
    assert out.index("usage: simfinder") < out.index("run.py --test") < out.index("run.py --full")
    assert out.index("run.py --full") < out.index("run.py --attacks") < out.index("run.py --soak")


@pytest.mark.soak
def test_a_fresh_copy_installs_itself_and_scans(tmp_path):
    """The real thing, twice: network or pip's cache needed, a minute."""
    copy = tmp_path / "copy"
    ignored = shutil.ignore_patterns(".venv", ".git", "__pycache__", "*.egg-info", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=ignored)
    (tmp_path / "files").mkdir()
    for name in "ab":
        (tmp_path / "files" / name).write_text("the same words in both files " * 40)
    (tmp_path / "cwd").mkdir()
    (tmp_path / "cwd" / "numpy.py").write_text("raise RuntimeError('the wrong numpy')")

    def scan():
        return subprocess.run(
            [sys.executable, copy / "run.py", "scan", tmp_path / "files", "--json"],
            cwd=tmp_path / "cwd", capture_output=True, text=True, timeout=900, env={**os.environ, "DISPLAY": ""},
        )  # fmt: skip

    first = scan()
    assert first.returncode == 0, first.stderr
    assert "making .venv" in first.stderr
    assert len(json.loads(first.stdout)["clusters"]) == 1
    stamp = (copy / ".venv/simfinder-installed.json").stat().st_mtime_ns
    second = scan()
    assert second.returncode == 0, second.stderr
    assert json.loads(second.stdout)["clusters"] == json.loads(first.stdout)["clusters"]
    assert "making .venv" not in second.stderr
    assert (copy / ".venv/simfinder-installed.json").stat().st_mtime_ns == stamp
