"""Mails become the words a person reads."""

import io
import random
from email.message import EmailMessage
from email.mime.text import MIMEText
from email.policy import SMTP

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from simfinder.model.progress import Control
from simfinder.scan.extract.formats import BY_CODE, MEMBERS, PICTURE, RAW, TEXT, recognise
from simfinder.scan.extract.limits import BOUNDS
from simfinder.scan.extract.members import unpack
from simfinder.scan.extract.texts import mail_message
from simfinder.scan.extract.texts.html_page import words
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.scan.extract.view_sink import ViewSink
from tests.helpers.files.documents import report
from tests.helpers.files.views import read

PROSE = report(random.Random(6), paragraphs=5, topic="town").decode()
LINES = [" ".join(line.split()) for line in PROSE.splitlines() if line.strip()]
PNG, PDF = b"\x89PNG\r\n\x1a\n" + bytes(range(256)), b"%PDF-1.7\n" + b"x" * 900
SUBJECT = "Grüße aus der Küche, und noch viel mehr als in eine einzige Zeile eines Kopfes passen würde"


def mail(text=PROSE, charset="utf-8", encoding="quoted-printable", **headers):
    message = EmailMessage()
    message["Subject"] = SUBJECT
    message["From"] = "Jörg Müller <joerg@example.org>"
    message["To"] = "ann@example.net"
    message["Date"] = "Mon, 04 Mar 2024 10:00:00 +0100"
    message["Message-ID"] = "<17@example.org>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text, charset=charset, cte=encoding)
    return message


def view(data, limit=0):
    """Make the view of a mail in this process; return its bytes and the outlet."""
    made = []
    out = ViewSink(made.append, BOUNDS, len(data), limit)
    out.name = RAW
    mail_message.stream(io.BytesIO(bytes(data)), out)
    return b"".join(made).decode("utf-8", "replace"), out


HEAD = [
    f"Subject: {SUBJECT}",
    "From: Jörg Müller <joerg@example.org>",
    "To: ann@example.net",
    "Date: Mon, 04 Mar 2024 10:00:00 +0100",
    "Message-ID: <17@example.org>",
]


def test_a_mail_is_its_headers_and_text():
    made, out = view(mail().as_bytes())
    assert made.splitlines() == HEAD + LINES
    assert (out.name, out.kind, out.media) == ("mail", TEXT, [])


def test_two_programs_save_one_mail_and_it_reads_the_same():
    one = mail(encoding="base64", Received="from a by b; Mon, 4 Mar 2024", X_Mailer="A").as_bytes()
    other = mail(encoding="8bit", User_Agent="B").as_bytes(policy=SMTP)
    assert one != other
    assert view(one)[0] == view(other)[0] == view(mail().as_bytes())[0]


def test_two_mails_of_one_wording_differ():
    one = view(mail().as_bytes())[0]
    again = view(mail().as_bytes().replace(b"04 Mar", b"11 Mar").replace(b"<17@", b"<9f3@"))[0]
    assert [a for a, b in zip(one.splitlines(), again.splitlines(), strict=True) if a != b] == HEAD[3:]


def test_attachments_are_media_however_they_are_encoded():
    message = mail()
    message.add_attachment(PNG, "image", "png", filename="bïld.png")
    message.add_attachment(PDF, "application", "pdf")
    message.add_attachment(b"text as a file\n", "text", "plain", filename="a.txt")
    made, out = view(message.as_bytes())
    assert made.splitlines() == HEAD + LINES
    assert [(each.name.decode(), each.size, each.content) for each in out.media] == [
        (name, len(data), xxhash.xxh3_128_digest(data))
        for name, data in (("bïld.png", PNG), ("application/pdf", PDF), ("a.txt", b"text as a file\n"))
    ]


def test_of_two_forms_the_plain_one_counts_where_it_says_enough():
    page = "<html><body><h1>Town</h1>" + "".join(f"<p>{line}</p>" for line in LINES) + "</body></html>"
    message = mail()
    message.add_alternative(page, subtype="html")
    assert view(message.as_bytes())[0].splitlines() == HEAD + LINES
    stub = mail("Your program shows no pages.\n")
    stub.add_alternative(page, subtype="html")
    stub.get_payload()[1].add_related(PNG, "image", "png", cid="<a>")
    made, out = view(stub.as_bytes())
    assert made.splitlines() == HEAD + words(page).splitlines()
    assert len(out.media) == 1


def test_a_forwarded_mail_is_read_too():
    message = mail("See below.\n")
    message.add_attachment(mail(PROSE))
    made, _ = view(message.as_bytes())
    assert made.splitlines() == [*HEAD, "See below.", *HEAD, *LINES]


