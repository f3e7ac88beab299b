"""Archives and documents in clusters, in results, and in the answer to "files like this one"."""

import gzip
import json
import os
import random
from email.message import EmailMessage
from pathlib import Path

import pytest

from simfinder.app.clusters.cluster_table import RELATIONS
from simfinder.app.find import find_similar
from simfinder.app.find.find_pairs import Pairs
from simfinder.app.session.session import Session
from simfinder.app.verify.containment.contained_files import contained_paths, measured_parts
from simfinder.app.verify.verifier import Verifier
from simfinder.model.clusters import Relation
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.model.similar_match import Likeness
from simfinder.model.tolerances import Choices, Tolerances
from simfinder.scan.pipeline import scan
from simfinder.search.linking.judge import content_links
from simfinder.search.linking.links import find_links
from tests.helpers.files.documents import report
from tests.helpers.files.office_files import docx as office_docx
from tests.helpers.files.packed import docx_of, odt_of, tar_of, zip_of
from tests.helpers.files.pdf_files import Page, pdf
from tests.helpers.results.told import pairs_json, scan_json

RNG = random.Random(8)
TEXT = report(RNG, paragraphs=60, topic="business").decode()
OTHER = report(RNG, paragraphs=60, topic="town").decode()


def put(path, data, day=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (1_700_000_000 + day * 86_400,) * 2)
    return path


def lines(text):
    return text.splitlines()


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    edited = lines(TEXT)
    edited[3] = "another line than before"
    put(root / "plan.docx", docx_of(lines(TEXT), day=1), 1)
    put(root / "plan v2.docx", docx_of(edited, day=2), 2)
    put(root / "plan.odt", odt_of(lines(TEXT)), 0)
    put(root / "other.docx", docx_of(lines(OTHER)), 3)
    put(root / "notes.txt", OTHER.encode(), 4)
    held = {f"data/{i}.txt": report(RNG, paragraphs=9, topic="town") for i in range(12)}
    held["notes.txt"] = OTHER.encode()
    put(root / "old.tgz", gzip.compress(tar_of(held), mtime=1), 1)
    put(root / "new.tgz", gzip.compress(tar_of({"a": b"more", **held}), mtime=2), 2)
    put(root / "broken.zip", zip_of(dict(reversed(held.items())))[:-100], 2)
    return root


def run(root, **more):
    options = ScanOptions((str(root),), raw=more.pop("raw", False))
    return Session.run(options, Choices(**more), cache=None, control=Control())


def names(paths, root):
    return {os.path.relpath(path, root) for path in paths}


def clusters(session, root):
    found = (session.clusters.cluster(i) for i in range(len(session.clusters)))
    return {frozenset(names((m.file.path for m in cluster.members), root)) for cluster in found}


def test_documents_of_one_text_and_rebuilt_archives_are_clusters(tree):
    found = clusters(run(tree), tree)
    assert {"plan.docx", "plan v2.docx", "plan.odt"} in found
    assert {"old.tgz", "new.tgz"} in found
    assert {"other.docx", "notes.txt"} in found


def test_bytes_alone_see_none_of_it(tree):
    session = run(tree, raw=True)
    together = [cluster for cluster in clusters(session, tree) if cluster & {"plan.docx", "old.tgz"}]
    assert together == []
    assert session.scan.member_count(session.file_of(str(tree / "old.tgz"))) == 0


def test_each_file_says_by_which_view_it_was_measured(tree):
    session = run(tree)

    def view(name):
        return session.clustering.view_of(session.file_of(str(tree / name)))

    assert [view(f"plan{end}") for end in (".docx", " v2.docx", ".odt")] == ["office"] * 3
    assert view("old.tgz") == view("new.tgz") == "tar"
    assert view("notes.txt") == "raw"
    assert view("other.docx") == "office"
    assert view("broken.zip") == "raw"
    assert session.scan.member_count(session.file_of(str(tree / "new.tgz"))) == 14
    assert session.scan.member_count(session.file_of(str(tree / "plan.docx"))) == 0


