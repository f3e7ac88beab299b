"""Mail: a text as a message, attachments, messages in messages, mailboxes; and pictures inside pages."""

from __future__ import annotations

import base64
import json
import mailbox
import tempfile
import textwrap
from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from pathlib import Path

from tests.helpers.homes import documents
from tests.helpers.homes.words import Writer

from .builder import Folder, register
from .texts import written
from .truth import Relation


def _message(subject: str, number: int) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"] = "Ada Berger <ada@mail.test>"
    message["To"] = "Ben Clark <ben@mail.test>"
    message["Subject"] = subject
    message["Date"] = f"Mon, {8 + number % 20:02} Jan 2024 09:12:31 +0000"
    message["Message-ID"] = f"<{number}.{len(subject)}@mail.test>"
    return message


@register()
def mails(folder: Folder) -> None:
    """A text as the body of messages, and files as attachments, also of a forwarded message and in a mailbox."""
    for number in range(6):
        text = replace(
            written(folder.random, ("en", "de", "fr")[number % 3], 10 + 5 * number), head=(), foot=""
        )
        name = f"mail{number}"
        plain = documents.plain(text).decode()
        body = [
            folder.put(f"{name}.txt", plain.encode(), name),
            folder.put(f"{name}.docx", documents.docx(text), name),
        ]
        wrapped = "\n\n".join(textwrap.fill(one, 72) for one in plain.split("\n\n"))
        quoted, both = _message(text.title, number), _message(text.title, number)
        quoted.set_content(wrapped, cte="quoted-printable")
        both.set_content(wrapped, cte="base64")
        both.add_alternative(documents.html(text).decode(), subtype="html", cte="quoted-printable")
        messages = [
            folder.put(f"{name}-plain.eml", bytes(quoted), name),
            folder.put(f"{name}-html.eml", bytes(both), name),
        ]
        folder.all_pairs([*body, *messages], "a text and a mail of it")
    for number in range(8):
        name = f"sent{number}"
        data, suffix = _attachment(folder, number)
        loose = folder.put(f"attached/{name}.{suffix}", data, f"file{number}")
        letter = _message(f"The {suffix} you asked for", 20 + number)
        letter.set_content(f"Please find {name} attached.\n{_words(folder, 4)}\nAda\n")
        letter.add_attachment(
            data, maintype="application", subtype="octet-stream", filename=f"{name}.{suffix}"
        )
        around = _message("Fwd: see below", 40 + number)
        around.set_content(f"For your files.\n{_words(folder, 3)}\n")
        around.add_attachment(letter)
        mails = [
            folder.put(f"{name}.eml", bytes(letter), f"file{number}"),
            folder.put(f"{name}-forwarded.eml", bytes(around), f"file{number}"),
            folder.put(
                f"{name}.mbox", _mailbox([_filler(folder, 5), letter, _filler(folder, 7)]), f"file{number}"
            ),
        ]
        folder.between(mails, [loose], "a mail and its attachment", Relation.CONTAINS)


def _words(folder: Folder, sentences: int) -> str:
    return textwrap.fill(Writer(folder.random, "en").paragraph(sentences), 72)


def _filler(folder: Folder, number: int) -> EmailMessage:
    message = _message("Notes", number)
    message.set_content("\n".join(written(folder.random, "en", 3).paragraphs))
    return message


def _attachment(folder: Folder, number: int) -> tuple[bytes, str]:
    text = written(folder.random, "en", 20)
    if number % 4 == 0:
        return documents.docx(text), "docx"
    if number % 4 == 1:
        return documents.pdf(text), "pdf"
    if number % 4 == 2:
        return documents.logo(folder.random), "png"
    return documents.plain(text), "txt"


def _mailbox(messages: list[EmailMessage]) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "box")
        box = mailbox.mbox(path)
        for message in messages:
            box.add(bytes(message).replace(b"\r\n", b"\n"))
        box.close()
        return path.read_bytes()


@register()
def data_uris(folder: Folder) -> None:
    """Pictures written into pages, style sheets, drawings and notebooks."""
    for number in range(5):
        scene = documents.scene(folder.random, 320, 210)
        data = documents.jpeg(scene, folder.random) if number % 2 else documents.logo(folder.random, 180, 65)
        suffix, kind = ("jpg", "image/jpeg") if number % 2 else ("png", "image/png")
        name = f"picture{number}"
        loose = folder.put(f"{name}.{suffix}", data, name)
        coded = base64.b64encode(data).decode()
        uri = f"data:{kind};base64,{coded}"
        words = written(folder.random, "en", 6)
        page = documents.html(words).replace(b"<h1>", f'<img alt="" src="{uri}">\n<h1>'.encode())
        sheet = "".join(
            f".{word.lower()} {{ margin: {len(word)}px; }}\n"
            for word in words.paragraphs[0].split()
            if word.isalpha()
        )
        wholes = {
            "html": page,
            "css": f'{sheet}.logo {{ background: url("{uri}") no-repeat; }}\n{sheet}'.encode(),
            "svg": f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="320"'
            f' height="210"><text>{escape(words.title)}</text><image xlink:href="{uri}"/></svg>\n'.encode(),
            "ipynb": _notebook(words.paragraphs, coded, kind),
        }
        made = [folder.put(f"{name}-in.{suffix}", whole, name) for suffix, whole in wholes.items()]
        folder.between(made, [loose], "a picture as data URI", Relation.CONTAINS)


def _notebook(paragraphs: object, coded: str, kind: str) -> bytes:
    lines = "\n".join(coded[begin : begin + 76] for begin in range(0, len(coded), 76)) + "\n"
    cells = [{"cell_type": "markdown", "metadata": {}, "source": [one]} for one in paragraphs]  # type: ignore[attr-defined]
    output = {
        "output_type": "display_data",
        "metadata": {},
        "data": {kind: lines, "text/plain": ["<Figure>"]},
    }
    cells.append(
        {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [output], "source": ["plot()"]}
    )
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1).encode()
