"""Which files our symbolic links lead to, and which links lead nowhere."""

import os

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem.folder_state import mark_of
from simfinder.actions.journal import batches
from simfinder.actions.plan.assessment import assessed
from simfinder.actions.rules.made_links import MadeLinks, leads_to_file
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.journal import LinkRow
from tests.unit.actions.world import plan_of, record, write


@pytest.fixture
def kept(tree):
    return write(tree / "Kept.txt", b"the content")


@pytest.fixture
def link(tree, kept):
    os.symlink(kept, tree / "link.txt")
    return os.fspath(tree / "link.txt")


def _links(*rows):
    return MadeLinks(lambda: rows)


def _row(link, kept, batch=7):
    return LinkRow(batch, link, kept, mark_of(os.path.dirname(link)))


def _in_the_way(links, path, kind=ActKind.TRASH):
    return links.in_the_way(kind, path, os.lstat(path))


def test_the_file_that_a_link_leads_to_keeps_its_name(kept, link):
    links = _links(_row(link, kept))
    said = f"a link made by SimFinder leads here, {link}: undo batch 7 first, or remove it"
    for kind in (ActKind.TRASH, ActKind.MOVE, ActKind.DELETE, ActKind.SYMLINK):
        assert _in_the_way(links, kept, kind) == said
    for kind in (ActKind.HARDLINK, ActKind.REFLINK, ActKind.COPY):  # the name leads to the same content then
        assert _in_the_way(links, kept, kind) is None


def test_another_file_of_that_name_may_go(tmp_path, kept, link):
    assert _in_the_way(_links(_row(link, kept)), write(tmp_path / "other" / "Kept.txt")) is None


def test_a_link_that_is_gone_or_leads_elsewhere_does_not_count(tree, kept, link):
    links = _links(_row(link, kept))
    os.unlink(link)
    assert _in_the_way(links, kept) is None
    write(link, b"a file now")
    assert _in_the_way(links, kept) is None
    os.unlink(link)
    os.symlink(write(tree / "other.txt"), link)
    assert _in_the_way(links, kept) is None


def test_another_spelling_of_the_path_is_the_same_file(tmp_path, tree, kept, link):
    os.symlink(tree, tmp_path / "way")
    links = _links(_row(link, kept))
    assert _in_the_way(links, os.fspath(tmp_path / "way" / "Kept.txt"))
    os.unlink(link)
    os.symlink(tmp_path / "way" / "Kept.txt", link)
    assert _in_the_way(_links(_row(link, os.readlink(link))), kept)


def test_a_link_on_a_drive_that_is_away_counts(kept, tmp_path):
    away = LinkRow(3, "/media/away/link.txt", kept, "ef53.123456789:2")
    assert "/media/away/link.txt" in _in_the_way(_links(away), kept)
    removed = LinkRow(3, str(tmp_path / "gone" / "link.txt"), kept, mark_of(str(tmp_path)))
    assert _in_the_way(_links(removed), kept) is None


def test_links_are_read_from_the_journal(tree, kept, library, tmp_path):
    files = [write(tree / name / "twin.txt", b"the content") for name in "ab"]
    assert library.links() == []
    execute(plan_of(ActKind.SYMLINK, files, kept), library)
    assert [(row.batch, row.path, row.target) for row in library.links()] == [
        (1, path, kept) for path in files
    ]
    known = MadeLinks.known(ActKind.DELETE)
    assert [leads for _, leads in known.standing()] == [True, True]
    assert "2 links made by SimFinder lead here" in _in_the_way(known, kept)
    newer = write(tmp_path / "newer.txt", b"the content")
    plan = assessed(plan_of(ActKind.TRASH, [kept], newer))
    assert plan.warnings == ("1 file is needed by links made by SimFinder, and stays",)
    assert plan.bytes_freed == 0
    (act,) = execute(plan, library).acts
    assert act.state is ActState.SKIPPED
    undo(library, 1)
    assert library.links() == []
    assert execute(plan_of(ActKind.TRASH, [kept], newer), library).count(ActState.DONE) == 1


def test_the_report_says_which_links_lead_nowhere(tree, kept, library):
    files = [write(tree / name / "twin.txt", b"the content") for name in "abc"]
    execute(plan_of(ActKind.SYMLINK, files, kept), library)
    os.rename(kept, kept + ".old")
    os.unlink(files[1])
    nowhere = f"the link leads nowhere now: nothing is at {kept}"
    assert [act.reason for act in batches.batch(library, 1).acts] == [nowhere, "", nowhere]
    assert leads_to_file(files[0], kept) is False
    assert leads_to_file(files[1], kept) is None
    os.mkdir(kept)
    assert leads_to_file(files[0], kept) is False


def test_a_link_to_the_same_mount_needs_no_warning(tree, kept):
    twin = write(tree / "a" / "twin.txt", b"the content", mtime_ns=record(kept).mtime_ns)
    assert assessed(plan_of(ActKind.SYMLINK, [twin], kept)).warnings == ()
