"""Reading of the folders above a file: neutral places, backups, and how good a place is to keep a file in.

Text in, values out. A neutral place (Documents, Backup, "old laptop") says nothing about the content of a file; a
folder with a word of its own ("Miller") does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache

from simfinder.actions.file_names.hints import hints_of
from simfinder.actions.file_names.kin_words import STOPWORDS, fold, words_of
from simfinder.text.patterns import late_pattern

DOWNLOADS = words_of("""
    download downloads downloaded heruntergeladen telechargement telechargements descarga descargas scaricati
    scaricato transferencias transferencia
    baixados pobrane загрузки скачанное ダウンロード 下载 下載 attachments anhange
    pieces jointes adjuntos allegati anexos bijlagen zalaczniki вложения received incoming
""")
BACKUPS = words_of("""
    backup backups bak bkp sicherung sicherungen sicherungskopie sicherungskopien datensicherung sauvegarde
    sauvegardes respaldo respaldos copias seguridad salvataggio salvataggi seguranca reservekopie
    reservekopieen kopia kopie zapasowa zapasowe бэкап бекап резервная резервные копия копии バックアップ 备份 備份
    snapshot snapshots timeshift timemachine versionen versions versiones versioni versoes versies wersje версии
""")
ASIDE = words_of("""
    old older oldstuff previous prev obsolete outdated superseded deprecated archive archives archived archiv
    archivs alt alte altes alter altlasten vorherige veraltet abgelegt
    ancien ancienne anciens anciennes vieux archivage viejo viejos vieja viejas antiguo antiguos antigua antiguas
    archivo archivos vecchio vecchi vecchia vecchie archivio archivi velho velhos antigo antigos arquivo arquivos
    oud oude archief stary stare stara archiwum старый старое старые архив 旧 古い 归档 存档
""")
TEMPORARY = words_of("""
    tmp temp temporary temporar temporare cache caches caching scratch tempfiles temporaire temporal temporaneo
    tijdelijk tymczasowe временные
""")
TRASH = words_of("""
    trash trashes recycled recycler recycle papierkorb geloscht corbeille papelera cestino lixeira lixo
    prullenbak kosz корзина ゴミ箱 回收站 deleted removed waste rubbish garbage stversions
""")
DEVICES = words_of("""
    laptop notebook computer pc rechner mac macbook imac ordinateur portable ordenador portatil portatile
    computador komputer ноутбук компьютер phone handy tablet disk disc drive drives platte festplatte disque
    disco schijf dysk диск hdd ssd external externe extern usb stick flash thumbdrive nas cloud
    mnt media volumes volume run mount mounts
    onedrive dropbox nextcloud owncloud icloud googledrive google sync synced syncthing pcloud seafile com apple
    clouddocs
""")
_HOMES = words_of("""
    documents document docs mydocuments dokumente dokument ablage eigene dateien desktop schreibtisch bureau escritorio
    scrivania ambientedetrabalho bureaublad pulpit рабочий стол документы документ デスクトップ ドキュメント 文档 桌面
    documentos documenti documenten dokumenty area trabalho
    home homes private privat personal personlich
    stuff things thing misc various other others diverses sonstiges verschiedenes sachen divers
    cosas varios cose vari varie coisas diversos spullen rzeczy rozne разное вещи
    folder ordner dossier carpeta cartella pasta papka папка フォルダー 文件夹
    my mein meine unser our new newer neu neue neuer nuevo nueva nouveau nouvelle nuovo nuova novo nova nieuw
    nieuwe nowy nowe current aktuell aktuelle actuel actual attuale atual huidig latest newest final
    draft drafts entwurf entwurfe brouillon brouillons borrador borradores bozza bozze rascunho rascunhos concept
    concepten szkice черновики work wip working inbox todo unsorted
    copy copies copied kopien copie copia duplicate duplicates duplikate doppelte doublons
    duplicados duplicati saved save moved imported exported recovered restored rescued wiederhergestellt
    gerettet
