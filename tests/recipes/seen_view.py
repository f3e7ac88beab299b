"""The content view of the recipe, in the command line, in the window, and held to the contract of all views."""

import random

from simfinder.gui.wording.formatting import view_text
from tests.gui.details.test_why import choose
from tests.helpers.files.documents import words
from tests.helpers.program import simfinder
from tests.unit.scan.extract import test_contract as contract
from tests.unit.scan.extract.test_contract import worker

__all__ = ["worker"]

NAME = "subtitles"


def subtitles(shift):
    dice = random.Random(1)
    return b"".join(
        b"%d\n00:%02d:%02d,%03d --> 00:%02d:%02d,000\n%s\n\n"
        % (n, n // 60, n % 60, shift, n // 60, n % 60 + 1, words(dice, 6))
        for n in range(1, 200)
    )


def test_it_keeps_the_promise_of_all_views(worker, tmp_path):
    contract.test_every_format_has_a_good_file()
    for at, check in enumerate(
        (
            contract.test_a_good_file_is_recognised_and_read_the_same_each_time,
            contract.test_a_broken_file_has_a_reason_or_less_in_it,
        )
    ):
        folder = tmp_path / str(at)
        folder.mkdir()
        check(worker, folder, NAME)


def test_versions_with_other_times_say_the_same(tmp_path, qtbot, make, scan):
    for name, shift in (("first.srt", 0), ("second.srt", 250)):
        (tmp_path / name).write_bytes(subtitles(shift))
    (tmp_path / "broken.srt").write_bytes(b"1\n00:00:01,000 --> 00:00:02,000\n")
    raw = simfinder("pairs", "--json", "--raw", "--tolerance", "50", str(tmp_path)).json["pairs"]
    assert all(pair[2] < 0.99 for pair in raw)
    found = simfinder("scan", "--json", str(tmp_path))
    (cluster,) = found.json["clusters"]
    assert len(cluster["files"]) == 2
    assert min(file["similarity"] for file in cluster["files"]) > 0.99
    assert "nothing is said" in found.out.decode() + found.err
    window = make([tmp_path])
    scan(window)
    choose(qtbot, window, str(tmp_path / "first.srt"))
    assert window.details.figures.view.whole() == "Compared by: words of the subtitles"
    assert view_text(NAME) == "words of the subtitles"
