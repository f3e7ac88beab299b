"""Names as people and programs write them, with what they say and the stem that is left."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.file_names import hints as namehints
from simfinder.actions.file_names.hints import NO_HINTS, NameHints, hints_of, may_hint

# name | stem | hints: copy=, v=, final, draft, new (with their round), spare, doubtful, date in ISO form
TABLE = """
jquery.min.js | jquery min |
jquery-3.1.1.min.js | jquery min | v=3.1.1
report.txt | report |
report v2.txt | report | v=2
report_V1.2.3.docx | report | v=1.2.3
report rev7.txt | report | v=7
report-r12.txt | report | v=12
report v2.0.txt | report | v=2
report.v3.txt | report | v=3
report.v3 | report | v=3
report (v4).txt | report | v=4
report Version 5.txt | report | v=5
report ver. 6.txt | report | v=6
ThesisV3.docx | thesis | v=3
v1 report.txt | report | v=1
v2.txt | | v=2
report v2.0-beta3.txt | report | v=2 draft=203
report v2.0rc1.tar.gz | report | v=2 draft=401
click-8.1.3.tar.gz | click | v=8.1.3
click-8.1.3-py3-none-any.whl | click py3 none any | v=8.1.3
click-8.1.3rc1.zip | click | v=8.1.3 draft=401
python-3.11.4.tar.xz | python | v=3.11.4
app_1.2.3_amd64.deb | app amd64 | v=1.2.3
Bericht Fassung 2.odt | bericht | v=2
Bericht_Version3.odt | bericht | v=3
rapport révision 4.pdf | rapport | v=4
informe versión 2.doc | informe | v=2
relazione versione 2.doc | relazione | v=2
relatório versão 2.doc | relatório | v=2
verslag versie 2.doc | verslag | v=2
raport wersja 2.doc | raport | v=2
отчет версия 2.doc | отчет | v=2
отчёт ред. 3.doc | отчёт | v=3
報告書 第2版.docx | 報告書 | v=2
報告書バージョン3.docx | 報告書 | v=3
报告版本2.docx | 报告 | v=2
报告（第3版）.docx | 报告 | v=3

