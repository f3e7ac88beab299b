"""The sentence, the bars and the figure in the row say the same of two files, over many pairs of versions."""

import math
import random
import re

import pytest

from simfinder.gui.controllers.details_loader import Request, loading
from simfinder.gui.details.answer_words import answer_text, shares_text
from simfinder.gui.details.shared_ranges_view import SharedRangesView, padded
from simfinder.gui.wording.formatting import percent_text
from simfinder.model.progress import Control
from tests.gui.conftest import LONG
from tests.helpers.files import documents, shown_files

NEAR = 0.02
_PERCENT = re.compile(r"([\d.]+) %")
_OF = re.compile(r"^([\d,]+) of the ([\d,]+) (?:lines|paragraphs|files)")


def _pairs() -> dict[str, bytes]:
    """Versions of texts, modules, tables, pictures and programs, some of which repeat parts or hold padding."""
    files: dict[str, bytes] = {}
    for seed in range(6):
        rng = random.Random(seed)
        text, code, rows = documents.report(rng, 20), documents.python_module(rng), documents.table(rng, 120)
        zeros = bytes(4096)
        binary = zeros + rng.randbytes(6000) + zeros + rng.randbytes(3000)
        for number, (name, data, other) in enumerate(
            (
                ("report.txt", text, documents.revise_text(rng, text)),
                ("code.py", code, documents.revise_module(rng, code)),
                ("rows.csv", rows, documents.revise_table(rng, rows)),
                ("blob.bin", binary, documents.revise_binary(rng, binary)),
                ("twice.bin", binary, binary[4096:9000] * 2 + rng.randbytes(1500)),
                ("wrapped.txt", text, text.replace(b". ", b".\n")),
                ("cut.txt", text, text[: len(text) * 3 // 5]),
            )
        ):
            files[f"{seed}/{number}/v1/{name}"] = data
            files[f"{seed}/{number}/v2/{name}"] = other
    for name, data in shown_files.FIRST.items():
        files[f"shown/v1/{name}"] = data
        files[f"shown/v2/{name}"] = shown_files.SECOND_FILES[name]
    return files


@pytest.fixture
def scanned_pairs(qtbot, make, scan, tmp_path, monkeypatch):
    monkeypatch.setattr("simfinder.gui.controllers.verify_scheduler.BEGIN_MS", 10)
    for name, data in _pairs().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    window = make([str(tmp_path)])
    scan(window)
    qtbot.waitUntil(lambda: window.workspace.insides is not None and not window.checks.running, timeout=LONG)
    return window


def looked_at(window):
    """Yield the details of every file that is not kept, and the figure in its row."""
    session, loader = window.workspace.session, window.details._loader
    table = session.clusters
    for cluster in range(len(table.offsets) - 1):
        kept = int(table.kept[cluster])
        for file in table.members[int(table.offsets[cluster]) : int(table.offsets[cluster + 1])].tolist():
            if file == kept:
                continue
            request = Request(session, file, session.record(file).path, session.record(kept).path)
            yield (
                loading(request, loader.contents(), loader.pictures)(Control()),
                table.similarity[table.position_of(file)],
            )


def painted(bar):
    """The share of a bar that is in the colour of what both have, without padding."""
    told = sum(
        (end - begin - padded(begin, end, bar.padding)) * part
        for (begin, end), part in zip(bar._ranges, bar.filled, strict=True)
    )
    return told / max(1, bar._length - padded(0, bar._length, bar.padding))


def test_sentence_bar_and_figure_agree(qtbot, scanned_pairs):
    bars, seen = SharedRangesView(), 0
    qtbot.addWidget(bars)
    for details, row in looked_at(scanned_pairs):
        if details.facts is None or details.facts.identical or details.matched is None:
            continue
        seen += 1
        names = details.request.path, details.request.kept
        figure, matched = float(row), details.matched
        assert math.isclose(matched.similarity, figure, abs_tol=NEAR), names
        bars.show_figures({}, details.comparison, matched)
        for bar, share in ((bars.this, matched.left_share), (bars.kept, matched.right_share)):
            assert math.isclose(painted(bar), share, abs_tol=0.1), (names, painted(bar), share)
            assert percent_text(share) in bar.accessibleDescription()
        said = shares_text(details)
        low, *_, high = sorted(float(found) / 100 for found in _PERCENT.findall(said) or (100, 100))
        assert low - NEAR <= figure <= high + NEAR, (names, said, figure)
        answer = answer_text(details)
        if "but for" in answer:
            assert figure > 0.3, (names, answer, figure)
        if found := _OF.match(answer):
            some, every = (int(number.replace(",", "")) for number in found.groups())
            assert some / every > figure - 0.5, (names, answer, figure)
    assert seen > 30
