"""What a stranger's file says decides nothing: sessions, plans, and caches that other users can write.

The stranger knows the program, and every file's inode, size and times; all they lack is the key of the seals.
"""

import json
import os
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.plan import json_file
from simfinder.app.removal import removal
from simfinder.app.removal.measured_plan import measured
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed
from simfinder.app.session.session import Session
from simfinder.app.settings import settings as remembered
from simfinder.app.settings.settings import Settings
from simfinder.app.verify.verifier import Verifier
from simfinder.cli.render import plan_lines
from simfinder.errors import StoreUnavailableError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import ScanOptions
from simfinder.signatures.content_hash import Content
from simfinder.store import app_dirs, array_file
from tests.helpers.examples import examples
from tests.helpers.program import simfinder, simfinder_process

DAY = 1_700_000_000
RNG = random.Random(23)
WORDS = ["".join(RNG.choices("abcdefghijklmnop", k=7)) for _ in range(3_000)]
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="giving files to another user needs root"
)


def text(seed, edits=0):
    rng = random.Random(seed)
    lines = [" ".join(rng.choices(WORDS, k=9)) for _ in range(150)]
    for edit in range(edits):
        lines[7 * edit + 3] = " ".join(rng.choices(WORDS, k=9))
    return "\n".join(lines).encode()


def write(path, data, day=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (DAY + 86_400 * day,) * 2)
    return path


def build(root):
    """Make two versions of a report, two copies of a letter, and two files that have nothing in common."""
    write(root / "report v1.txt", text(1), 1)
    write(root / "report v2.txt", text(1, 6), 2)
    write(root / "letter.txt", text(2), 1)
    write(root / "letter copy.txt", text(2), 2)
    write(root / "thesis v1.txt", text(3), 1)
    write(root / "thesis v2.txt", text(4), 2)
    return root


@pytest.fixture
def root(tmp_path):
    return build(tmp_path / "mine")


def contents(folder):
    return {
        os.path.relpath(os.path.join(where, name), folder): Path(where, name).read_bytes()
        for where, _, names in os.walk(folder)
        for name in names
    }


# ---- sessions


def scanned(root):
    session = Session.run(ScanOptions((str(root),), jobs=1), cache=None, control=Control())
    session.verify(Verifier(session.result, None, Control()))
    return session


def forged(root, path):
    """A session that calls the two theses 98.8 % alike, the first one older; and marks it."""
    session = scanned(root)
    theses = [session.file_of(str(root / f"thesis v{version}.txt")) for version in (1, 2)]
    a, b = sorted(session.scan.files.contents[theses].tolist())
    captured = Captured.of(session)
    links = captured.state.links
    place = int(np.searchsorted(links.a.astype(np.int64) * 10_000 + links.b, a * 10_000 + b))
    columns = {
        name: np.insert(getattr(links, name), place, value).astype(getattr(links, name).dtype)
        for name, value in (("a", a), ("b", b), ("similarity", 0.988), ("weight", 1), ("others", 0), ("sibling", False))
        if getattr(links, name) is not None
    }  # fmt: skip
    state = replace(
        captured.state,
        links=replace(links, **columns),
        settled=np.insert(captured.state.settled, place, True),
        measured={**captured.state.measured, (a, b): 0.988},
        complete=True,
    )
    lie = Session.resumed(state, [])
    assert lie.mark_rule("older") >= 2
    assert theses[0] in lie.marks  # it works on a program that believes it
    facts, arrays = packed(replace(Captured.of(lie), proven=True))
    array_file.write(path, facts, arrays)
    return path


def test_a_forged_session_marks_nothing_and_its_figures_are_measured_again(root, tmp_path):
    loaded = save_and_load.load(forged(root, tmp_path / "gift.simfinder"), Control())
    session = loaded.session
    assert not loaded.proven
    assert not session.marks
    assert str(root / "thesis v1.txt") in loaded.unmarked
    assert session.clusters.cluster_of(session.file_of(str(root / "thesis v1.txt"))) < 0
    session.mark_rule("older")
    session.verify(Verifier(session.result, None, Control()))
    report = removal.carry_out(session.plan(ActKind.TRASH), Control())
    assert {os.path.basename(act.path) for act in report.acts} == {"report v1.txt", "letter copy.txt"}
    assert {"thesis v1.txt", "thesis v2.txt", "report v2.txt", "letter.txt"} == set(contents(root))


