"""The figures of ``benchmarks/accuracy.py`` on a truth small enough to be reckoned by hand."""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

BENCHMARKS = str(Path(__file__).parents[3] / "benchmarks")
sys.path.append(BENCHMARKS)
try:
    from quality import accuracy_peers as peers
    from quality import accuracy_rows as rows
    from quality import accuracy_scores as scores
    from quality import accuracy_truth as truth
finally:
    sys.path.remove(BENCHMARKS)

FILES = """path,origin,version_rank,how,kind,size,sha1,family
a-1/x.py,a:x.py,0,version,source,100,,0
a-2/x.py,a:x.py,1,version,source,100,,0
a-3/x.py,a:x.py,2,version,source,100,,0
b-1/y.json,b:y.json,0,version,json,100,,1
b-2/y.json,b:y.json,1,version,json,100,,1
b-2/z.json,b:z.json,1,version,json,100,,2
documents/1/b-N.pdf,doc:b-N.pdf,0,version,pdf,100,,3
edits/bytes-1/x.py,a:x.py,9,edit:bytes-1%,source,100,,0
edits/embedded-5/x.py,a:x.py,9,edit:embedded-5%,source,2000,,4
"""
PAIRS = """path_a,path_b,true_similarity,relation,sim_raw,line_ratio,containment,edit,kind
a-1/x.py,a-2/x.py,1.0,identical,1.0,,1.0,,source
a-2/x.py,a-3/x.py,0.8,version,0.8,,0.79,,source
a-1/x.py,a-3/x.py,0.8,version,0.8,,0.8,,source
b-2/y.json,b-1/y.json,0.95,version,0.95,,0.95,,json
b-1/y.json,b-2/z.json,0.65,other,0.65,,0.7,,json
b-2/y.json,b-2/z.json,0.4,other,0.4,,0.5,,json
a-3/x.py,b-1/y.json,0.4,other,0.4,,0.7,,mixed
a-3/x.py,b-2/y.json,0.55,other,0.55,,0.5,,mixed
b-1/y.json,edits/bytes-1/x.py,0.3,edit,0.3,,0.3,bytes-1%,mixed
a-1/x.py,edits/bytes-1/x.py,0.9,edit,0.9,,0.9,bytes-1%,source
a-1/x.py,edits/embedded-5/x.py,0.1,contains,0.1,,1.0,embedded-5%,source
a-2/x.py,documents/1/b-N.pdf,0.0,archived,0.0,,0.4,,mixed
"""
X1, X2, X3, Y1, Y2, Z2 = "a-1/x.py", "a-2/x.py", "a-3/x.py", "b-1/y.json", "b-2/y.json", "b-2/z.json"
PDF, EDITED, WHOLE = "documents/1/b-N.pdf", "edits/bytes-1/x.py", "edits/embedded-5/x.py"


@pytest.fixture
def corpus(tmp_path: Path) -> truth.Corpus:
    (tmp_path / "truth").mkdir()
    (tmp_path / "truth" / "files.csv").write_text(FILES)
    (tmp_path / "truth" / "pairs.csv").write_text(PAIRS)
    return truth.read(str(tmp_path))


def found(*listed: tuple[str, str, float]) -> dict[truth.Pair, float]:
    return peers.best_of(listed)


def test_a_corpus_is_read(corpus: truth.Corpus) -> None:
    assert len(corpus.files) == 9
    assert corpus.size == 2800
    assert corpus.pairs[Y1, Y2].similarity == 0.95  # listed the other way round
    assert corpus.files[PDF].package == "b"


def test_one_origin_in_two_formats_is_neither_right_nor_wrong(tmp_path: Path) -> None:
    names = ["a-1/x.ttf", "a-1/x.woff", "a-2/x.ttf", "a-1/y.css", "a-1/y.min.css", "a-1/y.js", "b-1/x.woff"]
    rows = [f"{name},{name[0]}:{name[4:]},0,version,,9,,0\n" for name in names]
    (tmp_path / "truth").mkdir()
    (tmp_path / "truth" / "files.csv").write_text(FILES.splitlines(keepends=True)[0] + "".join(rows))
    pairs = PAIRS.splitlines(keepends=True)[0] + "a-1/y.css,a-1/y.min.css,0.55,other,0.55,,0.5,,css\n"
    (tmp_path / "truth" / "pairs.csv").write_text(pairs)
    made = truth.read(str(tmp_path))
    unjudged = {key for key, like in made.pairs.items() if not truth.false(like, 0.7)}
    assert unjudged == {
        ("a-1/x.ttf", "a-1/x.woff"),
        ("a-1/x.woff", "a-2/x.ttf"),
        ("a-1/y.css", "a-1/y.min.css"),
    }
    assert not any(truth.wanted(like, 0.7) for like in made.pairs.values())


