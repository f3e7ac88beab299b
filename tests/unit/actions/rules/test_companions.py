"""Files that belong together go together or not at all."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.rules.companions import without_split
from tests.unit.actions.rules.test_project_folders import listing


def going(files, wanted):
    table = listing(*files)
    paths = table.paths()
    mask = np.array([path in wanted for path in paths], dtype=np.bool_)
    return {path for path, goes in zip(paths, without_split(table, mask).tolist(), strict=True) if goes}


UNITS = [
    ("/r/app.db", "/r/app.db-wal", "/r/app.db-shm"),
    ("/r/app.sqlite", "/r/app.sqlite-journal"),
    ("/r/IMG_1.CR2", "/r/IMG_1.xmp"),
    ("/r/IMG_1.CR2", "/r/IMG_1.CR2.xmp"),
    ("/r/MVI_7.MOV", "/r/MVI_7.THM"),
    ("/r/roads.shp", "/r/roads.shx", "/r/roads.dbf", "/r/roads.prj", "/r/roads.cpg"),
    ("/r/disk.vmdk", "/r/disk-s001.vmdk", "/r/disk-s002.vmdk"),
    ("/r/game.cue", "/r/game.bin"),
    ("/r/game.cue", "/r/game (Track 1).bin", "/r/game (Track 2).bin"),
    ("/r/film.mkv", "/r/film.srt"),
    ("/r/film.mkv", "/r/film.en.srt", "/r/film.de.srt"),
    ("/r/a.part1.rar", "/r/a.part2.rar"),
    ("/r/a.rar", "/r/a.r00", "/r/a.r01"),
    ("/r/a.zip", "/r/a.z01", "/r/a.z02"),
    ("/r/a.7z.001", "/r/a.7z.002"),
    ("/r/page.html", "/r/page_files/a.png", "/r/page_files/b/c.js"),
    ("/r/Seite.htm", "/r/Seite-Dateien/a.png"),
    ("/r/map.tab", "/r/map.map", "/r/map.dat", "/r/map.id"),
    ("/r/city.mif", "/r/city.mid"),
    ("/r/libfoo.so", "/r/libfoo.so.1", "/r/libfoo.so.1.2.3"),
    ("/r/x.iso", "/r/x.iso.sha256"),
    (os.fsdecode(b"/r/caf\xe9.db"), os.fsdecode(b"/r/caf\xe9.db-wal")),
]


@pytest.mark.parametrize("unit", UNITS)
def test_together_or_not_at_all(unit):
    others = ("/r/other.txt", "/r/sub/" + os.path.basename(unit[0]))
    files = (*unit, *others)
    assert going(files, {*unit, *others}) == {*unit, *others}
    for left in unit:
        assert going(files, {*unit, *others} - {left}) == set(others)
    for one in unit:
        assert going(files, {one, *others}) == set(others)


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        (("/r/IMG_1.CR2", "/r/IMG_1.jpg"), "/r/IMG_1.jpg"),
        (("/r/IMG_1.CR2", "/r/IMG_1.jpg", "/r/IMG_1.xmp"), "/r/IMG_1.jpg"),
        (("/r/IMG_1.CR2", "/r/IMG_2.xmp"), "/r/IMG_1.CR2"),
        (("/r/a.db", "/q/a.db-wal"), "/r/a.db"),
        (("/r/film.mkv", "/r/other.srt"), "/r/film.mkv"),
        (("/r/tune.mid", "/r/tune.map"), "/r/tune.mid"),
        (("/r/page.html", "/r/other_files/a.png"), "/r/page.html"),
        (("/r/app.log.001", "/r/app.log.002"), "/r/app.log.002"),
        (("/r/report.1", "/r/report.2"), "/r/report.1"),
    ],
)
def test_strangers_go_alone(files, wanted):
    assert going(files, {wanted}) == {wanted}


_NAMES = ["a.db", "a.db-wal", "b.cr2", "b.xmp", "c.txt", "d.so", "d.so.1", "p.html", "p_files/x"]


@given(st.sets(st.sampled_from(_NAMES), min_size=1), st.data())
def test_never_more_than_was_wanted_and_all_where_all_are(names, data):
    files = [f"/r/{name}" for name in names]
    wanted = data.draw(st.sets(st.sampled_from(files)))
    assert going(files, wanted) <= wanted
    assert going(files, set(files)) == set(files)
    assert going(files, going(files, wanted)) == going(files, wanted)
