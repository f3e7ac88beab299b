"""A mark that a rule set goes as soon as the rule would not set it; marks by hand stay."""

import os
import random
import shutil
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.rules.mark_rules import BY_HAND, RULES, by_rule
from simfinder.app.removal import mark_files
from simfinder.app.removal.mark_files import Wish, propose
from simfinder.app.session.carry_over import renew
from simfinder.app.session.follow.rescan import rescan
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.removal_plan import MarkCause
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.store import array_file
from simfinder.store.cache.cache import Cache
from tests.helpers.examples import examples

DAY = 1_700_000_000


def text(seed, edits):
    rng = random.Random(seed)
    lines = [" ".join(rng.choices(WORDS, k=9)) for _ in range(200)]
    for edit in range(edits):
        lines[(17 * edit + 3) % 200] = " ".join(rng.choices(WORDS, k=9))
    return "\n".join(lines).encode()


WORDS = ["".join(random.Random(seed).choices("abcdefghijklmnop", k=6)) for seed in range(600)]


def write(path, data, day):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (DAY + 86_400 * day,) * 2)


def build(root):
    for seed in range(3):
        for version in range(1, 4):
            write(root / f"report{seed} v{version}.txt", text(seed, 12 * version), version)
        write(root / "old" / f"report{seed} v3.txt", text(seed, 36), 3)
    for folder, day in (("web", 1), ("web copy", 2)):  # two projects that share files
        (root / folder / ".git").mkdir(parents=True)
        for page in range(3):
            write(root / folder / f"page{page}.py", text(50 + page, 0), day)
    for folder, day in (("photos", 1), ("photos again", 2)):  # a picture and what belongs to it
        write(root / folder / "p.cr2", random.Random(7).randbytes(4000), day)
        write(root / folder / "p.xmp", text(9, 0), day)
    return root


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return build(tmp_path_factory.mktemp("rules") / "tree")


def scanned(root, *, verify=True):
    session = Session.run(ScanOptions((str(root),), jobs=1), cache=None, control=Control())
    if verify:
        session.verify(Verifier(session.result, None, Control()))
    return session


def names(session, files):
    root = session.options.roots[0]
    return {os.path.relpath(session.record(file).path, root) for file in files}


def unruly(session):
    """Files that a rule marked and would not mark now, with what is marked now."""
    by_wish = defaultdict(list)
    for file, mark in session.marks.items():
        if mark.cause is MarkCause.RULE:
            by_wish[mark].append(file)
    table, wrong = session.clusters, set()
    for mark, files in by_wish.items():
        only = np.zeros(len(table.cluster_index), np.bool_)
        only[files] = True
        named = table.named_by(
            mark.rule, files=only, inside_projects=mark.inside_projects, marked=session.marks
        )
        wrong |= set(files) - set(named)
    return names(session, wrong)


def test_what_is_newer_than_the_kept_file_now_is_marked_no_longer(tree):
    session = scanned(tree)
    session.mark_rule("older")
    versions = {f"report{seed} v{version}.txt" for seed in range(3) for version in (1, 2)}
    assert versions <= names(session, session.marks)
    dropped = session.choose(replace(session.choices, keep_rules="oldest"))
    assert {os.path.relpath(path, tree) for path in dropped} >= versions - {"report0 v1.txt"}
    assert not versions & names(session, session.marks)
    assert unruly(session) == set()


def test_marks_by_hand_stay(tree):
    session = scanned(tree)
    mine = session.file_of(str(tree / "report0 v2.txt"))
    session.mark([mine])
    session.mark_rule("older")  # which names it too
    assert session.marks[mine] == BY_HAND
    session.choose(replace(session.choices, keep_rules="oldest"))
    assert session.marks[mine] == BY_HAND


def test_the_wider_rule_counts(tree):
    session = scanned(tree)
    for rule in ("all", "identical"):
        session.mark_rule(rule)
    assert {mark.rule for mark in session.marks.values()} == {"all"}
    session.clear_marks()
    for rule in ("identical", "all"):
        session.mark_rule(rule)
    assert {mark.rule for mark in session.marks.values()} == {"all"}


def test_a_proposal_that_is_out_of_date_marks_nothing_else(tree):
    session = scanned(tree)
    proposal = propose(session, Wish.OLDER)
    session.choose(replace(session.choices, keep_rules="oldest"))
    mark_files.set_marks(session, proposal)
    assert session.marks
    assert unruly(session) == set()


def test_a_slider_moves_marks_out_of_the_tolerance(tree):
    session = scanned(tree)
    session.mark_rule("older")
    gone = {os.path.relpath(path, tree) for path in session.set_tolerances(Tolerances(0.08))}
    assert gone == {f"report{seed} v1.txt" for seed in range(3)}
    session.set_tolerances(Tolerances(0.3))
    assert not gone & names(session, session.marks)


def test_of_companions_none_goes_alone(tree):
    session = scanned(tree)
    session.mark_rule("older")
    pair = {"photos again/p.cr2", "photos again/p.xmp"}
    assert pair <= names(session, session.marks)
    session.keep_file(session.file_of(str(tree / "photos again/p.cr2")))
    assert not pair & names(session, session.marks)


