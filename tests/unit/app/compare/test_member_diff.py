"""Members of two archives: each is shown exactly once, against the one a person would put beside it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.compare.member_diff import MemberState, diff_members
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.scan.extract.members import Member
from tests.helpers.examples import examples

CHANGED, LEFT, RIGHT, MOVED, SAME = MemberState


def member(name, content=0, size=None):
    return Member(name.encode(), content if size is None else size, bytes([content]) * 16)


def told(diff):
    return [(row.state, row.left and row.left.name, row.right and row.right.name) for row in diff.rows]


names = st.sampled_from(["a", "b", "c", "d/a", "d/b", "e/a", "x-1/a", "x-1/b", "x-2/a", "x-2/b", ""])
versions = st.sampled_from(["p-1.0/a", "P-1.1/a", "p-1.1/b", "p-1.1/a", "q-2"])
lists = st.lists(st.builds(member, names, st.integers(0, 3)), max_size=9)


dated = st.lists(st.builds(member, names | versions, st.integers(0, 3)), max_size=9)


@given(dated, dated)
@settings(max_examples=examples(400))
def test_every_member_of_both_sides_appears_exactly_once(left, right):
    diff = diff_members(left, right, Control())
    assert Counter(row.left for row in diff.rows if row.left) == Counter(left)
    assert Counter(row.right for row in diff.rows if row.right) == Counter(right)
    assert diff.counts == {state: sum(row.state is state for row in diff.rows) for state in MemberState}
    for row in diff.rows:
        assert (row.left is None) == (row.state is RIGHT)
        assert (row.right is None) == (row.state is LEFT)


@given(lists, lists)
@settings(max_examples=examples(400))
def test_as_many_meet_as_counting_says(left, right):
    """The slow twin counts names and contents; it pairs nothing."""
    diff = diff_members(left, right, Control())

    def below(member, top):
        assert member.name.startswith(top)
        return member.name[len(top) :]

    named_left = Counter(below(m, diff.left_top) for m in left)
    named_right = Counter(below(m, diff.right_top) for m in right)
    equal_left = Counter((below(m, diff.left_top), m.content) for m in left)
    equal_right = Counter((below(m, diff.right_top), m.content) for m in right)
    same = (equal_left & equal_right).total()
    assert diff.counts[SAME] == same
    assert diff.counts[CHANGED] == (named_left & named_right).total() - same
    rest_left = Counter(row.left.content for row in diff.rows if row.state in (LEFT, MOVED) and row.left.size)
    rest_right = Counter(
        row.right.content for row in diff.rows if row.state in (RIGHT, MOVED) and row.right.size
    )
    assert diff.counts[MOVED] == (rest_left & rest_right).total()
    for row in diff.rows:
        if row.state in (SAME, CHANGED):
            assert below(row.left, diff.left_top) == below(row.right, diff.right_top)
        if row.state in (SAME, MOVED):
            assert row.left.content == row.right.content
        if row.state is CHANGED:
            assert row.left.content != row.right.content


@given(lists, lists)
@settings(max_examples=examples(200))
def test_the_other_way_round_it_is_the_same(left, right):
    swap = {LEFT: RIGHT, RIGHT: LEFT}
    there, back = diff_members(left, right, Control()), diff_members(right, left, Control())
    assert there.counts == {swap.get(state, state): n for state, n in back.counts.items()}


def test_states_and_their_order():
    left = [member("z", 1), member("same", 2), member("old name", 3), member("gone", 4), member("a", 5)]
    right = [member("new", 6), member("z", 7), member("a", 8), member("new name", 3), member("same", 2)]
    assert told(diff_members(left, right, Control())) == [
        (CHANGED, b"a", b"a"),
        (CHANGED, b"z", b"z"),
        (LEFT, b"gone", None),
        (RIGHT, None, b"new"),
        (MOVED, b"old name", b"new name"),
        (SAME, b"same", b"same"),
    ]


def test_a_version_in_the_outer_folder_is_no_move():
    left = [member("tool-1.0/a", 1), member("tool-1.0/b", 2)]
    right = [member("tool-1.1/a", 1), member("tool-1.1/b", 3)]
    diff = diff_members(left, right, Control())
    assert told(diff) == [(CHANGED, b"tool-1.0/b", b"tool-1.1/b"), (SAME, b"tool-1.0/a", b"tool-1.1/a")]
    assert (diff.left_top, diff.right_top) == (b"tool-1.0/", b"tool-1.1/")
    loose = diff_members(left, [member("a", 1), member("b", 2)], Control())
    assert (loose.counts[SAME], loose.left_top, loose.right_top) == (2, b"tool-1.0/", b"")
    whole = diff_members(left, left, Control())
    assert (whole.counts[SAME], whole.left_top, whole.right_top) == (2, b"", b"")


def test_a_moved_member_meets_the_one_that_kept_its_own_name():
    left = [member("x/one", 1), member("x/two", 1)]
    right = [member("y/two", 1), member("y/one", 1), member("z", 9)]
    diff = diff_members(left, right, Control())
    assert told(diff)[1:] == [(MOVED, b"x/one", b"y/one"), (MOVED, b"x/two", b"y/two")]


def test_names_that_differ_in_a_version_only_are_the_same_file():
    left = [member("t-1.0.data/x", 1), member("t-1.0.data/y", 2), member("a", 9), member("v1", 7)]
    right = [member("T-1.10.data/y", 3), member("T-1.10.data/x", 1), member("a", 9), member("v2", 8)]
    assert told(diff_members(left, right, Control())) == [
        (CHANGED, b"t-1.0.data/y", b"T-1.10.data/y"),
        (LEFT, b"v1", None),
        (RIGHT, None, b"v2"),
        (MOVED, b"t-1.0.data/x", b"T-1.10.data/x"),
        (SAME, b"a", b"a"),
    ]


def test_empty_members_are_never_called_moved():
    diff = diff_members([member("a/__init__.py", 0)], [member("b", 0), member("c", 1)], Control())
    assert diff.counts[MOVED] == 0


def test_a_cancel_ends_it():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        diff_members([member("a")], [member("a")], control)


def test_two_long_lists_take_little_time():
    left = [Member(b"f/%d" % i, i, i.to_bytes(16, "little")) for i in range(50_000)]
    diff = diff_members(left, left[::-1], Control())
    assert diff.counts[SAME] == 50_000