def test_what_is_no_corpus_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="truth"):
        truth.read(str(tmp_path))
    (tmp_path / "truth").mkdir()
    (tmp_path / "truth" / "files.csv").write_text("path,size\nx,1\n")
    with pytest.raises(ValueError, match="origin"):
        truth.read(str(tmp_path))


def test_halves_share_nothing_and_lose_no_file(corpus: truth.Corpus) -> None:
    tune, test = corpus.half(truth.TUNE), corpus.half(truth.TEST)
    assert tune.files.keys() | test.files.keys() == corpus.files.keys()
    packages = [{file.package for file in half.files.values()} for half in (tune, test)]
    assert not packages[0] & packages[1]
    assert packages[0] | packages[1] == {"a", "b"}
    for half in (tune, test):
        assert half.pairs == {key: like for key, like in corpus.pairs.items() if {*key} <= half.files.keys()}
    assert truth.half_of("requests") == truth.TUNE  # as they are split now
    assert truth.half_of("click") == truth.TEST


def test_ranking(corpus: truth.Corpus) -> None:
    answer = found(
        (Y1, Y2, 0.9),  # right
        (X1, X2, 0.9),  # identical: no part of it
        (X1, EDITED, 0.9),  # a made edit: no part of it
        (Y1, Z2, 0.8),  # just below the bound: neither
        (Y1, X1, 0.7),  # false, not in the truth
        (X2, X3, 0.7),  # right, the same score
        (X2, PDF, 0.8),  # alike in another way: neither
        (Y2, Z2, 0.5),  # false
    )
    ranking = scores.ranked(corpus, answer, 0.7, truth.real)
    assert ranking.wanted == 3
    # at .9: P 1, R 1/3, F1 .5; at .7: P 2/3, R 2/3; at .5: P 1/2
    assert ranking.threshold == 0.7
    assert ranking.best.f1 == pytest.approx(2 / 3)
    assert ranking.average == pytest.approx((1 + 2 / 3) / 3)
    fixed = scores.at_score(corpus, answer, 0.65, 0.7, truth.real)
    assert fixed == scores.measure(2, 1, 3)
    assert scores.at_score(corpus, answer, 0.7, 0.7, truth.real) == fixed
    assert scores.at_score(corpus, answer, 0.71, 0.7, truth.real) == scores.measure(1, 0, 3)
    assert scores.ranked(corpus, answer, 0.7, truth.edited).best.f1 == 1.0
    assert scores.ranked(corpus, answer, 0.9, truth.edited).wanted == 1


def test_nothing_found(corpus: truth.Corpus) -> None:
    ranking = scores.ranked(corpus, {}, 0.7, truth.real)
    assert (ranking.best.f1, ranking.threshold, ranking.average, ranking.wanted) == (0.0, None, 0.0, 3)


def test_by_kind_and_by_edit(corpus: truth.Corpus) -> None:
    answer = found(
        (Y1, Y2, 0.65),
        (X2, X3, 0.64),
        (X1, EDITED, 0.7),
        (X1, WHOLE, 0.01),
        (Y2, Z2, 0.7),
        (X1, Y1, 0.9),
        (EDITED, Y1, 0.9),
    )
    assert scores.by_kind(corpus, answer) == {"json": (1, 1), "source": (0, 2)}
    assert scores.by_edit(corpus, answer) == {"bytes-1%": (1, 1), "embedded-5%": (1, 1)}
    assert scores.false_by_kind(corpus, answer) == {"json": 1, "mixed": 1}
    assert scores.touched(corpus, answer) == 1.0
    assert scores.touched(corpus, {}) == 0.0


def test_containment(corpus: truth.Corpus) -> None:
    right, open_, wrong = (X1, WHOLE), (X2, PDF), (Y2, Z2)
    nearly, alike = (X3, Y1), (X3, Y2)  # .7 of it, or alike by .55: neither
    said = [right, open_, nearly, alike]
    assert scores.containment(corpus, said) == scores.Measure(1.0, 1.0)
    assert scores.containment(corpus, [(X1, X2), wrong]) == scores.Measure(0.5, 0.0)  # all of it: right
    assert scores.containment(corpus, [*said, wrong, (X1, Y1)]) == scores.Measure(1 / 3, 1.0)
    assert scores.containment(corpus, [(X2, X3)]) == scores.Measure(
        1.0, 0.0
    )  # alike and nearly held: neither
    assert scores.containment(corpus, []) == scores.Measure(1.0, 0.0)


def test_b_cubed(corpus: truth.Corpus) -> None:
    family = [X1, X2, X3, EDITED]
    assert scores.b_cubed(corpus, [family, [Y1, Y2]]) == scores.Measure(1.0, 1.0)
    # y with z: their families have a pair that is neither, z does not count as wrong beside y (nor y beside z)
    assert scores.b_cubed(corpus, [family, [Y1, Y2, Z2]]).precision == 1.0
    # each of x alone: recall 1/4 four times, and y right
    assert scores.b_cubed(corpus, [[Y1, Y2]]) == scores.Measure(1.0, pytest.approx((4 / 4 + 2) / 6))
    # x and y in one cluster: beside an x 4 of 6 are right, beside a y 2 of 6
    both = scores.b_cubed(corpus, [[*family, Y1, Y2]])
    assert both == scores.Measure(pytest.approx((4 * 4 / 6 + 2 * 2 / 6) / 6), 1.0)


