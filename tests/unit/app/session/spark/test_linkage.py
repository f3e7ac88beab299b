"""Components in bins give the clusters of the whole scan: members, kept files, relations and figures."""

import os
from dataclasses import replace

import pyarrow as pa
import pytest

from simfinder.app.session.session import Session
from simfinder.app.session.spark.linkage import made
from simfinder.app.session.spark.row_cache import RowCache
from simfinder.app.verify.verifier import Verifier
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from tests.helpers.homes.builder import KINDS, Corpus
from tests.helpers.homes.sets import load
from tests.helpers.results.in_bins import clustered, members_of, signed

SETS = ("letter_drafts", "mail_merge", "licences", "old_revisions", "archives", "sister_projects")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Folders of letters, forms, sources and archives, and what executors find in their files."""
    corpus = Corpus(tmp_path_factory.mktemp("home"), office=False)
    load()
    for name in SETS:
        corpus.build(KINDS[name])
    corpus.finish()
    options = ScanOptions((os.fspath(corpus.root),), jobs=1)
    return options, signed(options)


def local(options, choices, *, verified=False, ignored=()):
    session = Session.run(options, choices, cache=None, control=Control())
    session.set_ignored(ignored)
    if verified:
        session.verify(Verifier(session.result, None, Control(), jobs=1))
    return session


def the_same(home, choices, bins=7, **how):
    options, given = home
    session = local(options, choices, **how)
    how.setdefault("verified", False)
    parts = clustered(options, choices, session.result, bins, given=given, **how)
    assert len(parts) > 1
    expected = members_of([made(0, session, [], RowCache())])
    assert members_of(parts) == expected
    return expected, parts, session


def test_clusters_of_bins_are_those_of_the_whole(home):
    expected, found, session = the_same(home, Choices())
    assert len(expected) > 20
    links = pa.concat_tables(found).filter(pa.compute.equal(pa.concat_tables(found).column("kind"), "links"))
    known = session.links
    hashes = [row.tobytes() for row in session.result.table.content]
    whole = {
        (hashes[a], hashes[b]): (round(float(s), 6), round(float(w), 6), int(o), bool(x))
        for a, b, s, w, o, x in zip(
            known.a, known.b, known.similarity, known.weight, known.others, known.sibling, strict=True
        )
    }
    parts = {
        (row["a"], row["b"]): (
            round(row["similarity"], 6),
            round(row["weight"], 6),
            row["others"],
            row["sibling"],
        )
        for row in links.to_pylist()
    }
    assert parts == whole


def test_measured_figures_are_the_same(home):
    the_same(home, Choices(), verified=True)


@pytest.mark.parametrize(
    "choices",
    [
        Choices(Methods(method)) for method in Method
    ] + [
        Choices(Methods(Method.AUTO, {"py": Method.SPAMSUM, "md": Method.TAGCOUNT})),
        Choices(with_forms=True, tolerances=Tolerances(0.45)),
        Choices(same_type=True, keep_rules="largest,oldest", tolerances=Tolerances(0.6)),
    ],
    ids=lambda choices: f"{choices.methods.default}-{choices.tolerances.default}-{len(choices.methods.by_type)}",
)  # fmt: skip
def test_other_choices_give_the_same(home, choices):
    the_same(home, choices)


def test_a_bin_is_one_component_at_least(home):
    the_same(home, Choices(), bins=1_000_003)


def test_pictures_by_their_bytes_alone(home):
    options, _ = home
    options = replace(options, raw=True)
    the_same((options, signed(options)), Choices())
