"""Files like one file: relations, figures, order, and which names are the file itself."""

import os
import random
from dataclasses import replace

import pytest

from simfinder.app.find import find_similar, query_file
from simfinder.app.find.find_similar import Wanted, find, find_in, find_json, with_names
from simfinder.app.find.query_file import look_at, other_names
from simfinder.app.session.session import Session
from simfinder.errors import Cancelled, ReadError, UsageError
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.model.similar_match import Likeness, Match
from simfinder.model.tolerances import Tolerances
from simfinder.scan.pipeline import scan
from simfinder.search.overlap.text_overlap import text_overlap
from simfinder.search.similarity import MAX_ESTIMATE
from simfinder.signatures.content_hash import view
from simfinder.store.cache.cache import Cache
from tests.helpers.files.documents import report, words
from tests.helpers.files.packed import docx_of
from tests.helpers.files.trees import write

DAY = 1_700_000_000


@pytest.fixture
def tree(tmp_path):
    """A text; a copy, an edited one, a part, a whole, a stranger."""
    rng = random.Random(3)
    text = report(rng, paragraphs=40, topic="business")
    root = str(tmp_path / "tree")
    edited = text.replace(b"the", b"that", 12)
    write(root, "text.txt", text, DAY)
    write(root, "more/copy.md", text, DAY)
    write(root, "more/edited.txt", edited, DAY)
    write(root, "more/part.txt", text[len(text) // 3 : len(text) // 3 + len(text) // 8], DAY)
    write(root, "whole.bin", rng.randbytes(2 * len(text)) + text + rng.randbytes(2 * len(text)), DAY)
    write(root, "stranger.txt", words(rng, 4000), DAY)
    return root


def scanned(root, **options):
    return scan(ScanOptions((str(root),), **options), None, Control())


def ask(root, name, *, scan_options=None, cache=None, **wanted):
    result = scanned(root, **(scan_options or {}))
    return find(look_at(os.path.join(root, name)), result, Control(), Wanted(**wanted), cache=cache)


def relations(answer, root):
    return {os.path.relpath(m.file.path, root): str(m.relation) for m in answer.matches}


def test_every_relation_once_best_first(tree):
    answer = ask(tree, "text.txt")
    assert relations(answer, tree) == {
        "more/copy.md": "identical",
        "more/edited.txt": "similar",
        "more/part.txt": "inside",
        "whole.bin": "contains",
    }
    assert answer.matches[0].relation is Likeness.IDENTICAL
    figures = [match.figure for match in answer.matches]
    assert figures == sorted(figures, reverse=True)
    by_name = {os.path.basename(m.file.path): m for m in answer.matches}
    assert (by_name["copy.md"].similarity, by_name["copy.md"].containment) == (1.0, 1.0)
    assert 0.8 < by_name["edited.txt"].similarity < 1.0
    assert 0.15 < by_name["part.txt"].similarity < 0.3
    assert 0.95 < by_name["part.txt"].containment < 1.0
    assert 0.95 < by_name["whole.bin"].containment < 1.0
    assert answer.searched == 5


def test_a_whole_many_times_larger_is_looked_at_closely(tree, monkeypatch):
    rng = random.Random(5)
    with open(os.path.join(tree, "text.txt"), "rb") as file:
        text = file.read()
    names = ["large.bin", "also large.bin"]
    for name in names:
        write(tree, name, rng.randbytes(200_000) + text + rng.randbytes(900_000), DAY)
    write(tree, "larger.bin", rng.randbytes(1_500_000), DAY)
    result, asked = scanned(tree), look_at(os.path.join(tree, "text.txt"))
    found = {m.file.path: m for m in find(asked, result, Control()).matches}
    for name in names:
        match = found[os.path.join(tree, name)]
        assert match.relation is Likeness.CONTAINS
        assert match.containment == pytest.approx(0.999, abs=0.002)
    assert os.path.join(tree, "larger.bin") not in found
    assert not {os.path.join(tree, n) for n in names} & {
        m.file.path for m in find(asked, result, Control(), Wanted(estimates=True)).matches
    }
    os.unlink(os.path.join(tree, names[0]))
    answer = find(asked, result, Control())
    assert [p.path for p in answer.problems] == [os.path.join(tree, names[0])]
    monkeypatch.setattr(find_similar, "_CLOSER_BYTES", 1000)
    assert find(asked, result, Control()).problems == ()


def test_the_other_side_says_the_other_word(tree):
    assert relations(ask(tree, "more/part.txt"), tree)["text.txt"] == "contains"
    assert relations(ask(tree, "whole.bin"), tree)["text.txt"] == "inside"


def test_a_file_outside_is_signed_and_one_inside_is_known(tree, tmp_path, monkeypatch):
    with open(os.path.join(tree, "text.txt"), "rb") as file:
        outside = write(str(tmp_path), "elsewhere.txt", file.read(), DAY)
    want = {**relations(ask(tree, "text.txt"), tree), "text.txt": "identical"}
    result = scanned(tree)
    assert relations(find(look_at(outside), result, Control()), tree) == want

    def no_signing(*_args, **_kwargs):
        raise AssertionError("the scan knows this file")

    monkeypatch.setattr("simfinder.scan.reading.read_file.sign_file", no_signing)
    assert len(find(look_at(os.path.join(tree, "text.txt")), result, Control()).matches) == 4


def test_a_file_that_changed_since_the_scan_is_asked_as_it_is_now(tree):
    result = scanned(tree)
    path = os.path.join(tree, "stranger.txt")
    with open(os.path.join(tree, "text.txt"), "rb") as file:
        write(tree, "stranger.txt", file.read(), DAY + 5)
    answer = find(look_at(path), result, Control())
    assert relations(answer, tree)["text.txt"] == "identical"
    assert "stranger.txt" not in relations(answer, tree)


def test_tolerances_of_types_count(tree):
    os.rename(os.path.join(tree, "more/edited.txt"), os.path.join(tree, "more/edited.doc"))
    strict = Tolerances(0.3).with_type("doc", 0.0)
    assert "more/edited.doc" in relations(ask(tree, "text.txt"), tree)
    assert "more/edited.doc" not in relations(ask(tree, "text.txt", tolerances=strict), tree)
    wide = Tolerances(0.0).with_type("doc", 0.5).with_type("txt", 0.5)
    assert "more/edited.doc" in relations(ask(tree, "text.txt", tolerances=wide), tree)
    nothing = relations(ask(tree, "text.txt", tolerances=Tolerances(0.0)), tree)
    assert nothing == {"more/copy.md": "identical", "more/part.txt": "inside", "whole.bin": "contains"}


def test_only_files_of_the_same_type(tree):
    assert set(relations(ask(tree, "text.txt", same_type=True), tree)) == {"more/edited.txt", "more/part.txt"}


@pytest.mark.parametrize("method", list(Method))
def test_each_method(tree, method):
    found = relations(ask(tree, "text.txt", method=method), tree)
    assert found["more/copy.md"] == "identical"
    assert "stranger.txt" not in found
    assert (set(found) == {"more/copy.md"}) == (method is Method.CONTENT)


def test_identical_files_that_a_scan_for_identical_ones_does_not_read(tree, tmp_path):
    copy = os.path.join(tree, "more/copy.md")
    with open(os.path.join(tree, "whole.bin"), "rb") as file:
        outside = write(str(tmp_path), "outside", file.read(), DAY)
    result = scanned(tree, identical=True)
    assert (result.content_row < 0).sum() > 0
    wanted = Wanted(Method.CONTENT)
    answer = find(look_at(os.path.join(tree, "text.txt")), result, Control(), wanted)
    assert [m.file.path for m in answer.matches] == [copy]
    answer = find(look_at(outside), result, Control(), wanted)
    assert [m.file.path for m in answer.matches] == [os.path.join(tree, "whole.bin")]
    os.unlink(os.path.join(tree, "whole.bin"))
    answer = find(look_at(outside), result, Control(), wanted)
    assert [p.path for p in answer.problems] == [os.path.join(tree, "whole.bin")]
    assert answer.matches == ()


def test_names_of_the_file_itself(tree, tmp_path):
    text = os.path.join(tree, "text.txt")
    link = str(tmp_path / "link.txt")
    os.symlink(text, link)
    os.symlink(tree, tmp_path / "folder")
    spelt = os.path.join(tree, "more", "..", "text.txt")
    for name in (link, os.path.join(tmp_path, "folder", "text.txt"), spelt):
        answer = find(look_at(name), scanned(tree), Control())
        assert text not in [m.file.path for m in answer.matches]
        assert len(answer.matches) == 4


def test_hard_links_are_identical_whichever_name_the_scan_took(tree):
    text = os.path.join(tree, "text.txt")
    names = [os.path.join(tree, name) for name in ("a first.txt", "z [odd]*? !name#\n.txt", ".hidden")]
    for name in names:
        os.link(text, name)
    options = ScanOptions((tree,))
    result = scan(options, None, Control())
    for own in (text, names[0], names[1]):
        asked = look_at(own)
        others = other_names(asked, options, result, Control())
        answer = with_names(find(asked, result, Control()), others)
        same = [m.file.path for m in answer.matches if m.relation is Likeness.IDENTICAL]
        want = {text, *names[:2], os.path.join(tree, "more/copy.md")} - {own}
        assert sorted(same) == sorted(want)
    shown = other_names(look_at(text), replace(options, hidden=True), result, Control())
    assert names[2] in [file.path for file in shown]


def test_no_second_listing_for_a_file_of_one_name(tree, monkeypatch):
    def no_listing(*_args):
        raise AssertionError("not needed")

    result = scanned(tree)
    monkeypatch.setattr(query_file, "walk", no_listing)
    assert other_names(look_at(os.path.join(tree, "text.txt")), ScanOptions((tree,)), result, Control()) == []


def test_empty_and_tiny_files(tree, tmp_path):
    for name, data in (
        ("empty", b""),
        ("also empty", b""),
        ("tiny", b"ab"),
        ("tiny too", b"ab"),
        ("x", b"x" * 900),
    ):
        write(tree, name, data, DAY)
    assert relations(ask(tree, "empty"), tree) == {}
    assert relations(ask(tree, "empty", scan_options={"empty": True}), tree) == {"also empty": "identical"}
    assert relations(ask(tree, "tiny"), tree) == {"tiny too": "identical"}
    assert relations(ask(tree, "x"), tree) == {}
    (tmp_path / "none").mkdir()
    answer = ask(tmp_path / "none", os.path.join(tree, "text.txt"))
    assert (answer.matches, answer.searched) == ((), 0)
    lonely = write(str(tmp_path), "lonely/file.txt", b"nothing else is here " * 50, DAY)
    answer = ask(os.path.dirname(lonely), "file.txt")
    assert (answer.matches, answer.searched) == ((), 0)


def test_what_can_not_be_asked_about(tree, tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    for path, reason in (
        (tmp_path / "nothing", "No such file"),
        (tree, "is a folder"),
        (tmp_path / "pipe", "no regular file"),
        ("a\0b", "null"),
    ):
        with pytest.raises(UsageError, match=reason):
            look_at(str(path))

    def denied(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(query_file, "open_path", denied)
    with pytest.raises(UsageError, match="Permission denied"):
        look_at(os.path.join(tree, "text.txt"))


def test_a_file_that_goes_while_it_is_asked_about(tree, tmp_path):
    outside = write(str(tmp_path), "outside.txt", b"some words " * 100, DAY)
    asked, result = look_at(outside), scanned(tree)
    os.unlink(outside)
    with pytest.raises(ReadError):
        find(asked, result, Control())


def test_cancelling(tree):
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        find(look_at(os.path.join(tree, "text.txt")), scanned(tree), control)


def test_in_a_session_only_what_is_still_there(tree):
    session = Session.run(ScanOptions((tree,)), cache=None, control=Control())
    text = os.path.join(tree, "text.txt")
    assert len(find_in(session, text, Control()).matches) == 4
    os.unlink(os.path.join(tree, "more/copy.md"))
    session.set_tolerances(Tolerances(0.0))
    assert set(relations(find_in(session, text, Control()), tree)) == {"more/part.txt", "whole.bin"}


def test_json_rounds_and_never_up_to_one(tree):
    result = scanned(tree)
    answer = find(look_at(os.path.join(tree, "text.txt")), result, Control())
    near = Match(answer.file, Likeness.SIMILAR, 0.99996, 0.99999)
    value = find_json(replace(answer, matches=(near, *answer.matches)), result)
    assert set(value) == {"version", "file", "verified", "matches", "problems"}
    assert value["file"] == os.path.join(tree, "text.txt")
    assert value["matches"][0] == {
        "path": answer.file.path, "relation": "similar", "similarity": 0.9999, "containment": 0.9999
    }  # fmt: skip
    assert [m["similarity"] == 1.0 for m in value["matches"]] == [False, True, False, False, False]


def test_containment_agrees_with_plain_sets_of_real_files(tree):
    pieces = []
    for name in ("more/part.txt", "text.txt"):
        with open(os.path.join(tree, name), "rb") as file:
            text = file.read()
        pieces.append({text[i : i + 8] for i in range(len(text) - 7)})
    part, whole = pieces
    share = len(part & whole) / len(part)
    (match,) = (m for m in ask(tree, "text.txt").matches if m.file.path.endswith("part.txt"))
    assert match.containment == pytest.approx(min(0.999, share**0.6), abs=0.02)


def bytes_of(root, name):
    with open(os.path.join(root, name), "rb") as file:
        return view(file.read())


def test_figures_of_texts_are_measured_in_order(tree):
    answer, guessed = ask(tree, "text.txt"), ask(tree, "text.txt", estimates=True)
    assert answer.verified
    assert not guessed.verified
    assert relations(answer, tree) == relations(guessed, tree)
    figures = {os.path.relpath(m.file.path, tree): m for m in answer.matches}
    text = bytes_of(tree, "text.txt")
    wanted = text_overlap(text, bytes_of(tree, "more/edited.txt")).similarity
    assert figures["more/edited.txt"].similarity == pytest.approx(wanted, abs=1e-6)
    assert figures["more/part.txt"].containment == pytest.approx(MAX_ESTIMATE)
    assert find_json(answer, scanned(tree))["verified"] is True
    assert find_json(guessed, scanned(tree))["verified"] is False
    assert not ask(tree, "text.txt", method=Method.SPAMSUM).verified
    assert ask(tree, "text.txt", method=Method.CONTENT).verified


def test_what_is_estimated_too_low_is_found_and_too_high_is_not(tree):
    data = bytearray(random.Random(8).randbytes(20_000))
    write(tree, "one.bin", bytes(data), DAY)
    for at in random.Random(9).sample(range(len(data)), 1800):
        data[at] ^= 0x55
    write(tree, "scattered.bin", bytes(data), DAY)
    assert relations(ask(tree, "one.bin"), tree) == {"scattered.bin": "similar"}
    assert relations(ask(tree, "one.bin", estimates=True), tree) == {}
    images = [bytearray(300_000) for _ in range(2)]
    for seed, image in enumerate(images):
        image[5000:25_000] = random.Random(seed).randbytes(20_000)
        write(tree, f"image{seed}.img", bytes(image), DAY)
    assert relations(ask(tree, "image0.img"), tree) == {}


@pytest.mark.parametrize("asked", ["outside", "a link", "in the scan"])
def test_the_asked_file_is_measured_wherever_it_lies(tree, tmp_path, asked):
    path = os.path.join(tree, "text.txt")
    if asked == "outside":
        path = write(
            str(tmp_path), "elsewhere.txt", bytes(bytes_of(tree, "text.txt")) + b"a line more\n", DAY
        )
    elif asked == "a link":
        os.symlink(path, tmp_path / "link")
        path = str(tmp_path / "link")
    answer = find(look_at(path), scanned(tree), Control())
    assert answer.verified
    assert answer.problems == ()
    found = relations(answer, tree)
    assert found["more/edited.txt"] == "similar"
    assert (found["more/part.txt"], found["whole.bin"]) == ("inside", "contains")


def test_an_archive_is_measured_by_what_it_holds(tree, tmp_path):
    text = bytes(bytes_of(tree, "text.txt"))
    path = tmp_path / "plan.docx"
    path.write_bytes(docx_of(text.decode().splitlines()))
    answer = find(look_at(str(path)), scanned(tree), Control())
    assert answer.verified
    found = {os.path.relpath(m.file.path, tree): m for m in answer.matches}
    assert found["text.txt"].relation is Likeness.SIMILAR
    assert 0.9 < found["text.txt"].similarity < 1.0
    (tmp_path / "t").mkdir()
    os.rename(path, tmp_path / "t" / "plan.docx")
    answer = find(look_at(os.path.join(tree, "text.txt")), scanned(tmp_path / "t"), Control())
    assert [str(match.relation) for match in answer.matches] == ["similar"]
    assert answer.verified


def test_measured_pairs_are_remembered(tree, tmp_path, monkeypatch):
    with Cache.open(tmp_path / "c.sqlite3") as cache:
        first = ask(tree, "text.txt", cache=cache)
        cache.flush()
        monkeypatch.setattr(
            "simfinder.app.verify.verifier.Material.of", lambda *_, **__: pytest.fail("read again")
        )
        assert [m.figure for m in ask(tree, "text.txt", cache=cache).matches] == [
            m.figure for m in first.matches
        ]


def test_a_match_that_changed_since_the_scan_keeps_its_estimate_and_is_told(tree):
    result = scanned(tree)
    write(tree, "more/edited.txt", b"other", DAY + 9)
    answer = find(look_at(os.path.join(tree, "text.txt")), result, Control())
    assert not answer.verified
    assert [problem.path for problem in answer.problems] == [os.path.join(tree, "more/edited.txt")]
    assert relations(answer, tree)["more/edited.txt"] == "similar"
