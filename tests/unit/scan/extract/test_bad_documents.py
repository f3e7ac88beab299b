"""Broken and hostile documents: each ends at once, with a plain reason or a view, and harms nothing else."""

import io
import random
import time
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.model.progress import Control
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.office import office_document
from simfinder.scan.extract.pdf import pdf_document
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from simfinder.scan.extract.view_sink import ViewSink
from tests.helpers.examples import examples
from tests.helpers.files import bad_documents as bad
from tests.helpers.files.office_files import (
    cell,
    docx,
    docx_of,
    odf,
    odf_paragraph,
    ods,
    ods_cell,
    ods_row,
    odt,
    package,
    pptx,
    word_xml,
    xlsx,
)
from tests.helpers.files.pdf_files import Page, pdf
from tests.helpers.files.views import read

MIB = 1 << 20
WORDS = [f"word {n} of a text that is long enough to be packed" for n in range(200)]
PAGES = [Page(WORDS[start : start + 40]) for start in range(0, 200, 40)]
TEXT = "".join(f"{word}\n" for word in WORDS).encode()
TYPES = {"[Content_Types].xml": "<a/>"}
DAMAGED = "is damaged or ends too early"
ENTITIES = "declares entities, which no document of its kind does"


@pytest.fixture(scope="module")
def worker():
    """One worker for all tests: what one file does to it must not affect the next."""
    made = ViewReader(Control())
    yield made
    made.close()


@pytest.fixture
def seen(worker, tmp_path):
    """Return what the worker makes of some bytes; afterwards it must still make a good view."""

    def see(data):
        path = tmp_path / "document"
        path.write_bytes(data)
        begun = time.monotonic()
        try:
            return read(worker, path)[1]
        finally:
            assert time.monotonic() - begun < 20
            path.write_bytes(docx(["good"]))
            assert read(worker, path)[1] == b"good\n"

    return see


def undeclared(entries=""):
    """A manifest with a prefix that is not declared, as in the templates LibreOffice comes with."""
    return f'<manifest:manifest><manifest:file-entry loext:version="1"/>{entries}</manifest:manifest>'


def encrypted_entry():
    return "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"


MISSING = "is damaged: its text is missing"
MANIFEST = "META-INF/manifest.xml"
OPEN_DOCUMENT = "application/vnd.oasis.opendocument.text"

