"""A later start hands its folders and files over to the window that is open."""

import json
import os
import socket
import subprocess
import sys

import pytest

from simfinder.gui.dialogs.similar_files import SimilarFilesDialog
from simfinder.gui.main import answer_later_starts
from simfinder.gui.window import single_instance
from simfinder.store.app_dirs import data_folder
from tests.gui.conftest import LONG

posix = pytest.mark.skipif(sys.platform == "win32", reason="a named pipe is no file")


def place():
    return single_instance.address(os.fspath(data_folder()), os.environ)


@pytest.fixture
def listening(make, qtbot):
    """Window that is open, and listens."""
    opened = []

    def start(folders):
        window = make(folders)
        opened.append(answer_later_starts(window))
        return window

    yield start
    for instance in opened:
        instance.close()


@pytest.fixture
def start_again(qtbot):
    """Start the program with these words, and return its exit code."""

    def start(*words):
        program = subprocess.Popen([sys.executable, "-m", "simfinder", *words], env=dict(os.environ))
        try:
            qtbot.waitUntil(lambda: program.poll() is not None, timeout=LONG)
        finally:
            program.kill()
            program.wait()
        return program.returncode

    return start


def test_addresses():
    home = "/home/ada/.local/share/simfinder"
    here = single_instance.address(home, {"DISPLAY": ":0"}, "linux")
    assert here.startswith(f"{home}/window-")
    assert here == single_instance.address(home, {"DISPLAY": ":0", "QT_QPA_PLATFORM": "xcb"}, "darwin")
    assert here != single_instance.address(home, {"DISPLAY": ":1"}, "linux")
    assert here != single_instance.address(home, {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert single_instance.address("/" + "long" * 25, {}, "linux") == ""
    pipe = single_instance.address(r"C:\Users\Ada" * 20, {}, "win32")
    assert "\\" not in pipe
    assert len(pipe) < 64


def test_nobody_is_there(tmp_path):
    assert not single_instance.hand_over([str(tmp_path)])


def test_a_folder_is_added_and_scanned(qtbot, listening, start_again, tree, tmp_path):
    window = listening([])
    assert start_again(tree.root) == 0
    assert window.workspace.folders == [tree.root]
    qtbot.waitUntil(lambda: window.workspace.session is not None, timeout=LONG)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    session = window.workspace.session
    assert start_again(os.path.dirname(tree.families["report"][0])) == 0  # it is scanned already
    assert start_again() == 0
    assert window.workspace.folders == [tree.root]
    assert window.workspace.session is session
    assert not window.work.busy


def test_a_file_is_looked_up(qtbot, listening, start_again, tree):
    window = listening([])
    file = tree.families["report"][0]
    assert start_again(file) == 0
    qtbot.waitUntil(lambda: isinstance(window.dialog, SimilarFilesDialog), timeout=LONG)
    qtbot.waitUntil(lambda: window.dialog.model.rowCount() > 0, timeout=LONG)
    window.dialog.reject()
    qtbot.waitUntil(lambda: window.dialog is None, timeout=LONG)
    assert start_again(file) == 0
    qtbot.waitUntil(lambda: isinstance(window.dialog, SimilarFilesDialog), timeout=LONG)


def ask(qtbot, sent):
    """Return what the window answers to bytes."""
    answer, left = bytearray(), memoryview(sent)

    def ended():
        nonlocal left
        try:
            left = left[asked.send(left) :] if left else left
            got = asked.recv(100)
        except BlockingIOError:
            return False
        except ConnectionError:
            return True
        answer.extend(got)
        return not got

    with socket.socket(socket.AF_UNIX) as asked:
        asked.connect(place())
        asked.setblocking(False)
        qtbot.waitUntil(ended, timeout=LONG)
    return bytes(answer)


@posix
@pytest.mark.parametrize(
    "sent",
    [b"\n", b"{}\n", b'["relative"]\n', b"[1]\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", b"x" * (1 << 20)],
    ids=["empty", "no list", "relative", "number", "no text", "deep", "too long"],
)
def test_what_is_no_request_is_not_taken(qtbot, listening, sent):
    window = listening([])
    assert ask(qtbot, sent) == b""
    assert window.workspace.folders == []
    assert ask(qtbot, b"[]\n") == b"taken\n"


@posix
def test_names_that_are_not_utf_8(qtbot, listening, tmp_path):
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9")
    os.mkdir(folder)
    window = listening([])
    assert ask(qtbot, json.dumps([folder]).encode() + b"\n") == b"taken\n"
    assert window.workspace.folders == [folder]
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)


@posix
def test_a_window_with_a_dialog_takes_nothing(qtbot, listening, tree):
    window = listening([])
    window.commands.about.trigger()
    qtbot.waitUntil(lambda: window.dialog is not None, timeout=LONG)
    assert ask(qtbot, json.dumps([tree.root]).encode() + b"\n") == b""
    assert window.workspace.folders == []
    window.dialog.reject()


@posix
def test_the_socket_of_a_window_that_is_gone(qtbot, listening, tmp_path):
    data_folder().mkdir(parents=True, mode=0o700)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(place())
    assert not single_instance.hand_over([str(tmp_path)])
    listening([])
    assert ask(qtbot, b"[]\n") == b"taken\n"


@posix
def test_a_window_that_does_not_answer_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(single_instance, "_PATIENCE", 50)
    data_folder().mkdir(parents=True, mode=0o700)
    with socket.socket(socket.AF_UNIX) as stuck:
        stuck.bind(place())
        stuck.listen()
        assert not single_instance.hand_over([str(tmp_path)])


@posix
def test_a_folder_that_others_can_write_to_is_not_used(listening, tmp_path):
    data_folder().mkdir(parents=True)
    data_folder().chmod(0o777)
    listening([])
    assert not os.path.exists(place())
    assert not single_instance.hand_over([str(tmp_path)])
