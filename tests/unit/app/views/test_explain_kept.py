"""Sentences about single files of a real scan."""

import os

import pytest

from simfinder.app.session.session import Session
from simfinder.app.views import explain_similarity
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from tests.helpers.files.trees import version_tree


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return version_tree(tmp_path_factory.mktemp("explained"))


def scan(tree, rules="newest"):
    return Session.run(ScanOptions((tree.root,)), Choices(keep_rules=rules), cache=None, control=Control())


def test_the_kept_file_is_told_against_the_next_best_one(tree):
    session = scan(tree)
    versions = tree.families["pipeline"]
    assert explain_similarity.why_related(session, session.file_of(versions[-1])) == ("", "")
    sentence, other = explain_similarity.why_kept(session, session.file_of(versions[-1]))
    assert sentence.startswith("newest: modified ")
    assert sentence.endswith(" later")
    assert other == max(versions[:-1], key=lambda path: os.stat(path).st_mtime_ns)


def test_another_rule_decides_otherwise(tree):
    session = scan(tree, "oldest")
    versions = tree.families["pipeline"]
    sentence, other = explain_similarity.why_kept(session, session.file_of(versions[0]))
    assert sentence.startswith("oldest: modified ")
    assert sentence.endswith(" earlier")
    assert other == versions[1]


def test_the_others_are_older_and_say_by_how_much(tree):
    session = scan(tree)
    first = session.file_of(tree.families["pipeline"][0])
    sentence, warning = explain_similarity.why_related(session, first)
    assert sentence.startswith("older: modified ")
    assert warning == ""
    assert explain_similarity.why_kept(session, first) == ("", "")


def test_a_name_that_contradicts_its_time_is_told(tmp_path):
    tree = version_tree(tmp_path)
    late, early = tree.families["report"][-1], tree.families["report"][0]
    os.utime(early, ns=(os.stat(late).st_mtime_ns + 10**14,) * 2)
    session = scan(tree)
    assert (
        session.record(int(session.clusters.kept[session.clusters.cluster_of(session.file_of(early))])).path
        == early
    )
    sentence, warning = explain_similarity.why_related(session, session.file_of(tree.families["report"][2]))
    assert sentence == "its name says one order and its time the other"
    assert "its name says it is later" in warning


def test_what_is_older_by_its_name_says_so_where_times_are_worth_nothing(tmp_path):
    tree = version_tree(tmp_path)
    for path in tree.families["firmware"]:
        os.utime(path, (1_700_000_000, 1_700_000_000))
    session = scan(tree)
    sentence, _ = explain_similarity.why_related(session, session.file_of(tree.families["firmware"][0]))
    assert sentence.startswith("older by its name: ")
    copy = next(copy for copy, original in tree.copies.items() if original == tree.families["report"][-1])
    assert explain_similarity.why_related(session, session.file_of(copy))[0].startswith("a copy, modified ")


def test_what_is_in_no_cluster_has_no_sentence(tree):
    session = scan(tree)
    stranger = session.file_of(tree.strangers[0])
    assert (
        explain_similarity.why_kept(session, stranger)
        == explain_similarity.why_related(session, stranger)
        == ("", "")
    )