def test_files_outside_a_folder_stay_where_none_inside_is_left_in_the_cluster(tree):
    session = scanned(tree)
    proposal = propose(session, Wish.NOT_IN_FOLDER, folder=str(tree / "old"))
    mark_files.carry_out(session, proposal)
    assert "report1 v3.txt" in names(session, session.marks)
    session.forget([str(tree / "old" / f"report{seed} v3.txt") for seed in range(3)])
    assert not session.marks


def test_after_a_rescan_in_which_the_kept_file_was_rewritten(tmp_path):
    root = build(tmp_path / "tree")
    before = scanned(root)
    before.mark_rule("older")
    for seed in range(3):
        shutil.rmtree(root / "old", ignore_errors=True)
        write(root / f"report{seed} v3.txt", text(80 + seed, 0), 9)
        os.utime(root / f"report{seed} v1.txt", (DAY + 86_400 * 30,) * 2)
    told = rescan(before.state(), Cache.none(), Control())
    followed = Session.resumed(told.state, [])
    dropped = followed.remark(told.state.marks)
    again = scanned(root, verify=False)
    found = renew(before, again)
    for session in (followed, again):
        assert unruly(session) == set()
        assert not {f"report{seed} v2.txt" for seed in range(3)} & names(session, session.marks)
    assert dropped
    assert found.dropped


def test_a_saved_session_keeps_the_rules_of_its_marks(tree, tmp_path):
    session = scanned(tree)
    session.mark_rule("all", inside_projects=True)
    save_and_load.save(session, tmp_path / "saved")
    loaded = save_and_load.load(tmp_path / "saved", Control())
    assert dict(loaded.session.marks) == dict(session.marks)
    assert set(session.marks.values()) == {by_rule("all", inside_projects=True)}


def test_an_older_session_file_does_not_say_which_rule_marked(tree, tmp_path):
    session = scanned(tree)
    session.mark_rule("older")
    session.choose(replace(session.choices, keep_rules="oldest"))
    session.mark_rule("all")  # what the earlier version left marked: newer than the kept file
    newer = {f"report{seed} v3.txt" for seed in range(3)}
    assert newer <= names(session, session.marks)
    facts, arrays = packed(Captured.of(session))
    for name in ("mark_rules", "mark_inside"):
        del arrays[name]
    array_file.write(tmp_path / "older", facts, arrays, sealed=True)
    loaded = save_and_load.load(tmp_path / "older", Control())
    assert not newer & names(loaded.session, loaded.session.marks)
    assert {os.path.relpath(path, tree) for path in loaded.unmarked} >= newer


MOVES = st.one_of(
    st.tuples(st.just("mark"), st.sampled_from(RULES), st.booleans()),
    st.tuples(st.just("hand"), st.integers(0, 30)),
    st.tuples(st.just("keep"), st.integers(0, 30)),
    st.tuples(st.just("tolerance"), st.sampled_from([0.0, 0.02, 0.05, 0.1, 0.3, 0.5])),
    st.tuples(st.just("forms"), st.booleans()),
    st.tuples(st.just("gone"), st.integers(0, 30)),
    st.tuples(st.just("back"), st.integers(0, 30)),
    st.tuples(st.just("draft"), st.sampled_from(["newest", "oldest", "largest", "shortest-path"])),
    st.tuples(st.just("rescan")),
    st.tuples(st.just("reopen")),
)


def move(session, deed, *values):
    count = len(session.result.files)
    match deed:
        case "mark":
            session.mark_rule(values[0], inside_projects=values[1])
        case "hand":
            session.mark([values[0] % count])
        case "keep":
            session.keep_file(values[0] % count)
        case "tolerance":
            session.set_tolerances(Tolerances(values[0]))
        case "forms":
            session.choose(replace(session.choices, with_forms=values[0]))
        case "gone" | "back":
            change = session.forget if deed == "gone" else session.remember
            change([session.record(values[0] % count).path])
        case "draft":
            draft = session.draft()
            draft.set_keep(values[0])
            session.adopt(draft)
        case "rescan":
            told = rescan(session.state(), Cache.none(), Control())
            if told is not None:
                session = Session.resumed(told.state, [])
                session.remark(told.state.marks)
        case "reopen":
            state = session.state()
            session = Session.resumed(state, [])
            session.remark(state.marks)
    return session


@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(moves=st.lists(MOVES, min_size=2, max_size=9))
def test_every_mark_of_a_rule_is_one_that_it_would_set_now(tree, moves):
    session = scanned(tree, verify=False)
    for deed, *values in moves:
        by_hand = {file for file, mark in session.marks.items() if mark == BY_HAND}
        before = session
        session = move(session, deed, *values)
        assert unruly(session) == set(), (deed, values)
        if session is before:
            table = session.clusters
            free = {file for file in by_hand if table.cluster_of(file) >= 0}
            free -= set(table.kept.tolist())
            assert free <= set(session.marks) or deed in ("gone", "back")
