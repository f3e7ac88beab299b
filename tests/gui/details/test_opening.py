"""A file is shown in its folder by the desktop's file manager, or at least its folder is."""

import os
import shutil
import subprocess
import sys

import pytest

from simfinder.gui.widgets import open_external

_ASK = """
import sys, time
from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, Slot, QTimer
from PySide6.QtDBus import QDBusConnection
from simfinder.gui.widgets import open_external as opening

@ClassInfo({"D-Bus Interface": "org.freedesktop.FileManager1"})
class Manager(QObject):
    @Slot("QStringList", str)
    def ShowItems(self, urls, _startup):
        print("shown", *urls, flush=True)
        app.quit()

app = QCoreApplication([])
opening.open_path = lambda path: (print("opened", path, flush=True), app.quit())
if sys.argv[1] == "manager":
    bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, "manager")
    manager = Manager()
    flags = QDBusConnection.RegisterOption.ExportAllSlots
    assert bus.registerObject("/org/freedesktop/FileManager1", manager, flags)
    assert bus.registerService("org.freedesktop.FileManager1")
QTimer.singleShot(0, lambda: opening.show_in_folder(sys.argv[2]))
QTimer.singleShot(60000, app.quit)
app.exec()
"""


def _asked(*arguments):
    command = [shutil.which("dbus-run-session"), "--", sys.executable, "-c", _ASK, *arguments]
    done = subprocess.run(command, capture_output=True, check=True, timeout=90)
    return os.fsdecode(done.stdout).split("\n")[0]


@pytest.mark.skipif(not shutil.which("dbus-run-session"), reason="no D-Bus here")
def test_the_file_manager_is_asked_to_choose_the_file():
    assert _asked("manager", "/tmp/a b/ü.txt") == "shown file:///tmp/a%20b/%C3%BC.txt"


@pytest.mark.skipif(not shutil.which("dbus-run-session"), reason="no D-Bus here")
def test_the_folder_is_opened_where_no_file_manager_answers():
    assert _asked("nobody", "/tmp/a b/c.txt") == "opened /tmp/a b"


def test_the_folder_is_opened_where_there_is_no_bus(monkeypatch):
    opened = []
    monkeypatch.setattr(open_external, "_ask_manager", lambda path: False)
    monkeypatch.setattr(open_external, "open_path", opened.append)
    open_external.show_in_folder("/somewhere/file")
    assert opened == ["/somewhere"]
