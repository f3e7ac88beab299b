"""``desktop``, ``kernels`` and ``doctor``: what concerns this installation of the program, not files."""

from __future__ import annotations

import argparse
from pathlib import Path

from simfinder.cli.command import Command, print_json
from simfinder.cli.options import add_talk_options
from simfinder.cli.terminal import out, say, visible, watch


def _add_desktop(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--install",
        action="store_true",
        help="add SimFinder to the menu, its icon, the type of its saved results, and 'Find similar files' to "
        "Nautilus, Dolphin, Nemo and Thunar, for this person alone; packages bring all that with them",
    )
    what.add_argument("--remove", action="store_true", help="take all of it away again")
    add_talk_options(parser)


def _desktop(arguments: argparse.Namespace) -> int:
    from simfinder.app.maintenance import desktop_menu

    paths = desktop_menu.install() if arguments.install else desktop_menu.remove()
    if arguments.verbose:
        out("".join(f"{visible(str(path))}\n" for path in paths))
    if not arguments.quiet:
        say(f"{len(paths)} files were {'written' if arguments.install else 'removed'}")
    return 0


def _add_kernels(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="what", metavar="build", required=True)
    build = verbs.add_parser(
        "build", help="compile all kernels into a folder, for a package", allow_abbrev=False
    )
    build.add_argument(
        "--target",
        choices=("generic", "native"),
        default="generic",
        help="'generic' runs on every processor of this kind; 'native' is faster, and runs on those that have all"
        " features of this one (default %(default)s)",
    )
    build.add_argument("folder", metavar="FOLDER", help="empty, or made if missing")
    add_talk_options(build)


def _kernels(arguments: argparse.Namespace) -> int:
    from simfinder.app.maintenance.build_kernels import build

    if not arguments.quiet:
        say("compiling; this takes a minute or two")
    folder = Path(arguments.folder)
    count = watch(lambda control: build(arguments.target, folder, control), quiet=arguments.quiet)
    if not arguments.quiet:
        say(f"{count} kernels were written to {visible(str(folder))}")
    return 0


def _add_doctor(parser: argparse.ArgumentParser) -> None:
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


DESKTOP = Command(_add_desktop, _desktop)
KERNELS = Command(_add_kernels, _kernels)
DOCTOR = Command(_add_doctor, _doctor)
