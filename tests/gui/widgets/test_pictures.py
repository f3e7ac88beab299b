"""Decoding in a process of its own: what it makes of good, odd and hostile pictures, and what happens when it dies."""

import base64
import gzip
import io
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from PySide6.QtGui import QColor, QImage

from simfinder.errors import Cancelled
from simfinder.gui.widgets.image_decoder import protocol as asked
from simfinder.gui.widgets.image_decoder import svg_sanitizer
from simfinder.gui.widgets.image_decoder.client import Pictures
from simfinder.gui.widgets.image_decoder.messages import remarks, trouble_text
from simfinder.gui.widgets.image_decoder.protocol import Head, Mark, Trouble
from simfinder.model.progress import Control
from simfinder.workers.sandbox.protocol import DATA, READY, end, frame
from tests.helpers.examples import examples
from tests.helpers.files.pictures import drawing, grey_png, moving_gif, picture, save, turned_jpeg
from tests.helpers.pictures import raws

FORMATS = QImage.Format


@pytest.fixture(scope="module")
def pictures():
    pictures = Pictures()
    yield pictures
    pictures.close()


@pytest.fixture
def read(pictures, look):
    return lambda path, **options: pictures.read(str(path), Control(), **options)


@pytest.mark.parametrize("suffix", ["png", "bmp", "tif", "webp", "ico", "jpg"])
def test_pictures_come_as_plain_pixels(tmp_path, read, suffix):
    image = picture(120, 90)
    found = read(save(tmp_path / f"a.{suffix}", image))
    assert found.image.size() == image.size()
    assert found.image.format() is FORMATS.Format_ARGB32_Premultiplied
    assert found.is_marked(Mark.EXACT)
    if suffix in ("png", "bmp", "tif"):
        assert found.image.convertToFormat(FORMATS.Format_RGB32) == image
    assert remarks(found, f"a.{suffix}") == []


@pytest.fixture(scope="module")
def of_devices():
    """Pictures of phones and cameras, 400 × 300, by their endings."""
    heif = pytest.importorskip("pillow_heif", reason="pictures of phones need pillow-heif")
    pytest.importorskip("rawpy", reason="raw pictures of cameras need rawpy")
    heif.register_heif_opener()
    shot = Image.linear_gradient("L").resize((400, 300)).convert("RGB")
    made = {}
    for suffix, form in (("heic", "HEIF"), ("avif", "AVIF")):
        file = io.BytesIO()
        shot.save(file, form)
        made[suffix] = file.getvalue()
    return made | {"dng": raws.dng(shot, shot, turned=6), "nef": raws.nef(shot, shot)}


@pytest.mark.parametrize("suffix", ["heic", "avif", "nef", "dng"])
def test_pictures_of_phones_and_cameras_are_drawn(tmp_path, read, of_devices, suffix):
    (tmp_path / f"a.{suffix}").write_bytes(of_devices[suffix])
    found = read(tmp_path / f"a.{suffix}", side=200)
    size = (150, 200) if suffix == "dng" else (200, 150)  # it is turned
    assert (found.image.width(), found.image.height()) == size
    assert (found.head.full_width, found.head.full_height) == (2 * size[0], 2 * size[1])
    ends = (0, 0), (size[0] - 1, size[1] - 1)  # dark above, light below; the turned one from right to left
    levels = [found.image.pixelColor(*place).lightness() for place in ends]
    assert sorted(levels, reverse=suffix == "dng") == levels
    assert abs(levels[0] - levels[1]) > 200
    assert found.is_marked(Mark.PREVIEW) is (suffix in ("nef", "dng"))
    assert any("preview" in word for word in remarks(found, "a")) is (suffix in ("nef", "dng"))
    again = read("", side=200, data=of_devices[suffix])  # as one that was taken out of an archive
    assert again.image == found.image


