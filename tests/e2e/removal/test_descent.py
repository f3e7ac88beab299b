"""What only looks like an older version, by the real program: letters, invoices, notes, releases, other formats.

The files are those people have: written by python-docx and reportlab, with a logo, a form or a template in common.
"""

import io
import os
import random
import zipfile
from collections import Counter

import pytest

from tests.helpers.files import documents, pdf_files
from tests.helpers.files.bad_archives import zip_crypto
from tests.helpers.files.trees import write
from tests.helpers.homes.documents import Text, docx, jpeg, logo, page, pdf, picture_pdf
from tests.helpers.program import simfinder

DAY = 86_400
START = 1_700_000_000
PEOPLE = [
    "Abel",
    "Brandt",
    "Conrad",
    "Decker",
    "Ebert",
    "Franke",
    "Gruber",
    "Hartmann",
    "Ihle",
    "Jansen",
    "Keller",
    "Lorenz",
    "Moser",
    "Neumann",
]


def prose(seed, paragraphs):
    """Paragraphs that no other seed has."""
    text = documents.report(random.Random(seed), paragraphs=paragraphs).decode()
    return [part for part in text.split("\n") if part.strip()]


def put(root, name, data, day=0):
    return write(str(root), name, data if isinstance(data, bytes) else data.encode(), START + day * DAY)


def letters(root):
    sign = logo(random.Random(1))
    head = ("Lumber and Sons", "12 Mill Road, Oakham")
    for number, person in enumerate(PEOPLE):
        text = Text(f"To {person}", prose(number, 5), head=head, foot="Lumber and Sons, Oakham", logo=sign)
        put(root, f"Letters/Letter to {person}.docx", docx(text), 9 * number)


def invoices(root):
    form = prose(99, 9)  # terms, bank, addresses: the most of each
    for number in range(12):
        rng = random.Random(500 + number)
        rows = [("what", "pieces", "price")]
        rows += [
            (documents.title(rng), rng.randrange(1, 90), f"{rng.randrange(10**4, 10**6) / 100:.2f}")
            for _ in range(9)
        ]
        text = Text(f"Invoice {number + 1:04}", [PEOPLE[number], *form], table=rows)
        put(root, f"Invoices/Invoice {number + 1:04}.docx", docx(text), 7 * number)


def notes(root):
    template = (
        "# Present\n\n# What was said\n\n{}\n\n# What is to be done, by whom, and until when\n\n{}\n\n"
        + (
            "Kept for three years, then burnt. Not for the board. Questions go to the secretary of the works council.\n"
            * 2
        )
    )
    for number, person in enumerate(PEOPLE):
        said, wanted = "\n".join(prose(200 + number, 3)), "\n".join(prose(300 + number, 2))
        put(root, f"Notes/Talk with {person}.txt", template.format(said, wanted), 3 * number)


def planned(root, *options):
    done = simfinder("plan", root, "--json", *options)
    assert done.code == 0, done.err
    return sorted(
        os.path.relpath(act["path"], root) for act in done.json["acts"] if act["state"] == "planned"
    )


def members(root, *options, code=0):
    """Of each file in a cluster what the scan says."""
    done = simfinder("scan", root, "--json", *options)
    assert done.code == code, done.err
    found = {
        os.path.relpath(file["path"], root): file
        for cluster in done.json["clusters"]
        for file in cluster["files"]
    }
    return found, done.json


@pytest.mark.parametrize("made", [letters, invoices, notes])
def test_fillings_of_one_form_are_no_versions_and_a_real_version_among_them_is_found(made, tmp_path):
    """Not for "older", and not for "similar" either."""
    made(tmp_path)
    folder = next(tmp_path.iterdir())
    assert planned(tmp_path) == []
    assert planned(tmp_path, "--remove", "similar") == []
    first = min(folder.iterdir())
    copy = put(tmp_path, f"Backup/{folder.name}/{first.name}", first.read_bytes(), 400)
    assert planned(tmp_path) == [os.path.relpath(copy, tmp_path)]
    found, _ = members(tmp_path)
    assert Counter(file["relation"] for file in found.values()) == {"kept": 1, "identical": 1}


def test_versions_of_one_letter_are_found_among_the_letters(tmp_path):
    letters(tmp_path)
    body = prose(70, 12)
    for number in (1, 2, 3):
        body[number] = prose(80 + number, 1)[-1]
        put(tmp_path, f"Letters/Offer v{number}.docx", docx(Text("Offer", body)), 500 + number)
    assert planned(tmp_path) == ["Letters/Offer v1.docx", "Letters/Offer v2.docx"]
    found, _ = members(tmp_path)
    assert {name: file["relation"] for name, file in found.items()} == {
        "Letters/Offer v1.docx": "older",
        "Letters/Offer v2.docx": "older",
        "Letters/Offer v3.docx": "kept",
    }
    assert {(file["basis"], file["view"]) for file in found.values()} == {("text", "office")}
    assert all(0.8 < file["similarity"] < 1 for file in found.values() if file["relation"] == "older")


