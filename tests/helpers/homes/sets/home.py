"""One home folder of some 1,700 files: the sets in the places where people have them, among ordinary files.

Documents, Downloads, Desktop, Pictures, Projects with repositories and what a package manager puts there, a Maildir,
and a Backup that holds copies of a share of all that, some of them older.
"""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random

from tests.helpers.homes import documents
from tests.helpers.homes.builder import KINDS, Corpus, Folder, Kind
from tests.helpers.homes.documents import WRITERS, Text

from .correspondence import slug
from .projects import web_project, write_tree
from .sources import joined, licence_text, module

_PLACES = {
    "archives": "Documents/Archive",
    "backups": "",
    "bursts": "Pictures",
    "builds": "Projects/packages",
    "contracts": "Documents/Contracts",
    "customers": "Documents/Customers",
    "downloads": "Downloads",
    "exports": "Downloads/exports",
    "forms": "Documents/Club/Forms",
    "generated": "Documents/Work/generated",
    "growing": "Documents/Private",
    "invoice_versions": "Documents/Company/Invoices 2024",
    "invoices": "Documents/Company/Invoices",
    "letter_drafts": "Desktop",
    "letters": "Documents/Letters",
    "licences": "Documents/Work/library",
    "logs": "Documents/Work/server",
    "mail_merge": "Documents/Club",
    "minutes": "Documents/Club/Minutes",
    "mixed_letters": "Documents/Company/Letters",
    "monthly_sheets": "Documents/Company/Sheets",
    "notes": "Documents/Company/Calls",
    "offers": "Documents/Company/Offers",
    "old_revisions": "Documents/Texts",
    "project_copies": "Projects",
    "refetched": "Downloads/reading",
    "release_folders": "Downloads/unpacked",
    "report_versions": "Documents/Reports",
    "reports": "Documents/Inspections",
    "resaved": "Documents/Shared",
    "scans": "Documents/Scans",
    "script_versions": "bin",
    "sheet_versions": "Documents/Company/Lists",
    "sister_projects": "Projects/customers",
    "talk_versions": "Documents/Talks/Drafts",
    "talks": "Documents/Talks",
    "templates": "Documents/Templates",
    "thesis": "Documents/University",
    "translations": "Documents/Work/translations",
    "yearly": "Documents/Years",
    "belege": "Downloads",
    "fotos": "Bilder",
    "paquets": "Downloads/entpackt",
    "sicherungen": "",
    "nachgeladen": "Downloads/Texte",
    "lizenzkopf": "src",
}
"""Where a set lies; others lie in Documents under their own name."""

_COPIED = 0.12  # share of all files outside projects that a backup holds


def build(corpus: Corpus, held_back: bool = False) -> None:
    """Write a home with the open sets, or with those held back."""
    for kind in KINDS.values():
        if kind.held_back == held_back:
            corpus.build(kind, _PLACES.get(kind.name, f"Documents/{kind.name}"))
    language = "de" if held_back else "en"
    for kind in (
        Kind("ordinary", lambda folder: ordinary(folder, language), True, held_back),
        Kind("maildir", lambda folder: maildir(folder, language), True, held_back),
        Kind("checkouts", checkouts, True, held_back),
    ):
        corpus.build(kind, "")
    back_up(corpus)


def ordinary(folder: Folder, language: str) -> None:
    """Files of which there is one each: texts, books, pictures, sheets, pages saved from the web."""
    for number in range(110):
        author = folder.writer(language)
        suffix = ("txt", "docx", "pdf", "odt", "html", "md")[number % 6]
        place = ("Documents", "Documents/Private", "Downloads", "Desktop", "Documents/Texts")[number % 5]
        text = Text(author.title(), author.paragraphs(folder.random.randint(2, 14)))
        folder.add(f"{place}/{slug(author.title())} {number}.{suffix}", WRITERS[suffix](text))
    for number in range(50):
        scene = documents.scene(folder.random, 480, 320)
        folder.add(f"Pictures/2023/IMG_{7000 + number * 3}.jpg", documents.jpeg(scene, folder.random))
    for number in range(25):
        author = folder.writer(language)
        rows = [
            [author.item(), author.amount(), author.person()] for _ in range(folder.random.randint(9, 60))
        ]
        folder.add(f"Documents/Private/{author.word()} {number}.xlsx", documents.xlsx({"Sheet1": rows}))
    for number in range(20):
        folder.add(
            f"Music/{number:02d} {folder.writer(language).title()}.mp3",
            b"ID3" + folder.random.randbytes(30_000),
        )


def maildir(folder: Folder, language: str) -> None:
    """A Maildir: answers quote what they answer, newsletters share their frame; nobody cleans it file by file."""
    folder.project = "Mail"
    quoted: list[str] = []
    when = folder.later()
    for number in range(90):
        author = folder.writer(language)
        when += timedelta(hours=7)
        body = author.paragraphs(3)
        text = [*body, *(f"> {line}" for line in quoted)]
        quoted = [*body, *quoted][:9] if number % 5 else []
        head = (
            f"From: {author.person()} <{author.identifier(1)}@example.org>\nTo: me@example.net\n"
            f"Subject: {author.title()}\nDate: {when:%a, %d %b %Y %H:%M:%S} +0000\nMIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=utf-8\n\n"
        )
        place = "Mail/cur" if number % 3 else "Mail/Archive/cur"
        name = f"{int(when.timestamp())}.M{number}P77.host:2,S"
        folder.add(f"{place}/{name}", head + "\n\n".join(text) + "\n", when=when)
    for place in ("Mail/new", "Mail/tmp"):
        folder.add(f"{place}/.keep", "")
    folder.project = ""


def checkouts(folder: Folder) -> None:
    """A checkout with the packages of its package manager, and a second clone of another one."""
    author = folder.writer()
    tree = web_project(author, 6)
    write_tree(folder, "Projects/shop", tree, "shop", {}, folder.later())
    folder.project = "Projects/shop"
    licence = "\n".join(licence_text(author, 18)) + "\n"
    for _ in range(14):
        package = author.identifier()
        place = f"Projects/shop/node_modules/{package}"
        settings = {
            "name": package,
            "version": "1.0.2",
            "main": "index.js",
            "license": "MIT",
            "author": author.person(),
        }
        folder.add(f"{place}/package.json", json.dumps(settings, indent=2) + "\n", f"{package}/package.json")
        folder.add(f"{place}/LICENSE", licence, "MIT")
        for part in range(4):
            folder.add(f"{place}/lib/part{part}.js", joined(module(author, 3)), f"{package}/{part}")
    folder.project = ""
    tree = web_project(folder.writer(), 7)
    for place in ("Projects/parser", "Projects/parser-clone", "Desktop/parser"):
        write_tree(folder, place, tree, "parser", {}, folder.later())


def back_up(corpus: Corpus) -> None:
    """Copies of a share of the files outside projects, in a backup with the same folders and times."""
    random = Random(corpus.seed)
    for row in sorted(corpus.rows):
        if row.project or row.path.startswith(("Backup", "Sicherung")) or random.random() > _COPIED:
            continue
        corpus.copy(row, f"Backup/2024-06-30/{row.path}")
