"""Pictures that look alike in a session: one cluster, the best one kept, nothing marked by itself."""

import os
import time

import numpy as np
import pytest
from PIL import Image, ImageOps

from simfinder.app.session.follow.rescan import rescan
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed, unpacked
from simfinder.app.session.session import Session
from simfinder.app.verify import picture_pairs
from simfinder.app.verify.verifier import Verifier
from simfinder.app.views.explain_similarity import why_kept, why_related
from simfinder.model.clusters import Basis, Relation
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.media import picture_reader
from simfinder.store.cache.cache import Cache
from tests.helpers.pictures import raws
from tests.helpers.pictures.changes import cut
from tests.helpers.pictures.scenes import burst, form, photo, wallpaper

WHEN = 1_700_000_000


def put(root, name, picture, days=0, **options):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, **options)
    os.utime(path, (WHEN + 86_400 * days,) * 2)
    return path


@pytest.fixture
def root(tmp_path):
    """An original, what was made of it later, and a stranger."""
    root = tmp_path / "photos"
    original = photo(1)
    put(root, "IMG_1.jpg", original, quality=95)
    put(root, "sent/IMG_1.jpg", original.resize((400, 300)), 1, quality=71)
    put(root, "IMG_1 turned.png", original.transpose(Image.Transpose.ROTATE_90), 2)
    put(root, "IMG_1 small.webp", original.resize((160, 120)), 3, quality=60)
    put(root, "IMG_2.jpg", photo(2), 4, quality=95)
    time.sleep(0.03)  # the cache takes no file that changed just before it was read
    return root


def run(root, cache=None, choices=None, **options):
    scan = ScanOptions((str(root),), jobs=1, **options)
    return Session.run(scan, choices or Choices(), cache=cache, control=Control())


def clusters(session):
    table = session.clusters
    return [
        {os.path.relpath(m.file.path, session.options.roots[0]): m for m in table.cluster(i).members}
        for i in range(len(table))
    ]


def file_of(session, name):
    return session.file_of(os.path.join(session.options.roots[0], name))


MADE_OF_ONE = {"IMG_1.jpg", "sent/IMG_1.jpg", "IMG_1 turned.png", "IMG_1 small.webp"}


def test_what_was_made_of_a_photo_is_in_its_cluster(root):
    (found,) = clusters(run(root))
    assert found.keys() == MADE_OF_ONE
    kept, *others = found.values()
    assert kept.relation is Relation.KEPT
    for member in others:
        assert member.relation is Relation.SIMILAR  # until their pixels are compared
        assert 0.95 < member.similarity < 1
        assert member.estimated


def test_the_most_pixels_are_kept_though_others_are_newer(root):
    session = run(root)
    (found,) = clusters(session)
    assert next(iter(found)) == "IMG_1 turned.png"  # of two with as many pixels the one that lost none
    sent = file_of(session, "sent/IMG_1.jpg")
    assert session.clustering.basis_of(sent) is Basis.PICTURES
    reason, _ = why_related(session, sent)
    assert "400 × 300 pixels instead of 600 × 800" in reason
    assert "turned by 90 degrees" in reason
    assert "saved at quality 71" in reason
    (root / "IMG_1 turned.png").unlink()
    session = run(root)
    why, other = why_kept(session, file_of(session, "IMG_1.jpg"))
    assert why in ("more pixels: 800 × 600 against 400 × 300", "more pixels: 800 × 600 against 160 × 120")
    assert other.endswith(("sent/IMG_1.jpg", "IMG_1 small.webp"))


def test_pictures_are_judged_alike_in_either_order(root, monkeypatch):
    """Figures that are estimates in one order and measured in the other would stay estimates for ever."""
    for number in range(3, 12):
        put(root, f"IMG_{number}.jpg", photo(number), quality=95)
        put(
            root,
            f"turned/IMG_{number}.jpg",
            photo(number).transpose(Image.Transpose.ROTATE_90),
            1,
            quality=40,
        )
    session = run(root)
    judge, looks = session.scan.judge, session.result.representations.looks
    pairs = np.indices((len(looks.content),) * 2).reshape(2, -1)
    there, back = (looks.lie(*order)[1] for order in (pairs, pairs[::-1]))
    monkeypatch.setattr(
        "simfinder.signatures.picture.looks.NEAR", np.minimum(there, back)[there != back].min()
    )
    a, b = looks.content[pairs]
    for judged in (judge.by_looks, judge.on_pixels, judge.basis):
        assert np.array_equal(judged(a, b), judged(b, a)), judged.__name__


