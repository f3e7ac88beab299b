"""Sliders: live clusters, one regroup per turn of the event loop, own values, and a tree that stays as it was."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from simfinder.model.scan_options import Method
from tests.helpers.screen.cluster_rows import index_of


def settle(qtbot, window):
    qtbot.waitUntil(lambda: window.workspace.session.choices.tolerances == window.workspace.tolerances)


def paths_in(window, path):
    session = window.workspace.session
    cluster = session.clusters.cluster_of(session.file_of(path))
    return (
        set() if cluster < 0 else {member.file.path for member in session.clusters.cluster(cluster).members}
    )


def test_moving_all_types_regroups_the_tree_live(qtbot, scanned, tree):
    slider = scanned.tolerances.all.slider
    before = scanned.clusters.model.rows.clusters
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    settle(qtbot, scanned)
    assert slider.value() == 0
    identical = {frozenset({copy, original}) for copy, original in tree.copies.items()}
    assert scanned.clusters.model.rows.clusters == len(identical) < before
    assert scanned.clusters.title.text() == f"{len(identical)} clusters"
    for row in scanned.tolerances.rows.values():
        assert row.count.text() == "identical only"
        assert row.percent.text() == "0 %"
    QTest.keyClick(slider, Qt.Key.Key_End)
    settle(qtbot, scanned)
    assert scanned.clusters.model.rows.clusters >= before


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
    original = session.choose
    monkeypatch.setattr(session, "choose", lambda choices: calls.append(choices) or original(choices))
    for value in range(50):
        scanned.tolerances.all.slider.setValue(value)
    assert calls == []
    settle(qtbot, scanned)
    assert [choices.tolerances.default for choices in calls] == [0.49]


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
    view.expand(index_of(model, pipeline, top=True))
    view.setCurrentIndex(index_of(model, pipeline))
    scanned.tolerances.all.slider.setValue(35)
    settle(qtbot, scanned)
    top = index_of(model, pipeline, top=True)
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
    assert "no longer marked" in scanned.banner.text.text()


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


# typed values
def test_a_value_is_typed_after_a_double_click(qtbot, scanned):
    row = scanned.tolerances.rows["py"]
    qtbot.mouseDClick(row.percent, Qt.MouseButton.LeftButton)
    assert row.percent.editor.isVisible()
    assert row.percent.editor.selectedText() == row.percent.text().split()[0]
    QTest.keyClicks(row.percent.editor, "12")
    QTest.keyClick(row.percent.editor, Qt.Key.Key_Return)
    assert scanned.workspace.tolerances.of("py") == 0.12
    assert row.percent.text() == "12 %"
    assert not row.percent.editor.isVisible()
    assert row.slider.hasFocus()


def test_a_digit_on_the_slider_begins_a_value_and_escape_leaves_it(qtbot, scanned):
    slider = scanned.tolerances.all.slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_F2)
    editor = scanned.tolerances.all.percent.editor
    assert editor.selectedText() == "30"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.isVisible()
    assert slider.value() == 30
    QTest.keyClicks(slider, "4")
    assert editor.text() == "4"
    QTest.keyClicks(editor, "55")  # 455 is no percent of a slider, 45 is
    assert editor.text() == "45"
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert slider.value() == 45
    QTest.keyClick(slider, Qt.Key.Key_F2)
    slider.setFocus()
    assert not editor.isVisible()
    assert slider.value() == 45


# where pairs lie
def test_bars_show_where_the_pairs_of_a_type_lie(qtbot, scanned):
    from simfinder.app.clusters.pairs_by_type import pairs_by_type

    session = scanned.workspace.session
    counts = pairs_by_type(session.links, session.clusters.files)["py"]
    slider = scanned.tolerances.rows["py"].slider
    assert [bool(height) for height in slider._pairs] == (counts > 0).tolist()
    assert max(slider._pairs) == 1.0
    place = int(counts.argmax())
    slider.setValue(0)
    settle(qtbot, scanned)
    image = slider.grab().toImage()
    x = round(slider._place(place) - 1)
    column = {image.pixelColor(x, y).name() for y in range(2, image.height() // 2 - 2)}
    other = {image.pixelColor(image.width() - 2, y).name() for y in range(2, image.height() // 2 - 2)}
    assert len(column) > 1 or column != other


def test_bars_are_counted_once_however_often_a_slider_moves(qtbot, scanned, monkeypatch):
    calls = []
    monkeypatch.setattr("simfinder.app.clusters.pairs_by_type.pairs_by_type", lambda *a: calls.append(a))
    for value in (10, 20, 40):
        scanned.tolerances.all.slider.setValue(value)
        settle(qtbot, scanned)
    assert calls == []


def test_thousands_of_clusters_are_counted_in_full_letters(scanned):
    row = scanned.tolerances.rows["py"]
    for clusters in (1, 45, 3_208, 123_456):
        row.show_count(9, clusters, identical_only=False)
        row.fit(400)
        needed = row.count.fontMetrics().horizontalAdvance(row.count.text())
        assert needed <= row.count.width(), row.count.text()
        assert f"{clusters:,}" in row.count.text()


# limits
def test_a_limit_is_told_with_its_reason(qtbot, make, scan, tmp_path):
    text = "".join(f"<dependency>{n}</dependency>\n" for n in range(300))
    for number in range(2):
        (tmp_path / "poms").mkdir(exist_ok=True)
        (tmp_path / "poms" / f"a{number}.pom").write_text(text + str(number))
    window = make([tmp_path / "poms"])
    scan(window)
    row = window.tolerances.rows["pom"]
    assert row.percent.text() == "5 %"
    assert "at most to 5 %: Build files are a fixed form" in row.slider.toolTip()
    row.slider.setValue(20)
    settle(qtbot, window)
    assert "at most to 5 %: Build files are a fixed form" in row.reset.toolTip()
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert row.percent.text() == "5 %"


# methods
def entries(menu):
    return {action.text().split("\t")[0]: action for action in menu.actions() if action.text()}


def test_another_method_for_a_type_reads_nothing_again(qtbot, scanned, tree, monkeypatch):
    monkeypatch.setattr("simfinder.scan.reading.read_file.feed", None)
    row = scanned.tolerances.rows["py"]
    before = scanned.workspace.session
    marked = before.file_of(tree.families["report"][0])
    scanned.workspace.mark([marked], True)
    menu = row.make_menu()
    methods = entries(entries(menu)["Compared by"].menu())
    assert methods["Shared content (automatic)"].isChecked()
    assert all(action.toolTip() for action in methods.values())
    with qtbot.waitSignal(scanned.workspace.session_changed, timeout=60_000):
        methods["Identical content only"].trigger()
    menu.close()
    session = scanned.workspace.session
    assert session is not before
    assert session.result is before.result
    assert paths_in(scanned, tree.families["pipeline"][0]) == set()
    assert paths_in(scanned, tree.families["report"][0]) == tree.cluster_of("report")
    assert list(session.marks) == [marked]
    assert scanned.workspace.settings.methods == {"py": "content"}
    assert not scanned.work.busy
    scanned.work.set_method("py", None)
    qtbot.waitUntil(lambda: scanned.workspace.session is not session, timeout=60_000)
    assert paths_in(scanned, tree.families["pipeline"][0]) == tree.cluster_of("pipeline")
    assert scanned.workspace.settings.methods == {}


def test_a_remembered_method_counts_in_the_next_scan(make, scan, tree):
    window = make([tree.root])
    window.workspace.settings.methods = {"py": "content"}
    session = scan(window)
    assert session.choices.methods.of("py") == "content"
    assert paths_in(window, tree.families["pipeline"][0]) == set()


def test_delete_on_a_slider_is_its_own_key(qtbot, scanned):
    row = next(iter(scanned.tolerances.rows.values()))
    scanned.workspace.set_tolerance(row.file_type, 0.1)
    assert scanned.commands.default_act.isEnabled()
    row.slider.setFocus()
    QTest.keyClick(row.slider, Qt.Key.Key_Delete)
    assert row.file_type not in scanned.workspace.tolerances.by_type
    qtbot.wait(1)
    assert scanned.dialog is None
    assert not scanned.banner.isVisible()  # which says that nothing is marked


def test_the_tip_of_a_type_tells_of_its_menu(scanned):
    name, row = next(iter(scanned.tolerances.rows.items()))
    assert row.name.toolTip() == (
        f".{name}\nClick: only clusters with this type. Right-click: how such files are compared"
    )
    assert row.name.accessibleName() == f".{name}"
    row.show_method(Method.SPAMSUM)
    assert row.name.toolTip().startswith(f".{name}, compared by: Pieces in order\nClick: ")
