"""CSV and HTML of real sessions: exact, complete, and safe whatever the files are called."""

import base64
import csv
import hashlib
import io
import json
import os
import random
import re
import shutil
import struct
import subprocess
import zlib
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.app.reports import html_report, image_bytes, json_report, write_report
from simfinder.app.reports.contained_groups import contained_groups
from simfinder.app.reports.csv_report import COLUMNS, csv_text, utc_text
from simfinder.app.reports.html_report import html_text
from simfinder.app.reports.image_bytes import data_uri, kind_of, small_picture
from simfinder.app.reports.totals import space_by_type, together
from simfinder.app.session.session import Session
from simfinder.cli.render import contained_lines
from simfinder.errors import Cancelled, StoreError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.text.printable_names import cell, path_of, visible
from tests.helpers.examples import examples
from tests.helpers.files.trees import version_tree, write
from tests.helpers.results.told import scan_json

VOID = {"meta", "link", "img", "br", "input"}
NASTY = [
    b"<script>alert(1)</script>.txt",
    b'"><img src=x onerror=alert(1)>.txt',
    b"=HYPERLINK(0).txt",
    b"-1+1 , ;@x.txt",
    b"caf\xe9 \xff\xfe.txt",
    b"line\nbreak\r\ttab.txt",
    "photo\u202etxt.exe.txt".encode(),
    b"</style></script>&amp;&lt;.txt",
    b"'quoted' \"twice\".txt",
    b"\x1b[31mred.txt",
]


def session_of(root, **options):
    return Session.run(ScanOptions((str(root),), jobs=1, **options), cache=None, control=Control())


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return version_tree(tmp_path_factory.mktemp("reports") / "tree")


@pytest.fixture(scope="module")
def session(tree):
    return session_of(tree.root)


@pytest.fixture(scope="module")
def nasty(tmp_path_factory):
    root = tmp_path_factory.mktemp("nasty")
    words = random.Random(3).randbytes(3_000).hex().encode()
    for i, name in enumerate(NASTY):
        write(str(root), os.fsdecode(name), words + b"x" * i, 1_750_000_000 + i)
    return session_of(root)


