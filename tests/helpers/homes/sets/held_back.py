"""Sets nobody tunes on: kinds of folders like the open ones in German and French, with other layouts and names."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from html import escape

from tests.helpers.homes import documents, edits
from tests.helpers.homes.builder import START, Folder, register
from tests.helpers.homes.documents import WRITERS, Text
from tests.helpers.homes.words import Writer

from .correspondence import (
    write_forms,
    write_letters,
    write_mail_merge,
    write_minutes,
    write_offers,
)
from .slides_and_pictures import write_burst, write_scans, write_talks
from .sources import c_function, write_licensed
from .tables import invoice_rows, write_invoices, write_months
from .versions import sheet_chain, talk_versions_of, text_chain, title, write_chain, write_scattered


@register(trap=True, held_back=True)
def briefe(folder: Folder) -> None:
    """German letters of one firm, numbered or named by their matter."""
    write_letters(folder, "de", 12, "Brief_{number:02d}_{last}", ["odt", "docx"])
    write_letters(folder, "de", 9, "Mahnung {last}", ["pdf"])


@register(trap=True, held_back=True)
def angebote(folder: Folder) -> None:
    """German offers: fewer terms, more of their own."""
    write_offers(folder, "de", 22, "AN-{year}-{number:04d}", "odt", 5, 3)


@register(trap=True, held_back=True)
def factures(folder: Folder) -> None:
    """French invoices as PDF and as OpenDocument sheets."""
    write_invoices(folder, "fr", "{suffix}/Facture {number:03d}", ["pdf", "ods", "odt"], 10)


@register(trap=True, held_back=True)
def serienbrief(folder: Folder) -> None:
    """A German circular letter, and a French one as plain text."""
    write_mail_merge(folder, "de", 15, "Einladung {last}", "odt")
    write_mail_merge(folder, "fr", 12, "convocation_{number}", "docx")


@register(trap=True, held_back=True)
def protokolle(folder: Folder) -> None:
    """Minutes of weekly meetings with dates as Germans and French write them."""
    write_minutes(folder, "de", "Protokoll vom {when:%d.%m.%Y}", "odt", 12)
    write_minutes(folder, "fr", "CR/compte rendu {day}", "docx", 10)


@register(trap=True, held_back=True)
def formulare(folder: Folder) -> None:
    """German registrations by name, French questionnaires by number."""
    write_forms(folder, "de", "Anmeldung_{last}", "pdf", 22)
    write_forms(folder, "fr", "fiche {number}", "odt", 20)


@register(trap=True, held_back=True)
def seances(folder: Folder) -> None:
    """French lessons and German talks, each on one background."""
    write_talks(folder, "fr", "Séance {number}", 7)
    write_talks(folder, "de", "{when:%Y-%m}/{title}", 6)


@register(trap=True, held_back=True)
def haushalt(folder: Folder) -> None:
    """Household sheets of every month, German separators."""
    write_months(folder, "de", "Haushalt {name}", "ods", 2022)
    write_months(folder, "de", "Umsatz-{month:02d}-{year}", "csv", 2023)


@register(trap=True, held_back=True)
def belege(folder: Folder) -> None:
    """Vouchers and statements fetched from portals: names clash, contents differ; one is fetched twice."""
    for name, marks in (("Rechnung", " ({})"), ("Kontoauszug", "({})"), ("download", "-{}")):
        writer, when = folder.writer("de"), folder.later()
        small_print = writer.paragraphs(2, 6)
        for number in range(5):
            author = folder.writer("de")
            rows = [[author.day(START), author.firm(), author.amount()] for _ in range(14)]
            text = Text(name, [author.person(), *small_print], [writer.firm()], "", rows)
            mark = marks.format(number) if number else ""
            when += timedelta(days=30)
            folder.add(f"{name}{mark}.pdf", documents.pdf(text), when=when)
    author = folder.writer("de")
    data, when = documents.pdf(Text(author.title(), author.paragraphs(12))), folder.later()
    folder.add("Anleitung.pdf", data, "Anleitung", when=when)
    folder.add("Anleitung(1).pdf", data, "Anleitung", when=when + timedelta(minutes=9))


@register(trap=True, held_back=True)
def schueler(folder: Folder) -> None:
    """The same file names in the folders of nine pupils, all begun from the teacher's sheet."""
    teacher = folder.writer("de")
    task = teacher.paragraphs(2)
    for person in teacher.people(9):
        author, place = folder.writer("de"), person.split()[-1]
        folder.add(f"{place}/Aufsatz.odt", documents.odt(Text(task[0][:40], [*task, *author.paragraphs(5)])))
        answers = [
            [f"{number}. {sentence}", author.title()] for number, sentence in enumerate(task[1].split(". "))
        ]
        folder.add(f"{place}/Arbeitsblatt.docx", documents.docx(Text("Arbeitsblatt", task, table=answers)))
        folder.add(f"{place}/Quellen.txt", documents.plain(Text("", [author.title() for _ in range(12)])))


