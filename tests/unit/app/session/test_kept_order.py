"""Which file of a cluster is kept: over real files whose times mislead."""

import os
import random
from dataclasses import replace

from simfinder.app.session.session import Session
from simfinder.app.verify.survey import measure_pairs
from simfinder.app.verify.verifier import Verifier
from simfinder.model.clusters import Relation
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices, Tolerances

DAY = 86_400
NOW = 1_700_000_000


def words(seed, count):
    rng = random.Random(seed)
    return [
        "".join(rng.choice("abcdefghijklmnoprstuvw") for _ in range(rng.randint(3, 9))) for _ in range(count)
    ]


def text(seed, edits=0):
    """Some pages; each edit replaces ten words in a row."""
    said = words(seed, 900)
    for edit in range(edits):
        begin = 80 * (edit + 1)
        said[begin : begin + 10] = words(f"{seed} {edit}", 10)
    return "\n".join(" ".join(said[i : i + 12]) for i in range(0, len(said), 12))


def put(path, content, time):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(content)
    os.utime(path, (time, time))


def verified(root, **options):
    control = Control()
    session = Session.run(ScanOptions((str(root),)), Choices(**options), cache=None, control=control)
    session.verify(Verifier(session.result, None, control))
    return session


def standings(session):
    """Relation of each file by its path below the root, of all clusters."""
    table = session.clusters
    root = session.options.roots[0]
    return {
        os.path.relpath(member.file.path, root): member.relation
        for i in range(len(table))
        for member in table.cluster(i).members
    }


def test_an_export_is_not_kept_instead_of_the_versions_it_was_made_of(tmp_path):
    for number in range(3):
        put(tmp_path / f"thesis v{number + 1}.md", text("a", number), NOW + number * DAY)
    put(tmp_path / "thesis.txt", text("a", 2) + "\nprinted", NOW + 9 * DAY)
    assert standings(verified(tmp_path)) == {
        "thesis v3.md": Relation.KEPT,
        "thesis v2.md": Relation.OLDER,
        "thesis v1.md": Relation.OLDER,
        "thesis.txt": Relation.OTHER_FORMAT,
    }


def test_the_newest_of_all_is_kept_where_a_person_wants_another_rule(tmp_path):
    for number in range(3):
        put(tmp_path / f"thesis v{number + 1}.md", text("a", number), NOW + number * DAY)
    put(tmp_path / "thesis.txt", text("a", 2) + "\nprinted", NOW + 9 * DAY)
    found = standings(verified(tmp_path, keep_rules="smallest,newest"))
    assert found["thesis v3.md"] is not Relation.KEPT


def test_names_say_what_is_newest_where_times_say_when_files_were_copied(tmp_path):
    for number in (1, 2, 3):
        put(tmp_path / f"report v{number}.txt", text("b", number), NOW)
    assert standings(verified(tmp_path)) == {
        "report v3.txt": Relation.KEPT,
        "report v2.txt": Relation.OLDER,
        "report v1.txt": Relation.OLDER,
    }


def test_releases_unpacked_in_any_order_are_ordered_by_their_numbers(tmp_path):
    for moment, version in enumerate(("1.10", "1.2", "1.9")):
        for name in "abc":
            put(tmp_path / f"foo-{version}/{name}.txt", text(name, int(version[2:])), NOW + moment * 400)
    found = standings(verified(tmp_path))
    assert {path for path, relation in found.items() if relation is Relation.KEPT} == {
        f"foo-1.10/{name}.txt" for name in "abc"
    }
    assert all(
        found[f"foo-{version}/{name}.txt"] is Relation.OLDER for version in ("1.2", "1.9") for name in "abc"
    )


def test_an_old_text_fetched_again_is_not_the_newest(tmp_path):
    put(tmp_path / "plan.txt", text("c"), NOW)
    put(tmp_path / "plan new.txt", text("c", 2), NOW + DAY)
    put(tmp_path / "Downloads" / "plan.txt", text("c"), NOW + 5 * DAY)
    assert standings(verified(tmp_path)) == {
        "plan new.txt": Relation.KEPT,
        "plan.txt": Relation.OLDER,
        "Downloads/plan.txt": Relation.OLDER,
    }