class Page(HTMLParser):
    """A page taken apart: tags with attributes, text by element, and whether every tag is closed."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.texts, self.open, self.ids = [], [], [], set()
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids.add(dict(attrs).get("id"))
        if tag not in VOID:
            self.texts.append((tag, []))
            self.open.append(self.texts[-1])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if self.open:
            self.open[-1][1].append(data)

    def of(self, tag):
        return ["".join(parts) for name, parts in self.texts if name == tag]


def page(session, *more):
    return Page("".join(html_text(session, *more)))


def rows(session):
    return list(csv.DictReader(io.StringIO("".join(csv_text(session)), newline="")))


# ---- CSV
@pytest.mark.parametrize("which", ["session", "nasty"])
def test_csv_says_what_the_json_says(which, request):
    session = request.getfixturevalue(which)
    told = scan_json(session)
    found = rows(session)
    expected = [
        (
            number,
            cluster["id"],
            file["relation"],
            file["similarity"],
            file["size"],
            file["mtime_ns"],
            file["view"],
            file["basis"],
            file["path"],
        )
        for number, cluster in enumerate(told["clusters"], 1)
        for file in cluster["files"]
    ]
    assert len(expected) > 5
    assert [
        (
            int(r["cluster"]),
            r["id"],
            r["relation"],
            float(r["shared"]),
            int(r["size"]),
            r["mtime_ns"],
            r["view"],
            r["basis"],
            path_of(r["uri"]),
        )
        for r in found
    ] == expected
    for row in found:
        folder, name = os.path.split(path_of(row["uri"]))
        assert (row["name"], row["folder"]) == (cell(name), cell(folder))


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_clusters_are_told_in_parts_that_do_not_show(tmp_path, monkeypatch, at_once):
    for name in "abc":
        for copy in "xyz":
            (tmp_path / f"{name}-{copy}.txt").write_bytes(name.encode() * 1000)
    session = Session.run(ScanOptions((str(tmp_path),)), cache=None, control=Control())
    whole = list(json_report.scan_text(session))
    assert len(whole) == 3
    assert len(json.loads("".join(whole))["clusters"]) == 3
    monkeypatch.setattr(json_report, "_AT_ONCE", at_once)
    parts = list(json_report.scan_text(session))
    assert len(parts) == 2 + -(-3 // at_once)
    assert "".join(parts) == "".join(whole)
    session.forget(str(path) for path in tmp_path.iterdir())
    assert scan_json(session)["clusters"] == []


def test_csv_is_rfc_4180(nasty):
    text = "".join(csv_text(nasty))
    assert text.startswith(",".join(COLUMNS) + "\r\n")
    assert text.endswith("\r\n")
    assert text.count("\r\n") == text.count("\n") == text.count("\r") == 1 + len(NASTY)
    text.encode()
    for row in csv.reader(io.StringIO(text, newline="")):
        assert len(row) == len(COLUMNS)
        for entry in row:
            assert not entry.startswith(("=", "+", "@", "\t", "\r")), entry
            assert not re.match(r"-\D", entry), entry


def test_csv_comes_in_pieces(session, monkeypatch):
    monkeypatch.setattr("simfinder.app.reports.csv_report._LINES", 2)
    assert len(list(csv_text(session))) > 2
    assert [row["uri"] for row in rows(session)] == [
        row["uri"] for row in csv.DictReader(io.StringIO("".join(csv_text(session)), newline=""))
    ]


def test_times_that_no_calendar_has():
    assert utc_text(0) == "1970-01-01T00:00:00Z"
    assert utc_text(-1) == "1969-12-31T23:59:59Z"
    assert utc_text(2**63 - 1) == "2262-04-11T23:47:16Z"
    assert utc_text(10**21) == ""


# ---- HTML
def test_the_page_tells_all_clusters(session, tree):
    told = page(session)
    text = " ".join("".join(parts) for _, parts in told.texts)
    for cluster in scan_json(session)["clusters"]:
        assert "c" + cluster["id"] in told.ids
        for file in cluster["files"]:
            assert os.path.basename(file["path"]) in text
    assert len([1 for tag, _ in told.tags if tag == "details"]) == len(session.clusters)
    chips = [attrs["class"] for _, attrs in told.tags if "chip" in attrs.get("class", "")]
    assert {"chip kept", "chip older", "chip identical"} <= set(chips)
    assert not [
        attrs for tag, attrs in told.tags if "style" in attrs or any(a.startswith("on") for a in attrs)
    ]


def test_nothing_on_the_page_comes_from_elsewhere(nasty):
    text = "".join(html_text(nasty))
    told = Page(text)
    links = [attrs[name] for _, attrs in told.tags for name in ("src", "href", "action") if name in attrs]
    assert links
    assert all(link.startswith(("data:", "#")) for link in links)
    policy = next(a["content"] for t, a in told.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy
    for tag in ("style", "script"):
        assert len([1 for name, _ in told.tags if name == tag]) == 1
        inside = re.search(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
        assert not re.search(r"https?:|url\(|@import|innerHTML", inside)


def test_nasty_names_are_text(nasty):
    whole, part = (nasty.record(file).path for file in (0, 1))
    told = page(nasty, [Problem("/<b>x", "\u202e<i>reason")], [(whole, part, 0.9)])
    shown = told.of("bdi")
    for name in NASTY:
        assert visible(os.path.basename(os.fsdecode(name))) in shown
    assert "/<b>x" in shown
    assert told.of("th").count("Inside it") == 1
    assert not {"u", "img"} & {tag for tag, _ in told.tags}
    assert len(told.of("script")) == 1


@settings(max_examples=examples(80), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.binary(min_size=1, max_size=60).map(os.fsdecode)
    | st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
)
def test_any_name_comes_back_as_its_visible_form_and_never_as_markup(nasty, name):
    def page_of(name):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Session, "why_marked", lambda _session, _file: name)
            return page(nasty, [Problem(name, name)])

    nasty.mark_rule("all")
    plain, told = page_of("x"), page_of(name)
    assert [(tag, attrs.keys()) for tag, attrs in told.tags] == [
        (tag, attrs.keys()) for tag, attrs in plain.tags
    ]
    assert told.of("bdi")[-1] == visible(name)
    assert told.of("li")[-1] == f": {visible(name)}"
    titles = [attrs["title"] for _, attrs in told.tags if attrs.get("class") == "chip marked"]
    assert titles
    assert set(titles) == {visible(name)}


def test_what_is_too_much_for_a_page_is_said(session, monkeypatch):
    monkeypatch.setattr(html_report, "CLUSTERS", 2)
    monkeypatch.setattr(html_report, "MEMBERS", 2)
    monkeypatch.setattr(html_report, "LISTED", 3)
    text = "".join(html_text(session, [Problem(f"/{i}", "x") for i in range(5)]))
    assert text.count("<details") == 2
    assert f"{len(session.clusters) - 2} clusters more, which free less, are not on this page" in text
    assert re.search(r"\d files? more are not on this page", text)
    assert "the first 3 of 5" in text
    monkeypatch.setattr(html_report, "FILES", 1)
    assert "".join(html_text(session)).count("<details") == 1


def test_weak_links_marks_and_protection_are_shown(tree, session):
    weak = session_of(tree.root, protected=(os.path.join(tree.root, "Notes"),))
    weak.set_tolerances(Tolerances(0.5))
    weak.mark_rule("older")
    told = page(weak)
    chips = [attrs["class"] for _, attrs in told.tags if "chip" in attrs.get("class", "")]
    assert chips.count("chip marked") == len(weak.marks)
    assert "chip protected" in chips
    assert [a["title"] for _, a in told.tags if a.get("class") == "chip marked"]
    table = weak.clusters
    assert chips.count("chip weak") == int((table.weakest < html_report.WEAK).sum())


def test_what_is_gone_lies_in_nothing(session):
    whole, part, other = (session.record(file).path for file in (0, 1, 2))
    parts = [(whole, part, 0.9), (whole, other, 0.8)]
    files, size = session.clustering.file_count, scan_json(session)["bytes"]
    assert [row["part"] for row in scan_json(session, parts=parts)["contains"]] == [part, other]
    session.forget([part])
    told = scan_json(session, parts=parts)
    assert [row["part"] for row in told["contains"]] == [other]
    assert (told["files"], told["bytes"]) == (files - 1, size - session.record(1).size)
    text = "".join(html_text(session, None, parts))
    assert f"{os.path.basename(other)} is inside" in text
    session.remember([part])


def test_what_is_inside_is_listed_in_groups(session):
    records = [session.record(file) for file in range(6)]
    logo, *mails = (record.path for record in records)
    groups = list(contained_groups(session, [(mail, logo, 1.0) for mail in mails]))
    assert [(group.path, group.by_part, group.freed) for group in groups] == [(logo, True, records[0].size)]
    assert sorted(groups[0].others) == sorted((mail, 1.0) for mail in mails)
    assert groups[0].summary.startswith("inside 5 files")
    lines = contained_lines(groups[0]).strip().splitlines()
    assert len(lines) == 6
    assert lines[-1].strip() == "and 2 more"
    text = "".join(html_text(session, None, [(mail, logo, 1.0) for mail in mails]))
    assert text.count("Contains it") == 1
    partly = list(contained_groups(session, [(mails[0], logo, 0.9), (mails[0], mails[1], 1.0)]))
    assert [(group.path, group.by_part, group.freed) for group in partly] == [
        (mails[0], False, records[2].size)
    ]


def test_an_empty_scan_has_a_page(tmp_path):
    (tmp_path / "one").write_bytes(b"")
    told = page(session_of(tmp_path))
    assert "No two files are alike" in " ".join(told.of("p"))
    assert "1 empty" in " ".join(told.of("p"))


def test_space_is_told_once(session, tree):
    spaces = space_by_type(session)
    whole = together(spaces)
    sizes = {path: os.path.getsize(path) for path in tree.files()}
    assert whole.all == sum(sizes.values())
    assert whole.files == len(sizes)
    assert whole.copies == sum(sizes[path] for path in tree.copies)
    clustered = {
        m.file.path for i in range(len(session.clusters)) for m in session.clusters.cluster(i).members
    }
    assert whole.only == sum(size for path, size in sizes.items() if path not in clustered)
    session_gone = session_of(tree.root)
    session_gone.forget(tree.copies)
    assert together(space_by_type(session_gone)).copies == 0


# ---- pictures
def png(width, height, fill=b""):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes(3 * min(width, 64))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(row * min(height, 64)) + fill
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


JPEG = (
    b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xc0\0\x11\x08"
    + struct.pack(">HH", 20, 30)
    + bytes(20)
)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (png(10, 10), "png"),
        (png(60_000, 60_000), ""),
        (png(0, 5), ""),
        (b"GIF89a" + struct.pack("<HH", 5, 5), "gif"),
        (b"GIF89a" + struct.pack("<HH", 5000, 5), ""),
        (JPEG, "jpeg"),
        (JPEG[:25], ""),
        (JPEG.replace(struct.pack(">HH", 20, 30), b"\xff\xff\xff\xff"), ""),
        (b"\xff\xd8\xff\xe0\0\0", ""),
        (b"<svg onload='alert(1)'>", ""),
        (b"", ""),
    ],
)
def test_kinds_of_pictures(data, kind):
    assert kind_of(data) == kind
    assert bool(data_uri(data)) == bool(kind)


@given(st.binary(max_size=60), st.sampled_from([b"", b"\xff\xd8\xff", b"GIF89a", b"\x89PNG\r\n\x1a\n"]))
def test_any_bytes_are_a_picture_or_none(data, head):
    assert kind_of(head + data) in ("", "png", "jpeg", "gif")


def test_small_pictures_are_on_the_page_and_only_so_many(tmp_path, monkeypatch):
    noise = random.Random(1).randbytes(4_000)
    for i in range(4):
        write(str(tmp_path), f"{i}.png", png(20, 20, noise), 1_750_000_000 + i)
    write(str(tmp_path), "large.png", png(20, 20, noise * 20), 1_750_000_000)
    session = session_of(tmp_path)
    assert len(session.clusters) == 1
    shown = [a["src"] for t, a in page(session).tags if t == "img"]
    assert len(shown) == len(session.clusters.members)
    assert base64.b64decode(shown[0].split(",")[1]) == png(20, 20, noise)
    monkeypatch.setattr(html_report, "PICTURES", 2)
    assert len([1 for t, _ in page(session).tags if t == "img"]) == 2
    monkeypatch.setattr(html_report, "PICTURES", 9)
    monkeypatch.setattr(html_report, "PICTURE_BYTES", len(shown[0]))
    assert len([1 for t, _ in page(session).tags if t == "img"]) == 1
    own = "".join(html_text(session, picture=lambda file: b"GIF89a" + struct.pack("<HH", 5, 5)))
    assert "data:image/gif;base64," in own
    record = session.record(0)
    assert small_picture(record) == png(20, 20, noise)
    with open(record.path, "ab") as file:
        file.write(b"!")
    assert small_picture(record) is None  # it is not what was scanned
    os.unlink(record.path)
    assert small_picture(record) is None
    large = session.record(session.file_of(str(tmp_path / "large.png")))
    assert large.size > image_bytes.LARGEST
    assert small_picture(large) is None


# ---- files
@pytest.mark.parametrize("form", write_report.FORMS.names)
def test_files_are_written_whole_or_not_at_all(session, tmp_path, form, monkeypatch):
    path = tmp_path / f"out.{form}"
    size = write_report.write(session, path, form, control=Control())
    before = path.read_bytes()
    assert size == len(before)
    assert re.sub(rb"<time.*?</time>", b"", before) == re.sub(
        rb"<time.*?</time>", b"", "".join(write_report.text(session, form)).encode()
    )
    if form == "json":
        assert json.loads(before) == scan_json(session)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        write_report.write(session, path, form, control=control)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        write_report.write(session, path, form)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == [path.name]


def test_a_report_goes_through_a_link_and_keeps_the_mode(session, tmp_path):
    (tmp_path / "real.csv").write_text("old")
    os.chmod(tmp_path / "real.csv", 0o640)
    os.symlink("real.csv", tmp_path / "link.csv")
    write_report.write(session, tmp_path / "link.csv", "csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text().startswith("cluster,")
    assert (tmp_path / "real.csv").stat().st_mode & 0o777 == 0o640
    os.mkfifo(tmp_path / "pipe")
    for wrong in (tmp_path, tmp_path / "pipe", tmp_path / "no" / "such", tmp_path / "a\0b"):
        with pytest.raises(StoreError, match="can't be written"):
            write_report.write(session, wrong, "csv")


# ---- a browser
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_browser_opens_it_without_an_error(nasty, tmp_path, scheme):
    path = tmp_path / "report.html"
    write_report.write(nasty, path, "html", [Problem("/<script>alert(1)</script>", "x")])

    def browse(*more):
        return subprocess.run(
            [
                CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
                "--enable-logging=stderr", "--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1200,900",
                f"--blink-settings=preferredColorScheme={int(scheme == 'light')}", *more, path.as_uri(),
            ],
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip

    done = browse("--dump-dom")
    assert "CONSOLE" not in done.stderr
    told = Page(done.stdout.partition("<html")[1] + done.stdout.partition("<html")[2])
    assert [attrs["type"] for tag, attrs in told.tags if tag == "input"] == ["search"]  # the script ran
    assert len(told.of("script")) == 1
    shown = tmp_path / "shot.png"
    done = browse(f"--screenshot={shown}")
    assert "CONSOLE" not in done.stderr
    assert len(shown.read_bytes()) > 20_000
