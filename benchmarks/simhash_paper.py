"""Figures 3, 4, 6, 7, 8 and 9 of seed 000 (Sadowski & Levin), run again with SimFinder's SimFind.

    python benchmarks/simhash_paper.py [FOLDER ...] [--out FOLDER] [--figures 3,4,6,7,8,9] [--largest 200000]

Writes ``figureN.csv`` and, where matplotlib is installed, ``figureN.png`` (it is no dependency of SimFinder), and
prints what each figure should look like, whether it does, and the numbers; all of it goes to ``benchmarks/output``.
The FOLDERs are the real tree of figures 3, 4, 6, 7 and 9, Python's own library if none is given: it is a uniform
tree (figure 3's bands and figure 7's levels are others there), a system's shared files and libraries are more like the
paper's disk, and what lies in ``benchmarks/output`` is made of these. The rest is made from fixed seeds. A level read
off the paper's plots counts as confirmed within a factor of 3.
Seconds are CPU seconds of this machine. Takes a minute or two.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from quality import paper_sets
from quality.paper_sets import ANY, PRINTABLE, Set, chain

from simfinder.search.simfind import radius_search as simfind
from simfinder.search.simfind.radius_search import Counters, SimFind
from simfinder.signatures.tagcount.counter import extension_of, extension_offset

TOLERANCES = (0.01, 0.032, 0.1, 0.32, 1.0, 3.2)
SIZES = (500, 1000, 2000, 4000, 8000, 16_000, 64_000, 200_000)

_LARGEST_FILE = 20_000
_POINTS = 4_000
_TREE_FILES = 10_364
_HEADS = 1_000
_CHAIN, _CHANGED = 1_000, 1  # files of a chain of figure 6, and bytes that change at each step
_STARTS = 15
_CHANGED_9 = 4
_ALL_HITS_UP_TO = 64_000
_FACTOR = 3
_ROUNDS = 3
_CLEARLY = 1.8  # an exponent above can't be told from 2
_LEAST_SECONDS = 0.2  # of a measurement; shorter searches are repeated


@dataclass
class Figure:
    """One figure of the paper, run again.

    Attributes:
        number: in the paper.
        title: what is plotted.
        header, rows: of the CSV.
        draw: puts it on matplotlib's axes.
        said: the expected shapes, whether they are confirmed, and the numbers.
    """

    number: int
    title: str
    header: list[str]
    rows: list[list[Any]]
    draw: Callable[[Any], None]
    said: list[str] = field(default_factory=list)

    def expect(self, shape: str, holds: bool, numbers: str) -> None:
        self.said.append(f"  {'confirmed ' if holds else 'DIFFERENT '} {shape}: {numbers}")

    def note(self, text: str) -> None:
        self.said.append(f"             {text}")


def search(files: Set, key: str, tolerance: float) -> Counters:
    return SimFind(files.rows(key)).all_pairs(tolerance).counters


def ratio(counters: Counters) -> float:
    """Sum hits / key hits, 0 where there are none."""
    return counters.sum_hits / counters.key_hits if counters.key_hits else 0.0


def texts(values: list[float]) -> str:
    return " ".join(f"{value:.3g}" for value in values)


def figure3(paths: list[str]) -> Figure:
    files = small_files(paths)
    size, uniform, skew = files.size, files.key("Uniform"), files.key("Skew")

    def draw(axes: Any) -> None:
        axes.plot(size, skew, ".", ms=2, label="Skew")
        axes.plot(size, uniform, ".", ms=2, label="Uniform")
        axes.plot([0, _LARGEST_FILE], [0, _LARGEST_FILE], "k-", lw=1, label="y = x")
        axes.set(xlabel="file size", ylabel="key", ylim=(0, 5 * _LARGEST_FILE))
        axes.legend()

    rows = [list(row) for row in zip(size.tolist(), uniform.tolist(), skew.tolist(), strict=True)]
    figure = Figure(3, "Uniform and Skew key against file size", ["size", "uniform", "skew"], rows, draw)
    bands = {
        name: np.percentile(key / size, (5, 50, 95)) for name, key in (("Uniform", uniform), ("Skew", skew))
    }
    low, middle, high = bands["Uniform"]
    figure.expect("Uniform near size/2", 0.35 <= middle <= 0.65, f"median {middle:.2f} x size")
    figure.expect("in a narrow band", high - low < 0.35, f"90 % of the files within {low:.2f} to {high:.2f}")
    if not figure.said[-1].strip().startswith("confirmed"):
        figure.note(
            "bytecode and programs are full of zero bytes, of which every one counts: trees of few kinds of"
        )
        figure.note("files have bands of their own")
    low_s, middle_s, high_s = bands["Skew"]
    wider = (high_s - low_s) > 1.3 * (high - low)
    figure.expect("Skew wider", wider, f"median {middle_s:.2f}, 90 % within {low_s:.2f} to {high_s:.2f}")
    most, at_most = np.percentile(skew / size, 99.5), (skew / size).max()
    figure.expect(
        "Skew up to about 4.5 x size",
        3.5 <= most <= 5.6,
        f"{most:.2f}, but for 1 in 200 of {len(files)} files; the largest {at_most:.2f} (zeros alone have 6)",
    )
    return figure


def figure4(paths: list[str]) -> Figure:
    files = small_files(paths)
    key = files.key("Skew+ext")
    extensions = [extension_of(name)[:3].lower() for name in files.names]

    def draw(axes: Any) -> None:
        axes.plot(files.size, key.astype(np.float64), ".", ms=2)
        axes.set(xlabel="file size", ylabel="Skew key with extension", ylim=(0, 2**32))

    rows = [list(row) for row in zip(files.size.tolist(), key.tolist(), extensions, strict=True)]
    figure = Figure(
        4, "Skew key with extension against file size", ["size", "skew_ext", "extension"], rows, draw
    )
    offsets = sorted({extension_offset(name) for name in files.names})
    narrow = max(files.key("Skew").tolist())
    apart = [b - a for a, b in pairwise(offsets)]
    figure.expect(
        "stripes, one per extension",
        statistics.median(apart) > 10 * narrow,
        f"{len(offsets)} stripes at most {narrow} high, median gap {statistics.median(apart):.3g}",
    )
    share = (offsets[-1] - offsets[0]) / 2**32
    figure.expect("over the whole 0..2^32", share > 0.8, f"they span {100 * share:.0f} % of it")
    return figure


def small_files(paths: list[str]) -> Set:
    small = [path for path in paths if os.path.getsize(path) <= _LARGEST_FILE]
    chosen = np.sort(np.random.default_rng(3).permutation(len(small))[:_POINTS])
    return paper_sets.real([small[i] for i in chosen])


def figure6(paths: list[str]) -> Figure:
    shuffled = [paths[i] for i in np.random.default_rng(6).permutation(len(paths))]
    starts = paper_sets.text_starts(shuffled, _STARTS)
    chains = [chain(start, _CHAIN, _CHANGED, PRINTABLE, seed) for seed, start in enumerate(starts)]
    noise = np.random.default_rng(66).integers(*ANY, paper_sets.SIZE, dtype=np.uint8)
    random_chain = chain(noise, _CHAIN, _CHANGED, ANY, 67)
    heads = paper_sets.different(shuffled, _HEADS)
    appended = paper_sets.appended(_CHAIN, 2, 68)
    each = {
        key: np.array([[ratio(search(files, key, t)) for t in TOLERANCES] for files in chains])
        for key in ("Uniform", "Skew")
    }
    curves = {f"{key}, similar": np.median(values, axis=0).tolist() for key, values in each.items()}
    for key in ("Uniform+ext", "Skew+ext", "Uniform", "Skew"):
        curves[f"{key}, different"] = [ratio(search(heads, key, t)) for t in TOLERANCES]
    for key in ("Uniform", "Skew"):
        curves[f"{key}, similar, random bytes"] = [ratio(search(random_chain, key, t)) for t in TOLERANCES]
        curves[f"{key}, appended"] = [ratio(search(appended, key, t)) for t in TOLERANCES]
    in_paper = ["Uniform, similar", "Skew, similar", "Uniform+ext, different", "Skew+ext, different"]

    def draw(axes: Any) -> None:
        for name, values in curves.items():
            style = "o-" if name in in_paper else "--"
            axes.plot(TOLERANCES, values, style, lw=1.5 if name in in_paper else 0.8, label=name)
        axes.set(xscale="log", yscale="log", xlabel="tolerance, %", ylabel="sum hits / key hits")
        axes.legend(fontsize=7)

    rows = [[t, *(values[i] for values in curves.values())] for i, t in enumerate(TOLERANCES)]
    figure = Figure(6, "Sum hits / key hits against tolerance", ["tolerance", *curves], rows, draw)
    uniform, skew = (curves[name] for name in in_paper[:2])
    figure.note(
        f"similar: median of {len(chains)} chains of {_CHAIN}, each from the head of a text, {_CHANGED} printable "
        f"byte a step; different: {len(heads)} heads"
    )
    figure.note(
        "the paper does not tell length, step and start of its chain; 200 to 4,000 files with 1 to 4 bytes a step"
    )
    figure.note("were tried (.001 to .06 at .01 %), and these, of the paper's level, are plotted")
    figure.expect(
        "similar .025-.05 rising to about .5",
        near(uniform[0], 0.025, 0.05) and near(uniform[-1], 0.5),
        f"Uniform {texts(uniform)}",
    )
    above = [int((u > s).sum()) for u, s in zip(each["Uniform"].T, each["Skew"].T, strict=True)]
    figure.expect(
        "Uniform above Skew on similar",
        all(u > s for u, s in zip(uniform, skew, strict=True)),
        f"Skew {texts(skew)}; Uniform is above in {above} of the {len(chains)} chains at each tolerance",
    )
    figure.note(
        "which key is above depends on what a chain begins with, probably because Skew counts e and t most: where"
    )
    figure.note(
        "a text has many to be overwritten it drifts away from itself, and has fewer key hits than Uniform"
    )
    plain, ext = (curves[name] for name in in_paper[2:])
    key_hits = search(heads, "Skew+ext", TOLERANCES[0]).key_hits
    figure.expect(
        "different from .0016-.004",
        near(plain[0], 0.0016, 0.004) and near(ext[0], 0.0016, 0.004),
        f"{plain[0]:.4g} and {ext[0]:.4g} at .01 %",
    )
    one = 1 / max(1, key_hits)
    figure.note(
        f"of {key_hits} key hits (Skew+ext) there; one pair of look-alikes among them would be {one:.4f}"
    )
    figure.expect(
        "rising to .05", near(plain[-1], 0.05) and near(ext[-1], 0.05), f"Uniform+ext {texts(plain)}"
    )
    figure.expect("Skew+ext above Uniform+ext there", sum(ext) > sum(plain), f"Skew+ext {texts(ext)}")
    figure.expect(
        "similar far above different",
        min(uniform[0], skew[0]) > max(plain[0], ext[0]),
        "at the least tolerance",
    )
    last = [curves[f"{key}, appended"][-1] for key in ("Uniform", "Skew")]
    figure.expect(
        "appending bytes: near 1", min(last) > 0.7, f"Uniform {last[0]:.3f}, Skew {last[1]:.3f} at 3.2 %"
    )
    return figure


def figure7(paths: list[str]) -> Figure:
    chosen = np.sort(np.random.default_rng(7).permutation(len(paths))[:_TREE_FILES])
    files = paper_sets.real([paths[i] for i in chosen])
    pairs = len(files) * (len(files) - 1) / 2
    found = {key: [search(files, key, t) for t in TOLERANCES] for key in ("Skew", "Skew+ext")}
    curves = {
        f"{what}, {key}": [getattr(c, field_) / pairs for c in counters]
        for what, field_ in (("key hits", "key_hits"), ("sum hits", "sum_hits"))
        for key, counters in found.items()
    }

    def draw(axes: Any) -> None:
        for name, values in curves.items():
            axes.plot(TOLERANCES, values, "o-", label=name)
        axes.set(xscale="log", yscale="log", xlabel="tolerance, %", ylabel="share of all pairs")
        axes.legend()

    rows = [[t, *(values[i] for values in curves.values())] for i, t in enumerate(TOLERANCES)]
    figure = Figure(7, "Key hits and sum hits of a real tree", ["tolerance", *curves], rows, draw)
    key, key_ext, sums, sums_ext = curves.values()
    figure.note(
        f"{len(files)} files; sum hits are copies and versions, of which every disk has its own share"
    )
    figure.note(
        "Python's library alone has other levels: extensions leave it only 1.4 to 2.1 times fewer key hits"
    )
    for shape, values, first, last in (
        ("key hits .0008 -> .015", key, 8e-4, 1.5e-2),
        ("with extension .0002 -> .002", key_ext, 2e-4, 2e-3),
        ("sum hits .00013 -> .00035", sums, 1.3e-4, 3.5e-4),
        ("with extension .00007 -> .0003", sums_ext, 7e-5, 3e-4),
    ):
        figure.expect(
            shape, rises(values) and near(values[0], first) and near(values[-1], last), texts(values)
        )
    share = [a / b for a, b in zip(key, key_ext, strict=True)]
    fewer = near(share[0], 4) and near(share[-1], 7.5)
    figure.expect("extensions leave 4 to 7.5 times fewer key hits", fewer, texts(share))
    lost = [1 - b / a for a, b in zip(sums, sums_ext, strict=True)]
    figure.expect("extensions lose some sum hits too", 0 < max(lost) < 0.6, f"shares lost {texts(lost)}")
    return figure


def near(value: float, low: float, high: float | None = None) -> bool:
    """Whether a level is the paper's, as read off its plots: within a factor of ``_FACTOR``."""
    return low / _FACTOR <= value <= (high or low) * _FACTOR


