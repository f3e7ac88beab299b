"""Pairs as tasks: each once, neighbours together, large pairs one at a time, urgent ones first."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.verify import pair_tasks, verifier
from simfinder.app.verify.overlap_figures import Question
from simfinder.app.verify.pair_tasks import RequestedPairs, Sides, TaskQueue
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.store.cache.cache import Cache
from tests.helpers.examples import examples

FILES = 30


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """Files of ever more bytes; the last ten are large beside the others."""
    root = tmp_path_factory.mktemp("tasks")
    for k in range(FILES):
        (root / f"{k:02d}").write_bytes(os.urandom(1000 + k if k < FILES - 10 else 9000 + k))
    return scan(ScanOptions((str(root),), raw=True), None, Control())


def asked(result, pairs, question=Question.SIMILAR):
    order = np.argsort(result.representations.table.size[:FILES], kind="stable")
    a, b = order[np.array(pairs, dtype=np.int64).reshape(-1, 2)].T
    none = np.zeros(len(a), dtype=np.bool_)
    return RequestedPairs(result.representations, Sides(a, none), Sides(b, none), question)


some_pairs = st.lists(
    st.tuples(st.integers(0, FILES - 1), st.integers(0, FILES - 1)).filter(lambda pair: pair[0] != pair[1]),
    max_size=60,
    unique=True,
)


@given(some_pairs, some_pairs, st.booleans(), st.sampled_from(Question), st.data())
@settings(max_examples=examples(100), deadline=None)
def test_each_pair_is_handed_out_once_and_one_large_task_at_a_time(result, pairs, more, last, question, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pair_tasks, "_PAIRS", 4)
        patch.setattr(pair_tasks, "HEAVY", 12_000)
        main, late = asked(result, pairs, question), asked(result, more, question)
        waiting = [late] if more else []
        queue = TaskQueue(
            main,
            np.arange(len(main)),
            large_last=last,
            urgent=lambda: waiting.pop() if waiting and data.draw(st.booleans()) else None,
        )
        under_way, seen, tasks = [], {id(main): [], id(late): []}, iter(queue)
        for task in tasks:
            if task is None:
                assert under_way, "nobody would ask again"
            else:
                seen[id(task.asked)] += [pair.number for pair in (*task.pairs, *task.known)]
                if task.large and task.asked is main:
                    assert not any(one.large for one in under_way)
                    assert len({pair.rows[0] for pair in task.pairs}) <= 1
                    assert len(task.pairs) <= (1 if question is Question.SIMILAR else 16)
                under_way.append(task)
            if under_way and (task is None or data.draw(st.booleans())):
                done = under_way.pop(data.draw(st.integers(0, len(under_way) - 1)))
                done.done = [(pair, (1, 2, *sorted(pair.rows))) for pair in done.pairs]
                done.passed = len(done.pairs)
                queue.finished(done)
    assert sorted(seen[id(main)]) == list(range(len(main)))
    if len(more) != len(waiting):
        assert sorted(seen[id(late)]) in ([], list(range(len(late))))


def test_parts_of_one_whole_stay_together_and_similar_pairs_need_not(result, monkeypatch):
    monkeypatch.setattr(pair_tasks, "_PAIRS", 4)
    pairs = [(0, k) for k in range(1, 19)]
    counts = {
        question: [
            len(task.pairs)
            for task in TaskQueue(
                asked(result, pairs, question), np.arange(len(pairs)), large_last=False, urgent=None
            )
        ]
        for question in Question
    }
    assert counts == {Question.SIMILAR: [4, 4, 4, 4, 2], Question.INSIDE: [16, 2]}


def test_with_one_thread_large_pairs_come_last(result, monkeypatch):
    monkeypatch.setattr(pair_tasks, "HEAVY", 12_000)
    main = asked(result, [(28, 29), (0, 1), (2, 3)])
    for last in (False, True):
        tasks = [
            task.large for task in _done_at_once(TaskQueue(main, np.arange(3), large_last=last, urgent=None))
        ]
        assert tasks == ([False, True] if last else [True, False])


def _done_at_once(queue):
    for task in queue:
        queue.finished(task)
        yield task


def test_what_was_urgent_is_not_compared_again(result):
    main, late = asked(result, [(0, 1), (2, 3), (4, 5)]), asked(result, [(3, 2), (8, 9)])
    waiting = [late]
    queue = TaskQueue(main, np.arange(3), large_last=True, urgent=lambda: waiting.pop() if waiting else None)
    first, second = [], []
    for task in queue:
        if task.asked is late:
            first += task.pairs
            task.done = [(pair, (10, 20, 100, 200)) for pair in task.pairs]
        else:
            second.append(task)
        queue.finished(task)
    assert [pair.number for pair in first] == [0, 1]
    assert sorted(pair.number for task in second for pair in task.pairs) == [0, 2]
    assert [pair.number for task in second for pair in task.known] == [1]
    assert main.figures.tolist() == [[-1] * 4, [20, 10, 200, 100], [-1] * 4]


def test_urgent_pairs_measured_before_are_told_too(result, tmp_path):
    main = asked(result, [(0, 1), (2, 3), (4, 5)])
    a, b = main.a.content, main.b.content
    with Cache.open(tmp_path / "c.sqlite3") as cache:
        measured = Verifier(result, cache, Control()).measure(a[:2], b[:2]).similarity
        cache.flush()
        soon = [(a[1::-1], b[1::-1])]
        verifier = Verifier(result, cache, Control(), jobs=1)
        nothing = np.zeros(0, np.int64), np.zeros(0, np.int64)
        parts = list(verifier.measure_in_turn(a, b, lambda: soon.pop() if soon else nothing))
    (first,) = [part for part in parts if part.places is None]
    assert first.a.tolist() == a[1::-1].tolist()
    assert first.verified.similarity.tolist() == measured[::-1].tolist()


@pytest.mark.parametrize("jobs", [1, 3])
def test_urgent_pairs_are_measured_first_and_once(result, monkeypatch, jobs):
    monkeypatch.setattr(pair_tasks, "_PAIRS", 2)
    compared = []
    similar = verifier.similar
    monkeypatch.setattr(verifier, "similar", lambda *a, **more: compared.append(1) or similar(*a, **more))
    handed_out = []

    class Watched(TaskQueue):
        def __iter__(self):
            for task in super().__iter__():
                handed_out.extend([task] if task else [])
                yield task

    monkeypatch.setattr(verifier, "TaskQueue", Watched)
    pairs = [(k, k + 1) for k in range(FILES - 1)]
    main = asked(result, pairs)
    a, b = main.a.content, main.b.content
    soon = [(b[20:24], a[20:24])]
    control = Control()
    measurer = Verifier(result, None, control, jobs=jobs)
    nothing = np.zeros(0, np.int64), np.zeros(0, np.int64)
    parts = list(measurer.measure_in_turn(a, b, lambda: soon.pop() if soon else nothing))
    first = [part for part in parts if part.places is None]
    assert sum(len(part.a) for part in first) == 4
    assert any(
        len(task.asked) == 4 for task in handed_out[: 2 * jobs]
    )  # how soon it ends is up to its thread
    others = [part for part in parts if part.places is not None]
    assert sorted(np.concatenate([part.places for part in others]).tolist()) == list(range(len(pairs)))
    found = np.full(len(pairs), np.nan)
    for part in others:
        found[part.places] = part.verified.similarity
        assert part.a.tolist() == a[part.places].tolist()
    np.testing.assert_array_equal(found, Verifier(result, None, Control()).measure(a, b).similarity)
    assert 2 * len(pairs) <= len(compared) <= 2 * len(pairs) + 4  # no more than are under way
    shown = control.snapshot()
    assert (
        (shown.files, shown.bytes) == (shown.files_total, shown.bytes_total) == (len(pairs) + 4, shown.bytes)
    )
