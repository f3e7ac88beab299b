"""``simfinder spamsum`` against ssdeep: recorded runs, and the tool itself where it is installed."""

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import threading
import time

import pytest

from simfinder.app.paper_tools import ssdeep_signing
from simfinder.cli.main import run
from simfinder.signatures.spamsum.digest import spamsum
from tests.helpers.program import simfinder_process
from tests.unit.signatures.vectors import load

TOOL = shutil.which("ssdeep")
HEADER = "ssdeep,1.1--blocksize:hash:hash,filename\n"
VECTORS = load("ssdeep_program")
RUNS = VECTORS["runs"]

TELL_LITTLE = "simfinder spamsum: no file was above 4096 bytes, so the signatures tell little\n"
# where our message is of our own wording on purpose (the rest of the run is the tool's)
MESSAGES = {
    "small files only": TELL_LITTLE,
    "an empty file": TELL_LITTLE,
    "small files compared": TELL_LITTLE,
    "clusters: a list, and a file like none": TELL_LITTLE,
    "a link back": "{ROOT}/links/up: is a link back to a folder above it\n",
    "a list with another header": "lists/header2: is no list of signatures: ",
    "malformed lines": "lists/malformed: line 3, position 0: ",
    "a name without a quote": "lists/unquoted: line 2, position 51: ",
    "a name without end": "lists/unended: line 2, position 53: ",
    "a part that is too long": "lists/long: line 2, position 66: ",
    "verbose": "Hashing: a.bin\nHashing: c.bin\n",
}
# where the whole answer is ours on purpose: exit code, what the message says, standard output
OURS = {
    "-b and -l": (1, "-b and -l exclude each other", ""),
    "-d and -p": (1, "-d and -p exclude each other", ""),
    "-g and -c": (1, "-g and -c exclude each other", ""),
    "-x and -m": (1, "-x and -m exclude each other", ""),
    "-x and -k": (1, "-x and -k exclude each other", ""),
    "-m and -k": (1, "-k and -m exclude each other", ""),
    "-x and -d": (1, "-x and -d exclude each other", ""),
    "-k and -p": (1, "-k and -p exclude each other", ""),
    "no usable list": (1, "none of the lists to compare with can be used", ""),
    "threshold above 100": (1, "'101' is no score from 0 to 100", ""),
    "threshold below 0": (1, "'-1' is no score from 0 to 100", ""),
    "threshold that is no number": (1, "'x' is no score from 0 to 100", ""),
    "unknown option": (1, "option -Z not recognized", ""),
    "no value": (1, "option -t requires argument", ""),
}


def make(name, n):
    return hashlib.shake_128(name.encode()).digest(n)


def build(folder):
    """The files of the recorded runs."""
    base = make("base", 20_000)
    files = {
        "a.bin": base,
        "b.bin": base[:15_000] + make("end", 3_000),
        "c.bin": make("other", 9_000),
        "a2.bin": base,
        "small": b"hello world, this is small",
        "small2": b"hello world, this is small",
        "empty": b"",
        "4096": make("4096", 4_096),
        "4097": make("4097", 4_097),
        'q"uo\\te': base,
        "new\nline": base,
        "\udcff\udcfe": base,
        "d/x.bin": base[1_000:],
        "d/a.bin": base[:19_000],
        "e/a.bin": base,
        "one/.hidden/deep/file": base[2_000:],
        "links/f": base,
    }
    files |= {f"lists/{name}": os.fsencode(text) for name, text in VECTORS["lists"].items()}
    for name, data in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    os.symlink(".", os.path.join(folder, "links/up"))
    os.symlink("missing", os.path.join(folder, "links/broken"))
    os.symlink("d", os.path.join(folder, "dl"))
    os.symlink("../a.bin", os.path.join(folder, "one/al"))
    os.mkdir(os.path.join(folder, "nothing"))


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    folder = tmp_path_factory.mktemp("world")
    build(folder)
    return folder


@pytest.fixture
def here(world, monkeypatch):
    monkeypatch.chdir(world)
    return world


@pytest.fixture
def ours(capfdbinary, tmp_path_factory):
    """Runs the command in this process: exit code, standard output, standard error."""

    def call(*arguments, stdin=b""):
        with standard_input(tmp_path_factory.getbasetemp() / "standard input", stdin):
            code = run(["spamsum", *arguments])
        out, err = capfdbinary.readouterr()
        return code, os.fsdecode(out), os.fsdecode(err)

    return call


@contextlib.contextmanager
def standard_input(path, data):
    path.write_bytes(data)
    saved = os.dup(0)
    with open(path, "rb") as file:
        os.dup2(file.fileno(), 0)
    try:
        yield
    finally:
        os.dup2(saved, 0)
        os.close(saved)