REFUSED = {
    "entity bomb": (bad.entity_bomb, ENTITIES),
    "external entity": (lambda: bad.external_entity("/etc/hostname"), ENTITIES),
    "a million elements within each other": (lambda: bad.nested(1_000_000), "is nested too deeply"),
    "the same in what is skipped": (
        lambda: docx_of(word_xml("<w:pPr>" + "<w:x>" * 10_000 + "</w:x>" * 10_000 + "</w:pPr>")),
        "is nested too deeply",
    ),
    "a tag without an end": (lambda: bad.endless_tag(20 * MIB), "is damaged: a tag of more than 16 MB"),
    "a word of 80 MB": (lambda: bad.xml_balloon(80 * MIB), "holds more than 200 times its size"),
    "docx without text": (lambda: package(TYPES | {"word/styles.xml": "<a/>"}), MISSING),
    "xlsx without sheets": (
        lambda: package(TYPES | {"xl/styles.xml": "<a/>"}),
        "is damaged: its sheets are missing",
    ),
    "odt without content": (lambda: package({"mimetype": OPEN_DOCUMENT}), MISSING),
    "truncated docx": (lambda: docx(WORDS)[:-100], DAMAGED),
    "docx without its second half": (lambda: docx(WORDS)[: len(docx(WORDS)) // 2], DAMAGED),
    "docx of half an XML": (lambda: docx_of(word_xml("<w:p>")[:-30]), DAMAGED),
    "docx of no XML": (lambda: docx_of("words"), DAMAGED),
    "docx of nothing": (lambda: docx_of(""), DAMAGED),
    "docx of zeros": (lambda: docx_of("\0" * 1000), DAMAGED),
    "a shared text that is not there": (
        lambda: xlsx({"S": [[cell("A1", "7", "s")]]}, ["one"]),
        "is damaged: a cell names a text that is not there",
    ),
    "encrypted odt": (lambda: odf("text", "", manifest=encrypted_entry()), "is encrypted"),
    "encrypted odt with an undeclared prefix": (
        lambda: odt(WORDS, {MANIFEST: undeclared(encrypted_entry())}),
        "is encrypted",
    ),
    "encrypted odt of today": (
        lambda: package(
            {
                "mimetype": OPEN_DOCUMENT,
                "encrypted-package": b"\1" * 100,
                MANIFEST: "<manifest><encryption-data/></manifest>",
            }
        ),
        "is encrypted",
    ),
    "encrypted pdf": (lambda: pdf(PAGES, password="secret"), "is encrypted"),
    "empty pdf": (lambda: b"%PDF-", DAMAGED),
    "pdf of noise": (lambda: b"%PDF-1.7\n" + random.Random(1).randbytes(100_000), DAMAGED),
    "pdf cut within its first stream, then blank": (lambda: bad.endless_stream(pdf(PAGES)), DAMAGED),
    "pdf that unpacks to 80 MB": (
        lambda: bad.flate_bomb(80 * MIB),
        "holds more than 200 times its size",
    ),
}


@pytest.mark.parametrize("manifest", [undeclared(), "", "<manifest", "\0"])
def test_a_manifest_that_can_not_be_read_hides_no_text(seen, manifest):
    assert seen(odt(["words of a letter"], {MANIFEST: manifest})) == b"words of a letter\n"


def test_a_template_of_styles_alone(seen):
    """LibreOffice comes with such ones."""
    whole = odf("text", "", styles="<style:footer><text:p>footer</text:p></style:footer>")
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        styles = {name: archive.read(name) for name in archive.namelist() if name != "content.xml"}
    assert seen(package(styles)) == b"footer\n"


@pytest.mark.parametrize("name", REFUSED)
def test_no_view_and_why(seen, name):
    make, reason = REFUSED[name]
    with pytest.raises(NoViewError) as raised:
        seen(make())
    assert raised.value.message == reason


def test_a_pdf_that_unpacks_to_more_than_memory_costs_the_process_only(tmp_path):
    path = tmp_path / "document"
    small = ViewReader(Control(), Bounds(memory=160 * MIB))
    try:
        path.write_bytes(bad.flate_bomb(200 * MIB))
        with pytest.raises(NoViewError, match=r"the process that reads it ended|MB of memory"):
            read(small, path)
        path.write_bytes(pdf(PAGES))
        assert read(small, path)[1] == TEXT
    finally:
        small.close()


def test_an_encrypted_member_of_a_document():
    data = bytearray(docx(["word"]))
    for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = data.rindex(b"word/document.xml")
        while (at := data.rfind(mark, 0, at)) >= 0:
            data[at + flags] |= 1
    with (
        zipfile.ZipFile(io.BytesIO(bytes(data))) as archive,
        pytest.raises(ViewError, match=r"^is encrypted$"),
    ):
        office_document.stream(archive, ViewSink(lambda _: None, BOUNDS, len(data)))


FAR = b"\t" * 64

VIEWED = {
    "external doctype": (lambda: bad.external_doctype("/etc/hostname"), b"words\n"),
    "a tag of 8 MB": (lambda: bad.endless_tag(8 * MIB), b"\n"),
    "far cells": (
        lambda: xlsx({"S": [[cell("XFD1", "a")], [cell("XFD1048576", "b")]]}),
        b"S\n" + FAR + b"a\n" + FAR + b"b\n",
    ),
    "a billion cells": (
        lambda: ods({"S": [ods_row(ods_cell(repeated=10**9), ods_cell("a", repeated=10**9))]}),
        b"S\n" + FAR + b"\t".join([b"a"] * 1000) + b"\n",
    ),
    "a billion rows": (lambda: ods({"S": [ods_row(ods_cell("a"), repeated=10**9)]}), b"S\n" + b"a\n" * 1000),
    "pdf without a table": (lambda: bad.without_table(pdf(PAGES)), TEXT),
    "pdf with a wrong table": (lambda: bad.wrong_table(pdf(PAGES)), TEXT),
    "pdf of lists of pages in a circle": (bad.page_loop, bad.page_loop()),
    "pdf of a million pages it does not have": (bad.many_pages_claimed, bad.many_pages_claimed()),
}


@pytest.mark.parametrize("name", VIEWED)
def test_a_view_all_the_same(seen, name):
    make, view = VIEWED[name]
    assert seen(make()) == view


GOOD = {
    "docx": docx(WORDS, {"word/media/image1.png": random.Random(2).randbytes(3000)}),
    "odt": odt(WORDS),
    "xlsx": xlsx({"S": [[cell("A1", str(n % 5), "s"), cell("B1", str(n))] for n in range(50)]}, WORDS[:5]),
    "ods": ods({"S": [ods_row(ods_cell(word), ods_cell("1", "float")) for word in WORDS[:50]]}),
    "pptx": pptx([([word], "notes") for word in WORDS[:5]], [2, 1, 3, 4, 5]),
    "pdf": pdf([*PAGES, Page(["x"], b"0 0 m 5 5 l S", [b"p" * 64], ["value"])], attached=b"attached"),
    "pdf, ascii": pdf(PAGES, "ascii"),
}


def told(data):
    """Return the view of some bytes, or the reason why there is none; anything else is a bug."""
    made = []
    out = ViewSink(made.append, BOUNDS, len(data))
    try:
        if data[:4] == b"%PDF":
            pdf_document.stream(io.BytesIO(data), out)
        else:
            try:
                archive = zipfile.ZipFile(io.BytesIO(data))
            except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):  # not ours to read
                return b""
            with archive:
                office_document.stream(archive, out)
    except ViewError as error:
        return error.message
    return b"".join(made)


@pytest.mark.parametrize("name", GOOD)
def test_the_good_ones_are_good(name):
    assert isinstance(told(GOOD[name]), bytes)
    assert len(told(GOOD[name])) > 100


def broken(data, places, end):
    """Return the file with some bytes changed, and cut."""
    made = bytearray(data)
    for place, value in places:
        made[5 + int(place * (len(made) - 5))] = value
    return bytes(made[: max(5, int(end * len(made)))])


places = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=6)


