"""Start the window: make the application, connect its parts, scan the given folders."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QApplication

import simfinder
from simfinder.app.runtime import logs
from simfinder.app.settings import settings as app_settings
from simfinder.gui.controllers.saved_results import SUFFIX
from simfinder.gui.state.window_state import Notice
from simfinder.gui.style.stylesheet import SystemLook
from simfinder.gui.widgets.check_box_style import CheckBoxStyle
from simfinder.gui.widgets.open_external import open_path
from simfinder.gui.window import successor
from simfinder.gui.window.main_window import MainWindow
from simfinder.gui.window.single_instance import SingleInstance
from simfinder.gui.wording.language import speak
from simfinder.gui.wording.translate_messages import translated
from simfinder.store.app_dirs import log_folder
from simfinder.store.result_folder.manifest import is_result
from simfinder.text import resource_files


@dataclass(frozen=True, slots=True)
class Request:
    """What the program was asked to show.

    Attributes:
        folders: to scan.
        results: saved results to open, a file or a folder that ``simfinder cluster`` wrote; then nothing is scanned.
        like: a file to find similar ones to, once its folder is scanned.
    """

    folders: tuple[str, ...] = ()
    results: str = ""
    like: str = ""


def request_of(paths: Sequence[str]) -> Request:
    """Return what a person means who names folders and files, as file managers do."""
    files = [path for path in paths if os.path.isfile(path)]
    results = next((path for path in files if path.endswith(SUFFIX)), "")
    results = results or next((path for path in paths if is_result(path)), "")
    if results:
        return Request(results=results)
    folders = (os.path.dirname(path) if path in files else path for path in paths)
    return Request(tuple(dict.fromkeys(folders)), like=files[0] if files else "")


def make_window(folders: Sequence[str]) -> MainWindow:
    """Return a window with the remembered settings; folders that are given take the place of the remembered ones.

    Needs a ``QApplication``, which speaks the language of the settings from then on.
    """
    settings, warning = app_settings.load()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    speak(app, settings.language)
    window = MainWindow(settings)
    if folders:
        settings.folders = []
        window.workspace.add_folders(folders)
    if warning:
        window.workspace.noticed.emit(Notice(translated(warning), stays=True))
    return window


def window_icon() -> QIcon:
    """Return the icon in every size there is a drawing for."""
    icon = QIcon()
    for size in (16, 32, 64, 256):
        picture = QPixmap()
        picture.loadFromData(resource_files.read_bytes(f"icons/simfinder-{size}.png"))
        icon.addPixmap(picture)
    return icon


def run(paths: Sequence[str]) -> int:
    """Show the window until it is closed. What is named is scanned or opened at once. Returns the exit status."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("simfinder")
    app.setApplicationVersion(simfinder.__version__)
    app.setDesktopFileName("simfinder")
    app.setWindowIcon(window_icon())
    look = SystemLook(app, CheckBoxStyle())
    request = request_of(paths)
    window = make_window(request.folders)
    if window.workspace.settings.look:
        look.choose(window.workspace.settings.look)
    window.show()
    # After the first paint: nothing may delay the window.
    QTimer.singleShot(0, window, lambda: begin(window, request))
    logs.start()
    shown = OpenWindow(app, window)
    QTimer.singleShot(0, shown, shown.answer_later_starts)
    with logs.caught(shown.report):
        status = app.exec()
    shown.window.bridge.close()
    look.deleteLater()
    return status


