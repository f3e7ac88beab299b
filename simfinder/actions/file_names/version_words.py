"""The words by which file names describe themselves: copy, backup, old, new, draft, final, version, months.

Data only, lower case and composed (NFC); what they mean together is decided in ``hints`` and ``dates``. English,
German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian; words of Japanese and Chinese (which have no
gaps between words) have tables of their own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# words that Windows, macOS, GNOME, KDE and web stores put before or after the name of a copy
COPY = _listed("copy copie copia cópia kopie kopia kopi kopya копия duplicate duplikat дубликат")
# "(another copy)", "(weitere Kopie)"
ANOTHER = _listed("another weitere autre otra altra outra andere następna kolejna inna другая еще ещё")
# "Copy of", "Kopie von"; Polish and Russian go without
OF = ("of", "von", "de", "di", "da", "do", "del", "della", "van", "pliku", "файла")
CONFLICT = _listed("conflict conflicted konflikt konfliktkopie conflit conflicto conflitto conflito конфликт")

# set aside because something newer took its place
BACKUP = _listed("""
    backup bak bkp old older orig prev previous obsolete outdated superseded
    sicherung sicherungskopie sicherheitskopie alte altes altefassung vorherige veraltet
    sauvegarde ancien ancienne anciens vieux vieille précédent précédente obsolète
    respaldo antiguo antigua viejo vieja anterior obsoleto obsoleta
    vecchio vecchia precedente
    antigo antiga velho velha
    oud oude reservekopie verouderd vorige
    stary stara poprzedni poprzednia
    gammal gamla gammel gamle föregående forrige säkerhetskopia sikkerhedskopi sikkerhetskopi
    eski yedek önceki
    старый старая старое старые бэкап бекап резервная предыдущий устаревший
""")
BACKUP_PHRASES = (
    "backup copy", "copia de seguridad", "cópia de segurança", "copia de segurança", "copie de sauvegarde",
    "copia di backup", "copia di sicurezza", "copia de respaldo", "kopia zapasowa", "резервная копия",
    "старая версия", "alte version", "alte fassung", "old version", "ancienne version", "versión anterior",
    "versione precedente", "versão antiga", "oude versie", "stara wersja",
)  # fmt: skip
# less worth keeping than a plain name, but not surely earlier ("alt", "alter" are German for old)
DOUBTFUL = _listed("""
    alt alter original originale originel oryginał оригинал autosave autosaved autorecovery autorecover
    recovered restored autospeichern wiederhergestellt autoguardado recuperado autosalvataggio recuperato автосохранение
    odzyskany récupéré hersteld
""")

DOUBTFUL_PHRASES = ("auto saved", "auto save", "auto recovered", "auto recovery", "auto recover")

DRAFT = _listed("""
    draft drafts wip preliminary rough entwurf rohfassung vorläufig konzept brouillon ébauche provisoire borrador
    provisional bozza rascunho concept kladversie klad szkic roboczy robocza wersjarobocza черновик черновой
    черновая набросок
    utkast udkast taslak müsvedde
""")
DRAFT_PHRASES = ("wersja robocza", "work in progress", "черновая версия")

FINAL = _listed("""
    final finale finals finalversion finalfinal endgültig endgültige endfassung endversion schlussfassung
    reinfassung définitif définitive finalisé definitivo definitiva definitief definitieve finaal eindversie
    ostateczna ostateczny ostateczne finalna finalny finalne финал финальный финальная финальное окончательный
    окончательная итоговый итоговая чистовик
    slutlig slutliga slutgiltig slutversion endelig nihai sonhali
    sent submitted gesendet versendet abgeschickt abgesendet eingereicht envoyé envoyée soumis soumise enviado enviada
    approved adopted published cameraready genehmigt freigegeben beschlossen verabschiedet veröffentlicht
    inviato inviata consegnato verzonden ingediend wysłane złożone skickad inskickad отправлено
""")
EMPHASIS = _listed("""
    really real very truly absolutely definitely last wirklich echt vraiment realmente davvero mesmo naprawdę
    точно совсем
""")

NEW = _listed("""
    new newer newest updated revised corrected latest neu neue neuer neues neueste aktuell aktualisiert
    überarbeitet korrigiert nouveau nouvelle corrigé corrigée révisé nuevo nueva corregido nuovo nuova corretto
    novo nova corrigido nieuw nieuwe herzien nowy nowa nowe poprawiony poprawiona новый новая новое исправленный
    исправлено
    uppdaterad opdateret oppdatert reviderad revideret güncel yeni
""")

VERSION = _listed("""
    v ver vers version versión versione versão versie wersja wer версия вер rev revision révision revisión
    revisione revisão revisie rewizja редакция ред ревизия fassung
