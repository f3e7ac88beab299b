"""A method for some types: its own links and figures for them, what they share for all others."""

import os
import random

import numpy as np
import pytest

from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.pipeline import scan
from simfinder.search.linking.judge import Judge, content_links
from simfinder.search.linking.links import find_links
from tests.helpers.files.documents import report
from tests.helpers.files.packed import docx_of

RNG = random.Random(31)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    root = tmp_path_factory.mktemp("tree")
    for suffix in ("txt", "md", "py"):
        text = report(RNG, paragraphs=30, topic="town")
        for number in range(3):
            (root / f"{suffix}{number}.{suffix}").write_bytes(text.replace(b"and", b"or", number))
        if suffix == "md":
            (root / "across.txt").write_bytes(text.replace(b"the", b"a", 2))
            (root / "packed.docx").write_bytes(docx_of(text.decode().splitlines()))
            (root / "copy.py").write_bytes(text)  # of two types; its first file by path says which counts
    return root


@pytest.fixture(scope="module")
def result(tree):
    return scan(ScanOptions((str(tree),)), None, Control())


def pairs(links):
    return dict(
        zip(zip(links.a.tolist(), links.b.tolist(), strict=True), links.similarity.tolist(), strict=True)
    )


def method_of(result, methods):
    """Slow twin: the method of each content by its first file."""
    found = {}
    for record, content in zip(result.files, result.content_row.tolist(), strict=True):
        found.setdefault(content, methods.of(record.path.rpartition(".")[2]))
    return found


@pytest.mark.parametrize(
    "methods",
    [
        Methods(),
        Methods(Method.SPAMSUM),
        Methods(Method.AUTO, {"txt": Method.SPAMSUM}),
        Methods(Method.SPAMSUM, {"py": Method.AUTO, "md": Method.TAGCOUNT}),
        Methods(Method.AUTO, {"txt": Method.CONTENT}),
    ],
)
def test_each_pair_is_judged_by_its_method(result, methods):
    judge = Judge(result.representations, SessionFiles.of(result), methods)
    of = method_of(result, methods)
    found = pairs(judge.links(0.2, Control(), jobs=1, every=True))
    expected = {}
    for method in {*of.values(), Method.AUTO}:
        links = content_links(
            find_links(result.representations.table, method, 0.2, every=True), result.representations
        )
        expected |= {
            (a, b): similarity
            for (a, b), similarity in pairs(links).items()
            if (of[a] if of[a] == of[b] else Method.AUTO) == method
        }
    assert found == expected
    assert found or methods.default is not Method.AUTO
    a, b = (np.array([pair[i] for pair in found], np.int64) for i in (0, 1))
    assert judge.similarity(a, b)[0].tolist() == pytest.approx(list(found.values()))
    on_bytes = [of[x] == of[y] == Method.AUTO or of[x] != of[y] for x, y in found]
    assert judge.on_bytes(a, b).tolist() == on_bytes
    assert judge.measures == (len({*of.values(), methods.default}) > 1 or methods.default is Method.AUTO)


def test_a_session_measures_only_what_is_decided_by_content(tree):
    methods = Methods(Method.AUTO, {"txt": Method.SPAMSUM})
    session = Session.run(
        ScanOptions((str(tree),)), Choices(methods, same_type=True), cache=None, control=Control()
    )
    session.verify(Verifier(session.result, None, Control()))
    assert not session.clustering.verified
    estimated = set()
    for i in range(len(session.clusters)):
        cluster = session.clusters.cluster(i)
        estimated |= {os.path.basename(m.file.path) for m in cluster.members if m.estimated}
    assert estimated
    assert all(name.startswith("txt") for name in estimated)
    auto = Session.run(ScanOptions((str(tree),)), cache=None, control=Control())
    assert auto.choices.methods == Methods()
    auto.verify(Verifier(auto.result, None, Control()))
    assert auto.clustering.verified
