"""Project folders in a session: what rules mark, what is said of the rest, and that sessions remember them."""

import json
import os
import random
from pathlib import Path

import numpy as np
import pytest

from simfinder.actions.plan import json_file
from simfinder.actions.plan.json_file import StoredPlan
from simfinder.app.removal import mark_files
from simfinder.app.removal.mark_files import Wish
from simfinder.app.session.follow.rescan import rescan
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.session.session import Session
from simfinder.app.views.space_map import FREE, TOP, of_session
from simfinder.model.clusters import Relation
from simfinder.model.folder_losses import folder_losses, loss_text
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import ScanOptions
from simfinder.store.cache.cache import Cache
from tests.helpers.files.trees import write


@pytest.fixture
def root(tmp_path):
    """Two copies of a project, one of them with .git alone, and a folder of copies outside."""
    rng = random.Random(2)
    for i in range(6):
        data = rng.randbytes(3000)
        for place, age in ((f"app/m{i}.py", 0), (f"app copy/m{i}.py", 50), (f"loose/m{i}.py", 90)):
            write(str(tmp_path / "r"), place, data, 1_700_000_000 + age * 86_400)
    write(str(tmp_path / "r"), "app copy/package.json", b"{}", 1_700_000_000)
    (tmp_path / "r/app/.git").mkdir()
    return str(tmp_path / "r")


def session_of(root, **options):
    return Session.run(ScanOptions((root,), jobs=1, **options), cache=None, control=Control())


def marked(session):
    return {os.path.relpath(session.record(file).path, session.options.roots[0]) for file in session.marks}


LOOSE = {f"loose/m{i}.py" for i in range(6)}
COPY = {f"app copy/m{i}.py" for i in range(6)}


@pytest.mark.parametrize("rule", ["older", "identical", "all"])
def test_a_rule_marks_outside_only(root, rule):
    session = session_of(root)
    assert session.mark_rule(rule) == 6
    assert marked(session) == LOOSE
    assert session.scan.project_count == 2
    left = session.clusters.left_in_projects(rule)
    assert (left.files, left.projects) == (6, 1)
    assert session.mark_rule(rule, inside_projects=True) == 6
    assert marked(session) == LOOSE | COPY


def test_a_proposal_says_what_it_leaves_alone(root):
    session = session_of(root)
    found = mark_files.propose(session, Wish.OLDER)
    assert (found.preview.files, found.left_alone.files, found.left_alone.projects) == (6, 6, 1)
    found = mark_files.propose(session, Wish.OLDER, inside_projects=True)
    assert (found.preview.files, found.left_alone.files) == (12, 0)
    one = mark_files.propose(session, Wish.OLDER, clusters=[0])
    assert (one.preview.files, one.left_alone.files) == (1, 1)


def test_a_person_marks_where_they_like(root):
    session = session_of(root)
    inside = session.file_of(os.path.join(root, "app copy/m0.py"))
    assert session.mark([inside]) == 1
    session.clear_marks()
    folder = mark_files.propose(session, Wish.IN_FOLDER, folder=os.path.join(root, "app copy"))
    assert mark_files.carry_out(session, folder) == 6
    assert marked(session) == COPY


def test_a_companion_that_is_marked_by_hand_counts(tmp_path):
    rng = random.Random(4)
    raw = rng.randbytes(5000)
    for folder in ("a", "b"):
        write(str(tmp_path), f"{folder}/1.cr2", raw, 1_700_000_000)
        write(str(tmp_path), f"{folder}/1.xmp", rng.randbytes(3000), 1_600_000_000)
    session = session_of(str(tmp_path))
    assert session.mark_rule("identical") == 0
    assert session.clusters.named_by("identical") == []
    kept = int(session.clusters.kept[0])
    (other,) = (file for file in session.clusters.members.tolist() if file != kept)
    side = session.file_of(session.record(other).path.replace(".cr2", ".xmp"))
    assert list(session.clusters.named_by("identical", marked=[side])) == [other]


def test_a_saved_session_knows_them(root, tmp_path):
    session = session_of(root)
    save_and_load.save(session, tmp_path / "s")
    again = save_and_load.load(tmp_path / "s", Control()).session
    assert again.result.projects == session.result.projects
    assert [os.path.basename(path) for path in again.result.projects] == ["app", "app copy"]


def test_a_session_of_before_takes_what_its_files_show(root):
    """It says nothing of projects: .git was no file of the scan, package.json was."""
    facts, arrays = packed(Captured.of(session_of(root)))
    del facts["projects"], arrays["projects"]
    state = unpacked(json.loads(json.dumps(facts)), arrays).state
    assert state.result.projects == (os.path.join(root, "app copy"),)
    session = Session.resumed(state, [])
    session.mark_rule("older")
    assert not marked(session) & COPY


