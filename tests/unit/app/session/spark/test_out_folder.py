"""What may become the folder of a result, and what is no result."""

import json
import os

import pytest

from simfinder.app.session.spark.out_folder import check_free, checked
from simfinder.app.session.spark.tables import FORMAT, SCHEMA
from simfinder.errors import NewerVersionError, UsageError


def test_an_empty_or_missing_folder_is_free(tmp_path):
    check_free(os.fspath(tmp_path), again=False)
    check_free(os.fspath(tmp_path / "new"), again=False)
    check_free("s3a://bucket/out", again=False)  # which Spark looks at


def test_a_folder_with_anything_in_it_is_not(tmp_path):
    (tmp_path / "photo.jpg").write_bytes(b"mine")
    with pytest.raises(UsageError, match="is not empty"):
        check_free(os.fspath(tmp_path), again=False)
    check_free(os.fspath(tmp_path), again=True)


def test_a_run_that_was_not_finished_is_named(tmp_path):
    (tmp_path / "_work").mkdir()
    with pytest.raises(UsageError, match="has an unfinished run in it: --resume it"):
        check_free(os.fspath(tmp_path), again=False)


def test_a_file_is_no_folder(tmp_path):
    place = tmp_path / "out"
    place.write_bytes(b"mine")
    with pytest.raises(UsageError, match="is no folder"):
        check_free(os.fspath(place), again=True)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "parquet"}', "null"])
def test_what_is_no_manifest(text):
    with pytest.raises(UsageError, match="/out: is no result of 'simfinder cluster'"):
        checked(text, "/out")


def test_another_version_is_refused():
    text = json.dumps({"format": FORMAT, "schema": SCHEMA + 1})
    with pytest.raises(
        NewerVersionError, match=f"its tables are of version {SCHEMA + 1}, and this SimFinder reads"
    ):
        checked(text, "/out")
    assert checked(json.dumps({"format": FORMAT, "schema": SCHEMA}), "/out")["schema"] == SCHEMA
