"""A program that dies in the middle of an act."""

import pytest

from simfinder.actions import disk
from simfinder.actions.execute import execute
from simfinder.model.plan import ActKind
from simfinder.store.library import Library
from tests.unit.actions.world import plan_of


class Died(BaseException):
    """The program is dead."""


def deletion_cut_off(path, kept):
    """A file whose deletion has begun lies aside in its folder, and the journal says no more than that."""

    def dying(_path):
        raise Died

    with Library.open() as library, pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "remove", dying)
        with pytest.raises(Died):
            execute(plan_of(ActKind.DELETE, [path], kept), library)
