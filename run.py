#!/usr/bin/env python3
"""Starts SimFinder from its source folder: ``python3 run.py FOLDER…``, ``python3 run.py --test``.

Standard library only. Makes ``.venv`` beside this file, installs the project and its pinned
dependencies there, again only when pyproject.toml, constraints.txt, the Python or the folder's place
changed, and hands every argument to the ``simfinder`` installed there. What it has to say while it
does so goes to standard error: standard output belongs to the program. Must not import the package,
and must parse under old Pythons, so that they get a sentence instead of a traceback.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence  # noqa: UP035 - says what it needs to Python 3.8, too

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "simfinder-installed.json"  # written last: a .venv without it is half made, and made anew
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
SUDO = "" if os.name == "nt" or os.geteuid() == 0 else "sudo "
OLDEST = (3, 11)
TEST_MEMORY = 1536 << 20  # bytes for each process of tests
MODES = ("--test", "--full", "--attacks", "--soak")
RELEASE = "--release-check"
ATTACKS = "tests/e2e/attacks"
PROMISES = ROOT / "docs" / "safety.md"

VERBS = frozenset(
    (
        "scan", "pairs", "find", "folders", "cluster", "plan", "apply", "clean", "rules", "history", "undo", "ignore",
        "cache", "hash", "score", "hamming", "simfind", "index", "shingleprint", "spamsum", "desktop", "kernels",
        "doctor",
    )
)  # fmt: skip
HELP = """
run.py itself:
  run.py --test [PYTEST ARGUMENTS]     install the test tools, then lint, type-check and test
  run.py --full [PYTEST ARGUMENTS]     the same with all random examples: before a big change is merged
  run.py --attacks [PYTEST ARGUMENTS]  the attacks, and the tests that docs/safety.md names for its promises
  run.py --soak [PYTEST ARGUMENTS]     the long-running checks alone
  run.py --release-check [FOLDER]      build all that a release consists of, and check it
"""

QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
}
X11_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
TEST_COMMANDS = {
    "Xvfb": "xvfb",
    "xauth": "xauth",
    "xdotool": "xdotool",
    "matchbox-window-manager": "matchbox-window-manager",
}
RENAMED = {"libglib2.0-0": "libglib2.0-0t64"}  # the name since Debian 13 and Ubuntu 24.04


class Stop(Exception):  # noqa: N818 - what the person reads, not a crash
    """The start ends here; the message says why and what to do."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; returns the exit code where it does not become the program itself."""
    try:
        check_python()
        if arguments and arguments[0] == RELEASE:
            return run([sys.executable, ROOT / "packaging" / "release_check.py", *arguments[1:]])
        mode = arguments[0] if arguments and arguments[0] in MODES else ""
        if install(test=bool(mode)) and not mode:
            compile_kernels()
        if mode:
            need_libraries({**QT_LIBRARIES, **X11_LIBRARIES}, TEST_COMMANDS)
            return run_checks(mode, arguments[1:])
        if wants_window(arguments, os.environ):
            need_libraries(window_libraries(os.environ))
        return hand_over(arguments)
    except Stop as stop:
        say(str(stop))
        return stop.code
    except KeyboardInterrupt:
        return 130


def say(text: str) -> None:
    """Tells the person, out of the way of the program's output."""
    put(sys.stderr, f"run.py: {text}\n")


def put(stream: Any, text: str) -> None:
    """Writes to a standard stream; where nobody reads it any more the text is lost, and that is all."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # its buffer would fail again at the exit


def run(command: Sequence[str | os.PathLike[str]], **options: Any) -> int:
    """Runs a command and returns its exit code; what it says goes where ``options`` send it."""
    return subprocess.run(list(command), check=False, **options).returncode


def check_python() -> None:
    """Refuses a Python that is too old, naming a newer one where there is one."""
    if sys.version_info[:2] >= OLDEST:
        return
    newer = [p for p in (shutil.which(f"python3.{minor}") for minor in range(20, OLDEST[1] - 1, -1)) if p]
    hint = f"Run it with {newer[0]} instead." if newer else "Install a newer Python and run it with that."
    have = ".".join(map(str, sys.version_info[:3]))
    raise Stop(f"SimFinder needs Python {OLDEST[0]}.{OLDEST[1]} or newer, this is {have}. {hint}")


# --- the environment -------------------------------------------------------------------------------


def wanted_stamp(test: bool) -> dict[str, Any]:
    """What a finished installation for this folder and this Python looks like."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes() + b"\0")
    return {
        "root": os.fspath(ROOT),
        "python": [sys.implementation.name, *sys.version_info[:2], sys.maxsize],
        "inputs": digest.hexdigest(),
        "test": test,
    }


