"""What says the same in another layout meets; what is broken meets by its bytes; nothing of it is an older version."""

import json
import os
import random

from tests.helpers.files.documents import words
from tests.helpers.files.media_files import chunk, elf, flac, jpeg, png, segment
from tests.helpers.program import simfinder

RNG = random.Random(12)
SHEET = "".join(
    f".{name} > .part{at} {{\n  color: #{at:06x};\n  margin: {at}px {2 * at}px;\n}}\n"
    for at, name in enumerate(words(RNG, 60).decode().split())
)


def found(tmp_path, files):
    """Similar pairs by their names, and what became of them in clusters."""
    for name, data in files.items():
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        os.utime(path, (1.6e9 + len(name) * 1e6,) * 2)
    said = json.loads(simfinder("pairs", str(tmp_path), "--json", "--quiet", "--no-cache").out)
    pairs = {
        frozenset((os.path.basename(a), os.path.basename(b))): share for a, b, share, *_ in said["pairs"]
    }
    assert said["problems"] == []
    assert said["identical"] == []
    return pairs


def test_data_in_other_layouts(tmp_path):
    value = {
        f"{name}{at}": {"note": name, "at": at} for at, name in enumerate(words(RNG, 80).decode().split())
    }
    whole = json.dumps(value, indent=4, sort_keys=True)
    pairs = found(
        tmp_path,
        {
            "a.json": json.dumps(value),
            "b.json": whole,
            "broken.json": whole[: len(whole) * 9 // 10],
            "of-yaml.yaml": "".join(
                f"{name}:\n    at: {one['at']}\n    note: '{one['note']}'\n" for name, one in value.items()
            ),
        },
    )
    for one, other in (("a.json", "b.json"), ("a.json", "of-yaml.yaml"), ("b.json", "of-yaml.yaml")):
        assert pairs[frozenset((one, other))] > 0.95
    assert 0.85 < pairs[frozenset(("b.json", "broken.json"))] < 0.97


def test_minified_code_is_another_format_of_its_source(tmp_path):
    small = "".join(line.strip() for line in SHEET.splitlines()).replace(": ", ":").replace(" {", "{")
    assert found(tmp_path, {"site.css": SHEET, "site.min.css": small}).popitem()[1] > 0.9
    clusters = json.loads(simfinder("scan", str(tmp_path), "--json", "--quiet", "--no-cache").out)["clusters"]
    assert [file["relation"] for file in clusters[0]["files"]] in (
        ["kept", "other-format"],
        ["kept", "similar"],
    )


def test_pictures_sound_and_programs_with_other_metadata(tmp_path):
    scan, notes = RNG.randbytes(3000), RNG.randbytes(9000)
    pairs = found(
        tmp_path,
        {
            "a.jpg": jpeg(scan),
            "b.jpg": jpeg(scan, segment(0xE1, notes)),
            "c.png": png(scan[::-1]),
            "d.png": png(scan[::-1], chunk(b"iTXt", notes)),
            "e.flac": flac(scan[:2500]),
            "f.flac": flac(scan[:2500], (6, notes)),
            "g.so": elf(scan[300:], notes),
            "h.so": elf(scan[300:], notes[::-1] * 2),
        },
    )
    for one, other in (("a.jpg", "b.jpg"), ("c.png", "d.png"), ("e.flac", "f.flac"), ("g.so", "h.so")):
        assert pairs[frozenset((one, other))] > 0.95