def test_another_keep_rule_decides_for_pictures_too(root):
    (found,) = clusters(run(root, choices=Choices(keep_rules="smallest")))
    assert next(iter(found)) == "IMG_1 small.webp"


def verified(root, cache=None, choices=None):
    session = run(root, cache, choices)
    session.verify(Verifier(session.result, cache, Control()))
    return session


def with_raw_picture(root):
    """Write a photo as its camera does, raw and as a JPEG; return what it shows and the path of the JPEG."""
    pytest.importorskip("rawpy", reason="raw pictures of cameras need rawpy")
    shot = photo(5)
    (root / "DSC_5.nef").write_bytes(raws.nef(shot, shot, quality=88))
    return shot, put(root, "DSC_5.jpg", shot, quality=95)


def marked(session):
    return {os.path.basename(session.result.files[file].path) for file in session.marks}


def test_pixels_tell_copies_of_a_picture(root):
    put(root, "IMG_1 (edited).jpg", photo(1), 5, quality=60)
    put(root, "IMG_1 cut.jpg", photo(1).crop((0, 0, 700, 560)), 6, quality=95)
    session = verified(root)
    assert session.clustering.verified
    (found,) = clusters(session)
    assert {name: member.relation for name, member in found.items()} == {
        "IMG_1 turned.png": Relation.KEPT,
        "IMG_1.jpg": Relation.RECOMPRESSED,
        "IMG_1 (edited).jpg": Relation.RECOMPRESSED,
        "sent/IMG_1.jpg": Relation.SMALLER_COPY,
        "IMG_1 small.webp": Relation.SIMILAR,  # a thumbnail: it has too few pixels to tell
        "IMG_1 cut.jpg": Relation.SIMILAR,
    }
    assert not any(member.estimated for member in found.values())
    reason = session.clustering.relation_reason(file_of(session, "sent/IMG_1.jpg"))
    assert reason.startswith(
        "the same picture by its pixels (turned by 90 degrees; 400 × 300 pixels instead of"
    )
    assert session.mark_rule("older") == 0
    assert session.mark_rule("similar") == 5


def test_what_was_told_by_pixels_is_remembered(root, tmp_path, monkeypatch):
    with Cache.open(tmp_path / "cache.db") as cache:
        first = clusters(verified(root, cache))
    monkeypatch.setattr(picture_pairs.PicturePairs, "ask", lambda *_: pytest.fail("it asks"))
    with Cache.open(tmp_path / "cache.db") as cache:
        assert clusters(verified(root, cache)) == first
    path = str(tmp_path / "kept.simfinder")
    with Cache.open(tmp_path / "cache.db") as cache:
        save_and_load.save(verified(root, cache), path)
    assert clusters(save_and_load.load(path, Control()).session) == first


def test_the_original_name_stays_and_what_only_another_one_notes_is_named(tmp_path):
    notes = Image.Exif()
    notes.get_ifd(0x8825)[1], notes[0x010E] = "N", "The sea"
    put(tmp_path, "IMG_1 (edited).jpg", photo(1), 1, quality=95, exif=notes)
    put(tmp_path, "IMG_1.jpg", photo(1), quality=90)
    session = verified(tmp_path)
    (found,) = clusters(session)
    assert next(iter(found)) == "IMG_1.jpg"
    reason, _ = why_related(session, file_of(session, "IMG_1 (edited).jpg"))
    assert "with the place it was taken at; a title, caption or keywords, which the kept one lacks" in reason


def test_a_better_one_is_no_copy_of_the_kept_one(root):
    (found,) = clusters(verified(root, choices=Choices(keep_rules="smallest")))
    assert {member.relation for member in found.values()} == {Relation.KEPT, Relation.SIMILAR}


def test_nothing_is_marked_by_itself(root):
    session = verified(root)
    assert session.mark_rule("older") == 0
    assert {m.similarity > 0.95 for found in clusters(session) for m in found.values()} == {True}


def test_copies_of_the_kept_one_are_identical_still(root):
    (root / "copy.png").write_bytes((root / "IMG_1 turned.png").read_bytes())
    session = run(root)
    (found,) = clusters(session)
    assert sorted(m.relation for m in found.values()).count(Relation.IDENTICAL) == 1
    assert session.mark_rule("older") == 1


