"""Work beside a job: done in its order, at its end all of it, and no error lost."""

import threading

import pytest

from simfinder.app.linking.pipeline import Aside


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_all_is_done_in_its_order(jobs):
    done = []
    with Aside(jobs) as aside:
        results = [aside.begin(lambda i=i: done.append(i) or i * i) for i in range(5)]
        assert results[3]() == 9
    assert done == list(range(5))
    assert [result() for result in results] == [0, 1, 4, 9, 16]


def test_one_job_has_one_thread():
    with Aside(1) as aside:
        assert aside.begin(threading.current_thread)() is threading.current_thread()
    with Aside(2) as aside:
        assert aside.begin(threading.current_thread)() is not threading.current_thread()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_out_at_the_end_if_nobody_asks(jobs):
    with pytest.raises(ZeroDivisionError), Aside(jobs) as aside:
        aside.begin(lambda: 1 // 0)


def test_an_error_of_the_job_takes_back_what_was_not_begun():
    begun, held = threading.Event(), threading.Event()
    done = []

    def first():
        begun.set()
        held.wait(10)

    aside = Aside(2)
    aside.begin(first)
    aside.begin(lambda: done.append(2))
    begun.wait(10)
    threading.Timer(0.05, held.set).start()
    with pytest.raises(KeyError), aside:
        raise KeyError
    assert done == []
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("aside")]
