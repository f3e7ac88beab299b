"""What lies in what: notes under clusters, a section at the end of the tree, and the places beside each other."""

import os
import random
import zipfile

import pytest
from PySide6.QtCore import Qt

from simfinder.gui.cluster_tree.model.cluster_model import Column, Role, Row
from simfinder.gui.wording.formatting import size_text
from tests.gui.conftest import LONG
from tests.helpers.files import documents
from tests.helpers.files.trees import write


@pytest.fixture
def quiet(monkeypatch):
    """Here figures are checked, and nobody waits long."""
    monkeypatch.setattr("simfinder.gui.controllers.verify_scheduler.BEGIN_MS", 10)
    monkeypatch.setattr("simfinder.gui.controllers.verify_scheduler.SETTLE_MS", 30)
    monkeypatch.setattr("simfinder.gui.controllers.verify_scheduler.EVERY", 0.05)


@pytest.fixture
def paths(tmp_path):
    """A text, a part of it in two versions, a stranger's part in an archive."""
    rng = random.Random(5)
    text = documents.words(rng, 9_000)
    part = text[20_000:29_000]
    found = {
        "whole": write(tmp_path, "whole.txt", text, 1_700_000_000),
        "part": write(tmp_path, "part.txt", part, 1_700_000_500),
        "older": write(tmp_path, "older/part.txt", documents.revise_words(rng, part), 1_600_000_000),
        "member": write(tmp_path, "member.txt", documents.words(rng, 800), 1_650_000_000),
    }
    found["archive"] = os.path.join(tmp_path, "old.zip")
    with zipfile.ZipFile(found["archive"], "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(found["member"], "docs/member.txt")
        archive.writestr("docs/other.txt", documents.words(rng, 4_000))
    return found


@pytest.fixture
def shown(qtbot, make, scan, paths):
    window = make([os.path.dirname(paths["whole"])])
    scan(window)
    qtbot.waitUntil(lambda: window.workspace.insides is not None and not window.checks.running, timeout=LONG)
    return window


def rows(window):
    """Everything in the tree: kind, text of the name, text of the version."""
    model = window.clusters.model
    assert model.rowCount() == len(model.rows)
    found = []
    for row in range(model.rowCount()):
        top = model.index(row, 0)
        found.append((model.kind_of(top), top.data(), top.data(Role.SUMMARY)))
        for child in range(model.rowCount(top)):
            index = model.index(child, 0, top)
            found.append((model.kind_of(index), index.data(), index.siblingAtColumn(Column.VERSION).data()))
    return found


def test_the_section_lists_wholes_with_what_lies_in_them(shown, paths, qtmodeltester):
    found = rows(shown)
    heading = next(row for row in found if row[0] is Row.HEADING)
    assert heading[1:] == ("INSIDE OTHER FILES", "3 files are inside 2 others")
    wholes = {row[1]: row[2] for row in found if row[0] is Row.WHOLE}
    assert wholes["whole.txt"].startswith("2 files from ")
    size = os.path.getsize(paths["member"])
    assert wholes["old.zip"] == f"member.txt is inside · {size_text(size)} to free"
    parts = [row for row in found if row[0] is Row.PART]
    assert (Row.PART, "member.txt", "100 % inside") in parts
    assert all(row[2].endswith(" % inside") for row in parts)
    model = shown.clusters.model
    qtmodeltester.check(model)
    for index in (i for i in part_indexes(shown) if i.isValid()):
        assert index.siblingAtColumn(Column.SHARED).data() == ""
        assert index.data(Role.SIMILARITY) is None
        assert index.data(Qt.ItemDataRole.CheckStateRole) is None
        assert model.files_of(index) == []
        assert "not count as similarity" in index.data(Qt.ItemDataRole.ToolTipRole) or "member" in index.data(
            Qt.ItemDataRole.ToolTipRole
        )


@pytest.fixture
def grouped(qtbot, make, scan, tmp_path, quiet):
    """An archive whose files lie loose in a folder, and a picture's stand-in that five archives hold."""
    rng = random.Random(8)
    texts = {f"src/{i}.txt": documents.words(rng, 900) for i in range(7)}
    for name, text in texts.items():
        write(tmp_path, name, text, 1_650_000_000)
    with zipfile.ZipFile(tmp_path / "src.zip", "w") as archive:
        for name in texts:
            archive.write(tmp_path / name, name)
    logo = rng.randbytes(4_000)
    (tmp_path / "logo.bin").write_bytes(logo)
    (tmp_path / "mails").mkdir()
    for i in range(5):
        with zipfile.ZipFile(tmp_path / "mails" / f"{i}.zip", "w") as archive:
            archive.writestr("logo", logo)
            archive.writestr("text", documents.words(rng, 600))
    window = make([str(tmp_path)])
    scan(window)
    qtbot.waitUntil(lambda: window.workspace.insides is not None and not window.checks.running, timeout=LONG)
    return window


def test_an_archive_and_a_file_that_many_hold_are_a_row_each(qtbot, grouped, tmp_path, qtmodeltester):
    found = rows(grouped)
    archive = next(row for row in found if row[:2] == (Row.WHOLE, "src.zip"))
    size = size_text(os.path.getsize(tmp_path / "src.zip"))
    assert archive[2].startswith("all 7 files in it are also in ")
    assert archive[2].endswith(f"src · {size} to free")
    assert sum(row[0] is Row.PART for row in found) == 7
    held = next(row for row in found if row[0] is Row.HELD)
    assert held[1] == "logo.bin"
    assert held[2].startswith("inside 5 files in ")
    assert held[2].endswith("mails · 4 kB to free")
    assert [row[1:] for row in found if row[0] is Row.HOLDER] == [
        (f"{i}.zip", "100 % inside") for i in range(5)
    ]
    qtmodeltester.check(grouped.clusters.model)


def test_a_row_below_a_held_file_compares_it_with_its_holder(qtbot, grouped, tmp_path):
    model, view, session = grouped.clusters.model, grouped.clusters.tree, grouped.workspace.session
    holder, part = (session.file_of(str(tmp_path / name)) for name in ("mails/3.zip", "logo.bin"))
    index = model.index_of_key((Row.HOLDER, holder, part))
    assert model.path_of(index) == str(tmp_path / "mails/3.zip")
    with qtbot.waitSignal(grouped.details._loader.loaded, timeout=LONG) as loaded:
        view.setCurrentIndex(index)
    comparison = loaded.args[0].comparison
    assert (comparison.left, comparison.right) == (str(tmp_path / "logo.bin"), str(tmp_path / "mails/3.zip"))
    assert grouped.details.subtitle.whole() == "All of it is inside 3.zip"
    view.expand(index.parent())
    grouped.workspace.set_tolerance("bin", 0.31)
    qtbot.waitUntil(lambda: session.choices.tolerances == grouped.workspace.tolerances)
    assert model.key_of(view.currentIndex()) == (Row.HOLDER, holder, part)
    assert view.isExpanded(view.currentIndex().parent())
    view.selectAll()
    assert {holder, part} <= set(view.selected_files())


def part_indexes(window):
    model = window.clusters.model
    return [
        model.index(child, 0, model.index(row, 0))
        for row in range(model.rows.clusters + 1, model.rowCount())
        for child in range(model.rowCount(model.index(row, 0)))
    ]


def test_a_cluster_says_below_its_files_what_lies_where(shown, paths):
    notes = [row[1] for row in rows(shown) if row[0] is Row.NOTE]
    assert len(notes) == 2
    assert all(
        note.endswith(" of part.txt is inside whole.txt") or note.startswith("All of") for note in notes
    )
    model, session = shown.clusters.model, shown.workspace.session
    row = model.rows.top_row_of(session.file_of(paths["part"]))
    top = model.index(row, 0)
    assert model.rowCount(top) == 4
    assert top.data(Role.SUMMARY).startswith("2 files")
    assert [model.kind_of(model.index(i, 0, top)) for i in range(4)] == [Row.FILE] * 2 + [Row.NOTE] * 2


def test_the_places_are_shown_beside_each_other(qtbot, shown, paths):
    model, session = shown.clusters.model, shown.workspace.session
    whole, part = (session.file_of(paths[name]) for name in ("whole", "part"))
    index = model.index_of_key((Row.PART, whole, part))
    with qtbot.waitSignal(shown.details._loader.loaded, timeout=LONG) as loaded:
        shown.clusters.tree.setCurrentIndex(index)
    details = loaded.args[0]
    assert details.comparison.right == paths["whole"]
    assert details.figures == {}
    assert shown.details.subtitle.whole().endswith(" inside whole.txt · verified") or (
        "inside" in shown.details.subtitle.whole()
    )
    figures = shown.details.figures
    assert figures.isVisible()
    assert figures.this.accessibleName() == "This file"
    assert figures.kept.accessibleName() == "The file that contains it"
    assert figures._labels[0].text() == "whole"
    assert not any(bar.isVisible() for bar in figures.bars.values())


def test_it_is_chosen_open_and_found_again_over_a_regroup(qtbot, shown, paths):
    model, view, session = shown.clusters.model, shown.clusters.tree, shown.workspace.session
    whole, part = (session.file_of(paths[name]) for name in ("whole", "older"))
    index = model.index_of_key((Row.PART, whole, part))
    view.expand(index.parent())
    view.setCurrentIndex(index)
    shown.workspace.set_tolerance("bin", 0.31)
    qtbot.waitUntil(lambda: session.choices.tolerances == shown.workspace.tolerances)
    assert model.key_of(view.currentIndex()) == (Row.PART, whole, part)
    assert view.isExpanded(view.currentIndex().parent())
    note = model.index_of_key((Row.NOTE, whole, part))
    view.setCurrentIndex(note)
    shown.clusters._reorder()
    assert model.key_of(view.currentIndex()) == (Row.NOTE, whole, part)


def test_filter_and_sorting_hold_for_the_section(qtbot, shown, paths):
    model = shown.clusters.model

    def wholes():
        return [row[1] for row in rows(shown) if row[0] is Row.WHOLE]

    assert wholes() == ["whole.txt", "old.zip"]  # most bytes inside first
    header = shown.clusters.tree.header()
    header.setSortIndicator(Column.NAME, Qt.SortOrder.AscendingOrder)
    assert wholes() == ["old.zip", "whole.txt"]
    header.setSortIndicator(Column.NAME, Qt.SortOrder.DescendingOrder)
    assert wholes() == ["whole.txt", "old.zip"]
    header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    shown.top.filter.setText("member")
    qtbot.waitUntil(lambda: model.rows.clusters == 0)
    assert wholes() == ["old.zip"]
    assert shown.clusters.tree.isVisible()
    shown.top.filter.setText("nowhere")
    qtbot.waitUntil(lambda: len(model.rows) == 0)
    assert shown.clusters.empty.isVisible()


def test_a_file_that_went_leaves_the_section_and_comes_back(shown, paths):
    shown.workspace.files_removed([paths["archive"]])
    assert "old.zip" not in [row[1] for row in rows(shown)]
    shown.workspace.files_restored([paths["archive"]])
    assert "old.zip" in [row[1] for row in rows(shown)]


def test_everything_opens_and_the_heading_is_no_stop_for_keys(shown):
    view, model = shown.clusters.tree, shown.clusters.model
    shown.commands.open_all.trigger()
    heading = model.index_of_key((Row.HEADING, -1, 0))
    assert model.kind_of(heading) is Row.HEADING
    assert not model.hasChildren(heading)
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert "INSIDE OTHER FILES, 3 files" in heading.data(Qt.ItemDataRole.AccessibleTextRole)
    assert view.isExpanded(model.index(model.rowCount() - 1, 0))
    shown.grab()  # every row is painted
    shown.commands.close_all.trigger()
    assert not view.isExpanded(model.index(model.rowCount() - 1, 0))


def test_a_cluster_has_few_notes_and_says_how_many_more_there_are(shown, paths, monkeypatch):
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.containment_rows.MOST_NOTES", 1)
    shown.clusters._reorder()
    notes = [row[1] for row in rows(shown) if row[0] is Row.NOTE]
    assert len(notes) == 1
    assert notes[0].endswith(" · 1 more at the end of the list")