def read_stamp() -> dict[str, Any]:
    """The stamp of the last finished installation; empty where there is none that can be read."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def same_place(stamp: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether what is installed belongs to this folder and Python, all its packages are there, and it runs."""
    if any(stamp.get(key) != wanted[key] for key in ("root", "python")):
        return False
    if not set(stamp.get("packages") or ()) <= installed_packages():
        return False
    try:
        return run([PYTHON, "-I", "-S", "-c", ""], capture_output=True) == 0
    except OSError:
        return False


def is_ready(stamp: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether nothing is left to install."""
    enough = bool(stamp.get("test")) or not wanted["test"]
    return enough and stamp.get("inputs") == wanted["inputs"] and same_place(stamp, wanted)


def installed_packages() -> set[str]:
    """The metadata folders in the environment's site-packages: what pip calls installed, without pip."""
    found = [*VENV.glob("lib/python*/site-packages/*.dist-info"), *VENV.glob("Lib/site-packages/*.dist-info")]
    return {folder.name for folder in found if not folder.name.startswith("pip-")}


def install(test: bool) -> bool:
    """Makes the environment and installs into it; returns at once where that was done before.

    Returns:
        Whether this very call installed.

    Raises:
        Stop: the environment can't be made, or pip failed (its own words stand above).
    """
    wanted = wanted_stamp(test)
    if is_ready(read_stamp(), wanted):
        return False
    try:
        VENV.mkdir(exist_ok=True)
        with locked(VENV / "run.lock"):
            stamp = read_stamp()
            wanted["test"] = test or bool(stamp.get("test"))
            if is_ready(stamp, wanted):
                return False  # another run.py did it meanwhile
            if not same_place(stamp, wanted):
                make_environment()
            STAMP.unlink(missing_ok=True)
            pip_install(bool(wanted["test"]))
            wanted["packages"] = sorted(installed_packages())
            partial = STAMP.with_suffix(".part")
            partial.write_text(json.dumps(wanted, indent=1), encoding="utf-8")
            os.replace(partial, STAMP)
    except OSError as error:
        raise Stop(f"can't make {VENV}: {error}") from error
    return True


def compile_kernels() -> None:
    """Compiles what a first scan needs, with progress; what fails here is compiled by that scan."""
    command = [os.fspath(PYTHON), "-P", "-m", "simfinder.app.runtime.warmup", "scan"]
    with contextlib.suppress(OSError):
        run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a lock that ends with the process; a second run.py waits for the first."""
    with path.open("a+b") as file:
        told = False
        while not try_lock(file.fileno()):
            if not told:
                say("another run.py is installing; waiting for it")
                told = True
            time.sleep(0.2)
        yield


def try_lock(descriptor: int) -> bool:
    """Takes the lock on an open file unless another process holds it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def make_environment() -> None:
    """Empties ``.venv`` (but for the lock held in it) and makes it anew with the Python this runs on."""
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        line = f"{SUDO}apt-get install python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        raise Stop(f"this Python can't make environments (venv). On Debian and Ubuntu: {line}")
    for entry in VENV.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry.name != "run.lock":
            entry.unlink()
    base = getattr(sys, "_base_executable", None) or sys.executable
    say("making .venv and installing SimFinder into it (once; a minute or two)")
    if run([base, "-I", "-m", "venv", VENV], stdout=sys.stderr):
        raise Stop(f"{base} -m venv {VENV} failed; the lines above say why")


def pip_install(test: bool) -> None:
    """Installs the project, editable, with what pyproject.toml asks for at the pinned versions."""
    import tomllib

    what = ["--editable", f"{ROOT}[media]"]
    if test:
        with (ROOT / "pyproject.toml").open("rb") as file:
            what += requirements(tomllib.load(file)["dependency-groups"], "test")
    # these, in the environment or in pip's own settings, would send packages elsewhere
    astray = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONPATH", "PYTHONHOME")
    environment = {**{k: v for k, v in os.environ.items() if k not in astray}, "PIP_USER": "0"}
    options = ["--disable-pip-version-check", "--constraint", os.fspath(ROOT / "constraints.txt")]
    options += [] if sys.stderr.isatty() else ["--quiet"]
    command = [os.fspath(PYTHON), "-I", "-m", "pip", "install", *options, *what]
    if run(command, stdout=sys.stderr, env=environment, cwd=ROOT):
        raise Stop("the installation failed; the lines above say why. Nothing outside .venv was changed.")


def requirements(groups: Mapping[str, Sequence[Any]], name: str) -> list[str]:
    """The requirement lines of one dependency group, groups it includes among them (PEP 735)."""
    lines: list[str] = []
    for entry in groups[name]:
        lines += requirements(groups, entry["include-group"]) if isinstance(entry, dict) else [str(entry)]
    return lines


# --- Qt's system libraries -------------------------------------------------------------------------


def wants_window(arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether these arguments open the window: folders or nothing, and a display to open it on."""
    if arguments and (arguments[0] in VERBS or not any(map(os.path.exists, arguments))):
        return False
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def window_libraries(environment: Mapping[str, str]) -> dict[str, str]:
    """What the window needs on the display it will open on; only X11 needs more than Qt does anywhere."""
    platform = environment.get("QT_QPA_PLATFORM") or (
        "wayland" if environment.get("WAYLAND_DISPLAY") else "xcb"
    )
    return {**QT_LIBRARIES, **X11_LIBRARIES} if platform == "xcb" else QT_LIBRARIES


def need_libraries(libraries: Mapping[str, str], commands: Mapping[str, str] | None = None) -> None:
    """Sees to system libraries and commands (name → Debian package), installing them as root on Debian.

    Raises:
        Stop: some are missing and can't be installed from here; the message holds the line that does it.
    """
    gaps = missing(libraries, commands or {})
    if gaps and shutil.which("apt-get") and os.geteuid() == 0:
        say("installing from Debian what is missing: " + ", ".join(gaps))
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run(["apt-get", "update", "--quiet"], stdout=sys.stderr, env=environment)
        command = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends"]
        run(command + debian_names(gaps), stdout=sys.stderr, env=environment)
        gaps = missing(libraries, commands or {})
    if gaps:
        line = f"To install: {SUDO}apt-get install {' '.join(debian_names(gaps))}"
        hint = line if shutil.which("apt-get") else "Install the packages of your system that bring them."
        raise Stop(f"needed from the system and missing: {', '.join(gaps)}.\n{hint}")


def missing(libraries: Mapping[str, str], commands: Mapping[str, str]) -> dict[str, str]:
    """Those of the libraries and commands that are not there; on other systems Qt brings its own."""
    if not sys.platform.startswith("linux"):
        return {}
    gaps = {name: package for name, package in commands.items() if not shutil.which(name)}
    for name, package in libraries.items():
        try:
            ctypes.CDLL(name)
        except OSError:
            gaps[name] = package
    return gaps


def debian_names(gaps: Mapping[str, str]) -> list[str]:
    """The packages, by the names this release has for them."""
    names = [(package, RENAMED.get(package, package)) for package in gaps.values()]
    known = {
        new for old, new in names if new != old and not run(["apt-cache", "show", new], capture_output=True)
    }
    return [new if new in known else old for old, new in names]


# --- running ---------------------------------------------------------------------------------------


def static_checks() -> list[tuple[str, list[str]]]:
    """Name and command of each check that only reads the sources; none minds the others running beside it."""
    python = os.fspath(PYTHON)
    return [
        ("mypy", [python, "-m", "mypy"]),
        ("lint-imports", [os.fspath(SCRIPTS / "lint-imports")]),
        ("ruff check", [python, "-m", "ruff", "check", "."]),
        ("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
    ]


def pytest_check(mode: str, arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Name and command of the tests; the person's arguments come last, so that they win."""
    options = {
        "--test": spread(),
        "--full": ["--hypothesis-profile=full", *spread()],
        "--attacks": [*spread(), ATTACKS, *promised_tests()],
        "--soak": ["--hypothesis-profile=full", "-m", "soak"],  # alone: they load the machine by themselves
    }[mode]
    return "pytest", [os.fspath(PYTHON), "-m", "pytest", *options, *arguments]


def promised_tests() -> list[str]:
    """The tests that the table of promises names and that are not in the folder of attacks, in its order."""
    named = re.findall(r"`(tests/[\w./]+\.py::\w+)`", PROMISES.read_text(encoding="utf-8"))
    return list(dict.fromkeys(name for name in named if not name.startswith(ATTACKS + "/")))


def spread() -> list[str]:
    """The options that spread the tests over several processes: one a core, as far as memory goes."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        cores = os.cpu_count() or 1
    try:
        fitting = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // TEST_MEMORY
    except (AttributeError, ValueError, OSError):  # Windows does not say
        fitting = cores
    return ["-n", str(max(2, min(cores, fitting))), "--dist", "worksteal"]


def run_checks(mode: str, arguments: Sequence[str]) -> int:
    """Runs every check, whatever the others say; returns the exit code of the first that failed.

    The tests come last, so that their closing line is the last one.
    """
    keep_bytecode()
    failures: list[tuple[str, int]] = []
    if mode in ("--test", "--full"):
        warming = warm()
        failures = run_together(static_checks())
        for process in warming:
            process.wait()
    name, command = pytest_check(mode, arguments)
    say(name)
    code = run(command, cwd=ROOT)
    if failures:  # the tests' closing line must not be taken for the whole
        failures += [(name, code)] if code else []
        say("failed: " + ", ".join(f"{check} ({code})" for check, code in failures))
    return failures[0][1] if failures else code


def keep_bytecode() -> None:
    """Has the checks, and all they start, keep compiled sources in ``.venv``, also where the person keeps none.

    Without them collecting the tests takes twice as long, and each process the tests start a third longer.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = os.fspath(VENV / "bytecode")


def run_together(commands: Sequence[tuple[str, list[str]]]) -> list[tuple[str, int]]:
    """Runs checks beside each other and shows what each says in one piece; returns those that failed."""
    failures: list[tuple[str, int]] = []
    with contextlib.ExitStack() as stack:
        running = []
        for name, command in commands:
            output = stack.enter_context(tempfile.TemporaryFile())
            process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
            stack.callback(process.wait)
            running.append((name, process, output))
        for name, process, output in running:
            code = process.wait()
            say(name)
            output.seek(0)
            put(sys.stdout, output.read().decode("utf-8", "replace"))
            if code:
                failures.append((name, code))
    return failures


def warm() -> list[subprocess.Popen[bytes]]:
    """Compiles the kernels beside the checks that need none: a minute that the tests need not wait for.

    Two processes share the work: one compiles those of the search, the other all, and takes over what is there.
    Where it fails, the tests tell why.
    """
    return [
        subprocess.Popen(
            [PYTHON, "-m", "simfinder.app.runtime.warmup", *parts],
            cwd=ROOT,
            env={**os.environ, "XDG_CACHE_HOME": os.fspath(VENV / "cache")},  # its note is not the person's
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for parts in (["searching"], [])
    ]


def hand_over(arguments: Sequence[str]) -> int:
    """Becomes the installed simfinder. ``-P``: a numpy.py in the current folder is not its numpy."""
    command = [os.fspath(PYTHON), "-P", "-m", "simfinder", *arguments]
    if list(arguments) in (["--help"], ["-h"]):
        code = run(command)
        put(sys.stdout, HELP)
        return code
    if os.name != "nt":
        os.execv(command[0], command)
    return run(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
