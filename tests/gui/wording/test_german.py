"""The translations are in step with the program, whole, and what is read at run time is made of what is edited."""

import re

import pytest
from PySide6.QtCore import QTranslator

from simfinder.text import resource_files
from tests.helpers import translations
from tests.helpers.extraction import SENTENCES

PLACES = re.compile(r"%[\dnpam](?![a-z])|<[^>]*>")
UPDATE = "run: python -m tests.helpers.translations"


@pytest.fixture(scope="module")
def german():
    return translations.read_ts("de")


def test_what_is_read_is_made_of_what_is_edited(german):
    translator = QTranslator()
    data = resource_files.read_bytes("translations/simfinder_de.qm")
    assert translator.load(data)
    read = {(context, source): translator.translate(context, source) for context, source in german}
    assert {key: text or "" for key, text in read.items()} == german, UPDATE


def test_compiling_anew_gives_the_same(tmp_path, german):
    made = tmp_path / "de.qm"
    translations.compile_qm(translations.ts_file("de"), made)
    translator = QTranslator()
    assert translator.load(made.read_bytes())
    assert all(translator.translate(*key) == text for key, text in german.items() if text)


def test_places_keys_and_stops_are_kept(german):
    wrong = []
    for (context, source), text in german.items():
        if not text:
            continue
        same = (
            sorted(PLACES.findall(source)) == sorted(PLACES.findall(text))
            and source.count("&") == text.count("&")
            and source.count("\n") == text.count("\n")
            and (source[:1] == " ") == (text[:1] == " ")
            and (source[-1:] == " ") == (text[-1:] == " ")
        )
        ends = [one.rstrip()[-1:] if one.rstrip()[-1:] in ".:…?!" else "" for one in (source, text)]
        if not same or ends[0] != ends[1]:
            wrong.append((context, source, text))
    assert wrong == []


def test_one_and_many_are_both_there(german):
    """``counted`` takes a text for one and a text for many; German has both, and both tell the number."""
    for (context, source), text in german.items():
        if "%n" in source:
            assert "%n" in text or not text, (context, source)


def test_the_same_words_for_the_same_things(german):
    """Words of ``docs/glossary.md`` are used throughout."""
    glossary = {"cluster": "Gruppe", "tolerance": "Toleranz", "Trash": "Papierkorb", "hard link": "Hardlink"}
    strays = [
        (source, text)
        for (_, source), text in german.items()
        for word, its in glossary.items()
        if text
        and re.search(rf"(?<!simfinder )\b{word}s?\b", source, re.IGNORECASE)  # the command is called so
        and its.lower() not in text.lower()
    ]
    assert strays == []


def test_a_new_string_is_unfinished_and_a_gone_one_leaves(tmp_path, monkeypatch, german):
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    known = dict(german)
    lost = (SENTENCES, "is damaged")
    known[lost] = ""
    known["Nowhere", "no longer said"] = "nicht mehr gesagt"
    missing = translations.write_ts("de", known)
    assert [(message.context, message.source) for message in missing if message.source == lost[1]] == [lost]
    again = translations.read_ts("de")
    assert again[lost] == ""
    assert ("Nowhere", "no longer said") not in again
    assert again[SENTENCES, "is encrypted"] == german[SENTENCES, "is encrypted"]
    assert translations.write_ts("de", again | {lost: "ist beschädigt"}) == [
        m for m in missing if m.source != lost[1]
    ]


def test_nothing_is_left_to_translate(german):
    wanted = {(message.context, message.source) for message in translations.wanted()}
    assert wanted - german.keys() == set(), UPDATE
    assert german.keys() - wanted == set(), UPDATE
    unfinished = sorted(key for key, text in german.items() if not text)
    assert unfinished == [], "to be translated in resources/translations/simfinder_de.ts"