def script(author: Writer) -> str:
    """A function in JavaScript."""
    names = [author.identifier(1) for _ in range(6)]
    lines = [f"export function {author.identifier()}({names[0]}, {names[1]}) {{"]
    for _ in range(author.random.randint(3, 7)):
        a, b = author.pick(names), author.identifier()
        lines.append(
            author.pick(
                [
                    f"  const {b} = {a}.map((x) => x * {author.random.randint(2, 99)});",
                    f"  if (!{a}) {{\n    throw new Error(`{author.title()}`);\n  }}",
                    f"  await fetch('/{b}/' + {a}.id);",
                    f"  // {author.sentence()}",
                    f"  {a}.{author.identifier(1)}({{ {b}: {author.random.randint(2, 99)} }});",
                ]
            )
        )
    return "\n".join([*lines, "}"])


@register(trap=True, held_back=True)
def lizenzkopf(folder: Folder) -> None:
    """Modules in JavaScript and C++ under one licence each."""
    writer = folder.writer()
    names = [f"js/{writer.identifier()}{number}.js" for number in range(9)]
    write_licensed(folder, names, " * {}", script, (0.3, 0.85))
    names = [f"cpp/{writer.identifier(1)}{number}.cpp" for number in range(9)]
    write_licensed(folder, names, "// {}", c_function, (0.2, 0.8))


def _icon(author: Writer) -> str:
    shapes = "".join(
        f'  <path style="fill:#{author.random.getrandbits(24):06x};stroke:none" id="path{number}" d="M '
        + " ".join(f"{author.amount(64)},{author.amount(64)}" for _ in range(8))
        + ' z" />\n'
        for number in range(10)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="64" '
        'height="64" viewBox="0 0 64 64" version="1.1">\n  <defs>\n    <linearGradient id="g">\n      <stop offset="0" '
        f'style="stop-color:#000" />\n    </linearGradient>\n  </defs>\n{shapes}</svg>\n'
    )


def _track(author: Writer) -> str:
    points = "".join(
        f'      <trkpt lat="4{author.random.random() * 10:.6f}" lon="1{author.random.random():.6f}">\n'
        f"        <ele>{author.amount(900)}</ele>\n        <time>2024-05-{number % 28 + 1:02d}T10:00:00Z</time>\n"
        "      </trkpt>\n"
        for number in range(40)
    )
    return (
        '<?xml version="1.0"?>\n<gpx version="1.1" creator="Tracker 5">\n  <trk>\n    <name>'
        f"{author.title()}</name>\n    <trkseg>\n{points}    </trkseg>\n  </trk>\n</gpx>\n"
    )


