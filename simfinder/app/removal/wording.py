"""Say what a plan does and how much it frees, promising no more than is true."""

from __future__ import annotations

from simfinder.model.removal_plan import ActKind, ActRecord, ActState, Plan
from simfinder.text.number_formats import counted, size_text


def done_to(plan: Plan) -> str:
    """Say what is done to the files, to follow "would be": ``moved to the Trash``."""
    match plan.kind:
        case ActKind.TRASH:
            return "moved to the Trash"
        case ActKind.MOVE:
            return f"moved to {plan.target}"
        case ActKind.COPY:
            return f"copied to {plan.target}"
        case ActKind.DELETE:
            return "deleted for good"
        case ActKind.HARDLINK:
            return "replaced by hard links to the files that stay"
        case ActKind.SYMLINK:
            return "replaced by symbolic links to the files that stay"
        case ActKind.REFLINK:
            return "replaced by clones that share their blocks with the files that stay"
        case ActKind.MERGE | ActKind.UNLINK | ActKind.RMDIR:
            raise ValueError(f"no plan is of {plan.kind} alone")


def counted_acts(plan: Plan) -> str:
    """Count what a plan acts on: ``12 files``, ``12 files, 1 link and 3 folders``."""
    steps = list(plan.acts.steps())
    links, folders = steps.count(ActKind.UNLINK), steps.count(ActKind.RMDIR)
    words = [counted(len(steps) - links - folders, "file", "files")]
    words += [counted(links, "link", "links")] if links else []
    words += [counted(folders, "folder", "folders")] if folders else []
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def freed(plan: Plan) -> str:
    """Say how much space is free afterwards, and when."""
    size = size_text(plan.bytes_freed)
    if plan.kind is ActKind.COPY:
        return "nothing is freed: the files stay where they are"
    if not plan.bytes_freed:
        if plan.kind is ActKind.MOVE:
            return "nothing is freed: they stay on the same disk"
        return "nothing is freed"
    match plan.kind:
        case ActKind.TRASH:
            return f"{size} will be free once the Trash is emptied"
        case ActKind.MOVE:
            return f"{size} will be free on the disk they come from"
        case ActKind.REFLINK:
            return f"up to {size} will be free: what the files do not share already"
        case _:
            return f"{size} will be free"


def reason_of(act: ActRecord) -> str:
    """Say why an act did not go as planned; "" where it did."""
    if act.state is ActState.STARTED:
        return f"what became of it can't be told: {act.reason}; each start looks again"
    return act.reason
