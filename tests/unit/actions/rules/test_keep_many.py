"""Ranks of many files of one time are sorted in pieces: the same as in one go."""

import random

from simfinder.actions.rules import keep_rules
from simfinder.model.file_record import FileRecord


def test_ties_by_names_in_pieces(monkeypatch):
    rng = random.Random(5)
    names = ["report", "report v2", "report (1)", "report copy", "report.bak", "a", "notes final", "x" * 30]
    files = [
        FileRecord(f"/f/{rng.randrange(40)}/{rng.choice(names)} {i}.txt", 1, i, rng.randrange(3), 7)
        for i in range(400)
    ]
    for rules in ("newest", "oldest", "largest", "name:*2*,smallest", "in:/f/3,shortest-path"):
        whole = keep_rules.rank(files, rules).tolist()
        monkeypatch.setattr(keep_rules, "_AT_ONCE", 7)
        assert keep_rules.rank(files, rules).tolist() == whole
        monkeypatch.setattr(keep_rules, "_AT_ONCE", 2000)
        assert sorted(whole) == list(range(400))


def test_a_time_before_all_others():
    files = [FileRecord("/a", 1, 1, 0, -(2**63)), FileRecord("/b", 1, 2, 0, 0)]
    assert keep_rules.rank(files, "newest").tolist() == [1, 0]
    assert keep_rules.rank(files, "oldest").tolist() == [0, 1]
    assert keep_rules.rank([], "newest").tolist() == []
