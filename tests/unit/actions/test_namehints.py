import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions import namehints
from simfinder.actions.namehints import NameHints, hints_of


@pytest.mark.parametrize(
    ("name", "copies"),
    [
        ("report.txt", 0),
        ("report (1).txt", 2),
        ("report(12).tar.gz", 13),
        ("report (1)", 2),
        ("copy.txt", 1),
        ("photocopy.txt", 0),
        ("copyright.txt", 0),
        ("report copy.txt", 1),
        ("report copy 3.txt", 4),
        ("report (copy).txt", 1),
        ("report (copy 2).txt", 3),
        ("report - Copy.txt", 1),
        ("report - Copy (2).txt", 3),
        ("Copy of report.txt", 1),
        ("Copy (3) of report.txt", 4),
        ("Kopie von report.txt", 1),
        ("report.bak", 1),
        ("report.txt.orig", 1),
        ("report.old", 1),
        ("report.txt~", 1),
        ("report.txt.~3~", 1),
        ("#report.txt#", 1),
        ("report_backup.txt", 1),
        ("backups.txt", 0),
        ("report (1).txt.bak", 3),
        ("film (2019).mkv", 0),
    ],
)
def test_copies(name, copies):
    assert hints_of(name).copy == copies


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("a final.txt", 1),
        ("a_draft2.txt", -1),
        ("old a.txt", -1),
        ("gold.txt", 0),
        ("finally.txt", 0),
        ("final draft", 0),
    ],
)
def test_stages(name, stage):
    assert hints_of(name).stage == stage


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("a 2024-03-01.txt", 202403010000),
        ("20240301 a.txt", 202403010000),
        ("a_2024.03.01.txt", 202403010000),
        ("IMG_20240301_154502.jpg", 202403011545),
        ("a 2024-03-01T15-45.txt", 202403011545),
        ("a 2024-13-01.txt", 0),
        ("a 2024-0301.txt", 0),
        ("phone 120240301.txt", 0),
        ("a 1824-03-01.txt", 0),
    ],
)
def test_dates(name, date):
    assert hints_of(name).date == date


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("a v2.txt", (2,)),
        ("a-V2.10.txt", (2, 10)),
        ("a version 3.txt", (3,)),
        ("a_rev12.txt", (12,)),
        ("v1.txt", (1,)),
        ("nov2.txt", ()),
        ("a v.txt", ()),
        ("a.txt", ()),
    ],
)
def test_versions(name, version):
    assert hints_of(name).version == version


@given(st.one_of(st.text(), st.text("()0123 v.~#-copybakldrftinew")))
def test_the_quick_look_never_hides_a_hint(name):
    """The first pattern only saves time: without it every name reads the same."""
    quick = hints_of(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(namehints, "_ANY", namehints.re.compile(""))
        assert hints_of(name) == quick
    assert quick == NameHints() or namehints._ANY.search(name)
