"""A program that dies in the middle of an act."""

import contextlib

import pytest

from simfinder.actions.execute.executor import execute
from simfinder.actions.filesystem import syscalls
from simfinder.model.removal_plan import ActKind
from simfinder.store.library.library import Library
from tests.unit.actions.world import plan_of


class Died(BaseException):
    """The program is dead."""


@contextlib.contextmanager
def dying(owner, name, *, after=False, at=0):
    """The program dies before or after the n-th call of a function."""
    calls = 0
    real = getattr(owner, name)

    def call(*args, **kwargs):
        nonlocal calls
        calls, mine = calls + 1, calls
        if mine == at and not after:
            raise Died
        result = real(*args, **kwargs)
        if mine == at:
            raise Died
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, call)
        with pytest.raises(Died):
            yield


def deletion_cut_off(path, kept):
    """A file whose deletion has begun lies aside in its folder, and the journal says no more than that."""
    with Library.open() as library, dying(syscalls, "remove"):
        execute(plan_of(ActKind.DELETE, [path], kept), library)