def rises(values: list[float]) -> bool:
    return all(a <= b for a, b in pairwise(values))


def figure8(_: list[str]) -> Figure:
    tolerances = [0.01 * 1.2**i for i in range(60) if 0.01 * 1.2**i < 6]
    sets = paper_sets.documents(paper_sets.random_texts())
    curves = {name: [search(files, "Skew", t).sum_hits for t in tolerances] for name, files in sets.items()}

    def draw(axes: Any) -> None:
        for name, values in curves.items():
            axes.plot(tolerances, values, "o-", ms=3, label=name)
        axes.set(xscale="log", xlabel="tolerance, %", ylabel="sum hits of 19,900 pairs")
        axes.legend(fontsize=8)

    rows = [[f"{t:.5g}", *(values[i] for values in curves.values())] for i, t in enumerate(tolerances)]
    figure = Figure(8, "Sum hits of 200 random texts as documents", ["tolerance", *curves], rows, draw)
    sizes = ", ".join(f"{name} {np.median(files.size):.0f}" for name, files in sets.items())
    figure.note(f"median bytes: {sizes}")
    if not any("Ghostscript" in name for name in sets):
        figure.note(
            "Ghostscript is not installed: fixed random headers stand for PDF and Postscript, no real documents"
        )
    else:
        figure.note(
            "beside real documents by Ghostscript, fixed random headers of the paper's document sizes"
        )
    for name, low, high in (
        ("text", 2.5, 6.0),
        ("header as of PDF", 1.5, 4.0),
        ("header as of Postscript", 0.03, 0.15),
        ("PDF by Ghostscript", 1.5, 4.0),
        ("Postscript by Ghostscript", 0.03, 0.15),
    ):
        if name in curves:
            first, half, most = s_curve(tolerances, curves[name])
            figure.expect(
                f"{name}: half of all pairs between {low:g} and {high:g} %",
                low <= half <= high,
                f"one in a hundred at {first:.3g} %, half at {half:.3g} %, {most} at the end",
            )
    order = [
        s_curve(tolerances, curves[name])[1]
        for name in ("header as of Postscript", "header as of PDF", "text")
    ]
    figure.expect(
        "the larger the common part, the lower the tolerance", rises(order), f"half at {texts(order)} %"
    )
    return figure


