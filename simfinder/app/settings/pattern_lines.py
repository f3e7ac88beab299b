"""Patterns of what is taken and left out, as a person writes them: a line each, as in .gitignore."""

from __future__ import annotations

from simfinder.scan.walk.ignore_patterns import compiled


def lines_of(text: str) -> list[str]:
    """The patterns of a text: lines that are neither empty nor comments."""
    lines = (line.rstrip("\r") for line in text.split("\n"))
    return [line for line in lines if line.strip() and not line.startswith("#")]


def first_wrong(patterns: list[str]) -> str:
    """The first line that is no pattern, with the reason; "" where all are."""
    for pattern in patterns:
        try:
            compiled([pattern])
        except ValueError as error:
            return f"{pattern}: {error}"
    return ""