CLUSTERS = st.lists(
    st.lists(st.sampled_from([X1, X2, X3, Y1, Y2, Z2, PDF, EDITED, WHOLE]), max_size=5), max_size=5
)


@given(clusters=CLUSTERS)
def test_b_cubed_is_that_of_the_definition(
    clusters: list[list[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "b-cubed"
    (folder / "truth").mkdir(parents=True, exist_ok=True)
    (folder / "truth" / "files.csv").write_text(FILES)
    (folder / "truth" / "pairs.csv").write_text(
        PAIRS.replace("0.65,other", "0.4,other").replace("archived", "other").replace("contains", "other")
    )
    corpus = truth.read(str(folder))  # no pair that is neither: the plain measure
    first: dict[str, list[str]] = {}
    for group in clusters:
        fresh = [path for path in dict.fromkeys(group) if path not in first]
        first.update(dict.fromkeys(fresh, fresh))
    precision, recall = [], []
    for path, file in corpus.files.items():
        mine = set(first.get(path, [path]))
        theirs = {other for other in corpus.files if corpus.files[other].family == file.family}
        if len(mine) > 1 or len(theirs) > 1:
            precision.append(len(mine & theirs) / len(mine))
            recall.append(len(mine & theirs) / len(theirs))
    expected = scores.Measure(
        pytest.approx(sum(precision) / len(precision)), pytest.approx(sum(recall) / len(recall))
    )
    assert scores.b_cubed(corpus, clusters) == expected


def test_links_make_groups() -> None:
    links = found(("a", "b", 0.7), ("c", "b", 0.8), ("d", "e", 0.9), ("c", "d", 0.6))
    assert sorted(scores.linked(links, 0.7)) == [["a", "b", "c"], ["d", "e"]]
    assert scores.linked(links, 0.95) == []


def test_an_answer_within_a_half_and_its_figures(corpus: truth.Corpus, tmp_path: Path) -> None:
    answer = rows.Answer(
        found((X2, X3, 0.8), (X1, X3, 0.7), (Y1, Y2, 0.9), (X1, Y1, 0.75)),
        [[X1, X2, X3, EDITED], [Y1, Y2]],
        [(WHOLE, X1), (X1, Y2)],
        0.001,
    )
    row = rows.judged(corpus, answer, corpus.size)
    assert row.containment == scores.Measure(0.5, 1.0)
    assert row.clusters == scores.Measure(1.0, 1.0)
    assert row.speed == pytest.approx(2.8)
    figures = json.loads(json.dumps(rows.plain(row)))
    assert figures["containment"]["f1"] == pytest.approx(2 / 3)
    assert figures["bounds"]["0.7"]["wanted"] == 3
    assert figures["kinds"] == {"json": [1, 1], "source": [2, 2]}
    half = corpus.half(truth.half_of("b"))
    assert answer.within(half).pairs == {(Y1, Y2): 0.9}
    assert answer.within(half).contains == []
    assert answer.within(half).clusters == [[], [Y1, Y2]]
    frozen = rows.judged(half, answer, corpus.size, 0.95)
    assert frozen.frozen == scores.Measure(1.0, 0.0)
    assert frozen.bounds[0.7].best.f1 == 1.0
    peers.save(answer, str(tmp_path / "answer"))
    again = peers.saved(str(tmp_path / "answer"))
    assert rows.judged(corpus, again, corpus.size) == row


def test_what_the_peers_print_is_read() -> None:
    assert list(peers.ssdeep_rows(['"./a","b \\"q\\", c",65', "ssdeep: warning"])) == [
        ("./a", 'b "q", c', 0.65)
    ]
    assert list(peers.tlsh_rows(["a\tb\t30", "a\tc\t300", "error"])) == [("a", "b", 0.9)]
    matrix = [
        "                1    2",
        "a-1/x y         1",
        "b               2  .00",
        "c 7             3  1.0  .25",
    ]
    assert list(peers.simhash_rows(matrix)) == [("a-1/x y", "c 7", 1.0), ("b", "c 7", 0.25)]
    with pytest.raises(ValueError, match="row 2"):
        list(peers.simhash_rows(["", "a  1", "some other line"]))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.floats(0, 1))))
def test_the_best_of_several_scores(listed: list[tuple[str, str, float]]) -> None:
    best = peers.best_of((f"./{one}", f"x/../{other}", score) for one, other, score in listed)
    for one, other in itertools.combinations("abc", 2):
        both = [score for a, b, score in listed if {a, b} == {one, other}]
        assert best.get((one, other)) == (max(both) if both else None)
    assert all(one < other for one, other in best)