@pytest.mark.parametrize("suffix", ["heic", "avif"])
def test_a_phones_picture_that_is_cut_off_says_so(tmp_path, read, of_devices, suffix):
    (tmp_path / "a").write_bytes(of_devices[suffix][: len(of_devices[suffix]) // 2])
    assert read(tmp_path / "a").head.trouble is Trouble.DAMAGED


def test_a_raw_picture_that_is_cut_off_harms_nobody(tmp_path, read, of_devices):
    (tmp_path / "a").write_bytes(of_devices["nef"][:2000])
    assert read(tmp_path / "a").head.trouble in (Trouble.NONE, Trouble.DAMAGED, Trouble.UNKNOWN)
    assert read(save(tmp_path / "good.png", picture())).is_drawn


def test_large_ones_are_scaled_and_tell_their_own_size(tmp_path, read):
    found = read(save(tmp_path / "wide.png", picture(5000, 300)), side=1000)
    assert (found.image.width(), found.image.height()) == (1000, 60)
    assert (found.head.full_width, found.head.full_height) == (5000, 300)
    assert not found.is_marked(Mark.EXACT)


def test_what_is_odd_about_a_picture_is_said(tmp_path, read):
    deep = read(save(tmp_path / "deep.png", picture(form=FORMATS.Format_RGBA64)))
    assert remarks(deep, "deep.png") == ["16 bits a colour"]
    cmyk = read(save(tmp_path / "print.jpg", picture(form=FORMATS.Format_CMYK8888)))
    assert remarks(cmyk, "print.jpg") == ["colours for print (CMYK)"]
    assert QColor(cmyk.image.pixel(60, 50)).red() > 150  # not inverted
    turned = read(turned_jpeg(tmp_path / "turned.jpg"))
    assert (turned.image.width(), turned.image.height()) == (200, 300)
    assert (turned.head.full_width, turned.head.full_height) == (200, 300)
    assert remarks(turned, "turned.jpg") == ["turned as the camera says"]
    (tmp_path / "move.gif").write_bytes(moving_gif(5))
    assert remarks(read(tmp_path / "move.gif"), "move.gif") == ["the first of 5 moving pictures"]
    (tmp_path / "still.gif").write_bytes(moving_gif(1))
    assert remarks(read(tmp_path / "still.gif"), "still.gif") == []
    (tmp_path / "wrong.png").write_bytes((tmp_path / "print.jpg").read_bytes())
    assert remarks(read(tmp_path / "wrong.png"), "wrong.png")[0] == "in truth JPEG, not PNG"


def test_cut_off_and_broken_pictures_are_said_to_be_so(tmp_path, read):
    whole = save(tmp_path / "whole.jpg", picture(1200, 900))
    data = Path(whole).read_bytes()
    (tmp_path / "cut.jpg").write_bytes(data[: len(data) // 2])
    cut = read(tmp_path / "cut.jpg")
    assert cut.is_drawn
    assert remarks(cut, "cut.jpg") == ["damaged: what could be read is shown"]
    data = Path(save(tmp_path / "whole.png", picture(1200, 900))).read_bytes()
    (tmp_path / "cut.png").write_bytes(data[: len(data) // 2])
    found = read(tmp_path / "cut.png")
    assert (found.is_drawn, found.head.trouble) == (False, Trouble.DAMAGED)
    assert "damaged or cut off" in trouble_text(found)
    for name, data in (("text.png", b"hello"), ("empty.png", b""), ("noise.png", os.urandom(5000))):
        (tmp_path / name).write_bytes(data)
        assert read(tmp_path / name).head.trouble is Trouble.UNKNOWN


def test_bombs_are_not_unpacked(tmp_path, read, pictures):
    (tmp_path / "bomb.png").write_bytes(grey_png(50_000, 1, 500))
    found = read(tmp_path / "bomb.png")
    assert found.head.trouble is Trouble.TOO_LARGE
    assert "50,000 × 50,000 pixels: too many" in trouble_text(found)
    (tmp_path / "deep.png").write_bytes(grey_png(12_000, 16, 500))  # few enough pixels, too much memory
    assert read(tmp_path / "deep.png").head.trouble is Trouble.TOO_LARGE
    assert read(save(tmp_path / "good.png", picture())).is_drawn


def test_what_is_no_plain_file_is_not_opened(tmp_path, read):
    os.mkfifo(tmp_path / "pipe.png")
    assert read(tmp_path / "pipe.png").head.trouble is Trouble.UNREADABLE
    found = read(tmp_path / "gone.png")
    assert trouble_text(found) == "This picture can’t be read: No such file or directory"
    good = save(tmp_path / "good.png", picture())
    os.symlink(good, tmp_path / "link.png")
    assert read(tmp_path / "link.png").head.trouble is Trouble.UNREADABLE
    name = os.path.join(os.fsencode(tmp_path), b"n\xff\n.png")
    os.rename(good, name)
    assert read(os.fsdecode(name)).is_drawn


@pytest.mark.parametrize("letters", [
    "<text x='5' y='20'>a word</text>", "<g id='a'><text>a<tspan>b</tspan></text></g><use href='#a'/>",
    "<textArea>a</textArea>", "<g font-family='Arial' font-size='9'><text>a</text><rect/></g>",
])  # fmt: skip
def test_a_drawing_with_letters_is_drawn_without_them(tmp_path, read, letters):
    """Qt ends a process without a display that asks for a font; found by the fuzzer."""
    (tmp_path / "a.svg").write_bytes(drawing(letters))
    found = read(tmp_path / "a.svg")
    assert found.is_drawn
    assert QColor(found.image.pixel(2, 2)) == QColor("#ff0000")
    assert remarks(found, "a.svg") == ["what lies outside of the file is left out"]


def test_drawings_are_drawn_and_look_at_nothing_else(tmp_path, read):
    secret = save(tmp_path / "secret.png", picture(10, 10))
    barred = f'<image xlink:href="file://{secret}" width="80" height="60"/>'
    (tmp_path / "a.svg").write_bytes(drawing(barred))
    found = read(tmp_path / "a.svg")
    assert found.image.pixelColor(found.image.width() // 2, 20).name() == "#ff0000"
    assert remarks(found, "a.svg") == ["what lies outside of the file is left out"]
    assert (found.head.full_width, found.head.full_height) == (80, 60)
    held = base64.b64encode(Path(save(tmp_path / "in.png", picture(10, 10))).read_bytes()).decode()
    (tmp_path / "b.svgz").write_bytes(
        gzip.compress(drawing(f'<image xlink:href="data:image/png;base64,{held}" width="80" height="60"/>'))
    )
    found = read(tmp_path / "b.svgz")
    assert found.image.pixelColor(20, 20).name() != "#ff0000"
    assert not found.is_marked(Mark.BARRED)


@pytest.mark.parametrize(
    "inner",
    [
        '<image href="/etc/passwd.png"/>',
        '<image xlink:href="http://example.org/a.png"/>',
        '<image xlink:href="data:image/svg+xml;base64,AAAA"/>',
        '<rect style="fill: url(http://example.org/a)"/>',
        '<rect fill="url( &quot;file:///a&quot; )"/>',
        "<style>@import 'http://example.org/a.css';</style>",
        '<use xlink:href="other.svg#a"/>',
    ],
)
def test_nothing_outside_of_a_drawing_is_left_in_it(inner):
    made, left_out = svg_sanitizer.without_outside(drawing(inner))
    assert left_out
    for word in (b"example.org", b"/etc/", b"file:", b"other.svg", b"AAAA"):
        assert word not in made
    made, left_out = svg_sanitizer.without_outside(
        b'<?xml-stylesheet href="file:///a.css"?>' + drawing('<use xlink:href="#a"/><rect fill="url(#b)"/>')
    )
    assert not left_out
    assert b"a.css" not in made
    assert b'"#a"' in made
    assert b"url(#b)" in made


@pytest.mark.parametrize(
    "data",
    [
        b"<svg",
        b"<html/>",
        drawing("<g>" * 300 + "</g>" * 300),
        b"\x1f\x8bnothing",
        gzip.compress(b"<svg>" + b" " * (svg_sanitizer.MOST_BYTES + 1)),
        b'<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><svg>&d;</svg>',
    ],
)
def test_drawings_that_are_none(data):
    with pytest.raises(ValueError, match="is "):
        svg_sanitizer.without_outside(data)


def test_a_death_costs_one_picture(tmp_path, pictures, read):
    path = save(tmp_path / "a.png", picture())
    assert read(path).is_drawn
    first = pictures.pid
    os.kill(first, signal.SIGKILL)
    assert read(path).is_drawn  # between two pictures nothing is lost
    assert pictures.pid != first
    (tmp_path / "slow.png").write_bytes(grey_png(6_000, 8))
    found = []
    worker = threading.Thread(target=lambda: found.append(read(tmp_path / "slow.png")))
    victim = pictures.pid
    worker.start()
    while pictures._urgent == 0 and worker.is_alive():
        time.sleep(0.001)
    os.kill(victim, signal.SIGSTOP)  # now it is surely at it, and stays at it
    os.kill(victim, signal.SIGKILL)
    worker.join(30)
    assert found[0].is_drawn  # asked once more: it may not have been the picture that killed it
    assert read(path).is_drawn


def test_a_process_that_dies_over_a_picture_is_told_and_replaced(tmp_path, monkeypatch, look):
    path = save(tmp_path / "a.png", picture())
    code = "import sys; sys.stdin.buffer.read(16); sys.exit(1)"
    pictures = Pictures()
    with monkeypatch.context() as patched:
        patched.setattr(
            "simfinder.workers.sandbox.client.command", lambda *_: [os.sys.executable, "-c", code]
        )
        found = pictures.read(path, Control())
    assert found.head.trouble is Trouble.DIED
    assert "broke down" in trouble_text(found)
    assert pictures.read(path, Control()).is_drawn
    pictures.close()


@pytest.mark.parametrize(
    ("last", "believed"),
    [
        (end(1, asked.pack_head(Head(width=10, height=10))), True),
        (end(7, asked.pack_head(Head(width=10, height=10))), False),  # of another request
        (end(1, b"x" * asked.HEAD_SIZE), False),
        (end(1, asked.pack_head(Head(width=10, height=9))), False),  # fewer pixels than it sends
        (end(1, asked.pack_head(Head(width=6_000, height=10))), False),  # more than was asked for
        (end(1, asked.pack_head(Head(Trouble.DAMAGED, width=10, height=10))), False),
        (end(1, asked.pack_head(Head())), False),
    ],
)
def test_nonsense_is_not_believed(tmp_path, monkeypatch, look, last, believed):
    said = frame(READY) + frame(DATA, bytes(400)) + last
    code = (
        "import sys; sys.stdin.buffer.read(16); "
        f"sys.stdout.buffer.write({said!r}); sys.stdout.flush(); sys.stdin.read()"
    )
    monkeypatch.setattr(
        "simfinder.workers.sandbox.client.command", lambda *_: [os.sys.executable, "-c", code]
    )
    pictures = Pictures()
    found = pictures.read(str(tmp_path / "a"), Control(), seconds=20)
    assert found.is_drawn == believed
    assert found.head.trouble is (Trouble.NONE if believed else Trouble.DIED)
    pictures.close()


def test_what_takes_too_long_is_given_up_and_what_is_not_wanted_stops(tmp_path, monkeypatch, look):
    code = "import time; time.sleep(600)"
    monkeypatch.setattr(
        "simfinder.workers.sandbox.client.command", lambda *_: [os.sys.executable, "-c", code]
    )
    pictures = Pictures()
    found = pictures.read(str(tmp_path / "a"), Control(), seconds=0.2)
    assert found.head.trouble is Trouble.TOO_SLOW
    assert pictures.pid == 0
    control = Control()
    threading.Timer(0.1, control.cancel).start()
    with pytest.raises(Cancelled):
        pictures.read(str(tmp_path / "a"), control, seconds=60)
    assert pictures.pid == 0
    threading.Timer(0.1, pictures.close_for_good).start()
    with pytest.raises(Cancelled):
        pictures.read(str(tmp_path / "a"), Control(), seconds=60)
    with pytest.raises(Cancelled):
        pictures.read(str(tmp_path / "a"), Control())


def test_the_process_may_do_nothing_else(tmp_path):
    """The same confinement as for views, seen to hold with Qt loaded."""
    import subprocess
    import sys

    code = (
        "import sys, os\n"
        "from simfinder.gui.widgets.image_decoder import service\n"
        "from simfinder.workers.sandbox.limits import confine\n"
        "from PySide6.QtCore import QFile, QIODevice\n"
        "service.prepare()\n"
        "confine(1 << 30)\n"
        "file = QFile(sys.argv[1])\n"
        "told = [file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(b'x') > 0 and file.flush()]\n"
        "try:\n    os.posix_spawn('/bin/true', ['true'], {}); told.append(True)\n"
        "except OSError:\n    told.append(False)\n"
        "try:\n    bytearray(1 << 30); told.append(True)\n"
        "except MemoryError:\n    told.append(False)\n"
        "os.write(1, repr(told).encode())\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "made")], capture_output=True, timeout=60
    )
    assert made.stdout == b"[False, False, False]", made.stderr
    assert not (tmp_path / "made").exists() or not (tmp_path / "made").stat().st_size


def test_the_process_that_runs_is_confined(tmp_path, pictures, read):
    read(save(tmp_path / "a.png", picture()))
    limits = Path(f"/proc/{pictures.pid}/limits").read_text()
    found = {line[:25].strip(): line[26:].split()[0] for line in limits.splitlines()}
    assert found["Max address space"] == str(1 << 30)
    assert found["Max file size"] == "0"
    status = Path(f"/proc/{pictures.pid}/status").read_text()
    assert "NoNewPrivs:\t1" in status


def test_it_ends_with_whoever_started_it(tmp_path):
    import subprocess
    import sys

    path = save(tmp_path / "a.png", picture())
    code = (
        "import sys, os\nfrom simfinder.gui.widgets.image_decoder.client import Pictures\n"
        "from simfinder.model.progress import Control\n"
        "pictures = Pictures()\nassert pictures.read(sys.argv[1], Control()).is_drawn\n"
        "os.write(1, str(pictures.pid).encode())\nos.kill(os.getpid(), 9)\n"
    )
    made = subprocess.run([sys.executable, "-c", code, path], capture_output=True, timeout=60)
    number = int(made.stdout)
    end = time.monotonic() + 10
    while os.path.exists(f"/proc/{number}") and time.monotonic() < end:
        state = Path(f"/proc/{number}/stat").read_text().split()[2]
        if state == "Z":
            break
        time.sleep(0.01)
    else:
        assert not os.path.exists(f"/proc/{number}")


def test_heads_survive_the_pipe():
    head = Head(Trouble.NONE, Mark.DEEP, 30, 20, 3000, 2000, 4, 0, "png")
    assert asked.unpack_head(asked.pack_head(head), 300) == head
    with pytest.raises(ValueError, match="more than"):
        asked.unpack_head(asked.pack_head(head), 29)


@settings(max_examples=examples(60))
@given(
    st.sampled_from(["png", "jpg", "gif", "bmp", "tif", "webp", "ico", "svg"]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=12),
    st.floats(0.1, 1),
)
def test_no_damage_hangs_or_leads_astray(pictures, seeds, suffix, changes, kept):
    """Whatever is changed in a picture, an answer comes, and the next picture is drawn."""
    folder, originals = seeds
    data = bytearray(originals[suffix])
    for place, value in changes:
        data[int(place * (len(data) - 1))] = value
    path = folder / f"odd.{suffix}"
    path.write_bytes(data[: max(1, int(len(data) * kept))])
    found = pictures.read(str(path), Control(), side=200, seconds=20)
    assert found.head.trouble is not Trouble.TOO_SLOW
    assert max(found.image.width(), found.image.height()) <= 200
    assert pictures.read(str(folder / "good.png"), Control(), side=64).is_drawn


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("seeds")
    save(folder / "good.png", picture(40, 30))
    originals = {"gif": moving_gif(3), "svg": drawing('<circle cx="20" cy="20" r="9"/>')}
    for suffix in ("png", "jpg", "bmp", "tif", "webp", "ico"):
        originals[suffix] = Path(save(folder / f"seed.{suffix}", picture(64, 48))).read_bytes()
    return folder, originals


def test_a_drawing_that_never_ends_is_given_up(tmp_path, pictures, read):
    levels = "".join(f'<g id="l{i}">' + f'<use xlink:href="#l{i - 1}"/>' * 12 + "</g>" for i in range(1, 12))
    bomb = drawing(f'<defs><rect id="l0" width="5" height="5"/>{levels}</defs><use xlink:href="#l11"/>')
    (tmp_path / "bomb.svg").write_bytes(bomb)
    found = read(tmp_path / "bomb.svg", seconds=1.5)
    assert found.head.trouble in (Trouble.TOO_SLOW, Trouble.TOO_LARGE, Trouble.DIED, Trouble.NONE)
    assert read(save(tmp_path / "good.png", picture())).is_drawn