def test_why_similar_speaks_of_the_view(tree):
    session = run(tree)
    figures = session.clustering.figures_of(session.file_of(str(tree / "plan.docx")))
    assert figures["sketch"] > 0.7
    assert figures["spamsum"] > 0.5


def test_results_name_views_and_what_archives_contain(tree):
    value = scan_json(run(tree))
    views = {os.path.basename(f["path"]): f["view"] for c in value["clusters"] for f in c["files"]}
    assert views["plan.odt"] == "office"
    assert views["old.tgz"] == "tar"
    bases = {os.path.basename(f["path"]): f["basis"] for c in value["clusters"] for f in c["files"]}
    assert bases == {
        "plan.docx": "text", "plan v2.docx": "text", "plan.odt": "text", "other.docx": "text", "notes.txt": "text",
        "old.tgz": "members", "new.tgz": "members",
    }  # fmt: skip
    contains = [
        {"whole": str(tree / name), "part": str(tree / "notes.txt"), "containment": 1.0}
        for name in ("new.tgz", "old.tgz")
    ]
    assert value["contains"] == contains
    assert [os.path.basename(p["path"]) for p in value["problems"]] == ["broken.zip"]
    json.dumps(value)


def test_pairs_name_each_pair_of_files_once_with_the_figures_of_its_view(tree):
    result = scan(ScanOptions((str(tree),)), None, Control())
    links = content_links(
        find_links(result.representations.table, Method.AUTO, 0.3, every=True), result.representations
    )
    value = pairs_json(Pairs(result, links, verified=False))
    found = {(os.path.basename(a), os.path.basename(b)): (s, more) for a, b, s, more in value["pairs"]}
    assert len(found) == len(value["pairs"])
    similarity, more = found["plan.docx", "plan.odt"]
    assert 0.99 < similarity < 1.0
    assert more["methods"]["sketch"] == 1.0
    assert found["new.tgz", "old.tgz"][0] > 0.9
    assert value["contains"] == [
        [str(tree / name), str(tree / "notes.txt"), 1.0] for name in ("new.tgz", "old.tgz")
    ]


def test_older_documents_of_one_text_are_marked_and_other_formats_are_not(tree):
    session = run(tree)
    session.verify(Verifier(session.result, None, Control()))
    session.mark_rule("older")
    marked = names((session.record(file).path for file in session.marks), tree)
    assert {"plan.docx", "old.tgz"} <= marked
    position = session.clusters.position_of(session.file_of(str(tree / "plan.odt")))
    assert RELATIONS[session.clusters.relation[position]] is Relation.OTHER_FORMAT
    assert "plan.odt" not in marked


def test_a_type_that_tolerates_nothing_keeps_documents_apart(tree):
    session = run(tree, tolerances=Tolerances(0.3, {"odt": 0.0}))
    assert {"plan.docx", "plan v2.docx"} in clusters(session, tree)
    assert session.clusters.cluster_of(session.file_of(str(tree / "plan.odt"))) < 0


def ask(root, name, **more):
    options = ScanOptions((str(root),), raw=more.pop("raw", False))
    result, asked = scan(options, None, Control()), find_similar.look_at(str(root / name))
    answer = find_similar.find(asked, result, Control(), find_similar.Wanted(**more), options=options)
    return {os.path.relpath(m.file.path, root): m for m in answer.matches}, answer


def test_find_by_a_document(tree):
    found, answer = ask(tree, "plan.docx")
    assert {name: m.relation for name, m in found.items()} == {
        "plan v2.docx": Likeness.SIMILAR,
        "plan.odt": Likeness.SIMILAR,
    }
    assert found["plan.odt"].similarity < 1.0
    assert answer.problems == ()


def test_find_tells_archives_that_hold_a_file_and_files_that_an_archive_holds(tree):
    found, _ = ask(tree, "notes.txt")
    assert found["old.tgz"].relation is Likeness.CONTAINS
    assert found["old.tgz"].containment == 1.0
    assert found["new.tgz"].relation is Likeness.CONTAINS
    assert found["other.docx"].relation is Likeness.SIMILAR
    found, _ = ask(tree, "old.tgz")
    assert found["notes.txt"].relation is Likeness.INSIDE
    assert found["notes.txt"].containment == 1.0
    assert found["new.tgz"].relation is Likeness.SIMILAR