def test_where_its_files_are_elsewhere_all_figures_are_estimates(root, tmp_path):
    path = forged(root, tmp_path / "gift.simfinder")
    os.rename(root, tmp_path / "elsewhere")
    session = save_and_load.load(path, Control()).session
    assert session.read_only
    kept = np.isin(session.clusters.members, session.clusters.kept)
    same = session.clusters.similarity == 1
    assert session.clusters.estimated[~kept & ~same].all()
    assert not session.clustering.verified
    save_and_load.save(session, tmp_path / "again.simfinder")  # which does not launder it
    assert not save_and_load.load(tmp_path / "again.simfinder", Control()).proven


def test_the_persons_own_session_is_believed(root, tmp_path):
    session = scanned(root)
    session.mark_rule("older")
    save_and_load.save(session, tmp_path / "own.simfinder")
    loaded = save_and_load.load(tmp_path / "own.simfinder", Control())
    assert loaded.proven
    assert dict(loaded.session.marks) == dict(session.marks) != {}
    assert loaded.session.clustering.verified
    app_dirs.seal_key().unlink()  # another account, or another computer
    assert not save_and_load.load(tmp_path / "own.simfinder", Control()).proven


# ---- plans


def planned(root, *options):
    return simfinder("plan", str(root), *options, "--json").json


def seen(path):
    status = os.stat(path)
    return {
        "device": str(status.st_dev), "inode": str(status.st_ino), "size": status.st_size,
        "mtime_ns": str(status.st_mtime_ns), "ctime_ns": str(status.st_ctime_ns), "mode": status.st_mode,
        "protected": False,
    }  # fmt: skip


def content_of(path):
    digest = Content()
    digest.update(path.read_bytes())
    return digest.digest().hex()


def act(file, survivor, **claims):
    return {
        "path": str(file), "act": "trash", "to": None, "state": "planned",
        "reason": f"older than {survivor}, with which it shares 98.8 %",
        "file": {**seen(file), "content": content_of(file)},
        "survivor": {"path": str(survivor), **seen(survivor), "content": content_of(survivor)},
        "cluster": "0123456789abcdef", "similarity": 0.988, "relation": "older", "freed": 1, "warnings": [],
        **claims,
    }  # fmt: skip


def forged_plan(root, *acts, **changes):
    return {
        "simfinder": "plan", "version": 1, "batch": None, "created_ns": "1", "act": "trash", "target": None,
        "keep": "newest", "remove": "older", "folders": [str(root)], "protected": [], "acts": list(acts),
        "bytes_freed": 0, "warnings": [], **changes,
    }  # fmt: skip


def applied(tmp_path, plan):
    path = tmp_path / "gift.json"
    path.write_text(json.dumps(plan))
    return simfinder("apply", str(path), "--yes", "--json")


def refused(done, reason):
    """All acts were skipped, with this in the reason."""
    assert done.code == 1, done.err
    assert {act["state"] for act in done.json["acts"]} == {"skipped"}
    assert all(reason in act["reason"] for act in done.json["acts"]), done.json
    return True


def test_unrelated_files_said_to_be_older_stay(root, tmp_path):
    before = contents(root)
    lie = act(root / "thesis v1.txt", root / "thesis v2.txt")
    assert refused(applied(tmp_path, forged_plan(root, lie)), "not an older version, as the plan says")
    assert contents(root) == before


def test_what_is_true_of_a_plan_from_elsewhere_is_done(root, tmp_path):
    true = act(root / "report v1.txt", root / "report v2.txt", similarity=0.9)
    lie = act(root / "thesis v1.txt", root / "thesis v2.txt")
    done = applied(tmp_path, forged_plan(root, true, lie))
    assert done.code == 1
    assert {os.path.basename(a["path"]): a["state"] for a in done.json["acts"]} == {
        "report v1.txt": "done", "thesis v1.txt": "skipped"
    }  # fmt: skip
    assert set(contents(root)) == {
        "report v2.txt", "letter.txt", "letter copy.txt", "thesis v1.txt", "thesis v2.txt"
    }  # fmt: skip


def test_the_newer_version_said_to_be_older_stays(root, tmp_path):
    swapped = act(root / "report v2.txt", root / "report v1.txt", similarity=0.9)
    assert refused(applied(tmp_path, forged_plan(root, swapped)), "newer than")
    assert len(contents(root)) == 6


def test_a_share_larger_than_the_true_one_is_not_believed(root, tmp_path):
    more = act(root / "report v1.txt", root / "report v2.txt", relation="similar", similarity=0.999)
    assert refused(applied(tmp_path, forged_plan(root, more)), "not 99.9 % as the plan says")


@pytest.mark.parametrize("relation", ["similar", "newer", "kept", "sibling", "other-format"])
def test_unrelated_files_said_to_be_hardly_alike_stay(root, tmp_path, relation):
    lie = act(root / "thesis v1.txt", root / "thesis v2.txt", relation=relation, similarity=0.0)
    assert refused(applied(tmp_path, forged_plan(root, lie)), "shares only")
    assert len(contents(root)) == 6


