"""Contents for test files, from a random generator: prose, source, tables, pages, pictures, and their revisions.

Prose is built from words made of syllables, beside a few dozen common English ones, so that two texts
look like one language and yet share next to no eight-byte pieces, as real unrelated texts do; only
documents with a topic speak plain English, one document to a topic.
"""

# ruff: noqa: SIM905 - word lists are read as words

from __future__ import annotations

import random
import struct
import textwrap
import zlib

_COMMON = (
    "the of and to in is that for it as was with be by on not he his but at are this have from or one had an they"
    " which you were all her she there would their we him been has when who will no more if out so what up into than"
).split()
_SYLLABLES = (
    "al an ar bel ber bra cal can cor dan del den dor el en er fal fen for gal gan gre hal hen hol il in is jan jor kel"
    " ken kor lan len lor mal men mor nal nen nor ol on or pal pen por ral ren ros sal sen sor tal ten tor ul un ur val"
    " ven vor wal wen wor zal zen zor ching tion ment ness ship land ford wick stead bury"
).split()
_TITLES = (
    "Meeting in spring,Order of the chairs,Rent and heating,Answer to the council,Thanks for the book,"
    "Question about the bill,Offer for the roof,Change of address,Report on the journey,List of guests,"
    "Repair of the boiler,Invitation,Complaint,Plan for the garden,Minutes,Receipt"
).split(",")
_TOPICS = {
    "business": (
        "revenue in the north|sales of the new line|the cost of freight|orders from abroad|the margin before tax"
        "|spending on repairs|income from rents|the backlog in spring|demand for spare parts|the price of steel",
        "rose|fell|stayed flat and then rose|recovered|was revised|grew faster than planned|came in lower",
        "after the contracts of March|in the second quarter|as the plant in Leeds reopened|against the forecast"
        "|because two large customers left|despite the strike|once the old stock was sold|in all four regions",
    ),
    "garden": (
        "the early beans|the pear by the wall|both rows of leeks|the compost|the small greenhouse|slugs on the lettuce"
        "|the rain barrel|last year's tulips|the hedge|the tomatoes",
        "did well|needed water|were late|came up again|suffered from the frost|had to be moved|took over the bed",
        "in the dry week of May|before the holidays|under the old glass|on the sunny side|since the path was laid"
        "|as the neighbour had said|next to the shed|for the third time",
    ),
    "town": (
        "the market hall|a walk along the canal|the museum of clocks|the last tram|a table by the window|the tower"
        "|the bakery in Mill Lane|the ferry to the island|the old baths|the botanical library",
        "opens at nine|is worth the detour|closes on Mondays|can be booked|has been restored|is free for children",
        "and takes about an hour|between April and October|with a view over the harbour|from the second stop"
        "|but only in good weather|for groups of up to twenty|if you ask at the desk",
    ),
}
_NOUNS = (
    "account amount batch budget channel client column country currency customer delivery entry export field header"
    " invoice item ledger margin month order parcel partner period price product quarter record region report row"
    " section segment shipment stock supplier table tariff total vendor warehouse weight year"
).split()
_HEADINGS = (
    "Summary Results Costs Regions Staff Outlook Risks Method Appendix Products Customers Suppliers".split()
)


def title(rng: random.Random) -> str:
    """A few words for a file name."""
    return rng.choice(_TITLES)


def words(rng: random.Random, count: int) -> bytes:
    """``count`` words in lines of about 90 characters."""
    return ("\n".join(textwrap.wrap(" ".join(_word(rng) for _ in range(count)), 90)) + "\n").encode()