report (1).txt | report | copy=2
report(12).tar.gz | report | copy=13
report[1].htm | report | copy=2
report (1) | report | copy=2
report.txt (1) | report | copy=2
report (1) (2).txt | report | copy=5
copy.txt | | copy=1
report copy.txt | report | copy=1
report copy 3.txt | report | copy=4
report_copy2.txt | report | copy=3
report (copy).txt | report | copy=1
report (copy 2).txt | report | copy=3
report (another copy).txt | report | copy=1
report (3rd copy).txt | report | copy=4
report (Copy).txt | report | copy=1
report - Copy.txt | report | copy=1
report - Copy (2).txt | report | copy=3
report - Copy - Copy.txt | report | copy=2
Copy of report.txt | report | copy=1
Copy (3) of report.txt | report | copy=4
Copy of Copy of report.txt | report | copy=2
report.txt copy | report | copy=1
Kopie von report.txt | report | copy=1
Kopie (2) von report.txt | report | copy=3
report - Kopie.txt | report | copy=1
report - Kopie (2).txt | report | copy=3
report Kopie 2.txt | report | copy=3
report (Kopie).txt | report | copy=1
report (weitere Kopie).txt | report | copy=1
report (3. Kopie).txt | report | copy=4
report - Copie.txt | report | copy=1
report copie 2.txt | report | copy=3
Copie de report.txt | report | copy=1
Copie d'agenda.txt | agenda | copy=1
report (autre copie).txt | report | copy=1
report (3e copie).txt | report | copy=4
report - copia.txt | report | copy=1
report copia 2.txt | report | copy=3
Copia de report.txt | report | copy=1
Copia di report.txt | report | copy=1
report (otra copia).txt | report | copy=1
report (3ª copia).txt | report | copy=4
report (altra copia).txt | report | copy=1
report - Cópia (2).txt | report | copy=3
Cópia de report.txt | report | copy=1
report (outra cópia).txt | report | copy=1
report - kopie.txt | report | copy=1
Kopie van report.txt | report | copy=1
report (andere kopie).txt | report | copy=1
report — kopia.txt | report | copy=1
report - Kopia (2).txt | report | copy=3
Kopia report.txt | report | copy=1
report (następna kopia).txt | report | copy=1
report – копия.txt | report | copy=1
report — копия (2).txt | report | copy=3
Копия report.txt | report | copy=1
report (другая копия).txt | report | copy=1
report (3-я копия).txt | report | copy=4
reportのコピー.txt | report | copy=1
reportのコピー 2.txt | report | copy=3
report - コピー.txt | report | copy=1
report - コピー (2).txt | report | copy=3
コピー ～ report.txt | report | copy=1
コピー (2) ～ report.txt | report | copy=3
report (コピー).txt | report | copy=1
report (3 番目のコピー).txt | report | copy=4
report的副本.txt | report | copy=1
report 的副本 2.txt | report | copy=3
report - 副本.txt | report | copy=1
report - 副本 (2).txt | report | copy=3
report（1）.txt | report | copy=2
report (另一个副本).txt | report | copy=1
report (第 3 个副本).txt | report | copy=4
复件 report.txt | report | copy=1
复件 (2) report.txt | report | copy=3
report 拷贝.txt | report | copy=1
report - 複製.txt | report | copy=1
複製 -report.txt | report | copy=1
report (Anna's conflicted copy 2024-03-01).txt | report | copy=1
report.sync-conflict-20240301-140533-ABCDEFG.txt | report | copy=1
report (In Konflikt stehende Kopie von PC 2024-03-01).txt | report | copy=1

report.bak | report | spare
report.txt.bak | report | spare
report.txt.bak2 | report | spare
report.txt.orig | report | spare
report.old | report | spare
report.txt~ | report | spare
report.txt.~3~ | report | spare
#report.txt# | report | doubtful
report.txt.autosave | report | doubtful
report_autosave.txt | report | doubtful
report-original.jpg | report | doubtful
report_alt.doc | report | doubtful
.bashrc.bak | bashrc | spare
.bashrc~ | bashrc | spare
config.dpkg-old | config | spare
config.cfg.rpmsave | config | spare
config.cfg.rpmnew | config | new=0
config.cfg.save | config | spare
game.save | game |
report_backup.txt | report | spare
backup report.txt | report | spare
report_bak.txt | report | spare
report_old.txt | report | spare
report old2.txt | report | spare
old report.txt | report | spare
report~20240301-140533.txt | report | spare date=2024-03-01 14:05:33
report (1).txt.bak | report | copy=2 spare
report Sicherungskopie.txt | report | spare
report alte Version.txt | report | spare
report sauvegarde.txt | report | spare
report ancien.txt | report | spare
report copia de seguridad.txt | report | spare
report antiguo.txt | report | spare
report vecchio.txt | report | spare
report antigo.txt | report | spare
report cópia de segurança.txt | report | spare
report oud.txt | report | spare
report kopia zapasowa.txt | report | spare
report stary.txt | report | spare
report старый.txt | report | spare
report резервная копия.txt | report | spare
report_旧.txt | report | spare
reportバックアップ.txt | report | spare
report 备份.txt | report | spare

report final.txt | report | final=1
report_final2.txt | report | final=2
report final 3.txt | report | final=3
report_FINAL_really.doc | report | final=2
report_really_final.doc | report | final=2
report_final_final.doc | report | final=2
report.final.txt | report | final=1
report final (1).txt | report | final=1 copy=2
report final version.txt | report | final=1
report v2 final.txt | report | v=2 final=1
report_v2_final_2024-03-01.txt | report | v=2 final=1 date=2024-03-01
report draft.txt | report | draft=1
report_draft2.txt | report | draft=2
report WIP.txt | report | draft=1
report final draft.txt | report |
report_new.txt | report | new=1
report new 2.txt | report | new=2
report updated.txt | report | new=1
Bericht endgültig.odt | bericht | final=1
Bericht_endgueltig.odt | bericht endgueltig |
Bericht Endfassung.odt | bericht | final=1
Bericht Entwurf 2.odt | bericht | draft=2
Bericht neu.odt | bericht | new=1
rapport définitif.pdf | rapport | final=1
rapport definitif.pdf | rapport | final=1
rapport brouillon.pdf | rapport | draft=1
informe definitivo.doc | informe | final=1
informe borrador.doc | informe | draft=1
informe nuevo.doc | informe | new=1
relazione definitiva.doc | relazione | final=1
relazione bozza.doc | relazione | draft=1
relatório rascunho.doc | relatório | draft=1
verslag definitief.doc | verslag | final=1
verslag concept.doc | verslag | draft=1
raport ostateczny.doc | raport | final=1
raport wersja robocza 2.doc | raport | draft=2
raport szkic.doc | raport | draft=1
отчет_финал.doc | отчет | final=1
отчет окончательный.doc | отчет | final=1
отчет черновик.doc | отчет | draft=1
報告書_最終版.docx | 報告書 | final=1
報告書_下書き.docx | 報告書 | draft=1
報告書_改訂版.docx | 報告書 | new=1
报告 终稿2.docx | 报告 | final=2
报告_最终版.docx | 报告 | final=1
报告草稿.docx | 报告 | draft=1
报告_修订版.docx | 报告 | new=1

report 2024-03-01.txt | report | date=2024-03-01
20240301 report.txt | report | date=2024-03-01
report_2024.03.01.txt | report | date=2024-03-01
report 2024_3_1.txt | report | date=2024-03-01
report 01.03.2024.txt | report | date=2024-03-01
report 1.3.2024.txt | report | date=2024-03-01
report 13-04-2024.txt | report | date=2024-04-13
report 04-13-2024.txt | report | date=2024-04-13
report 05-05-2024.txt | report | date=2024-05-05
report 03-04-2024.txt | report 03 04 2024 |
IMG_20240301_154502.jpg | img | date=2024-03-01 15:45:02
PXL_20240301_154502123.jpg | pxl | date=2024-03-01 15:45:02
report 20240301T1545Z.txt | report | date=2024-03-01 15:45
report 20240301154502.txt | report | date=2024-03-01 15:45:02
report 2024-03-01T15-45.txt | report | date=2024-03-01 15:45
report 2024-03-01 14.05.33.txt | report | date=2024-03-01 14:05:33
Screenshot 2024-03-01 at 2.05.33 PM.png | screenshot | date=2024-03-01 14:05:33
Screenshot 2024-03-01 at 12.05.33 AM.png | screenshot | date=2024-03-01 00:05:33
Screenshot from 2024-03-01 14-05-33.png | screenshot from | date=2024-03-01 14:05:33
Bildschirmfoto 2024-03-01 um 14.05.33.png | bildschirmfoto | date=2024-03-01 14:05:33
Capture d’écran 2024-03-01 à 14.05.33.png | capture d écran | date=2024-03-01 14:05:33
WhatsApp Image 2024-03-01 at 14.05.33.jpeg | whatsapp image | date=2024-03-01 14:05:33
report 1709251200.txt | report | date=2024-03-01 00:00:00
report_1709251200123.txt | report | date=2024-03-01 00:00:00
report 2024-W09.txt | report | date=2024-02-26 to 2024-03-03
report 2024W09.txt | report | date=2024-02-26 to 2024-03-03
report KW09 2024.txt | report | date=2024-02-26 to 2024-03-03
report 2024-W09-5.txt | report | date=2024-03-01
report Q1 2024.txt | report | date=2024-01-01 to 2024-03-31
report 2024-Q4.txt | report | date=2024-10-01 to 2024-12-31
report 2024-03.txt | report | date=2024-03
report Mar 2024.txt | report | date=2024-03
report 3 Mar 2024.txt | report | date=2024-03-03
report 03Mar2024.txt | report | date=2024-03-03
report March 3rd, 2024.txt | report | date=2024-03-03
report 2024-Mar-03.txt | report | date=2024-03-03
Bericht 3. März 2024.odt | bericht | date=2024-03-03
Bericht Mai 2024.odt | bericht | date=2024-05
rapport 1er février 2024.pdf | rapport | date=2024-02-01
rapport 3 fevrier 2024.pdf | rapport | date=2024-02-03
rapport août 2024.pdf | rapport | date=2024-08
informe 3 de marzo de 2024.doc | informe | date=2024-03-03
relazione 3 marzo 2024.doc | relazione | date=2024-03-03
relatório 3 de março de 2024.doc | relatório | date=2024-03-03
verslag 3 maart 2024.doc | verslag | date=2024-03-03
raport 3 marca 2024.doc | raport | date=2024-03-03
отчет 3 марта 2024.doc | отчет | date=2024-03-03
報告書 2024年3月1日.docx | 報告書 | date=2024-03-01
報告書 2024年3月.docx | 報告書 | date=2024-03
スクリーンショット 2024-03-01 14.05.33.png | スクリーンショット | date=2024-03-01 14:05:33
屏幕截图 2024年3月1日 14时05分.png | 屏幕截图 | date=2024-03-01 14:05

photo 1024.jpg | photo 1024 |
ISO 8601.pdf | iso 8601 |
RFC 2822.txt | rfc 2822 |
python3.11 | python3 11 |
iphone 12.txt | iphone 12 |
wallpaper 1920x1080.png | wallpaper 1920x1080 |
wallpaper-3840x2160.png | wallpaper 3840x2160 |
chapter 4.txt | chapter 4 |
chapter-1.2.3.txt | chapter 1 2 3 |
chapter 1.2.3.txt | chapter 1 2 3 |
track 07.mp3 | track 07 |
S01E02.mkv | s01e02 |
film (2019).mkv | film 2019 |
tax 2023.pdf | tax 2023 |
host-192.168.1.10.log | host 192 168 1 10 |
libfoo.so.1.2.3 | libfoo so 1 2 3 |
nov2.txt | nov2 |
mp4v2.txt | mp4v2 |
ipv6.txt | ipv6 |
v4l2.c | v4l2 |
h264 video.mp4 | h264 video |
r8169.ko | r8169 |
a v.txt | a v |
a 2024-13-01.txt | a 2024 13 01 |
a 2024-02-30.txt | a 2024 02 30 |
a 2024-0301.txt | a 2024 0301 |
phone 120240301.txt | phone 120240301 |
a 1824-03-01.txt | a 1824 03 01 |
photocopy.txt | photocopy |
copyright.txt | copyright |
backups of mine.txt | backups of mine |
rtc-v3020.c | rtc v3020 |
report v2024.1.txt | report | v=2024.1
sun8i-r16-parrot.dts | sun8i r16 parrot |
report_r12_final.txt | report | v=12 final=1
athub_v1_0.h | athub v1 0 |
gcloud_version.1.gz | gcloud version 1 |
topics_final.1.gz | topics final 1 |
tcp_backup_key.c | tcp backup key |
the old man.txt | the old man |
test_final_value.py | test final value |
backup of report final (2).txt | report | final=1 copy=3 spare
report final - Copy (2).txt | report | final=1 copy=3
Copy of final report.txt | report | final=1 copy=1
gold.txt | gold |
threshold.txt | threshold |
finally.txt | finally |
semifinal.txt | semifinal |
drafting.txt | drafting |
renew.txt | renew |
data set 2024.txt | data set 2024 |
print out 2024.txt | print out 2024 |
order 4417-22.txt | order 4417 22 |
コピー機.txt | コピー機 |
新聞.txt | 新聞 |
"""
ROWS = [tuple(part.strip() for part in line.split("|")) for line in TABLE.splitlines() if line.strip()]


def said(hints):
    """Hints in the words of the table."""
    words = [f"v={'.'.join(map(str, hints.version))}"] if hints.version else []
    words += [f"{ {-1: 'draft', 1: 'new', 2: 'final'}[hints.stage] }={hints.round}"] if hints.stage else []
    words += [f"copy={hints.copy}"] if hints.copy else []
    words += [["doubtful", "spare"][hints.spare - 1]] if hints.spare else []
    words += [f"date={hints.date}"] if hints.date else []
    return " ".join(words)


def test_the_table_is_long():
    assert len(ROWS) > 250
    assert len({name for name, _, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(("name", "stem", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_names(name, stem, expected):
    hints = hints_of(name)
    assert (hints.stem, said(hints)) == (stem, expected)


@pytest.mark.parametrize(("name", "stem", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_names_are_read_the_same_in_other_spellings(name, stem, expected):
    """Decomposed as macOS has them, without the stem, and (where case means nothing) in capitals."""
    assert hints_of(unicodedata.normalize("NFD", name)) == hints_of(name)
    assert hints_of(name, stem=False)._replace(stem="") == hints_of(name)._replace(stem="")
    if not (name[0] == "T" and "V3" in name):
        assert hints_of(name.upper())._replace(stem="") == hints_of(name.lower())._replace(stem="")


_HINTED = [
    (name.rpartition(".")[0], stem, said) for name, stem, said in ROWS if said and name.endswith(".txt")
]


@given(
    st.sampled_from(_HINTED),
    st.sampled_from(["", ".txt", ".docx", ".tar.gz", ".7z", ".PY", ".jpeg"]),
    st.sampled_from(["", "~", ".bak", ".orig", ".old", ".~12~", ".BAK", ".bak~"]),
)
def test_hints_are_found_whatever_the_ending(row, extension, backup):
    name, stem, expected = row
    hints = hints_of(name + extension + backup)
    if not extension and backup in (".orig", ".old", ".bak", ".BAK"):
        assert hints.spare == 2
    if backup:
        assert hints.spare == 2
        hints = hints._replace(spare=2 if "spare" in expected else 1 if "doubtful" in expected else 0)
    assert (hints.stem, said(hints)) == (stem, expected)


_PIECES = [
    "v2",
    "(1)",
    "final",
    "Copy",
    "copy",
    "of",
    "old",
    "bak",
    ".txt",
    ".bak",
    "2024",
    "03",
    "01",
    "mar",
    "3",
    "q1",
    "-w09",
    "8.1.3",
    "r5",
    "V3",
    "x",
    "～",
    "コピー",
    "的副本",
    "新",
    "旧",
    "版",
    "第2",
    "年",
    "копия",
    "kopie",
]
_PARTS = st.one_of(
    st.sampled_from(list(" _-.()[]~#") + _PIECES),
    st.text(max_size=3),
)


@given(st.lists(_PARTS, max_size=8).map("".join))
def test_the_quick_look_never_hides_a_hint(name):
    """It only saves time: where every pattern is tried, each name reads the same."""
    quick = hints_of(name)
    with pytest.MonkeyPatch.context() as patch:
        look = namehints._look
        patch.setattr(namehints, "_look", lambda name: (look(name)[0], 63, True))
        assert hints_of(name) == quick


@given(st.one_of(st.text(), st.binary().map(lambda raw: raw.decode(errors="surrogateescape"))))
def test_any_name_can_be_read(name):
    hints = hints_of(name)
    assert isinstance(hints, NameHints)
    assert hints.copy >= 0
    assert hints_of(name, stem=False) == NO_HINTS or hints._replace(stem="") != NO_HINTS


@given(
    st.lists(st.lists(_PARTS, max_size=5).map("".join) | st.text(alphabet="aV2.(3)-#~\n0ä版"), max_size=12)
)
def test_many_names_at_once_are_looked_at_as_one_by_one(names):
    may = may_hint(names)
    assert may.shape == (len(names),)
    for name, looked_at in zip(names, may.tolist(), strict=True):
        if not looked_at:
            assert hints_of(name, stem=False) == NO_HINTS, name


def test_names_that_say_nothing_need_no_second_look():
    names = ["Makefile", "kernel.c", "iphone 12.jpg", "a_b-c.txt", "", "1234.dat"]
    assert not may_hint(names).any()
    assert may_hint(["x copy.txt", "kernel.c", "ThesisV3", "notes~", "a-2020-01-02"]).tolist() == [
        True, False, True, True, True
    ]  # fmt: skip
