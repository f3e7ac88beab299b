"""How much of their pictures and embedded files two documents share."""

import math
import os
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.clusters.shared_media import Media, common_share, sizes_of
from simfinder.app.session.session import Session
from simfinder.app.verify.containment.contained_files import contained_paths
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from simfinder.scan.extract.members import Member, pack
from tests.helpers.files.documents import report
from tests.helpers.files.office_files import docx, odt
from tests.helpers.files.pdf_files import Page, pdf
from tests.helpers.results.told import scan_json

RNG = random.Random(12)
TEXT = report(RNG, paragraphs=20, topic="town").decode().splitlines()
OTHER = report(RNG, paragraphs=20, topic="business").decode().splitlines()
LOGO, PICTURE = (b"\x89PNG\r\n\x1a\n" + RNG.randbytes(size) for size in (3992, 992))


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    root = tmp_path_factory.mktemp("documents")
    for name, data in {
        "letter.docx": docx(TEXT, {"word/media/logo.png": LOGO}),
        "letter 2.docx": docx(
            [*TEXT, "one more line"], {"word/media/logo.png": LOGO, "word/media/p.png": PICTURE}
        ),
        "letter.odt": odt([*TEXT, "another line"]),
        "stranger.docx": docx(OTHER, {"word/media/logo.png": LOGO}),
        "letter.pdf": pdf([Page(TEXT, pictures=[PICTURE[8:]])]),
        "logo.png": LOGO,
    }.items():
        (root / name).write_bytes(data)
    options = ScanOptions((str(root),))
    return Session.run(options, Choices(tolerances=Tolerances(0.5)), cache=None, control=Control())


def content(session, name):
    file = next(i for i, path in enumerate(session.result.files.paths()) if path.endswith("/" + name))
    return int(session.result.content_row[file])


def share(session, one, other):
    media = Media(session.result)
    return float(media.shares(*(np.array([content(session, name)]) for name in (one, other)))[0])


def test_the_share_of_bytes(session):
    assert share(session, "letter.docx", "stranger.docx") == 1.0
    assert share(session, "letter.docx", "letter 2.docx") == pytest.approx(8000 / 9000)
    assert share(session, "letter.docx", "letter.odt") == 0.0
    assert math.isnan(share(session, "letter.odt", "logo.png"))
    assert math.isnan(share(session, "letter.docx", "letter.pdf"))  # packed in another way, for all we know


def test_strangers_with_one_logo_are_strangers(session):
    of = {path.rsplit("/", 1)[1]: file["similarity"] for path, file in told(session).items()}
    assert "stranger.docx" not in of
    assert set(of) == {"letter.docx", "letter 2.docx", "letter.odt", "letter.pdf"}
    assert min(of.values()) > 0.9


def told(session):
    return {file["path"]: file for cluster in scan_json(session)["clusters"] for file in cluster["files"]}


def test_results_name_the_basis_and_both_figures(session):
    files = {path.rsplit("/", 1)[1]: file for path, file in told(session).items()}
    assert {file["basis"] for file in files.values()} == {"text"}
    session.keep_file(session.file_of(files["letter.docx"]["path"]))
    files = {path.rsplit("/", 1)[1]: file for path, file in told(session).items()}
    assert files["letter 2.docx"]["text"] == files["letter 2.docx"]["similarity"] > 0.9
    assert files["letter 2.docx"]["media"] == 0.8889
    for name in ("letter.docx", "letter.odt", "letter.pdf"):
        assert not {"text", "media"} & set(files[name])


def test_a_picture_of_a_document_lies_in_it_and_makes_it_no_archive(session):
    wholes = {os.path.basename(whole) for whole, _ in contained_paths(session.result)}
    assert wholes == {"letter.docx", "letter 2.docx", "stranger.docx"}
    assert session.scan.member_count(session.file_of(told(session).popitem()[0])) == 0
    assert len(session.result.media) == 4


sets = st.dictionaries(st.binary(min_size=16, max_size=16), st.integers(0, 1 << 40), max_size=6)


@given(sets, sets)
def test_dice_of_bytes(one, other):
    one |= {key: size for key, size in other.items() if key in one}
    both = {**one, **other}
    common = sum(2 * both[key] for key in both if key in one and key in other)
    total = sum(both[key] * ((key in one) + (key in other)) for key in both)
    found = common_share(one, other)
    assert math.isnan(found) if not total else found == pytest.approx(common / total)
    assert found == common_share(other, one) or math.isnan(found)


def test_a_list_with_one_content_twice():
    packed = pack([Member(b"a", 5, b"x" * 16), Member(b"b", 5, b"x" * 16), Member(b"c", 7, b"y" * 16)])
    assert sizes_of(packed) == {b"x" * 16: 5, b"y" * 16: 7}
    assert sizes_of(b"") == {}
