"""About shows the licence of each part that others have written."""

from PySide6.QtWidgets import QPushButton

from simfinder.app.maintenance.licences import parts
from simfinder.gui.dialogs.about import AboutDialog, LicencesDialog


def test_one_button_stands_out_and_all_words_fit(qtbot):
    about = AboutDialog()
    qtbot.addWidget(about)
    about.show()
    buttons = about.findChildren(QPushButton)
    assert [button.text() for button in buttons if button.isDefault() or button.property("role")] == ["Close"]
    for button in buttons:  # the letters of a button that Enter presses are no wider than others
        button.setFocus()
        button.ensurePolished()
        assert button.fontMetrics().horizontalAdvance(button.text()) + 20 <= button.width()


def test_each_part_shows_its_licence(qtbot):
    about = AboutDialog()
    qtbot.addWidget(about)
    about.show()
    (button,) = [each for each in about.findChildren(QPushButton) if each.text() == "Licences of all parts…"]
    button.click()
    (dialog,) = about.findChildren(LicencesDialog)
    assert dialog.list.count() == len(parts())
    for row, part in enumerate(parts()):
        dialog.list.setCurrentRow(row)
        shown = dialog.text.toPlainText()
        assert shown.startswith(f"{part.name} {part.version}\n{part.licence}")
        assert part.text[-200:] in shown
    dialog.accept()