def revise_words(rng: random.Random, data: bytes) -> bytes:
    """The same text with one line in twelve, and at least one, written anew."""
    lines = data.decode().splitlines()
    for number in rng.sample(range(len(lines)), max(1, len(lines) // 12)):
        lines[number] = words(rng, 14).decode().replace("\n", " ").strip()
    return ("\n".join(lines) + "\n").encode()


def report(rng: random.Random, paragraphs: int = 30, topic: str = "") -> bytes:
    """A text with a title, headings and paragraphs."""
    names = {"business": "Annual report 2026", "garden": "What the garden did"}
    lines = [f"{_word(rng).capitalize()} & {_word(rng).capitalize()}", names.get(topic) or title(rng), ""]
    for number in range(paragraphs):
        if number % 5 == 0:
            lines += [f"{number // 5 + 1}. {_HEADINGS[number // 5 % len(_HEADINGS)]}", ""]
        lines += [*textwrap.wrap(" ".join(_sentence(rng, topic) for _ in range(rng.randrange(3, 6))), 60), ""]
    return ("\n".join(lines) + "\n").encode()


def revise_text(rng: random.Random, data: bytes, topic: str = "") -> bytes:
    """A later version: a few lines changed, two lines new, three lines gone."""
    lines = data.decode().splitlines()
    prose = [number for number, line in enumerate(lines) if len(line) > 30]
    for number in rng.sample(prose, max(2, len(prose) // 40)):
        start = lines[number][: lines[number].find(" ", 20)]
        lines[number] = f"{start} {_sentence(rng, topic).lower()}"
    for _ in range(2):
        lines.insert(rng.randrange(3, len(lines)), _sentence(rng, topic))
    gone = rng.randrange(len(lines) // 2, len(lines) - 4)
    del lines[gone : gone + 3]
    return ("\n".join(lines) + "\n").encode()


def python_module(rng: random.Random, functions: int = 18) -> bytes:
    """Source that parses: imports and functions with docstrings."""
    parts = [
        f'"""Reads the {_word(rng)} export and writes the {_word(rng)} table."""\n\nimport csv\nimport sys\n'
    ]
    parts += [_function(rng) for _ in range(functions)]
    return "\n".join(parts).encode()


def revise_module(rng: random.Random, data: bytes) -> bytes:
    """One function written anew, one added."""
    parts = data.decode().split("\n\n\n")
    parts[rng.randrange(1, len(parts))] = _function(rng).strip("\n")
    parts.insert(rng.randrange(1, len(parts)), _function(rng).strip("\n"))
    return ("\n\n\n".join(parts).rstrip("\n") + "\n").encode()


def table(rng: random.Random, rows: int = 220) -> bytes:
    """Comma-separated values with a header."""
    lines = ["month,account,cost centre,amount,remark"]
    lines += [_row(rng, number) for number in range(rows)]
    return ("\n".join(lines) + "\n").encode()


def revise_table(rng: random.Random, data: bytes) -> bytes:
    """Eight rows changed, five added at the end."""
    lines = data.decode().splitlines()
    for number in rng.sample(range(1, len(lines)), 8):
        lines[number] = _row(rng, number)
    lines += [_row(rng, len(lines) + more) for more in range(5)]
    return ("\n".join(lines) + "\n").encode()


def web_page(rng: random.Random) -> bytes:
    """An HTML page with a paragraph a line."""
    body = "\n".join(
        f"<h2>{_word(rng).capitalize()}</h2>\n<p>{_sentence(rng, 'town')} {_sentence(rng, 'town')}</p>"
        for _ in range(24)
    )
    head = (
        f"<!doctype html>\n<html lang='en'>\n<head><title>{_word(rng).capitalize()}</title></head>\n<body>\n"
    )
    return f"{head}{body}\n</body>\n</html>\n".encode()


def revise_binary(rng: random.Random, data: bytes) -> bytes:
    """Random bytes over two stretches of 2 % each, and a few put in."""
    changed = bytearray(data)
    for _ in range(2):
        at, length = rng.randrange(len(data)), len(data) // 50
        changed[at : at + length] = rng.randbytes(length)
    at = rng.randrange(len(data))
    return bytes(changed[:at] + rng.randbytes(40) + changed[at:])


def picture(rng: random.Random, width: int = 240, height: int = 160) -> bytes:
    """A PNG, stored without compression, of bars in front of a grainy sky."""
    sky, bar = (rng.randrange(90, 200) for _ in range(2))
    heights = [rng.randrange(10, height - 10) for _ in range(12)]
    rows = []
    for y in range(height):
        row = bytearray(rng.randbytes(3 * width))
        for x in range(width):
            inside = height - y < heights[x * 12 // width] and x * 12 % width > 40
            base = (47, 111, 237) if inside else (sky, bar + y // 4, 230)
            for channel in range(3):
                row[3 * x + channel] = min(255, base[channel] + row[3 * x + channel] % 14)
        rows.append(bytes(row))
    return png(rows, width)


def revise_picture(rng: random.Random, data: bytes) -> bytes:
    """The same picture with a dark band of grain across its lower part."""
    width, height = struct.unpack(">II", data[16:24])
    raw = zlib.decompress(data[data.index(b"IDAT") + 4 : -16])
    rows = [raw[y * (3 * width + 1) + 1 : (y + 1) * (3 * width + 1)] for y in range(height)]
    for y in range(height - 30, height - 18):
        rows[y] = bytes(value % 60 for value in rng.randbytes(3 * width))
    return png(rows, width)


def png(rows: list[bytes], width: int, level: int = 0) -> bytes:
    """A PNG file of rows of 8-bit RGB pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), level)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def _word(rng: random.Random) -> str:
    if rng.random() < 0.35:
        return rng.choice(_COMMON)
    return "".join(rng.choices(_SYLLABLES, k=rng.choice((2, 2, 3, 3, 4))))


def _sentence(rng: random.Random, topic: str = "") -> str:
    if topic:
        subject, verb, rest = (rng.choice(part.split("|")) for part in _TOPICS[topic])
        figure = rng.choice(
            ("", f" by {rng.randrange(11, 399) / 10} percent", f" ({rng.randrange(1000, 9999)})")
        )
        return f"{subject[0].upper()}{subject[1:]} {verb}{figure} {rest}."
    parts = [_word(rng) for _ in range(rng.randrange(7, 15))]
    if rng.random() < 0.3:
        parts[-1] = f"by {rng.randrange(2, 400) / 10} percent"
    return " ".join(parts).capitalize() + "."


def _row(rng: random.Random, number: int) -> str:
    amount = rng.randrange(100, 9_000_000) / 100
    return f"2026-{number % 12 + 1:02},{rng.randrange(1000, 9999)},{_word(rng)},{amount:.2f},{_word(rng)} {_word(rng)}"


def _function(rng: random.Random) -> str:
    name, other, limit = (f"{rng.choice(_NOUNS)}_{rng.choice(_NOUNS)}" for _ in range(3))
    lines = [f"\ndef {name}_of({other}_rows, {limit}_limit={rng.randrange(1000)}):"]
    lines += [f'    """Adds up each {rng.choice(_NOUNS)} by {rng.choice(_NOUNS)} and {_word(rng)}."""']
    lines += [f"    {name} = []", f"    for row in {other}_rows:"]
    for _ in range(rng.randrange(2, 6)):
        key = f"{rng.choice(_NOUNS)}_{_word(rng)}"
        lines.append(f'        {name}.append(row["{key}"] * {rng.randrange(2, 99)} - {limit}_limit)')
    return "\n".join([*lines, f"    return {name}", ""])
