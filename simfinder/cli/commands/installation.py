"""``doctor``: show versions and folders, and check that everything works."""

from __future__ import annotations

import argparse

from simfinder.cli.command import Command, print_json
from simfinder.cli.terminal import out, visible


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders", nargs="*", metavar="FOLDER", help="also check the Trash on the drives of these folders"
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def _doctor(arguments: argparse.Namespace) -> int:
    from simfinder.app.maintenance import doctor as diagnosis

    checks = diagnosis.diagnose(arguments.folders)
    if arguments.json:
        rows = [{"name": check.name, "ok": check.ok, "text": check.text} for check in checks]
        print_json({"version": 1, "checks": rows})
    else:
        for check in checks:
            out(f"{'ok ' if check.ok else 'BAD'}  {check.name:<20} {visible(check.text)}\n")
    return int(not all(check.ok for check in checks))


DOCTOR = Command(_add, _doctor)