def test_find_raw_looks_into_nothing(tree):
    assert ask(tree, "plan.docx", raw=True)[0] == {}
    assert "old.tgz" not in ask(tree, "notes.txt", raw=True)[0]


def test_find_by_a_file_that_is_nowhere_in_the_folders(tree, tmp_path):
    outside = put(tmp_path / "elsewhere" / "x.odt", odt_of(lines(TEXT)))
    found, _ = ask(tree, os.path.relpath(outside, tree))
    assert found["plan.odt"].relation is Likeness.IDENTICAL
    assert found["plan.docx"].relation is Likeness.SIMILAR


def test_find_by_a_broken_archive_says_so_once(tree, tmp_path):
    _, answer = ask(tree, "broken.zip")
    assert answer.problems == ()  # the scan has told
    outside = put(tmp_path / "elsewhere" / "x.gz", gzip.compress(TEXT.encode())[:-40])
    _, answer = ask(tree, os.path.relpath(outside, tree))
    assert [problem.path for problem in answer.problems] == [str(outside)]


def test_a_member_beside_its_archive_under_every_name(tmp_path):
    root = tmp_path / "t"
    for name in ("a.txt", "b/a copy.txt"):
        put(root / name, TEXT.encode())
    for name in ("x.tar", "b/x.tar"):
        put(root / name, tar_of({"dir/a.txt": TEXT.encode(), "z": OTHER.encode()}))
    put(root / "empty.tar", tar_of({}))
    result = scan(ScanOptions((str(root),)), None, Control())
    found = [(os.path.relpath(a, root), os.path.relpath(b, root)) for a, b in contained_paths(result)]
    assert found == [
        ("b/x.tar", "a.txt"), ("b/x.tar", "b/a copy.txt"), ("x.tar", "a.txt"), ("x.tar", "b/a copy.txt"),
    ]  # fmt: skip


def test_pictures_and_attachments_lie_in_documents_and_mails(tmp_path):
    root, picture = tmp_path / "t", b"\x89PNG\r\n\x1a\n" + RNG.randbytes(3000)
    letter = office_docx(lines(TEXT), {"word/media/logo.png": picture})
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", "the letter"
    mail.set_content(OTHER)
    mail.add_attachment(letter, maintype="application", subtype="octet-stream", filename="letter.docx")
    put(root / "logo.png", picture)
    put(root / "letter.docx", letter)
    put(root / "sent.eml", bytes(mail))
    put(root / "other.png", picture[:-1] + b"x")
    result = scan(ScanOptions((str(root),)), None, Control())
    found = [(os.path.relpath(a, root), os.path.relpath(b, root)) for a, b in contained_paths(result)]
    assert found == [("letter.docx", "logo.png"), ("sent.eml", "letter.docx")]
    assert ask(root, "logo.png")[0]["letter.docx"].relation is Likeness.CONTAINS
    assert ask(root, "sent.eml")[0]["letter.docx"].relation is Likeness.INSIDE


def test_no_files_no_relations(tmp_path):
    (tmp_path / "t").mkdir()
    assert contained_paths(scan(ScanOptions((str(tmp_path / "t"),)), None, Control())) == []
    put(Path(tmp_path / "t" / "a.txt"), b"alone")
    assert contained_paths(scan(ScanOptions((str(tmp_path / "t"),)), None, Control())) == []


def bases(root, **more):
    session = run(root, tolerances=Tolerances(0.5), **more)
    return {
        name: str(session.clustering.basis_of(session.file_of(str(root / name))))
        for name in sorted(os.listdir(root))
    }


