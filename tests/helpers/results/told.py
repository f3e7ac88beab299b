"""What the command line tells of a session, as a reader of its JSON has it."""

import json

from simfinder.app.find import pair_list
from simfinder.app.reports.json_report import scan_text


def scan_json(session, problems=None, parts=()):
    """The document of ``scan --json``."""
    return json.loads("".join(scan_text(session, problems, parts)))


def pairs_json(found, *, expand=False, least_contained=0.0):
    """The document of ``pairs --json``."""
    shown = pair_list.listed(found, expand=expand)
    return json.loads("".join(pair_list.text(found, shown, least_contained=least_contained)))