def test_copies_of_another_one_are_a_cluster_of_their_own_until_one_is_left(root):
    (root / "again.jpg").write_bytes((root / "sent/IMG_1.jpg").read_bytes())
    session = run(root)
    assert sorted(map(sorted, clusters(session))) == [
        sorted(MADE_OF_ONE - {"sent/IMG_1.jpg"}),
        ["again.jpg", "sent/IMG_1.jpg"],
    ]
    assert session.mark_rule("older") == 1
    session.clustering.set_alive([file_of(session, "again.jpg")], alive=False)
    (found,) = clusters(session)
    assert found.keys() == MADE_OF_ONE
    session.verify(Verifier(session.result, None, Control()))
    session.clustering.set_alive([file_of(session, "again.jpg")], alive=True)  # by an undo
    assert ["again.jpg", "sent/IMG_1.jpg"] in [sorted(found) for found in clusters(session)]


def test_what_was_made_of_a_picture_with_copies_goes_along_with_it(tmp_path):
    """The kept one is another shot of the scene, and larger."""
    one, other = burst(7, 2)
    put(tmp_path, "IMG_2.jpg", other.resize((1200, 900)), quality=95)
    original = put(tmp_path, "IMG_1.jpg", one, quality=95)
    (tmp_path / "backup.jpg").write_bytes(original.read_bytes())
    put(tmp_path, "sent.jpg", one.resize((400, 300)), 1, quality=71)
    put(tmp_path, "larger.png", other.resize((1400, 1050)), 2)
    found = clusters(verified(tmp_path))
    assert sorted(map(sorted, found)) == [
        ["IMG_1.jpg", "backup.jpg", "sent.jpg"],
        ["IMG_2.jpg", "larger.png"],
    ]
    (first,) = (each for each in found if "sent.jpg" in each)
    assert first["sent.jpg"].relation is Relation.SMALLER_COPY


def test_what_was_cut_from_a_picture_with_copies_goes_along_with_it(tmp_path):
    """The kept one is another shot of the scene, and larger."""
    one, other = burst(7, 2)
    put(tmp_path, "IMG_2.jpg", other.resize((1200, 900)), quality=95)
    original = put(tmp_path, "IMG_1.jpg", one, quality=95)
    (tmp_path / "backup.jpg").write_bytes(original.read_bytes())
    put(tmp_path, "IMG_1 cropped.jpg", cut(one, 0.05, 0.0, 0.95, 0.9), 1, quality=85)
    put(tmp_path, "IMG_2 cropped.jpg", cut(other, 0.05, 0.0, 0.95, 0.9), 2, quality=85)
    session = verified(tmp_path)
    assert sorted(map(sorted, clusters(session))) == [
        ["IMG_1 cropped.jpg", "IMG_1.jpg", "backup.jpg"],
        ["IMG_2 cropped.jpg", "IMG_2.jpg"],
    ]
    assert session.mark_rule("older") == 1


def test_copies_can_go_that_are_in_a_cluster_through_another_picture(tmp_path):
    """A cut shows what two pictures of a panorama have in common; the two are less alike than the tolerance."""
    whole = photo(9, (1000, 700))
    put(tmp_path, "left.jpg", whole.crop((0, 0, 900, 700)), quality=95)
    put(tmp_path, "cut.jpg", whole.crop((100, 0, 900, 700)), quality=95)
    original = put(tmp_path, "right.jpg", whole.crop((100, 0, 1000, 690)), quality=95)
    (found,) = clusters(verified(tmp_path))
    assert found.keys() == {"left.jpg", "cut.jpg", "right.jpg"}
    (tmp_path / "backup.jpg").write_bytes(original.read_bytes())
    session = verified(tmp_path)
    assert ["backup.jpg", "right.jpg"] in [sorted(found) for found in clusters(session)]
    assert session.mark_rule("older") == 1