def _unit(author: Writer) -> str:
    name = author.identifier(1)
    return (
        f"[Unit]\nDescription={author.title()}\nAfter=network-online.target\nWants=network-online.target\n\n[Service]\n"
        f"Type=simple\nUser={name}\nExecStart=/usr/bin/{name} --config /etc/{name}/{author.identifier(1)}.conf\n"
        "Restart=on-failure\nRestartSec=5\nNoNewPrivileges=true\nProtectSystem=strict\nProtectHome=true\n"
        "PrivateTmp=true\n\n[Install]\nWantedBy=multi-user.target\n"
    )


def _class_page(author: Writer) -> str:
    name = author.identifier(2).title().replace("_", "")
    methods = "".join(
        f'<section class="detail" id="{one}()">\n<h3>{one}</h3>\n<div class="member-signature"><span class="modifiers">'
        f'public</span>&nbsp;<span class="return-type">void</span>&nbsp;<span class="element-name">{one}</span>()'
        f'</div>\n<div class="block">{escape(author.sentence())}</div>\n</section>\n'
        for one in (author.identifier() for _ in range(5))
    )
    return (
        '<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<!-- Generated by javadoc (17) -->\n<title>'
        f'{name}</title>\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="stylesheet" '
        'type="text/css" href="../stylesheet.css" title="Style">\n<script type="text/javascript" '
        'src="../script.js"></script>\n</head>\n<body class="class-declaration-page">\n<noscript>\n<div>JavaScript is '
        'disabled on your browser.</div>\n</noscript>\n<div class="flex-box">\n<header role="banner" '
        f'class="flex-header"><nav role="navigation"></nav></header>\n<main role="main"><h1>Class {name}</h1>\n'
        f"{methods}</main>\n</div>\n</body>\n</html>\n"
    )


def _lock(author: Writer) -> str:
    packages = {
        author.identifier(): {
            "version": f"{author.random.randint(0, 9)}.{author.random.randint(0, 20)}.0",
            "integrity": f"sha512-{author.random.getrandbits(256):064x}",
            "engines": {"node": ">=14"},
        }
        for _ in range(25)
    }
    return (
        json.dumps({"name": author.identifier(1), "lockfileVersion": 3, "packages": packages}, indent=2)
        + "\n"
    )


@register(trap=True, held_back=True)
def erzeugt(folder: Folder) -> None:
    """Other things that programs write: icons, tracks, units of services, pages of classes, lock files."""
    makers: dict[str, Callable[[Writer], str]] = {
        "svg": _icon,
        "gpx": _track,
        "service": _unit,
        "html": _class_page,
        "lock": _lock,
    }
    for suffix, make in makers.items():
        for _ in range(9):
            author = folder.writer()
            folder.add(f"{suffix}/{folder.fresh(author.identifier)}.{suffix}", make(author))


@register(trap=True, held_back=True)
def kataloge(folder: Folder) -> None:
    """Translated texts of a program in JSON and XML; the keys are the same."""
    base = folder.writer()
    keys = [base.identifier(3) for _ in range(60)]
    for code in ("en", "en_GB", "de", "de_CH", "fr", "fr_BE"):
        author = folder.writer(code[:2])
        texts = {key: author.sentence() for key in keys}
        folder.add(f"locales/{code}.json", json.dumps(texts, indent=2, ensure_ascii=False) + "\n")
        lines = [f'    <string name="{key}">{escape(text)}</string>' for key, text in texts.items()]
        page = '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n' + "\n".join(lines) + "\n</resources>\n"
        folder.add(f"values-{code}/strings.xml", page)


