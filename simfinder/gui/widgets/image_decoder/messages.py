"""Say in plain words what a picture is, or why there is none."""

from __future__ import annotations

import os

from PySide6.QtCore import QCoreApplication

from simfinder.gui.widgets.image_decoder.client import Picture
from simfinder.gui.widgets.image_decoder.protocol import Mark, Trouble
from simfinder.gui.wording.formatting import count_text, counted

_SUFFIXES = {
    "jpeg": ("jpg", "jpeg", "jpe", "jfif"),
    "tiff": ("tif", "tiff"),
    "svg": ("svg", "svgz"),
    "ppm": ("ppm", "pnm", "pgm", "pbm"),
    "pgm": ("pgm", "pnm", "ppm"),
    "pbm": ("pbm", "pnm", "ppm"),
    "ico": ("ico", "cur"),
    "cur": ("ico", "cur"),
}
_PICTURES = frozenset("png jpg jpeg jpe gif bmp tif tiff webp ico svg ppm".split())  # noqa: SIM905 - a list of words


def size_of_picture(picture: Picture) -> str:
    """Return the width and height; "" where they are not known."""
    head = picture.head
    if not head.full_width or not head.full_height:
        return ""
    return f"{count_text(head.full_width)} × {count_text(head.full_height)}"


def trouble_text(picture: Picture) -> str:
    """Say in a sentence why there is no picture."""
    say = QCoreApplication.translate
    match picture.head.trouble:
        case Trouble.TOO_LARGE:
            size = size_of_picture(picture)
            if size:
                text = say("Picture", "This picture has %1 pixels: too many to be drawn here.")
                return text.replace("%1", size)
            return say("Picture", "This picture is too large to be drawn here.")
        case Trouble.DAMAGED:
            return say("Picture", "This picture is damaged or cut off and can’t be drawn.")
        case Trouble.TOO_SLOW:
            return say("Picture", "Drawing this picture takes too long.")
        case Trouble.DIED:
            return say("Picture", "This picture can’t be drawn: what draws it broke down over it.")
        case Trouble.UNREADABLE:
            reason = os.strerror(picture.head.number)
            return say("Picture", "This picture can’t be read: %1").replace("%1", reason)
    return say("Picture", "This is no picture that can be drawn.")


def remarks(picture: Picture, path: str) -> list[str]:
    """Return remarks on a picture that is drawn."""
    say, head = QCoreApplication.translate, picture.head
    told = []
    suffix = os.path.splitext(path)[1].lstrip(".").lower()
    if head.form and suffix in _PICTURES and suffix not in _SUFFIXES.get(head.form, (head.form,)):
        text = say("Picture", "in truth %1, not %2")
        told.append(text.replace("%1", head.form.upper()).replace("%2", suffix.upper()))
    if picture.is_marked(Mark.PARTIAL):
        told.append(say("Picture", "damaged: what could be read is shown"))
    if picture.is_marked(Mark.PAGES):
        told.append(counted(head.frames, say("Picture", "%n page"), say("Picture", "the first of %n pages")))
    elif picture.is_marked(Mark.MOVING):
        told.append(
            counted(
                head.frames,
                say("Picture", "%n moving picture"),
                say("Picture", "the first of %n moving pictures"),
            )
        )
    if picture.is_marked(Mark.PREVIEW):
        told.append(say("Picture", "camera’s preview"))
    if picture.is_marked(Mark.DEEP):
        told.append(say("Picture", "16 bits a colour"))
    if picture.is_marked(Mark.CMYK):
        told.append(say("Picture", "colours for print (CMYK)"))
    if picture.is_marked(Mark.TURNED):
        told.append(say("Picture", "turned as the camera says"))
    if picture.is_marked(Mark.BARRED):
        told.append(say("Picture", "what lies outside of the file is left out"))
    return told