def s_curve(tolerances: list[float], hits: list[int]) -> tuple[float, float, int]:
    """The tolerances at which a hundredth and half of all pairs are hits (infinite where never), and the most hits."""
    all_pairs = 19_900
    reached = [
        next((t for t, h in zip(tolerances, hits, strict=True) if h >= share * all_pairs), math.inf)
        for share in (0.01, 0.5)
    ]
    return reached[0], reached[1], max(hits)


def figure9(paths: list[str], largest: int = SIZES[-1]) -> Figure:
    start = paper_sets.text_starts(paths, 1)[0]
    sizes = [n for n in SIZES if n <= largest]
    whole = chain(start, sizes[-1], _CHANGED_9, PRINTABLE, 9)
    rows: list[list[Any]] = []
    for tolerance in (1.0, 0.1):
        for n in sizes:
            part = Set(whole.names[:n], whole.size[:n], whole.counts[:n])
            counters, ours = timed(part, tolerance)
            _, all_hits = timed(part, tolerance, every_hit=True) if n <= _ALL_HITS_UP_TO else (None, None)
            theirs = n * n / 90_000
            found = (counters.key_hits, counters.sum_hits, ours, all_hits or "", theirs, counters.looked_at)
            rows.append([tolerance, n, *found])
    header = [
        "tolerance",
        "files",
        "key_hits",
        "sum_hits",
        "seconds",
        "seconds_every_key_hit",
        "paper_seconds",
        "looked_at",
    ]

    def draw(axes: Any) -> None:
        axes.plot(sizes, [n * n / 90_000 for n in sizes], "k-", lw=1, label="paper: n²/90,000")
        for tolerance, colour in ((1.0, "C0"), (0.1, "C1")):
            mine = [row for row in rows if row[0] == tolerance]
            axes.plot(
                [r[1] for r in mine],
                [r[4] for r in mine],
                f"{colour}o-",
                label=f"SimFinder, T = {tolerance:g} %",
            )
            slow = [row for row in mine if row[5]]
            label = f"every key hit looked at, T = {tolerance:g} %"
            axes.plot([r[1] for r in slow], [r[5] for r in slow], f"{colour}x--", label=label)
        axes.set(xscale="log", yscale="log", xlabel="files", ylabel="seconds")
        axes.legend(fontsize=8)

    figure = Figure(9, "SimFind seconds against file count, similar files", header, rows, draw)
    for tolerance in (1.0, 0.1):
        mine = [row for row in rows if row[0] == tolerance and row[1] >= 4000]
        if len(mine) < 2:
            continue
        ours, hits, sums, work = (exponents(mine, i) for i in (4, 2, 3, 7))
        figure.expect(
            f"better than quadratic at T = {tolerance:g} %",
            max(*ours[-2:], *work[-2:]) < _CLEARLY,
            f"exponents from step to step {texts(ours)} ({', '.join(str(row[1]) for row in mine)} files)",
        )
        figure.note(f"work (boxes and pairs looked at, the same on any machine) {texts(work)}")
        figure.note(
            f"the last two steps of both must be below {_CLEARLY}: seconds scatter (1 %: five runs had a last step of"
        )
        figure.note(
            f"1.69, 1.80, 1.97, 2.01, 1.79); with fewer than {simfind.MANY} key hits a file each is looked at"
        )
        slow = [row for row in mine if row[5]]
        figure.note(f"where every key hit is looked at {texts(exponents(slow, 5))}")
        figure.note(f"key hits grow by {texts(hits)}, sum hits by {texts(sums)}")
        figure.note("files: seconds (every key hit; paper)")
        for row in (row for row in rows if row[0] == tolerance):
            slower = f"{row[5]:.4f}" if row[5] else "-"
            figure.note(
                f"{row[1]:>7}: {row[4]:.4f} ({slower}; {row[6]:.1f}), {row[2]} key hits, {row[3]} sum hits"
            )
    figure.note(
        "why: keys of a chain soon come near every other key again, so key hits grow with the square; sum"
    )
    figure.note(
        "tables do not, so sum hits grow with the files. SimFinder counts key hits without looking at them"
    )
    figure.note(
        "and finds sum hits by a tree of boxes over sums of the counts with signs (search/simtree.py)."
    )
    figure.note(
        "what it spares depends on T: at .1 % boxes are far narrower than the sums are spread, and the work grows"
    )
    figure.note(
        "almost with the files; at 1 % they are about as wide (40 beside a deviation of 47 at 200,000 files), a cut"
    )
    figure.note(
        "spares little, and beside the work memory counts: several times fewer seconds, but hardly a lower exponent."
    )
    return figure


