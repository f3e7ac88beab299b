"""``plan`` and ``clean``: show what removing older versions and copies would do, and do it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from simfinder.cli.command import Command, say_problems
from simfinder.cli.options import act_wanted, add_rule_options, add_scan_options, check_folders, check_source
from simfinder.cli.terminal import out_lines, say, watch
from simfinder.text.number_formats import counted

if TYPE_CHECKING:
    from simfinder.actions.plan.json_file import StoredPlan
    from simfinder.app.session.session import Session
    from simfinder.model.file_record import Problem
    from simfinder.model.progress import Control
    from simfinder.model.removal_plan import ActKind, Plan


def _add_plan(parser: argparse.ArgumentParser) -> None:
    add_scan_options(parser, or_result=True)
    add_rule_options(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the plan as JSON, which 'apply' carries out")
    form.add_argument("--sh", action="store_true", help="the plan as a shell script, which keeps no journal")


def _add_clean(parser: argparse.ArgumentParser) -> None:
    add_scan_options(parser, or_result=True)
    add_rule_options(parser)
    parser.add_argument("--dry-run", action="store_true", help="only list what would be removed")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def _rules(arguments: argparse.Namespace) -> tuple[ActKind, str | None, str]:
    """Return the act that a command line asks for, its target folder, and the keep rules.

    Raises:
        UsageError: one of them is malformed, or a folder of a rule does not exist.
    """
    from simfinder.app.removal import saved_keep_rules

    check_source(arguments)
    keep = saved_keep_rules.resolve(arguments.keep)
    if arguments.result is None:
        check_folders(keep, arguments.folders)
    return *act_wanted(arguments), keep


def _planned(
    arguments: argparse.Namespace, rules: tuple[ActKind, str | None, str]
) -> tuple[StoredPlan, bool]:
    """Scan, mark and plan as a command line asks; also return whether there were problems."""
    from simfinder.actions.plan.json_file import StoredPlan
    from simfinder.app.clusters.cluster_table import LeftAlone
    from simfinder.cli.commands.run_session import run_session

    kind, target, keep = rules
    session, problems = run_session(arguments, keep)
    inside = arguments.inside_projects
    whole = _folders_planned(session, arguments) if arguments.whole_folders else None
    if whole is None:
        session.mark_rule(arguments.remove, inside_projects=inside)
        plan, left_out = _measured(session, kind, target, arguments)
        say_problems(left_out)
        problems = [*problems, *left_out]
    else:
        from simfinder.app.removal.remove_folders import with_folders

        plan = with_folders(session, whole, arguments.remove, target, inside_projects=inside)
    left = LeftAlone() if inside else session.clusters.left_in_projects(arguments.remove)
    if left.files and not arguments.quiet:
        files = counted(left.files, "file", "files")
        folders = counted(left.projects, "project folder", "project folders")
        say(f"left alone: {files} in {folders} (--inside-projects marks them too)")
    options = session.options
    stored = StoredPlan(
        plan,
        options.roots,
        options.protected,
        keep,
        arguments.remove,
        inside_projects=inside,
        left_alone=left.files,
    )
    return stored, bool(problems)


def _measured(
    session: Session, kind: ActKind, target: str | None, arguments: argparse.Namespace
) -> tuple[Plan, tuple[Problem, ...]]:
    """Plan the marks of a session, measured anew where that is not of this machine."""
    from simfinder.app.removal.measured_plan import planned
    from simfinder.cli.commands.run_session import while_compiling

    if session.proven:
        return session.plan(kind, target), ()
    return watch(
        while_compiling(lambda control: planned(session, kind, control, target)), quiet=arguments.quiet
    )


def _folders_planned(session: Session, arguments: argparse.Namespace) -> Plan:
    """Plan to remove the folders that are in another one as a whole."""
    from simfinder.app.folders.find_folders import find_folders
    from simfinder.app.removal.remove_folders import plan_whole_copies

    kind, target = act_wanted(arguments)
    inside, versions = arguments.inside_projects, arguments.remove in ("older", "all")

    def work(control: Control) -> tuple[Plan, int]:
        found = find_folders(session, control)
        return plan_whole_copies(
            session,
            found,
            kind,
            control,
            target,
            versions=versions,
            inside_projects=inside,
            keep_archives=arguments.keep_archives,
        )

    plan, left = watch(work, quiet=arguments.quiet)
    if left and not arguments.quiet:
        folders = counted(left, "folder", "folders")
        say(f"left alone: {folders} inside projects (--inside-projects removes them too)")
    return plan


def _plan(arguments: argparse.Namespace) -> int:
    from simfinder.actions.plan.shell_script import script
    from simfinder.app.removal import wording
    from simfinder.cli.commands.carry_out_plan import out_plan

    stored, problems = _planned(arguments, _rules(arguments))
    if arguments.sh:
        out_lines(script(stored, wording.done_to(stored.plan), wording.freed(stored.plan)))
    else:
        out_plan(stored, arguments)
    return int(problems)


def _clean(arguments: argparse.Namespace) -> int:
    from simfinder.cli.commands.carry_out_plan import act_out, needs_yes, out_plan

    rules = _rules(arguments)  # first: a person who mistyped one is told so, not asked for a yes
    if not arguments.dry_run:
        needs_yes(yes=arguments.yes, instead="--dry-run to see what it would do")
    stored, problems = _planned(arguments, rules)
    if arguments.dry_run or not stored.plan.acts:
        out_plan(stored, arguments)
        return int(problems)
    return act_out(stored.plan, stored.protected, arguments) or int(problems)


PLAN = Command(_add_plan, _plan)
CLEAN = Command(_add_clean, _clean)
