"""What documents and archives hold, in Preview, Compare and the line that says by what files were compared."""

import gzip
import random
import threading

import pytest
from PySide6.QtCore import Qt

from simfinder.app.compare.compare_files import Comparison, ComparisonKind, Inside
from simfinder.app.compare.contents.byte_window import Window
from simfinder.app.compare.contents.extract_contents import Contents
from simfinder.app.compare.contents.preview import Preview, PreviewKind
from simfinder.app.compare.line_diff import DiffRow, RowKind
from simfinder.app.compare.member_diff import diff_members
from simfinder.gui.controllers import details_loader
from simfinder.gui.controllers.details_loader import Details, Request, loading
from simfinder.gui.details.compare.compare_panel import ComparePanel
from simfinder.gui.details.details_panel import COMPARE, PREVIEW
from simfinder.gui.details.preview_view import PreviewView
from simfinder.gui.details.shared_ranges_view import SharedRangesView
from simfinder.gui.details.viewers.member_model import MemberDiffModel
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.widgets.table_model import TableRole
from simfinder.gui.wording.formatting import member_name, view_text, view_tip
from simfinder.model.clusters import Basis
from simfinder.model.progress import Control
from simfinder.scan.extract.members import Member
from tests.helpers.files.packed import docx_of, odt_of, tar_of
from tests.helpers.files.trees import write
from tests.helpers.screen.cluster_rows import index_of

WORDS = (
    "rain",
    "march",
    "roofs",
    "and",
    "fields",
    "while",
    "nobody",
    "in",
    "town",
    "looked",
    "up",
    "from",
    "work",
)
DRAW = random.Random(5)
TEXT = [" ".join(DRAW.choices(WORDS, k=14)).capitalize() + "." for _ in range(120)]
NEWER = [*TEXT[:60], "Here something was added that nobody had written before.", *TEXT[60:]]
FILES = {f"tool-1.0/src/f{i}.py": DRAW.randbytes(2000) for i in range(10)}
LATER = {
    name.replace("1.0", "1.1"): DRAW.randbytes(2000) if name.endswith("f3.py") else data
    for name, data in FILES.items()
    if not name.endswith("f9.py")
} | {"tool-1.1/src/new.py": b"new"}


@pytest.fixture
def packed(make, scan, tmp_path):
    """A window that has scanned two documents and two archives, each in two versions."""
    write(tmp_path, "old.docx", docx_of(TEXT), 1_600_000_000)
    write(tmp_path, "new.odt", odt_of(NEWER), 1_700_000_000)
    write(tmp_path, "tool-1.0.tar.gz", gzip.compress(tar_of(FILES)), 1_600_000_000)
    write(tmp_path, "tool-1.1.tar.gz", gzip.compress(tar_of(LATER)), 1_700_000_000)
    window = make([tmp_path])
    scan(window)
    return window


@pytest.fixture
def choose(qtbot, packed, tmp_path):
    def run(name):
        file = packed.workspace.session.file_of(str(tmp_path / name))
        index = index_of(packed.clusters.model, file)
        packed.clusters.tree.setCurrentIndex(index)
        packed.details._shown = packed.details._passed_over = None  # it may be there already
        with qtbot.waitSignal(packed.details._loader.loaded, timeout=20_000) as loaded:
            packed.details._ask()
        return loaded.args[0]

    return run


def test_documents_are_read_and_compared_as_text(packed, choose):
    choose("old.docx")
    panel = packed.details
    panel.tabs.setCurrentIndex(PREVIEW)
    code = panel.preview.code
    assert code.toPlainText().rstrip("\n").split("\n") == TEXT
    assert panel.preview.heading.text() == "Text of the document"
    assert panel.preview.heading.isVisible()
    assert code.lineWrapMode() is code.LineWrapMode.WidgetWidth
    panel.tabs.setCurrentIndex(COMPARE)
    code = panel.compare.code
    marked = [line for line in map(code.line, range(code.blockCount())) if line.tone]
    assert [(line.sign, line.text) for line in marked] == [("+", NEWER[60])]
    assert panel.figures.heading.text() == "Where the two texts match"
    assert panel.figures.view.whole() == "Compared by: text of the document"
    assert "words" in panel.figures.view.toolTip()
    assert panel.figures.view.accessibleDescription() == panel.figures.view.toolTip()


