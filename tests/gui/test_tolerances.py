"""Sliders: live clusters, one regroup per turn of the event loop, own values, and a tree that stays as it was."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest


def settle(qtbot, window):
    qtbot.waitUntil(lambda: window.workspace.session.tolerances == window.workspace.tolerances)


def paths_in(window, path):
    session = window.workspace.session
    cluster = session.clusters.cluster_of(session.file_of(path))
    return (
        set() if cluster < 0 else {member.file.path for member in session.clusters.cluster(cluster).members}
    )


def test_moving_all_types_regroups_the_tree_live(qtbot, scanned, tree):
    slider = scanned.tolerances.all.slider
    before = scanned.clusters.model.clusters()
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    settle(qtbot, scanned)
    assert slider.value() == 0
    identical = {frozenset({copy, original}) for copy, original in tree.copies.items()}
    assert scanned.clusters.model.clusters() == len(identical) < before
    assert scanned.clusters.title.text() == f"{len(identical)} clusters"
    for row in scanned.tolerances.rows.values():
        assert row.count.text() == "identical only"
        assert row.percent.text() == "0 %"
    QTest.keyClick(slider, Qt.Key.Key_End)
    settle(qtbot, scanned)
    assert scanned.clusters.model.clusters() >= before


def test_a_type_of_its_own_and_back(qtbot, scanned, tree):
    row = scanned.tolerances.rows["py"]
    assert row.count.text() == "1 cluster"
    assert not row.reset.isVisible()
    row.slider.setValue(0)
    settle(qtbot, scanned)
    assert paths_in(scanned, tree.families["pipeline"][0]) == set()
    assert paths_in(scanned, tree.families["report"][0]) == tree.cluster_of("report")
    assert row.count.text() == "identical only"
    assert row.reset.isVisible()
    scanned.tolerances.all.slider.setValue(45)
    settle(qtbot, scanned)
    assert row.percent.text() == "0 %"
    assert scanned.tolerances.rows["csv"].percent.text() == "45 %"
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    settle(qtbot, scanned)
    assert row.percent.text() == "45 %"
    assert paths_in(scanned, tree.families["pipeline"][0]) == tree.cluster_of("pipeline")
    row.slider.setValue(10)
    row.slider.setFocus()
    QTest.keyClick(row.slider, Qt.Key.Key_Backspace)
    assert row.percent.text() == "45 %"


def test_many_steps_are_one_regroup(qtbot, scanned, monkeypatch):
    session = scanned.workspace.session
    calls = []
    original = session.set_tolerances
    monkeypatch.setattr(session, "set_tolerances", lambda t: calls.append(t) or original(t))
    for value in range(50):
        scanned.tolerances.all.slider.setValue(value)
    assert calls == []
    settle(qtbot, scanned)
    assert [t.default for t in calls] == [0.49]


def test_the_mouse_moves_a_slider_and_the_wheel_does_not_unless_it_has_the_focus(qtbot, scanned):
    slider = scanned.tolerances.all.slider
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    assert 22 <= slider.value() <= 28
    slider.clearFocus()
    value = slider.value()
    wheel(slider)
    assert slider.value() == value
    slider.setFocus()
    wheel(slider)
    assert slider.value() != value


def wheel(widget):
    from PySide6.QtCore import QCoreApplication, QPoint, QPointF
    from PySide6.QtGui import QWheelEvent

    center = QPointF(widget.rect().center())
    event = QWheelEvent(
        center,
        QPointF(widget.mapToGlobal(center.toPoint())),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(widget, event)


def test_what_is_open_chosen_and_in_view_stays_over_a_regroup(qtbot, scanned, tree):
    view, model = scanned.clusters.tree, scanned.clusters.model
    session = scanned.workspace.session
    view.close_all()
    pipeline = session.file_of(tree.families["pipeline"][0])
    view.expand(model.index_of(pipeline, top=True))
    view.setCurrentIndex(model.index_of(pipeline))
    scanned.tolerances.all.slider.setValue(35)
    settle(qtbot, scanned)
    top = model.index_of(pipeline, top=True)
    assert view.isExpanded(top)
    assert sum(view.isExpanded(model.index(r, 0)) for r in range(model.rowCount())) == 1
    assert model.file_of(view.currentIndex()) == pipeline
    assert [model.file_of(i) for i in view.selectionModel().selectedRows()] == [pipeline]


def test_the_row_at_the_top_stays_at_the_top(qtbot, make, tree, scan):
    window = make([tree.root], size=(1024, 520))
    scan(window)
    view, model = window.clusters.tree, window.clusters.model
    view.open_all()
    qtbot.wait(10)
    bar = view.verticalScrollBar()
    assert bar.maximum() > 60
    bar.setValue(75)
    first = view.indexAt(view.viewport().rect().topLeft())
    key, offset = model.record_of(first).path, view.visualRect(first).top()
    window.workspace.set_tolerance("bin", 0.31)
    settle(qtbot, window)
    first = view.indexAt(view.viewport().rect().topLeft())
    assert (model.record_of(first).path, view.visualRect(first).top()) == (key, offset)


def test_marks_of_files_that_leave_their_cluster_are_dropped_visibly(qtbot, scanned):
    scanned.commands.mark_older.trigger()
    marked = scanned.workspace.marked
    scanned.tolerances.all.slider.setValue(0)
    settle(qtbot, scanned)
    assert scanned.workspace.marked < marked
    assert scanned.banner.isVisible()
    assert "taken back" in scanned.banner.text.text()


def test_tolerances_are_remembered(qtbot, make, tree, scan):
    window = make([tree.root])
    scan(window)
    window.tolerances.all.slider.setValue(20)
    window.tolerances.rows["py"].slider.setValue(5)
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible())
    again = make()
    assert again.tolerances.all.percent.text() == "20 %"
    assert again.workspace.tolerances.of("py") == 0.05
    assert again.workspace.folders == [tree.root]
    again.commands.reset.trigger()
    assert again.tolerances.all.percent.text() == "30 %"
    assert not again.workspace.tolerances.by_type


def test_a_regroup_before_any_scan_does_no_harm(qtbot, window):
    window.tolerances.all.slider.setValue(12)
    qtbot.wait(5)
    assert window.workspace.tolerances.default == 0.12


def test_sorting_and_its_way_back(qtbot, scanned):
    view, model = scanned.clusters.tree, scanned.clusters.model

    def names():
        return [model.index(r, 0).data() for r in range(model.rowCount())]

    by_saving = names()
    header = view.header()
    header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    assert names() == sorted(by_saving, key=str.casefold)
    header.setSortIndicator(0, Qt.SortOrder.DescendingOrder)
    assert names() == sorted(by_saving, key=str.casefold, reverse=True)
    header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    assert names() == by_saving
