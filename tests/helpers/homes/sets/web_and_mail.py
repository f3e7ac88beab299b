"""Sets of web pages and mails: sites, themes, newsletters, reminders, threads; pages and drafts in versions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from email.message import EmailMessage
from html import escape

from tests.helpers.homes import documents, edits
from tests.helpers.homes.builder import Folder, register
from tests.helpers.homes.documents import Text
from tests.helpers.homes.words import Writer

from .versions import named, text_chain, title, write_chain


def write_mail(
    author: Writer, sender: str, subject: str, paragraphs: Sequence[str], when: datetime
) -> EmailMessage:
    """A mail to the owner of the folder, with what servers add on its way.

    Args:
        author: its number is theirs.
        sender: a person or a firm.
        subject: of the mail.
        paragraphs: of its text.
        when: it was sent.
    """
    message = EmailMessage()
    message["Received"] = (
        f"from mail.example.org by mx.example.net with ESMTPS id {author.random.getrandbits(64):x}"
    )
    message["Subject"] = subject
    message["From"] = f"{sender} <post@example.org>"
    message["To"] = "me@example.net"
    message["Date"] = f"{when:%a, %d %b %Y %H:%M:%S} +0000"
    message["Message-ID"] = f"<{author.random.getrandbits(64):x}@example.org>"
    message.set_content("\n\n".join(paragraphs) + "\n", cte="quoted-printable")
    return message


@register(trap=True)
def site(folder: Folder) -> None:
    """Sixteen pages of one site: menu, sidebar and imprint are about half of the words."""
    writer = folder.writer()
    menu = [writer.title() for _ in range(14)]
    frame = [*writer.paragraphs(2), writer.firm(), *writer.address()]
    for _ in range(16):
        author = folder.writer()
        page = Text(author.title(), [*author.paragraphs(3), *frame], menu, writer.firm())
        folder.add(f"{title(folder, author)}.html", documents.html(page))


@register(trap=True)
def themes(folder: Folder) -> None:
    """Pages beside their printed form and another theme: the same words in another make-up."""
    for _ in range(4):
        author = folder.writer()
        page = documents.html(Text(author.title(), author.paragraphs(6))).decode()
        printed = re.sub(
            r"<style>.*?</style>", "<link rel='stylesheet' href='print.css'>", page, flags=re.DOTALL
        )
        wide = page.replace("<p>", "<div class='column wide'><p class='text'>").replace("</p>", "</p></div>")
        stem = folder.fresh(lambda one=author: one.identifier(1))
        folder.related = stem
        for place, data in (
            (stem, page),
            (f"{folder.writer().identifier(1)}_print", printed),
            ("dark", wide),
        ):
            folder.add(f"{stem}/{place}.html", data)
    folder.related = ""


@register(trap=True)
def newsletters(folder: Folder) -> None:
    """Newsletters of one shop as text and page: greeting, terms and imprint are the same each week."""
    writer = folder.writer()
    shop, terms = writer.firm(), [*writer.paragraphs(3), *writer.address()]
    for _ in range(14):
        author, when = folder.writer(), folder.later(7)
        news = [f"Dear {writer.person()},", *author.paragraphs(2), *terms]
        message = write_mail(author, shop, author.title(), news, when)
        page = documents.html(Text(author.title(), news, [shop])).decode()
        message.add_alternative(page, subtype="html", cte="quoted-printable")
        folder.add(f"{title(folder, author)}.eml", message.as_bytes(), when=when)


@register(trap=True)
def reminders(folder: Folder) -> None:
    """The same reminder month after month, saved under the number a program gave it, or under day and subject."""
    for naming in ("{number:010x}", "{when:%Y-%m-%d} {subject}", "{subject} - {when:%Y%m%d-%H%M}"):
        writer = folder.writer()
        text, subject = writer.paragraphs(4), title(folder, writer)
        folder.related = subject
        for _ in range(8):
            when = folder.later(30)
            message = write_mail(folder.writer(), writer.person(), subject, text, when)
            name = naming.format(number=folder.random.getrandbits(40), when=when, subject=subject)
            folder.add(f"{name}.eml", message.as_bytes(), when=when)
    folder.related = ""


@register(trap=True)
def threads(folder: Folder) -> None:
    """Two persons answer one another, each answer quotes all before it; saved by subject, or counted by a program."""
    for counted in (False, True, False, True):
        one, other = folder.writer(), folder.writer()
        names, subject = (one.person(), other.person()), title(folder, one)
        folder.related, said = subject, []
        for number in range(5):
            author, when = (one, other)[number % 2], folder.later(1)
            said = [author.paragraph(5), names[number % 2], *said]
            message = write_mail(author, names[number % 2], f"{'Re: ' * bool(number)}{subject}", said, when)
            name = (
                f"{subject} ({number})"
                if counted and number
                else f"{'Re_ ' * number * (not counted)}{subject}"
            )
            folder.add(f"{name}.eml", message.as_bytes(), when=when)
            said = [f"On {author.day(when)} {names[number % 2]} wrote:", *said]
    folder.related = ""


def redressed(page: bytes, color: str) -> bytes:
    """The same page as another program saves it: other tags and styles, other ends of lines, entities."""
    head, body = page.decode().split("<body>")
    body = re.sub(
        r"<p>(.*?)</p>", rf"<p class='{color}'><span lang='en'>\1</span></p>", body, flags=re.DOTALL
    )
    body = body.replace("'>", "' >").replace("é", "&eacute;").replace("ü", "&uuml;")
    generator = f"<meta name='generator' content='{escape(color)} 4.2'>\n"
    return f"{head.replace('<title>', generator + '<title>')}<body bgcolor='{color}'>{body}".replace(
        "\n", "\r\n"
    ).encode()


@register()
def page_versions(folder: Folder) -> None:
    """Pages that were changed over the months, every other version saved by another program."""
    for naming in ("numbered", "plain newest", "downloads", "dated"):
        author = folder.writer()
        menu = [author.title() for _ in range(6)]
        chain = [replace(one, head=menu) for one in text_chain(folder, author, 9, 4)]
        pages = [documents.html(one) for one in chain]
        pages = [redressed(page, "silver") if number % 2 else page for number, page in enumerate(pages)]
        write_chain(folder, title(folder, author), pages, "html", naming, days=20)


@register()
def mail_drafts(folder: Folder) -> None:
    """Mails kept in drafts: each is saved with the hour it was saved at, in turns in two encodings."""
    for naming in ("numbered", "final", "plain newest"):
        author = folder.writer()
        sender, subject, stem = author.person(), author.title(), title(folder, author)
        bodies = edits.chain(author.paragraphs(6), folder.random, author.sentence, author.word, 3)
        for number, body in enumerate(bodies):
            when = folder.later(2)
            message = write_mail(author, sender, subject, body, when)
            if number % 2:
                message.set_content("\n\n".join(body) + "\n", cte="base64")
            del message["Received"], message["Message-ID"]
            name = f"{named(naming, stem, number, len(bodies))}.eml"
            folder.add(name, message.as_bytes(), stem, number, when)