def test_on_what_files_of_a_cluster_were_measured(tmp_path):
    """The later picture is kept, for most of them are pictures, and has the first basis of the others. Neither can be
    decoded, so they are compared by their bytes.
    """
    noise, root = RNG.randbytes(4000), tmp_path / "t"
    put(root / "a.png", b"\x89PNG\r\n\x1a\n" + noise, 1)
    put(root / "b.png", b"\x89PNG\r\n\x1a\n" + noise + b"more", 2)
    put(root / "c.bin", noise, 3)
    put(root / "d.zip", zip_of({"c.bin": noise, "e": b"x" * 50}), 4)
    assert bases(root) == {"a.png": "bytes", "b.png": "bytes", "c.bin": "bytes", "d.zip": "members"}
    (root / "d.zip").unlink()
    assert bases(root) == {"a.png": "bytes", "b.png": "bytes", "c.bin": "bytes"}
    (root / "c.bin").unlink()
    assert bases(root) == {"a.png": "bytes", "b.png": "bytes"}


def test_identical_documents_are_so_by_their_bytes(tmp_path):
    root = tmp_path / "t"
    for name in ("a.docx", "b.docx"):
        put(root / name, docx_of(lines(TEXT)))
    for name in ("a.txt", "b.txt"):
        put(root / name, OTHER.encode())
    assert bases(root) == {"a.docx": "bytes", "b.docx": "bytes", "a.txt": "text", "b.txt": "text"}
    put(root / "c.docx", docx_of(lines(TEXT), day=9), 5)
    assert bases(root) == {
        "a.docx": "text", "b.docx": "text", "c.docx": "text", "a.txt": "text", "b.txt": "text"
    }  # fmt: skip
    put(root / "alone.txt", TEXT.encode()[::-1])
    assert bases(root)["alone.txt"] == "text"


def test_documents_of_one_program_are_no_relatives(tmp_path):
    """Theme, fonts, a logo and the settings of the program in common, and not a sentence."""
    root, theme = tmp_path / "t", RNG.randbytes(30_000)
    subjects = "brooks", "cedars", "herons"
    for number, name in enumerate(subjects):
        words = "\n".join(RNG.randbytes(30).hex(" ", 4) for _ in range(60))
        held = {
            "word/theme/theme1.xml": theme,
            "word/media/logo.png": theme[:5000],
            "word/fontTable.xml": theme[5:],
        }
        put(root / f"{name}.docx", office_docx(lines(words), held), number)
        put(root / f"{name}.pdf", pdf([Page(lines(words), pictures=[theme])]), number)
    session = run(root, tolerances=Tolerances(0.5))
    assert clusters(session, root) == {frozenset({f"{n}.docx", f"{n}.pdf"}) for n in subjects}
    by_bytes = run(root, tolerances=Tolerances(0.5), raw=True).links
    assert len(by_bytes.a) == 15  # each with each
    assert by_bytes.similarity.min() > 0.5
    verifier = Verifier(session.result, None, Control())
    session.verify(verifier)
    assert measured_parts(session.result, verifier, Control()) == []
    found, _ = ask(root, "brooks.docx")
    assert {name: m.relation for name, m in found.items()} == {"brooks.pdf": Likeness.SIMILAR}
    outside = put(tmp_path / "x.docx", office_docx(lines(OTHER), held))
    assert ask(root, os.path.relpath(outside, root))[0] == {}


def test_half_a_download_meets_the_whole_by_the_bytes_of_both(tmp_path):
    root = tmp_path / "t"
    whole = zip_of({f"{i}.txt": RNG.randbytes(900) for i in range(20)})
    put(root / "whole.zip", whole, 2)
    put(root / "half.zip", whole[: len(whole) * 4 // 5], 1)
    assert bases(root) == {"half.zip": "bytes", "whole.zip": "bytes"}
    session = run(root, tolerances=Tolerances(0.5))
    assert clusters(session, root) == {frozenset({"half.zip", "whole.zip"})}
    assert {session.clustering.view_of(file) for file in range(2)} == {"raw"}
    session.verify(Verifier(session.result, None, Control()))
    assert 0.85 < min(session.clusters.similarity.tolist()) < 0.95
    for asked, other in (("half.zip", "whole.zip"), ("whole.zip", "half.zip")):
        found, _ = ask(root, asked, tolerances=Tolerances(0.5))
        assert found[other].relation is Likeness.SIMILAR
        assert found[other].similarity == pytest.approx(min(session.clusters.similarity.tolist()), abs=1e-4)
