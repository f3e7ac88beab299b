"""One plain sentence that says how two files differ, from what their comparison counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simfinder.gui.widgets.image_decoder.messages import size_of_picture
from simfinder.gui.widgets.image_decoder.protocol import Mark
from simfinder.gui.wording.formatting import count_text, counted, member_name, percent_text, shared_text

if TYPE_CHECKING:
    from simfinder.app.compare.change_count import ChangeCount
    from simfinder.app.compare.compare_files import Comparison
    from simfinder.gui.controllers.details_loader import Details


def _tr(text: str) -> str:
    return QCoreApplication.translate("Answer", text)


_NEAR_SHARE = 0.005
"""A figure this far from what either file has of the other one is still the same to people."""


def answer_text(details: Details) -> str:
    """Say how the file of the details differs from the one it is compared with; "" where nothing is known of that."""
    facts, comparison = details.facts, details.comparison
    if facts is not None and facts.identical:
        return _tr("Identical: every byte is the same.")
    if details.how_alike:
        return details.how_alike
    if comparison is not None and (text := _compared(details, comparison)):
        return text
    return shares_text(details)


def shares_text(details: Details) -> str:
    """Say how much of either file is in the other one; "" where that is not known, or the two are identical."""
    facts, matched = details.facts, details.matched
    if facts is not None and facts.identical:
        return ""
    if matched is not None and matched.left_share == matched.right_share == 1:
        return _tr("What was compared is the same in both; some of their bytes differ.")
    if matched is not None:
        text = _tr("%1 of this file is in the other one, and %2 of the other one is in this.")
        text = text.replace("%1", percent_text(matched.left_share)).replace(
            "%2", percent_text(matched.right_share)
        )
        low, high = sorted((matched.left_share, matched.right_share))
        if low - _NEAR_SHARE <= matched.similarity <= high + _NEAR_SHARE:
            return text
        said = _tr("Some of it is repeated; counted once, %1 is the same.")
        return f"{text} {said.replace('%1', percent_text(matched.similarity))}"
    if facts is not None and facts.similarity is not None:
        text = _tr("About %1 of their content is the same.")
        return text.replace("%1", shared_text(facts.similarity, estimated=False))
    return ""


def _compared(details: Details, comparison: Comparison) -> str:
    from simfinder.app.compare.change_count import change_count
    from simfinder.app.compare.compare_files import ComparisonKind

    if comparison.inside is not None:
        return (
            _tr("The other file is inside this one.")
            if comparison.inside.in_left
            else _tr("This file is inside the other one.")
        )
    if comparison.same_content:
        if comparison.is_prose:
            return _tr("The same words; only the file around them differs.")
        if comparison.members is not None:
            return _tr("The same files, packed differently.")
        return _tr("The same content; only the file around it differs.")
    if comparison.kind is ComparisonKind.IMAGE:
        return _pictures(details)
    count = change_count(comparison)
    if count is None:
        return ""
    share = None if comparison.counterpart else _measured(details)
    near = share is not None and share >= _NEARLY
    if share is not None and not _agree(count, share) and not (near and comparison.members is not None):
        return _tr("Nearly the same text; most lines or paragraphs differ a little.") if near else ""
    text = change_text(count)
    return _with_counterpart(comparison, text) if text and comparison.counterpart else text


_NEARLY = 0.9
_FAR = 0.35


def _measured(details: Details) -> float | None:
    if details.matched is not None:
        return details.matched.similarity
    facts = details.facts
    return None if facts is None or facts.estimated else facts.similarity


def _agree(count: ChangeCount, share: float) -> bool:
    """Return whether what was counted is near enough to what was measured to be said beside it.

    Lines and paragraphs may be long or short, and be broken at other places in the other text.
    """
    every = 2 * (count.same + count.changed) + count.left + count.right
    return abs(2 * count.same / max(1, every) - share) <= _FAR


def _with_counterpart(comparison: Comparison, text: str) -> str:
    """Say with what of the other file a file was compared."""
    names = comparison.left_within or comparison.right_within
    return _tr("Beside %1: %2").replace("%1", member_name(names[-1]), 1).replace("%2", text, 1)


def _pictures(details: Details) -> str:
    one, other = details.image, details.kept_image
    if not one.is_drawn or not other.is_drawn:
        return ""
    laid = None if details.facts is None else details.facts.laid
    if laid is not None and laid.boxes[0] != laid.boxes[1]:
        shares = [box.share for box in laid.boxes]
        text = _tr("It looks like a part of the other picture, %1 of it.")
        if shares[0] < shares[1]:
            text = _tr("The other picture looks like a part of this one, %1 of it.")
        return text.replace("%1", percent_text(min(shares)))
    if details.pixels is not None:
        differing = details.pixels
        if not differing.at_all:
            if one.is_marked(Mark.PREVIEW) or other.is_marked(Mark.PREVIEW):
                return _tr("The same picture by the camera’s preview.")
            return _tr("The same picture, saved differently.")
        share = percent_text(differing.visibly / differing.every)
        if differing.visibly < differing.at_all:
            return _tr("Two pictures of one size; %1 of their pixels differ visibly.").replace("%1", share)
        return _tr("Two pictures of one size; %1 of their pixels differ.").replace("%1", share)
    if details.rescaled:
        smaller = one.head.full_width < other.head.full_width
        text = (
            _tr("The same picture, smaller: %1 instead of %2.")
            if smaller
            else _tr("The same picture, larger: %1 instead of %2.")
        )
        text = text.replace("%1", size_of_picture(one)).replace("%2", size_of_picture(other))
        quality, its = (notes.get("quality", "") for notes in details.notes or ({}, {}))
        if quality and quality != its:
            saved = _tr("%1, saved at quality %2.").replace("%1", text.removesuffix("."), 1)
            return saved.replace("%2", quality)
        return text
    sizes = [size_of_picture(picture) for picture in (one, other)]
    if sizes[0] == sizes[1]:  # of two raw ones; what is drawn are their previews
        return ""
    text = _tr("This picture has %1 pixels, the other one %2.")
    return text.replace("%1", sizes[0]).replace("%2", sizes[1])


def change_text(count: ChangeCount) -> str:
    """Say what differs between two texts or archives; "" where they have nothing whole in common."""
    from simfinder.app.compare.change_count import Unit

    if not count.same:
        return ""
    if not (count.changed or count.left or count.right):
        return (
            _tr("The same files.")
            if count.unit is Unit.FILES
            else _tr("The same text; only spaces, empty lines or line ends differ.")
        )
    parts = [
        counted(number, one, many)
        for number, one, many in (
            (count.changed, _tr("%n changed"), _tr("%n changed")),
            (count.left, _tr("%n only here"), _tr("%n only here")),
            (count.right, _tr("%n only in the other one"), _tr("%n only in the other one")),
        )
        if number
    ]
    if count.same >= count.changed + max(count.left, count.right):
        text = {
            Unit.LINES: _tr("The same lines but for %1."),
            Unit.PARAGRAPHS: _tr("The same paragraphs but for %1."),
            Unit.FILES: _tr("The same files but for %1."),
        }[count.unit]
        return text.replace("%1", ", ".join(parts))
    text = {
        Unit.LINES: _tr("%1 of the %2 lines of this file are in the other one, too."),
        Unit.PARAGRAPHS: _tr("%1 of the %2 paragraphs of this file are in the other one, too."),
        Unit.FILES: _tr("%1 of the %2 files in this one are in the other one, too."),
    }[count.unit]
    every = count.same + count.changed + count.left
    return text.replace("%1", count_text(count.same)).replace("%2", count_text(every))
