"""Somebody who writes texts in English, German or French: sentences of a grammar, names, places, dates, titles.

The vocabulary is wide enough that two texts share hardly three words in a row (measured: 1 to 3 % of word triples of
two English texts of 600 words).
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

_BY_BARS = ("when", "link", "opener", "who", "sentence", "title", "street", "firm")


def _lists(table: dict[str, str]) -> dict[str, list[str]]:
    whole = {name: " ".join(words.split()) for name, words in table.items()}
    return {name: words.split("|" if name in _BY_BARS else " ") for name, words in whole.items()}


_LANGUAGES = {
    language: _lists(table)
    for language, table in tomllib.loads(
        Path(__file__).with_name("vocabulary.toml").read_text(encoding="utf-8")
    ).items()
}


class Writer:
    """Writes texts.

    Args:
        random: chooses all words.
        language: "en", "de" or "fr".
    """

    def __init__(self, random: random.Random, language: str = "en") -> None:
        self.random = random
        self.language = language
        self._lists = _LANGUAGES[language]

    def word(self, kind: str = "noun") -> str:
        """A word, or a phrase, of a list of the language."""
        return self.random.choice(self._lists[kind])

    def sentence(self) -> str:
        filled = self._filled(self.word("sentence"))
        if self.language == "fr":
            filled = re.sub(r"\b([LldD])[ae] (?=[aeéèêiouh])", r"\1’", filled)
        return filled[0].upper() + filled[1:]

    def paragraph(self, sentences: int = 5) -> str:
        return " ".join(self.sentence() for _ in range(sentences))

    def paragraphs(self, count: int, sentences: int = 5) -> list[str]:
        """So many paragraphs of about so many sentences."""
        return [self.paragraph(max(1, sentences + self.random.randint(-2, 2))) for _ in range(count)]

    def title(self) -> str:
        filled = self._filled(self.word("title"))
        return filled[0].upper() + filled[1:]

    def item(self) -> str:
        """What is sold, or a line of a list."""
        return f"{self.word('adjective')} {self.word()}, {self.word('adjective')}"

    def person(self) -> str:
        return f"{self.word('first')} {self.word('last')}"

    def people(self, count: int) -> list[str]:
        """Persons with different last names."""
        names = self.random.sample(self._lists["last"], count)
        return [f"{self.word('first')} {name}" for name in names]

    def firm(self) -> str:
        names = {name: self.word(name) for name in ("last", "city")}
        return self.word("firm").format(last2=self.word("last"), **names)

    def address(self) -> list[str]:
        """Street and city, a line each."""
        number, code = self.random.randint(1, 140), self.random.randint(10000, 98999)
        street, city = self.word("street"), self.word("city")
        if self.language == "de":
            return [f"{street} {number}", f"{code} {city}"]
        return [f"{number} {street}", f"{code} {city}"]

    def amount(self, most: int = 4000) -> float:
        return round(self.random.uniform(4, most), 2)

    def day(self, when: date | datetime) -> str:
        """A date in words."""
        month = self._lists["months"][when.month - 1]
        if self.language == "de":
            return f"{when.day}. {month} {when.year}"
        return f"{when.day} {month} {when.year}"

    def month(self, number: int) -> str:
        """Name of a month, 1 to 12."""
        return self._lists["months"][number - 1]

    def identifier(self, words: int = 2) -> str:
        """A name as programmers write it."""
        return "_".join(self.random.choice(_LANGUAGES["en"]["noun"]) for _ in range(words))

    def pick(self, of: Sequence[str]) -> str:
        return self.random.choice(of)

    def _filled(self, pattern: str) -> str:
        """A pattern whose every slot has a word of its own."""
        parts = pattern.split("{")
        made = parts[0]
        for part in parts[1:]:
            slot, _, rest = part.partition("}")
            made += self._slot(slot) + rest
        return made

    def _slot(self, slot: str) -> str:
        lower = slot.lower()
        if lower == "number":
            return str(self.random.randint(2, 980))
        if lower == "person":
            return self.person()
        if lower in ("who", "w"):
            found = self._filled(self.word("who"))
        else:
            kinds = {"n": "noun", "a": "adjective", "v": "verb", "t": "when", "l": "link", "o": "opener"}
            found = self.word(kinds[lower])
        return found[0].upper() + found[1:] if slot.isupper() else found
