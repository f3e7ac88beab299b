"""Format clusters and acts as lines of text for people."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from simfinder.app.removal import wording
from simfinder.cli.look import PLAIN, Look, Style
from simfinder.cli.terminal import visible
from simfinder.model.clusters import Cluster, Member, Relation
from simfinder.model.removal_plan import ActRecord, ActState, BatchReport, Plan
from simfinder.text.number_formats import counted, percent_text, size_text

if TYPE_CHECKING:
    from simfinder.app.reports.contained_groups import ContainedGroup

_SHOWN = 3  # files of a group that are inside others
_WORDS = {
    Relation.KEPT: "keep",
    Relation.IDENTICAL: "identical",
    Relation.OLDER: "older",
    Relation.NEWER: "newer",
    Relation.SIMILAR: "similar",
    Relation.OTHER_FORMAT: "format",
    Relation.SIBLING: "form",
    Relation.SMALLER_COPY: "smaller",
    Relation.RECOMPRESSED: "resaved",
}

_STYLES = {
    "keep": Style.BOLD,
    "protected": Style.BOLD,
    "identical": Style.GREEN,
    "older": Style.YELLOW,
    "newer": Style.CYAN,
}


def cluster_lines(cluster: Cluster, look: Look = PLAIN) -> str:
    """Format a cluster as a headline and a line per file."""
    name = look.paint(visible(os.path.basename(cluster.kept.file.path)), Style.BOLD)
    lines = [
        f"{name}  {counted(len(cluster.members), 'file', 'files')}, {size_text(cluster.bytes_freed)} to free"
    ]
    lines += [_member_line(member, look) for member in cluster.members]
    return "\n".join(lines) + "\n\n"


def _member_line(member: Member, look: Look) -> str:
    word = "protected" if member.file.protected else _WORDS[member.relation]
    if member.relation is Relation.KEPT:
        word = "keep"
    share = "" if member.relation is Relation.KEPT else percent_text(member.similarity)
    when = date_text(member.file.mtime_ns)
    word = look.paint(f"{word:<9}", *([_STYLES[word]] if word in _STYLES else []))
    return f"  {share:>6}  {word}  {when}  {size_text(member.file.size):>7}  {look.path(member.file.path)}"


def contained_lines(group: ContainedGroup, look: Look = PLAIN) -> str:
    """Format a group of files that are inside others as a headline and a line for each of the first few."""
    name = look.paint(visible(os.path.basename(group.path)), Style.BOLD)
    lines = [f"{name}  {visible(group.summary)}", f"  {look.path(group.path)}"]
    word = "contains it" if group.by_part else "inside"
    lines += [
        f"  {percent_text(share):>6}  {word}  {look.path(path)}" for path, share in group.others[:_SHOWN]
    ]
    if rest := len(group.others) - _SHOWN:
        lines += [f"  {'':>6}  and {rest:,} more"] if rest > 0 else []
    return "\n".join(lines) + "\n\n"


def date_text(time_ns: int, *, clock: bool = False) -> str:
    """Format a file's time in local time, ``2026-11-03`` (``2026-11-03 14:05``)."""
    try:
        moment = dt.datetime.fromtimestamp(time_ns / 1e9).astimezone()
    except (OverflowError, OSError, ValueError):  # times outside the calendar
        return "?" * 10
    return moment.strftime("%Y-%m-%d %H:%M" if clock else "%Y-%m-%d")


def plan_lines(plan: Plan, look: Look = PLAIN) -> Iterator[str]:
    """Yield every act of a plan with its warnings, least similar first, and the total; line by line."""
    for act in plan.acts:
        where = f"  to {visible(act.to)}" if act.to else ""
        # 100 % is only shown if the same bytes are kept, whatever a plan from outside claims
        share = percent_text(1.0 if act.identical else min(act.similarity, 0.999))
        if act.step is not None:
            share = str(act.step)
        yield f"{share:>6}  {look.path(act.file.path)}{where}  ({look.sentence(act.why)})\n"
        for warning in act.warnings:
            yield f"        {look.paint(f'! {visible(warning)}', Style.YELLOW)}\n"
    for file, reason in plan.refused:
        yield f"  {look.paint('left', Style.FAINT)}   {look.path(file.path)}  ({look.sentence(reason)})\n"
    for warning in plan.warnings:
        yield f"{look.paint('warning:', Style.YELLOW)} {visible(warning)}\n"
    files = f"{wording.counted_acts(plan)}, {size_text(plan.bytes_handled)}"
    end = f"{files}, would be {visible(wording.done_to(plan))}"
    yield f"{end}; {wording.freed(plan)}\n" if plan.acts else f"{end}\n"


def act_line(act: ActRecord) -> str:
    """Format one act of the journal."""
    where = f"  → {visible(act.to)}" if act.to else ""
    said = wording.reason_of(act)
    reason = f"  ({visible(said)})" if said else ""
    return f"{_word(act.state):<7}  {act.act:<8}  {visible(act.path)}{where}{reason}\n"


def batch_line(report: BatchReport) -> str:
    """Format one batch of the history."""
    counts: dict[str, int] = {}
    for act in report.acts:
        word = _word(act.state)
        counts[word] = counts.get(word, 0) + 1
    states = ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))
    kind = report.acts[0].act if report.acts else ""
    when = date_text(report.created_ns, clock=True)
    return f"{report.batch:>5}  {when}  {kind:<8}  {states}  {size_text(report.bytes_freed)} freed\n"


def _word(state: ActState) -> str:
    return "unknown" if state is ActState.STARTED else str(state)
