"""Messages of the layers below in the window's language."""

import errno
import os
import re

import pytest
from PySide6.QtCore import QLocale, Qt

from simfinder.actions.rules.trusted_times import doubt_of, span_text
from simfinder.errors import StoreUnavailableError, reason_of
from simfinder.gui.wording.formatting import (
    count_text,
    date_text,
    duration_text,
    key_text,
    localized,
    names_apart,
    percent_text,
    plain,
    shown,
    size_text,
    time_text,
)
from simfinder.gui.wording.translate_messages import told_error, translated
from simfinder.text.message import Message, decode, encode, fill, in_turn, say
from tests.helpers.extraction import sentence_messages

SAME = {"final", "%1, %2 kbit/s"}  # reads alike in both languages


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


STRERROR = Message(os.strerror(errno.EACCES))
VERSIONS = say("{} after {}", say("version {}", "1.2"), say("version {}", "1.1"))


@pytest.mark.parametrize(
    ("message", "german"),
    [
        (
            say("{} would lose {:,} of {:,} files, all it has", "/a/b", 6, 6),
            "/a/b verlöre 6 von 6 Dateien, alles, was darin ist",
        ),
        (say("{} would lose {:,} of {:,} files", "/a/b", 1206, 1300), "/a/b verlöre 1.206 von 1.300 Dateien"),
        (say("is damaged"), "ist beschädigt"),
        ("is damaged", "ist beschädigt"),  # as an old journal or cache has it
        (say("is damaged ({})", "BadZipFile"), "ist beschädigt (BadZipFile)"),
        (
            say("{:,} {}", 3000, say("files are newer than the ones that stay")),
            "3.000 Dateien sind neuer als die bleibenden",
        ),
        (say("older: modified {} earlier", span_text(86_400 * 10**9)), "älter: 1 Tag früher geändert"),
        (say("newer by its name: {}", VERSIONS), "neuer nach ihrem Namen: Fassung 1.2 nach Fassung 1.1"),
        (
            say(
                "lies in {}; {}", "/a/", say("older than {}, with which it shares {:g} %", "/b, c.txt", 92.8)
            ),
            "liegt in /a/; älter als /b, c.txt, mit der sie 92,8 % gemeinsam hat",
        ),
        (say("can't be read: {}", STRERROR), "kann nicht gelesen werden: Keine Berechtigung"),
        (say("{}: {}", "/home/x", say("is gone")), "/home/x: ist weg"),
        (
            say("there is not enough room in {}: {:,} bytes are needed, {:,} are free", "/mnt", 1234567, 12),
            "in /mnt ist nicht genug Platz: 1.234.567 Bytes werden gebraucht, 12 sind frei",
        ),
        (
            say("the time of the kept file {}", doubt_of(2_177_539_200 * 10**9, 0)),
            "die Zeit der behaltenen Datei liegt in der Zukunft (02.01.2039)",
        ),
        (
            in_turn((say("is gone"), "", say("it was changed since"))),
            "ist weg; sie wurde seitdem geändert",
        ),
    ],
)
def test_in_german(speaking, message, german):
    speaking("de")
    assert translated(message) == german
    assert translated(decode(encode(message))) == german
    speaking("en")
    assert translated(message) == message


def test_names_are_never_translated(speaking):
    speaking("de")
    for name in ("is gone", "later", "%1", "2 files", os.strerror(errno.EACCES)):
        assert translated(say("identical to {}", name)) == f"identisch mit {name}"


def test_every_template_is_translated_with_its_values_in_it(speaking):
    """The whole list, in German: each value is in the sentence once, and nothing else of it is English."""
    speaking("de")
    for message in sentence_messages():
        values = tuple(
            f"/{number * 111}/" for number in range(1, 1 + len(set(re.findall(r"%\d", message.source))))
        )
        said = translated(Message(message.source, values))
        assert all(said.count(value) == 1 for value in values), message.source
        assert said != fill(message.source, values) or message.source in SAME, message.source


def test_errors_tell_path_and_reason(speaking):
    speaking("de")
    reason = reason_of(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    error = StoreUnavailableError(say("settings can't be saved: {}", reason), "/x/y")
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
        assert translated(say("identical to {}", "/a/b.txt")) == "⟦identical to ⟧\u2066/a/b.txt\u2069"
        assert (shown("b.txt"), plain("b.txt"), shown("")) == ("\u2068b.txt\u2069", "b.txt", "")
        assert shown("tricks\u2069\u202e.txt") == "\u2068tricks▯▯.txt\u2069"
        assert size_text(1500) == "\u20661.5 kB\u2069"
    finally:
        look.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_place_in_the_home_folder_is_told_as_such(monkeypatch):
    """Nobody knows the folder of their own files by its name."""
    monkeypatch.setenv("HOME", "/home/ada")
    here, there = "/home/ada/Backup/2024/Documents", "/home/ada/Documents"
    assert names_apart(here, there) == ("2024/Documents", "~/Documents")
    assert names_apart("/mnt/ada/Documents", there) == ("ada/Documents", "~/Documents")
    assert names_apart("/home/ada/a.txt", "/home/ada/b.txt") == ("a.txt", "b.txt")