def tool(*arguments, stdin=b""):
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(
        [TOOL, *map(os.fsencode, arguments)], capture_output=True, input=stdin, env=environment
    )
    return done.returncode, os.fsdecode(done.stdout), os.fsdecode(done.stderr)


def told(text, where):
    """A recorded text, with the place the files are in now."""
    return text.replace("{ROOT}", str(where))


def comparable(out, vector):
    """Below folders the order is the disk's; of clusters it is the tool's memory's."""
    if vector.get("unordered") == "lines":
        return sorted(out.split("\n"))
    if vector.get("unordered") == "clusters":
        return sorted(sorted(cluster.split("\n")) for cluster in out.split("\n\n"))
    return out


@pytest.mark.parametrize("vector", RUNS, ids=lambda v: v["why"])
def test_runs_of_the_tool(here, ours, vector):
    arguments = [told(word, here) for word in vector["args"]]
    code, out, err = ours(*arguments, stdin=vector.get("stdin", "").encode())
    if vector["why"] in OURS:
        expected, message, expected_out = OURS[vector["why"]]
        assert (code, out) == (expected, expected_out)
        assert err.startswith(
            ("simfinder spamsum: ", "missing: No such file or directory\nsimfinder spamsum: ")
        )
        assert message in err.splitlines()[-1]
        return
    assert (code, comparable(out, vector)) == (vector["exit"], comparable(told(vector["out"], here), vector))
    if vector["why"] in MESSAGES:
        assert told(MESSAGES[vector["why"]], here) in err
        assert "simfinder: " not in err
    else:
        assert sorted(err.splitlines()) == sorted(told(vector["err"], here).splitlines())


@pytest.mark.skipif(not TOOL, reason="ssdeep is not installed")
@pytest.mark.parametrize("vector", RUNS, ids=lambda v: v["why"])
def test_the_recorded_runs_are_the_tools(here, vector):
    arguments = [told(word, here) for word in vector["args"]]
    code, out, err = tool(*arguments, stdin=vector.get("stdin", "").encode())
    assert (code, comparable(out, vector)) == (vector["exit"], comparable(told(vector["out"], here), vector))
    assert sorted(err.splitlines()) == sorted(told(vector["err"], here).splitlines())


@pytest.mark.skipif(not TOOL, reason="ssdeep is not installed")
def test_a_tree_in_the_tools_own_order(tmp_path, ours):
    for i in range(300):
        path = tmp_path / "tree" / f"{i % 7}" / f"{'.' * (i % 2)}x{i * 7919 % 10}" / f"f{i}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make(f"f{i % 40}", 60 * (i % 90)) + make("shared", 3_000))
    folder = str(tmp_path / "tree")
    for arguments in (["-r"], ["-l", "-r"], ["-b", "-r"], ["-r", "-d"], ["-r", "-p", "-t", "30"], ["-rda"]):
        assert ours(*arguments, folder) == tool(*arguments, folder)
    whole = tmp_path / "list"
    whole.write_bytes(os.fsencode(ours("-r", folder)[1]))
    for arguments in (["-x"], ["-xc"], ["-k", str(whole)], ["-c", "-t", "90", "-k", str(whole)]):
        assert ours(*arguments, str(whole)) == tool(*arguments, str(whole))
    assert ours("-m", str(whole), "-r", folder) == tool("-m", str(whole), "-r", folder)


def test_lists_with_names_that_the_tool_cannot_read(here, ours, tmp_path):
    """A name of two lines makes ssdeep fail on its own list; ours is read."""
    path = tmp_path / "list"
    names = ["new\nline", 'q"uo\\te', "\udcff\udcfe", "a.bin"]
    _, text, _ = ours("-l", *names)
    path.write_bytes(os.fsencode(text))
    code, out, err = ours("-c", "-k", str(path), str(path))
    assert (code, err) == (0, "")
    quoted = ['"new\nline"', '"q\\"uo\\te"', '"\udcff\udcfe"', '"a.bin"']
    assert out == "".join(f"{a},{b},100\n" for a in quoted for b in quoted)


def test_special_files_below_a_folder_are_told_and_never_opened(tmp_path, ours):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"x" * 5_000)
    code, out, err = ours("-b", "-r", str(tmp_path))
    assert (code, err) == (0, f"{tmp_path / 'pipe'}: is no regular file\n")
    assert out == f'{HEADER}{spamsum(b"x" * 5_000)},"file"\n'
    assert ours("-s", "-b", "-r", str(tmp_path)) == (0, out, "")


