"""ssdeep's ways of comparing, against twins that score every pair."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.paper_tools import ssdeep_matching
from simfinder.app.paper_tools.ssdeep_lists import Entry
from simfinder.app.paper_tools.ssdeep_matching import EVERYTHING
from simfinder.errors import Cancelled, GrammarError
from simfinder.model.progress import Control
from simfinder.signatures.spamsum.score import score
from tests.helpers.examples import examples

_rng = random.Random(11)
_BASE = "".join(_rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=64))
SIGNATURES = [
    f"96:{_BASE}:{_BASE[:32]}",
    f"96:{_BASE[:60]}:{_BASE[:31]}",
    f"96:{_BASE[:40]}xyzuvw:{_BASE[5:20]}",
    f"192:{_BASE[:32]}:{_BASE[10:20]}",
    f"48:qwertzuiop:{_BASE[20:50]}",
    "96:short:er",
    "96:shoooooort:er",
    "96:shooort:er",
    "3::",
    "0:abcdefgh:abcdefgh",
]

entries = st.lists(
    st.builds(Entry, st.sampled_from(SIGNATURES), st.sampled_from("abc"), st.sampled_from(["", "k1", "k2"])),
    max_size=9,
)
thresholds = st.sampled_from([EVERYTHING, 0, 1, 50, 86, 99, 100])


def matches(entry, others, threshold):
    found = []
    for other in others:
        figure = score(entry.signature, other.signature)
        if figure > threshold:
            found.append((entry, other, figure))
    return found


@settings(max_examples=examples(60))
@given(entries, entries, thresholds)
def test_new_against_known(known, new, threshold):
    expected = [match for entry in new for match in matches(entry, known, threshold)]
    assert list(ssdeep_matching.against(known, new, threshold, Control())) == expected


@settings(max_examples=examples(60))
@given(entries, entries, thresholds)
def test_each_against_those_before(known, new, threshold):
    expected = []
    before = list(known)
    for entry in new:
        expected += matches(entry, before, threshold)
        before.append(entry)
    assert list(ssdeep_matching.growing(known, new, threshold, Control())) == expected


@settings(max_examples=examples(60))
@given(entries, thresholds)
def test_each_with_all(some, threshold):
    def others(entry):
        for other in some:
            alike = (other.name, other.signature) == (entry.name, entry.signature)
            if not alike or (entry.source and entry.source != other.source):
                yield other

    expected = [group for entry in some if (group := matches(entry, others(entry), threshold))]
    assert list(ssdeep_matching.each_with_all(some, threshold, Control())) == expected


def tied(some, links):
    """Groups of indexes, by repeatedly joining two groups that a link ties."""
    groups = [{i} for i in range(len(some))]
    for a, b in links:
        first = next(group for group in groups if a in group)
        second = next(group for group in groups if b in group)
        if first is not second:
            groups.remove(second)
            first |= second
    return sorted(sorted(group) for group in groups)


def links_of(some, threshold, wanted=lambda a, b: True):
    return [
        (a, b)
        for a in range(len(some))
        for b in range(len(some))
        if a != b and wanted(a, b) and score(some[a].signature, some[b].signature) > threshold
    ]


def named(some, groups):
    return [[some[i] for i in group] for group in groups]


@settings(max_examples=examples(60))
@given(entries, entries, thresholds.filter(lambda t: t < 100))
def test_clusters(known, new, threshold):
    some = [*known, *new]
    groups = tied(some, links_of(some, threshold))
    assert ssdeep_matching.clusters_of_growing(known, new, threshold, Control()) == named(some, groups)
    assert ssdeep_matching.clusters_of_all(some, threshold, Control()) == [
        cluster for cluster in named(some, groups) if len(set(cluster)) > 1
    ]
    links = links_of(some, threshold, lambda a, b: min(a, b) < len(known))
    groups = [group for group in tied(some, links) if group[0] < len(known)]
    assert ssdeep_matching.clusters_of_against(known, new, threshold, Control()) == named(some, groups)


def test_nothing_is_above_100():
    some = [Entry(SIGNATURES[0], "a"), Entry(SIGNATURES[0], "b")]
    assert ssdeep_matching.clusters_of_growing([], some, 100, Control()) == []
    assert list(ssdeep_matching.growing([], some, 100, Control())) == []


def test_many_equal_files_are_matched_from_one_score(monkeypatch):
    calls = []
    scored = ssdeep_matching.scored

    def counted(table, *arguments):
        calls.append(len(table))
        return scored(table, *arguments)

    monkeypatch.setattr(ssdeep_matching, "scored", counted)
    some = [Entry(SIGNATURES[i % 2], str(i)) for i in range(200)]
    assert len(list(ssdeep_matching.growing([], some, 0, Control()))) == 200 * 199 // 2
    assert calls == [2]


def test_a_malformed_signature():
    with pytest.raises(GrammarError):
        list(ssdeep_matching.growing([], [Entry("3:a", "a")], 0, Control()))


def test_cancelling():
    control = Control()
    found = ssdeep_matching.each_with_all([Entry(SIGNATURES[0], str(i)) for i in range(200)], 0, control)
    next(found)
    control.cancel()
    with pytest.raises(Cancelled):
        list(found)
