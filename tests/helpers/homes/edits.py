"""What people do to a text between two versions: a word, a line, a fifth of it, or only more at its end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence


def one_word(pieces: Sequence[str], rng: random.Random, word: Callable[[], str]) -> list[str]:
    """One word of one piece replaced."""
    edited = list(pieces)
    longest = [at for at, piece in enumerate(edited) if len(piece.split()) > 3] or list(range(len(edited)))
    at = rng.choice(longest)
    words = edited[at].split(" ")
    words[rng.randrange(len(words))] = word()
    edited[at] = " ".join(words)
    return edited


def one_piece(pieces: Sequence[str], rng: random.Random, fresh: Callable[[], str]) -> list[str]:
    """One piece (a line, a paragraph, a row) written anew."""
    edited = list(pieces)
    edited[rng.randrange(len(edited))] = fresh()
    return edited


def share(
    pieces: Sequence[str], rng: random.Random, fresh: Callable[[], str], part: float = 0.2
) -> list[str]:
    """A share of the pieces replaced, removed, added or swapped with a neighbour; at least one."""
    edited = list(pieces)
    for _ in range(max(1, round(len(pieces) * part))):
        at = rng.randrange(len(edited))
        what = rng.random()
        if what < 0.5:
            edited[at] = fresh()
        elif what < 0.75:
            edited.insert(at, fresh())
        elif what < 0.9 and len(edited) > 3:
            del edited[at]
        else:
            after = (at + 1) % len(edited)
            edited[at], edited[after] = edited[after], edited[at]
    return edited


def grown(pieces: Sequence[str], fresh: Callable[[], str], more: int) -> list[str]:
    """More pieces at the end."""
    return [*pieces, *(fresh() for _ in range(more))]


def versions(first: Sequence[str], step: Callable[[Sequence[str]], list[str]], count: int) -> list[list[str]]:
    """So many versions, oldest first, each made by a step from the last one and like none before."""
    found = [list(first)]
    while len(found) < count:
        new = step(found[-1])
        if new not in found:
            found.append(new)
    return found


def sentences(paragraphs: Sequence[str]) -> list[list[str]]:
    """Paragraphs as lists of sentences."""
    return [[one + "." for one in paragraph.rstrip(".").split(". ")] for paragraph in paragraphs]


def rewritten(
    paragraphs: Sequence[str], rng: random.Random, fresh: Callable[[], str], part: float = 0.2
) -> list[str]:
    """A share of the sentences of a text edited, its paragraphs otherwise as they were."""
    split = sentences(paragraphs)
    edited = share([one for paragraph in split for one in paragraph], rng, fresh, part)
    found, at = [], 0
    for number, paragraph in enumerate(split):
        upto = len(edited) if number == len(split) - 1 else at + len(paragraph)
        found.append(" ".join(edited[at:upto]))
        at = upto
    return [paragraph for paragraph in found if paragraph]


def chain(
    paragraphs: Sequence[str],
    rng: random.Random,
    fresh: Callable[[], str],
    word: Callable[[], str],
    count: int,
) -> list[list[str]]:
    """Versions of a text, oldest first, with small and larger edits and growth in turns, every one different."""

    def step(last: Sequence[str]) -> list[str]:
        how = rng.choice(("word", "sentence", "some", "fifth", "grown"))
        if how == "word":
            return one_word(last, rng, word)
        if how == "grown":
            return [*last, " ".join(fresh() for _ in range(4))]
        return rewritten(last, rng, fresh, {"sentence": 0, "some": 0.07, "fifth": 0.18}[how])

    return versions(paragraphs, step, count)