def releases(root):
    """Two releases of a package, unpacked within a second of one another, the older one last."""
    rng = random.Random(11)
    for number in range(6):
        data = documents.python_module(rng)
        newer = documents.revise_module(rng, data) if number < 4 else data
        put(root, f"lantern-2.4/lantern/part{number}.py", newer)
        put(root, f"lantern-2.3/lantern/part{number}.py", data)
    for version in ("2.3", "2.4"):
        put(
            root, f"lantern-{version}/pyproject.toml", f'[project]\nname = "lantern"\nversion = "{version}"\n'
        )


def test_releases_of_a_package_are_whole_and_on_request_the_older_one_goes(tmp_path):
    releases(tmp_path)
    assert planned(tmp_path) == []
    assert planned(tmp_path, "--remove", "all") == []
    found, _ = members(tmp_path)
    assert {found[f"lantern-2.4/lantern/part{number}.py"]["relation"] for number in range(6)} == {"kept"}
    inside = planned(tmp_path, "--inside-projects")
    assert [path for path in inside if path.endswith(".py")] == [
        f"lantern-2.3/lantern/part{number}.py" for number in range(6)
    ]
    assert not [path for path in inside if path.startswith("lantern-2.4")]


def test_another_format_of_the_same_words_is_never_marked_by_itself(tmp_path):
    body = prose(5, 12)
    put(tmp_path, "Thesis.docx", docx(Text("Thesis", body)), 1)
    put(tmp_path, "Thesis.pdf", pdf(Text("Thesis", body)), 2)
    for rule in ("older", "similar", "all"):
        assert planned(tmp_path, "--remove", rule) == []
    found, _ = members(tmp_path)
    assert sorted(file["relation"] for file in found.values()) == ["kept", "other-format"]
    assert {file["basis"] for file in found.values()} == {"text"}
    put(tmp_path, "Thesis v1.docx", docx(Text("Thesis", [*body[:-1], "It ended in another way."])), 0)
    assert planned(tmp_path) == ["Thesis v1.docx"]


def test_what_is_merely_similar_goes_on_request_only(tmp_path):
    body = prose(6, 20)
    put(tmp_path, "Harvest.txt", "\n".join(body), 9)
    put(tmp_path, "Letter home.txt", "\n".join(body[:-4] + prose(7, 4)), 1)
    found, _ = members(tmp_path)
    assert found["Letter home.txt"]["relation"] == "similar"
    assert planned(tmp_path) == planned(tmp_path, "--remove", "identical") == []
    assert planned(tmp_path, "--remove", "similar") == ["Letter home.txt"]


def test_documents_without_words_are_at_most_similar_and_nothing_fails(tmp_path):
    """Encrypted, damaged, scanned and empty ones, each twice with a small change, among versions that are found."""
    rng = random.Random(3)
    body = prose(8, 12)
    good = docx(Text("Plan", body))
    put(tmp_path, "Plan v1.docx", good, 1)
    put(tmp_path, "Plan v2.docx", docx(Text("Plan", [*body, "And so it was done."])), 2)
    for number in (1, 2):
        noise = rng.randbytes(40 * number)
        with zipfile.ZipFile(io.BytesIO(good)) as held:
            parts = {name: held.read(name) for name in held.namelist()}
        put(tmp_path, f"Locked v{number}.docx", zip_crypto({**parts, "more": noise}, b"key"), number)
        lines = [(60, 40 + 20 * at, f"{line[:80]} {at * number}") for at, line in enumerate(body)]
        put(tmp_path, f"Scan v{number}.pdf", picture_pdf(jpeg(page(lines, []), rng, noise=0)), number)
        put(tmp_path, f"Cut v{number}.docx", good[: len(good) // 2] + noise, number)
        put(
            tmp_path,
            f"Secret v{number}.pdf",
            pdf_files.pdf([pdf_files.Page((*body, str(number)))], password="key"),
            number,
        )
        put(tmp_path, f"Empty v{number}.docx", docx(Text("", [], foot=" " * number)), number)
        put(tmp_path, f"Nothing v{number}.docx", b"" if number == 1 else b"PK", number)
    found, told = members(tmp_path, code=1)
    assert {"Plan v1.docx", "Plan v2.docx"} <= set(found)
    damaged = {os.path.basename(problem["path"]) for problem in told["problems"]}
    assert {"Cut v1.docx", "Cut v2.docx", "Locked v1.docx", "Locked v2.docx", "Secret v1.pdf"} <= damaged
    done = simfinder("plan", tmp_path, "--json")
    assert done.code in (0, 1), done.err
    acts = {os.path.basename(act["path"]): act["relation"] for act in done.json["acts"]}
    assert acts["Plan v1.docx"] == "older"
    unread = damaged | {f"Scan v{number}.pdf" for number in (1, 2)}
    assert not unread & set(acts)
    relations = {os.path.basename(name): file["relation"] for name, file in found.items()}
    assert {relations[name] for name in unread & set(relations)} <= {"kept", "similar"}
    assert unread & set(relations)
