"""Web pages and mails by the real program: what they say decides, and every figure says what it rests on."""

import os
import random
import re
from email.message import EmailMessage

import pytest

from tests.helpers.files.documents import report
from tests.helpers.files.trees import write
from tests.helpers.program import simfinder

DAY = 1_700_000_000
LIKE = 0.999  # as figures say it of files that are not identical, though their words are


def prose(seed, paragraphs=6):
    text = report(random.Random(seed), paragraphs=paragraphs).decode()
    return [" ".join(part.split()) for part in text.split("\n") if part.strip()]


def page(lines, css="plain", extra=""):
    body = "\n".join(f"<p class='{css}'>{line}</p>" for line in lines)
    return f"<!DOCTYPE html>\n<html><head><title>{css[:0]}Town</title>{extra}</head><body>{body}</body></html>".encode()


def mail(lines, encoding, number="17", **headers):
    message = EmailMessage()
    for name, value in headers.items():
        message[name] = value
    message["Subject"] = "The town in spring"
    message["From"] = "Ann <ann@example.org>"
    message["To"] = "ben@example.org"
    message["Date"] = "Mon, 04 Mar 2024 10:00:00 +0100"
    message["Message-ID"] = f"<{number}@example.org>"
    message.set_content("\n\n".join(lines) + "\n", cte=encoding)
    return message.as_bytes()


FRAME = prose(70, 9)
TOWN = prose(71)
STYLE = "<style>" + "p { margin: 1em; color: #123 }\n" * 40 + "</style>"
APP = (
    "<html><head><script>" + "render(%d);" * 90 + "</script></head><body><div id='root'></div></body></html>"
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    root = str(tmp_path_factory.mktemp("pages") / "tree")
    write(root, "site/town v1.html", page(TOWN), DAY)
    write(root, "site/town v2.html", page([*TOWN, *prose(72, 1)], "wide", STYLE), DAY + 9)
    write(root, "site/town.txt", "\n".join(["Town", *TOWN, *prose(72, 1)]).encode(), DAY + 9)
    for number in range(8):
        write(root, f"wiki/{'ABCDEFGH'[number]}lm.html", page([*FRAME, *prose(80 + number)]), DAY + number)
    letter = prose(90)
    write(root, "mail/sent.eml", mail(letter, "base64", Received="from a by b"), DAY)
    write(root, "mail/kept.eml", mail(letter, "quoted-printable"), DAY + 5)
    write(root, "themes/harbour.html", page(prose(95)), DAY)
    write(root, "themes/quay.html", page(prose(95), "dense and narrow", STYLE), DAY + 5)
    write(root, "app/one.html", (APP % tuple(range(90))).encode(), DAY)
    write(root, "app/one (old).html", (APP % tuple(range(1, 91))).encode(), DAY - 9)
    return root


@pytest.fixture(scope="module")
def scanned(tree):
    done = simfinder("scan", tree, "--json")
    assert done.code == 0, done.err
    return done.json


def files_of(scanned, folder):
    return {
        os.path.basename(file["path"]): file
        for cluster in scanned["clusters"]
        for file in cluster["files"]
        if f"/{folder}/" in file["path"]
    }


def test_an_older_page_is_one_whatever_its_make_up(scanned):
    found = files_of(scanned, "site")
    assert {name: file["relation"] for name, file in found.items()} == {
        "town v2.html": "kept", "town v1.html": "older", "town.txt": "other-format"
    }  # fmt: skip
    older = found["town v1.html"]
    assert (older["view"], older["basis"], older["estimated"]) == ("html", "text", False)
    assert 0.8 < older["similarity"] < 1


def test_pages_of_one_site_are_no_versions(scanned):
    assert files_of(scanned, "wiki") == {}


def test_one_mail_saved_twice_says_the_same_and_is_no_identical_file(scanned):
    found = files_of(scanned, "mail")
    assert set(found) == {"sent.eml", "kept.eml"}
    other = found["sent.eml"]
    assert (other["similarity"], other["view"], other["basis"]) == (LIKE, "mail", "text")
    assert other["relation"] == "older"


def test_equal_words_in_another_make_up_are_not_the_same_page(scanned):
    found = files_of(scanned, "themes")
    assert {file["relation"] for file in found.values()} == {"kept", "similar"}
    assert {(file["similarity"], file["basis"]) for file in found.values()} == {(1.0, "text"), (LIKE, "text")}


def test_a_page_without_words_is_compared_as_it_is(scanned):
    found = files_of(scanned, "app")
    assert {file["view"] for file in found.values()} == {"raw"}
    assert found["one (old).html"]["relation"] == "older"
    assert found["one (old).html"]["basis"] == "text"


def test_nothing_is_a_problem_and_the_second_time_says_the_same(tree, scanned):
    again = simfinder("scan", tree, "--json")
    assert again.json["clusters"] == scanned["clusters"]
    assert again.err.find("problem") < 0


def test_find(tree):
    done = simfinder("find", f"{tree}/site/town v1.html", tree, "--json")
    found = {os.path.basename(match["path"]): match for match in done.json["matches"]}
    assert {"town v2.html", "town.txt"} <= set(found)
    assert found["town v2.html"]["similarity"] > 0.8
    done = simfinder("find", f"{tree}/app/one.html", tree, "--json")
    assert [os.path.basename(match["path"]) for match in done.json["matches"]] == ["one (old).html"]


def test_with_raw_bytes_a_page_is_its_markup(tree):
    done = simfinder("scan", tree, "--json", "--raw")
    assert re.search(r'"view": ?"(html|mail)"', done.out.decode()) is None