def test_identical_by_a_false_content_hash(root, tmp_path):
    before = contents(root)
    path, other = root / "thesis v1.txt", root / "thesis v2.txt"
    os.truncate(path, 9_000)
    os.truncate(other, 9_000)
    before = contents(root)
    lie = act(path, other, relation="identical", similarity=1.0)
    lie["file"]["content"] = lie["survivor"]["content"] = "0" * 32
    assert refused(applied(tmp_path, forged_plan(root, lie)), "the bytes differ")
    assert contents(root) == before


@pytest.mark.parametrize("relation", ["older", "identical", "similar"])
def test_a_protected_folder_stays_protected(root, tmp_path, relation):
    wish = Settings()
    wish.protected = [str(root)]
    wish.save()
    lie = act(root / "letter copy.txt", root / "letter.txt", relation=relation)
    assert refused(applied(tmp_path, forged_plan(root, lie)), "protected")
    assert len(contents(root)) == 6


@as_root
@pytest.mark.parametrize("whose", ["folder", "file", "open"])
def test_what_stays_is_not_in_the_hands_of_another_user(root, tmp_path, whose):
    theirs = write(tmp_path / "theirs" / "letter.txt", text(2), 5)
    if whose == "open":
        theirs.parent.chmod(0o777)
    else:
        os.chown(theirs.parent if whose == "folder" else theirs, 12_345, 12_345)
    lie = act(root / "letter.txt", theirs, relation="identical", similarity=1.0)
    plan = forged_plan(root, lie, folders=[str(tmp_path)])
    assert refused(applied(tmp_path, plan), "other users could remove or change the file that stays")
    assert (root / "letter.txt").read_bytes() == text(2)


@pytest.mark.parametrize("relation", ["identical", "older"])
def test_a_project_loses_nothing(root, tmp_path, relation):
    (root / ".git").mkdir()
    names = (
        ("letter copy.txt", "letter.txt") if relation == "identical" else ("report v1.txt", "report v2.txt")
    )
    lie = act(root / names[0], root / names[1], relation=relation, similarity=0.9)
    plan = forged_plan(root, lie, inside_projects=True, folders=[str(tmp_path)])
    assert refused(applied(tmp_path, plan), "part of a project")


def test_what_stays_is_not_in_the_trash_or_a_folder_of_ours(root, tmp_path):
    trash = write(app_dirs.data_folder().parent / "Trash" / "files" / "report v2.txt", text(1, 6), 2)
    lie = act(root / "report v1.txt", trash, similarity=0.9)
    assert refused(applied(tmp_path, forged_plan(root, lie, folders=["/"])), "never scanned")
    assert (root / "report v1.txt").exists()


@as_root
def test_files_do_not_go_to_a_folder_of_another_user(root, tmp_path):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    os.chown(theirs, 12_345, 12_345)
    to = str(theirs / "report v1.txt")
    lie = act(root / "report v1.txt", root / "report v2.txt", similarity=0.9, act="move", to=to)
    done = applied(tmp_path, forged_plan(root, lie, act="move", target=str(theirs)))
    assert done.code == 2
    assert "belongs to another user, who would get the files" in done.err
    assert len(contents(root)) == 6
    assert not os.listdir(theirs)


def test_a_plan_that_was_edited_is_measured_and_an_own_one_is_not(root, tmp_path):
    done = simfinder("plan", str(root), "--json")
    own = tmp_path / "own.json"
    own.write_bytes(done.out)
    edited = json.loads(done.out)
    for one in edited["acts"]:
        one["similarity"], one["relation"] = 1.0, "older"
    said = applied(tmp_path, edited)
    assert "measured again" in said.err
    states = {os.path.basename(act["path"]): act["state"] for act in said.json["acts"]}
    assert states["report v1.txt"] == "skipped"
    assert simfinder("undo").code == 0
    assert len(contents(root)) == 6
    said = simfinder("apply", str(own), "--yes", "--json")
    assert said.code == 0, said.err
    assert "measured again" not in said.err
    assert {act["state"] for act in said.json["acts"]} == {"done"}


def test_a_claim_of_identity_is_shown_as_one(root, tmp_path):
    path = tmp_path / "gift.json"
    lie = act(
        root / "letter copy.txt", root / "letter.txt", relation="identical", similarity=1.0, reason="trust me"
    )
    path.write_text(json.dumps(forged_plan(root, lie, folder_files={str(root): 1_000_000})))
    plan = measured(json_file.read(str(path)), None, Control()).plan
    shown = "".join(plan_lines(plan))
    assert not plan.folder_files
    assert "as the plan says; compared byte by byte before anything is done" in shown
    assert "trust me" not in shown


