"""``rules``: save keep rules under a name, for ``--keep @NAME``."""

from __future__ import annotations

import argparse

from simfinder.cli.command import Command, print_json
from simfinder.cli.terminal import out, say, visible


def _add(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    listing = verbs.add_parser("list", help="list the saved rules", allow_abbrev=False)
    listing.add_argument("--json", action="store_true", help="the result as JSON")
    saving = verbs.add_parser("save", help="save RULES as NAME", allow_abbrev=False)
    saving.add_argument("name", metavar="NAME")
    saving.add_argument("rules", metavar="RULES", help="as for --keep: newest,in:FOLDER")
    removing = verbs.add_parser("remove", help="remove NAME", allow_abbrev=False)
    removing.add_argument("name", metavar="NAME")


def _rules(arguments: argparse.Namespace) -> int:
    from simfinder.app.removal import saved_keep_rules

    if arguments.what == "save":
        replaced = saved_keep_rules.save(arguments.name, arguments.rules)
        name = arguments.name.removeprefix(saved_keep_rules.SIGN)
        say(f"{'Replaced' if replaced else 'Saved'}; use it with --keep {saved_keep_rules.SIGN}{name}")
    elif arguments.what == "remove":
        saved_keep_rules.remove(arguments.name)
    else:
        found = saved_keep_rules.saved()
        if arguments.json:
            entries = [{"name": one.name, "rules": one.rules} for one in found]
            print_json({"version": 1, "rules": entries})
        else:
            out("".join(f"{saved_keep_rules.SIGN}{one.name}\t{visible(one.rules)}\n" for one in found))
    return 0


RULES = Command(_add, _rules)
