import argparse
import time

import pytest

from simfinder.app.settings.type_limits import limits
from simfinder.cli import options
from simfinder.cli.terminal import visible
from simfinder.errors import ShingleError, TagError, UsageError
from simfinder.model.scan_options import Method, Methods
from simfinder.model.tolerances import BUILT_IN
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.tagcount.tag_sets import parse_tags


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


def test_one_tolerance_for_all_types_is_for_all_of_them():
    assert options.tolerances(parsed()).of("pom") == limits()["pom"]
    assert options.tolerances(parsed("--tolerance", "txt=10")).of("pom") == limits()["pom"]
    assert options.tolerances(parsed("--tolerance", "pom=40")).of("pom") == 0.4
    assert options.tolerances(parsed("--tolerance", "30")).of("pom") == 0.3


def test_methods_of_a_command_line():
    methods = options.methods(parsed("--method", "spamsum", "--method", ".PY=tagcount", "--method", "=auto"))
    assert methods.default is Method.SPAMSUM
    assert dict(methods.by_type) == {"py": Method.TAGCOUNT, "": Method.AUTO}
    assert options.methods(parsed()) == Methods()


@pytest.mark.parametrize("text", ["ssdeep", "py=", "py=ssdeep", "="])
def test_bad_methods(text, capsys):
    with pytest.raises(SystemExit):
        parsed("--method", text)
    assert "invalid choice" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "x", "-1", "96", "py=", "nan", "py=x%"])
def test_bad_tolerances(text):
    with pytest.raises(argparse.ArgumentTypeError):
        options.tolerance(text)


def test_types_of_a_command_line():
    wanted = options.scan_options(parsed("--type", ".DOCX,odt", "--type", "none", "--not-type", "sound"))
    assert wanted.types == ("docx", "odt", "")
    assert {"mp3", "flac"} <= set(wanted.not_types)
    assert not options.scan_options(parsed()).types


@pytest.mark.parametrize("text", ["", ",", "a/b", "*.c", "x" * 40])
def test_bad_types(text, capsys):
    with pytest.raises(SystemExit):
        parsed("--type", text)
    assert "no file type" in capsys.readouterr().err


def test_times_of_a_command_line():
    wanted = options.scan_options(parsed("--since", "2024-05-06", "--before", "2025-01-01 12:30"))
    assert wanted.since == int(time.mktime(time.strptime("2024-05-06", "%Y-%m-%d"))) * 10**9
    assert wanted.before == (int(time.mktime(time.strptime("2025-01-01 12", "%Y-%m-%d %H"))) + 1800) * 10**9
    with pytest.raises(UsageError, match="not earlier"):
        options.scan_options(parsed("--since", "2024-05-06", "--before", "2024-05-06"))


@pytest.mark.parametrize("text", ["", "yesterday", "2024-13-01", "30", "d", "99999y"])
def test_bad_times(text, capsys):
    with pytest.raises(SystemExit):
        parsed("--since", text)
    assert "no date" in capsys.readouterr().err


def test_odd_characters_are_made_visible():
    assert visible("a\nb\x1b[31m\x9b") == "a\\nb\\x1b[31m\\x9b"
    assert visible("ä\udce9 — ok") == "ä\udce9 — ok"


def test_a_plain_command_line_has_plain_parameters():
    assert options.parameters(parsed()) == PLAIN


def test_parameters_of_a_command_line(tmp_path):
    (tmp_path / "tags").write_text("ff 8 1\n1 1 2\n")
    asked = ["--tags", str(tmp_path / "tags"), "--weights", "own=0,1", "--block-size", "96", "--ngram", "5"]
    asked += ["--overlap", "2", "--bits", "32", "--shingle", "6", "--features", "64"]
    found = options.parameters(parsed(*asked))
    assert dict(found.tags.weights)["own"] == (0, 100)
    assert found.tags.tags == parse_tags("ff 8\n1 1").tags
    assert found == Parameters(found.tags, 96, 5, 2, 32, 6, 64)
    assert options.parameters(parsed("--ngram", "5")).overlap == 4


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        (["--length", "5"], UsageError, "'hash' takes them"),
        (["--tail", "spamspy"], UsageError, "'hash' takes them"),
        (["--block-size", "0"], UsageError, "1 or more"),
        (["--ngram", "3", "--overlap", "3"], ShingleError, "can't overlap"),
        (["--features", "0"], ShingleError, "0 features"),
        (["--weights", "1,2"], TagError, "2 weights for 16 tags"),
        (["--tags", "/nowhere"], UsageError, "/nowhere: No such file"),
    ],
)
def test_parameters_that_can_t_be(asked, error, said):
    with pytest.raises(error) as caught:
        options.parameters(parsed(*asked))
    assert said in str(caught.value)
