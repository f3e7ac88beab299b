"""``scan --csv`` and ``--html``: the result alone on standard output, and one form at a time."""

import csv
import io

import pytest

from simfinder.text.printable_names import path_of
from tests.helpers.files.trees import version_tree
from tests.helpers.program import simfinder


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return version_tree(tmp_path_factory.mktemp("forms") / "tree")


def test_csv_and_json_tell_the_same_clusters(tree):
    told = simfinder("scan", tree.root, "--json").json
    done = simfinder("scan", tree.root, "--csv")
    assert done.code == 0
    rows = list(csv.DictReader(io.StringIO(done.out.decode(), newline="")))
    assert [(row["id"], path_of(row["uri"]), float(row["shared"])) for row in rows] == [
        (cluster["id"], file["path"], file["similarity"])
        for cluster in told["clusters"]
        for file in cluster["files"]
    ]
    assert "clusters with" in done.err


def test_html_is_one_whole_page(tree):
    done = simfinder("scan", tree.root, "--html", "--quiet")
    assert done.code == 0
    assert done.err == ""
    page = done.out.decode()
    assert page.startswith("<!DOCTYPE html>\n")
    assert page.endswith("</html>\n")
    assert page.count("<details") == len(simfinder("scan", tree.root, "--json").json["clusters"])


@pytest.mark.parametrize("two", [("--json", "--csv"), ("--csv", "--html"), ("--html", "--json")])
def test_two_forms_at_once_are_refused(tree, two):
    done = simfinder("scan", tree.root, *two)
    assert done.code == 2
    assert done.out == b""
    assert "not allowed with" in done.err