def test_following_finds_new_ones_and_keeps_the_old(root):
    session = session_of(root)
    new = os.path.join(root, "new")
    os.makedirs(os.path.join(new, ".hg"))
    write(root, "new/m0.py", Path(root, "app/m0.py").read_bytes(), 1_600_000_000)
    told = rescan(session.state(), Cache.none(), Control())
    assert [os.path.basename(path) for path in told.state.result.projects] == ["app", "app copy", "new"]
    after = Session.resumed(told.state, [])
    after.mark_rule("older")
    assert marked(after) == LOOSE


def test_what_can_be_freed_is_what_is_marked(root):
    session = session_of(root)
    session.mark_rule("older")
    assert session.clustering.bytes_freed == session.marked_bytes > 0
    space = of_session(session)
    assert space.folders[TOP, :FREE].sum() == session.clustering.bytes_freed
    assert session.clustering.bytes_freed == 6 * 3000  # of the loose ones; those in the second project stay
    assert [m.relation for m in session.clusters.cluster(0).members[1:]] == [Relation.IDENTICAL] * 2


def test_a_plan_counts_the_files_that_are_still_there(root):
    session = session_of(root)
    loose = os.path.join(root, "loose")
    session.mark_rule("older")
    assert session.plan(ActKind.TRASH).folder_files[loose] == 6
    session.forget([os.path.join(loose, "m0.py")])
    assert session.plan(ActKind.TRASH).folder_files[loose] == 5
    assert f"{loose} would lose 5 of 5 files, all it has" in session.plan(ActKind.TRASH).warnings


def test_files_clusters_projects_and_companions_combine(root):
    rng = random.Random(5)
    for name in ("p.cr2", "p.xmp"):
        data = rng.randbytes(4000)
        for folder, age in (("pictures", 90), ("spare", 0)):
            write(root, f"{folder}/{name}", data, 1_700_000_000 - age)
    session = session_of(root)
    table = session.clusters

    def file_of(name):
        return session.file_of(os.path.join(root, name))

    def mask(*names):
        files = np.zeros(len(session.result.files), np.bool_)
        files[[file_of(name) for name in names]] = True
        return files

    def named(*names, **others):
        found = table.named_by("identical", files=mask(*names), **others)
        return {os.path.relpath(session.record(file).path, root) for file in found}

    raw, beside = "spare/p.cr2", "spare/p.xmp"
    assert named(raw) == set()  # what belongs to it would stay
    assert named(raw, beside) == {raw, beside}
    assert named(raw, marked=[file_of(beside)]) == {raw}
    assert named(raw, beside, clusters=[table.cluster_of(file_of(raw))]) == set()
    both = [table.cluster_of(file_of(name)) for name in (raw, beside)]
    assert named(raw, beside, "loose/m0.py", clusters=both) == {raw, beside}
    assert named("app copy/m0.py", "loose/m1.py") == {"loose/m1.py"}
    assert named("app copy/m0.py", "loose/m1.py", inside_projects=True) == {"app copy/m0.py", "loose/m1.py"}
    assert table.left_in_projects("identical", files=mask("app copy/m0.py", "loose/m1.py")).files == 1
    assert table.left_in_projects("identical", files=mask("loose/m1.py")).files == 0
    found = mark_files.propose(session, Wish.IDENTICAL, files=mask("app copy/m0.py", "loose/m1.py"))
    assert (found.preview.files, found.left_alone.files) == (1, 1)


def test_a_plan_file_names_folders_far_below_too(tmp_path):
    rng = random.Random(6)
    for i in range(6):
        data = rng.randbytes(3000)
        for place in (f"kept/{i}.bin", f"a/b/c/d/{i} copy.bin"):
            write(str(tmp_path / "r"), place, data, 1_700_000_000)
    for i in range(30):
        write(str(tmp_path / "r"), f"a/b/other/{i}.bin", rng.randbytes(500), 1_700_000_000)
    session = session_of(str(tmp_path / "r"))
    session.mark_rule("older")
    assert marked(session) == {f"a/b/c/d/{i} copy.bin" for i in range(6)}
    deep = str(tmp_path / "r/a/b/c/d")
    plan = session.plan(ActKind.TRASH)
    stored = StoredPlan(plan, session.options.roots)
    back = json_file.parse("".join(json_file.text(stored)).encode()).plan
    assert back.files_below == {}
    assert [loss_text(loss) for loss in folder_losses(back)] == [
        f"{deep} would lose 6 of 6 files, all it has"
    ]
