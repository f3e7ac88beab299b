import argparse

import pytest

from simfinder.cli import options
from simfinder.cli.terminal import visible
from simfinder.model.tolerances import BUILT_IN


def parsed(*arguments):
    parser = argparse.ArgumentParser()
    options.add_scan_options(parser)
    return parser.parse_args(["folder", *arguments])


@pytest.mark.parametrize(
    ("text", "value"),
    [("4096", 4096), ("10k", 10_000), ("10kB", 10_000), ("1.5M", 1_500_000), ("2GiB", 2 << 30), ("0", 0)],
)
def test_sizes(text, value):
    assert options.size(text) == value


@pytest.mark.parametrize("text", ["", "k", "-1", "1e3", "ten", "1 2"])
def test_bad_sizes(text):
    with pytest.raises(argparse.ArgumentTypeError):
        options.size(text)


def test_tolerances_of_a_command_line():
    tolerances = options.tolerances(
        parsed("--tolerance", "20", "--tolerance", ".PY=10%", "--tolerance", "=5")
    )
    assert tolerances.default == 0.2
    assert dict(tolerances.by_type) == {"py": 0.1, "": 0.05}
    assert options.tolerances(parsed()).default == BUILT_IN


@pytest.mark.parametrize("text", ["", "x", "-1", "96", "py=", "nan", "py=x%"])
def test_bad_tolerances(text):
    with pytest.raises(argparse.ArgumentTypeError):
        options.tolerance(text)


def test_odd_characters_are_made_visible():
    assert visible("a\nb\x1b[31m\x9b") == "a\\nb\\x1b[31m\\x9b"
    assert visible("ä\udce9 — ok") == "ä\udce9 — ok"
