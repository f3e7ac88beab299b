"""The arithmetic of ``harm.py``: marks and clusters judged by the origin of files. Runs nothing.

A mark is *right* if a file stays that has the same content, or one as new or newer of the same lineage, under whatever
name. Every other mark is *harm*: something would be lost. *Found* is the share of older versions and copies that are
rightly marked, of all there are outside working folders: of each lineage all files but one. *Within*
is the same of those that don't differ from the newest version by more than the tolerance that files are linked at.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from simfinder.model.tolerances import BUILT_IN
from tests.helpers.homes.truth import Row

NEAR = 1 - BUILT_IN
"""Share of its text from which on a version is within the tolerance: nothing that differs by more is ever marked."""


@dataclass(frozen=True)
class Mark:
    """A file that a program would remove by itself.

    Attributes:
        path: below the folder of files.
        survivor: the file that is said to stay instead; "" where none is named.
        similarity: of both, 0..1.
        relation: as the program calls it.
        why: its words.
    """

    path: str
    survivor: str = ""
    similarity: float = 0.0
    relation: str = ""
    why: str = ""


@dataclass(frozen=True)
class Answer:
    """What a program says about a tree.

    Attributes:
        marks: what it would remove, by path.
        clusters: paths it shows together; a path is in one cluster at most.
        seconds: of wall time.
    """

    marks: Mapping[str, Mark]
    clusters: Sequence[Sequence[str]]
    seconds: float = 0.0


@dataclass
class Score:
    """Sums over some files.

    Attributes:
        files: judged.
        marked: of them.
        right, harm: of the marked ones.
        newer: of harm, those whose lineage keeps only older files.
        inside: marked inside working folders, right or not.
        wanted: older versions and copies outside working folders, but for one newest file of each lineage.
        found: of the wanted, those rightly marked.
        near, near_found: the same of versions that share enough with the newest one to be within the tolerance.
        pairs_right, pairs_shown, pairs_true: pairs of files in one cluster and one lineage, in one cluster, in one
            lineage.
        precision, recall: sums over files for B-cubed.
    """

    files: int = 0
    marked: int = 0
    right: int = 0
    harm: int = 0
    newer: int = 0
    inside: int = 0
    wanted: int = 0
    found: int = 0
    near: int = 0
    near_found: int = 0
    pairs_right: int = 0
    pairs_shown: int = 0
    pairs_true: int = 0
    precision: float = 0.0
    recall: float = 0.0

    @property
    def found_share(self) -> float:
        return self.found / self.wanted if self.wanted else 1.0

    @property
    def near_share(self) -> float:
        return self.near_found / self.near if self.near else 1.0

    @property
    def pairs(self) -> tuple[float, float, float]:
        """Precision, recall and F1 of pairs; 1 where there is nothing to say and nothing is said."""
        precision = self.pairs_right / self.pairs_shown if self.pairs_shown else 1.0
        recall = self.pairs_right / self.pairs_true if self.pairs_true else 1.0
        return precision, recall, _f1(precision, recall)

    @property
    def b_cubed(self) -> float:
        """B-cubed F1 of clusters against lineages."""
        return _f1(self.precision / self.files, self.recall / self.files) if self.files else 1.0


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass
class Judged:
    """Scores of an answer.

    Attributes:
        sets: by the name of the set.
        whole: of all files.
        harms: rows and marks of what would be lost.
    """

    sets: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    whole: Score = field(default_factory=Score)
    harms: list[tuple[Row, Mark]] = field(default_factory=list)


def judge(rows: Iterable[Row], contents: Mapping[str, bytes], answer: Answer) -> Judged:
    """Score an answer.

    Args:
        rows: truth of the files that programs look at.
        contents: hash of each file's bytes.
        answer: marks and clusters; paths without truth are passed over.
    """
    known = {row.path: row for row in rows}
    judged = Judged()
    _judge_marks(known, contents, answer.marks, judged)
    _judge_clusters(known, contents, answer.clusters, judged)
    return judged


def _judge_marks(
    known: Mapping[str, Row], contents: Mapping[str, bytes], marks: Mapping[str, Mark], judged: Judged
) -> None:
    staying = [row for row in known.values() if row.path not in marks]
    kept = {contents[row.path] for row in staying}
    newest: dict[str, int] = {}
    for row in known.values():
        if contents[row.path] not in kept:
            continue
        newest[row.lineage] = max(row.rank, newest.get(row.lineage, row.rank))
    outside: dict[str, list[Row]] = defaultdict(list)
    right_in: Counter[str] = Counter()
    near_in: Counter[str] = Counter()
    for row in known.values():
        scores = (judged.whole, judged.sets[row.set])
        right = row.path in marks and (
            contents[row.path] in kept or newest.get(row.lineage, row.rank - 1) >= row.rank
        )
        if not row.project:
            outside[row.lineage].append(row)
            right_in[row.lineage] += right
            near_in[row.lineage] += right and row.share >= NEAR
        for score in scores:
            score.files += 1
            score.marked += row.path in marks
            score.right += right
            score.inside += row.path in marks and bool(row.project)
        if row.path in marks and not right:
            judged.harms.append((row, marks[row.path]))
            for score in scores:
                score.harm += 1
                score.newer += row.lineage in newest
    for lineage, members in outside.items():
        wanted = len(members) - 1
        near = max(0, sum(row.share >= NEAR for row in members) - 1)
        for score in (judged.whole, judged.sets[members[0].set]):
            score.wanted += wanted
            score.found += min(wanted, right_in[lineage])
            score.near += near
            score.near_found += min(near, near_in[lineage])


def _judge_clusters(
    known: Mapping[str, Row], contents: Mapping[str, bytes], clusters: Sequence[Sequence[str]], judged: Judged
) -> None:
    shown = [[known[path] for path in cluster if path in known] for cluster in clusters]
    together = {row.path for cluster in shown for row in cluster}
    shown += [[row] for row in known.values() if row.path not in together]
    lineages = Counter(row.lineage for row in known.values())
    for lineage, name in {row.lineage: row.set for row in known.values()}.items():
        for score in (judged.whole, judged.sets[name]):
            score.pairs_true += lineages[lineage] * (lineages[lineage] - 1) // 2
    doubled: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))  # each pair is met from both sides
    for cluster in shown:
        same = Counter(row.lineage for row in cluster)
        excused = _excused(cluster, contents)
        for row in cluster:
            right, counted = same[row.lineage], len(cluster) - excused[row.path]
            for name, score in (("", judged.whole), (row.set, judged.sets[row.set])):
                score.precision += right / counted
                score.recall += right / lineages[row.lineage]
                before = doubled[name]
                doubled[name] = before[0] + right - 1, before[1] + counted - 1
    for name, (right, counted) in doubled.items():
        score = judged.sets[name] if name else judged.whole
        score.pairs_right, score.pairs_shown = right // 2, -(-counted // 2)


def _excused(cluster: Sequence[Row], contents: Mapping[str, bytes]) -> dict[str, int]:
    """By path: files of other lineages that are near by nature or identical, neither right nor wrong beside it."""
    near = Counter((row.related, row.lineage) for row in cluster)
    equal = Counter((contents[row.path], row.lineage) for row in cluster)
    both = Counter((row.related, contents[row.path], row.lineage) for row in cluster)
    all_near, all_equal, all_both = Counter[object](), Counter[object](), Counter[object]()
    for row in cluster:
        all_near[row.related] += 1
        all_equal[contents[row.path]] += 1
        all_both[row.related, contents[row.path]] += 1
    found = {}
    for row in cluster:
        content = contents[row.path]
        count = all_equal[content] - equal[content, row.lineage]
        if row.related:
            count += all_near[row.related] - near[row.related, row.lineage]
            count -= all_both[row.related, content] - both[row.related, content, row.lineage]
        found[row.path] = count
    return found