def test_of_copies_the_one_with_the_clean_name_in_the_better_place_is_kept(tmp_path):
    put(tmp_path / "Documents" / "plan.txt", text("c"), NOW + 5 * DAY)
    put(tmp_path / "Documents" / "plan (1).txt", text("c"), NOW)
    put(tmp_path / "Downloads" / "plan.txt", text("c"), NOW)
    found = standings(verified(tmp_path))
    assert found.pop("Documents/plan.txt") is Relation.KEPT
    assert set(found.values()) == {Relation.IDENTICAL}


def test_a_file_kept_by_hand_stays_whatever_is_newer(tmp_path):
    for number in (1, 2, 3):
        put(tmp_path / f"report v{number}.txt", text("b", number), NOW)
    session = verified(tmp_path)
    session.keep_file(session.file_of(str(tmp_path / "report v1.txt")))
    assert standings(session)["report v1.txt"] is Relation.KEPT


def columns_of(session):
    table = session.clusters
    names = (
        "offsets",
        "members",
        "kept",
        "similarity",
        "estimated",
        "relation",
        "reason",
        "within",
        "view",
        "basis",
    )
    return {
        name: getattr(table, name).tolist() for name in (*names, "weakest", "bytes_freed", "cluster_index")
    }


def test_clusters_do_not_depend_on_those_before(tmp_path):
    """Drafts are taken over from one place of the slider to the next: what came before leaves no trace."""
    for kind in "abcd":
        for number in range(6):
            name = f"{kind} v{number + 1}.{'md' if number == 5 else 'txt'}"
            put(
                tmp_path / kind / name,
                text(kind, number * 2),
                NOW + (9 - number if kind == "d" else number) * DAY,
            )
        put(tmp_path / "Backup" / f"{kind} v2.txt", text(kind, 2), NOW + 3 * DAY)
        put(tmp_path / "Letters" / f"letter {kind}.txt", text("letter") + "\n" + text(kind)[:900], NOW)
    control = Control()

    def made():
        return Session.run(ScanOptions((str(tmp_path),), jobs=1), cache=None, control=control)

    session, rng = made(), random.Random(4)
    verifier = Verifier(session.result, None, control)
    measured = []
    by_hand, gone, forms, rules = (), set(), False, "newest"
    for _ in range(60):
        step = rng.choice(["all", "all", "type", "measure", "keep", "gone", "forms", "rules"])
        if step in ("all", "type"):
            wanted = Tolerances(rng.choice([0.05, 0.1, 0.2, 0.3, 0.5]))
            wanted = wanted.with_type("txt", rng.choice([0.02, 0.3])) if step == "type" else wanted
            session.set_tolerances(wanted)
        elif step == "measure" and len(measured) < 20:
            survey, found = session.clustering.survey(), []
            at = survey.wanted()[:3]
            a, b = session.links.a[at], session.links.b[at]
            measure_pairs(verifier, a, b, found.append, links=at)
            measured += found
            session.learn(found)
        elif step == "keep" and len(session.clusters):
            file = int(rng.choice(session.clusters.members.tolist()))
            session.keep_file(file)
            by_hand = session.clustering.keeping.by_hand
        elif step == "gone" and len(gone) < 6:
            path = session.record(rng.randrange(len(session.result.files))).path
            session.forget([path])
            gone.add(path)
        elif step == "forms":
            forms = not forms
            session.choose(replace(session.choices, with_forms=forms))
        elif step == "rules":
            rules = rng.choice(["newest", "oldest", "largest"])
            session.set_keep(rules)
        fresh = made()
        fresh.learn(measured)
        fresh.set_keep(rules)
        fresh.choose(replace(fresh.choices, with_forms=forms))
        fresh.forget(gone)
        fresh.keep_files(by_hand)
        fresh.set_tolerances(session.choices.tolerances)
        assert columns_of(session) == columns_of(fresh), step