@given(st.sampled_from([name for name in GOOD if not name.startswith("pdf")]), places)
@settings(max_examples=examples(100))
def test_broken_documents_are_told(name, changes):
    data = broken(GOOD[name], changes, 1.0)
    assert told(data) == told(data)


@given(places, st.sampled_from([0.2, 0.6, 1.0, 1.0]), st.booleans())
@settings(max_examples=examples(100))
def test_broken_pdfs_are_told(changes, end, ascii_packed):
    data = broken(GOOD["pdf, ascii" if ascii_packed else "pdf"], changes, end)
    assert told(data) == told(data)


def elements(names, leaves):
    """Return XML of these elements nested in one another, whether or not that makes sense."""
    return st.recursive(
        st.sampled_from(leaves),
        lambda inner: st.tuples(st.sampled_from(names), st.lists(inner, max_size=3)).map(
            lambda made: f"<{made[0]}>{''.join(made[1])}</{made[0]}>"
        ),
        max_leaves=20,
    )


LEAVES = ["words", "7", "&amp;", "<!-- c -->", "<![CDATA[<p>]]>", "<?pi x?>"]
OURS = ["text:p", "text:span", "text:note", "text:s", "text:line-break", "text:tracked-changes", "draw:frame"]
OURS += ["office:annotation", "office:spreadsheet", "table:table", "table:table-row", "table:table-cell"]
OURS += ["table:covered-table-cell"]
THEIRS = ["p", "r", "t", "tbl", "tr", "tc", "tab", "br", "pPr", "sym", "v", "c", "row", "f", "is"]


@given(elements(OURS, LEAVES))
@settings(max_examples=examples(100))
def test_elements_where_they_do_not_belong(body):
    for kind in ("text", "spreadsheet"):
        assert isinstance(told(odf(kind, body + odf_paragraph("end"))), bytes)


@given(elements(THEIRS, LEAVES))
@settings(max_examples=examples(100))
def test_so_in_the_other_family(body):
    assert isinstance(told(docx_of(f"<d>{body}</d>")), bytes)
    assert isinstance(told(package(TYPES | {"xl/worksheets/sheet1.xml": f"<d><row>{body}</row></d>"})), bytes)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_broken_ones_through_the_worker(worker, tmp_path, seed):
    rng = random.Random(seed)
    path = tmp_path / "document"
    reasons = []
    for _ in range(2500):
        data = GOOD[rng.choice(sorted(GOOD))]
        changes = [(rng.random(), rng.randrange(256)) for _ in range(rng.randrange(1, 40))]
        path.write_bytes(broken(data, changes, rng.choice((1.0, 1.0, rng.random()))))
        try:
            read(worker, path)
        except NoViewError as error:
            reasons.append(error.message)
    assert len(reasons) > 100
    assert not [reason for reason in reasons if "takes longer" in reason]
    assert sum("the process that reads it ended" in reason for reason in reasons) < 25