@register(trap=True, held_back=True)
def messdaten(folder: Folder) -> None:
    """Measurements of sensors and rotated logs of a system, old ones compressed."""
    author, when = folder.writer(), folder.later()
    for number in range(1, 11):
        rows = [
            f"{row * 0.5:.1f}\t{author.random.gauss(20, 3):.4f}\t{author.random.gauss(1013, 9):.3f}\tOK"
            for row in range(150)
        ]
        head = "# device: logger 7\n# unit: s, degC, hPa\n# calibration: 1.0032 0.9981\ntime\ttemp\tpressure\tstate"
        folder.add(
            f"messung_{number:03d}.txt", "\n".join([head, *rows]) + "\n", when=when + timedelta(hours=number)
        )
    daemons = [author.identifier(1) for _ in range(5)]
    for number in range(5):
        lines = [
            f"{when - timedelta(days=number, seconds=-70 * row):%b %d %H:%M:%S} host {author.pick(daemons)}"
            f"[{author.random.randint(300, 9000)}]: {author.pick(['started', 'stopped', 'reloaded'])} "
            f"{author.identifier()} ({author.random.getrandbits(32):08x})"
            for row in range(160)
        ]
        data = ("\n".join(lines) + "\n").encode()
        name = ("syslog", "syslog.1", "syslog.2.gz", "syslog.3.gz", "syslog.4.gz")[number]
        folder.add(
            name,
            gzip.compress(data, mtime=0) if name.endswith("gz") else data,
            when=when - timedelta(days=number),
        )


@register(trap=True, held_back=True)
def fotos(folder: Folder) -> None:
    """Bursts of other cameras, and pictures whose numbers follow one another."""
    for burst in range(3):
        write_burst(folder, f"Urlaub 2023/DSC_0{burst + 3}{{number}}1.JPG", 5, 0.3)
    for number in range(9):
        data = documents.jpeg(documents.scene(folder.random), folder.random)
        folder.add(f"Urlaub 2023/P10100{number + 10}.JPG", data)


@register(trap=True, held_back=True)
def numerisations(folder: Folder) -> None:
    """Scans of a French form."""
    write_scans(folder, "fr", "numérisation{number}", "pdf", 9)
    write_scans(folder, "fr", "{when:%Y%m%d%H%M%S}", "jpg", 7)


@register(trap=True, held_back=True)
def urkunden(folder: Folder) -> None:
    """Certificates of one event: nearly all words are the same, the name is what counts; signed and not."""
    writer = folder.writer("de")
    body, logo = writer.paragraphs(3), documents.logo(folder.random)
    for number, person in enumerate(writer.people(16), 1):
        folder.related = f"urkunde {number}"
        words = [person, f"{number}. Platz, {writer.amount(90)} Punkte", *body]
        text = Text("Urkunde", words, [writer.firm()], "", (), logo)
        folder.add(f"Urkunde {person}.docx", documents.docx(text))
        if number % 4 == 0:
            folder.add(f"Urkunde {person} unterschrieben.pdf", documents.pdf(text))


@register(trap=True, held_back=True)
def recettes(folder: Folder) -> None:
    """French recipes on one sheet: few words of their own."""
    for _ in range(20):
        author = folder.writer("fr")
        body = ["# Ingrédients", *(f"- {author.random.randint(1, 500)} g, {author.item()}" for _ in range(6))]
        body += [
            "# Préparation",
            author.paragraph(4),
            "# Conseils",
            "À servir aussitôt. Se garde deux jours au frais.",
        ]
        folder.add(f"{title(folder, author)}.md", documents.markdown(Text(author.title(), body)))


@register(trap=True, held_back=True)
def rundmails(folder: Folder) -> None:
    """Mails of one sender: the same headers, imprint and layout every week."""
    writer = folder.writer("de")
    sender, imprint = writer.person(), writer.paragraphs(4, 4)
    for number in range(1, 13):
        author, when = folder.writer("de"), folder.later(7)
        page = documents.html(
            Text(author.title(), [*author.paragraphs(3), *imprint], [writer.firm()])
        ).decode()
        head = (
            f"Return-Path: <news@example.org>\nReceived: from mail.example.org by mx.example.net; {when:%a, %d %b %Y}\n"
            f"From: {sender} <news@example.org>\nTo: list@example.net\nSubject: {author.title()}\n"
            f"Message-ID: <{author.random.getrandbits(64):x}@example.org>\nMIME-Version: 1.0\n"
            "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
        )
        folder.add(f"Rundbrief {number}.eml", head + page, when=when)


