from dataclasses import replace

from simfinder.cli.render import plan_lines
from simfinder.model.removal_plan import ActKind, Plan
from tests.unit.actions.world import planned, record, write


def test_a_plan_in_lines(tmp_path):
    kept, same = write(tmp_path / "kept", b"x" * 2000), write(tmp_path / "sa\nme", b"x" * 2000)
    other = write(tmp_path / "other", b"y" * 2000)
    acts = (
        replace(planned(other, kept), similarity=1.0, warnings=("mind\nthis",)),  # a claim that is not true
        replace(
            planned(same, kept), similarity=0.93, freed=0
        ),  # identical to what stays, if not to the kept file
    )
    plan = Plan(ActKind.DELETE, acts, refused=((record(kept), "stays"),), warnings=("of all",))
    assert "".join(plan_lines(plan)).splitlines() == [
        f"99.9 %  {tmp_path}/other  (marked by a test)",
        "        ! mind\\nthis",
        f" 100 %  {tmp_path}/sa\\nme  (marked by a test)",
        f"  left   {tmp_path}/kept  (stays)",
        "warning: of all",
        "2 files, 4 kB, would be deleted for good; 2 kB will be free",
    ]
    assert "".join(plan_lines(Plan(ActKind.TRASH, ()))) == "0 files, 0 B, would be moved to the Trash\n"
