"""Changes in the folders: the clusters follow by themselves, and what a person has open, chosen and decided stays."""

import gc
import os
import shutil
import time
import weakref

import pytest
from PySide6.QtCore import Qt

from simfinder.actions.rules.mark_rules import BY_HAND
from simfinder.app.session.follow import watcher as watching
from simfinder.app.session.session import Session
from simfinder.errors import StoreError
from simfinder.gui.cluster_tree.model.row_kinds import Column
from simfinder.gui.controllers import folder_follower
from simfinder.gui.controllers.removal_jobs import Task
from simfinder.gui.jobs import job_functions
from simfinder.model.progress import Control
from tests.gui.conftest import LONG
from tests.helpers.screen.cluster_rows import index_of


@pytest.fixture
def prompt(monkeypatch):
    """No waiting for quiet, and short pauses."""
    monkeypatch.setitem(watching.Watcher.__init__.__kwdefaults__, "quiet", 0.05)
    monkeypatch.setattr(folder_follower, "LEAST_PAUSE", 0.05)
    monkeypatch.setattr(folder_follower, "SHARE", 0.5)


@pytest.fixture
def followed(qtbot, prompt, scanned):
    scanned.commands.follow.setChecked(True)
    qtbot.waitUntil(lambda: scanned.following.state is not None, timeout=LONG)
    return scanned


def told(session):
    table = session.clusters
    return [table.cluster(i) for i in range(len(table))]


def fresh(window):
    """Clusters of a new scan of the same folders."""
    workspace = window.workspace
    return Session.run(workspace.options(), workspace.choices(), cache=None, control=Control())


@pytest.fixture
def caught_up(qtbot):
    """Waits until a window shows what a new scan would."""

    def wait(window):
        wanted = fresh(window)

        def same():
            session = window.workspace.session
            return list(session.result.files) == list(wanted.result.files)

        qtbot.waitUntil(same, timeout=LONG)
        assert told(window.workspace.session) == told(wanted)
        return window.workspace.session

    return wait


def test_the_clusters_become_those_of_a_new_scan(qtbot, followed, tree, caught_up):
    family = tree.families["pipeline"]
    os.remove(family[0])
    with open(family[1], "a") as file:
        file.write("more\n")
    caught_up(followed)
    shutil.copy(family[1], family[1] + " (copy).py")
    os.rename(family[-1], family[-1] + ".orig")
    os.makedirs(os.path.join(tree.root, "new folder", "inner"))
    shutil.copy(family[1], os.path.join(tree.root, "new folder", "inner", "again.py"))
    session = caught_up(followed)
    assert session.clusters.cluster_of(session.file_of(family[1] + " (copy).py")) >= 0
    shutil.rmtree(os.path.join(tree.root, "new folder"))
    caught_up(followed)
    assert not followed.banner.isVisibleTo(followed)
    assert followed.progress.text.text().startswith("following changes · last update ")


def test_what_a_person_has_open_chosen_and_decided_stays(qtbot, followed, tree, caught_up):
    workspace, panel = followed.workspace, followed.clusters
    view = panel.tree
    view.header().setSortIndicator(Column.NAME, Qt.SortOrder.DescendingOrder)
    workspace.set_tolerance(None, 0.2)
    qtbot.waitUntil(lambda: not workspace.busy)
    session = workspace.session
    file = next(
        f
        for f in session.clusters.members.tolist()
        if session.clusters.relation[session.clusters.position_of(f)]
    )
    workspace.keep_file(file)
    by_hand = session.record(file).path
    other = next(
        int(f)
        for f in session.clusters.members
        if session.clusters.kept[session.clusters.cluster_of(int(f))] != f
        and session.clusters.cluster_of(int(f)) != session.clusters.cluster_of(file)
    )
    workspace.mark([other], True)
    marked = session.record(other).path
    view.open_all()
    far = next(
        row
        for row in range(9)
        if panel.model.rows.kept_of(row) != session.clusters.kept[session.clusters.cluster_of(other)]
    )
    view.collapse(panel.model.index(far, 0))
    names = {panel.model.index(row, 0).data() for row in range(panel.model.rowCount())}
    closed = panel.model.index(far, 0).data()
    view.setCurrentIndex(index_of(panel.model, other))
    qtbot.waitUntil(lambda: followed.files._autosave is not None, timeout=LONG)
    autosave = followed.files._autosave
    with open(os.path.join(tree.root, "0 brand new.txt"), "w") as new:
        new.write("new\n")
    session = caught_up_by_name(qtbot, followed, os.path.join(tree.root, "0 brand new.txt"))
    assert session.record(session.clustering.keeping.by_hand[0]).path == by_hand
    assert workspace.kept_by_hand(session.file_of(by_hand))
    assert [session.record(f).path for f in session.marks] == [marked]
    assert list(session.marks.values()) == [BY_HAND]
    assert panel.model.path_of(view.currentIndex()) == marked
    assert [panel.model.path_of(i) for i in view.selectionModel().selectedRows(0)] == [marked]
    rows = {
        panel.model.index(row, 0).data(): view.isExpanded(panel.model.index(row, 0))
        for row in range(len(names))
    }
    assert rows.keys() == names
    assert [name for name, is_open in rows.items() if not is_open] == [closed]
    assert list(rows) == sorted(rows, key=str.casefold, reverse=True)
    assert workspace.tolerances.default == session.choices.tolerances.default == 0.2
    assert followed.files._autosave is autosave


