"""Sessions of before: sketches as they are, and second parts of spamsums with room for 64 characters."""

import json

import numpy as np
import pytest

from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.session.session import Session
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.signatures.table.representations import BASES
from tests.helpers.files.office_files import docx
from tests.helpers.files.packed import zip_of
from tests.helpers.files.trees import version_tree

LINES = b"a line of words that is long enough\n" * 20


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """What a file of before holds, and the table it is of."""
    root = tmp_path_factory.mktemp("tree")
    version_tree(root)
    session = Session.run(ScanOptions((str(root),)), cache=None, control=Control())
    facts, arrays = packed(Captured.of(session))
    table = session.result.representations.table
    values = np.full(table.sketch.shape, 2**64 - 1, np.uint64)
    for row in range(len(table)):
        values[row, : table.sketch_len[row]] = table.sketch_values(row)
    older = {name: array for name, array in arrays.items() if name != "table.sketch_low"}
    wide = np.pad(table.spam2, ((0, 0), (0, 32)))
    return json.loads(json.dumps(facts)), older | {"table.sketch": values, "table.spam2": wide}, table


def test_a_session_holds_the_columns_it_always_had(saved):
    _, arrays, _ = saved
    assert {name for name in arrays if name.startswith("table.")} == {
        f"table.{name}"
        for name in (
            *("content", "size", "tags", "spam_block", "spam1", "spam1_len", "spam2", "spam2_len", "simhash"),
            *("has_simhash", "sketch", "sketch_len", "own_print_of", "own_print", "own_print_len"),
        )
    }


def test_sketches_become_codes(saved):
    facts, arrays, table = saved
    again = unpacked(facts, arrays).state.result.representations.table
    assert np.array_equal(again.sketch, table.sketch)
    assert np.array_equal(again.sketch_low, table.sketch_low)
    assert np.array_equal(again.spam2, table.spam2)
    assert table.spam2.any()


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda arrays: {"table.sketch": arrays["table.sketch"].astype(np.int64)},
        lambda arrays: {"table.sketch": arrays["table.sketch"][:, 1:]},
        lambda arrays: {"table.sketch": arrays["table.sketch"][1:]},
        lambda arrays: {"table.sketch_len": arrays["table.sketch_len"] + np.uint16(2000)},
        lambda arrays: {"table.spam2": arrays["table.spam2"][:, :32]},
        lambda arrays: {"table.spam2": arrays["table.spam2"].astype(np.int8)},
        lambda arrays: {"table.spam2": arrays["table.spam2"] | np.uint8(65)},
    ],
)
def test_what_makes_no_sense_is_refused(saved, spoilt):
    facts, arrays, _ = saved
    with pytest.raises(ValueError, match=r"sketch|second part"):
        unpacked(facts, arrays | spoilt(arrays))


def test_what_contents_are_is_guessed(tmp_path):
    for name, data in {
        "a.txt": LINES, "b.py": LINES, "c.png": LINES, "d.bin": LINES, "e.zip": LINES, "f.flac": LINES,
        "letter.docx": docx(LINES.decode().splitlines(), {"word/media/logo.png": b"logo" * 99}),
        "real.zip": zip_of({"a": LINES}),
    }.items():  # fmt: skip
        (tmp_path / name).write_bytes(name.encode() + data if data is LINES else data)
    session = Session.run(ScanOptions((str(tmp_path),)), cache=None, control=Control())
    facts, arrays = packed(Captured.of(session))
    facts = json.loads(json.dumps(facts))
    as_it_was = unpacked(facts, arrays).state.result
    assert as_it_was.media == session.result.media != {}
    assert np.array_equal(as_it_was.representations.kind, session.result.representations.kind)
    older = {name: array for name, array in arrays.items() if name != "kind" and "medium" not in name}
    result = unpacked(facts, older).state.result
    assert result.media == {}
    kinds = {
        path.rsplit("/", 1)[1]: str(BASES[result.representations.kind[row]])
        for path, row in zip(result.files.paths(), result.content_row.tolist(), strict=True)
    }
    assert kinds == {
        "a.txt": "text", "b.py": "text", "c.png": "pictures", "d.bin": "bytes", "e.zip": "bytes", "f.flac": "sound",
        "letter.docx": "text", "real.zip": "members",
    }  # fmt: skip
    assert Session.resumed(unpacked(facts, older).state, []).clusters.basis.dtype == np.uint8
