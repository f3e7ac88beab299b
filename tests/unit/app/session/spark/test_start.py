"""What keeps Spark from starting is said in one sentence."""

import os
import socket

import pytest

from simfinder.app.session.spark import start
from simfinder.errors import UsageError
from simfinder.signatures.table.parameters import PLAIN


@pytest.fixture
def java(tmp_path, monkeypatch):
    """Make a java that says what it is told to."""

    def make(said, code=0):
        program = tmp_path / "bin" / "java"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\necho '{said}' >&2\nexit {code}\n")
        program.chmod(0o755)
        monkeypatch.setenv("JAVA_HOME", os.fspath(tmp_path))
        return program

    return make


@pytest.mark.parametrize(
    ("said", "version"),
    [('java version "1.8.0_392"', "8"), ('openjdk version "11.0.21" 2023-10-17', "11")],
)
def test_an_old_java_is_named(java, said, version):
    program = java(said)
    with pytest.raises(UsageError, match=f"Spark needs Java 17 or later; this is Java {version}") as error:
        start.check_java()
    assert error.value.path == os.fspath(program)


@pytest.mark.parametrize("said", ['openjdk version "17.0.15" 2025-04-15', 'openjdk version "25" 2025-09-16'])
def test_a_new_java_will_do(java, said):
    java(said)
    start.check_java()


def test_a_program_that_is_no_java(java):
    java("hello", code=3)
    with pytest.raises(UsageError, match="is no Java that tells its version"):
        start.check_java()


def test_no_java_at_all(monkeypatch, tmp_path):
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(UsageError, match="there is none: JAVA_HOME is not set, and PATH has none"):
        start.check_java()
    monkeypatch.setenv("JAVA_HOME", os.fspath(tmp_path / "gone"))
    with pytest.raises(UsageError, match=f"there is none: JAVA_HOME is {tmp_path}/gone"):
        start.check_java()


def test_no_spark(monkeypatch):
    monkeypatch.setattr(start, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="Spark is not installed"), start.started(None, PLAIN):
        pass


def test_a_master_that_does_not_answer():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        master = f"spark://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(UsageError, match=rf"the Spark master {master} can't be reached: "):
            start.check_master(master)


def test_a_second_master_may_answer():
    with socket.socket() as taken, socket.create_server(("127.0.0.1", 0)) as master:
        taken.bind(("127.0.0.1", 0))
        ports = taken.getsockname()[1], master.getsockname()[1]
        start.check_master("spark://127.0.0.1:{},spark://127.0.0.1:{}".format(*ports))


def test_a_master_without_a_port():
    with pytest.raises(UsageError, match="is no master"):
        start.check_master("spark://somewhere")


@pytest.mark.parametrize("master", ["local[2]", "yarn", "k8s://https://somewhere"])
def test_other_masters_are_left_to_spark(master):
    start.check_master(master)


def test_the_first_line_is_what_happened_on_the_executor():
    text = "An error occurred while calling o1.\n: Job aborted\nTraceback (most recent call last):\nValueError: bad\n"
    assert start.first_line(RuntimeError(text)) == "ValueError: bad"
    assert (
        start.first_line(RuntimeError("[PATH_NOT_FOUND] no such path\nmore"))
        == "[PATH_NOT_FOUND] no such path"
    )
    assert len(start.first_line(RuntimeError("x" * 1000))) == 300