def caught_up_by_name(qtbot, window, path):
    qtbot.waitUntil(lambda: window.workspace.session.file_of(path) >= 0, timeout=LONG)
    return window.workspace.session


def test_nothing_is_replaced_under_a_persons_hands(qtbot, followed, tree):
    followed.commands.keys.trigger()
    assert followed.dialog is not None
    session = followed.workspace.session
    path = os.path.join(tree.root, "brand new.txt")
    shutil.copy(tree.families["pipeline"][0], path)
    qtbot.waitUntil(lambda: followed.following._ready is not None, timeout=LONG)
    assert followed.workspace.session is session
    followed.dialog.close()
    caught_up_by_name(qtbot, followed, path)


def test_what_is_decided_meanwhile_is_heeded(qtbot, followed, tree):
    followed.commands.keys.trigger()
    path = os.path.join(tree.root, "brand new.txt")
    shutil.copy(tree.families["pipeline"][0], path)
    qtbot.waitUntil(lambda: followed.following._ready is not None, timeout=LONG)
    session = followed.workspace.session
    file = int(session.clusters.members[session.clusters.offsets[1] - 1])
    by_hand = session.record(file).path
    followed.workspace.keep_file(file)
    followed.dialog.close()
    session = caught_up_by_name(qtbot, followed, path)
    assert [session.record(f).path for f in session.clustering.keeping.by_hand] == [by_hand]


def test_many_changes_are_few_rescans_and_none_is_lost(qtbot, followed, tree, caught_up, monkeypatch):
    updates, rescans = [], []
    followed.following.updated.connect(lambda: updates.append(1))
    real = followed.following._update
    monkeypatch.setattr(followed.following, "_update", lambda session: (rescans.append(1), real(session)))
    folder = os.path.join(tree.root, "storm")
    os.makedirs(folder)
    for number in range(400):
        with open(os.path.join(folder, f"{number}.txt"), "w") as file:
            file.write(f"{number}\n" * 40)
        if number % 100 == 0:
            qtbot.wait(20)
    caught_up(followed)
    assert 1 <= len(updates) <= len(rescans) < 20


def test_pauses_grow_while_there_is_no_end_of_changes(followed, monkeypatch):
    monkeypatch.setattr(folder_follower, "LEAST_PAUSE", 1.0)
    monkeypatch.setattr(folder_follower, "SHARE", 10)
    follower, now = followed.following, [1000.0]
    monkeypatch.setattr(folder_follower.time, "monotonic", lambda: now[0])
    pauses = []
    for _ in range(20):
        now[0] += 0.2
        follower._rest(0.2)
        pauses.append(follower._next - now[0])
        now[0] = follower._next
    assert pauses[0] == 2.0  # ten times what it took
    assert pauses == sorted(pauses)
    assert pauses[-1] == folder_follower.MOST_PAUSE
    now[0] += 1000
    follower._rest(0.01)
    assert follower._next - now[0] == 1.0
    follower._rest(9.0)
    assert follower._next - now[0] == folder_follower.MOST_PAUSE
    now[0] += 1000
    follower._rest(3.0)
    assert follower._next - now[0] == 30.0


