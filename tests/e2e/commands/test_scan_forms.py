"""``scan --csv`` and ``--html``: the result alone on standard output, and one form at a time."""

import csv
import io
import random
import zipfile

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


def test_what_is_wholly_inside_is_listed_and_what_shares_a_part_is_not(tmp_path):
    rng = random.Random(8)
    photo = rng.randbytes(30_000)
    root = tmp_path / "tree"
    root.mkdir()
    (root / "photo.bin").write_bytes(photo)
    with zipfile.ZipFile(root / "all.zip", "w") as archive:
        archive.writestr("photo.bin", photo)
        archive.writestr("more.bin", rng.randbytes(90_000))
    said = simfinder("scan", root, "--quiet").out.decode()
    assert said.startswith("Inside other files:\n")
    assert f"{root}/photo.bin" in said
    (root / "all.zip").unlink()
    (root / "part.bin").write_bytes(photo[:20_000] + rng.randbytes(3_000))
    (root / "whole.bin").write_bytes(photo + rng.randbytes(90_000))
    (root / "photo.bin").unlink()
    done = simfinder("scan", root, "--json")
    assert [part["part"] for part in done.json["contains"]] == [f"{root}/part.bin"]
    assert simfinder("scan", root, "--quiet").out == b""
