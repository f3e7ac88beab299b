"""Sets of real versions: chains of edits, names as people write them, backups, downloads, releases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tests.helpers.homes import documents, edits
from tests.helpers.homes.builder import Folder, register
from tests.helpers.homes.documents import WRITERS, Slide, Text, Value
from tests.helpers.homes.words import Writer

from .correspondence import slug
from .slides_and_pictures import slides
from .sources import function, joined, module
from .tables import invoice_rows, log_lines

NAMINGS: dict[str, Sequence[str]] = {
    "numbered": ("{} v1", "{} v2", "{} v3", "{} v4", "{} v5", "{} v6"),
    "tight": ("{}_v1", "{}_v2", "{}_v3", "{}_v4", "{}_v5", "{}_v6"),
    "final": ("{} draft", "{} draft2", "{}_corrected", "{}_final", "{}_FINAL2", "{}_FINAL2_really"),
    "plain newest": ("{}_v1", "{}_old", "{} (old)", "{} - previous", "{}_backup", "{}"),
    "dated": (
        "{} 2024-03-01",
        "{} 2024-03-04",
        "{} 2024-03-11",
        "{} 2024-04-02",
        "{} 2024-04-19",
        "{} 2024-05-06",
    ),
    "short dates": ("240112_{}", "240119_{}", "240203_{}", "240210_{}", "240301_{}", "240322_{}"),
    "initials": ("{}", "{}_MW", "{}_MW_jk", "{}_MW_jk_MW", "{}_jk2", "{}_clean"),
    "copies": ("{} - Copy", "{} - Copy (2)", "{} - Copy (3)", "{} - Copy (4)", "{} - Copy (5)", "{}"),
    "downloads": ("{}", "{} (1)", "{} (2)", "{} (3)", "{} (4)", "{} (5)"),
    "german": ("{}_alt", "{} - Kopie", "{} (Entwurf)", "{}_korrigiert", "{}_neu", "{}_endgültig"),
    "decimal": ("{}-0.1", "{}-0.2", "{}-0.3", "{}-1.0", "{}-1.1", "{}-2.0"),
}
"""How people name six versions, oldest first. The names alone are no proof of the order: the times are."""


def title(folder: Folder, author: Writer) -> str:
    """A name for a document, another one at each call."""
    return folder.fresh(lambda: slug(author.title()))


def named(naming: str, stem: str, number: int, of: int) -> str:
    """The name of one of several versions: those of a shorter chain are the last of the naming."""
    names = NAMINGS[naming]
    return names[len(names) - of + number].format(stem)


def write_chain(
    folder: Folder,
    stem: str,
    datas: Sequence[bytes],
    suffix: str,
    naming: str,
    place: str = "",
    days: float = 5,
) -> None:
    """Versions of one document side by side, each saved some days after the last one."""
    lineage = f"{place}{stem}.{suffix}"
    for number, data in enumerate(datas):
        name = named(naming, stem, number, len(datas))
        folder.add(f"{place}{name}.{suffix}", data, lineage, number, folder.later(days))


def text_chain(
    folder: Folder, author: Writer, paragraphs: int, versions: int, logo: bool = False, titled: bool = True
) -> list[Text]:
    """Versions of a document of words."""
    head = [author.firm(), *author.address()] if logo else []
    picture = documents.logo(folder.random) if logo else b""
    title = author.title() if titled else ""
    bodies = edits.chain(author.paragraphs(paragraphs), folder.random, author.sentence, author.word, versions)
    return [Text(title, body, head, "", (), picture, folder.later(0.1)) for body in bodies]


@register()
def letter_drafts(folder: Folder) -> None:
    """Letters written in two to four drafts, in one folder, all with one logo."""
    namings = ("numbered", "final", "plain newest", "initials", "copies", "dated")
    for number in range(6):
        author = folder.writer()
        chain = text_chain(folder, author, 7, 2 + number % 3, True)
        suffix = ("docx", "docx", "odt")[number % 3]
        stem = f"Letter {title(folder, author)}"
        write_chain(folder, stem, [WRITERS[suffix](one) for one in chain], suffix, namings[number])


@register()
def thesis(folder: Folder) -> None:
    """A thesis in six versions in Word and another in LaTeX, the last one also as PDF."""
    author = folder.writer()
    folder.related = "thesis"
    chain = text_chain(folder, author, 40, 6)
    write_chain(folder, "thesis", [documents.docx(one) for one in chain], "docx", "final", "word/", 20)
    folder.add("word/thesis.pdf", documents.pdf(chain[-1]))
    folder.related = "dissertation"
    chain = text_chain(folder, folder.writer(), 40, 6)
    write_chain(
        folder, "dissertation", [documents.tex(one) for one in chain], "tex", "numbered", "latex/", 20
    )
    folder.add("latex/Dissertation.pdf", documents.pdf(chain[-1]))


@register()
def report_versions(folder: Folder) -> None:
    """Reports in versions: PDF, HTML, Markdown, Word, plain text."""
    choices = (
        ("pdf", "numbered"),
        ("html", "dated"),
        ("md", "tight"),
        ("docx", "short dates"),
        ("txt", "copies"),
    )
    choices += (("pdf", "downloads"),)
    for suffix, naming in choices:
        author = folder.writer()
        chain = text_chain(folder, author, 12, 5, suffix in ("pdf", "docx"))
        write_chain(folder, title(folder, author), [WRITERS[suffix](one) for one in chain], suffix, naming)


def talk_versions_of(folder: Folder, author: Writer, background: bytes, versions: int) -> list[bytes]:
    """Versions of a talk: words changed, pages written anew, added."""
    pages = slides(author, 10)
    found = []
    for number in range(versions):
        found.append(documents.pptx(pages, background, when=folder.later(0.1)))
        at = folder.random.randrange(len(pages))
        pages = list(pages)
        if number % 2:
            pages.append(slides(author, 1)[0])
        pages[at] = Slide(pages[at].title, [*pages[at].lines[:2], author.sentence(), author.sentence()])
    return found


@register()
def talk_versions(folder: Folder) -> None:
    """Talks in versions, all on one background."""
    background = documents.logo(folder.random, 480, 360)
    for naming in ("numbered", "final", "dated"):
        author = folder.writer()
        write_chain(
            folder, title(folder, author), talk_versions_of(folder, author, background, 4), "pptx", naming
        )


def sheet_chain(folder: Folder, author: Writer, versions: int, rows: int = 45) -> list[list[list[Value]]]:
    """Versions of a table: cells corrected, rows added."""
    table: list[list[Value]] = [["item", "count", "price", "supplier"]]
    table += [
        [author.item(), author.random.randint(1, 80), author.amount(), author.firm()] for _ in range(rows)
    ]
    found = []
    for number in range(versions):
        found.append(table)
        table = [list(row) for row in table]
        for _ in range(1 + 3 * (number % 2)):
            row = folder.random.randrange(1, len(table))
            table[row][2] = author.amount()
        table.append([author.item(), author.random.randint(1, 80), author.amount(), author.firm()])
    return found


@register()
def sheet_versions(folder: Folder) -> None:
    """Sheets in versions: Excel, OpenDocument, CSV."""
    author = folder.writer()
    datas = [documents.xlsx({"List": rows}) for rows in sheet_chain(folder, author, 5)]
    write_chain(folder, "price list", datas, "xlsx", "numbered")
    datas = [documents.xlsx({"Plan": rows}) for rows in sheet_chain(folder, author, 4)]
    write_chain(folder, "budget", datas, "xlsx", "final")
    datas = [documents.ods({"Stock": rows}) for rows in sheet_chain(folder, author, 4)]
    write_chain(folder, "stock", datas, "ods", "plain newest")
    datas = [documents.csv(rows) for rows in sheet_chain(folder, author, 5)]
    write_chain(folder, "members", datas, "csv", "dated")


def code_chain(folder: Folder, author: Writer, versions: int, functions: int = 9) -> list[bytes]:
    """Versions of a module: from a line to a fifth of its functions."""

    def step(blocks: Sequence[str]) -> list[str]:
        if folder.random.random() < 0.5:
            return edits.one_word(blocks, folder.random, author.identifier)
        return edits.share(blocks, folder.random, lambda: function(author), 0.15)

    return [joined(blocks).encode() for blocks in edits.versions(module(author, functions), step, versions)]


@register()
def script_versions(folder: Folder) -> None:
    """Scripts beside their older selves: .bak, ~, .orig, _old, numbers."""
    for marks in (
        ("{}.py.bak", "{}.py"),
        ("{}.py~", "{}.py"),
        ("{}.py.orig", "{}.py"),
        ("{}_old.py", "{}.py"),
    ):
        author = folder.writer()
        stem = folder.fresh(author.identifier)
        for number, (mark, data) in enumerate(zip(marks, code_chain(folder, author, 2), strict=True)):
            folder.add(mark.format(stem), data, stem, number)
    for naming in ("numbered", "tight", "decimal", "copies"):
        author = folder.writer()
        write_chain(folder, folder.fresh(author.identifier), code_chain(folder, author, 5), "py", naming)


@dataclass(frozen=True)
class Growing:
    """Something that only grows: its name, how its next pieces are written, how many at first and each time."""

    name: str
    fresh: Callable[[], str]
    first: int
    more: int


@register()
def growing(folder: Folder) -> None:
    """A diary, a log, a bibliography, a list of links: versions that only grow."""
    author = folder.writer()

    def entry() -> str:
        key = author.identifier(1)
        return (
            f"@article{{{key}{author.random.randint(1950, 2024)},\n  author = {{{author.person()}}},\n  title = "
            f"{{{author.title()}}},\n  journal = {{{author.title()}}},\n"
            f"  pages = {{{author.random.randint(1, 400)}}}\n}}"
        )

    kinds = (
        Growing("diary.txt", lambda: f"{author.day(folder.later(1))}\n{author.paragraph(4)}\n", 30, 4),
        Growing("backup.log", lambda: log_lines(author, 1, 1, "backup")[0], 200, 25),
        Growing("literature.bib", entry, 40, 5),
        Growing(
            "links.md",
            lambda: f"- [{author.title()}](https://{author.identifier(1)}.example/{author.word()})",
            60,
            6,
        ),
    )
    places = ("Backup/2024-02/", "Backup/2024-04/", "USB stick/", "")
    for kind in kinds:
        pieces = [kind.fresh() for _ in range(kind.first)]
        for number, place in enumerate(places):
            folder.add(f"{place}{kind.name}", "\n".join(pieces) + "\n", kind.name, number, folder.later(9))
            pieces = edits.grown(pieces, kind.fresh, kind.more)


def write_scattered(
    folder: Folder, language: str, places: Sequence[str], names: Sequence[str], versions: int = 3
) -> None:
    """Documents in a place of work, with copies and older versions under the same names in other places.

    Args:
        folder: takes them.
        language: of the texts.
        places: of the oldest version first; the last place is where people work.
        names: of the documents, with suffix.
        versions: of each document; places that are left over get identical copies of the version before.
    """
    for name in names:
        author, suffix = folder.writer(language), name.rpartition(".")[2]
        chain = text_chain(folder, author, 9, versions)
        for number, place in enumerate(places):
            rank = number * versions // len(places)
            data = WRITERS[suffix](chain[rank])
            folder.add(f"{place}/{name}", data, name, rank, folder.later(8))


@register()
def backups(folder: Folder) -> None:
    """The same names in Backup, Desktop, Downloads, a stick and the folder of work."""
    names = [
        "application.docx",
        "recipes.odt",
        "house rules.md",
        "chronicle.txt",
        "checklist.html",
        "handbook.pdf",
    ]
    write_scattered(
        folder, "en", ["Backup/2023-11", "old stuff", "Downloads", "USB stick", "Desktop", "Documents"], names
    )


@register()
def refetched(folder: Folder) -> None:
    """Downloads fetched twice, and an old version that was fetched again: its time is the newest."""
    for number in range(5):
        author = folder.writer()
        suffix = ("pdf", "docx", "xlsx", "html", "pdf")[number]
        stem, when = title(folder, author), folder.later(30)
        if suffix == "xlsx":
            datas = [documents.xlsx({"List": rows}) for rows in sheet_chain(folder, author, 2)]
        else:
            datas = [WRITERS[suffix](one) for one in text_chain(folder, author, 10, 2)]
        folder.add(f"{stem}.{suffix}", datas[0], stem, 0, when)
        if number % 2:
            folder.add(f"{stem} (1).{suffix}", datas[0], stem, 0, when + timedelta(minutes=3))
        folder.add(f"Documents/{stem}.{suffix}", datas[1], stem, 1, when + timedelta(days=20))
        folder.add(f"{stem} ({1 + number % 2}).{suffix}", datas[0], stem, 0, when + timedelta(days=40))


@register()
def old_revisions(folder: Folder) -> None:
    """Old versions copied with new times: the original is older than its successor, its copy newer than both."""
    for number in range(6):
        author = folder.writer()
        suffix = ("docx", "txt", "md", "odt", "html", "tex")[number]
        chain = text_chain(folder, author, 10, 3)
        datas, stem = [WRITERS[suffix](one) for one in chain], title(folder, author)
        first = folder.later(20)
        for rank, data in enumerate(datas):
            name = named("tight", stem, rank, 3)
            folder.add(f"{name}.{suffix}", data, stem, rank, first + timedelta(days=3 * rank))
        name = named("tight", stem, 0, 3)
        folder.add(f"from stick/{name}.{suffix}", datas[0], stem, 0, first + timedelta(days=30))


@register()
def release_folders(folder: Folder) -> None:
    """Unpacked releases, whose times are all alike or those of unpacking in any order: the folders tell."""
    for name, versions in (("gazette", ("1.2", "1.3", "1.10")), ("almanac", ("2.0.1", "2.1.0"))):
        author = folder.writer()
        files = [folder.fresh(author.identifier) for _ in range(7)]
        chains = {one: code_chain(folder, author, len(versions)) for one in files}
        guide = text_chain(folder, author, 12, len(versions))
        order = list(range(len(versions)))
        folder.random.shuffle(order)
        alike = folder.later()
        for rank, version in enumerate(versions):
            when = alike if name == "gazette" else alike + timedelta(hours=order[rank])
            for one, datas in chains.items():
                folder.add(f"{name}-{version}/{one}.py", datas[rank], f"{name}/{one}", rank, when)
            folder.add(
                f"{name}-{version}/guide.html", documents.html(guide[rank]), f"{name}/guide", rank, when
            )


@register()
def invoice_versions(folder: Folder) -> None:
    """Twelve invoices of one form in each of three formats, of which a few were corrected."""
    for suffix in ("docx", "pdf", "xlsx"):
        writer = folder.writer()
        form, terms = [writer.title() for _ in range(6)], writer.paragraphs(3, 3)
        logo, head = documents.logo(folder.random), [writer.firm()]
        for number in range(1, 13):
            author = folder.writer()
            rows = invoice_rows(author, form, 2000 + number)
            name = f"{suffix}/Invoice {number:04d}"
            tables = [rows]
            if number in (3, 8, 11):
                corrected = [list(row) for row in rows]
                corrected[4][2] = author.amount(300)
                tables.append(corrected)
            for rank, table in enumerate(tables):
                marked = f"{name} corrected" if rank else name
                if suffix == "xlsx":
                    data = documents.xlsx({"Sheet": [*[[one] for one in terms], *table]}, logo)
                else:
                    data = WRITERS[suffix](Text("Invoice", terms, head, "", table, logo))
                folder.add(f"{marked}.{suffix}", data, name, rank)


@register()
def resaved(folder: Folder) -> None:
    """Documents whose later versions were saved by another program than the first one."""
    for number in range(5):
        author = folder.writer()
        chain, stem = text_chain(folder, author, 9, 3, number % 2 == 0), title(folder, author)
        folder.add(f"{stem} v1.docx", documents.docx(chain[0]), stem, 0)
        folder.add_resaved(f"{stem} v2.docx", documents.docx(chain[1]), "docx", stem, 1)
        folder.add_resaved(f"{stem} v3.docx", documents.docx(chain[2]), "docx", stem, 2)
    for _ in range(3):
        author = folder.writer()
        chain, stem = text_chain(folder, author, 9, 2), title(folder, author)
        folder.add(f"{stem}_v1.odt", documents.odt(chain[0]), stem, 0)
        folder.add_resaved(f"{stem}_v2.odt", documents.odt(chain[1]), "odt", stem, 1)
    author = folder.writer()
    tables = sheet_chain(folder, author, 3)
    folder.add("stock list v1.xlsx", documents.xlsx({"Stock": tables[0]}), "stock list", 0)
    folder.add_resaved("stock list v2.xlsx", documents.xlsx({"Stock": tables[1]}), "xlsx", "stock list", 1)
    folder.add_resaved("stock list v3.xlsx", documents.ods({"Stock": tables[2]}), "ods", "stock list", 2)
    decks = talk_versions_of(folder, author, documents.logo(folder.random, 480, 360), 2)
    folder.add("kick-off.pptx", decks[0], "kick-off", 0)
    folder.add_resaved("kick-off_final.pptx", decks[1], "pptx", "kick-off", 1)