def test_changes_during_a_rescan_lead_to_one_more(qtbot, followed, tree, monkeypatch):
    follower, rescans, real = followed.following, [], job_functions.ignored
    first, second = (os.path.join(tree.root, name) for name in ("1st.txt", "2nd.txt"))

    def asked_late(control):
        rescans.append(1)
        if len(rescans) == 1:  # behind the walk of the first rescan, in its thread
            shutil.copy(tree.families["pipeline"][0], second)
            for _ in range(5):
                follower._told.emit(follower._watcher)
        return real(control)

    monkeypatch.setattr(job_functions, "ignored", asked_late)
    shutil.copy(tree.families["pipeline"][0], first)
    caught_up_by_name(qtbot, followed, second)
    assert followed.workspace.session.file_of(first) >= 0
    qtbot.wait(500)
    assert len(rescans) == 2


def test_nothing_is_shown_anew_where_nothing_has_changed(qtbot, followed, monkeypatch):
    session, follower, rescans = followed.workspace.session, followed.following, []
    real = follower._update
    monkeypatch.setattr(follower, "_update", lambda session: (rescans.append(1), real(session)))
    follower._told.emit(follower._watcher)
    qtbot.waitUntil(lambda: bool(rescans) and follower._job is None and not follower._pending, timeout=LONG)
    assert followed.workspace.session is session


def test_other_work_goes_first(qtbot, followed, tree):
    """What is removed while a rescan is under way is not brought back by it."""
    follower, work = followed.following, followed.work
    shutil.copy(tree.families["pipeline"][0], os.path.join(tree.root, "new.py"))
    qtbot.waitUntil(lambda: follower._job is not None, timeout=LONG)
    rescan = follower._job
    work.run(Task.EXPORT, lambda control: time.sleep(0.5), lambda _: None)
    assert rescan.control.cancelled
    assert follower._job is None
    assert follower._pending
    session = followed.workspace.session
    qtbot.waitUntil(lambda: not work.busy, timeout=LONG)
    assert followed.workspace.session is session
    caught_up_by_name(qtbot, followed, os.path.join(tree.root, "new.py"))


def test_an_act_and_its_undo_are_followed(qtbot, followed, tree, caught_up, monkeypatch):
    workspace, path = followed.workspace, tree.families["pipeline"][0]
    elsewhere = os.path.join(os.path.dirname(str(tree.root)), "elsewhere.py")
    os.rename(path, elsewhere)
    workspace.files_removed([path])  # as after an act of this window
    caught_up(followed)
    os.rename(elsewhere, path)
    workspace.files_restored([path])
    session = caught_up(followed)
    assert session.clusters.cluster_of(session.file_of(path)) >= 0


