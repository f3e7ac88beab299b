"""Sets of invoices, monthly sheets, exports and logs: forms of rows, other figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from tests.helpers.homes import documents
from tests.helpers.homes.builder import START, Folder, register
from tests.helpers.homes.documents import Text, Value
from tests.helpers.homes.words import Writer


def invoice_rows(author: Writer, form: Sequence[str], number: int) -> list[list[Value]]:
    """The cells of an invoice: labels of the form, a few items, sums."""
    items: list[list[Value]] = [
        [author.item(), author.random.randint(1, 20), author.amount(300)]
        for _ in range(author.random.randint(4, 9))
    ]
    total = round(sum(float(row[1]) * float(row[2]) for row in items), 2)
    return [
        [form[0], number, ""],
        [form[1], author.person(), author.address()[0]],
        [form[2], author.address()[1], ""],
        *items,
        [form[3], "", total],
        [form[4], "", round(total * 0.2, 2)],
        [form[5], "", round(total * 1.2, 2)],
    ]


def write_invoices(
    folder: Folder, language: str, pattern: str, suffixes: Sequence[str], count: int = 12, seals: bool = True
) -> None:
    """Invoices of one form, each in one format, those of each format in a folder of their own."""
    for suffix in suffixes:
        writer = folder.writer(language)
        form, terms = [writer.title() for _ in range(6)], writer.paragraphs(4, 3)
        head = [writer.firm(), *writer.address()]
        logo = documents.logo(folder.random) if seals else b""
        for number in range(1, count + 1):
            author, when = folder.writer(language), folder.later(8)
            rows = invoice_rows(author, form, 1000 + number)
            name = pattern.format(number=number, when=when, suffix=suffix, last=author.word("last"))
            if suffix == "xlsx":
                data = documents.xlsx({"Sheet": [*[[one] for one in terms], *rows]}, logo, when)
            elif suffix == "ods":
                data = documents.ods({"Sheet": [*[[one] for one in terms], *rows]}, when)
            else:
                text = Text(writer.word(), terms, head, "", rows, logo, when)
                data = documents.WRITERS[suffix](text)
            folder.add(f"{name}.{suffix}", data, when=when)


@register(trap=True)
def invoices(folder: Folder) -> None:
    """Twelve invoices of one form in Word, as PDF and as sheets."""
    write_invoices(folder, "en", "{suffix}/Invoice {number:04d}", ["docx", "pdf", "xlsx"])


def write_months(folder: Folder, language: str, pattern: str, suffix: str, year: int = 2023) -> None:
    """A sheet for each month: rows the same, figures not."""
    writer = folder.writer(language)
    items = [writer.item() for _ in range(30)]
    header: list[Value] = [writer.word(), writer.word(), writer.word(), writer.word()]
    for month in range(1, 13):
        author = folder.writer(language)
        rows = [
            header,
            *[[one, author.random.randint(1, 90), author.amount(), author.amount()] for one in items],
        ]
        when = START.replace(year=year, month=month) + timedelta(days=21, seconds=month * 977)
        name = pattern.format(month=month, year=year, name=author.month(month))
        if suffix == "xlsx":
            data = documents.xlsx({author.month(month): rows}, when=when)
        elif suffix == "ods":
            data = documents.ods({author.month(month): rows}, when)
        else:
            data = documents.csv(rows, ";" if language == "de" else ",")
        folder.add(f"{name}.{suffix}", data, when=when)


@register(trap=True)
def monthly_sheets(folder: Folder) -> None:
    """Sheets and exports of every month of a year."""
    write_months(folder, "en", "sheets/{year}-{month:02d}", "xlsx")
    write_months(folder, "en", "costs/costs {name} {year}", "xlsx", 2024)
    write_months(folder, "en", "export/sales_{year}{month:02d}", "csv")


@register(trap=True)
def exports(folder: Folder) -> None:
    """Exports of programs: one header, other rows; some rows come again in the next export."""
    writer = folder.writer()
    header = ",".join(writer.identifier() for _ in range(14))
    for number in range(10):
        author, when = folder.writer(), folder.later(9)
        rows = [
            f"{number * 400 + row},{author.person()},{author.word('city')},{author.amount()},{author.item()},ACTIVE,"
            f"EUR,{author.random.random():.6f},,,{when:%Y-%m-%d},standard,false,0"
            for row in range(60)
        ]
        folder.add(f"customers_{when:%Y-%m-%d}.csv", "\n".join([header, *rows]) + "\n", when=when)
    header = "Date;Text;Account;Amount;Currency;Balance;Reference;Category"
    for number in range(1, 7):
        author, when = folder.writer(), folder.later(30)
        lines = [
            f"{when - timedelta(days=row):%d.%m.%Y};{author.firm()};{author.random.randint(10**9, 10**10)};"
            f"-{author.amount(90)};EUR;{author.amount()};{author.title()};{author.word()}"
            for row in range(40)
        ]
        folder.add(f"statement-{number}.csv", "\n".join([header, *lines]) + "\n", when=when)


def log_lines(author: Writer, days: int, per_day: int, program: str) -> list[str]:
    """Lines of a log as servers write it: a few messages again and again, times and figures not."""
    messages = [f"{author.word('verb')} {author.word()} {author.word()}" for _ in range(12)]
    found = []
    when = author.random.randrange(300)
    for number in range(days * per_day):
        moment = START + timedelta(days=when + number // per_day, seconds=number % per_day * 311)
        level = author.pick(["INFO", "INFO", "INFO", "DEBUG", "WARNING"])
        found.append(
            f"{moment:%Y-%m-%d %H:%M:%S},{author.random.randrange(1000):03d} {level} {program}[{1234}] "
            f"{author.pick(messages)} id={author.random.getrandbits(40):010x} in {author.amount(90)} ms"
        )
    return found


@register(trap=True)
def logs(folder: Folder) -> None:
    """Rotated logs: each holds other days."""
    author, when = folder.writer(), folder.later()
    for number in range(6):
        name = f"app.log.{number}" if number else "app.log"
        lines = log_lines(author, 2, 90, "app")
        folder.add(name, "\n".join(lines) + "\n", when=when - timedelta(days=2 * number))
    for number in range(8):
        day = when - timedelta(days=number)
        lines = [
            f"10.0.{author.random.randrange(9)}.{author.random.randrange(255)} - - [{day:%d/%b/%Y}:{row // 60:02d}:"
            f'{row % 60:02d}:07 +0000] "GET /{author.word()}/{author.word()} HTTP/1.1" 200 '
            f'{author.random.randrange(90000)} "-" "Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101"'
            for row in range(150)
        ]
        folder.add(f"access-{day:%Y%m%d}.log", "\n".join(lines) + "\n", when=day)
