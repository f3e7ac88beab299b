"""How old contents are: against a plain twin, and the cases that fooled modification times."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.rules.content_ages import ContentAges
from simfinder.actions.rules.trusted_times import doubt_of
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord

SECOND = 1_000_000_000
NOW = 1_790_000_000 * SECOND
DAY = 86_400 * SECOND


def ages(rows):
    """rows: (path, content, mtime_ns)."""
    files = [FileRecord(path, 1, i, 10, time) for i, (path, _, time) in enumerate(rows)]
    return ContentAges(FileColumns.of(files), np.array([row[1] for row in rows], np.int32), NOW)


def test_a_copy_downloaded_again_is_as_old_as_the_original():
    found = ages([("/a/old.txt", 0, NOW - 9 * DAY), ("/d/old (1).txt", 0, NOW), ("/a/new.txt", 1, NOW - DAY)])
    assert found.times.tolist() == [NOW - 9 * DAY, NOW - 9 * DAY, NOW - DAY]
    assert found.trusted.all()


def test_times_that_most_of_a_folder_share_say_nothing():
    rows = [(f"/zip/{i}.txt", i, NOW - DAY + i) for i in range(4)] + [("/zip/late.txt", 9, NOW)]
    assert ages(rows).trusted.tolist() == [False] * 4 + [True]


def test_two_files_saved_together_are_trusted():
    assert ages([("/a/1.txt", 0, NOW), ("/a/2.txt", 1, NOW)]).trusted.all()


def test_a_trusted_time_outweighs_an_earlier_one_that_stands_for_no_time():
    found = ages([("/a/x.txt", 0, 0), ("/b/x.txt", 0, NOW - DAY)])
    assert found.times.tolist() == [NOW - DAY] * 2
    assert found.trusted.all()


def test_a_copy_whose_time_stands_for_no_time_did_not_come_first():
    found = ages(
        [("/a/x.txt", 0, 0), ("/b/x.txt", 0, NOW - DAY), ("/c/x.txt", 0, NOW), ("/d/x.txt", 0, NOW + 9 * DAY)]
    )
    assert found.seniority.argsort(stable=True).tolist() == [1, 2, 0, 3]


def test_a_content_of_which_no_time_is_worth_anything_is_not_trusted():
    found = ages([("/a/x.txt", 0, 5), ("/b/x.txt", 0, 3)])
    assert found.times.tolist() == [3, 3]
    assert not found.trusted.any()


def test_files_that_were_not_read_keep_their_own_times():
    found = ages([("/a/x.txt", -1, NOW - DAY), ("/b/x.txt", -1, NOW)])
    assert found.times.tolist() == [NOW - DAY, NOW]


def release(version, time, names="abc"):
    return [(f"/src/foo-{version}/{name}.py", f"{version}{name}", time + i) for i, name in enumerate(names)]


def by_path(rows):
    contents = {content: row for row, content in enumerate(dict.fromkeys(row[1] for row in rows))}
    rows = sorted(rows)
    found = ages([(path, contents[content], time) for path, content, time in rows])
    columns = zip(found.times.tolist(), found.trusted.tolist(), strict=True)
    return dict(zip((row[0] for row in rows), columns, strict=True))


def test_release_numbers_order_files_whose_times_say_when_they_were_unpacked():
    rows = [*release("1.10", NOW - DAY), *release("1.9", NOW), *release("1.2", NOW - 2 * DAY)]
    found = by_path(rows)
    order = [found[f"/src/foo-{version}/a.py"] for version in ("1.2", "1.9", "1.10")]
    assert order == sorted(order)
    assert all(trusted for _, trusted in found.values())


def test_releases_of_one_moment_get_times_of_their_own():
    rows = [row for version in ("2.0", "1.0") for row in release(version, NOW)]
    found = by_path(rows)
    assert found["/src/foo-1.0/b.py"][0] < found["/src/foo-2.0/b.py"][0]


def test_releases_with_real_times_keep_them():
    rows = []
    for version, days in (("1.9", 1), ("1.10", 5)):  # a later fix of an earlier branch
        rows += [
            (path, name, time - i * 2 * DAY)
            for i, (path, name, time) in enumerate(release(version, NOW - days * DAY))
        ]
    found = by_path(rows)
    assert [found[path] for path, _, _ in sorted(rows)] == [(time, True) for _, _, time in sorted(rows)]


def test_releases_in_a_folder_that_reads_like_one_are_found():
    rows = [
        (f"/rel1{path}", name, time)
        for v, t in (("1.2", NOW), ("1.3", NOW - DAY))
        for path, name, time in release(v, t)
    ]
    found = by_path(rows)
    assert found["/rel1/src/foo-1.2/a.py"][0] < found["/rel1/src/foo-1.3/a.py"][0]


def test_of_copies_in_releases_the_newest_release_stays_whole():
    files = [
        FileRecord(f"/src/foo-{version}/{name}.py", 1, 1, 10, NOW)
        for version in ("1.10", "1.9")
        for name in "abc"
    ]
    found = ContentAges(FileColumns.of(files), np.array([0, 1, 2, 0, 1, 2], np.int32), NOW)
    assert (found.seniority[:3] < found.seniority[3:]).all()


def test_a_single_release_is_no_family():
    assert not any(trusted for _, trusted in by_path(release("1.0", NOW)).values())


def plain(rows):
    trusted = []
    for path, _, time in rows:
        folder = path.rpartition("/")[0]
        here = [row[2] // SECOND for row in rows if row[0].rpartition("/")[0] == folder]
        alike = Counter(here)[time // SECOND]
        trusted.append(not doubt_of(time, NOW) and not (alike >= 3 and 2 * alike >= len(here)))
    found = []
    for (_, content, time), own in zip(rows, trusted, strict=True):
        copies = [(t, ok) for (_, c, t), ok in zip(rows, trusted, strict=True) if c == content >= 0]
        good = [t for t, ok in copies if ok]
        if not copies:
            found.append((time, own))
        else:
            found.append((min(good), True) if good else (min(t for t, _ in copies), False))
    return found


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["/a", "/a/b", "/c"]),
            st.integers(-1, 4),
            st.sampled_from([0, 5, NOW, NOW - 1, NOW - DAY, NOW + 9 * DAY, 499_162_500 * SECOND]),
        ),
        max_size=14,
    )
)
def test_ages_equal_a_plain_twin(drawn):
    rows = [(f"{folder}/{i:02}", content, time) for i, (folder, content, time) in enumerate(drawn)]
    found = ages(rows)
    assert list(zip(found.times.tolist(), found.trusted.tolist(), strict=True)) == plain(rows)