def timed(files: Set, tolerance: float, *, every_hit: bool = False) -> tuple[Counters, float]:
    """A search and its CPU seconds: the median of three, each a mean over as many as it takes to be measurable."""
    rows, before = files.rows("Skew"), simfind.MANY
    simfind.MANY = 1 << 60 if every_hit else before
    try:
        taken = []
        for _ in range(_ROUNDS):
            searches, began = 0, time.process_time()
            while not searches or time.process_time() - began < _LEAST_SECONDS:
                counters = SimFind(rows).all_pairs(tolerance).counters
                searches += 1
            taken.append((time.process_time() - began) / searches)
        return counters, statistics.median(taken)
    finally:
        simfind.MANY = before


def exponents(rows: list[list[Any]], column: int) -> list[float]:
    """How a column grows with the number of files from each row to the next: 1 is linear, 2 quadratic."""
    return [math.log(b[column] / a[column]) / math.log(b[1] / a[1]) for a, b in pairwise(rows)]


FIGURES: dict[int, Callable[..., Figure]] = {
    3: figure3,
    4: figure4,
    6: figure6,
    7: figure7,
    8: figure8,
    9: figure9,
}


def write_csv(figure: Figure, folder: str) -> None:
    with open(os.path.join(folder, f"figure{figure.number}.csv"), "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(figure.header)
        for row in figure.rows:
            writer.writerow([f"{value:.5g}" if isinstance(value, float) else value for value in row])


def write_picture(figure: Figure, folder: str) -> bool:
    try:
        import matplotlib as mpl
    except ImportError:
        return False
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    drawing, axes = plt.subplots(figsize=(6.4, 4.4), dpi=100)
    figure.draw(axes)
    axes.set_title(figure.title, fontsize=10)
    drawing.tight_layout()
    drawing.savefig(os.path.join(folder, f"figure{figure.number}.png"), metadata={"Software": None})
    plt.close(drawing)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="a real tree (Python's own library)")
    parser.add_argument("--out", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "output"))
    parser.add_argument("--figures", default="3,4,6,7,8,9", help="which, with commas (all)")
    parser.add_argument(
        "--largest", type=int, default=SIZES[-1], help="largest chain of figure 9 (%(default)s)"
    )
    arguments = parser.parse_args()
    numbers = [int(word) for word in arguments.figures.split(",")]
    if not set(numbers) <= FIGURES.keys():
        parser.error(f"figures are {', '.join(map(str, FIGURES))}")
    for folder in arguments.folders:
        if not os.path.isdir(folder):
            parser.error(f"{folder}: there is no such folder")
    os.makedirs(arguments.out, exist_ok=True)
    paths = paper_sets.files_of(arguments.folders or [paper_sets.library()])
    drawn, said = True, []
    for number in numbers:
        figure = figure9(paths, arguments.largest) if number == 9 else FIGURES[number](paths)
        write_csv(figure, arguments.out)
        drawn = write_picture(figure, arguments.out) and drawn
        said += [f"figure {number}: {figure.title}", *figure.said, ""]
        print("\n".join([f"figure {number}: {figure.title}", *figure.said, ""]), flush=True)
    with open(os.path.join(arguments.out, "simhash_paper.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(said))
    if not drawn:
        print("matplotlib is not installed (pip install matplotlib): no pictures, CSV only", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
