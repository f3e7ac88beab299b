"""Keeps the translations in step with the program: ``python -m tests.helpers.translations``.

Reads what the window says (``tests.helpers.extraction``), then writes ``resources/translations``:

- ``simfinder_de.ts``: what is new stands there as unfinished, what is gone is taken out, what is translated stays;
- ``simfinder_de.qm``: made of it by Qt's lrelease, read by the window.

Then tells what is still to be translated. The ``.ts`` files are edited by hand or with Qt Linguist.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import xml.etree.ElementTree as ET
from pathlib import Path

from simfinder.gui.wording.language import LANGUAGES as SPOKEN
from tests.helpers.extraction import ROOT, Message, sentence_messages, window_messages

FOLDER = ROOT / "resources" / "translations"
LANGUAGES = tuple(code for code in SPOKEN if code != "en")


def wanted() -> list[Message]:
    """All that is to be translated."""
    return sorted([*window_messages(), *sentence_messages()])


def ts_file(language: str) -> Path:
    """Source of a translation."""
    return FOLDER / f"simfinder_{language}.ts"


def qm_file(language: str) -> Path:
    """What is made of it."""
    return ts_file(language).with_suffix(".qm")


def read_ts(language: str) -> dict[tuple[str, str], str]:
    """Translations by context and source; "" for what is unfinished."""
    found: dict[tuple[str, str], str] = {}
    file = ts_file(language)
    for context in ET.parse(file).getroot().iter("context") if file.exists() else ():
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            done = translation is not None and translation.get("type") is None
            text = (translation.text or "") if translation is not None and done else ""
            found[name, message.findtext("source", "")] = text
    return found


def write_ts(language: str, known: dict[tuple[str, str], str]) -> list[Message]:
    """Write a source anew; what one context lacks and all others say alike is taken from them.

    Returns:
        What is unfinished.
    """
    elsewhere: dict[str, set[str]] = {}
    for (_, source), text in known.items():
        if text:
            elsewhere.setdefault(source, set()).add(text)
    missing = []
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, dict[str, set[str]]] = {}
    for message in wanted():
        contexts.setdefault(message.context, {}).setdefault(message.source, set()).add(message.file)
    for context, sources in contexts.items():
        element = ET.SubElement(root, "context")
        ET.SubElement(element, "name").text = context
        for source, files in sources.items():
            others = elsewhere.get(source, set())
            text = known.get((context, source)) or (next(iter(others)) if len(others) == 1 else "")
            entry = ET.SubElement(element, "message")
            for file in sorted(files):
                ET.SubElement(entry, "location", filename=f"../../{file}")
            ET.SubElement(entry, "source").text = source
            translation = ET.SubElement(entry, "translation")
            translation.text = text or None
            if not text:
                translation.set("type", "unfinished")
                missing += [Message(context, source, file) for file in sorted(files)[:1]]
    ET.indent(root, " ")
    body = ET.tostring(root, encoding="unicode")
    ts_file(language).write_text(
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8"
    )
    return missing


def compile_qm(source: Path, target: Path) -> None:
    """Make what the window reads; only what is finished goes into it."""
    tool = Path(sysconfig.get_path("scripts")) / "pyside6-lrelease"
    subprocess.run([tool, "-silent", source, "-qm", target], check=True)


def main() -> int:
    """Bring everything up to date."""
    FOLDER.mkdir(exist_ok=True)
    missing = []
    for language in LANGUAGES:
        missing += write_ts(language, read_ts(language))
        compile_qm(ts_file(language), qm_file(language))
    for message in missing:
        print(f"{message.file} [{message.context}] {message.source!r}")
    print(f"{len(wanted())} strings, {len(missing)} to be translated")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
