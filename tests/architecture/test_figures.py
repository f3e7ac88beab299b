"""Limits of the figures of the source, see ``figures``. A change may lower them; one that raises them says why."""

from tests.architecture import figures

LINES, PARAMETERS = 85, 10
WALKS = {"scan --json": 470, "slider": 40, "Trash and undo": 224}
# the first one: each phase is announced and counted for the time left, and kernels are asked for as they come; what a
# file is may be said by its type, or by more of its bytes than the first ones; small files are signed while others
# are listed, and large columns let go between the steps; a small collection does without compiled kernels, and shows
# its clusters while what verifies them is compiled; pictures are looked at, recordings and films asked for by kind,
# and a decoder that is missing is told, and each is decoded while other files are read; what other packages bring is
# asked for by name; results of a cluster are proven another way; what a figure was measured on depends on whether two
# pictures look alike
# the second: signatures and links are let go between drafts, and what a figure was measured on, as above
# the last one: folders are locked against other people, root walks to them by handles; writers and links are seen;
# keep rules of other packages are asked for by name


def test_no_two_rooms_import_one_another():
    assert figures.circles() == []


def test_functions_are_short_and_take_few_parameters():
    found = list(figures.functions())
    assert len(found) > 5000
    assert [one for one in found if one.lines > LINES or one.parameters > PARAMETERS] == []


def test_a_use_can_be_followed(tmp_path):
    found = figures.walks(tmp_path)
    assert found.keys() == WALKS.keys()
    for name, walk in found.items():
        assert 10 < walk.calls <= WALKS[name], (name, walk)