class OpenWindow(QObject):
    """The window that is open. Another one takes its place when a person chooses another language.

    Attributes:
        window: it.
        mishaps: shows in it what nobody caught.
    """

    def __init__(self, app: QApplication, window: MainWindow) -> None:
        super().__init__(app)
        self._instance: SingleInstance | None = None
        self._due = False
        self._attend(window)

    def _attend(self, window: MainWindow) -> None:
        self.window = window
        self.mishaps = Mishaps(window)
        window.workspace.language_changed.connect(self._change_language)
        window.bridge.idle.connect(self._turn, Qt.ConnectionType.QueuedConnection)

    def report(self, error: BaseException) -> None:
        """Show what nobody caught, in whatever thread it was raised."""
        self.mishaps.happened.emit(error)

    def answer_later_starts(self) -> None:
        """Let later starts hand over to the window what they are asked to show."""
        self._instance = answer_later_starts(self.window)

    def _change_language(self) -> None:
        self._due = True
        if self.window.work.busy:
            text = QCoreApplication.translate("Mishaps", "The language changes when the running job is done.")
            self.window.workspace.noticed.emit(Notice(text))
        self._turn()

    def _turn(self) -> None:
        """Replace the window as soon as nothing runs any more."""
        if self._due and not self.window.closing and successor.is_at_rest(self.window):
            self._due = False
            self._replace(self.window)

    def _replace(self, old: MainWindow) -> None:
        from simfinder.gui.dialogs.preferences import PreferencesDialog  # a start needs none

        app = QApplication.instance()
        assert isinstance(app, QApplication)
        old.note_places()
        speak(app, old.workspace.settings.language)
        new = MainWindow(old.workspace.settings)
        successor.take_over(new, old)
        new.show()
        begin(new, Request())
        if isinstance(old.dialog, PreferencesDialog):
            new.dialogs.show_settings()
        self._attend(new)
        if self._instance is not None:
            self._instance.close()
            self.answer_later_starts()
        old.retire()


class Mishaps(QObject):
    """Shows in the window what nobody caught, whatever thread it was raised in.

    Signals:
        happened: with the exception.
    """

    happened = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.happened.connect(self._show, Qt.ConnectionType.QueuedConnection)
        window.bridge.crashed.connect(lambda error: logs.LOG.error("a job failed", exc_info=error))
        window.commands.log.triggered.connect(show_log)

    def _show(self, error: BaseException) -> None:
        text = QCoreApplication.translate(
            "Mishaps", "Something went wrong inside SimFinder (%1). See the log folder for details."
        )
        self._window.workspace.noticed.emit(
            Notice(
                text.replace("%1", type(error).__name__),
                QCoreApplication.translate("Mishaps", "Show log folder"),
                show_log,
            )
        )


def show_log() -> None:
    """Open the folder of the log, which is made where it is missing; a folder that can't be made is not opened."""
    with contextlib.suppress(OSError):
        os.makedirs(log_folder(), mode=0o700, exist_ok=True)
        open_path(str(log_folder()))


def begin(window: MainWindow, request: Request) -> None:
    """Start a window's work, and do what was asked for."""
    window.work.begin()
    window.small_jobs.look_at_rules()
    window.files.look()
    if request.results:
        window.files.open(request.results)
    elif request.folders and window.workspace.folders:
        if request.like:
            _find_when_scanned(window, request.like)
        window.work.scan()


def answer_later_starts(window: MainWindow) -> SingleInstance:
    """Let later starts hand over to this window what they are asked to show."""
    instance = SingleInstance(lambda paths: show_more(window, request_of(paths)), window)
    instance.listen()
    return instance


def show_more(window: MainWindow, request: Request) -> bool:
    """Show in an open window what a later start is asked for, and bring it to the front.

    Folders that are not scanned yet are added and scanned; while something else is going on they are only added, as
    when they are dropped on the window.

    Returns:
        False where it can't now, since a dialog is open, or since results can't be opened while something goes on.
    """
    if window.dialog is not None or (request.results and window.work.busy):
        return False
    window.notifier.come_forward()
    if request.results:
        window.files.open(request.results)
        return True
    session = window.workspace.session
    folders = [one for one in request.folders if session is None or session.count_below(one) is None]
    window.workspace.add_folders(folders)
    if not folders or window.work.busy:
        if request.like:
            window.find_like(request.like)
    elif window.workspace.folders:
        if request.like:
            _find_when_scanned(window, request.like)
        window.work.scan()
    return True


def _find_when_scanned(window: MainWindow, path: str) -> None:
    def look() -> None:
        if window.workspace.session is not None:
            window.workspace.session_changed.disconnect(look)
            QTimer.singleShot(0, window, lambda: window.find_like(path))

    window.workspace.session_changed.connect(look)
