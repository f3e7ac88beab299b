"""What the command line tells of a session, as a reader of its JSON has it."""

import json

from simfinder.app.export import scan_text


def scan_json(session, problems=None, parts=()):
    """The document of ``scan --json``."""
    return json.loads("".join(scan_text(session, problems, parts)))
