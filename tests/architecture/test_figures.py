"""Limits of the figures of the source, see ``figures``. A change may lower them; one that raises them says why."""

from tests.architecture import figures

LINES, PARAMETERS = 85, 10
WALKS = {"scan --json": 472, "slider": 40, "Trash and undo": 224}
# A scan announces each phase and counts it for the time left. It asks for kernels as they come, and does without them
# in a small collection, of which it shows clusters while what verifies them is compiled. It tells files by their
# first bytes, more of them, or the type; decodes pictures, recordings and films while it reads other files; and names
# missing decoders. It asks for what other packages bring by name, lets large columns go between the steps, and proves
# results of a cluster another way. What a figure was measured on depends on whether two pictures look alike. A scan
# tells the cache to write while it puts the table in order.
# A slider lets signatures and links go between drafts, and asks on what figures were measured, too.
# A removal locks folders against other people, walks to them by handles as root, sees writers and links, and asks for
# keep rules of other packages by name.


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
