"""What ``shingleprint`` does once its arguments are known: prints shown, saved, compared, as simhash(1) does."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

from simfinder.app.paper_tools import sim_files
from simfinder.cli.terminal import out, say
from simfinder.errors import NoFeaturesError, ReadError, SimFinderError
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.shingleprint.fingerprint import Values
from simfinder.workers.thread_pool import each

_DONE, PROBLEMS, _NOT_HASHABLE = 0, 1, 255  # simhash(1)'s own


def show(path: str | None, shingle: int, features: int) -> int:
    """Write one print to standard output as the bytes of a ``.sim`` file; return the exit code."""
    try:
        if path is None:
            values = sim_files.print_of_handle(0, shingle, features)
        else:
            ((_, found),) = _prints([path], shingle, features)
            if isinstance(found, SimFinderError):
                raise found
            values = found
    except ReadError as error:
        say(f"{'stdin' if path is None else path}: {error.message}")
        return PROBLEMS
    if not len(values):
        say("stdin not hashable" if path is None else f"{path}: not hashable")
        return _NOT_HASHABLE
    # the way back is the exact inverse for any bytes
    out(shingleprint.to_sim(values, shingle).decode("utf-8", "surrogateescape"))
    return _DONE


def write(files: list[str], shingle: int, features: int, *, quiet: bool) -> int:
    """Write FILE.sim beside each FILE, and go on where one is too short, unreadable or not writable.

    Returns:
        The exit code.
    """
    code = _DONE

    def write_one(path: str) -> bool:
        values = sim_files.print_of_file(path, shingle, features)
        if len(values):
            sim_files.write_sim(path + sim_files.SUFFIX, values, shingle)
        return bool(len(values))

    for path, done in each(files, write_one):
        if isinstance(done, SimFinderError):
            say(str(done))
            code = PROBLEMS
        elif not done and not quiet:
            say(f"{path}: warning: not hashed")
            code = PROBLEMS
    return code


def compare(first: str, second: str) -> int:
    """Print how similar two ``.sim`` files are; return the exit code."""
    sides: list[tuple[int, Values]] = []
    try:
        for _, side in each((first, second), sim_files.read_sim):
            if isinstance(side, SimFinderError):
                raise side
            sides.append(side)
        for path, (_, values) in zip((first, second), sides, strict=True):
            if not len(values):
                raise NoFeaturesError("a print without features can't be compared", path)
    except SimFinderError as error:
        say(str(error))
        return PROBLEMS
    (shingle, a), (other, b) = sides
    if shingle != other:
        say(f"shingle size mismatch: {first} has {shingle}, {second} has {other}")
        return PROBLEMS
    out(shingleprint.printed(shingleprint.score(a, b)) + "\n")
    return _DONE


def matrix(files: list[str], shingle: int, features: int) -> int:
    """Print how similar files are to each other; return the exit code."""
    prints: list[Values] = []
    code = _DONE
    for _, values in _prints(files, shingle, features):
        if isinstance(values, SimFinderError):
            say(str(values))
            code = PROBLEMS
        else:
            prints.append(values)
    if files and code == _DONE:
        _show_matrix(files, prints)
    return code


def _prints(files: list[str], shingle: int, features: int) -> Iterator[tuple[str, Values | SimFinderError]]:
    return each(files, lambda path: sim_files.print_of_file(path, shingle, features))


def _show_matrix(files: list[str], prints: list[Values]) -> None:
    """Print the lower triangle, laid out as simhash(1) does; widths count bytes."""
    lengths = np.array([len(values) for values in prints])
    table = np.zeros((len(prints), max(1, int(lengths.max()))), dtype=np.uint32)
    for row, values in zip(table, prints, strict=True):
        row[: len(values)] = values
    names = [os.fsencode(path) for path in files]
    width, field = max(map(len, names)) + 1, max(3, len(str(len(files))))
    numbers = range(1, len(files)) if len(files) > 1 else (0,)
    head = "".join(f" {number:>{field}}" for number in numbers)
    # where there is but one file the tool puts its 0 one further
    out(" " * (width - 1 + field + (len(files) == 1)) + head + "\n")
    for i, (path, name) in enumerate(zip(files, names, strict=True)):
        scores = shingleprint.exact_score_rows(table, lengths, np.full(i, i), np.arange(i))
        cells = [" ? " if np.isnan(score) else shingleprint.printed(score) for score in scores]
        line = "".join(f" {cell:>{field}}" for cell in cells)
        out(path + " " * (width - len(name)) + f"{i + 1:>{field}}{line}\n")
