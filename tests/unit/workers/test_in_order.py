import threading
import time

import pytest

from simfinder.workers.in_order import in_order


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_parts(jobs):
    def work(part):
        time.sleep(0.001 * (part % 3 == 0))  # the first are the last to be finished
        return part * part

    assert list(in_order(work, range(40), jobs, most=7, name="test")) == [part * part for part in range(40)]
    assert list(in_order(work, [], jobs, most=7, name="test")) == []


@pytest.mark.parametrize("jobs", [1, 3])
def test_few_parts_are_under_way(jobs):
    taken = []

    def parts():
        for part in range(100):
            taken.append(part)
            yield part

    found = in_order(lambda part: part, parts(), jobs, most=4, name="test")
    for expected in range(10):
        assert next(found) == expected
        assert len(taken) <= expected + 4
    found.close()
    assert len(taken) < 20


def test_an_error_comes_out_and_ends_it():
    begun = []

    def work(part):
        begun.append(part)
        if part == 3:
            raise ValueError("bug")
        return part

    with pytest.raises(ValueError, match="bug"):
        list(in_order(work, range(1000), 2, most=4, name="test"))
    assert len(begun) < 20


def test_parts_are_worked_on_at_once():
    together = threading.Barrier(3, timeout=10)
    assert list(in_order(lambda part: together.wait() >= 0, range(6), 3, most=3, name="test")) == [True] * 6
