"""Sessions of before, whose sketches were saved as they are."""

import json

import numpy as np
import pytest

from simfinder.app.session import Session
from simfinder.app.session_arrays import Captured, packed, unpacked
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control
from tests.helpers.trees import version_tree


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """What a file of before holds, and the table it is of."""
    root = tmp_path_factory.mktemp("tree")
    version_tree(root)
    session = Session.run(ScanOptions((str(root),)), cache=None, control=Control())
    facts, arrays = packed(Captured.of(session))
    table = session.result.faces.table
    values = np.full(table.sketch.shape, 2**64 - 1, np.uint64)
    for row in range(len(table)):
        values[row, : table.sketch_len[row]] = table.sketch_values(row)
    older = {name: array for name, array in arrays.items() if name != "table.sketch_low"}
    return json.loads(json.dumps(facts)), older | {"table.sketch": values}, table


def test_sketches_become_codes(saved):
    facts, arrays, table = saved
    again = unpacked(facts, arrays).state.result.faces.table
    assert np.array_equal(again.sketch, table.sketch)
    assert np.array_equal(again.sketch_low, table.sketch_low)


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda arrays: {"table.sketch": arrays["table.sketch"].astype(np.int64)},
        lambda arrays: {"table.sketch": arrays["table.sketch"][:, 1:]},
        lambda arrays: {"table.sketch": arrays["table.sketch"][1:]},
        lambda arrays: {"table.sketch_len": arrays["table.sketch_len"] + np.uint16(2000)},
    ],
)
def test_what_makes_no_sense_is_refused(saved, spoilt):
    facts, arrays, _ = saved
    with pytest.raises(ValueError, match="sketch"):
        unpacked(facts, arrays | spoilt(arrays))
