"""Folders for the stories: versions of one document in four formats, and an archive with copies outside."""

import os
import random
import shutil
from pathlib import Path

from tests.helpers.files import documents, office_files, pdf_files
from tests.helpers.files.trees import write

DAY = 86_400
START = 1_748_600_000


def versions_of_documents(root):
    """Three versions of a text as docx, odt, pdf and txt each, and a stranger of each: format → paths, oldest first."""
    rng = random.Random(5)
    made = {}
    for ending in ("docx", "odt", "pdf", "txt"):
        text = documents.report(rng, paragraphs=24).decode()
        made[ending] = []
        for number, name in enumerate(("offer v1", "offer v2", "offer final")):
            when = START + (7 * number + len(made)) * DAY
            made[ending].append(write(root, f"{ending}/{name}.{ending}", _as(ending, text), when))
            text = documents.revise_text(rng, text.encode()).decode()
        stranger = documents.report(rng, paragraphs=24).decode()
        write(root, f"{ending}/minutes.{ending}", _as(ending, stranger), START)
        os.chmod(made[ending][0], 0o640)
    return made


def _as(ending, text):
    paragraphs = [part for part in text.split("\n") if part.strip()]
    if ending == "docx":
        return office_files.docx(paragraphs)
    if ending == "odt":
        return office_files.odt(paragraphs)
    if ending == "pdf":
        lines = [line for part in paragraphs for line in _lines(part)]
        return pdf_files.pdf([pdf_files.Page(tuple(lines[at : at + 50])) for at in range(0, len(lines), 50)])
    return text.encode()


def _lines(text, width=90):
    line = ""
    for word in text.split():
        if len(line) + len(word) > width:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    yield line


def archive_with_copies(root):
    """An archive, and a desk with copies of half of it and older versions of the rest: two folders."""
    rng = random.Random(8)
    archive, desk = Path(root, "archive"), Path(root, "desk")
    for number in range(8):
        text = documents.report(rng, paragraphs=20)
        path = write(str(archive), f"{number // 4}/letter {number}.txt", text, START + number * DAY)
        if number % 2:
            desk.mkdir(exist_ok=True)
            shutil.copy2(path, desk / f"letter {number} (1).txt")
        else:
            older = documents.revise_text(rng, text)
            write(str(desk), f"letter {number} draft.txt", older, START - DAY)
    return str(archive), str(desk)


def copied_project(root, parts=12):
    """A project that was copied three times while somebody worked on it: the newest is ``webapp``, nothing is only in
    a copy. Gives the names of the copies.
    """
    rng = random.Random(26)
    app = Path(root, "webapp")
    for number in range(parts):
        text = documents.report(rng, paragraphs=12)
        write(str(app), f"{('src', 'docs', 'src/views')[number % 3]}/part {number}.txt", text, START)
    os.symlink("src", app / "code")
    copies = ("old/webapp.bak", "webapp - Copy (2)", "webapp - Copy")
    for step, name in enumerate(copies):
        shutil.copytree(app, Path(root, name), symlinks=True)
        for number in (0, step + 1):  # one file is edited each time, another one once
            folder = ("src", "docs", "src/views")[number % 3]
            path = app / folder / f"part {number}.txt"
            text = documents.revise_text(rng, path.read_bytes())
            write(str(app), f"{folder}/part {number}.txt", text, START + (step + 1) * DAY)
    write(root, "letters/letter.txt", documents.report(rng, paragraphs=12), START)
    return copies