def test_a_raw_picture_is_beside_the_copies_of_its_picture_which_can_go(tmp_path):
    shot, original = with_raw_picture(tmp_path)
    put(tmp_path, "small.jpg", shot.resize((300, 225)), 1, quality=71)
    put(tmp_path, "grey.jpg", ImageOps.grayscale(shot), 2, quality=90)
    put(tmp_path, "cropped.jpg", cut(shot, 0.1, 0.1, 1.0, 0.98), 3, quality=90)
    made = {"small.jpg", "grey.jpg", "cropped.jpg"}
    (found,) = clusters(verified(tmp_path))
    assert found.keys() == made | {"DSC_5.jpg", "DSC_5.nef"}
    assert found["DSC_5.nef"].relation is Relation.KEPT
    (tmp_path / "backup.jpg").write_bytes(original.read_bytes())
    session = verified(tmp_path)
    (found,) = clusters(session)
    assert found.keys() == made | {"DSC_5.jpg", "DSC_5.nef", "backup.jpg"}
    assert found["DSC_5.nef"].relation is Relation.SIMILAR
    assert next(iter(found)) in ("DSC_5.jpg", "backup.jpg")
    why, other = why_kept(session, file_of(session, next(iter(found))))
    assert why == "it has copies, which can go; beside the raw picture of the camera none could"
    assert other.endswith("DSC_5.nef")
    assert session.mark_rule("older") == 1
    assert not {"DSC_5.nef", next(iter(found))} & marked(session)
    session.clustering.set_alive([file_of(session, "backup.jpg")], alive=False)
    (found,) = clusters(session)
    assert found.keys() == made | {"DSC_5.jpg", "DSC_5.nef"}
    assert found["DSC_5.nef"].relation is Relation.KEPT


def test_a_raw_picture_does_not_give_way_to_copies_of_a_smaller_picture(tmp_path):
    shot, _ = with_raw_picture(tmp_path)
    small = put(tmp_path, "small.jpg", shot.resize((300, 225)), 1, quality=71)
    (tmp_path / "small (1).jpg").write_bytes(small.read_bytes())
    session = verified(tmp_path)
    kept = {next(iter(found)): sorted(found) for found in clusters(session)}
    assert kept.pop("DSC_5.nef") == ["DSC_5.jpg", "DSC_5.nef"]
    assert list(kept.values()) == [["small (1).jpg", "small.jpg"]]
    assert session.mark_rule("older") == 1


def test_a_raw_picture_kept_by_hand_stays_so_beside_copies(tmp_path):
    shot, original = with_raw_picture(tmp_path)
    put(tmp_path, "small.jpg", shot.resize((300, 225)), 1, quality=71)
    (tmp_path / "backup.jpg").write_bytes(original.read_bytes())
    session = verified(tmp_path)
    session.clustering.keep_files([file_of(session, "DSC_5.nef")])
    kept = {next(iter(found)) for found in clusters(session)}
    assert "DSC_5.nef" in kept
    session.mark_rule("older")
    assert "DSC_5.nef" not in marked(session)


