from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.file_names.releases import release_of

IN_ORDER = """
foo-0.9 foo-1.0.dev1 foo-1.0a1 foo-1.0b2 foo-1.0-beta.3 foo-1.0rc1 foo-1.0-rc.2 foo-1.0 foo-1.0.post1 foo-1.0.1 foo-1.2
foo_1.3 foo-1.9 foo-1.9w foo-v1.10 foo-1.10-1 foo-1.10-2+b3 foo-2 foo_v2 foo-2.1.0-linux foo-2024.1.0
"""


def test_order():
    found = [release_of(name) for name in IN_ORDER.split() if name not in ("foo-2", "foo-2.1.0-linux")]
    assert all(one.key < two.key and one.words == two.words == ("foo",) for one, two in pairwise(found))


@pytest.mark.parametrize(
    ("name", "words", "numbers"),
    [
        ("foo-1.2", ("foo",), (1, 2)),
        ("foo_v2", ("foo",), (2,)),
        ("foo 1.2.3rc1", ("foo",), (1, 2, 3)),
        ("foo 1.2.3", ("foo",), (1, 2, 3)),
        ("v1.3", (), (1, 3)),
        ("1.3", (), (1, 3)),
        ("linux-6.1.0", ("linux",), (6, 1)),
        ("foo-1.2-linux-x64", ("foo", "linux", "x", "64"), (1, 2)),
        ("Foo-1.2.dist-info", ("foo", "dist", "info"), (1, 2)),
        ("lodash@4.17.21", ("lodash",), (4, 17, 21)),
        ("certifi-2024.02.02", ("certifi",), (2024, 2, 2)),
        ("foo_1.2-1_amd64", ("foo", "amd", "64"), (1, 2)),
        ("jdk-17.0.2+8", ("jdk",), (17, 0, 2)),
        ("foo-1.2-64", ("foo", "64"), (1, 2)),
        ("2024.1.0", (), (2024, 1)),
    ],
)
def test_releases(name, words, numbers):
    found = release_of(name)
    assert (found.words, found.key[0]) == (words, numbers)


@pytest.mark.parametrize(
    "name",
    [
        "foo",
        "2023",
        "node-18",
        "python3.11",
        "2024.03.01",
        "01.03.2024",
        "1.2 Offers",
        "Kapitel 1.2",
        "chapter-3.4",
        "report 2024.03",
        "Flat 1.2",
        "v20240",
        "x64",
    ],
)
def test_what_is_none(name):
    assert release_of(name) is None


@given(st.text(max_size=20))
def test_any_text(name):
    found = release_of(name)
    assert found is None or found.text
