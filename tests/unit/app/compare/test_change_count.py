"""What differs between two files, counted, against files made with known changes."""

import random
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.compare.change_count import ChangeCount, Unit, change_count
from simfinder.app.compare.compare_files import MATCH_LIMIT, Comparison, ComparisonKind, compare
from simfinder.app.compare.line_diff import diff_lines
from simfinder.model.progress import Control
from tests.helpers.examples import examples
from tests.helpers.files.office_files import docx


def lines(seed, count):
    rng = random.Random(seed)
    return [f"{rng.getrandbits(60):x} is line {i}" for i in range(count)]


def counted(tmp_path, left, right, name="a.txt"):
    paths = []
    for side, data in (("left", left), ("right", right)):
        (tmp_path / side).mkdir(exist_ok=True)
        (tmp_path / side / name).write_bytes(data if isinstance(data, bytes) else "\n".join(data).encode())
        paths.append(str(tmp_path / side / name))
    return change_count(compare(*paths))


def test_lines(tmp_path):
    text = lines(1, 30)
    other = [*text[:5], "another line altogether", *text[6:20], *text[22:], "one more", "", "and one more"]
    assert counted(tmp_path, text, other) == ChangeCount(Unit.LINES, 27, 1, 2, 2)
    assert counted(tmp_path, text, [*text, "", " "]) == ChangeCount(Unit.LINES, 30, 0, 0, 0)


def test_paragraphs_of_documents(tmp_path):
    text = lines(2, 12)
    assert counted(
        tmp_path, docx(text), docx([*text[:4], "Changed.", *text[5:], "New."]), "a.docx"
    ) == ChangeCount(Unit.PARAGRAPHS, 11, 1, 0, 1)


def test_files_of_archives(tmp_path):
    def packed(name, files):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for member, data in files.items():
                archive.writestr(member, data)
        return str(tmp_path / name)

    rng = random.Random(3)
    files = {f"{i}.bin": rng.randbytes(500) for i in range(6)}
    other = dict(files) | {"1.bin": rng.randbytes(500), "new.bin": rng.randbytes(500)}
    other["moved/0.bin"] = other.pop("0.bin")
    del other["5.bin"]
    count = change_count(compare(packed("a.zip", files), packed("b.zip", other)))
    assert count == ChangeCount(Unit.FILES, 4, 1, 1, 1)


@pytest.mark.parametrize(
    "data", [random.Random(4).randbytes(4_000), b"a line of a long text\n" * (MATCH_LIMIT // 10)]
)
def test_what_can_not_be_counted(tmp_path, data):
    assert counted(tmp_path, data, data[:-1] + b"x") is None


@settings(max_examples=examples(150))
@given(st.lists(st.sampled_from("abcdef "), max_size=25), st.lists(st.sampled_from("abcdef "), max_size=25))
def test_every_line_counts_once(left, right):
    rows = tuple(diff_lines(left, right, Control()))
    count = change_count(Comparison("l", "r", ComparisonKind.TEXT, rows))
    assert count.same + count.changed + count.left == sum(bool(line.strip()) for line in left)
    assert count.same + count.changed + count.right == sum(bool(line.strip()) for line in right)