""")
# a number behind these counts parts of a work
COUNTED = frozenset(
    _listed("""
    chapter chap ch section sec fig figure table tab lesson part item exercise question kapitel kap abschnitt abb
    bild tabelle teil aufgabe chapitre capitulo capítulo capitolo hoofdstuk rozdział глава ip
""")
)
BEFORE_RELEASE = {
    "a": 100,
    "alpha": 100,
    "b": 200,
    "beta": 200,
    "pre": 300,
    "rc": 400,
}  # above the rounds of drafts

_MONTHS = """
    january jan januar janvier janv enero ene gennaio gen janeiro januari styczeń stycznia sty январь января янв jänner
    february feb februar février fevr févr febrero febbraio fevereiro fev februari luty lutego lut февраль февраля фев
    march mar märz mrz mär mars marzo março maart mrt marzec marca март марта мар
    april apr avril avr abril abr aprile kwiecień kwietnia kwi апрель апреля апр
    may mai mayo maggio mag maio mei maj maja май мая
    june jun juni juin junio giugno giu junho czerwiec czerwca cze июнь июня июн
    july jul juli juillet juil julio luglio lug julho lipiec lipca lip июль июля июл
    august aug août aou agosto ago augustus sierpień sierpnia sie август августа авг
    september sep sept septembre septiembre settembre setembro set wrzesień września wrz сентябрь сентября сен сент
    october oct oktober okt octobre octubre ottobre ott outubro out październik października paź октябрь октября окт
    november nov novembre noviembre novembro listopad listopada lis ноябрь ноября ноя нояб
    december dec dezember dez décembre déc diciembre dic dicembre dezembro grudzień grudnia gru декабрь декабря дек
"""


def _plain(word: str) -> str:
    """Remove a word's accents, as many people type it; letters of other scripts stay."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return bare.replace("ł", "l") if bare.isascii() or "ł" in bare else word


def _with_plain(words: Iterable[str]) -> tuple[str, ...]:
    """Add the forms without accents, and sort longest first, so that an alternation takes the whole word."""
    every = {form for word in words for form in (word, _plain(word))}
    return tuple(sorted(every, key=lambda word: (-len(word), word)))


COPY_WORDS = _with_plain(COPY)
ANOTHER_WORDS = _with_plain(ANOTHER)
CONFLICT_WORDS = _with_plain(CONFLICT)
BACKUP_WORDS = _with_plain((*BACKUP, *BACKUP_PHRASES))
DOUBTFUL_WORDS = _with_plain((*DOUBTFUL, *DOUBTFUL_PHRASES))
DRAFT_WORDS = _with_plain((*DRAFT, *DRAFT_PHRASES))
FINAL_WORDS = _with_plain((*FINAL, "camera ready"))
EMPHASIS_WORDS = _with_plain(EMPHASIS)
NEW_WORDS = _with_plain(NEW)
VERSION_WORDS = _with_plain(VERSION)
MONTHS: dict[str, int] = {
    form: month
    for month, line in enumerate(_MONTHS.strip().splitlines(), 1)
    for form in _with_plain(line.split())
}
# words of other meanings too ("data set 2024", "print out 2024"): they need a day beside them to be a month
ONLY_WITH_DAY = frozenset(_listed("set out ago mag gen lip lis sie dic"))

# endings added to a whole name, removed as often as they occur
BACKUP_ENDINGS = (
    "bak",
    "backup",
    "bkp",
    "orig",
    "old",
    "save",
    "sav",
    "dpkg-old",
    "dpkg-dist",
    "rpmsave",
    "prev",
)
DOUBTFUL_ENDINGS = ("autosave", "asd", "wbk", "swp", "tmp", "rej")
NEW_ENDINGS = ("new", "dpkg-new", "rpmnew", "pacnew")

# Japanese, simplified and traditional Chinese; longest first
CJK_COPY = _listed("のコピー コピー 的副本 副本 的拷贝 拷贝 的拷貝 拷貝 複本 的複本 複製 复制 复件 複件")
CJK_BACKUP = _listed("バックアップ 以前の 旧版 旧バージョン 古い 備份 备份 舊版")
CJK_ALONE_BACKUP, CJK_ALONE_NEW = "旧舊", "新"  # words only where no other sign of a word is beside them
CJK_DOUBTFUL = _listed("自動保存 自动保存 自動儲存")
CJK_DRAFT = _listed("下書き 草案 ドラフト 草稿 初稿 未定稿")
CJK_FINAL = _listed("最終版 最終稿 最終 決定版 完成版 最终版 最终稿 最终 终稿 终版 定稿 完稿")
CJK_NEW = _listed("改訂版 修正版 改定版 最新版 更新版 修订版 修訂版 修改版 新版")
CJK_VERSION = _listed("バージョン 版本")