@register(held_back=True)
def diplomarbeit(folder: Folder) -> None:
    """A German thesis in six states, and a French one in LaTeX."""
    chain = text_chain(folder, folder.writer("de"), 35, 6)
    write_chain(folder, "Diplomarbeit", [documents.odt(one) for one in chain], "odt", "german", "", 15)
    chain = text_chain(folder, folder.writer("fr"), 35, 5)
    write_chain(folder, "mémoire", [documents.tex(one) for one in chain], "tex", "dated", "mémoire/", 15)


@register(held_back=True)
def lebenslauf(folder: Folder) -> None:
    """Curricula vitae with states in their names as people put them."""
    for name, names in (
        ("Lebenslauf", ("{}_alt", "{}", "{}_neu", "{}_neu2")),
        ("CV", ("{} brouillon", "{} corrigé", "{} définitif", "{} définitif 2")),
        ("Bewerbung", ("Kopie von {}", "{}",)),
    ):  # fmt: skip
        chain = text_chain(folder, folder.writer("de"), 10, len(names), True)
        for rank, (pattern, text) in enumerate(zip(names, chain, strict=True)):
            folder.add(f"{pattern.format(name)}.docx", documents.docx(text), name, rank)


@register(held_back=True)
def roman(folder: Folder) -> None:
    """Chapters of a French novel, each state of the manuscript in a folder of its own."""
    chapters = {number: text_chain(folder, folder.writer("fr"), 14, 3) for number in range(1, 8)}
    for rank, place in enumerate(("manuscrit 1", "manuscrit 2", "manuscrit 3")):
        for number, chain in chapters.items():
            name = f"chapitre {number:02d}"
            folder.add(f"{place}/{name}.odt", documents.odt(chain[rank]), name, rank, folder.later(2))


@register(held_back=True)
def sicherungen(folder: Folder) -> None:
    """German places for older versions under the same names."""
    places = ["Sicherung 2022", "alt", "Downloads", "Schreibtisch", "Dokumente"]
    names = ["Satzung.docx", "Chronik.odt", "Hausordnung.txt", "Anleitung.html", "Vollmacht.pdf", "Liste.md"]
    write_scattered(folder, "de", places, names)


@register(held_back=True)
def tabellen(folder: Folder) -> None:
    """Sheets and talks in states: by date, by word."""
    author = folder.writer("de")
    states = ("Stand 2023-02-01", "Stand 2023-05-11", "Stand 2023-09-30")
    for suffix in ("xlsx", "ods", "csv"):
        stem = title(folder, author)
        for rank, (state, rows) in enumerate(zip(states, sheet_chain(folder, author, 3), strict=True)):
            if suffix == "xlsx":
                data = documents.xlsx({"Tabelle1": rows})
            else:
                data = documents.ods({"Tabelle1": rows}) if suffix == "ods" else documents.csv(rows, ";")
            folder.add(f"{stem} {state}.{suffix}", data, f"{stem}.{suffix}", rank)
    decks = talk_versions_of(folder, author, documents.logo(folder.random, 400, 300), 3)
    write_chain(folder, "Vortrag Jahrestagung", decks, "pptx", "german")


@register(held_back=True)
def nachgeladen(folder: Folder) -> None:
    """Things fetched again, and a copy of an old state whose time is the newest."""
    for number in range(6):
        author = folder.writer("de")
        suffix, when = ("pdf", "odt", "html")[number % 3], folder.later(30)
        old, new = (WRITERS[suffix](one) for one in text_chain(folder, author, 9, 2))
        stem = title(folder, author)
        folder.add(f"{stem}.{suffix}", old, stem, 0, when)
        folder.add(f"Ablage/{stem}.{suffix}", new, stem, 1, when + timedelta(days=9))
        again = f"{stem} - Kopie.{suffix}" if number % 2 else f"Kopie von {stem}.{suffix}"
        folder.add(again, old, stem, 0, when + timedelta(days=50))


