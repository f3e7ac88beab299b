"""The garbage collector is off during scans and works afterwards as before."""

import gc
import threading

import pytest

from simfinder.workers.gc_pause import uncollected


@pytest.fixture(autouse=True)
def _as_before():
    was = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if was else gc.disable)()


def test_it_rests_inside_and_works_again():
    frozen = gc.get_freeze_count()
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > frozen


def test_after_an_error_too():
    with pytest.raises(ValueError, match="x"), uncollected():
        raise ValueError("x")
    assert gc.isenabled()


def test_the_last_of_several_ends_it():
    inside, leave = threading.Event(), threading.Event()

    def other():
        with uncollected():
            inside.set()
            leave.wait(5)

    thread = threading.Thread(target=other)
    with uncollected():
        thread.start()
        inside.wait(5)
    assert not gc.isenabled()
    leave.set()
    thread.join()
    assert gc.isenabled()


def test_who_had_it_off_keeps_it_off():
    gc.disable()
    with uncollected():
        pass
    assert not gc.isenabled()
