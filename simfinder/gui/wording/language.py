"""Choose the language of the window and load its translators.

Decides between the system's language and the one a person wants, and sets numbers and dates with it. Texts are
translated where they are used; messages of the layers below by ``translate_messages``. It takes effect on widgets made
afterwards: another window takes the place of the open one, see ``window.successor``.
"""

from __future__ import annotations

import contextlib
import os

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from simfinder.text import resource_files

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Languages by their code, each by its own name."""

_OURS = "simfinder-translator"


def speak(app: QApplication, chosen: str = "") -> str:
    """Make the program speak a language from now on.

    Args:
        app: of the window.
        chosen: a code of ``LANGUAGES``; anything else means the system's language, or English where it is not known.

    Returns:
        The code of the language.
    """
    code = chosen if chosen in LANGUAGES else of_system()
    QLocale.setDefault(locale_of(code))
    for old in app.findChildren(QTranslator, _OURS):
        app.removeTranslator(old)
        old.deleteLater()
    if code != "en":
        _install(app, _of_qt(code))
        with contextlib.suppress(
            FileNotFoundError
        ):  # a source tree in which it was not made yet speaks English
            _install(app, resource_files.read_bytes(f"translations/simfinder_{code}.qm"))
    return code


def of_system() -> str:
    """Return the first of the system's languages that is known, else English."""
    wanted = (name.partition("-")[0] for name in QLocale.system().uiLanguages())
    return next((code for code in wanted if code in LANGUAGES), "en")


def locale_of(code: str) -> QLocale:
    """Return how a language writes numbers and dates: the system's way if it is the system's language."""
    plain, system = QLocale(code), QLocale.system()
    return system if system.language() == plain.language() else plain


def _of_qt(code: str) -> bytes:
    """Return Qt's own words: of buttons, keys and file dialogs."""
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    try:
        with open(os.path.join(folder, f"qtbase_{code}.qm"), "rb") as file:
            return file.read()
    except FileNotFoundError:  # some systems pack them apart
        return b""


def _install(app: QApplication, data: bytes) -> None:
    translator = QTranslator(app)
    translator.setObjectName(_OURS)
    if data and translator.load(data):
        translator.setProperty("data", data)  # Qt reads it where it lies
        app.installTranslator(translator)