@register(held_back=True)
def paquets(folder: Folder) -> None:
    """Releases of libraries in C and their pages, unpacked with all times alike or in any order."""
    for name, versions in (("libcarnet", ("0.9.8", "0.9.9", "0.10.0")), ("outils", ("v3", "v4"))):
        author = folder.writer()
        alike = folder.later()
        times = [alike + timedelta(minutes=number) for number in range(len(versions))]
        folder.random.shuffle(times)
        for part in [folder.fresh(author.identifier) for _ in range(8)]:
            blocks = [c_function(author) for _ in range(9)]

            def step(last: Sequence[str], author: Writer = author) -> list[str]:
                return edits.share(last, folder.random, lambda: c_function(author), 0.1)

            for rank, state in enumerate(edits.versions(blocks, step, len(versions))):
                when = times[rank] if name == "outils" else alike
                data = "#include <stdio.h>\n\n" + "\n\n".join(state) + "\n"
                folder.add(f"{name}-{versions[rank]}/src/{part}.c", data, f"{name}/{part}", rank, when)


@register(held_back=True)
def factures_corrigees(folder: Folder) -> None:
    """French invoices of one form, of which a few were corrected."""
    writer = folder.writer("fr")
    form, terms = [writer.title() for _ in range(6)], writer.paragraphs(3, 3)
    for number in range(1, 15):
        author = folder.writer("fr")
        rows = invoice_rows(author, form, 3000 + number)
        name = f"F{number:05d}"
        suffix = ("pdf", "odt")[number % 2]
        folder.add(
            f"{name}.{suffix}", WRITERS[suffix](Text("Facture", terms, [writer.firm()], "", rows)), name, 0
        )
        if number in (2, 5, 9, 12):
            rows = [list(row) for row in rows]
            rows[3][2] = author.amount(300)
            data = WRITERS[suffix](Text("Facture", terms, [writer.firm()], "", rows))
            folder.add(f"{name} rectifiée.{suffix}", data, name, 1)


@register(held_back=True)
def gespeichert(folder: Folder) -> None:
    """German documents saved on by LibreOffice."""
    for number in range(5):
        author = folder.writer("de")
        suffix = ("odt", "docx")[number % 2]
        old, new = text_chain(folder, author, 9, 2, True)
        stem = title(folder, author)
        folder.add(f"{stem} Entwurf.{suffix}", WRITERS[suffix](old), stem, 0)
        folder.add_resaved(f"{stem}.{suffix}", WRITERS[suffix](new), suffix, stem, 1)


@register(held_back=True)
def adressen(folder: Folder) -> None:
    """A calendar, contacts and a list of members that only grow, kept by year and month."""
    author = folder.writer("de")

    def event() -> str:
        day = f"2024{author.random.randint(1, 12):02d}{author.random.randint(1, 28):02d}"
        return (
            f"BEGIN:VEVENT\nUID:{author.random.getrandbits(64):x}@example.org\nDTSTART:{day}"
            f"T090000Z\nSUMMARY:{author.title()}\nLOCATION:{author.address()[0]}\nEND:VEVENT"
        )

    def card() -> str:
        place = ";".join(author.address())
        return (
            f"BEGIN:VCARD\nVERSION:3.0\nFN:{author.person()}\nADR:{place}\nTEL:{author.amount()}\nEND:VCARD"
        )

    makers = {
        "Kalender.ics": event,
        "Kontakte.vcf": card,
        "Mitglieder.csv": lambda: f"{author.person()};{author.amount()}",
    }
    for name, make in makers.items():
        pieces = [make() for _ in range(50)]
        for rank, place in enumerate(("Archiv/2023-01/", "Archiv/2023-07/", "")):
            folder.add(f"{place}{name}", "\n".join(pieces) + "\n", name, rank, folder.later(60))
            pieces = edits.grown(pieces, make, 5)
