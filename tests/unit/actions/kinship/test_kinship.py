"""Names and places as people write them, with the kinship an owner of the files would see."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.actions.kinship.copied_trees import CopiedTrees, Trees
from simfinder.actions.kinship.kinship import Kin, combine, kinship
from simfinder.actions.kinship.name_kinship import compare_names
from simfinder.actions.kinship.place_kinship import Place, compare_places
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord

# first | other | kin, order of the first (< > or nothing), ! for firm
SAME_FOLDER = """
thesis.docx | thesis (1).docx | SAME
thesis.docx | thesis - Copy.docx | SAME !
thesis.docx | Copy of thesis.docx | SAME !
Doktorarbeit.odt | Doktorarbeit - Kopie (2).odt | SAME !
Doktorarbeit.odt | Kopie von Doktorarbeit.odt | SAME !
romano.odt | romano copia.odt | SAME !
скрипт романа.odt | скрипт романа — копия.odt | SAME !
小説.docx | 小説 - コピー.docx | SAME !
thesis v2.docx | thesis v3.docx | SAME < !
thesis_v10.docx | thesis_v9.docx | SAME > !
thesis.docx | thesis v2.docx | SAME !
ThesisV2.docx | ThesisV3.docx | SAME < !
Masterarbeit Fassung 1.odt | Masterarbeit Fassung 2.odt | SAME < !
roman version 2.doc | roman version 3.doc | SAME < !
novela versión 1.doc | novela versión 2.doc | SAME < !
romanzo versione 1.doc | romanzo versione 2.doc | SAME < !
romance versão 1.doc | romance versão 2.doc | SAME < !
verhaal versie 1.doc | verhaal versie 2.doc | SAME < !
powieść wersja 1.doc | powieść wersja 2.doc | SAME < !
роман версия 1.doc | роман версия 2.doc | SAME < !
小説 第2版.docx | 小説 第3版.docx | SAME < !
thesis_draft.docx | thesis_final.docx | SAME < !
thesis draft 1.docx | thesis draft 2.docx | SAME < !
Gliederung Entwurf.odt | Gliederung.odt | SAME < !
mémoire définitif.odt | mémoire brouillon.odt | SAME > !
memoire final.odt | mémoire.odt | SAME > !
thesis_old.docx | thesis.docx | SAME < !
thesis.docx | thesis.docx.bak | SAME > !
thesis.bak | thesis.docx | SAME < !
thesis.docx | thesis.docx~ | SAME > !
Gedichte alte Fassung.odt | Gedichte.odt | SAME < !
poèmes ancien.odt | poèmes.odt | SAME < !
Lastenheft_V1_0.docx | Lastenheft_V1_1.docx | SAME < !
thesis final version.docx | thesis version 2.docx | SAME !
thesis versão final.docx | thesis rascunho.docx | SAME > !
rapport-stage-VF.docx | rapport-stage.docx | SAME
thesis after corrections.docx | thesis.docx | SAME
Rotorrede_letzte Version.docx | Rotorrede.docx | SAME
thesis.docx | thesis comments.docx | SAME
thesis.docx | thesis_reviewed.docx | SAME
thesis.docx | thesis edited.docx | SAME
thesis.docx | thesis with comments.docx | SAME
Masterarbeit.docx | Masterarbeit mit Kommentaren.docx | SAME
Masterarbeit.docx | Masterarbeit_Korrektur.docx | SAME
novela.docx | novela con comentarios.docx | SAME
romanzo.docx | romanzo commentato.docx | SAME
verhaal.docx | verhaal met opmerkingen.docx | SAME
powieść.docx | powieść z uwagami.docx | SAME
роман.docx | роман с правками.docx | SAME
thesis v2.docx | thesis v2 AB.docx | SAME
grant rotor (AB edits).docx | grant rotor.docx | SAME
thesis v2 AB.docx | thesis v3 CD.docx | SAME < !
thesis v2 AB.docx | thesis v2 CD.docx | NEAR
click-8.1.3.tar.gz | click-8.1.10.tar.gz | SAME < !
linux-6.1.tar.xz | linux-6.2.tar.xz | SAME < !
foo-1.2.zip | foo-1.2.1.zip | SAME < !
foo-1.2rc1.zip | foo-1.2.zip | SAME < !
click-8.1.3-py3-none-any.whl | click-8.1.4-py3-none-any.whl | SAME < !
thing-1.0-cp311-manylinux.whl | thing-1.0-cp312-manylinux.whl | SERIES
spec sheet rotor revA.pdf | spec sheet rotor revB.pdf | SAME < !
My_Thesis.docx | my thesis.docx | SAME
MyThesis.docx | my_thesis.docx | SAME
thesis.doc | thesis.docx | SAME
thesis.tex | thesis.pdf | SAME
thesis-original.docx | thesis.docx | SAME
thesis alt.odt | thesis.odt | SAME
sermon (AutoRecovered).docx | sermon.docx | SAME
#todo.txt# | todo.txt | SAME
thesis draft3_JK_MB.docx | thesis draft4.docx | SAME < !
speech draft 3.txt | speech sent.txt | SAME < !
uppsats utkast.docx | uppsats slutgiltig.docx | SAME < !
paper_v2.tex | paper_camera_ready.tex | SAME !
thesis.txt | thesis~20240301-140533.txt | SAME > !
invoice v1.docx | invoice v2.docx | SAME < !
Rechnung Entwurf.docx | Rechnung final.docx | SAME < !
letter old.docx | letter.docx | SAME < !
v1.docx | v2.docx | SAME < !
Rechnung 0007 v1.docx | Rechnung 0007 v2.docx | SAME < !
minutes 2024-03-01 v1.docx | minutes 2024-03-01 v2.docx | SAME < !
thesis 2024-03-01 v1.docx | thesis 2024-03-08 v2.docx | SAME < !

