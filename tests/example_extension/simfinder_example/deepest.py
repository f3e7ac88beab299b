"""A keep rule: the file that is deepest in folders."""

from __future__ import annotations

import os

from simfinder.actions.rules.keep_rules import PlainRule
from simfinder.text.message import say

RULE = PlainRule(
    lambda file: -file.path.count(os.sep),
    lambda kept, other: say(
        "deepest: {} against {} folders", kept.path.count(os.sep), other.path.count(os.sep)
    ),
)
