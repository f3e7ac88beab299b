"""A package beside SimFinder brings a method, a view, a keep rule and a format of reports; then it is gone again."""

import json
import shutil
import subprocess
import sys
import time

import pytest

from tests.helpers.program import simfinder_process
from tests.recipes.following import PROJECT, environment, see
from tests.recipes.seen_extension import pair
from tests.recipes.seen_view import subtitles

EXAMPLE = PROJECT / "tests" / "example_extension"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The example, built and installed into a folder of its own, called as folders of packages are."""
    source = tmp_path_factory.mktemp("source") / "example"
    shutil.copytree(EXAMPLE, source)
    place = tmp_path_factory.mktemp("lib") / "site-packages"
    words = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *words, "--no-compile", "--target", place, source],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return place


def test_it_is_seen(installed):
    if wrong := see("seen_extension", installed):
        pytest.fail(wrong, pytrace=False)


SCAN = """
import json, sys
from simfinder.app.session.session import Session
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.store.cache.cache import Cache
with __import__("contextlib").closing(Cache.open()) as cache:
    session = Session.run(ScanOptions((sys.argv[1],)), cache=cache, control=Control())
result = session.result
print(json.dumps([result.from_cache, len(result.files), sorted(result.representations.names)]))
"""


def scan(folder, env=None):
    """Return how many files the cache knew, and what views there are."""
    done = subprocess.run(
        [sys.executable, "-c", SCAN, folder], env=env, cwd=PROJECT, capture_output=True, text=True, check=True
    )
    known, files, views = json.loads(done.stdout)
    assert files == 5
    return known, views


def test_it_has_a_place_of_its_own_in_the_cache(installed, tmp_path):
    pair(tmp_path)
    for name, shift in (("1.srt", 0), ("2.srt", 250)):
        (tmp_path / name).write_bytes(subtitles(shift))
    time.sleep(0.03)  # a file changed 20 ms before it is read is not remembered
    here = environment(installed)
    assert scan(tmp_path) == (0, ["raw"])
    assert scan(tmp_path, here) == (
        0,
        ["raw", "subtitles"],
    )  # what was signed without it lacks its signatures
    assert scan(tmp_path, here) == (5, ["raw", "subtitles"])
    assert scan(tmp_path) == (5, ["raw"])  # and without it nothing of it is used


def test_what_was_chosen_of_it_is_not_taken_for_something_else(tmp_path):
    pair(tmp_path)
    for words, said in (
        (["scan", "--method", "nibbles"], "invalid choice: 'nibbles'"),
        (["plan", "--keep", "deepest"], "unknown keep rule deepest"),
        (["scan", "--report", "paths"], "nothing installed is called paths"),
    ):
        done = simfinder_process(*words, str(tmp_path))
        assert done.code == 2
        assert said in done.err