def test_a_pipe_that_is_named_is_read_to_its_end(tmp_path, ours):
    pipe, data = tmp_path / "pipe", make("pipe", 300_000)
    os.mkfifo(pipe)

    def fill():
        with open(pipe, "wb", buffering=0) as file:
            for begin in range(0, len(data), 50_000):
                file.write(data[begin : begin + 50_000])
                time.sleep(0.01)

    writer = threading.Thread(target=fill)
    writer.start()
    assert ours("-b", str(pipe)) == (0, f'{HEADER}{spamsum(data)},"pipe"\n', "")
    writer.join()


def test_large_files_are_signed_in_a_stream(tmp_path, ours, monkeypatch):
    monkeypatch.setattr(ssdeep_signing, "_CHUNK", 1_000)
    monkeypatch.setattr(ssdeep_signing, "_WHOLE", 5_000)
    sizes = [0, 1, 999, 1_000, 1_001, 4_999, 5_000, 5_001, 6_000, 50_000]
    for size in sizes:
        (tmp_path / str(size)).write_bytes(make("large", size))
    expected = "".join(f'{spamsum(make("large", size))},"{size}"\n' for size in sizes)
    assert ours("-b", *(str(tmp_path / str(size)) for size in sizes)) == (0, HEADER + expected, "")


def test_more_files_than_one_task_holds_stay_in_order(tmp_path, ours):
    names = [str(i) for i in range(5 * ssdeep_signing._TOGETHER + 3)]
    for name in names:
        (tmp_path / name).write_bytes(make(name, 100))
    (tmp_path / "0").write_bytes(make("0", 3_000_000))
    _, out, _ = ours("-b", *(str(tmp_path / name) for name in names))
    assert re.findall(r',"(\d+)"', out) == names


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_files_are_told(tmp_path, ours):
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "file").chmod(0)
    (tmp_path / "folder").mkdir(0)
    try:
        code, out, err = ours("-r", str(tmp_path))
    finally:
        (tmp_path / "folder").chmod(0o755)
    assert (code, out) == (0, "")
    assert sorted(err.splitlines()) == [
        f"{tmp_path / 'file'}: Permission denied",
        f"{tmp_path / 'folder'}: Permission denied",
    ]


def test_the_reason_of_a_file_that_cannot_be_opened(here, ours, monkeypatch):
    real = os.open

    def refuse(path, *arguments, **named):
        if path == "c.bin":
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **named)

    monkeypatch.setattr(os, "open", refuse)
    code, out, err = ours("-l", "c.bin", "a.bin")
    assert (code, err) == (0, "c.bin: Permission denied\n")
    assert out.endswith(',"a.bin"\n')


def test_a_folder_that_cannot_be_listed_costs_only_its_own_files(here, ours, monkeypatch):
    real = os.scandir

    def refuse(path):
        if path == "one/.hidden":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", refuse)
    code, out, err = ours("-l", "-r", "one", "c.bin")
    assert (code, err) == (0, "one/.hidden: Permission denied\n")
    assert re.findall(r',"(.*)"', out) == ["one/al", "c.bin"]


def test_below_a_folder_the_order_is_the_systems(tmp_path, ours):
    for i in range(40):
        path = tmp_path / str(i * 7919 % 13) / f"{i}"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x")

    def listed(folder):
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            yield from listed(path) if os.path.isdir(path) else [path]

    _, out, _ = ours("-r", str(tmp_path))
    assert re.findall(r',"(.*)"', out) == list(listed(tmp_path))


def test_help_and_version(ours):
    for words in (["-h"], ["--help"], ["-d", "-h", "-p"]):
        code, out, err = ours(*words)
        assert (code, err) == (0, "")
        assert out.startswith("usage: simfinder spamsum ")
        assert all(re.search(rf"^  -{flag}\b", out, re.MULTILINE) for flag in "rblsvmkxdpgtacV")
    code, out, err = ours("-V")
    assert (code, err) == (0, "")
    assert "ssdeep 2.14.1" in out


def test_the_real_program(here):
    done = simfinder_process("spamsum", "a.bin", "-l", "-d", "b.bin", cwd=here)
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(rb"b\.bin matches a\.bin \(\d+\)\n", done.out)


def test_a_cancel_stops_a_silent_pipe(tmp_path):
    """Ctrl-C while a pipe has nothing to say."""
    import signal
    import sys

    os.mkfifo(tmp_path / "pipe")
    command = [sys.executable, "-m", "simfinder", "spamsum", str(tmp_path / "pipe")]
    program = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    handle = os.open(tmp_path / "pipe", os.O_WRONLY)  # returns when the program reads
    try:
        time.sleep(0.5)  # it waits for data now
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
    finally:
        os.close(handle)
    assert program.returncode == 130
    assert (out, err) == (b"", b"simfinder: cancelled; what was computed is kept\n")