def test_archives_show_and_compare_their_members(packed, choose):
    choose("tool-1.0.tar.gz")
    panel = packed.details
    panel.tabs.setCurrentIndex(PREVIEW)
    assert panel.preview.pages.currentWidget() is panel.preview.members
    model = panel.preview.members.model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == list(FILES)
    assert panel.preview.heading.text() == "10 members · 20 kB unpacked"
    panel.tabs.setCurrentIndex(COMPARE)
    compare = panel.compare
    assert compare.pages.currentWidget() is compare.members
    assert compare.members.isVisible()
    assert compare.summary.text() == (
        "8 of 11 members are the same; 1 changed, 1 only here, 1 only in the kept file."
    )
    model = compare.members.model()
    rows = [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]
    assert rows[:4] == [
        ["≠", "src/f3.py", "2 kB", "2 kB"],
        ["−", "src/f9.py", "2 kB", ""],
        ["+", "src/new.py", "", "3 B"],
        ["=", "src/f0.py", "2 kB", "2 kB"],
    ]
    assert panel.figures.heading.text() == "Where their contents match"
    assert panel.figures.view.whole() == "Compared by: 10 members of the archive"
    assert panel.figures.view.isVisible()


def test_the_kept_document_is_shown_without_a_comparison(packed, choose):
    choose("new.odt")
    assert packed.details.preview.heading.text() == "Text of the document"
    assert "kept file" in packed.details.compare.message.text()
    assert not packed.details.figures.isVisible()


def test_going_from_change_to_change_counts_wrapped_lines(qtbot, look):
    from simfinder.gui.details.viewers.code_view import CodeView, Line

    view = CodeView()
    qtbot.addWidget(view)
    view.resize(200, 300)
    view.show()
    view.show_lines([Line(f"row {i} " + "word " * 40) for i in range(60)], prose=True)
    qtbot.wait(1)
    view.go_to(30)
    assert view.firstVisibleBlock().blockNumber() == 30
    view.show_lines([Line(f"row {i}") for i in range(60)])
    view.go_to(30)
    assert view.firstVisibleBlock().blockNumber() == 30
    assert view.lineWrapMode() is view.LineWrapMode.NoWrap


class Standing:
    """Stands for a session, its scan and its clusters: what the panel asks of them."""

    @property
    def scan(self):
        return self

    clustering = scan

    def figures_of(self, *_):
        return {"sketch": 0.5}

    def view_of(self, _):
        return "zip"

    def member_count(self, _):
        return 12

    def file_of(self, _):
        return -1


def test_a_job_asks_the_session_by_what_a_file_was_compared(tmp_path):
    (tmp_path / "a").write_bytes(tar_of(FILES))
    (tmp_path / "b").write_bytes(tar_of(LATER))
    contents = Contents()
    job = loading(Request(Standing(), 0, str(tmp_path / "a"), str(tmp_path / "b")), contents, None)
    found = job(Control())
    contents.close()
    assert (found.view, found.members, found.figures) == ("zip", 12, {"sketch": 0.5})
    assert found.comparison.kind is ComparisonKind.MEMBERS
    assert found.preview.kind is PreviewKind.MEMBERS


def test_words_for_views():
    assert [view_text(view) for view in ("", "raw")] == ["", ""]
    assert view_text("office") == "text of the document"
    assert view_text("pdf") == "text of the pages"
    assert view_text("html", basis=Basis.TEXT) == "words of the web page"
    assert view_text("mail", basis=Basis.TEXT) == "words of the mail"
    assert view_text("mail", basis=Basis.PICTURES) == "words and attachments of the mail"
    assert "styles" in view_tip("html", Basis.TEXT)
    assert "encoding" in view_tip("mail", Basis.TEXT)
    assert view_text("zip", 12) == "12 members of the archive"
    assert view_text("7z", 1) == "1 member of the archive"
    assert view_text("gzip") == "unpacked content"
    for view in ("office", "pdf", "zip", "gzip"):
        assert "few bytes in common" in view_tip(view)


def test_names_of_members_can_do_no_harm():
    assert member_name(b"a\xff\nb\x1b[31m\xc2\x9b") == "a\\xff␊b␛[31m▯"
    assert member_name("naïve/ﬁle".encode()) == "naïve/ﬁle"
    assert member_name("gpj.\u202etxt".encode()) == "gpj.▯txt"
    assert member_name(b"../../etc/passwd") == "../../etc/passwd"


@pytest.fixture
def figures(qtbot, look):
    view = SharedRangesView()
    qtbot.addWidget(view)
    view.show()
    return view


def test_nothing_is_said_of_files_compared_as_they_are(figures):
    figures.show_view("office", 0)
    assert figures.view.isVisible()
    figures.show_view("raw", 0)
    assert not figures.view.isVisible()
    assert figures.view.toolTip() == ""


@pytest.fixture
def preview(qtbot, look):
    view = PreviewView(JobBridge())
    qtbot.addWidget(view)
    view.show()
    return view