def test_it_goes_on_after_what_failed(qtbot, followed, tree, caught_up, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr("simfinder.app.session.follow.rescan.sign_walk", lambda *_: 1 / 0)
        shutil.copy(tree.families["pipeline"][0], os.path.join(tree.root, "one.py"))
        qtbot.waitUntil(lambda: "ZeroDivisionError" in followed.banner.text.text(), timeout=LONG)
        assert followed.banner.action.text() == "Scan again"
    shutil.copy(tree.families["pipeline"][0], os.path.join(tree.root, "two.py"))
    caught_up_by_name(qtbot, followed, os.path.join(tree.root, "two.py"))
    qtbot.waitUntil(lambda: not followed.banner.isVisibleTo(followed))


def test_a_filter_of_the_map_stays(qtbot, followed, tree):
    session = followed.workspace.session
    files = [session.file_of(path) for path in tree.families["pipeline"]]
    followed.overview._set_filter("some", files)
    shown = followed.clusters.model.rows.clusters
    path = os.path.join(tree.root, "0 new.txt")
    with open(path, "w") as file:
        file.write("x" * 100)
    session = caught_up_by_name(qtbot, followed, path)
    assert followed.clusters.only == "some"
    assert [session.record(f).path for f in followed.clusters.only_files] == [
        session.record(session.file_of(p)).path for p in tree.families["pipeline"]
    ]
    assert followed.clusters.model.rows.clusters == shown


def test_no_room_for_watches_is_told_in_the_line_below(qtbot, prompt, scanned, monkeypatch):
    monkeypatch.setattr(watching, "_watches", lambda: 7)  # as many as before: none could be added
    scanned.commands.follow.setChecked(True)
    qtbot.waitUntil(lambda: scanned.following.state is not None, timeout=LONG)
    assert scanned.progress.text.text().startswith("checking for changes now and then")
    assert "limit of inotify watches" in scanned.progress.text.toolTip()
    assert "limit of inotify watches" in scanned.banner.text.text()
    assert scanned.banner.action.text() == "Scan again"
    scanned.banner.dismiss()
    scanned.commands.follow.setChecked(False)
    scanned.commands.follow.setChecked(True)
    qtbot.waitUntil(lambda: scanned.following.state is not None, timeout=LONG)
    assert not scanned.banner.isVisibleTo(scanned), "once is enough"


def test_so_many_files_are_followed_only_when_asked_for_once_more(qtbot, prompt, scanned, tree, monkeypatch):
    monkeypatch.setattr(folder_follower, "LONGEST", 1e-6)
    follower = scanned.following
    scanned.commands.follow.setChecked(True)
    assert follower._watcher is None
    assert scanned.progress.text.text().startswith("not following changes · ")
    assert "each update takes about" in scanned.progress.text.toolTip()
    assert scanned.banner.action.text() == "Follow anyway"
    scanned.commands.follow.setChecked(False)
    assert not scanned.banner.isVisibleTo(scanned)
    assert not scanned.progress.text.text().startswith("not following")
    scanned.commands.follow.setChecked(True)
    scanned.banner.action.click()
    qtbot.waitUntil(lambda: follower.state is not None, timeout=LONG)
    assert scanned.workspace.settings.watch_many
    shutil.copy(tree.families["pipeline"][0], os.path.join(tree.root, "new.py"))
    caught_up_by_name(qtbot, scanned, os.path.join(tree.root, "new.py"))
    scanned.commands.follow.setChecked(False)
    assert not scanned.workspace.settings.watch_many


def test_without_the_cache_nothing_is_read_again_and_again(qtbot, followed, tree, monkeypatch):
    from simfinder.store.cache.cache import Cache

    def broken():
        raise StoreError("the cache can't be opened")

    with monkeypatch.context() as patch:
        patch.setattr(Cache, "open", broken)
        shutil.copy(tree.families["pipeline"][0], os.path.join(tree.root, "one.py"))
        qtbot.waitUntil(lambda: "keep the clusters up to date" in followed.banner.text.text(), timeout=LONG)
    shutil.copy(tree.families["pipeline"][0], os.path.join(tree.root, "two.py"))
    caught_up_by_name(qtbot, followed, os.path.join(tree.root, "two.py"))


def test_it_ends_when_it_is_not_wanted(qtbot, followed, tree):
    assert followed.progress.text.text().startswith("following changes")
    session = followed.workspace.session
    followed.commands.follow.setChecked(False)
    assert followed.following.state is None
    assert not followed.progress.text.text().startswith("following")
    qtbot.waitUntil(lambda: not followed.bridge.busy, timeout=LONG)
    os.remove(tree.families["pipeline"][0])
    time.sleep(0.2)
    qtbot.wait(100)
    assert followed.workspace.session is session
    assert not followed.workspace.settings.watch


def test_an_update_frees_what_was_before(qtbot, followed, tree, caught_up):
    """Following may go on for weeks; what a scan makes is frozen, so that only counting references frees it."""
    old = []
    for number in range(3):
        old.append(weakref.ref(followed.workspace.session))
        shutil.copy(tree.families["pipeline"][1], os.path.join(tree.root, f"again {number}.py"))
        caught_up(followed)
    qtbot.waitUntil(lambda: not followed.bridge.busy and followed.overview.settled, timeout=LONG)

    def held():
        gc.collect()
        return [number for number, one in enumerate(old) if one() is not None]

    qtbot.waitUntil(lambda: not held(), timeout=LONG)
