"""The language of the recipe: the tool makes its file, what is translated there is seen in the window."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from simfinder.app.settings.settings import Settings
from simfinder.gui.dialogs.preferences import PreferencesDialog
from simfinder.gui.wording.language import LANGUAGES
from simfinder.model.removal_plan import ActKind
from simfinder.text import resource_files
from tests.helpers import translations

OVER = Path(sys.modules["tests"].__path__[0]).parent
WORDS = {"Clusters": "Groepen", "Versions": "Versies"}


@pytest.fixture
def spoken(monkeypatch, tmp_path, capsys):
    """Steps 2 and 3: the tool, a translation, the tool again; on a copy of the resources."""
    folder = tmp_path / "resources"
    shutil.copytree(translations.FOLDER.parent, folder, ignore=shutil.ignore_patterns("screenshots"))
    monkeypatch.setattr(translations, "FOLDER", folder / "translations")
    monkeypatch.setattr(resource_files, "_folder", lambda: folder)
    assert translations.main() == 1  # everything is to be translated
    file = translations.ts_file("nl")
    text = file.read_text()
    for english, dutch in WORDS.items():
        untranslated = f'<source>{english}</source>\n   <translation type="unfinished" />'
        assert untranslated in text
        text = text.replace(
            untranslated, f"<source>{english}</source>\n   <translation>{dutch}</translation>"
        )
    file.write_text(text)
    translations.main()
    capsys.readouterr()  # it names what is left


def test_the_window_speaks_it(spoken, qtbot, look, make):
    from simfinder.gui.wording.language import speak

    assert LANGUAGES["nl"] == "Nederlands"
    assert os.path.exists(translations.qm_file("nl"))
    try:
        Settings(language="nl").save()
        window = make()
        tabs = window.details.tabs
        assert "Versies" in [tabs.accessibleTabName(at) or tabs.tabText(at) for at in range(tabs.count())]
        dialog = PreferencesDialog(window.commands, ActKind.TRASH, "nl")
        qtbot.addWidget(dialog)
        assert dialog.language.currentText() == "Nederlands"
        chosen = []
        dialog.language_chosen.connect(chosen.append)
        dialog.language.setCurrentIndex(dialog.language.findData("de"))
        dialog.language.setCurrentIndex(dialog.language.findData("nl"))
        assert chosen == ["de", "nl"]
    finally:
        speak(look, "en")
