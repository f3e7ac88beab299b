"""Sets of talks, photographs and scans: most bytes are shared or alike, what people see is not."""

from __future__ import annotations

from datetime import timedelta

from tests.helpers.homes import documents
from tests.helpers.homes.builder import Folder, register
from tests.helpers.homes.documents import Slide
from tests.helpers.homes.words import Writer


def slides(author: Writer, count: int) -> list[Slide]:
    """Pages of a talk."""
    return [Slide(author.title(), [author.sentence() for _ in range(4)]) for _ in range(count)]


def write_talks(folder: Folder, language: str, pattern: str, count: int) -> None:
    """Talks on one background with one line at the foot; other words on every page."""
    writer = folder.writer(language)
    background, foot = documents.logo(folder.random, 480, 360), f"{writer.firm()} · {writer.address()[1]}"
    for number in range(1, count + 1):
        author, when = folder.writer(language), folder.later(25)
        data = documents.pptx(slides(author, 9), background, foot, when)
        folder.add(f"{pattern.format(number=number, title=author.title(), when=when)}.pptx", data, when=when)


@register(trap=True)
def talks(folder: Folder) -> None:
    """Eight talks on one background, and a course of lectures numbered in order."""
    write_talks(folder, "en", "{title}", 8)
    write_talks(folder, "en", "lectures/lecture {number:02d}", 7)


def write_burst(folder: Folder, pattern: str, count: int, seconds: float = 0.6) -> None:
    """Shots of one scene within a few seconds: all of them are looked through and chosen from by people."""
    image, when = documents.scene(folder.random), folder.later()
    folder.related = pattern
    for number in range(count):
        data = documents.jpeg(image, folder.random, 6)
        folder.add(pattern.format(number=number), data, when=when + timedelta(seconds=seconds * number))
    folder.related = ""


@register(trap=True)
def bursts(folder: Folder) -> None:
    """Bursts of a camera and a telephone, and single pictures."""
    for burst in range(4):
        first = 1000 + burst * 40
        write_burst(folder, f"DCIM/IMG_{first // 10}{{number}}.JPG", 6)
    write_burst(folder, "phone/IMG_20240309_14223{number}.jpg", 7)
    for number in range(8):
        folder.add(
            f"DCIM/IMG_{2000 + number * 7}.JPG", documents.jpeg(documents.scene(folder.random), folder.random)
        )


def write_scans(folder: Folder, language: str, pattern: str, suffix: str, count: int = 10) -> None:
    """A printed form filled in by hand and scanned."""
    writer = folder.writer(language)
    printed = [(40, 60 + 45 * number, writer.title()) for number in range(16)]
    boxes = [(300, 50 + 45 * number, 590, 85 + 45 * number) for number in range(16)]
    for number in range(1, count + 1):
        author, when = folder.writer(language), folder.later(2)
        answers = [(310, 62 + 45 * row, author.title()[:40]) for row in range(16)]
        image = documents.page([*printed, *answers], boxes)
        data = documents.jpeg(image, folder.random, 4, 80, 0.04)
        if suffix == "pdf":
            data = documents.picture_pdf(data)
        folder.add(f"{pattern.format(number=number, when=when)}.{suffix}", data, when=when)


@register(trap=True)
def scans(folder: Folder) -> None:
    """Scans of one form as pictures and as PDF without words."""
    write_scans(folder, "en", "scan{number:04d}", "jpg")
    write_scans(folder, "en", "pdf/Scan {when:%Y-%m-%d %H%M%S}", "pdf", 8)