thesis.docx | thesis (Anna's conflicted copy 2024-03-01).docx | NEAR
thesis.docx | thesis.sync-conflict-20240301-140533-ABCDEFG.docx | NEAR
cash.csv | cash-sync-conflict-20240210-101500.csv | NEAR
nginx.conf.2022-05-01 | nginx.conf | NEAR
Lebenslauf_2021-01-05.docx | Lebenslauf_2024-01-08.docx | NEAR <

invoice.docx | invoice (1).docx | NUMBERED
letter.docx | letter - Copy.docx | NEAR
Rechnung.pdf | Rechnung (2).pdf | NUMBERED
facture.pdf | facture (1).pdf | NUMBERED
документ.docx | документ (1).docx | NUMBERED
scan.pdf | scan (3).pdf | NUMBERED
page.html | page.html.1 | NUMBERED
settings.json.2 | settings.json | NUMBERED
new letter.docx | letter.docx | NEAR >
thesis 2024-03-01.docx | thesis 2024-03-08.docx | NEAR <
Gliederung 01.03.2024.docx | Gliederung 08.03.2024.docx | NEAR <
Gliederung 01.03.24.docx | Gliederung 08.03.24.docx | NEAR <
20240301 concept rotor.docx | 20240308 concept rotor.docx | NEAR <
thesis 2024-03-01.docx | thesis.docx | NEAR
thesis.docx | thesis2.docx | NEAR
raport.docx | report.docx | NEAR
dissertation.docx | disertation.docx | NEAR
holidays rome.docx | rome holidays.docx | NEAR
notes.txt | notes | NEAR
sunset.jpg | sunset (1).jpg | NEAR
README.md | readme.txt | NEAR
backup_util.py | util.py | NEAR <
Lastenheft_0.9.docx | Lastenheft_1.0.docx | NEAR <
rotor design 1.10.docx | rotor design 1.9.docx | NEAR >

invoice 2024-03-01.docx | invoice 2024-03-08.docx | SERIES
minutes 2024-03-01.docx | minutes 2024-03-08.docx | SERIES
household 2024-03.xlsx | household 2024-04.xlsx | SERIES
household March 2024.xlsx | household April 2024.xlsx | SERIES
Haushalt März.xlsx | Haushalt April.xlsx | SERIES
Januar.xlsx | Februar.xlsx | SERIES
Monday.docx | Friday.docx | SERIES
Sales Q1 2024.xlsx | Sales Q2 2024.xlsx | SERIES
Q1.xlsx | Q2.xlsx | SERIES
KW 12.docx | KW 13.docx | SERIES
Stundenplan 2024-W12.docx | Stundenplan 2024-W13.docx | SERIES
taxes 2022.xlsx | taxes 2023.xlsx | SERIES
taxes 2022 final.xlsx | taxes 2023 draft.xlsx | SERIES
Invoice 0007.docx | Invoice 0008.docx | SERIES
Invoice 0007.docx | Invoice 0008 (1).docx | SERIES
Rechnung-2024-007.pdf | Rechnung-2024-008.pdf | SERIES
RE10071.pdf | RE10072.pdf | SERIES
chapter 3.docx | chapter 4.docx | SERIES
Kapitel3.odt | Kapitel4.odt | SERIES
thesis2.docx | thesis3.docx | SERIES
part 2.mp4 | part 3.mp4 | SERIES
IMG_1023.jpg | IMG_1024.jpg | SERIES
IMG_20240301_140533.jpg | IMG_20240301_140535.jpg | SERIES
Screenshot 2024-03-01 at 14.05.33.png | Screenshot 2024-03-02 at 09.11.01.png | SERIES
WhatsApp Image 2024-03-01 at 14.05.33.jpeg | WhatsApp Image 2024-03-01 at 14.05.34.jpeg | SERIES
Holiday (1).jpg | Holiday (2).jpg | SERIES
scan0001.pdf | scan0002.pdf | SERIES
12.jpg | 13.jpg | SERIES
DSC00012.ARW | DSC00013.ARW | SERIES
Letter.docx | Letter Miller.docx | SERIES
Letter Miller.docx | Letter Smith.docx | SERIES
Letter to Miller.docx | Letter from Miller.docx | SERIES
LetterMiller.docx | LetterSmith.docx | SERIES
Angebot_Müller.docx | Angebot_Schmidt.docx | SERIES
Angebot Müller v1.docx | Angebot Schmidt v2.docx | SERIES
Lettre Dupont.odt | Lettre Durand.odt | SERIES
Carta García.docx | Carta López.docx | SERIES
Письмо Иванову.docx | Письмо Петрову.docx | SERIES
请求 张三.docx | 请求 李四.docx | SERIES
flyer Berlin.pdf | flyer Hamburg.pdf | SERIES
manual_de.pdf | manual_en.pdf | SERIES
manual v2 DE.docx | manual v2 EN.docx | SERIES
de.json | fr.json | SERIES
logo small.png | logo large.png | SERIES
logo_64.png | logo_128.png | SERIES
Plan A.docx | Plan B.docx | SERIES
Team E Liste.docx | Team O Liste.docx | SERIES
a.txt | b.txt | SERIES
app.log | app.log.1 | SERIES
app.log.1 | app.log.2.gz | SERIES
app-2024-03-01.log | app-2024-03-02.log | SERIES
messages | messages-20240301 | SERIES
syslog.1 | syslog.2.gz | SERIES
export_2024-03-01.csv | export_2024-03-08.csv | SERIES
sensor flow 2024-03-01.csv | sensor flow 2024-03-08.csv | NEAR <
sensor flow 2024-03-01.log | sensor flow 2024-03-08.log | SERIES
240119_Ticket stage.docx | 240322_Ticket stage.docx | NEAR <
theory_van-0.2.py | theory_van-1.1.py | NEAR <
meeting in spring 0236 v1.py | meeting in spring 0236 v2.py | SAME < !
thesis.docx | thesis2.docx | NEAR
lettre assurance.docx | lettre assurance 2.docx | SERIES
lamp v6 engine.txt | lamp v8 engine.txt | SERIES
Re_ Ferienhaus (2).eml | Re_ Ferienhaus (4).eml | SERIES
Ferienhaus.eml | Ferienhaus (1).eml | SERIES
Ferienhaus.eml | Ferienhaus 2.eml | SERIES
Ferienhaus 2024-03-04.eml | Ferienhaus 2024-04-04.eml | SERIES
Ferienhaus.eml | Ferienhaus 2024-03-04.eml | SERIES
Ferienhaus v1.eml | Ferienhaus v2.eml | SAME < !
parser.c | parser.h | SERIES
style.css | style.js | SERIES
jquery.js | jquery.min.js | SERIES
UserService.java | UserServiceTest.java | SERIES
test_parser.py | test_lexer.py | SERIES
thesis.docx | thesis introduction.docx | SERIES
Kapitel Rotor 1.1.docx | Kapitel Rotor 1.2.docx | SERIES
.env | .env.local | SERIES
foo_bar.py | fooBar.py | SERIES
xt_TCPMSS.h | xt_tcpmss.h | SERIES
storage_v1_api.py | storage_v2_api.py | SERIES
struct.SocketAddrV4.html | struct.SocketAddrV6.html | SERIES
ThesisV1.html | ThesisV2.html | SAME < !
storage_api.py | storage_v1beta1_api.py | SERIES
v1alpha_resources.yaml | v1beta_resources.yaml | SERIES
V100.pl | V90.pl | SERIES
list_revisions.yaml | list.yaml | SERIES
wait_last.py | wait.py | SERIES
rotor_v1.py | rotor_v2.py | SAME < !
rotor.py | rotor_old.py | SAME > !
rotor.py | rotor (1).py | SAME
Dockerfile | Dockerfile.dev | SERIES
libfoo.so.1 | libfoo.so.2 | SERIES

novel.docx | shopping.docx | UNKNOWN
Miller.docx | Smith.docx | UNKNOWN
gedicht.odt | vertrag.odt | UNKNOWN
parser.py | lexer.py | UNKNOWN
"""

PLACES = """
/d/foo-1.2/src/parser.py | /d/foo-1.3/src/parser.py | SAME < !
/d/foo-1.9/src/__init__.py | /d/foo-1.10/src/__init__.py | SAME < !
/d/foo-1.2/README | /d/foo-1.3rc1/README | SAME < !
/d/foo-1.3/README | /d/foo-1.3rc1/README | SAME > !
/d/foo_v2/parser.py | /d/foo_v3/parser.py | SAME < !
/d/linux-6.1.0/kernel/fork.c | /d/linux-6.10.0/kernel/fork.c | SAME < !
/d/certifi-2023.7.22/core.py | /d/certifi-2024.2.2/core.py | SAME < !
/d/foo-1.2/foo-1.2.dist-info/METADATA | /d/foo-1.3/foo-1.3.dist-info/METADATA | SAME < !
/d/1.2/parser.py | /d/1.3/parser.py | SAME <
/d/1.2.0/parser.py | /d/1.3.0/parser.py | SAME < !
/d/v1.3/parser.py | /d/v1.4/parser.py | SAME < !
/d/foo/parser.py | /d/foo-1.3/parser.py | SAME
/d/webapp/cart.js | /d/webapp - Copy/cart.js | SAME
/d/site_old/cart.js | /d/site/cart.js | SAME <
/d/site (1)/cart.js | /d/site/cart.js | SAME
/h/Documents/thesis.docx | /h/Downloads/thesis.docx | SAME
/h/Documents/thesis.docx | /h/Desktop/thesis (1).docx | SAME
/h/Dokumente/Diplomarbeit.odt | /h/alte Sachen/Diplomarbeit.odt | SAME >
/h/Documents/thesis.docx | /h/Backup/thesis.docx | SAME >
/h/Documents/Uni/thesis.docx | /h/old laptop/Documents/Uni/thesis.docx | SAME >
/h/Documents/Uni/thesis.docx | /h/OneDrive/Documents/Uni/thesis.docx | SAME
/home/a/Documents/novel.odt | /media/a/STICK/novel.odt | SAME
/home/a/Documents/novel.odt | /home/a/laptop-backup/home/a/Documents/novel.odt | SAME >
/h/backup 2023-05/thesis.docx | /h/backup 2023-06/thesis.docx | SAME < !
/h/Sicherung 2022/thesis.docx | /h/Sicherung 2023/thesis.docx | SAME < !
/h/draft/thesis.docx | /h/final/thesis.docx | SAME <
/h/Documents/thesis v1.docx | /h/Downloads/thesis v2.docx | SAME < !
/h/Documents/thesis v2.docx | /h/Backup/thesis v1.docx | SAME > !
/h/Documents/thesis v1.docx | /h/Backup/thesis v2.docx | SAME < !
/h/Backup/2023-05/thesis.docx | /h/Backup/2023-06/thesis.docx | SAME < !
/h/Backup/2023/thesis.docx | /h/Documents/thesis.docx | SAME <
/h/.local/share/Trash/files/thesis.docx | /h/Documents/thesis.docx | SAME <
/h/Desktop/New folder (2)/thesis.docx | /h/Documents/thesis.docx | SAME
/d/requests-2.30.0/requests/sessions.py | /d/requests-2.31.0/src/requests/sessions.py | SAME < !
/d/lodash@4.17.20/chunk.js | /d/lodash@4.17.21/chunk.js | SAME < !

/d/webapp/pay.js | /d/webapp_2024-03-01/pay.js | NEAR
/h/thesis.docx | /h/Uni/thesis.docx | NEAR
/d/foo-1.2/x/parser.py | /d/foo-1.3/compat/x/parser.py | NEAR <
/h/Documents/invoice.docx | /h/Downloads/invoice.docx | NEAR
/h/Documents/invoice v1.docx | /h/Downloads/invoice v2.docx | NEAR <
/d/site/index.html | /d/site_old/index.html | NEAR >
/h/2024-03-01/rotor.pptx | /h/2024-03-08/rotor.pptx | NEAR <
/h/Documents/thesis 2024-03-01.docx | /h/Downloads/thesis 2024-03-08.docx | NEAR <

/d/Miller/letter.docx | /d/Smith/letter.docx | SERIES
/d/Miller/Photovoltaik Dach.docx | /d/Smith/Photovoltaik Dach.docx | SERIES
/d/Miller/Photovoltaik Dach v1.docx | /d/Smith/Photovoltaik Dach v2.docx | SERIES
/d/2022/Household.xlsx | /d/2023/Household.xlsx | SERIES
/h/Archive 2022/Household.xlsx | /h/Archive 2023/Household.xlsx | SERIES
/d/2024-03/Household.xlsx | /d/2024-04/Household.xlsx | SERIES
/d/de/guide book.md | /d/en/guide book.md | SERIES
/d/dist/esm/index.js | /d/dist/cjs/index.js | SERIES
/d/dist/esm/cart.js | /d/dist/cjs/cart.js | SERIES
/d/linux/driver_x.c | /d/win/driver_x.c | SERIES
/d/api/v1/orders_x.py | /d/api/v2/orders_x.py | SERIES
/d/platform_v1/types_x.py | /d/platform_v1beta1/types_x.py | SERIES
/d/schemas/v1/MTLSPolicy.yaml | /d/schemas/v1alpha1/MTLSPolicy.yaml | SERIES
/d/functions/local/flags_x.py | /d/functions/flags_x.py | SERIES
/d/pip/_vendor/pygments/console.py | /d/pygments/console.py | SERIES
/d/lib/python3.11/json.py | /d/lib/python3.12/json.py | SERIES
/d/Chapter 1/quotes rotor.docx | /d/Chapter 2/quotes rotor.docx | SERIES
/d/Kapitel 1.1/Skizze Rotor.odt | /d/Kapitel 1.2/Skizze Rotor.odt | SERIES
/d/1.1 Offers/Rotor.odt | /d/1.2 Contracts/Rotor.odt | SERIES
/d/Flat 1.2/rent deposit.docx | /d/Flat 1.3/rent deposit.docx | SERIES
/d/Data 1/flow.xlsx | /d/Data 2/flow.xlsx | SERIES
/d/node-18/path_x.js | /d/node-20/path_x.js | SERIES
/home/anna/thesis.docx | /home/bert/thesis.docx | SERIES
/h/invoice.docx | /h/Uni/invoice.docx | SERIES
/h/a/Letters/Anna.docx | /h/a/Letters/Bert.docx | SERIES
/h/Briefe/Anna.docx | /h/Briefe/Bert.docx | SERIES
/d/foo-1.2/a/novel_x.py | /d/foo-1.3/a/shopping.py | UNKNOWN
/h/Downloads/novel.docx | /h/Documents/shopping.docx | UNKNOWN
"""


def rows(table):
    for line in table.strip().splitlines():
        if line:
            first, other, said = (part.strip() for part in line.split("|"))
            yield first, other, said


def told(found):
    """A kinship as the tables write it."""
    sign = {-1: " <", 0: "", 1: " >"}[found.order]
    return f"{found.kin.name}{sign}{' !' if found.firm else ''}"


@pytest.mark.parametrize(("first", "other", "said"), list(rows(SAME_FOLDER)))
def test_names_in_one_folder(first, other, said):
    assert told(kinship(f"/h/x/{first}", f"/h/x/{other}")) == said


@pytest.mark.parametrize(("first", "other", "said"), list(rows(PLACES)))
def test_names_in_two_places(first, other, said):
    assert told(kinship(first, other)) == said
    assert told(kinship(f"/srv/work{first}", f"/srv/work{other}")) == said or first.startswith("/home")


@pytest.mark.parametrize(
    ("first", "other", "why"),
    [
        ("/d/a v2.txt", "/d/a v3.txt", "version 2 before version 3"),
        ("/d/foo-1.2/p.py", "/d/foo-1.3/p.py", "folder foo-1.2 before foo-1.3"),
        ("/d/foo-1.3/p.py", "/d/foo-1.2/p.py", "folder foo-1.3 after foo-1.2"),
        ("/d/x 2024-03.xlsx", "/d/x 2024-04.xlsx", "one of a series: 2024-03 and 2024-04"),
        ("/d/Letter Miller.txt", "/d/Letter Smith.txt", "one of a series: letter miller and letter smith"),
        ("/d/Letter Miller.txt", "/d/Letter.txt", "only one of the names says miller"),
        (
            "/d/Miller/Dach.txt",
            "/d/Smith/Dach.txt",
            "one name for different things: folders Miller and Smith",
        ),
        ("/d/thesis.txt", "/d/thesis (1).txt", "the same name, apart from the mark of a copy"),
    ],
)
def test_why(first, other, why):
    assert kinship(first, other).why == why


def test_parts_of_one_project_are_no_versions():
    def in_project(first, other):
        return kinship(f"/p/{first}", f"/p/{other}", root="/p", other_root="/p").kin

    assert in_project("site/cart.js", "site_old/cart.js") == Kin.SERIES
    assert in_project("Backup/cart.js", "cart.js") == Kin.SERIES
    assert in_project("parser.py", "lexer.py") == Kin.SERIES
    assert in_project("parser_old.py", "parser.py") == Kin.SAME
    assert kinship("/p/cart.js", "/p-1/cart.js", root="/p", other_root="/p-1").kin != Kin.SAME
    assert kinship("/p/cart.js", "/p - Copy/cart.js", root="/p", other_root="/p - Copy").kin == Kin.SAME


def trees_of(contents):
    """Folders of a scan: {path: content number}; all files are of some size."""
    records = [FileRecord(path, 1, at, 1000, 0) for at, path in enumerate(contents)]
    return CopiedTrees(FileColumns.of(records), np.array(list(contents.values()), np.int32))


FILES = ("cart.js", "src/index.js", "src/pay.js", "src/view/list.js", "package.json")


def test_copied_trees_speak_for_generic_names_and_other_folders():
    first = {f"/h/work/webapp/{name}": at for at, name in enumerate(FILES)}
    copy = {f"/h/sandbox/shop/webapp/{name}": at if at > 1 else 100 + at for at, name in enumerate(FILES)}
    trees = trees_of(first | copy)
    for name in FILES:
        ours, theirs = f"/h/work/webapp/{name}", f"/h/sandbox/shop/webapp/{name}"
        assert kinship(ours, theirs, trees=trees).kin == Kin.SAME
        assert kinship(ours, theirs).kin < Kin.SAME
    assert kinship("/h/work/webapp/cart.js", "/h/sandbox/shop/webapp/src/pay.js", trees=trees).kin < Kin.NEAR


def test_sister_projects_are_a_series():
    first = {f"/h/work/bakery/{name}": at for at, name in enumerate(FILES)}
    sister = {f"/h/old/butcher/{name}": at if at < 2 else 100 + at for at, name in enumerate(FILES)}
    trees = trees_of(first | sister)
    for name in FILES:
        assert kinship(f"/h/work/bakery/{name}", f"/h/old/butcher/{name}", trees=trees).kin == Kin.SERIES


def test_a_copied_project_made_into_another_one_leaves_doubt():
    first = {f"/h/shop/{name}": at for at, name in enumerate(FILES)}
    sister = {f"/h/shop - Copy/{name}": 100 + at for at, name in enumerate(FILES)}
    found = kinship("/h/shop/cart.js", "/h/shop - Copy/cart.js", trees=trees_of(first | sister))
    assert found.kin == Kin.NEAR


def test_folders_side_by_side_with_words_of_their_own_leave_doubt():
    """Each customer or student has the same hand-outs, and a letter of his own."""
    first = {f"/h/Miller/{name}": at for at, name in enumerate(FILES)}
    other = {f"/h/Smith/{name}": at or 100 for at, name in enumerate(FILES)}
    trees = trees_of(first | other)
    assert kinship("/h/Miller/cart.js", "/h/Smith/cart.js", trees=trees).kin == Kin.NEAR
    assert kinship("/h/Miller/src/pay.js", "/h/Smith/src/pay.js", trees=trees).kin == Kin.NEAR


SAID_IN_NAMES = """
thesis report Miller v2 v3 (1) copy final draft 2024-03-01 2024-03 0007 12 Müller de rev2 old Kapitel отчет
報告書 foo-1.2 comments AB IMG_0012 log Backup edited new
"""
WORDS = st.sampled_from(SAID_IN_NAMES.split())
NAMES = st.builds(
    lambda words, gap, end: gap.join(words) + end,
    st.lists(WORDS, min_size=1, max_size=4),
    st.sampled_from(" _-"),
    st.sampled_from([".docx", ".py", ".jpg", ".log", ".log.1", ".zip", ".txt.bak", ".txt~", ""]),
)
SAID_IN_FOLDERS = """
Documents Backup foo-1.2 foo-1.3 v1 api Miller Smith site_old site 2023 de en Letters old webapp home media
src 2023-05 2023-05-01 Backup2023 draft final
"""
FOLDERS = st.lists(
    st.sampled_from(SAID_IN_FOLDERS.split()),
    max_size=4,
).map("/".join)
PATHS = st.builds(lambda folder, name: f"/{folder}/{name}".replace("//", "/"), FOLDERS, NAMES)


@example("/api/Documents/report.jpg", "/api/Documents/report (1).docx", False)
@given(PATHS, PATHS, st.booleans())
def test_both_ways_say_the_same(path, other, one_project):
    root = "/" if one_project else ""
    mine = kinship(path, other, root=root, other_root=root)
    its = kinship(other, path, root=root, other_root=root)
    assert (mine.kin, mine.order, mine.firm) == (its.kin, -its.order, its.firm)
    assert mine.why


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_is_a_path(path, other):
    mine, its = kinship(path, other), kinship(other, path)
    assert (mine.kin, mine.order, mine.firm) == (its.kin, -its.order, its.firm)
    assert kinship(path, path).kin == Kin.SAME


PLAIN = st.text("abcdefghijklmnopqrstuvwxyzäéżñ", min_size=1, max_size=12)


@given(
    PLAIN.filter(lambda word: len(word) > 1 and word not in ("ver", "rev", "vers", "wer", "red")),
    st.integers(0, 99999),
    st.integers(0, 99999),
    st.sampled_from([" ", "_", "-", " Nr ", " no. ", "#"]),
    st.sampled_from(["", " miller", "_x", " 2024"]),
    st.sampled_from([".docx", ".pdf", ".jpg", ".txt", ".py", ""]),
    st.integers(0, 4),
)
def test_names_that_differ_by_a_number_only_are_never_the_same(word, one, two, gap, end, kind, zeros):
    names = [f"{word}{gap}{number:0{zeros}}{end}{kind}" for number in (one, two)]
    if one != two and not _is_marked(word):
        assert kinship(f"/h/{names[0]}", f"/h/{names[1]}").kin != Kin.SAME


def _is_marked(word):
    from simfinder.actions.file_names.hints import hints_of

    return hints_of(f"x {word} 5.txt").stem != f"x {word} 5"


@given(NAMES, st.sampled_from(["2", "17", "0007", "2023"]))
def test_a_number_in_one_name_only_is_never_the_same(name, number):
    stem, dot, end = name.partition(".")
    assert kinship(f"/h/{name}", f"/h/{stem} Nr {number}{dot}{end}").kin != Kin.SAME


@pytest.mark.parametrize(
    ("name", "other", "kin", "order"),
    [
        ("Letter for the harbour bridge_jk2.docx", "Letter for the harbour bridge_clean.docx", Kin.SAME, -1),
        ("harbour bridge jk2.odt", "harbour bridge clean.odt", Kin.SAME, -1),
        ("harbour bridge_jk1.odt", "harbour bridge_jk2.odt", Kin.SERIES, 0),
        ("harbour bridge.odt", "harbour bridge_clean.odt", Kin.SERIES, 0),
        ("harbour bridge.odt", "harbour bridge_jk2.odt", Kin.SERIES, 0),
        ("harbour bridge_no2.odt", "harbour bridge_clean.odt", Kin.SERIES, 0),
        ("harbour bridge_jk22.odt", "harbour bridge_clean.odt", Kin.SERIES, 0),
        ("harbour tower_jk2.odt", "harbour bridge_clean.odt", Kin.SERIES, 0),
        ("letter_jk2.odt", "letter_clean.odt", Kin.SERIES, 0),  # anybody's
        ("harbour bridge_jk2.csv", "harbour bridge_clean.csv", Kin.SERIES, 0),  # data made fit for use
        ("fractions new.odt", "fractions new new.odt", Kin.SAME, -1),
        ("Brüche.odt", "Brüche neu neu.odt", Kin.SAME, -1),
    ],
)
def test_marks_of_reviewers(name, other, kin, order):
    assert compare_names(name, other)[:2] == (kin, order)
    assert compare_names(other, name)[:2] == (kin, -order)


@pytest.mark.parametrize(
    ("name", "other", "kin"),
    [
        ("1706139865.M0P77.host:2,S", "1706215465.M3P77.host:2,S", Kin.SERIES),
        ("1706139865.M0P77.host:2,S", "1706139865.M0P77.host:2,RS", Kin.SAME),
        ("1706139865.M0P77.host", "1706139865.M0P77.host,S=120:2,S", Kin.SERIES),
        ("1706139865.M0P77.host", "1706139865.M0P77.host;2,S", Kin.SAME),
        ("1706139865.M0P77.host:2,S", "1706139865.M0P77.host:2,S.bak", Kin.SAME),
    ],
)
def test_messages_of_a_mail_server(name, other, kin):
    assert compare_names(name, other).kin == compare_names(other, name).kin == kin


@pytest.mark.parametrize(
    ("folder", "other", "number"),
    [
        ("/h/manuscript 1", "/h/manuscript 3", -1),
        ("/h/manuscript 10", "/h/manuscript 9", 1),
        ("/h/novel/manuscript 1/parts", "/h/novel/manuscript 2/parts", -1),
        ("/h/manuscript 1", "/h/draft of a novel 3", 0),
        ("/h/novel 1/manuscript 1", "/h/novel 2/manuscript 2", 0),
        ("/h/1", "/h/2", 0),
        ("/h/chapter 1", "/h/chapter 2", 0),
        ("/h/customers 1", "/h/customers 2", 0),
        ("/h/step 1", "/h/step 2", 0),
        ("/h/novel 2021", "/h/novel 2022", 0),
    ],
)
def test_running_numbers_of_folders(folder, other, number):
    assert compare_places(folder, other).number == number
    assert compare_places(other, folder).number == -number


def test_versions_of_numbered_folders_are_versions_of_their_files():
    places = compare_places("/h/manuscript 1", "/h/manuscript 2")
    names = compare_names("one.odt", "one.odt")
    assert combine(names, places, Trees.VERSIONS, one_name=True)[:3] == (Kin.SAME, -1, True)
    assert combine(names, places, Trees.SISTERS, one_name=True).kin == Kin.SERIES
    code = compare_names("one.py", "one.py")
    assert combine(code, places, Trees.VERSIONS, one_name=True).kin == Kin.SERIES
    assert combine(names, places, Trees.VERSIONS, one_name=True, one_project=True).kin == Kin.SERIES


def test_an_everyday_name_is_the_same_where_the_names_around_it_are():
    places = compare_places("/h/Desktop", "/h/Backup")
    letter = compare_names("letter.odt", "letter.odt")
    assert combine(letter, places, Trees.NAMESAKES, one_name=True).kin == Kin.SAME
    assert combine(letter, places, Trees.SISTERS, one_name=True).kin == Kin.NEAR
    code = compare_names("kiln.py", "kiln.py")
    assert combine(code, places, Trees.NAMESAKES, one_name=True).kin == Kin.NEAR
    siblings = compare_places("/h/Miller", "/h/Smith")
    assert combine(letter, siblings, Trees.NAMESAKES, one_name=True).kin == Kin.SERIES


@pytest.mark.parametrize(
    ("folder", "other", "apart"),
    [
        ("/h/BSD-x86", "/h/BSD-x86_64", True),
        ("/h/linux-aarch64/crypto", "/h/linux64-s390x/crypto", True),
        ("/h/BSD-x86/asm", "/h/BSD-x86/asm_avx2", True),
        ("/h/tool-linux", "/h/tool-win64", True),
        ("/h/album 32", "/h/album 64", False),
        ("/h/photos", "/h/photos 64", False),
        ("/h/linux", "/h/garden", False),
    ],
)
def test_builds_for_platforms_are_kept_side_by_side(folder, other, apart):
    assert (compare_places(folder, other).place == Place.APART) is apart
    assert (compare_places(other, folder).place == Place.APART) is apart


def test_a_version_of_an_everyday_name_among_old_things_is_one():
    found = kinship("/h/old/invoice 0042 v1.docx", "/h/invoice 0042 v2.docx")
    assert (found.kin, found.order, found.firm) == (Kin.SAME, -1, True)
    assert kinship("/h/old/invoice 0042 v3.docx", "/h/invoice 0042 v2.docx").kin is not Kin.SAME
    assert kinship("/h/old/invoice.docx", "/h/invoice.docx").kin is Kin.NEAR
