"""The wishes of a scan as JSON and back, and files that were saved before some of them existed."""

import json

import pytest

from simfinder.app.session.saved import facts
from simfinder.model.scan_options import FolderRules, ScanOptions

RULES = FolderRules("/a/b", include=("*.c",), types=("c", ""), min_size=4, before=10**18)
OPTIONS = ScanOptions(
    ("/a",),
    types=("c", "h"),
    not_types=("o",),
    since=1,
    before=2 * 10**18,
    folder_rules=(RULES, FolderRules("/a")),
)


def test_all_wishes_come_back():
    told = json.loads(json.dumps(facts.options_out(OPTIONS)))
    assert facts.options_in(told) == OPTIONS


def test_a_file_that_knows_no_rules_of_folders_is_read():
    told = facts.options_out(ScanOptions(("/a",), hidden=True))
    for name in ("types", "not_types", "since", "before", "folder_rules"):
        del told[name]
    assert facts.options_in(told) == ScanOptions(("/a",), hidden=True)
    del told["hidden"]
    with pytest.raises(ValueError, match="hidden"):
        facts.options_in(told)


@pytest.mark.parametrize(
    "wrong",
    [{"types": "c"}, {"types": [1]}, {"since": "x"}, {"before": -1}, {"folder_rules": [1]},
     {"folder_rules": [{"folder": "/a"}]}, {"folder_rules": {}}],
)  # fmt: skip
def test_wishes_that_make_no_sense(wrong):
    with pytest.raises(ValueError, match=r"expected|missing"):
        facts.options_in(json.loads(json.dumps(facts.options_out(OPTIONS))) | wrong)


def test_rules_of_a_folder_that_make_no_sense():
    told = json.loads(json.dumps(facts.options_out(OPTIONS)))
    told["folder_rules"][0]["folder"] = 3
    with pytest.raises(ValueError, match=r"folder_rules\[0\].folder: expected a text, got a whole number"):
        facts.options_in(told)