NAMES = ("report v1.txt", "report v2.txt", "letter.txt", "letter copy.txt", "thesis v1.txt", "thesis v2.txt")
CLAIMS = st.tuples(
    st.permutations(NAMES),
    st.sampled_from(["older", "newer", "similar", "identical", "other-format", "sibling", "kept"]),
    st.sampled_from([0.0, 0.5, 0.9, 0.988, 1.0]),
    st.booleans(),  # by equal hashes
)


@settings(
    max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(CLAIMS, min_size=1, max_size=3))
def test_whatever_a_plan_claims_no_content_goes_without_one_that_holds_it(tmp_path_factory, claims):
    place = tmp_path_factory.mktemp("claims")
    root = build(place / "mine")
    acts = []
    for names, relation, similarity, equal in claims:
        lie = act(root / names[0], root / names[1], relation=relation, similarity=similarity)
        if equal:
            lie["file"]["content"] = lie["survivor"]["content"]
        acts.append(lie)
    before = contents(root)
    done = applied(place, forged_plan(root, *acts))
    after = contents(root)
    if done.code != 2:  # a plan that contradicts itself
        for lie, said in zip(acts, done.json["acts"], strict=True):
            assert (os.path.basename(lie["path"]) in after) is (said["state"] != "done")
    for name in set(before) - set(after):
        held_by = [other for other in after if shares(before[name], after[other]) >= 0.9]
        assert held_by, (name, claims)
        claimed = [lie["relation"] for lie in acts if os.path.basename(lie["path"]) == name]
        if "older" in claimed and before[name] not in after.values():
            assert name == "report v1.txt"


def shares(one, other):
    lines = set(one.split(b"\n"))
    return len(lines & set(other.split(b"\n"))) / len(lines)


# ---- folders of the program that others can write


@as_root
@pytest.mark.parametrize("how", ["owned", "open"])
def test_a_cache_that_others_can_write_is_not_used(root, how):
    planned(root)  # fills the cache
    folder = app_dirs.cache_folder()
    before = app_dirs.cache_file().read_bytes()
    if how == "owned":
        os.chown(folder, 12_345, 12_345)
    else:
        folder.chmod(0o777)
    done = simfinder("scan", str(root), "--json")
    assert done.code == 0
    assert len(done.json["clusters"]) == 2
    assert "from cache" not in done.err
    assert ("belongs to another user" if how == "owned" else "other users") in done.err
    assert app_dirs.cache_file().read_bytes() == before


@pytest.mark.parametrize("which", ["folder", "file"])
def test_a_library_that_others_can_write_is_not_used(root, which):
    assert simfinder("clean", str(root), "--yes").code == 0
    write(root / "report v1.txt", text(1), 1)
    before = contents(root)
    os.chmod(app_dirs.data_folder() if which == "folder" else app_dirs.library_file(), 0o777)
    for command in (
        ["clean", str(root), "--yes", "--keep", "oldest", "--remove", "all"],
        ["undo"],
        ["history"],
    ):
        done = simfinder(*command)
        assert done.code == 2, command
        assert "can be written by other users" in done.err
    assert contents(root) == before
    assert save_and_load.autosaved() == []


def test_settings_that_others_can_write_are_not_used():
    wish = Settings()
    wish.folders = ["/evil"]
    wish.save()
    app_dirs.config_folder().chmod(0o777)
    known, said = remembered.load()
    assert known.folders == []
    assert "other users" in said


def test_nothing_is_kept_where_others_can_write(root):
    session = scanned(root)
    app_dirs.data_folder().mkdir(parents=True)
    app_dirs.data_folder().chmod(0o777)
    with pytest.raises(StoreUnavailableError, match="other users"):
        save_and_load.Autosave().save(session)


@as_root
def test_no_log_is_written_through_a_link_that_another_user_made(root, tmp_path, monkeypatch):
    precious = write(tmp_path / "precious", b"as it was")
    folder = app_dirs.log_folder()
    folder.mkdir(parents=True)
    app_dirs.log_file().symlink_to(precious)
    os.chown(folder, 12_345, 12_345)
    monkeypatch.setenv("SIMFINDER_LOG", "debug")
    assert simfinder_process("scan", str(root)).code == 0
    assert precious.read_bytes() == b"as it was"


def test_doctor_says_which_folders_are_not_believed():
    for folder in (
        app_dirs.cache_folder(),
        app_dirs.data_folder(),
        app_dirs.config_folder(),
        app_dirs.log_folder(),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o777)
    done = simfinder("doctor")
    assert done.code == 1
    assert (done.out.decode() + done.err).count("can be written by other users") >= 4
