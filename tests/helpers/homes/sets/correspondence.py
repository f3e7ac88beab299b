"""Sets of letters, offers, notes, minutes, forms, contracts: much alike in looks, strangers in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from tests.helpers.homes import documents
from tests.helpers.homes.builder import Folder, register
from tests.helpers.homes.documents import WRITERS, Text


def slug(text: str) -> str:
    """A text as a file name: only its words."""
    return " ".join("".join(one if one.isalnum() else " " for one in text).split())


def write_letters(folder: Folder, language: str, count: int, pattern: str, suffixes: Sequence[str]) -> None:
    """Letters to customers on one letterhead; nothing else is shared.

    Args:
        folder: takes them.
        language: of the texts.
        count: of letters.
        pattern: of the names: ``{last}``, ``{number}``, ``{title}``.
        suffixes: of the formats, in turns.
    """
    writer = folder.writer(language)
    head, foot = (
        [writer.firm(), *writer.address()],
        " · ".join([writer.person(), *writer.address(), "IBAN 7783"]),
    )
    logo = documents.logo(folder.random)
    for number, person in enumerate(writer.people(count), 1):
        author = folder.writer(language)
        when = folder.later(9)
        greeting = {"en": "Dear", "de": "Guten Tag", "fr": "Bonjour"}[language]
        body = [person, *author.address(), author.day(when), f"{greeting} {person},"]
        text = Text("", [*body, *author.paragraphs(folder.random.randint(4, 9))], head, foot, (), logo, when)
        suffix = suffixes[number % len(suffixes)]
        name = pattern.format(last=person.split()[-1], number=number, title=slug(author.title()))
        folder.add(f"{name}.{suffix}", WRITERS[suffix](text), when=when)


@register(trap=True)
def letters(folder: Folder) -> None:
    """Fourteen letters with one logo."""
    write_letters(folder, "en", 14, "Letter to {last}", ["docx"])


@register(trap=True)
def mixed_letters(folder: Folder) -> None:
    """Letters of another firm, some in other formats, named by what they are about."""
    write_letters(folder, "en", 12, "{title} {last}", ["docx", "odt", "pdf"])


@register(trap=True)
def reports(folder: Folder) -> None:
    """PDF reports of one office: logo and font are the same."""
    writer = folder.writer()
    logo, head = documents.logo(folder.random), [writer.firm(), "Inspection report"]
    for number in range(1, 15):
        author, when = folder.writer(), folder.later(12)
        text = Text(author.title(), author.paragraphs(8), head, writer.firm(), (), logo, when)
        folder.add(f"report {number:02d}.pdf", documents.pdf(text), when=when)


def write_offers(
    folder: Folder, language: str, count: int, pattern: str, suffix: str, fixed: int = 7, own: int = 2
) -> None:
    """Offers from one template: the terms are the same, items, sums and a few sentences are not."""
    writer = folder.writer(language)
    terms = writer.paragraphs(fixed, 4)
    head, logo = [writer.firm(), *writer.address()], documents.logo(folder.random)
    for number, person in enumerate(writer.people(count), 1):
        author, when = folder.writer(language), folder.later(6)
        items = [[author.item(), author.random.randint(1, 30), author.amount()] for _ in range(7)]
        begin = [person, *author.address(), author.day(when), *author.paragraphs(own, 3)]
        text = Text(author.title(), [*begin, *terms], head, "", items, logo, when)
        name = pattern.format(number=number, last=person.split()[-1], year=when.year)
        folder.add(f"{name}.{suffix}", WRITERS[suffix](text), when=when)


@register(trap=True)
def offers(folder: Folder) -> None:
    """Forty offers: the terms are about three fifths of the words."""
    write_offers(folder, "en", 40, "Offer {year}-{number:03d} {last}", "docx")


@register(trap=True)
def notes(folder: Folder) -> None:
    """Twenty short notes of calls, on one template."""
    writer = folder.writer()
    for number in range(1, 21):
        author, when = folder.writer(), folder.later(2)
        body = [
            "Telephone note",
            f"Caller: {author.person()}, {author.firm()}",
            f"Taken by: {writer.person()}",
            f"Date: {author.day(when)}",
            "Concerning: " + author.title(),
            author.paragraph(folder.random.randint(3, 7)),
            "Please call back: yes / no. Please do not throw away before the matter is settled. "
            "Copy to the file of the customer.",
        ]
        suffix = ("docx", "odt", "txt")[number % 3]
        folder.add(f"note {number}.{suffix}", WRITERS[suffix](Text("", body, when=when)), when=when)


def write_mail_merge(folder: Folder, language: str, count: int, pattern: str, suffix: str) -> None:
    """One text to many persons: only name and address differ."""
    writer = folder.writer(language)
    body, logo, when = writer.paragraphs(5), documents.logo(folder.random), folder.later()
    for number, person in enumerate(writer.people(count), 1):
        address = folder.writer(language).address()
        text = Text(
            writer.title(), [person, *address, *body], [], "", (), logo if suffix != "txt" else b"", when
        )
        name = pattern.format(last=person.split()[-1], number=number)
        folder.add(f"{name}.{suffix}", WRITERS[suffix](text), when=when + timedelta(seconds=number // 3))


@register(trap=True)
def mail_merge(folder: Folder) -> None:
    """An invitation to 18 persons in Word, a reminder to 16 as text; times are seconds apart."""
    write_mail_merge(folder, "en", 18, "invitation/Invitation {last}", "docx")
    write_mail_merge(folder, "en", 16, "reminder/reminder-{number:03d}", "txt")


def write_minutes(folder: Folder, language: str, pattern: str, suffix: str, count: int = 16) -> None:
    """Minutes of weekly meetings: the same points and people, other words."""
    writer = folder.writer(language)
    people = writer.people(6)
    points = [writer.title() for _ in range(5)]
    when = folder.later()
    for _ in range(count):
        when += timedelta(days=7)
        author = folder.writer(language)
        body = ["Present: " + ", ".join(folder.random.sample(people, 5))]
        for point in points:
            body += [f"# {point}", author.paragraph(folder.random.randint(2, 6))]
        text = Text(f"{writer.word('noun')} {author.day(when)}", body, when=when)
        name = pattern.format(when=when, day=author.day(when))
        folder.add(f"{name}.{suffix}", WRITERS[suffix](text), when=when + timedelta(hours=3))


@register(trap=True)
def minutes(folder: Folder) -> None:
    """Weekly minutes in Word and in Markdown, with dates in their names."""
    write_minutes(folder, "en", "board/minutes {when:%Y-%m-%d}", "docx")
    write_minutes(folder, "en", "team/{when:%Y%m%d}_standup", "md")


def write_forms(folder: Folder, language: str, pattern: str, suffix: str, labels: int = 26) -> None:
    """A form filled in by many persons: questions the same, answers not."""
    writer = folder.writer(language)
    questions = [f"{writer.title()}: {writer.sentence()}" for _ in range(labels)]
    for number, person in enumerate(writer.people(13), 1):
        author, when = folder.writer(language), folder.later(4)
        rows = [[one, author.pick([author.title(), author.day(when), author.person()])] for one in questions]
        rows.insert(0, ["", person])
        text = Text(writer.pick([author.firm()]), author.address(), (), "", rows, b"", when)
        name = pattern.format(name=person, last=person.split()[-1], number=number)
        folder.add(f"{name}.{suffix}", WRITERS[suffix](text), when=when)


@register(trap=True)
def forms(folder: Folder) -> None:
    """Registrations in Word and health questionnaires in PDF, named by persons."""
    write_forms(folder, "en", "registration {name}", "docx")
    write_forms(folder, "en", "questionnaire_{last}", "pdf", 18)


@register(trap=True)
def downloads(folder: Folder) -> None:
    """Downloads whose names clash: other invoices and statements, and a few things really fetched twice."""
    writer = folder.writer()
    terms = writer.paragraphs(3)
    for name, count in (("invoice", 5), ("document", 4), ("ticket", 3)):
        form = [writer.title() for _ in range(4)]
        for number in range(count):
            author, when = folder.writer(), folder.later(20)
            rows = [[author.item(), author.amount()] for _ in range(8)]
            lines = [f"{one}: {author.person()}, {author.amount()}" for one in form]
            text = Text(name.title(), [*lines, *terms], [author.firm()], "", rows, b"", when)
            mark = f" ({number})" if number else ""
            folder.add(f"{name}{mark}.pdf", documents.pdf(text), when=when)
    for name in ("manual", "brochure"):
        author, when = folder.writer(), folder.later(30)
        data = documents.pdf(Text(author.title(), author.paragraphs(14), when=when))
        folder.add(f"{name}.pdf", data, name, when=when)
        folder.add(f"{name} (1).pdf", data, name, when=when + timedelta(days=2))


@register(trap=True)
def customers(folder: Folder) -> None:
    """The same file names in the folders of eight customers."""
    writer = folder.writer()
    clauses, logo = writer.paragraphs(8), documents.logo(folder.random)
    for _ in range(8):
        author = folder.writer()
        place = folder.fresh(author.firm)
        contract = [
            f"Between {place} and {author.person()}",
            *clauses[:6],
            *author.paragraphs(3),
            *clauses[6:],
        ]
        when = folder.later(11)
        folder.add(f"{place}/contract.docx", documents.docx(Text("Contract", contract, logo=logo)), when=when)
        offer = Text("Offer", author.paragraphs(5), [author.person()], "", [[author.item(), 4]] * 4, logo)
        folder.add(f"{place}/offer.pdf", documents.pdf(offer))
        folder.add(f"{place}/notes.txt", documents.plain(Text("Notes", author.paragraphs(3))))
        rows = [["hours", "task", "rate"], *[[n, author.title(), author.amount(90)] for n in range(12)]]
        folder.add(f"{place}/hours.xlsx", documents.xlsx({"Hours": rows}))


@register(trap=True)
def yearly(folder: Folder) -> None:
    """Reports, budgets and a tax form of three years, in folders by year under the same names."""
    writer = folder.writer()
    fixed, questions = writer.paragraphs(3), [writer.title() for _ in range(30)]
    budget = [writer.item() for _ in range(25)]
    for year in (2021, 2022, 2023):
        author = folder.writer()
        when = folder.later(300)
        text = Text(f"Annual report {year}", [fixed[0], *author.paragraphs(7), *fixed[1:]], when=when)
        folder.add(f"{year}/annual report.docx", documents.docx(text), when=when)
        rows = [[f"{one} {year}", author.amount()] for one in questions]
        folder.add(f"{year}/tax return.pdf", documents.pdf(Text("Tax return", fixed, table=rows)), when=when)
        cells = [["item", "planned", "spent"], *[[one, author.amount(), author.amount()] for one in budget]]
        folder.add(f"{year}/budget.xlsx", documents.xlsx({str(year): cells}), when=when)


@register(trap=True)
def contracts(folder: Folder) -> None:
    """Contracts as drafted, signed and as PDF: near one another, and all of them needed."""
    for number, person in enumerate(folder.writer().people(6), 1):
        author, when = folder.writer(), folder.later(15)
        folder.related = f"contract {number}"
        last = person.split()[-1]
        text = Text(f"Contract with {person}", author.paragraphs(10), when=when)
        signed = replace(text, paragraphs=[*text.paragraphs, f"Signed: {person}, {author.day(when)}"])
        stamp = documents.logo(folder.random, 240, 90)
        folder.add(f"Contract {last}.docx", documents.docx(text), when=when)
        folder.add(f"Contract {last}.pdf", documents.pdf(text), when=when)
        signature = replace(signed, logo=stamp)
        folder.add(f"Contract {last} signed.pdf", documents.pdf(signature), when=when + timedelta(days=3))


@register(trap=True)
def templates(folder: Folder) -> None:
    """Templates and what was made of them; the template is no older version of anything."""
    for name in ("memo", "quotation", "travel expenses"):
        writer = folder.writer()
        body = [f"{writer.title()}: [please fill in]" for _ in range(10)] + writer.paragraphs(4)
        folder.add(f"{name} template.docx", documents.docx(Text(name.title(), body)))
        for person in writer.people(5):
            author = folder.writer()
            filled = [one.replace("[please fill in]", author.sentence()) for one in body]
            text = Text(name.title(), [person, *filled, *author.paragraphs(2)])
            folder.add(f"{name} {person}.docx", documents.docx(text))


@register(trap=True)
def translations(folder: Folder) -> None:
    """Catalogues of messages and pages in several languages."""
    base = folder.writer()
    messages = [base.sentence() for _ in range(70)]
    keys = [base.identifier(3) for _ in messages]
    for code, language in (("de", "de"), ("fr", "fr"), ("de_AT", "de"), ("fr_CA", "fr")):
        author = folder.writer(language)
        entries = [
            f'#: src/{key}.c:{40 + number}\nmsgid "{text}"\nmsgstr "{author.sentence()}"\n'
            for number, (key, text) in enumerate(zip(keys, messages, strict=True))
        ]
        head = f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        folder.add(f"po/{code}.po", "\n".join([head, *entries]))
    for code, language in (("en", "en"), ("de", "de"), ("fr", "fr")):
        author = folder.writer(language)
        lines = [f"{key.replace('_', '.')}={author.title()}" for key in keys]
        folder.add(f"res/messages_{code}.properties", "\n".join(lines) + "\n")
        text = Text(author.title(), author.paragraphs(7))
        folder.add(f"doc/guide.{code}.html", documents.html(text))
        folder.add(f"doc/Guide {code}.docx", documents.docx(text))
