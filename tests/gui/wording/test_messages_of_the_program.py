"""What the program really says, of real files, stored and read back: all of it in the window's language."""

import errno
import os
import re
from functools import cache

import pytest

from simfinder.actions.journal.batches import history
from simfinder.app.removal import mark_files, removal
from simfinder.app.removal.mark_files import Wish
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.session import Session
from simfinder.app.views.explain_similarity import why_kept, why_related
from simfinder.gui.wording.action_words import brief_why
from simfinder.gui.wording.problem_advice import advice
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import ScanOptions
from simfinder.store.cache.cache import Cache
from simfinder.store.library.library import Library
from simfinder.text.message import message_of
from tests.helpers.extraction import sentence_messages
from tests.helpers.files.bad_archives import Entry, plain_zip, raw_zip
from tests.helpers.files.trees import write
from tests.helpers.results.said import unmarked

DAY = 86_400
WHEN = 1_700_000_000


@cache
def templates():
    reasons = {os.strerror(number) for number in errno.errorcode}
    return {message.source for message in sentence_messages()} | reasons


def unknown_in(message):
    """The templates of a message that no translation knows."""
    parts = [part.template for part in message_of(message).parts()]
    return [part for part in parts if re.search("[a-z]", part) and part not in templates()]


@pytest.fixture
def root(tmp_path):
    root = str(tmp_path / "tree")
    text = b"".join(b"line %d of the text\n" % (i * i) for i in range(400))
    for i in range(4):
        write(root, f"a/report v{i}.txt", text + b"one more line, number %d\n" % i * i, WHEN + i * DAY)
        write(root, f"b/report v{i}.txt", text + b"one more line, number %d\n" % i * i, WHEN + (i + 9) * DAY)
    write(root, "bad/cut.zip", plain_zip({"a.txt": text})[:-40], WHEN)
    write(root, "bad/closed.zip", raw_zip([Entry(b"a.txt", text, flags=1)]), WHEN)
    write(root, "bad/odd.zip", raw_zip([Entry(b"a.txt", text, method=97)]), WHEN)
    return root


def scanned(root):
    with Cache.open() as cache:
        return Session.run(ScanOptions((root,)), cache=cache, control=Control())


def test_problems(root, tmp_path, look):
    found = [scanned(root), scanned(root)]  # the second one from the cache
    save_and_load.save(found[0], tmp_path / "saved")
    problems = [session.result.problems for session in found]
    problems.append(save_and_load.load(tmp_path / "saved", Control()).problems)
    assert len(problems[0]) == 3
    for told in problems:
        assert [(p.path, p.reason, p.reason.template) for p in told] == [
            (p.path, p.reason, p.reason.template) for p in problems[0]
        ]
        assert [unknown for problem in told for unknown in unknown_in(problem.reason)] == []
        assert all(advice(problem.reason) for problem in told)


def test_marks_plans_and_the_journal(root, marking):
    session = scanned(root)
    mark_files.carry_out(session, mark_files.propose(session, Wish.OLDER))
    mark_files.carry_out(session, mark_files.propose(session, Wish.IN_FOLDER, folder=os.path.join(root, "b")))
    assert session.marks
    said = [session.why_marked(file) for file in session.marks]
    plan = session.plan(ActKind.TRASH)
    said += [act.why for act in plan.acts]
    said += [text for act in plan.acts for text in act.warnings]
    said += plan.warnings
    assert len({message.template for message in said}) > 2
    assert [unknown for message in said for unknown in unknown_in(message)] == []
    assert {unmarked(brief_why(act)).strip() for act in plan.acts} == {""}
    for act in list(plan.acts)[::2]:  # they are skipped
        with open(act.file.path, "ab") as file:
            file.write(b"more")
    removal.carry_out(plan, Control())
    removal.take_back(None, Control())
    with Library.open() as library:
        (report,) = history(library)
        journal = [act.reason for act in report.acts if act.reason] + [
            act.why for act in library.acts(report.batch)
        ]
    assert len(journal) > len(plan.acts)
    assert [unknown for message in journal for unknown in unknown_in(message)] == []


def test_reasons_of_clusters(root):
    session = scanned(root)
    table = session.clusters
    said = []
    for file in table.members.tolist():
        said += [
            why_kept(session, file)[0],
            *why_related(session, file),
            session.clustering.relation_reason(file),
        ]
    said = [message for message in said if message]
    assert len(said) > 8
    assert [unknown for message in said for unknown in unknown_in(message)] == []


def test_in_german(root, speaking):
    speaking("de")
    problems = {os.path.basename(p.path): translated(p.reason) for p in scanned(root).result.problems}
    assert problems["closed.zip"] == "ist verschlüsselt"
    packed = "enthält Dateien, die nach einem nicht unterstützten Verfahren gepackt sind: WavPack (97)"
    assert problems["odd.zip"] == packed
