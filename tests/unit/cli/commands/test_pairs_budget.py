"""Commands say why figures are estimates, and list contained files of the wanted types only."""

import json
import random

import pytest

from simfinder.app.find import find_pairs
from simfinder.app.verify.picture_pairs import PicturePairs
from simfinder.cli.main import run
from tests.helpers.pictures.scenes import photo

RNG = random.Random(61)


@pytest.fixture
def tree(tmp_path):
    data = RNG.randbytes(9000)
    for i in range(4):
        (tmp_path / f"{i}.bin").write_bytes(data + RNG.randbytes(500))
    (tmp_path / "part.bin").write_bytes(data[1000:4000])
    (tmp_path / "part.dat").write_bytes(data[5000:8000])
    return tmp_path


def test_the_budget_is_said(tree, monkeypatch, capsys):
    assert run(["pairs", str(tree), "--json", "--no-cache"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["verified"]
    assert "estimates" not in told.err
    monkeypatch.setattr(find_pairs, "MOST_PAIRS", 2)
    assert run(["pairs", str(tree), "--json", "--no-cache"]) == 0
    told = capsys.readouterr()
    assert not json.loads(told.out)["verified"]
    assert "some figures are estimates" in told.err


def test_a_pair_that_could_not_be_measured_is_not_called_too_many(tmp_path, monkeypatch, capsys):
    for number, size in enumerate(((800, 600), (400, 300))):
        photo(1).resize(size).save(tmp_path / f"{number}.png")
    monkeypatch.setattr(PicturePairs, "are_one_shot", lambda *_, **__: None)
    assert run(["scan", str(tmp_path), "--json", "--no-cache"]) == 0
    told = capsys.readouterr()
    assert not json.loads(told.out)["verified"]
    assert "1 figure is an estimate: its files could not be compared" in told.err
    assert "too many" not in told.err


@pytest.mark.parametrize("verb", ["pairs", "scan"])
def test_what_lies_in_what_heeds_types(tree, capsys, verb):
    def parts(*more):
        assert run([verb, str(tree), "--json", "--no-cache", "--quiet", *more]) == 0
        found = json.loads(capsys.readouterr().out)["contains"]
        return {(row["part"] if verb == "scan" else row[1]).rpartition("/")[2] for row in found}

    assert parts() == {"part.bin", "part.dat"}
    assert parts("--same-type") == {"part.bin"}