def test_the_raw_picture_of_a_burst_is_with_its_own_shot(tmp_path):
    """Each shot has a copy and a raw picture."""
    pytest.importorskip("rawpy", reason="raw pictures of cameras need rawpy")
    for number, shot in enumerate(burst(3, 2)):
        even = shot.crop((0, 0, shot.width // 2 * 2, shot.height // 2 * 2))
        original = put(tmp_path, f"DSC_{number}.jpg", shot, quality=95)
        (tmp_path / f"copy of {number}.jpg").write_bytes(original.read_bytes())
        (tmp_path / f"DSC_{number}.dng").write_bytes(raws.dng(even, shot, quality=88))
    session = verified(tmp_path)
    assert sorted(sorted(found) for found in clusters(session)) == [
        ["DSC_0.dng", "DSC_0.jpg", "copy of 0.jpg"],
        ["DSC_1.dng", "DSC_1.jpg", "copy of 1.jpg"],
    ]
    assert session.mark_rule("older") == 2


def test_what_was_made_of_a_wallpaper_is_found(tmp_path):
    """A picture with next to nothing to see: the bits of its hash are chance."""
    original = wallpaper(3)
    put(tmp_path, "night.png", original)
    put(tmp_path, "night.jpg", original, 1, quality=60)
    put(
        tmp_path, "phone.jpg", original.transpose(Image.Transpose.ROTATE_90).resize((300, 400)), 2, quality=80
    )
    put(tmp_path, "other.png", wallpaper(4), 3)
    session = verified(tmp_path)
    (found,) = clusters(session)
    assert {name: member.relation for name, member in found.items()} == {
        "night.png": Relation.KEPT,
        "night.jpg": Relation.RECOMPRESSED,
        "phone.jpg": Relation.SMALLER_COPY,
    }
    assert session.mark_rule("older") == 0


def test_what_is_not_alike_was_measured_on_the_bytes(tmp_path):
    """It is in the cluster through another picture: its figure is not that of what both look like."""
    for width in (800, 680, 560):
        put(tmp_path, f"{width}.jpg", photo(1).crop((0, 0, width, 600)), quality=90)
    session = verified(tmp_path)
    (found,) = clusters(session)
    assert {name: session.clustering.basis_of(file_of(session, name)) for name in found} == {
        "800.jpg": Basis.PICTURES,
        "680.jpg": Basis.PICTURES,
        "560.jpg": Basis.BYTES,
    }
    assert found["560.jpg"].similarity < 0.5
    kept, far = (file_of(session, name) for name in ("800.jpg", "560.jpg"))
    assert session.scan.basis_between(far, kept) is Basis.BYTES


def test_of_equal_pictures_the_one_with_the_most_copies_is_kept(root):
    """All but one of them can go then; beside another one, saved again later, they could not."""
    (root / "IMG_1 turned.png").unlink()  # the best of all
    picture = Image.open(root / "IMG_1.jpg")
    put(root, "IMG_1 again.jpg", picture, 9, quality=95)
    for folder in ("backup", "other"):
        put(root, f"{folder}/IMG_1.jpg", picture, quality=95)
        (root / folder / "IMG_1.jpg").write_bytes((root / "IMG_1.jpg").read_bytes())
        os.utime(root / folder / "IMG_1.jpg", (WHEN,) * 2)
    session = run(root)
    (found,) = clusters(session)
    (kept,) = (name for name, member in found.items() if member.relation is Relation.KEPT)
    assert os.path.basename(kept) == "IMG_1.jpg"
    assert session.mark_rule("older") == 2


@pytest.mark.parametrize(
    "options", [{"no_media": True}, {"raw": True}, {"identical": True}], ids=["no media", "raw", "identical"]
)
def test_nobody_looks_where_that_is_not_wanted(root, options, monkeypatch):
    monkeypatch.setattr(picture_reader.PictureReader, "__init__", lambda *_: pytest.fail("it looks"))
    session = run(root, **options)
    assert session.result.representations.looks is None
    assert not clusters(session)


def test_a_method_that_decides_alone_decides_about_pictures(root):
    assert not clusters(run(root, choices=Choices(methods=Methods(Method.SIMHASH))))


def test_no_process_is_started_where_no_picture_is(tmp_path, monkeypatch):
    monkeypatch.setattr(picture_reader.PictureReader, "__init__", lambda *_: pytest.fail("it looks"))
    (tmp_path / "a.txt").write_text("words " * 200)
    assert run(tmp_path).result.representations.looks is None


def test_the_cache_remembers_looks(root, tmp_path, monkeypatch):
    with Cache.open(tmp_path / "cache.db") as cache:
        first = clusters(run(root, cache))
    monkeypatch.setattr(picture_reader.PictureReader, "__init__", lambda *_: pytest.fail("it looks"))
    with Cache.open(tmp_path / "cache.db") as cache:
        assert clusters(run(root, cache)) == first


def test_a_damaged_look_in_the_cache_is_made_again(root, tmp_path, monkeypatch):
    with Cache.open(tmp_path / "cache.db") as cache:
        first = clusters(run(root, cache))
    load = Cache.load_views

    def damaged(self, contents, made_of, control):
        for part in load(self, contents, made_of, control):
            yield {of: b"x" if made_of.startswith("look") else view for of, view in part.items()}

    monkeypatch.setattr(Cache, "load_views", damaged)
    with Cache.open(tmp_path / "cache.db") as cache:
        assert clusters(run(root, cache)) == first


def test_a_saved_session_has_its_looks(root, tmp_path):
    put(root, "framed.jpg", ImageOps.expand(photo(1), 40, "white"), quality=90)
    session = run(root)
    path = str(tmp_path / "kept.simfinder")
    save_and_load.save(session, path)
    again = save_and_load.load(path, Control()).session
    assert clusters(again) == clusters(session)
    sent = file_of(again, "sent/IMG_1.jpg")
    assert why_related(again, sent) == why_related(session, sent)


@pytest.mark.parametrize(
    "damage",
    [
        lambda arrays: arrays["look.content"][::-1],
        lambda arrays: arrays["look.content"] + 100,
        lambda arrays: arrays["look.content"].astype(np.int64),
    ],
)
def test_damaged_looks_of_a_saved_session_are_refused(root, damage):
    facts, arrays = packed(Captured.of(run(root)))
    with pytest.raises(ValueError, match=r"look"):
        unpacked(facts, arrays | {"look.content": np.ascontiguousarray(damage(arrays))})


def test_a_strangers_session_keeps_the_figures_of_pictures(root):
    captured = unpacked(*packed(Captured.of(run(root))))
    session = Session.resumed(captured.unproven(captured.state.options, Choices()).state, [])
    session.verify(Verifier(session.result, None, Control()))
    (found,) = clusters(session)
    assert found.keys() == MADE_OF_ONE


def test_a_picture_that_comes_later_joins(root, tmp_path):
    with Cache.open(tmp_path / "cache.db") as cache:
        session = run(root, cache)
        put(root, "late.jpg", photo(1).resize((300, 225)), 9, quality=80)
        after = Session.resumed(rescan(session.state(), cache, Control()).state, [])
        assert clusters(after) == clusters(run(root, cache))
    assert "late.jpg" in clusters(after)[0]


def test_shots_of_a_burst_are_similar_at_most(tmp_path):
    for i, shot in enumerate(burst(7, 5)):
        put(tmp_path, f"IMG_{1000 + i}.jpg", shot, i, quality=92)
        put(tmp_path, f"portrait v{i}.jpg", burst(8, 5)[i], i, quality=92)
    session = run(tmp_path)
    session.verify(Verifier(session.result, None, Control()))
    assert clusters(session)
    assert session.mark_rule("older") == 0
    assert {m.relation for found in clusters(session) for m in found.values()} <= {
        Relation.KEPT, Relation.SIMILAR,
    }  # fmt: skip


def test_scans_of_one_form_are_similar_at_most(tmp_path):
    for i, name in enumerate(("Anna Berg", "Otto Klein", "Ida Wolf")):
        put(tmp_path, f"form {i}.png", form(name), i)
    session = verified(tmp_path)
    (found,) = clusters(session)  # their rasters agree in all; one pixel of a name is enough
    assert sorted(member.relation for member in found.values()) == ["kept", "similar", "similar"]
    assert session.mark_rule("older") == 0


def test_a_raw_picture_is_kept_beside_the_jpeg_made_of_it_and_neither_is_marked(tmp_path):
    pytest.importorskip("rawpy", reason="raw pictures of cameras need rawpy")
    shot = photo(5)
    put(tmp_path, "DSC_5.jpg", shot, 3, quality=95)
    put(tmp_path, "DSC_5 large.png", shot.resize((1600, 1200)), 4)
    for ending, raw in (("dng", raws.dng), ("nef", raws.nef)):
        (tmp_path / f"DSC_5.{ending}").write_bytes(raw(shot, shot.resize((640, 480))))
        (tmp_path / f"DSC_6.{ending}").write_bytes(raw(photo(6), photo(6)))
    session = verified(tmp_path)
    found = next(found for found in clusters(session) if "DSC_5.jpg" in found)
    assert found.keys() == {"DSC_5.jpg", "DSC_5 large.png", "DSC_5.dng", "DSC_5.nef"}
    assert next(iter(found)) in ("DSC_5.dng", "DSC_5.nef")
    assert {member.relation for member in found.values()} == {Relation.KEPT, Relation.SIMILAR}
    assert session.mark_rule("older") == 0
    (tmp_path / "DSC_5.nef").unlink()
    session = run(tmp_path)
    assert why_kept(session, file_of(session, "DSC_5.dng"))[0] == "it is the raw picture of the camera"
    session = run(tmp_path, choices=Choices(keep_rules="smallest"))
    reason, _ = why_related(session, file_of(session, "DSC_5.dng"))
    assert "the raw levels of the camera, which the kept one lacks" in reason


def test_a_folder_of_bad_and_odd_ones_is_scanned_to_the_end(root):
    shot = photo(1)
    for name, kind in (("IMG_3.txt", "JPEG"), ("IMG_4.png", "WEBP"), ("IMG_5", "PNG")):
        with open(root / name, "wb") as file:
            shot.save(file, kind)  # its name says something else, or nothing
    whole = (root / "IMG_2.jpg").read_bytes()
    (root / "cut off.jpg").write_bytes(whole[: len(whole) // 5])
    (root / "song.jpg").write_bytes(b"RIFF\x24\0\0\0WAVEfmt " + bytes(40))
    for number in range(1_000):
        put(root, f"icons/{number}.png", Image.new("RGB", (16, 16), (number % 256, number // 256, 90)))
    session = run(root)
    found = next(found for found in clusters(session) if "IMG_1.jpg" in found)
    assert found.keys() == MADE_OF_ONE | {"IMG_3.txt", "IMG_4.png", "IMG_5"}
    assert not session.result.problems
    assert session.mark_rule("older") == 0
    looks = session.result.representations.looks
    assert len(looks) >= 1_000
    assert int(looks.trusted.sum()) <= 12
