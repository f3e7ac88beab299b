"""What a run is refused for before Spark is started."""

import os

import pytest

from simfinder.app.session.spark import cluster_files
from simfinder.app.session.spark.cluster_files import Wanted
from simfinder.errors import UsageError
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.signatures.table.parameters import PLAIN


@pytest.fixture(autouse=True)
def no_spark(monkeypatch):
    def started(*_):
        raise AssertionError("Spark must not be started")

    monkeypatch.setattr(cluster_files, "started", started)


def wanted(tmp_path, *roots, **how):
    choices = how.pop("choices", Choices())
    return Wanted(
        ScanOptions(roots or (os.fspath(tmp_path),)), choices, PLAIN, os.fspath(tmp_path / "out"), **how
    )


def test_a_method_of_an_extension(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster_files, "JOINED", frozenset((Method.AUTO,)))
    choices = Choices(Methods(Method.AUTO, {"py": Method.SPAMSUM}))
    with pytest.raises(UsageError, match="the pairs of spamsum can't be found on Spark"):
        cluster_files.cluster_files(wanted(tmp_path, choices=choices))


def test_folders_beside_uris(tmp_path):
    with pytest.raises(UsageError, match="folders and URIs can't be in one run"):
        cluster_files.cluster_files(wanted(tmp_path, os.fspath(tmp_path), "s3a://bucket"))


def test_a_folder_of_the_result_that_is_taken(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_bytes(b"mine")
    with pytest.raises(UsageError, match="out: is not empty"):
        cluster_files.cluster_files(wanted(tmp_path))
    with pytest.raises(UsageError, match="out: is not empty"):
        cluster_files.cluster_files(wanted(tmp_path, reuse=os.fspath(tmp_path / "earlier")))


def test_no_folder_to_list(tmp_path):
    with pytest.raises(UsageError):
        cluster_files.cluster_files(wanted(tmp_path, os.fspath(tmp_path / "gone")))