@pytest.mark.parametrize(
    ("preview_of", "heading", "note"),
    [
        (
            Preview("a", PreviewKind.HEX, "00000000  50", size=1, shown=1, reason="is encrypted"),
            "Shown as bytes: is encrypted",
            "",
        ),
        (
            Preview("a", PreviewKind.TEXT, "%PDF", size=4, shown=4, reason="is damaged"),
            "Shown as text: is damaged",
            "",
        ),
        (Preview("a", PreviewKind.TEXT, "x", size=1, shown=1, view="pdf"), "Text of the pages", ""),
        (
            Preview("a", PreviewKind.TEXT, "x", size=9_000, shown=5_000, view="gzip", whole=False),
            "Unpacked content (gzip)",
            "The first 5 kB",
        ),
        (
            Preview("a", PreviewKind.MEMBERS, view="tar", members=(Member(b"x", 1, bytes(16)),), whole=False),
            "The first 1 member; the archive is too long to be read to its end here.",
            "",
        ),
        (Preview("a", PreviewKind.TEXT, "x", size=9_000, shown=5_000), "", "The first 5 kB of 9 kB"),
    ],
    ids=["encrypted", "no pdf", "pdf", "long gzip", "long tar", "plain"],
)
def test_a_line_above_says_what_is_shown(preview, preview_of, heading, note):
    preview.show_details(Details(Request(None, 0, "a", ""), preview_of))
    assert (preview.heading.text(), preview.note.text()) == (heading, note)
    assert (preview.heading.isVisible(), preview.note.isVisible()) == (bool(heading), bool(note))


def test_documents_without_text_say_so(preview):
    for view, text in (
        ("office", "document"),
        ("pdf", "pages"),
        ("gzip", "It is empty"),
        ("raw", "file is empty"),
    ):
        preview.show_details(Details(Request(None, 0, "a", ""), Preview("a", PreviewKind.EMPTY, view=view)))
        assert text in preview.message.text()
        assert not preview.heading.isVisible()


@pytest.fixture
def compare(qtbot, look):
    view = ComparePanel(JobBridge())
    qtbot.addWidget(view)
    view.resize(380, 400)
    view.show()
    return view


def show(view, **fields):
    kind = fields.pop("kind", ComparisonKind.MEMBERS)
    view.show_details(
        Details(Request(None, 0, "l", "r"), None, comparison=Comparison("l", "r", kind, **fields))
    )


def test_a_file_inside_the_other_is_told_with_its_name(compare):
    show(compare, inside=Inside(False, (b"docs/a%1\n.txt",)))
    assert compare.message.text() == "This very file is in the kept one, as docs/a%1␊.txt."
    show(compare, inside=Inside(True, (b"a", b"b", b"c")))
    assert compare.message.text() == (
        "The kept file is in this one, byte by byte, as a (and under 2 other names)."
    )


def test_equal_content_in_other_packing_is_told(compare):
    show(compare, kind=ComparisonKind.TEXT, same_content=True, left_view="office", right_view="office")
    assert compare.message.text().startswith("Both files hold the same text.")
    show(compare, kind=ComparisonKind.TEXT, same_content=True, left_view="html", right_view="html")
    assert compare.message.text().startswith("Both pages say the same. They differ in")
    show(compare, kind=ComparisonKind.TEXT, same_content=True, left_view="mail", right_view="mail")
    assert compare.message.text().startswith("Both mails say the same. They differ in")
    show(compare, kind=ComparisonKind.TEXT, same_content=True, left_view="html", right_view="office")
    assert compare.message.text().startswith("Both files hold the same text.")
    show(compare, kind=ComparisonKind.HEX, same_content=True, left_view="raw", right_view="gzip")
    assert compare.message.text().startswith("Both files hold the same content, every byte of it.")


def test_texts_that_differ_in_spaces_only_have_no_changes(compare):
    row = DiffRow(RowKind.EQUAL, 1, 1, "A word.")
    show(compare, kind=ComparisonKind.TEXT, rows=(row,), left_view="pdf", right_view="office")
    assert compare.text.bar.legend.whole() == "No word differs in the part shown"
    show(compare, kind=ComparisonKind.TEXT, rows=(row,))
    assert compare.text.bar.legend.whole() == "Nothing differs in this part"