def test_a_saved_page_with_its_pictures():
    page = MIMEText("<html>" + "".join(f"<p>{line}</p>" for line in LINES), "html", "utf-8").as_bytes()
    picture = b"Content-Type: image/png\nContent-Location: https://example.org/a.png\n\nabc"
    data = b"From: <Saved by a browser>\nSubject: Town\nDate: Mon, 4 Mar 2024\nMIME-Version: 1.0\n"
    data += (
        b'Content-Type: multipart/related; boundary="-b-"\n\n---b-\n'
        + page
        + b"\n---b-\n"
        + picture
        + b"\n---b---\n"
    )
    assert BY_CODE[recognise(data)].name == "mail"
    made, out = view(data)
    assert made.splitlines()[3:] == LINES
    assert len(out.media) == 1


def test_few_words_are_compared_with_what_is_attached():
    message = EmailMessage()
    message["Subject"] = "Photo"
    message.set_content("Here.\n")
    assert view(message.as_bytes())[1].name == RAW
    message.add_attachment(PNG, "image", "png", filename="a.png")
    made = []
    out = ViewSink(made.append, BOUNDS, 10_000)
    mail_message.stream(io.BytesIO(message.as_bytes()), out)
    assert b"".join(made) == b"Subject: Photo\nHere.\n" + PNG
    assert (out.name, out.kind) == ("mail", PICTURE)
    message.add_attachment(PDF, "application", "pdf")
    out = ViewSink(lambda _: None, BOUNDS, 10_000)
    mail_message.stream(io.BytesIO(message.as_bytes()), out)
    assert out.kind == MEMBERS


def test_a_folder_of_mails_is_all_of_them():
    first = mail()
    second = mail("From here on it is another text.\n\n>From what was quoted\n" + PROSE)
    second.add_attachment(PNG, "image", "png", filename="a.png")
    line = b"From joerg@example.org Mon Mar  4 10:00:00 2024\n"
    data = line + first.as_bytes() + b"\n" + line + second.as_bytes() + b"\n"
    assert BY_CODE[recognise(data)].name == "mail"
    made, out = view(data)
    more = ["From here on it is another text.", "From what was quoted"]
    assert [one for one in made.splitlines() if one] == [*HEAD, *LINES, *HEAD, *more, *LINES]
    assert [each.name for each in out.media] == [b"1/a.png"]


def test_what_is_too_large_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(mail_message, "_MOST", 1000)
    assert view(mail().as_bytes())[1].name == RAW


@pytest.mark.parametrize("encoding", ["ascii-unknown", "base64", "x" * 99, "iso-8859-15"])
def test_strange_encodings(encoding):
    data = (
        f"From: a\nSubject: =?{encoding}?Q?=A4?=\nDate: b\nContent-Type: text/plain; charset={encoding}\n\n"
    )
    made, _ = view(data.encode() + b"Gr\xfc\xdfe an alle. " * 30)
    assert "Grüße an alle." in made


def test_by_the_worker(tmp_path):
    message = mail()
    message.add_attachment(PDF, "application", "pdf", filename="a.pdf")
    (tmp_path / "1709.host:2,S").write_bytes(message.as_bytes())
    with ViewReader(Control()) as worker:
        made, data = read(worker, tmp_path / "1709.host:2,S")
    assert (made.name, made.kind, data.decode().splitlines()) == ("mail", TEXT, HEAD + LINES)
    assert [member.name for member in unpack(made.media)] == [b"a.pdf"]


pieces = st.sampled_from(
    [b"From: a\n", b"Subject: =?utf-8?B?!!?=\n", b"Subject: =?utf-8?Q?=ZZ?=\n", b"\n", b"From x y 2024\n", b"--b\n",
     b"--b--\n", b"Content-Type: multipart/alternative; boundary=b\n", b"Content-Type: message/rfc822\n",
     b"Content-Type: text/html; charset=\xff\n", b"Content-Transfer-Encoding: base64\n", b"=\n=3", b"=?", b"<html>",
     b"Content-Transfer-Encoding: quoted-printable\n", b"Content-Type: text/plain; charset*=x''%FF\n", b"\0\r\n",
     b"Content-Disposition: attachment; filename*=utf-8''%FF%00\n", b"Content-Type: ;;=\n", b"begin 644 a\n#", b" \t\n",
     b"Content-Transfer-Encoding: x-uuencode\n", b"From: \xe4\xf6\n", b"words " * 40]
)  # fmt: skip


@given(st.lists(st.one_of(pieces, st.binary(max_size=12)), max_size=40).map(b"".join))
def test_rubbish_is_read_without_failing(data):
    _, out = view(data)
    assert out.kind in (TEXT, PICTURE, MEMBERS)


@pytest.mark.parametrize("count", [300, 3000])
def test_parts_within_parts_without_end(count):
    head = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(count))
    assert (
        view(b"From: a\nTo: b\nDate: c\n" + head + b"Content-Type: text/plain\n\n" + PROSE.encode())[1].kind
        == TEXT
    )
