import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.text.number_formats import count_text, duration_text, percent_text, size_text


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1 kB"), (1234, "1.2 kB"), (41_000, "41 kB"), (999_499, "999 kB"),
     (999_500, "1 MB"), (3_200_000_000, "3.2 GB"), (10**18, "1 EB")],
)  # fmt: skip
def test_size_text(size, text):
    assert size_text(size) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "100 %"), (0.9999, "99.9 %"), (0.999, "99.9 %"), (0.995, "99.5 %"), (0.99, "99 %"), (0.98, "98 %"),
     (0.989, "98 %"), (0.7, "70 %"), (0.0, "0 %")],
)  # fmt: skip
def test_percent_text(value, text):
    assert percent_text(value) == text


@given(st.floats(0.0, 1.0, exclude_max=True, width=32))
def test_only_identical_files_are_100_percent(value):
    text = percent_text(value)
    assert text != "100 %"
    assert float(text.removesuffix(" %")) <= value * 100 + 1e-3


def test_counts_and_durations():
    assert count_text(25590) == "25,590"
    assert [duration_text(s) for s in (0.2, 40, 61, 3599, 7800)] == [
        "1 s",
        "40 s",
        "2 min",
        "1 h",
        "2 h 10 min",
    ]
