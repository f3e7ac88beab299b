"""Watching work: Ctrl-C is a cancel, whenever it comes."""

import os
import signal
import threading
import time

import pytest

from simfinder.app.runtime.jobs import Job
from simfinder.cli import terminal
from simfinder.cli.terminal import identical_lines, progress_text, similar_lines, watch
from simfinder.errors import Cancelled
from simfinder.model.progress import IdenticalFiles, Phase, Progress, SimilarFiles


def endless(control):
    while True:
        control.check()
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def handler():
    before = signal.getsignal(signal.SIGINT)
    yield before
    assert signal.getsignal(signal.SIGINT) == before


@pytest.mark.parametrize("after", [False, True])
def test_ctrl_c_while_the_work_is_started(monkeypatch, after):
    begin = Job.begin

    def struck(job):
        if after:
            begin(job)
        os.kill(os.getpid(), signal.SIGINT)
        if not after:
            begin(job)

    monkeypatch.setattr(Job, "begin", struck)
    with pytest.raises(Cancelled):
        watch(endless, quiet=True)


def test_ctrl_c_in_the_middle():
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(Cancelled):
        watch(endless, quiet=True)
    timer.join()


def test_a_second_ctrl_c_does_not_wait():
    def deaf(_control):
        stop.wait(20)

    def strike():
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)

    stop = threading.Event()
    timer = threading.Timer(0.1, strike)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        watch(deaf, quiet=True)
    stop.set()
    timer.join()
    assert time.monotonic() - began < 10


def test_in_the_background_it_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        assert watch(lambda _: time.sleep(0.3) or "done", quiet=True) == "done"
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)


def test_results_and_errors_come_through():
    assert watch(lambda control: control.snapshot().files, quiet=True) == 0
    with pytest.raises(ZeroDivisionError):
        watch(lambda _: 1 // 0, quiet=True)
    found = []
    worker = threading.Thread(target=lambda: found.append(watch(lambda _: 5, quiet=True)))
    worker.start()
    worker.join()
    assert found == [5]


def test_every_phase_has_words_of_its_own():
    assert set(terminal.PHASES) == set(Phase)
    assert len(set(terminal.PHASES.values())) == len(Phase)
    assert terminal.PHASES[Phase.UNDOING] == "Putting back"


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (Progress(Phase.READING, 10, 1000), "10 of 1,000 files"),
        (Progress(Phase.READING, 0, 1), "0 of 1 file"),
        (Progress(Phase.READING, 10, 1000, may_grow=True), "10 files"),
        (Progress(Phase.VERIFYING, 10, 1000), "10 of 1,000 pairs"),
        (Progress(Phase.CROWDED, 10, 1000), ""),
        (Progress(Phase.WEIGHING, 10, 1000), ""),
    ],
)
def test_only_what_a_person_can_count_is_shown(progress, text):
    assert progress_text(progress) == text
    assert progress_text(progress, "about a minute left").endswith("about a minute left")


def test_identical_files_found_while_waiting_are_told_once_each():
    first = IdenticalFiles(1200, ("a\x1b[31m", "b"))
    second = IdenticalFiles(7, ("1", "2", "3", "4", "5"))
    assert list(identical_lines((), 0)) == []
    assert list(identical_lines((first,), 0)) == [
        "Identical files found so far; the scan goes on:",
        "  2 files of 1.2 kB: a\\x1b[31m, b",
    ]
    assert list(identical_lines((first, second), 1)) == ["  5 files of 7 B: 1, 2, 3 and 2 more"]
    assert list(identical_lines((first, second), 2)) == []


def test_clusters_that_are_not_verified_yet_are_lines():
    clusters = (SimilarFiles(0.874, ("a\x1b[31m", "b")), SimilarFiles(1.0, ("1", "2", "3", "4", "5")))
    assert list(similar_lines(())) == []
    assert list(similar_lines(clusters)) == [
        "Similar files found so far, by estimates that are verified next:",
        "  2 files, about 87 % alike: a\\x1b[31m, b",
        "  5 files, about 100 % alike: 1, 2, 3 and 2 more",
    ]
