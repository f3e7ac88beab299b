"""Sentences of the layers below, known again and said in the window's language."""

import errno
import os

import pytest
from PySide6.QtCore import QLocale, Qt

from simfinder.errors import StoreUnavailableError
from simfinder.gui.wording.formatting import (
    count_text,
    date_text,
    duration_text,
    key_text,
    localized,
    percent_text,
    plain,
    shown,
    size_text,
    time_text,
)
from simfinder.gui.wording.translate_messages import told_error, translated
from tests.helpers.extraction import sentence_messages
from tests.helpers.results.said import unmarked


@pytest.mark.parametrize(
    "text",
    [
        "",
        "is damaged",
        "is damaged (BadZipFile)",
        "3 files are newer than the ones that stay",
        "bad \udcff bytes and \n newlines",
    ],
)
def test_in_english_sentences_stay_as_they_are(look, text):
    assert translated(text) == text.replace("\udcff", "\\xff").replace("\n", "␊")


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("/a/b would lose 6 of 6 files, all it has", "/a/b verlöre 6 von 6 Dateien, alles, was darin ist"),
        ("/a/b would lose 1,206 of 1,300 files", "/a/b verlöre 1.206 von 1.300 Dateien"),
        ("is damaged", "ist beschädigt"),
        ("is damaged (BadZipFile)", "ist beschädigt (BadZipFile)"),
        ("3,000 files are newer than the ones that stay", "3.000 Dateien sind neuer als die bleibenden"),
        ("older: modified 1 day earlier", "älter: 1 Tag früher geändert"),
        (
            "newer by its name: version 1.2 after version 1.1",
            "neuer nach ihrem Namen: Fassung 1.2 nach Fassung 1.1",
        ),
        (
            "lies in /a/; older than /b, c.txt, with which it shares 92.8 %",
            "liegt in /a/; älter als /b, c.txt, mit der sie 92,8 % gemeinsam hat",
        ),
        (f"can't be read: {os.strerror(errno.EACCES)}", "kann nicht gelesen werden: Keine Berechtigung"),
        ("/home/x: is gone", "/home/x: ist weg"),
        (
            "marks were inverted; the kept file of its cluster",
            "die Markierungen wurden umgekehrt; die behaltene Datei ihrer Gruppe",
        ),
        (
            "there is not enough room in /mnt: 1,234,567 bytes are needed, 12 are free",
            "in /mnt ist nicht genug Platz: 1.234.567 Bytes werden gebraucht, 12 sind frei",
        ),
        (
            "the time of the kept file lies in the future (2039-01-02)",
            "die Zeit der behaltenen Datei liegt in der Zukunft (02.01.2039)",
        ),
        (
            "its name says it is later (draft 3 before final), though it was modified earlier",
            "ihrem Namen nach ist sie später (Entwurf 3 vor final), doch sie wurde früher geändert",
        ),
    ],
)
def test_in_german(speaking, text, german):
    speaking("de")
    assert translated(text) == german
    speaking("en")
    assert translated(text) == text


def test_names_are_never_translated(speaking):
    speaking("de")
    for name in (
        "notes after lunch.txt",
        "2 files are gone after all",
        "no such thing: version 2 before final cut",
    ):
        assert translated(name) == name
    assert (
        translated("identical to /x/is gone/notes after version 2")
        == "identisch mit /x/is gone/notes after version 2"
    )


def test_every_sentence_is_known_again_with_values_in_it(marking):
    """The whole list: each is found by its own words, whatever stands in its places."""
    lost = []
    for message in sentence_messages():
        text = message.source
        for number in range(1, 6):
            text = text.replace(f"%{number}", f"/{number * 111}/")
        left = unmarked(translated(text))
        for number in range(1, 6):
            left = left.replace(f"/{number * 111}/", "")
        if any(map(str.isalpha, left)) and "MB" not in left:
            lost.append((message.source, translated(text)))
    assert lost == []


def test_errors_tell_path_and_reason(speaking):
    speaking("de")
    error = StoreUnavailableError(f"settings can't be saved: {os.strerror(errno.ENOSPC)}", "/x/y")
    assert (
        told_error(error)
        == "/x/y: die Einstellungen können nicht gespeichert werden: Kein Platz auf dem Gerät"
    )
    assert told_error(RuntimeError("what\never")) == "RuntimeError: what␊ever"


def test_numbers_follow_the_language(speaking, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    noon = 1_793_707_200 * 10**9
    speaking("en")
    assert (size_text(1_234_567), percent_text(0.998), count_text(25_590)) == ("1.2 MB", "99.8 %", "25,590")
    assert (date_text(noon)[:5], key_text("Ctrl+Del")) == ("2026-", "Ctrl+Del")
    speaking("de")
    assert (size_text(1_234_567), percent_text(0.998), count_text(25_590)) == (
        "1,2\u00a0MB",
        "99,8\u00a0%",
        "25.590",
    )
    assert date_text(noon).endswith(".2026")
    assert date_text(noon) in time_text(noon)
    assert (date_text(10**30), time_text(10**30)) == ("", "")
    assert key_text("Ctrl+Del") == "Strg+Entf"
    assert duration_text(8000) == "2\u00a0h\u00a014\u00a0min"


def test_digits_of_other_scripts(look):
    before = QLocale()
    QLocale.setDefault(QLocale("ar_EG"))
    try:
        assert localized("1,234.5") == "١٬٢٣٤٫٥"
    finally:
        QLocale.setDefault(before)


def test_names_are_set_apart_where_text_runs_from_right_to_left(look, marking):
    look.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert translated("identical to /a/b.txt") == "⟦identical to ⟧\u2066/a/b.txt\u2069"
        assert (shown("b.txt"), plain("b.txt"), shown("")) == ("\u2068b.txt\u2069", "b.txt", "")
        assert shown("tricks\u2069\u202e.txt") == "\u2068tricks▯▯.txt\u2069"
        assert size_text(1500) == "\u20661.5 kB\u2069"
    finally:
        look.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