""")
_FILLERS = words_of("""
    file files dateien fichiers archivos ficheiros bestanden pliki файлы from before after local lokal shared share
    user users benutzer found lost data daten
""")
"""Words that say nothing beside a neutral one: "old files", "shared documents"."""
NEUTRAL = DOWNLOADS | BACKUPS | ASIDE | TEMPORARY | TRASH | DEVICES | _HOMES

_TOKENS = late_pattern(r"[^\W\d_]+|\d+")
_CAMEL = late_pattern(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
_CONFLICT_TEXT = (
    r"sync-conflict-|conflicted copy|\([^()]{0,60}(?:conflict|konflikt|conflit|конфликт)[^()]{0,60}\)"
)
_CONFLICT = late_pattern(_CONFLICT_TEXT, re.IGNORECASE)
_CONFLICT_BYTES = late_pattern(_CONFLICT_TEXT.encode(), re.IGNORECASE)
_SYSTEM_TRASH = late_pattern(r"\.trash(?:es|-\d+|bin)?|\$recycle\.bin|\.stversions|lost\+found")

IN_COPY, IN_DOWNLOADS, IN_BACKUP, IN_TEMPORARY, IN_TRASH, IN_CONFLICT = 1, 2, 4, 8, 16, 32


def tokens_of(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a folder's name, folded; "OldLaptop" is two words."""
    return tuple(_TOKENS.findall(fold(_CAMEL.sub(" ", text).lower())))


def is_neutral_word(word: str) -> bool:
    """Tell whether a folded word says nothing about the content of a file."""
    return word in NEUTRAL or word in _FILLERS or word in STOPWORDS


def place_quality(path: str) -> int:
    """Rate how bad a place is to keep a file in: 0 for a normal one, otherwise a sum of penalties.

    The copy of a folder counts 1, downloads 2, backups and folders of old things 4, temporary ones 8, trash-like ones
    16, and a file that a sync program set aside 32.
    """
    folder, _, name = path.rpartition(os.sep)
    return folder_quality(folder) | (IN_CONFLICT if is_conflict(name) else 0)


def is_conflict(name: str) -> bool:
    """Tell whether a sync program gave a file its name because it was changed in two places."""
    return _CONFLICT.search(name) is not None


def conflicts_in(names: bytes) -> Iterator[tuple[int, int]]:
    """Find candidates for ``is_conflict`` in joined names: begin and end of each."""
    return (found.span() for found in _CONFLICT_BYTES.finditer(names))


def folder_quality(folder: str) -> int:
    """Rate the files of a folder as ``place_quality`` does, by its path."""
    quality = 0
    for part in folder.split(os.sep):
        quality |= _part_quality(part)
    return quality


@lru_cache(maxsize=1 << 14)
def _part_quality(part: str) -> int:
    if _SYSTEM_TRASH.fullmatch(part.lower()):
        return IN_TRASH
    words = [token for token in tokens_of(part) if not token.isdigit()]
    if not words:
        return 0
    quality = IN_COPY if hints_of(part + ".x", stem=False).copy else 0
    if all(is_neutral_word(word) for word in words):
        for kind, of_kind in ((IN_DOWNLOADS, DOWNLOADS), (IN_TEMPORARY, TEMPORARY), (IN_TRASH, TRASH)):
            if not of_kind.isdisjoint(words):
                quality |= kind
    for edge in (words[0], words[-1]):  # "Backup thesis", "thesis old"
        if (edge in BACKUPS or edge in ASIDE) and edge not in _ONLY_ALONE:
            quality |= IN_BACKUP
    if len(words) == 1 and words[0] in _ONLY_ALONE:
        quality |= IN_BACKUP
    return quality


# beside other words these have other meanings: "file versions", "history of art", "Kopie", "alter Markt"
_ONLY_ALONE = words_of(
    "versions versionen versiones versioni versoes versies wersje версии alter alt copias archivo archivos"
)