def test_members_are_counted_signed_and_toned(compare):
    def member(name, content, size=1):
        return Member(name, size, bytes([content]) * 16)

    left = [member(b"same", 1), member(b"x", 2), member(b"old", 3), member(b"here", 4)]
    right = [member(b"same", 1), member(b"x", 5, 20), member(b"new", 3), member(b"there", 6)]
    show(compare, members=diff_members(left, right, Control()), truncated=True)
    assert compare.summary.text() == (
        "1 of 5 members is the same; 1 changed, 1 only here, 1 only in the kept file, 1 under another name."
    )
    assert compare._note.text().startswith("Only the beginnings of the archives were read")
    model = compare.members.model()
    sign = MemberDiffModel.SIGN
    assert [model.index(row, sign).data() for row in range(5)] == ["≠", "−", "+", "→", "="]
    assert [model.index(row, sign).data(TableRole.GROUND) for row in range(5)] == [
        "older",
        "removed",
        "added",
        "",
        "",
    ]
    assert [bool(model.index(row, sign).data(TableRole.QUIET)) for row in range(5)] == [False] * 4 + [True]
    spoken = [model.index(row, sign).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(5)]
    assert spoken == ["changed", "only here", "only in the kept file", "under another name", "same"]
    assert model.index(3, MemberDiffModel.NAME).data() == "old → new"
    tip = model.index(0, MemberDiffModel.NAME).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "x\nchanged\n1 bytes here, 20 bytes in the kept file"
    assert compare.members.accessibleName()
    show(compare, members=diff_members(left, left, Control()))
    assert compare.summary.text() == "All 4 members are the same."
    assert not compare._note.isVisible()
    windows = {"left_window": Window("a", 3, b"one"), "right_window": Window("b", 3, b"two")}
    show(compare, kind=ComparisonKind.HEX, reason="/a/b: is encrypted", **windows)
    assert compare.hex.note.text() == "Compared byte by byte: /a/b: is encrypted"
    assert not compare.summary.isVisible()


def test_where_there_is_little_room_one_size_is_left_out(qtbot, compare):
    show(compare, members=diff_members([Member(b"a" * 80, 1, bytes(16))], [], Control()))
    assert not compare.members.isColumnHidden(MemberDiffModel.HERE)
    compare.resize(250, 400)
    qtbot.wait(1)
    assert compare.members.isColumnHidden(MemberDiffModel.HERE)
    assert compare.members.columnWidth(MemberDiffModel.NAME) > 120
    compare.resize(380, 400)
    qtbot.wait(1)
    assert not compare.members.isColumnHidden(MemberDiffModel.HERE)
    widths = [compare.members.columnWidth(column) for column in range(4)]
    assert sum(widths) <= compare.members.viewport().width()


def test_many_members_are_shown_at_once(qtbot, compare):
    members = [Member(b"f/%d" % i, i, i.to_bytes(16, "little")) for i in range(40_000)]
    show(compare, members=diff_members(members[::2], members, Control()))
    assert compare.members.model().rowCount() == 40_000
    compare.grab()


def test_what_takes_long_is_said_and_the_last_file_does_not_stay(qtbot, packed, choose, monkeypatch):
    choose("old.docx")
    let_go = threading.Event()
    real = details_loader.loading

    def slow(*asked):
        def run(control):
            let_go.wait(20)
            return real(*asked)(control)

        return run

    monkeypatch.setattr(details_loader, "loading", slow)
    panel = packed.details
    panel._shown = None
    panel._ask()
    qtbot.waitUntil(
        lambda: not panel.figures.isVisible()
    )  # a slow machine may have said it of the last file, too
    assert "Reading the file" in panel.preview.message.text()
    assert "Reading the file" in panel.compare.message.text()
    let_go.set()
    qtbot.waitUntil(panel.figures.isVisible)
    assert panel.preview.heading.text() == "Text of the document"


def test_the_process_ends_when_nobody_asks_and_with_the_window(qtbot, look, tmp_path):
    loader = details_loader.DetailsLoader(JobBridge())
    for name, end in (("a", loader._let_go), ("b", loader.deleteLater)):
        (tmp_path / name).write_bytes(tar_of(FILES))
        with qtbot.waitSignal(loader.loaded, timeout=10_000):
            loader.ask(Request(None, 0, str(tmp_path / name), ""))
        reader = loader._contents._reader
        assert reader.pid
        assert loader._idle.isActive()
        end()
        qtbot.waitUntil(lambda reader=reader: not reader.pid)


def test_headings_of_members_are_whole_in_any_language(compare, speaking):
    left, right = (Member(b"a", 1, bytes(16)),), (Member(b"a", 2, bytes(15) + b"x"),)
    speaking("de")
    show(compare, members=diff_members(left, right, Control()))
    members = compare.members
    header = members.horizontalHeader()
    for column in range(header.count()):
        words = members.model().headerData(column, Qt.Orientation.Horizontal)
        if not members.isColumnHidden(column):
            assert header.sectionSize(column) >= header.fontMetrics().horizontalAdvance(words) + 8, words
    assert not members.horizontalScrollBar().isVisible()
