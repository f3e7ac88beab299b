<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
 <context>
  <name>AboutDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Find files that are identical, nearly identical or older versions of one another, and remove what you don’t need without losing anything.</source>
   <translation>Findet Dateien, die identisch, fast identisch oder ältere Fassungen voneinander sind, und entfernt, was Sie nicht brauchen, ohne dass etwas verloren geht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Free software under the MIT licence. Made with Qt %1, PySide6 (LGPL), NumPy and Numba.</source>
   <translation>Freie Software unter der MIT-Lizenz. Erstellt mit Qt %1, PySide6 (LGPL), NumPy und Numba.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Licences of all parts…</source>
   <translation>Lizenzen aller Teile…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Nothing leaves this computer. Every move is written down first and can be undone.</source>
   <translation>Nichts verlässt diesen Computer. Jedes Verschieben wird vorher aufgeschrieben und lässt sich rückgängig machen.</translation>
  </message>
 </context>
 <context>
  <name>Acts</name>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 and %2</source>
   <translation>%1 und %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 of %2 copies removed</source>
   <translation>%1 von %2 Kopien entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 of %2 files restored</source>
   <translation>%1 von %2 Dateien wiederhergestellt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 will be copied to %2</source>
   <translation>%1 werden nach %2 kopiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 will be deleted for good</source>
   <translation>%1 werden endgültig gelöscht</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 will become hard links to the files that stay</source>
   <translation>%1 werden Hardlinks auf die bleibenden Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 will become symbolic links to the files that stay</source>
   <translation>%1 werden symbolische Links auf die bleibenden Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 will go to the Trash</source>
   <translation>%1 kommen in den Papierkorb</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 will move to %2</source>
   <translation>%1 werden nach %2 verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%1 will share disk space with the files that stay</source>
   <translation>%1 teilen sich Speicherplatz mit den bleibenden Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n act failed</source>
   <translation>%n Vorgang ist fehlgeschlagen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n acts failed</source>
   <translation>%n Vorgänge sind fehlgeschlagen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n copies removed</source>
   <translation>%n Kopien entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n copy removed</source>
   <translation>%n Kopie entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file copied</source>
   <translation>%n Datei kopiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file deleted for good</source>
   <translation>%n Datei endgültig gelöscht</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file moved</source>
   <translation>%n Datei verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file moved over</source>
   <translation>%n Datei übernommen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file moved to the Trash</source>
   <translation>%n Datei in den Papierkorb verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file replaced with a hard link</source>
   <translation>%n Datei durch einen Hardlink ersetzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file replaced with a symbolic link</source>
   <translation>%n Datei durch einen symbolischen Link ersetzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file restored</source>
   <translation>%n Datei wiederhergestellt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file shares its disk space now</source>
   <translation>%n Datei teilt sich jetzt ihren Speicherplatz</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n file skipped</source>
   <translation>%n Datei übersprungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files copied</source>
   <translation>%n Dateien kopiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files deleted for good</source>
   <translation>%n Dateien endgültig gelöscht</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files moved</source>
   <translation>%n Dateien verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files moved over</source>
   <translation>%n Dateien übernommen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files moved to the Trash</source>
   <translation>%n Dateien in den Papierkorb verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files replaced with hard links</source>
   <translation>%n Dateien durch Hardlinks ersetzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files replaced with symbolic links</source>
   <translation>%n Dateien durch symbolische Links ersetzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files restored</source>
   <translation>%n Dateien wiederhergestellt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files share their disk space now</source>
   <translation>%n Dateien teilen sich jetzt ihren Speicherplatz</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n files skipped</source>
   <translation>%n Dateien übersprungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n folder</source>
   <translation>%n Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n folder removed</source>
   <translation>%n Ordner entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n folders</source>
   <translation>%n Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n folders removed</source>
   <translation>%n Ordner entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n link removed</source>
   <translation>%n Link entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>%n links removed</source>
   <translation>%n Links entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>: see the reasons below. These files are unchanged.</source>
   <translation>: siehe die Gründe unten. Diese Dateien sind unverändert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Copy %1</source>
   <translation>%1 kopieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Copy to %1</source>
   <translation>Nach %1 kopieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Copy to folder…</source>
   <translation>In Ordner kopieren…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Delete %1…</source>
   <translation>%1 löschen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Delete for good</source>
   <translation>Endgültig löschen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Delete for good…</source>
   <translation>Endgültig löschen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Delete…</source>
   <translation>Löschen …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Folders with the least similar files come first. SimFinder checks each file again and skips those that changed.</source>
   <translation>Ordner mit den am wenigsten ähnlichen Dateien stehen oben. SimFinder prüft jede Datei noch einmal und überspringt, was sich geändert hat.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Freed %1 on the disk they come from.</source>
   <translation>%1 auf dem Datenträger freigegeben, von dem sie kommen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Freed %1.</source>
   <translation>%1 freigegeben.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Freed up to %1.</source>
   <translation>Bis zu %1 freigegeben.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Frees %1 on the disk they come from.</source>
   <translation>Macht %1 auf dem Datenträger frei, von dem sie kommen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Frees %1 once you empty the Trash.</source>
   <translation>Macht %1 frei, sobald Sie den Papierkorb leeren.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Frees %1.</source>
   <translation>Macht %1 frei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Frees up to %1: what the files do not share already.</source>
   <translation>Macht bis zu %1 frei: was die Dateien nicht schon teilen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Let marked files share the disk space of the identical file that stays; needs a file system such as Btrfs or XFS</source>
   <translation>Markierte Dateien den Speicherplatz der identischen bleibenden Datei teilen lassen; braucht ein Dateisystem wie Btrfs oder XFS</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Make marked files further names of the identical file that stays; a change to one changes all</source>
   <translation>Markierte Dateien zu weiteren Namen der identischen bleibenden Datei machen; eine Änderung an einer ändert alle</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Move</source>
   <translation>Verschieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Move %1</source>
   <translation>%1 verschieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Move %1 to Trash</source>
   <translation>%1 in den Papierkorb verschieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Move to %1</source>
   <translation>Nach %1 verschieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Move to Trash</source>
   <translation>In den Papierkorb verschieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Move to Trash…</source>
   <translation>In den Papierkorb…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Move to folder…</source>
   <translation>In Ordner verschieben…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>No file was touched</source>
   <translation>Keine Datei wurde angerührt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Nothing can be copied</source>
   <translation>Nichts kann kopiert werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Nothing can be removed</source>
   <translation>Nichts kann entfernt werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Remove folders</source>
   <translation>Ordner entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Replace</source>
   <translation>Ersetzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Replace %1</source>
   <translation>%1 ersetzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Replace marked files with links to the identical file that stays; the links break when it moves</source>
   <translation>Markierte Dateien durch Links auf die identische bleibende Datei ersetzen; zieht diese um, führen die Links ins Leere</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Replace with hard links</source>
   <translation>Durch Hardlinks ersetzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Replace with hard links…</source>
   <translation>Durch Hardlinks ersetzen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Replace with symbolic links</source>
   <translation>Durch symbolische Links ersetzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Replace with symbolic links…</source>
   <translation>Durch symbolische Links ersetzen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Review the marked files, then copy them to a folder; they stay where they are</source>
   <translation>Die markierten Dateien prüfen, dann in einen Ordner kopieren; sie bleiben, wo sie sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Review the marked files, then delete them. This can’t be undone; you are asked twice</source>
   <translation>Die markierten Dateien prüfen, dann löschen. Das lässt sich nicht rückgängig machen; es wird zweimal gefragt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Review the marked files, then move them to a folder</source>
   <translation>Die markierten Dateien prüfen, dann in einen Ordner verschieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Review the marked files, then move them to the Trash</source>
   <translation>Die markierten Dateien prüfen, dann in den Papierkorb verschieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Share disk space</source>
   <translation>Speicherplatz teilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Share disk space (reflinks)…</source>
   <translation>Speicherplatz teilen (Reflinks)…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>SimFinder compares each file byte by byte with the one that stays before replacing it.</source>
   <translation>SimFinder vergleicht jede Datei Byte für Byte mit der bleibenden, bevor sie ersetzt wird.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>SimFinder was interrupted last time before any file was touched.</source>
   <translation>SimFinder wurde beim letzten Mal unterbrochen, bevor eine Datei angerührt wurde.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>SimFinder was interrupted last time, after its work: %1.</source>
   <translation>SimFinder wurde beim letzten Mal nach seiner Arbeit unterbrochen: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>SimFinder was interrupted last time.</source>
   <translation>SimFinder wurde beim letzten Mal unterbrochen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>SimFinder was interrupted last time: %1.</source>
   <translation>SimFinder wurde beim letzten Mal unterbrochen: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>SimFinder was interrupted last time: %1; the other %2 are unchanged.</source>
   <translation>SimFinder wurde beim letzten Mal unterbrochen: %1; die anderen %2 sind unverändert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>The state of %n file can’t be checked now; SimFinder tries again at each start.</source>
   <translation>Der Zustand von %n Datei lässt sich jetzt nicht feststellen; SimFinder versucht es bei jedem Start wieder.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>The state of %n file is unknown</source>
   <translation>Der Zustand von %n Datei ist unbekannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>The state of %n file was never found out.</source>
   <translation>Der Zustand von %n Datei blieb ungeklärt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>The state of %n files can’t be checked now; SimFinder tries again at each start.</source>
   <translation>Der Zustand von %n Dateien lässt sich jetzt nicht feststellen; SimFinder versucht es bei jedem Start wieder.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>The state of %n files is unknown</source>
   <translation>Der Zustand von %n Dateien ist unbekannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>The state of %n files was never found out.</source>
   <translation>Der Zustand von %n Dateien blieb ungeklärt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>This can’t be undone.</source>
   <translation>Das lässt sich nicht rückgängig machen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>This frees no space.</source>
   <translation>Das macht keinen Platz frei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>This frees no space: the files stay where they are.</source>
   <translation>Das macht keinen Platz frei: die Dateien bleiben, wo sie sind.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>This frees no space: they stay on the same disk.</source>
   <translation>Das macht keinen Platz frei: sie bleiben auf demselben Datenträger.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Undo removes the copies.</source>
   <translation>„Rückgängig machen“ entfernt die Kopien.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>Undo restores all of them.</source>
   <translation>„Rückgängig machen“ stellt alle wieder her.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>by hand</source>
   <translation>von Hand</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>copied</source>
   <translation>kopiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>copy removed</source>
   <translation>Kopie entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>deleted for good</source>
   <translation>endgültig gelöscht</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>failed</source>
   <translation>fehlgeschlagen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>folder removed</source>
   <translation>Ordner entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>hard link now</source>
   <translation>jetzt Hardlink</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>identical</source>
   <translation>identisch</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>in the Trash</source>
   <translation>im Papierkorb</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>in the folder</source>
   <translation>im Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>inverted</source>
   <translation>umgekehrt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>link</source>
   <translation>Link</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>link removed</source>
   <translation>Link entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>moved</source>
   <translation>verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>moved over</source>
   <translation>übernommen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>moves over</source>
   <translation>wird übernommen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>newer</source>
   <translation>neuer</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>not done</source>
   <translation>nicht ausgeführt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>not in the folder</source>
   <translation>nicht im Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>nothing</source>
   <translation>nichts</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>older</source>
   <translation>älter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>other format</source>
   <translation>anderes Format</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>restored</source>
   <translation>wiederhergestellt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>same form</source>
   <translation>gleiche Vorlage</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>saved again</source>
   <translation>neu gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>shares its space now</source>
   <translation>teilt sich jetzt den Platz</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>similar</source>
   <translation>ähnlich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>skipped</source>
   <translation>übersprungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>smaller copy</source>
   <translation>kleinere Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>symbolic link now</source>
   <translation>jetzt symbolischer Link</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/action_words.py" />
   <source>unknown</source>
   <translation>unbekannt</translation>
  </message>
 </context>
 <context>
  <name>Advice</name>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>. A part of it is missing: copy or download it once more.</source>
   <translation>. Ein Teil fehlt: kopieren oder laden Sie sie noch einmal.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>. If that happens often, see the log folder.</source>
   <translation>. Wenn das oft vorkommt, sehen Sie im Protokollordner nach.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>. Try to open it with its own program.</source>
   <translation>. Versuchen Sie, sie mit ihrem eigenen Programm zu öffnen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>: it can’t be read without its password.</source>
   <translation>: sie lässt sich ohne Passwort nicht lesen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>: it holds more than SimFinder unpacks.</source>
   <translation>: sie enthält mehr, als SimFinder entpackt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>: this archive may be malicious.</source>
   <translation>: dieses Archiv ist vielleicht schädlich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>: this document may be malicious.</source>
   <translation>: dieses Dokument ist vielleicht schädlich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>: unpacking it takes too much memory.</source>
   <translation>: sie zu entpacken braucht zu viel Speicher.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>Connect it and undo again.</source>
   <translation>Schließen Sie ihn an und machen Sie es noch einmal rückgängig.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>It changed after the scan: scan again.</source>
   <translation>Sie wurde nach dem Scan geändert: scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>It changed while it was being read: scan again.</source>
   <translation>Sie wurde beim Lesen geändert: scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>It disappeared while it was being read: scan again.</source>
   <translation>Sie verschwand beim Lesen: scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>It was compared by its bytes alone</source>
   <translation>Sie wurde nur anhand ihrer Bytes verglichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>Its drive does not respond: reconnect it and scan again.</source>
   <translation>Ihr Laufwerk antwortet nicht: verbinden Sie es neu und scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>Its path is too long for the system: shorten the names of its folders.</source>
   <translation>Ihr Pfad ist zu lang für das System: kürzen Sie die Namen ihrer Ordner.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>Nothing is lost: the folder it leads to was scanned.</source>
   <translation>Nichts geht verloren: der Ordner, zu dem er führt, wurde gescannt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>Something else is in its place now: scan again.</source>
   <translation>Etwas anderes liegt jetzt an ihrer Stelle: scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>The disk can’t read it: make a backup, and check the disk.</source>
   <translation>Der Datenträger kann sie nicht lesen: sichern Sie Ihre Daten und prüfen Sie den Datenträger.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>The disk is full: make room, and scan again.</source>
   <translation>Der Datenträger ist voll: schaffen Sie Platz und scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>The disk is read-only.</source>
   <translation>Der Datenträger ist schreibgeschützt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>The network did not answer: scan again when it does.</source>
   <translation>Das Netzwerk hat nicht geantwortet: scannen Sie erneut, sobald es antwortet.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>The network folder changed: reconnect it and scan again.</source>
   <translation>Der Netzwerkordner hat sich geändert: verbinden Sie ihn neu und scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>The network folder is gone: reconnect it and scan again.</source>
   <translation>Der Netzwerkordner ist weg: verbinden Sie ihn neu und scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>The system does not allow it: leave its folder out.</source>
   <translation>Das System erlaubt es nicht: lassen Sie ihren Ordner aus.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>These links lead in a circle: remove one of them.</source>
   <translation>Diese Links führen im Kreis: entfernen Sie einen davon.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>Too many files are open: close other programs, and scan again.</source>
   <translation>Zu viele Dateien sind offen: schließen Sie andere Programme und scannen Sie erneut.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/problem_advice.py" />
   <source>You have no permission to read it: ask its owner, or leave its folder out.</source>
   <translation>Sie dürfen sie nicht lesen: fragen Sie ihren Besitzer oder lassen Sie ihren Ordner aus.</translation>
  </message>
 </context>
 <context>
  <name>AnalysisView</name>
  <message>
   <location filename="../../simfinder/gui/overview/analysis.py" />
   <source>Key space</source>
   <translation>Schlüsselraum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/analysis.py" />
   <source>Pictures of the results</source>
   <translation>Bilder der Ergebnisse</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/analysis.py" />
   <source>Timeline</source>
   <translation>Zeitleiste</translation>
  </message>
 </context>
 <context>
  <name>Answer</name>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>%1 of the %2 files in this one are in the other one, too.</source>
   <translation>%1 der %2 Dateien hierin sind auch in der anderen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>%1 of the %2 lines of this file are in the other one, too.</source>
   <translation>%1 der %2 Zeilen dieser Datei stehen auch in der anderen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>%1 of the %2 paragraphs of this file are in the other one, too.</source>
   <translation>%1 der %2 Absätze dieser Datei stehen auch in der anderen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>%1 of this file is in the other one, and %2 of the other one is in this.</source>
   <translation>%1 dieser Datei stecken in der anderen, und %2 der anderen stecken in dieser.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>%1, saved at quality %2.</source>
   <translation>%1, gespeichert in Qualität %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>%n changed</source>
   <translation>%n geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>%n only here</source>
   <translation>%n nur hier</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>%n only in the other one</source>
   <translation>%n nur in der anderen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>About %1 of their content is the same.</source>
   <translation>Etwa %1 ihres Inhalts sind gleich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>Beside %1: %2</source>
   <translation>Neben %1: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>Identical: every byte is the same.</source>
   <translation>Identisch: Jedes Byte ist gleich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>It looks like a part of the other picture, %1 of it.</source>
   <translation>Es sieht aus wie ein Teil des anderen Bildes, %1 davon.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>Nearly the same text; most lines or paragraphs differ a little.</source>
   <translation>Fast derselbe Text; die meisten Zeilen oder Absätze unterscheiden sich ein wenig.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>Some of it is repeated; counted once, %1 is the same.</source>
   <translation>Manches wiederholt sich; einfach gezählt sind %1 gleich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The other file is inside this one.</source>
   <translation>Die andere Datei ist in dieser enthalten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The other picture looks like a part of this one, %1 of it.</source>
   <translation>Das andere Bild sieht aus wie ein Teil von diesem, %1 davon.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same content; only the file around it differs.</source>
   <translation>Derselbe Inhalt; nur die Datei darum herum ist anders.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same files but for %1.</source>
   <translation>Dieselben Dateien bis auf: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same files, packed differently.</source>
   <translation>Dieselben Dateien, anders gepackt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same files.</source>
   <translation>Dieselben Dateien.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same lines but for %1.</source>
   <translation>Dieselben Zeilen bis auf: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same paragraphs but for %1.</source>
   <translation>Dieselben Absätze bis auf: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same picture by the camera’s preview.</source>
   <translation>Dasselbe Bild nach der Vorschau der Kamera.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same picture, larger: %1 instead of %2.</source>
   <translation>Dasselbe Bild, größer: %1 statt %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same picture, saved differently.</source>
   <translation>Dasselbe Bild, anders gespeichert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same picture, smaller: %1 instead of %2.</source>
   <translation>Dasselbe Bild, kleiner: %1 statt %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same text; only spaces, empty lines or line ends differ.</source>
   <translation>Derselbe Text; nur Leerzeichen, leere Zeilen oder Zeilenenden sind anders.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>The same words; only the file around them differs.</source>
   <translation>Dieselben Wörter; nur die Datei darum herum ist anders.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>This file is inside the other one.</source>
   <translation>Diese Datei ist in der anderen enthalten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>This picture has %1 pixels, the other one %2.</source>
   <translation>Dieses Bild hat %1 Pixel, das andere %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>Two pictures of one size; %1 of their pixels differ visibly.</source>
   <translation>Zwei Bilder gleicher Größe; %1 ihrer Pixel unterscheiden sich sichtbar.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>Two pictures of one size; %1 of their pixels differ.</source>
   <translation>Zwei gleich große Bilder; %1 der Pixel sind verschieden.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/answer_words.py" />
   <source>What was compared is the same in both; some of their bytes differ.</source>
   <translation>Was verglichen wurde, ist in beiden gleich; einige ihrer Bytes unterscheiden sich.</translation>
  </message>
 </context>
 <context>
  <name>Axes</name>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/plot.py" />
   <source>%1 billion</source>
   <translation>%1 Milliarden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/plot.py" />
   <source>%1 million</source>
   <translation>%1 Millionen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/plot.py" />
   <source>%1 thousand</source>
   <translation>%1 Tausend</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/plot.py" />
   <source>%1 trillion</source>
   <translation>%1 Billionen</translation>
  </message>
 </context>
 <context>
  <name>Banner</name>
  <message>
   <location filename="../../simfinder/gui/window/banner.py" />
   <source>Dismiss</source>
   <translation>Ausblenden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/banner.py" />
   <source>Dismiss this message</source>
   <translation>Diese Meldung ausblenden</translation>
  </message>
 </context>
 <context>
  <name>ChangeBar</name>
  <message>
   <location filename="../../simfinder/gui/details/compare/change_bar.py" />
   <source>Go to a position</source>
   <translation>Zu einer Stelle gehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/change_bar.py" />
   <source>Go to …</source>
   <translation>Gehe zu …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/change_bar.py" />
   <source>Next change (F7)</source>
   <translation>Nächste Änderung (F7)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/change_bar.py" />
   <source>Previous change (Shift+F7)</source>
   <translation>Vorherige Änderung (Umschalt+F7)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/change_bar.py" />
   <source>Side by side</source>
   <translation>Nebeneinander</translation>
  </message>
 </context>
 <context>
  <name>Checks</name>
  <message>
   <location filename="../../simfinder/gui/controllers/verify_scheduler.py" />
   <source>Verification stopped: %1</source>
   <translation>Prüfung abgebrochen: %1</translation>
  </message>
 </context>
 <context>
  <name>Chip</name>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>by hand</source>
   <translation>von Hand</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>form</source>
   <translation>Vorlage</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>format</source>
   <translation>Format</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>identical</source>
   <translation>identisch</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>keep</source>
   <translation>bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>largest</source>
   <translation>größte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>newer</source>
   <translation>neuer</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>newest</source>
   <translation>neueste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>older</source>
   <translation>älter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>oldest</source>
   <translation>älteste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>other format</source>
   <translation>anderes Format</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>protected</source>
   <translation>geschützt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>resaved</source>
   <translation>gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>same form</source>
   <translation>gleiche Vorlage</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>saved again</source>
   <translation>neu gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>similar</source>
   <translation>ähnlich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>smaller</source>
   <translation>kleiner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>smaller copy</source>
   <translation>kleinere Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>smallest</source>
   <translation>kleinste</translation>
  </message>
 </context>
 <context>
  <name>ClusterModel</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>%1 to free</source>
   <translation>%1 freizugeben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>%1, does not match the filter</source>
   <translation>%1, passt nicht zum Filter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>%1, estimated</source>
   <translation>%1, geschätzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>%n more file of this cluster: press Enter or double-click to list it</source>
   <translation>%n weitere Datei dieser Gruppe: Eingabetaste oder Doppelklick zeigt sie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>%n more files of this cluster: press Enter or double-click to list more of them</source>
   <translation>%n weitere Dateien dieser Gruppe: Eingabetaste oder Doppelklick zeigt mehr davon</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>Files of which a large part is inside another file. This does not count as similarity.</source>
   <translation>Dateien, von denen ein großer Teil in einer anderen Datei steckt. Das zählt nicht als Ähnlichkeit.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>In a protected folder: never marked, moved or deleted.</source>
   <translation>In einem geschützten Ordner: nie markiert, verschoben oder gelöscht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>Marked: %1</source>
   <translation>Markiert: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>Modified</source>
   <translation>Geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>Name</source>
   <translation>Name</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>Similarity</source>
   <translation>Ähnlichkeit</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>This file does not match the filter; it is shown with its cluster.</source>
   <translation>Diese Datei passt nicht zum Filter; sie ist mit ihrer Gruppe zu sehen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>Version</source>
   <translation>Fassung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>all at least %1 similar</source>
   <translation>alle mind. %1 ähnlich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>all identical</source>
   <translation>alle identisch</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/cluster_model.py" />
   <source>some through others</source>
   <translation>einige über andere</translation>
  </message>
 </context>
 <context>
  <name>ClusterPanel</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%1 can be freed</source>
   <translation>%1 können frei werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%n cluster</source>
   <translation>%n Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%n clusters</source>
   <translation>%n Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%n file marked</source>
   <translation>%n Datei markiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%n files marked</source>
   <translation>%n Dateien markiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Copied %1 paths.</source>
   <translation>%1 Pfade kopiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Files of a protected folder are never marked, moved or deleted.</source>
   <translation>Dateien eines geschützten Ordners werden nie markiert, verschoben oder gelöscht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>More than %1 files: export them instead.</source>
   <translation>Mehr als %1 Dateien: exportieren Sie sie stattdessen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>The kept file is not marked. Press K on another file to keep that one instead.</source>
   <translation>Die behaltene Datei wird nicht markiert. Drücken Sie K auf einer anderen Datei, um stattdessen jene zu behalten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>You have reviewed every cluster shown.</source>
   <translation>Sie haben jede gezeigte Gruppe durchgesehen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>read-only</source>
   <translation>schreibgeschützt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>sorting…</source>
   <translation>wird sortiert…</translation>
  </message>
 </context>
 <context>
  <name>ClusterTips</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>%n byte</source>
   <translation>%n Byte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>%n bytes</source>
   <translation>%n Bytes</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>: estimated, not verified yet.</source>
   <translation>: geschätzt, noch nicht geprüft.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>: verified byte by byte.</source>
   <translation>: Byte für Byte geprüft.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>But %1</source>
   <translation>Aber %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>Differs from the kept file by more than the tolerance, so no rule marks it.</source>
   <translation>Weicht von der behaltenen Datei um mehr als die Toleranz ab, deshalb markiert sie keine Regel.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>Identical to the kept file, by a 128-bit content hash.</source>
   <translation>Mit der behaltenen Datei identisch, nach einem 128-Bit-Hash des Inhalts.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>In another format, so never marked automatically.</source>
   <translation>In einem anderen Format, daher nie automatisch markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>In this cluster because it shares %1 with %2.</source>
   <translation>In dieser Gruppe, weil sie %1 mit %2 gemeinsam hat.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>In this cluster through other files of it.</source>
   <translation>In dieser Gruppe durch andere Dateien darin.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>It is %1. No rule marks it unless similar files are to be marked.</source>
   <translation>Sie ist %1. Keine Regel markiert sie, außer wenn ähnliche Dateien markiert werden sollen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>Kept rather than %2: %1</source>
   <translation>Behalten statt %2: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>Kept: chosen by hand</source>
   <translation>Behalten: von Hand gewählt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>Marked: %1</source>
   <translation>Markiert: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>No rule marks it unless similar files are to be marked.</source>
   <translation>Keine Regel markiert sie, außer wenn ähnliche Dateien markiert werden sollen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>Only similar to the kept file: %1.</source>
   <translation>Der behaltenen Datei nur ähnlich: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>Shares a form with the kept file, not its content: never marked automatically.</source>
   <translation>Hat mit der behaltenen Datei die Vorlage gemeinsam, nicht den Inhalt: wird nie automatisch markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>Similar to the kept file; which of the two is newer is unknown.</source>
   <translation>Der behaltenen Datei ähnlich; welche von beiden neuer ist, ist unbekannt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>The share of content that this file and the kept file have in common</source>
   <translation>Der Anteil des Inhalts, den diese Datei und die behaltene gemeinsam haben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>The share of the picture that looks the same as in the kept file, in brightness and colour.</source>
   <translation>Der Anteil des Bildes, der in Helligkeit und Farbe so aussieht wie in der behaltenen Datei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>The share of the recording that sounds the same as in the kept file.</source>
   <translation>Der Anteil der Aufnahme, der so klingt wie in der behaltenen Datei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>They share a form: %1 of %2.</source>
   <translation>Sie haben eine Vorlage gemeinsam: %1 von %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/tooltips.py" />
   <source>through %1</source>
   <translation>über %1</translation>
  </message>
 </context>
 <context>
  <name>ClusterTree</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_tree.py" />
   <source>Clusters of similar files</source>
   <translation>Gruppen ähnlicher Dateien</translation>
  </message>
 </context>
 <context>
  <name>Commands</name>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>About SimFinder</source>
   <translation>Über SimFinder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Add folder</source>
   <translation>Ordner hinzufügen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Also group letters on one template, invoices of one form and parts of a series. They are never marked automatically.</source>
   <translation>Auch Briefe nach einer Vorlage, Rechnungen aus einem Formular und Teile einer Reihe zusammenfassen. Sie werden nie automatisch markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Also scan files and folders whose name begins with a dot</source>
   <translation>Auch Dateien und Ordner scannen, deren Name mit einem Punkt beginnt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Alt+1, Alt+2 …</source>
   <translation>Alt+1, Alt+2 …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Analysis</source>
   <translation>Analyse</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Backspace</source>
   <translation>Rücktaste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Choose a folder to scan</source>
   <translation>Einen Ordner zum Scannen wählen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Choose again to reverse the order</source>
   <translation>Noch einmal wählen kehrt die Reihenfolge um</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Choose any file and list the scanned files that are like it; or drop it on the window</source>
   <translation>Eine beliebige Datei wählen und auflisten, welche gescannten Dateien ihr gleichen; oder sie auf das Fenster ziehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Choose which files to scan, by pattern, size, date and type</source>
   <translation>Nach Muster, Größe, Datum und Typ festlegen, welche Dateien gescannt werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Clear marks</source>
   <translation>Markierungen aufheben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Close and open a cluster</source>
   <translation>Eine Gruppe schließen und öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Clusters</source>
   <translation>Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Collapse all clusters</source>
   <translation>Alle Gruppen einklappen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Combine rules…</source>
   <translation>Regeln kombinieren…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Compare a file that is too different from the kept one with the file of the cluster that it is most similar to</source>
   <translation>Eine Datei, die der behaltenen zu unähnlich ist, mit der Datei der Gruppe vergleichen, der sie am ähnlichsten ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Compare in a large window</source>
   <translation>In großem Fenster vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Compare in a window of its own, and step through the versions of the cluster</source>
   <translation>In eigenem Fenster vergleichen und durch die Fassungen der Gruppe gehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Compare the chosen file with another one of its cluster instead of the kept one</source>
   <translation>Die gewählte Datei mit einer anderen ihrer Gruppe statt mit der behaltenen vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Compare with the most similar file</source>
   <translation>Mit der ähnlichsten Datei vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Compare with the next file</source>
   <translation>Mit der nächsten Datei vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Compare with the previous file</source>
   <translation>Mit der vorherigen Datei vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Copy the paths of the chosen files</source>
   <translation>Pfade der gewählten Dateien kopieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Data (JSON)…</source>
   <translation>Daten (JSON)…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Elsewhere: dismiss the message</source>
   <translation>Sonst: die Meldung schließen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Enter</source>
   <translation>Eingabetaste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Exceptions…</source>
   <translation>Ausnahmen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Expand all clusters</source>
   <translation>Alle Gruppen ausklappen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Filter</source>
   <translation>Filter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Filter by name or folder</source>
   <translation>Nach Name oder Ordner filtern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Filter by relation, size or type</source>
   <translation>Nach Beziehung, Größe oder Typ filtern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Find files like this one</source>
   <translation>Dateien wie diese suchen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Find files like…</source>
   <translation>Ähnliche Dateien suchen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Follow changes in the folders</source>
   <translation>Änderungen in den Ordnern verfolgen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Go to a line, a byte or a percentage of the file in Compare</source>
   <translation>Im Vergleich zu einer Zeile, einem Byte oder einem Prozentsatz der Datei gehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Go to a position…</source>
   <translation>Zu einer Stelle gehen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Go to the next cluster in which nothing is marked and nothing is kept by hand</source>
   <translation>Zur nächsten Gruppe gehen, in der nichts markiert und nichts von Hand behalten ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>History…</source>
   <translation>Verlauf…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>In a dialog: sort its table by that column; Alt+0 restores the order</source>
   <translation>In einem Dialog: Tabelle nach dieser Spalte ordnen; Alt+0 stellt die Reihenfolge wieder her</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>In the review: compare the file with the one that stays</source>
   <translation>Beim Prüfen: die Datei mit der bleibenden vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Invert marks…</source>
   <translation>Markierungen umkehren…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Keep results for next time</source>
   <translation>Ergebnisse für das nächste Mal behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Keep the chosen files out of this cluster for good; the rest stays together. On a cluster, break it up into single files</source>
   <translation>Die gewählten Dateien für immer aus dieser Gruppe heraushalten; der Rest bleibt zusammen. Bei einer Gruppe: sie in einzelne Dateien auflösen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Keep this file</source>
   <translation>Diese Datei behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Keyboard…</source>
   <translation>Tastatur…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Large thumbnails</source>
   <translation>Große Vorschaubilder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Largest</source>
   <translation>Größte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Leave the filter and clear it</source>
   <translation>Den Filter verlassen und leeren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>List the files that the last scan skipped, and why</source>
   <translation>Auflisten, welche Dateien der letzte Scan übersprungen hat und warum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>List the files that you removed from clusters, and undo it</source>
   <translation>Auflisten, welche Dateien Sie aus Gruppen entfernt haben, und es rückgängig machen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>List the scanned files that are copies of the chosen file, similar to it, inside it or around it</source>
   <translation>Auflisten, welche gescannten Dateien Kopien der gewählten Datei sind, ihr ähneln, in ihr stecken oder sie enthalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Map</source>
   <translation>Karte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Mark all but a folder…</source>
   <translation>Alles außer einem Ordner markieren…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Mark all in a folder…</source>
   <translation>Alles in einem Ordner markieren…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Mark or unmark the chosen files</source>
   <translation>Die gewählten Dateien markieren oder ihre Markierungen aufheben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Mark with a preview…</source>
   <translation>Markieren mit Vorschau…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Newest</source>
   <translation>Neueste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Next change</source>
   <translation>Nächste Änderung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Next cluster not reviewed yet</source>
   <translation>Nächste noch nicht durchgesehene Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Notify me when long work is done</source>
   <translation>Melden, wenn lange Arbeit fertig ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Oldest</source>
   <translation>Älteste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>On a slider: follow “All types” again</source>
   <translation>Auf einem Regler: wieder „Alle Typen“ folgen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>On a slider: type a value</source>
   <translation>Auf einem Regler: einen Wert eintippen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Open results…</source>
   <translation>Ergebnisse öffnen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Open the folder with the log, for a bug report</source>
   <translation>Den Ordner mit dem Protokoll öffnen, für einen Fehlerbericht</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Open the menu of this file or cluster</source>
   <translation>Das Menü dieser Datei oder Gruppe öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Open this file</source>
   <translation>Diese Datei öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Page with pictures (HTML)…</source>
   <translation>Seite mit Bildern (HTML)…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Previous change</source>
   <translation>Vorherige Änderung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Problems…</source>
   <translation>Probleme…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Put rules in an order, save them under a name, use saved ones</source>
   <translation>Regeln ordnen, unter einem Namen speichern, gespeicherte verwenden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Read the folders and find similar files</source>
   <translation>Die Ordner lesen und ähnliche Dateien finden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Remove from this cluster</source>
   <translation>Aus dieser Gruppe entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Reset tolerances</source>
   <translation>Toleranzen zurücksetzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Save results as…</source>
   <translation>Ergebnisse speichern unter…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Save results, decisions and marks to go on later or elsewhere</source>
   <translation>Ergebnisse, Entscheidungen und Markierungen speichern, um später oder anderswo weiterzumachen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Save the results automatically after each scan and before the window closes</source>
   <translation>Die Ergebnisse nach jedem Scan und vor dem Schließen des Fensters automatisch speichern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Scan</source>
   <translation>Scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Scan filters…</source>
   <translation>Scan-Filter…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Scan hidden files too</source>
   <translation>Auch versteckte Dateien scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>See how many files a rule would mark, and their size, before it does</source>
   <translation>Sehen, wie viele Dateien eine Regel markieren würde und wie groß sie sind, bevor sie es tut</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Settings…</source>
   <translation>Einstellungen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Shortest path</source>
   <translation>Kürzester Pfad</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Show a system notification when this window is not active</source>
   <translation>Eine Systemmeldung zeigen, wenn dieses Fenster nicht aktiv ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Show files of one form</source>
   <translation>Dateien derselben Vorlage zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Show in folder</source>
   <translation>Im Ordner zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Show log folder</source>
   <translation>Protokollordner zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Show saved results without reading the files again</source>
   <translation>Gespeicherte Ergebnisse zeigen, ohne die Dateien erneut zu lesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Show the chosen file in the system’s file manager</source>
   <translation>Die gewählte Datei in der Dateiverwaltung des Systems zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Show the folder below the name, in larger rows</source>
   <translation>Den Ordner unter dem Namen zeigen, in höheren Zeilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Show thumbnails of pictures and films, and the types of other files, in higher rows</source>
   <translation>Vorschaubilder von Bildern und Filmen und die Typen anderer Dateien in höheren Zeilen zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Skipped…</source>
   <translation>Übersprungen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Smallest</source>
   <translation>Kleinste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Sort by folder</source>
   <translation>Nach Ordner sortieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Sort by name</source>
   <translation>Nach Namen sortieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Sort by similarity</source>
   <translation>Nach Ähnlichkeit sortieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Sort by size</source>
   <translation>Nach Größe sortieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Sort by space to free</source>
   <translation>Nach freizugebendem Platz sortieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Sort by time</source>
   <translation>Nach Zeit sortieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Sort by version</source>
   <translation>Nach Fassung sortieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Space</source>
   <translation>Leertaste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Split cluster here</source>
   <translation>Gruppe hier teilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Split this file and those below it off from those above, for good</source>
   <translation>Diese Datei und die darunter für immer von denen darüber trennen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Table (CSV)…</source>
   <translation>Tabelle (CSV)…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Two lines for each file</source>
   <translation>Zwei Zeilen je Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Undo</source>
   <translation>Rückgängig machen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Undo what was done last</source>
   <translation>Rückgängig machen, was zuletzt getan wurde</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Unmark all files</source>
   <translation>Alle Markierungen aufheben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Verify byte by byte what is only estimated so far</source>
   <translation>Byte für Byte prüfen, was bisher nur geschätzt ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Verify results</source>
   <translation>Ergebnisse prüfen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>Watch the files after a scan and keep the clusters up to date</source>
   <translation>Die Dateien nach einem Scan beobachten und die Gruppen aktuell halten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/user_actions.py" />
   <source>← →</source>
   <translation>← →</translation>
  </message>
 </context>
 <context>
  <name>ComparePanel</name>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>%1 of the pixels differ visibly, %2 at all.</source>
   <translation>%1 der Pixel unterscheiden sich sichtbar, %2 überhaupt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>%n of %1 members are the same</source>
   <translation>%n von %1 Einträgen sind gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>%n of %1 members is the same</source>
   <translation>%n von %1 Einträgen ist gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>%n of %1 pixels differ (%2).</source>
   <translation>%n von %1 Pixeln unterscheiden sich (%2).</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>%n of %1 pixels differs (%2).</source>
   <translation>%n von %1 Pixeln unterscheidet sich (%2).</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>About %2 of the pixels differ.</source>
   <translation>Etwa %2 der Pixel unterscheiden sich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>All %n members are the same.</source>
   <translation>Alle %n Einträge sind gleich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Both files hold the same content, every byte of it. They differ only in how it is packed.</source>
   <translation>Beide Dateien enthalten denselben Inhalt, jedes Byte davon. Sie unterscheiden sich nur darin, wie er gepackt ist.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Both files hold the same sound. They differ in tags, covers or padding.</source>
   <translation>Beide Dateien enthalten denselben Ton. Sie unterscheiden sich in Tags, Covern oder Füllbytes.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Both files hold the same text. They differ in what is not compared here: pictures, layout, or the way they were packed.</source>
   <translation>Beide Dateien enthalten denselben Text. Sie unterscheiden sich in dem, was hier nicht verglichen wird: Bilder, Gestaltung oder die Art, wie sie gepackt wurden.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Both files say the same. They differ in what is not compared here: indentation, line breaks, the order of keys, or quotes.</source>
   <translation>Beide Dateien sagen dasselbe. Sie unterscheiden sich in dem, was hier nicht verglichen wird: Einrückung, Zeilenumbrüche, Reihenfolge der Schlüssel oder Anführungszeichen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Both fonts have the same outlines and widths. They differ in what is not compared here: packing, names, kerning or hinting.</source>
   <translation>Beide Schriften haben dieselben Umrisse und Breiten. Sie unterscheiden sich in dem, was hier nicht verglichen wird: Verpackung, Namen, Unterschneidung oder Hinting.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Both mails say the same. They differ in what is not compared here: attachments, route or encoding.</source>
   <translation>Beide Mails sagen dasselbe. Sie unterscheiden sich in dem, was hier nicht verglichen wird: Anhänge, Weg oder Kodierung.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Both pages say the same. They differ in what is not compared here: tags, styles, scripts, links.</source>
   <translation>Beide Seiten sagen dasselbe. Sie unterscheiden sich in dem, was hier nicht verglichen wird: Auszeichnung, Stile, Skripte, Verweise.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>By the camera’s preview every pixel is equal.</source>
   <translation>Nach der Vorschau der Kamera ist jeder Pixel gleich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Can’t be compared: %1</source>
   <translation>Kann nicht verglichen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Cells</source>
   <translation>Zellen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Cells of the notebooks and what they printed</source>
   <translation>Zellen der Notebooks und ihre Ausgaben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Choose one of the files listed under this one to see where the two match.</source>
   <translation>Wählen Sie eine der Dateien unter dieser, um zu sehen, wo die beiden übereinstimmen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Compare in a large window</source>
   <translation>In großem Fenster vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Compared byte by byte: %1</source>
   <translation>Byte für Byte verglichen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Compared: %1</source>
   <translation>Verglichen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Every pixel is equal; the files differ in how they are stored.</source>
   <translation>Jedes Pixel ist gleich; die Dateien unterscheiden sich darin, wie sie gespeichert sind.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Film</source>
   <translation>Film</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Films at the same times</source>
   <translation>Filme zu denselben Zeiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Found in bytes %1 to %2 of the whole</source>
   <translation>Gefunden in den Bytes %1 bis %2 des Ganzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Laid over each other is the part that is in both.</source>
   <translation>Übereinandergelegt ist der Teil, der in beiden ist.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Laid over each other, one is turned or mirrored so that both lie alike.</source>
   <translation>Übereinandergelegt ist eines gedreht oder gespiegelt, damit beide gleich liegen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Lines of text</source>
   <translation>Textzeilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Members</source>
   <translation>Einträge</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Members of both archives</source>
   <translation>Einträge beider Archive</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Members of the archives</source>
   <translation>Einträge der Archive</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Names and texts in the programs</source>
   <translation>Namen und Texte in den Programmen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>No difference is visible at this size.</source>
   <translation>In dieser Größe ist kein Unterschied zu sehen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Only one of the two folders has this file.</source>
   <translation>Nur einer der beiden Ordner hat diese Datei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Only the beginnings of the archives were read; there are more members.</source>
   <translation>Nur die Anfänge der Archive wurden gelesen; es gibt weitere Einträge.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Only the beginnings of the files are compared here.</source>
   <translation>Nur die Anfänge der Dateien werden hier verglichen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Pixels of the pictures</source>
   <translation>Pixel der Bilder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Recordings and their tags</source>
   <translation>Aufnahmen und ihre Tags</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Rows of the sheets</source>
   <translation>Zeilen der Blätter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Sound</source>
   <translation>Ton</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Tables</source>
   <translation>Tabellen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Tables of the databases, the first rows of each</source>
   <translation>Tabellen der Datenbanken, jeweils die ersten Zeilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Text of the documents</source>
   <translation>Text der Dokumente</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>Texts</source>
   <translation>Texte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>The cameras’ previews of these two are of different sizes.</source>
   <translation>Die Kameravorschauen dieser beiden sind verschieden groß.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>The file itself, which is in both</source>
   <translation>Die Datei selbst, die in beiden steckt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>The kept file is in this one, byte by byte, as %1.</source>
   <translation>Die behaltene Datei steckt Byte für Byte in dieser, als %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>The one member is the same.</source>
   <translation>Der eine Eintrag ist gleich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>The other file is in this one, byte by byte, from %1 on.</source>
   <translation>Die andere Datei steckt Byte für Byte in dieser, ab %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>The pictures are of different sizes: %1 and %2.</source>
   <translation>Die Bilder sind verschieden groß: %1 und %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>The two files are identical: every byte is equal.</source>
   <translation>Die beiden Dateien sind identisch: jedes Byte ist gleich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>This is the kept file. Choose another file of its cluster to compare the two.</source>
   <translation>Dies ist die behaltene Datei. Wählen Sie eine andere Datei ihrer Gruppe, um die beiden zu vergleichen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>This very file is in the kept one, as %1.</source>
   <translation>Genau diese Datei steckt in der behaltenen, als %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>This very file is in the other one, as %1.</source>
   <translation>Genau diese Datei steckt in der anderen, als %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>This very file is in the other one, byte by byte, from %1 on.</source>
   <translation>Genau diese Datei steckt Byte für Byte in der anderen, ab %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>What of the two is compared</source>
   <translation>Was von beiden verglichen wird</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>With %1 in %2</source>
   <translation>Mit %1 in %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>and under %n other name</source>
   <translation>und unter %n anderem Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>and under %n other names</source>
   <translation>und unter %n anderen Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>changed</source>
   <translation>geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>kept</source>
   <translation>behaltene</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>left</source>
   <translation>links</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>only here</source>
   <translation>nur hier</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>only in the kept file</source>
   <translation>nur in der behaltenen Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>only in the other one</source>
   <translation>nur in der anderen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>right</source>
   <translation>rechts</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>the other one</source>
   <translation>der anderen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>this</source>
   <translation>diese</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>this one</source>
   <translation>dieser</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>under another name</source>
   <translation>unter anderem Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/compare_panel.py" />
   <source>whole</source>
   <translation>Ganzes</translation>
  </message>
 </context>
 <context>
  <name>CompareWindow</name>
  <message>
   <location filename="../../simfinder/gui/details/compare_window.py" />
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare_window.py" />
   <source>Can’t be shown: %1</source>
   <translation>Kann nicht gezeigt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare_window.py" />
   <source>Compare %1 with %2</source>
   <translation>%1 mit %2 vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare_window.py" />
   <source>Compare the two versions after these</source>
   <translation>Die nächsten zwei Fassungen vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare_window.py" />
   <source>Compare the two versions before these</source>
   <translation>Die vorigen zwei Fassungen vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare_window.py" />
   <source>Full screen</source>
   <translation>Vollbild</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare_window.py" />
   <source>Reading the file …</source>
   <translation>Die Datei wird gelesen …</translation>
  </message>
 </context>
 <context>
  <name>ConfirmDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>%n of them are not identical to the files that stay: content that only they have is lost.</source>
   <translation>%n von ihnen sind nicht mit den bleibenden Dateien identisch: Inhalt, den nur sie haben, geht verloren.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>%n of them is not identical to the file that stays: content that only it has is lost.</source>
   <translation>%n von ihnen ist nicht mit der bleibenden Datei identisch: Inhalt, den nur sie hat, geht verloren.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>All of them are identical to files that stay.</source>
   <translation>Alle sind mit bleibenden Dateien identisch.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>Delete %1 for good?</source>
   <translation>%1 endgültig löschen?</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>Delete for good</source>
   <translation>Endgültig löschen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>Keep them</source>
   <translation>Behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>They do not go to the Trash. Neither Undo nor any other program can bring them back.</source>
   <translation>Sie kommen nicht in den Papierkorb. Weder „Rückgängig machen“ noch ein anderes Programm kann sie zurückholen.</translation>
  </message>
 </context>
 <context>
  <name>DetailsPanel</name>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>%1 of it is inside %2 · verified</source>
   <translation>%1 davon stecken in %2 · geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>%1 shared</source>
   <translation>%1 gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>%1 shared with %2 · estimated</source>
   <translation>%1 gemeinsam mit %2 · geschätzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>%1 shared with %2 · verified</source>
   <translation>%1 gemeinsam mit %2 · geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>%1 shared with %2, in another format</source>
   <translation>%1 gemeinsam mit %2, in anderem Format</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>%1 shared · estimated</source>
   <translation>%1 gemeinsam · geschätzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>%1 shared · verified</source>
   <translation>%1 gemeinsam · geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>(kept)</source>
   <translation>(behalten)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>All of it is inside %2</source>
   <translation>Alles davon steckt in %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Can’t be shown: %1</source>
   <translation>Kann nicht gezeigt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Choose a file of the two folders to see what it holds.</source>
   <translation>Eine Datei der beiden Ordner auswählen, um zu sehen, was sie enthält.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Choose a file to see what it holds and how it differs from the kept one.</source>
   <translation>Wählen Sie eine Datei, um zu sehen, was sie enthält und wie sie sich von der behaltenen unterscheidet.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Compare</source>
   <translation>Vergleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Compare with</source>
   <translation>Vergleichen mit</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Compare with %1</source>
   <translation>Mit %1 vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Compare with another file of the cluster (F8)</source>
   <translation>Mit einer anderen Datei der Gruppe vergleichen (F8)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Compare with the kept file</source>
   <translation>Mit der behaltenen Datei vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Compared with %1</source>
   <translation>Verglichen mit %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Here through another file: %1</source>
   <translation>Hier über eine andere: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Identical to %1 · verified</source>
   <translation>Identisch mit %1 · geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Identical · verified</source>
   <translation>Identisch · geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Preview</source>
   <translation>Vorschau</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Reading the file …</source>
   <translation>Die Datei wird gelesen …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Shares a form with %2, not its content · %1</source>
   <translation>Hat mit %2 die Vorlage gemeinsam, nicht den Inhalt · %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>The kept file of this cluster</source>
   <translation>Die behaltene Datei dieser Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>The same words as %1 in another format</source>
   <translation>Dieselben Wörter wie %1 in einem anderen Format</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Versions</source>
   <translation>Fassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Views of the chosen file</source>
   <translation>Ansichten der gewählten Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Why</source>
   <translation>Warum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>Why similar</source>
   <translation>Warum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/details_panel.py" />
   <source>kept file</source>
   <translation>behaltene Datei</translation>
  </message>
 </context>
 <context>
  <name>DialogOpener</name>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>%n project folder: nothing in it is marked automatically.</source>
   <translation>%n Projektordner: Darin wird nichts automatisch markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>%n project folders: nothing in them is marked automatically.</source>
   <translation>%n Projektordner: Darin wird nichts automatisch markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Add a folder and scan it first: a file is compared with what was scanned.</source>
   <translation>Fügen Sie erst einen Ordner hinzu und scannen Sie ihn: eine Datei wird mit dem Gescannten verglichen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Add folders</source>
   <translation>Ordner hinzufügen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>All files (*)</source>
   <translation>Alle Dateien (*)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Choose a file to compare it with the one that stays.</source>
   <translation>Wählen Sie eine Datei, um sie mit der bleibenden zu vergleichen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Comparing …</source>
   <translation>Vergleiche …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Copy marked files to</source>
   <translation>Markierte Dateien kopieren nach</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Export</source>
   <translation>Exportieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Find files like</source>
   <translation>Ähnliche Dateien suchen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Mark inside projects too…</source>
   <translation>Auch in Projekten markieren…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Move folders to</source>
   <translation>Ordner verschieben nach</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Move marked files to</source>
   <translation>Markierte Dateien verschieben nach</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Open results</source>
   <translation>Ergebnisse öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Results of SimFinder (*%1)</source>
   <translation>Ergebnisse von SimFinder (*%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>Save results</source>
   <translation>Ergebnisse speichern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/dialog_opener.py" />
   <source>The hints appear in the middle of the window while no folder is listed.</source>
   <translation>Die Hinweise stehen in der Mitte des Fensters, solange kein Ordner aufgeführt ist.</translation>
  </message>
 </context>
 <context>
  <name>DiffLines</name>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>%n equal line</source>
   <translation>%n gleiche Zeile</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>%n equal lines</source>
   <translation>%n gleiche Zeilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>No word differs in the part shown</source>
   <translation>Im gezeigten Teil unterscheidet sich kein Wort</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>Nothing differs in this part</source>
   <translation>In diesem Teil unterscheidet sich nichts</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>Only empty lines differ in this part</source>
   <translation>In diesem Teil unterscheiden sich nur leere Zeilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>± %1 changed</source>
   <translation>± %1 geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>− %1 only here   + %2 only in the kept file</source>
   <translation>− %1 nur hier   + %2 nur in der behaltenen Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>− %1 only in %3   + %2 only in %4</source>
   <translation>− %1 nur in %3   + %2 nur in %4</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/diff_lines.py" />
   <source>− %1 only in the part   + %2 only in the whole</source>
   <translation>− %1 nur im Teil   + %2 nur im Ganzen</translation>
  </message>
 </context>
 <context>
  <name>DropTarget</name>
  <message>
   <location filename="../../simfinder/gui/widgets/drop_target.py" />
   <source>Drop the file to find files like it</source>
   <translation>Datei ablegen, um ähnliche zu finden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/widgets/drop_target.py" />
   <source>Drop the folder to add it</source>
   <translation>Ordner ablegen, um ihn hinzuzufügen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/widgets/drop_target.py" />
   <source>Drop the folders to add them</source>
   <translation>Ordner ablegen, um sie hinzuzufügen</translation>
  </message>
 </context>
 <context>
  <name>EmptyState</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>%n cluster is hidden by the filter.</source>
   <translation>%n Gruppe ist durch den Filter verborgen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>%n clusters are hidden by the filter.</source>
   <translation>%n Gruppen sind durch den Filter verborgen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>%n could not be read, the first:</source>
   <translation>%n konnten nicht gelesen werden, die erste:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>%n could not be read:</source>
   <translation>%n konnte nicht gelesen werden:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>%n file of %1:</source>
   <translation>%n Datei mit %1:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>%n file scanned</source>
   <translation>%n Datei gescannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>%n files of %1:</source>
   <translation>%n Dateien mit je %1:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>%n files scanned</source>
   <translation>%n Dateien gescannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Add %1</source>
   <translation>%1 hinzufügen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Add a folder, or drop one anywhere in this window.
SimFinder then shows files that are the same, nearly the same, or older versions of one another.</source>
   <translation>Fügen Sie einen Ordner hinzu oder legen Sie einen irgendwo in diesem Fenster ab.
SimFinder zeigt dann Dateien, die gleich, fast gleich oder ältere Fassungen voneinander sind.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Add another folder…</source>
   <translation>Weiteren Ordner hinzufügen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Add folder…</source>
   <translation>Ordner hinzufügen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Choose folders to scan</source>
   <translation>Ordner zum Scannen wählen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Clear filter</source>
   <translation>Filter leeren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Clusters appear here when all files are compared. Cancelling keeps what was read.</source>
   <translation>Gruppen erscheinen hier, wenn alle Dateien verglichen sind. Beim Abbrechen bleibt erhalten, was gelesen wurde.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Desktop</source>
   <translation>Schreibtisch</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Did you mean “%1”?</source>
   <translation>Meinten Sie „%1“?</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Downloads</source>
   <translation>Downloads</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Filter by %1</source>
   <translation>Nach %1 filtern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Filters look like is:marked, type:pdf, size:&gt;10MB, older:2y or in:letters.</source>
   <translation>Filter sehen so aus: is:marked, type:pdf, size:&gt;10MB, older:2y oder in:briefe.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Identical files found so far:</source>
   <translation>Bisher gefundene identische Dateien:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Leave out development folders, caches and build results</source>
   <translation>Entwicklungsordner, Caches und Build-Ergebnisse auslassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Letters on one template, invoices of one form and parts of a series make no cluster unless “Show files of one form” is on (%1).</source>
   <translation>Briefe nach einer Vorlage, Rechnungen eines Formulars und Teile einer Reihe bilden nur dann Gruppen, wenn „Dateien derselben Vorlage zeigen“ an ist (%1).</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Mark what you don’t need: Space marks a file, K keeps it, Enter opens it.</source>
   <translation>Markieren Sie, was Sie nicht brauchen: Leertaste markiert eine Datei, K behält sie, Eingabe öffnet sie.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Move the sliders on the left to set how different two files may be.</source>
   <translation>Stellen Sie mit den Reglern links ein, wie verschieden zwei Dateien sein dürfen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Move “All types” to the right to accept larger differences.</source>
   <translation>Schieben Sie „Alle Typen“ nach rechts, um größere Unterschiede zuzulassen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>No cluster has “%1” in a name or folder</source>
   <translation>In keiner Gruppe kommt „%1“ in einem Namen oder Ordner vor</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>No cluster matches the filter “%1”</source>
   <translation>Keine Gruppe entspricht dem Filter „%1“</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>No clusters here</source>
   <translation>Keine Gruppen hier</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>No files to compare</source>
   <translation>Keine Dateien zum Vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>No similar files among those shown: %1.</source>
   <translation>Keine ähnlichen Dateien unter den gezeigten: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>No similar files are left</source>
   <translation>Keine ähnlichen Dateien mehr da</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>No similar files found</source>
   <translation>Keine ähnlichen Dateien gefunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Pictures</source>
   <translation>Bilder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Ready to scan</source>
   <translation>Bereit zum Scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Review and remove. Ctrl+Z brings it back, F1 lists all keys.</source>
   <translation>Prüfen und entfernen Sie. Strg+Z holt es zurück, F1 listet alle Tasten auf.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Scan</source>
   <translation>Scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Scan: nothing is changed, and the next scan is faster.</source>
   <translation>Scannen Sie: nichts wird geändert, und der nächste Scan ist schneller.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Scanning</source>
   <translation>Scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Show everything</source>
   <translation>Alles zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Show what was found so far</source>
   <translation>Bisher Gefundenes zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>SimFinder reads the files of the folders on the left. It changes nothing.</source>
   <translation>SimFinder liest die Dateien der Ordner links. Es ändert nichts.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>Skipped: %1.</source>
   <translation>Übersprungen: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/empty_state.py" />
   <source>“%1” is no filter</source>
   <translation>„%1“ ist kein Filter</translation>
  </message>
 </context>
 <context>
  <name>ExceptionsDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>A single file stays out of every cluster; its copies do not.</source>
   <translation>Eine einzelne Datei bleibt aus jeder Gruppe heraus, ihre Kopien nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Exceptions</source>
   <translation>Ausnahmen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Files before ≠ were removed from their cluster; those after it stay together.</source>
   <translation>Dateien vor ≠ wurden aus ihrer Gruppe entfernt; die danach bleiben zusammen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Files with these contents never come into one cluster, wherever they are. Newest first.</source>
   <translation>Dateien mit diesen Inhalten kommen nie in eine Gruppe, wo immer sie liegen. Neueste zuerst.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Let these files come into one cluster again</source>
   <translation>Diese Dateien wieder in eine Gruppe kommen lassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>No exceptions</source>
   <translation>Keine Ausnahmen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Remove exception</source>
   <translation>Ausnahme entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>To make one, open the menu of a file or a cluster in the list.</source>
   <translation>Um eine zu machen, öffnen Sie in der Liste das Menü einer Datei oder einer Gruppe.</translation>
  </message>
 </context>
 <context>
  <name>ExplainedBar</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/explained_bar.py" />
   <source>%n cluster is explained by %1</source>
   <translation>%n Gruppe erklärt sich durch %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/explained_bar.py" />
   <source>%n clusters are explained by %1</source>
   <translation>%n Gruppen erklären sich durch %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/explained_bar.py" />
   <source>%n more pair of folders</source>
   <translation>%n weiteres Ordnerpaar</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/explained_bar.py" />
   <source>%n more pairs of folders</source>
   <translation>%n weitere Ordnerpaare</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/explained_bar.py" />
   <source>Clusters explained by folders</source>
   <translation>Durch Ordner erklärte Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/explained_bar.py" />
   <source>Show %1 among the folders</source>
   <translation>%1 bei den Ordnern zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/explained_bar.py" />
   <source>Show folders</source>
   <translation>Ordner zeigen</translation>
  </message>
 </context>
 <context>
  <name>Exporter</name>
  <message>
   <location filename="../../simfinder/gui/controllers/export_results.py" />
   <source>Show in folder</source>
   <translation>Im Ordner zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/export_results.py" />
   <source>Written: %1 (%2).</source>
   <translation>Geschrieben: %1 (%2).</translation>
  </message>
 </context>
 <context>
  <name>Family</name>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>%n days</source>
   <translation>%n Tagen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>%n months</source>
   <translation>%n Monaten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>%n weeks</source>
   <translation>%n Wochen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>%n years</source>
   <translation>%n Jahren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Archives</source>
   <translation>Archive</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Data</source>
   <translation>Daten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Fonts</source>
   <translation>Schriften</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Other types</source>
   <translation>Andere Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Pictures</source>
   <translation>Bilder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Programs</source>
   <translation>Programme</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Sound</source>
   <translation>Ton</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Source code</source>
   <translation>Quelltext</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Spreadsheets</source>
   <translation>Tabellen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Video</source>
   <translation>Video</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>Web pages</source>
   <translation>Web</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>changed before %1</source>
   <translation>geändert vor %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>changed in the last %1</source>
   <translation>geändert innerhalb von %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>changed since %1</source>
   <translation>geändert seit %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>day</source>
   <translation>einem Tag</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>month</source>
   <translation>einem Monat</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>no extension</source>
   <translation>ohne Endung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>not changed in the last %1</source>
   <translation>nicht geändert innerhalb von %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>only %1</source>
   <translation>nur %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>week</source>
   <translation>einer Woche</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>without %1</source>
   <translation>ohne %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/family_words.py" />
   <source>year</source>
   <translation>einem Jahr</translation>
  </message>
 </context>
 <context>
  <name>FamilyRow</name>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Fold the types of %1</source>
   <translation>Die Typen von %1 einklappen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Follow “%1” again</source>
   <translation>Wieder „%1“ folgen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Identical files only</source>
   <translation>Nur identische Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>It counts for every type of the family that has no value of its own; a type that you set keeps what you set.</source>
   <translation>Der Wert gilt für jeden Typ der Familie, der keinen eigenen hat; was Sie für einen Typ einstellen, bleibt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Show only these types</source>
   <translation>Nur diese Typen zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Type a value…</source>
   <translation>Einen Wert eintippen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Unfold the types of %1</source>
   <translation>Die Typen von %1 ausklappen</translation>
  </message>
 </context>
 <context>
  <name>FigureBar</name>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>no figure: too short</source>
   <translation>kein Wert: zu kurz</translation>
  </message>
 </context>
 <context>
  <name>FilterBox</name>
  <message>
   <location filename="../../simfinder/gui/window/top_bar.py" />
   <source>Filter</source>
   <translation>Filter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/top_bar.py" />
   <source>Filter by name or folder</source>
   <translation>Name oder Ordner</translation>
  </message>
 </context>
 <context>
  <name>FilterChip</name>
  <message>
   <location filename="../../simfinder/gui/window/filter/chip.py" />
   <source>Only these are shown: %1. Press to show everything again.</source>
   <translation>Nur diese werden gezeigt: %1. Drücken, um wieder alles zu zeigen.</translation>
  </message>
 </context>
 <context>
  <name>FilterCompletion</name>
  <message>
   <location filename="../../simfinder/gui/window/filter/completion.py" />
   <source>Words of the filter</source>
   <translation>Wörter des Filters</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/completion.py" />
   <source>a part of the folder</source>
   <translation>ein Teil des Ordners</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/completion.py" />
   <source>a part of the name</source>
   <translation>ein Teil des Namens</translation>
  </message>
 </context>
 <context>
  <name>FilterMenu</name>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Changed in the last week</source>
   <translation>In der letzten Woche geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Filter by relation, size or type</source>
   <translation>Nach Beziehung, Größe oder Typ filtern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Larger than 1 MB</source>
   <translation>Größer als 1 MB</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Larger than 100 MB</source>
   <translation>Größer als 100 MB</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Not changed for a year</source>
   <translation>Seit einem Jahr nicht geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Not changed for five years</source>
   <translation>Seit fünf Jahren nicht geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Not reviewed yet: nothing marked, nothing kept by hand</source>
   <translation>Noch nicht durchgesehen: nichts markiert, nichts von Hand behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Show everything</source>
   <translation>Alles zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Show only clusters with certain files: by relation, marks, size or type (Ctrl+Shift+F)</source>
   <translation>Nur Gruppen mit bestimmten Dateien zeigen: nach Beziehung, Markierungen, Größe oder Typ (Strg+Umschalt+F)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Smaller than 10 KB</source>
   <translation>Kleiner als 10 KB</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>Type</source>
   <translation>Typ</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With estimated figures</source>
   <translation>Mit geschätzten Werten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With files of the same form</source>
   <translation>Mit Dateien derselben Vorlage</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With files of unknown order</source>
   <translation>Mit Dateien unklarer Reihenfolge</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With files that could be marked</source>
   <translation>Mit Dateien, die markiert werden könnten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With identical files</source>
   <translation>Mit identischen Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With marked files</source>
   <translation>Mit markierten Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With newer versions</source>
   <translation>Mit neueren Fassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With older versions</source>
   <translation>Mit älteren Fassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With pictures saved again</source>
   <translation>Mit neu gespeicherten Bildern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With protected files</source>
   <translation>Mit geschützten Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With smaller copies of pictures</source>
   <translation>Mit kleineren Kopien von Bildern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/filter/menu.py" />
   <source>With the same words in another format</source>
   <translation>Mit denselben Wörtern in einem anderen Format</translation>
  </message>
 </context>
 <context>
  <name>Finder</name>
  <message>
   <location filename="../../simfinder/gui/controllers/similar_search.py" />
   <source>Can’t search for %1: %2.</source>
   <translation>Suche nach %1 nicht möglich: %2.</translation>
  </message>
 </context>
 <context>
  <name>FolderModel</name>
  <message>
   <location filename="../../simfinder/gui/sidebar/folder_model.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folder_model.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folder_model.py" />
   <source>%n folder in it is a copy or version of another one</source>
   <translation>%n Ordner darin ist Kopie oder Fassung eines anderen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folder_model.py" />
   <source>%n folders in it are copies or versions of one another</source>
   <translation>%n Ordner darin sind Kopien oder Fassungen voneinander</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folder_model.py" />
   <source>not in the list to scan</source>
   <translation>wird nicht gescannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folder_model.py" />
   <source>not scanned yet</source>
   <translation>noch nicht gescannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folder_model.py" />
   <source>own filters</source>
   <translation>eigene Filter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folder_model.py" />
   <source>protected</source>
   <translation>geschützt</translation>
  </message>
 </context>
 <context>
  <name>Folders</name>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 and %2 have files in common</source>
   <translation>%1 und %2 haben Dateien gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 and %n more</source>
   <translation>%1 und %n weitere</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 has %n copies</source>
   <translation>%1 hat %n Kopien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 has %n copy</source>
   <translation>%1 hat %n Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 has %n other version</source>
   <translation>%1 hat %n andere Fassung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 has %n other versions</source>
   <translation>%1 hat %n andere Fassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 is a copy of %2</source>
   <translation>%1 ist eine Kopie von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 is a newer copy of %2</source>
   <translation>%1 ist eine neuere Kopie von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 is an older copy of %2</source>
   <translation>%1 ist eine ältere Kopie von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 is in %2 as a whole</source>
   <translation>%1 ist ganz in %2 enthalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 of %2
is in %3</source>
   <translation>%1 von %2
sind in %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 shared</source>
   <translation>%1 gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%1 stays</source>
   <translation>%1 bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%n file changed</source>
   <translation>%n Datei geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%n file the same</source>
   <translation>%n Datei gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%n files changed</source>
   <translation>%n Dateien geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%n files the same</source>
   <translation>%n Dateien gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%n only in the first</source>
   <translation>%n nur im ersten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>%n only in the second</source>
   <translation>%n nur im zweiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>Both share files; which one should stay is for you to say.</source>
   <translation>Beide haben Dateien gemeinsam; welcher bleiben soll, entscheiden Sie.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>Every file of each has an identical one in the other.</source>
   <translation>Jede Datei des einen hat im anderen eine identische.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>Every file of it has an identical one in the folder that stays.</source>
   <translation>Jede seiner Dateien hat in dem Ordner, der bleibt, eine identische.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>Folder %1: %2</source>
   <translation>Ordner %1: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>Is</source>
   <translation>Ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>Most of it is the same or changed in the other: a version of it.</source>
   <translation>Das meiste ist im anderen gleich oder geändert: eine Fassung davon.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>Shared</source>
   <translation>Gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>changed</source>
   <translation>anders</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>copy</source>
   <translation>Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>files in common</source>
   <translation>gemeinsame Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>frees %1</source>
   <translation>macht %1 frei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>in it as a whole</source>
   <translation>ganz darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>moved</source>
   <translation>verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>names and times contradict each other</source>
   <translation>Namen und Zeiten widersprechen sich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>names and times contradict each other: %1</source>
   <translation>Namen und Zeiten widersprechen sich: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>newer copy</source>
   <translation>neuere Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>newest first: %1</source>
   <translation>neueste zuerst: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_list.py" />
   <source>older copy</source>
   <translation>ältere Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>only here</source>
   <translation>nur hier</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>only there</source>
   <translation>nur dort</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folder_tables.py" />
   <source>same</source>
   <translation>gleich</translation>
  </message>
 </context>
 <context>
  <name>FoldersPanel</name>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>%n pattern left out</source>
   <translation>%n Muster ausgelassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>%n patterns left out</source>
   <translation>%n Muster ausgelassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>%n skipped</source>
   <translation>%n übersprungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Add</source>
   <translation>Neu</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Add a folder</source>
   <translation>Einen Ordner hinzufügen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Add a folder, or drop one here.</source>
   <translation>Fügen Sie einen Ordner hinzu oder legen Sie einen hier ab.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Changed since the scan: press F5 to scan again.</source>
   <translation>Seit dem Scan geändert: F5 drücken, um erneut zu scannen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Changed: press F5</source>
   <translation>Geändert: F5 drücken</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Choose which files to scan, by pattern, size, date and type</source>
   <translation>Nach Muster, Größe, Datum und Typ festlegen, welche Dateien gescannt werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>FOLDERS</source>
   <translation>ORDNER</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Files in a protected folder appear in clusters but are never marked, moved or deleted.</source>
   <translation>Dateien in einem geschützten Ordner kommen in Gruppen vor, werden aber nie markiert, verschoben oder gelöscht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Filters</source>
   <translation>Filter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Filters…</source>
   <translation>Filter…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Folders that were scanned together before</source>
   <translation>Ordner, die früher zusammen gescannt wurden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Folders to scan</source>
   <translation>Zu scannende Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>List</source>
   <translation>Auflisten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>List the skipped files</source>
   <translation>Übersprungene Dateien auflisten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Open in file manager</source>
   <translation>Im Dateimanager öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Protect</source>
   <translation>Schützen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Recent</source>
   <translation>Zuletzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Recent folders</source>
   <translation>Zuletzt verwendete Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Remove</source>
   <translation>Entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Remove the folder from this list. Nothing on disk changes.</source>
   <translation>Den Ordner von dieser Liste nehmen. Auf dem Datenträger ändert sich nichts.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Scan filters</source>
   <translation>Scan-Filter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Scan filters of this folder</source>
   <translation>Scan-Filter dieses Ordners</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Show its copies</source>
   <translation>Kopien davon zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Skipped files, and why</source>
   <translation>Übersprungene Dateien und warum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>Skipped: %1</source>
   <translation>Übersprungen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>empty files too</source>
   <translation>auch leere Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>from %1</source>
   <translation>ab %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>hidden files too</source>
   <translation>auch versteckte Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>only %1</source>
   <translation>nur %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>pictures and recordings by their bytes only</source>
   <translation>Bilder und Aufnahmen nur nach ihren Bytes</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>symbolic links too</source>
   <translation>auch symbolische Links</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>up to %1</source>
   <translation>bis %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/folders_panel.py" />
   <source>without development folders</source>
   <translation>ohne Entwicklungsordner</translation>
  </message>
 </context>
 <context>
  <name>FoldersView</name>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>%1 is newer</source>
   <translation>%1 ist neuer</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>%1, %2 can be freed</source>
   <translation>%1, %2 können frei werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>%1: %2</source>
   <translation>%1: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>%n changed file is newer</source>
   <translation>%n geänderte Datei ist neuer</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>%n changed files are newer</source>
   <translation>%n geänderte Dateien sind neuer</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>%n pair of folders</source>
   <translation>%n Ordnerpaar</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>%n pairs of folders</source>
   <translation>%n Ordnerpaare</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>An archive can't be removed by another one here: mark it in the clusters.</source>
   <translation>Ein Archiv kann hier nicht durch ein anderes entfernt werden: Markieren Sie es in den Gruppen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Comparing folders…</source>
   <translation>Ordner werden verglichen …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Files of both folders</source>
   <translation>Dateien beider Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Files that only the folder that goes has move into the one that stays, and newer ones replace their older versions there</source>
   <translation>Dateien, die nur der Ordner hat, der verschwindet, kommen in den, der bleibt; neuere ersetzen dort ihre älteren Fassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Filter</source>
   <translation>Filter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Filter folders</source>
   <translation>Ordner filtern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Folders that are alike</source>
   <translation>Ordner, die sich gleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>How much of a folder may be missing in the other one: 0 % lists only those that are in it as a whole</source>
   <translation>Wie viel eines Ordners im anderen fehlen darf: 0 % zeigt nur die, die ganz in ihm sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Keep %1, remove %2</source>
   <translation>%1 behalten, %2 entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Keep left…</source>
   <translation>Linken behalten …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Keep only “%1”…</source>
   <translation>Nur „%1“ behalten …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Keep right…</source>
   <translation>Rechten behalten …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Keep “%1”…</source>
   <translation>„%1“ behalten …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Loose files go that the archive holds; each is compared first, the others stay:</source>
   <translation>Lose Dateien, die das Archiv enthält, werden entfernt; jede wird vorher verglichen, die anderen bleiben:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Merge first</source>
   <translation>Erst zusammenführen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Names and times contradict each other: which one is newer?</source>
   <translation>Namen und Zeiten widersprechen sich: Welcher ist neuer?</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>No two folders have so much in common.</source>
   <translation>Keine zwei Ordner haben so viel gemeinsam.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Remove copies…</source>
   <translation>Kopien entfernen …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Remove…</source>
   <translation>Entfernen …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Review the removal of all folders that are in another one as a whole, older versions included; parts of projects stay</source>
   <translation>Ansehen, was beim Entfernen aller Ordner geschieht, die ganz in einem anderen enthalten sind, ältere Fassungen eingeschlossen; Teile von Projekten bleiben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Review what becomes of every file before anything happens. These folders go:</source>
   <translation>Prüfen, was aus jeder Datei wird, bevor etwas geschieht. Diese Ordner werden entfernt:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Scan folders to see which of them are alike.</source>
   <translation>Scannen Sie Ordner, um zu sehen, welche sich gleichen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>The archive goes if each file in it lies loose in the folder; all are compared first:</source>
   <translation>Das Archiv wird entfernt, wenn jede Datei darin lose im Ordner liegt; alle werden vorher verglichen:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Tolerance of folders</source>
   <translation>Toleranz der Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Where folders go</source>
   <translation>Wohin die Ordner kommen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>Where the folders that don't stay go; undo brings them back from there</source>
   <translation>Wohin die Ordner gehen, die nicht bleiben; Rückgängig holt sie von dort zurück</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>frees %1</source>
   <translation>macht %1 frei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>to a folder…</source>
   <translation>in einen Ordner …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/folders/folders_panel.py" />
   <source>to the Trash</source>
   <translation>in den Papierkorb</translation>
  </message>
 </context>
 <context>
  <name>Following</name>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>Can’t keep the clusters up to date with the folders: %1</source>
   <translation>Die Gruppen können nicht auf dem Stand der Ordner gehalten werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>Changes in the folders are not followed: with %1 files each update takes about %2 s.</source>
   <translation>Änderungen in den Ordnern werden nicht verfolgt: Bei %1 Dateien dauert jede Aktualisierung etwa %2 s.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>Follow anyway</source>
   <translation>Trotzdem verfolgen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>Scan again</source>
   <translation>Erneut scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>The system does not report changes in these folders, which are checked every minute or less often: %1</source>
   <translation>Das System meldet Änderungen in diesen Ordnern nicht; sie werden jede Minute oder seltener geprüft: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>The system does not report changes in these folders: %1</source>
   <translation>Das System meldet keine Änderungen in diesen Ordnern: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>To be asked again, switch “Follow changes in the folders” off and on.</source>
   <translation>Um noch einmal gefragt zu werden, schalten Sie „Änderungen in den Ordnern verfolgen“ aus und wieder ein.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>checking for changes now and then</source>
   <translation>sieht ab und zu nach Änderungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>following changes</source>
   <translation>folgt Änderungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>following changes: updating…</source>
   <translation>folgt Änderungen: wird aktualisiert…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>last update %1</source>
   <translation>zuletzt aktualisiert %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/folder_follower.py" />
   <source>not following changes</source>
   <translation>Änderungen werden nicht verfolgt</translation>
  </message>
 </context>
 <context>
  <name>HexCompare</name>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>%n difference</source>
   <translation>%n Unterschied</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>%n differences</source>
   <translation>%n Unterschiede</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>An offset such as 1f40, or a percentage such as 50 %</source>
   <translation>Ein Offset wie 1f40 oder ein Prozentsatz wie 50 %</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>Bytes of both files</source>
   <translation>Bytes beider Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>Can’t be read any more: %1</source>
   <translation>Kann nicht mehr gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>Difference %1 of %2</source>
   <translation>Unterschied %1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>Difference %1 of more than %2</source>
   <translation>Unterschied %1 von mehr als %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>Looking for differences …</source>
   <translation>Unterschiede werden gesucht …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>More than %1 differences</source>
   <translation>Mehr als %1 Unterschiede</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>No difference</source>
   <translation>Kein Unterschied</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>No difference after this position</source>
   <translation>Kein Unterschied nach dieser Stelle</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/hex_compare.py" />
   <source>Still looking where the two match …</source>
   <translation>Es wird noch gesucht, wo sich die beiden gleichen …</translation>
  </message>
 </context>
 <context>
  <name>HexView</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/hex_view.py" />
   <source>From byte %1</source>
   <translation>Ab Byte %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/hex_view.py" />
   <source>From byte %1 here and %2 there</source>
   <translation>Ab Byte %1 hier und %2 dort</translation>
  </message>
 </context>
 <context>
  <name>HistoryDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Details</source>
   <translation>Einzelheiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Everything SimFinder has done to files, newest first. Open “Details” to undo single files.</source>
   <translation>Alles, was SimFinder mit Dateien getan hat, das Neueste zuerst. Unter „Einzelheiten“ lassen sich einzelne Dateien zurückholen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>History</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Nothing done yet</source>
   <translation>Noch nichts getan</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Some files can’t be checked now because their disk is not connected. “Details” shows which, and what you can do.</source>
   <translation>Einige Dateien lassen sich jetzt nicht prüfen, weil ihr Datenträger nicht angeschlossen ist. „Einzelheiten“ zeigt, welche und was Sie tun können.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>This list shows what SimFinder does to files, and can undo it.</source>
   <translation>Diese Liste zeigt, was SimFinder mit Dateien tut, und kann es rückgängig machen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Undo</source>
   <translation>Rückgängig machen</translation>
  </message>
 </context>
 <context>
  <name>ImageCompare</name>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Blink</source>
   <translation>Wechseln</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Bytes</source>
   <translation>Bytes</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Difference</source>
   <translation>Unterschied</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Edge between the pictures</source>
   <translation>Kante zwischen den Bildern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>How the pictures are compared</source>
   <translation>Wie die Bilder verglichen werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Notes</source>
   <translation>Angaben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Overlay</source>
   <translation>Überlagert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Side by side</source>
   <translation>Nebeneinander</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Sides</source>
   <translation>Seiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>this</source>
   <translation>diese</translation>
  </message>
 </context>
 <context>
  <name>ImageView</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/image_view.py" />
   <source>Picture: %1</source>
   <translation>Bild: %1</translation>
  </message>
 </context>
 <context>
  <name>Inside</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%1 inside</source>
   <translation>%1 darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%1 is inside</source>
   <translation>%1 steckt darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%1 of %2 is inside %3</source>
   <translation>%1 von %2 stecken in %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%1 to free</source>
   <translation>%1 freizugeben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%n file is inside %1</source>
   <translation>%n Datei steckt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%n files are inside</source>
   <translation>%n Dateien sind darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%n files are inside %1</source>
   <translation>%n Dateien stecken in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%n files from %1 are inside</source>
   <translation>%n Dateien aus %1 stecken darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%n more at the end of the list</source>
   <translation>%n weitere am Ende der Liste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%n other</source>
   <translation>%n anderen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>%n others</source>
   <translation>%n anderen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>All of %2 is inside %3</source>
   <translation>Alles von %2 steckt in %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>INSIDE OTHER FILES</source>
   <translation>IN ANDEREN DATEIEN ENTHALTEN</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>Verified by runs of bytes that both files have. This does not count as similarity.</source>
   <translation>Geprüft an Folgen von Bytes, die beide Dateien haben. Das zählt nicht als Ähnlichkeit.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>Verified: it is a member of the archive, by a 128-bit content hash.</source>
   <translation>Geprüft: sie ist ein Eintrag des Archivs, nach einem 128-Bit-Hash des Inhalts.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>all %n files in it are also in %1</source>
   <translation>alle %n Dateien darin sind auch in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>all %n files in it are also outside</source>
   <translation>alle %n Dateien darin gibt es auch außerhalb</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>inside %n files</source>
   <translation>steckt in %n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>inside %n files in %1</source>
   <translation>steckt in %n Dateien in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>its only file is also in %1</source>
   <translation>die einzige Datei darin ist auch in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/model/containment_rows.py" />
   <source>its only file is also outside</source>
   <translation>die einzige Datei darin gibt es auch außerhalb</translation>
  </message>
 </context>
 <context>
  <name>KeepRulesDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>, then </source>
   <translation>, dann </translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Add</source>
   <translation>Hinzufügen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Best name</source>
   <translation>Bester Name</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Best place</source>
   <translation>Bester Ort</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Choose…</source>
   <translation>Wählen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Delete</source>
   <translation>Löschen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Down</source>
   <translation>Nach unten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Folder of the rule</source>
   <translation>Ordner der Regel</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Folder or pattern of the rule</source>
   <translation>Ordner oder Muster der Regel</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>In %1</source>
   <translation>In %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>In the folder…</source>
   <translation>Im Ordner…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Keep by these rules</source>
   <translation>Nach diesen Regeln behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Keep rules</source>
   <translation>Regeln zum Behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Largest</source>
   <translation>Größte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Longest path</source>
   <translation>Längster Pfad</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Name</source>
   <translation>Name</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Name like %1</source>
   <translation>Name wie %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Name like…</source>
   <translation>Name wie…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Name to save these rules under</source>
   <translation>Name, unter dem diese Regeln gespeichert werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Newest</source>
   <translation>Neueste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Oldest</source>
   <translation>Älteste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Outside %1</source>
   <translation>Außerhalb von %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Outside the folder…</source>
   <translation>Außerhalb des Ordners…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Remove</source>
   <translation>Entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Rule to add</source>
   <translation>Regel zum Hinzufügen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Rules, the first decides</source>
   <translation>Regeln, die erste entscheidet</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Save</source>
   <translation>Speichern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Save as</source>
   <translation>Speichern als</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Saved</source>
   <translation>Gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Saved rules</source>
   <translation>Gespeicherte Regeln</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Shortest path</source>
   <translation>Kürzester Pfad</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Smallest</source>
   <translation>Kleinste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>The first rule decides which file of a cluster stays; the next ones break ties.</source>
   <translation>Die erste Regel entscheidet, welche Datei einer Gruppe bleibt; die nächsten entscheiden bei Gleichstand.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>There is no folder %1.</source>
   <translation>Den Ordner %1 gibt es nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>This rule needs a folder or a pattern.</source>
   <translation>Diese Regel braucht einen Ordner oder ein Muster.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Up</source>
   <translation>Nach oben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>Use</source>
   <translation>Verwenden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keep_rules_dialog.py" />
   <source>none yet</source>
   <translation>noch keine</translation>
  </message>
 </context>
 <context>
  <name>KeySpaceView</name>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>%1 selected</source>
   <translation>%1 ausgewählt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>%n row hidden</source>
   <translation>%n Zeile verborgen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>%n rows hidden</source>
   <translation>%n Zeilen verborgen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>&amp;Key</source>
   <translation>&amp;Schlüssel</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>A key is a number made of how often some bit patterns occur in a file. Files that share most of their content have nearly the same key and nearly the same size, so they are neighbours here. Neighbours need not be similar, though: the list of clusters shows only files that share content.

The wheel or + and − zoom, arrows move, Home shows all, Space selects the file nearest to the middle.</source>
   <translation>Ein Schlüssel ist eine Zahl daraus, wie oft einige Bitmuster in einer Datei vorkommen. Dateien, die den größten Teil ihres Inhalts gemeinsam haben, haben fast denselben Schlüssel und fast dieselbe Größe und sind daher hier Nachbarn. Nachbarn müssen sich aber nicht ähneln: die Liste der Gruppen zeigt nur Dateien, die Inhalt gemeinsam haben.

Das Rad oder + und − vergrößern und verkleinern, Pfeile verschieben, Pos1 zeigt alles, die Leertaste wählt die Datei, die der Mitte am nächsten ist.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Adds a number made of the file’s extension to the key: each extension gets a stripe of its own.</source>
   <translation>Fügt dem Schlüssel eine Zahl aus der Endung der Datei hinzu: jede Endung bekommt einen eigenen Streifen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>All patterns count alike.</source>
   <translation>Alle Muster zählen gleich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>All patterns count, the first ones a little more.</source>
   <translation>Alle Muster zählen, die ersten etwas mehr.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Apart by extension</source>
   <translation>Endungen getrennt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Area</source>
   <translation>Bereich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Drag to</source>
   <translation>Ziehen zum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Dragging moves the picture; with Shift it selects an area.</source>
   <translation>Ziehen verschiebt das Bild; mit der Umschalttaste wählt es einen Bereich.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Dragging selects the files in a rectangle; with Ctrl it adds them.</source>
   <translation>Ziehen wählt die Dateien in einem Rechteck; mit Strg kommen sie hinzu.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Dragging selects the files you circle; with Ctrl it adds them.</source>
   <translation>Ziehen wählt die Dateien, die Sie umkreisen; mit Strg kommen sie hinzu.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Each dot is a file. Files of one kind and similar content lie close together.</source>
   <translation>Jeder Punkt ist eine Datei. Dateien einer Art mit ähnlichem Inhalt liegen nah beieinander.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>File size</source>
   <translation>Dateigröße</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Key</source>
   <translation>Schlüssel</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Key space</source>
   <translation>Schlüsselraum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Key space: files by size and key</source>
   <translation>Schlüsselraum: Dateien nach Größe und Schlüssel</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Key “%1”</source>
   <translation>Schlüssel „%1“</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Key “%1” and extension</source>
   <translation>Schlüssel „%1“ und Endung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Lasso</source>
   <translation>Lasso</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Move</source>
   <translation>Verschieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Nothing to show: a scan for identical files only computes no keys.</source>
   <translation>Nichts zu zeigen: ein Scan nur nach identischen Dateien berechnet keine Schlüssel.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Only four patterns count, the first one most: separates files best.</source>
   <translation>Nur vier Muster zählen, das erste am meisten: trennt Dateien am besten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Scan a folder to see its files here.</source>
   <translation>Scannen Sie einen Ordner, um seine Dateien hier zu sehen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Scatter</source>
   <translation>Streuung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Show all</source>
   <translation>Alles</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Shows all files again (Home)</source>
   <translation>Zeigt wieder alle Dateien (Pos1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Skew</source>
   <translation>Schiefe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>There are no files to show.</source>
   <translation>Es gibt keine Dateien zu zeigen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Types</source>
   <translation>Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Uniform</source>
   <translation>Gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>Weights of your own.</source>
   <translation>Eigene Gewichte.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>key %1</source>
   <translation>Schlüssel %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>key = size</source>
   <translation>Schlüssel = Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>no extension</source>
   <translation>ohne Endung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/key_space_panel.py" />
   <source>other types</source>
   <translation>andere Typen</translation>
  </message>
 </context>
 <context>
  <name>KeysDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Keyboard</source>
   <translation>Tastatur</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Keys and what they do</source>
   <translation>Tasten und was sie tun</translation>
  </message>
 </context>
 <context>
  <name>Legend</name>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>Padding does not count. Click a place in a bar to see it above; Left and Right go from one to the next.</source>
   <translation>Füllbytes zählen nicht. Klicken Sie auf eine Stelle, um sie oben zu sehen; Links und Rechts gehen zur nächsten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>in both</source>
   <translation>in beiden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>only in this file</source>
   <translation>nur in dieser Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>padding</source>
   <translation>Füllbytes</translation>
  </message>
 </context>
 <context>
  <name>LegendRow</name>
  <message>
   <location filename="../../simfinder/gui/overview/key_space/type_legend.py" />
   <source>Click shows or hides these files, Ctrl+click shows only them.</source>
   <translation>Klick zeigt oder verbirgt diese Dateien, Strg+Klick zeigt nur sie.</translation>
  </message>
 </context>
 <context>
  <name>LicencesDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Its authors give no text of it with this package.</source>
   <translation>Die Autoren legen diesem Paket keinen Text davon bei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Licence</source>
   <translation>Lizenz</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Licences</source>
   <translation>Lizenzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Parts of SimFinder that others have written</source>
   <translation>Teile von SimFinder, die andere geschrieben haben</translation>
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <location filename="../../simfinder/gui/window/main_window.py" />
   <source>%1 and %n more</source>
   <translation>%1 und %n weitere</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/user_choices.py" />
   <source>Continue with the results of %1</source>
   <translation>Mit den Ergebnissen von %1 fortfahren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/main_window.py" />
   <source>Details</source>
   <translation>Einzelheiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/main_window.py" />
   <source>Folders and tolerances</source>
   <translation>Ordner und Toleranzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/main_window.py" />
   <source>Results</source>
   <translation>Ergebnisse</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/main_window.py" />
   <source>Stopping the running job, then closing.</source>
   <translation>Die laufende Arbeit wird beendet, dann wird geschlossen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/action_state.py" />
   <source>The scan was stopped early: rules mark nothing until all files are read.</source>
   <translation>Der Scan wurde vorzeitig beendet: Regeln markieren nichts, bevor alle Dateien gelesen sind.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/action_state.py" />
   <source>These results are read-only: the files are elsewhere.</source>
   <translation>Diese Ergebnisse sind nur zum Lesen: die Dateien sind anderswo.</translation>
  </message>
 </context>
 <context>
  <name>MapView</name>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%1 are identical copies: free to go</source>
   <translation>%1 sind identische Kopien: können weg</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%1 are kept files of clusters</source>
   <translation>%1 sind behaltene Dateien von Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%1 are older versions: free to go</source>
   <translation>%1 sind ältere Fassungen: können weg</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%1 are similar to others, and stay</source>
   <translation>%1 sind anderen ähnlich und bleiben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%1 can be freed</source>
   <translation>%1 können frei werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%1 have no similar files</source>
   <translation>%1 haben keine ähnlichen Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%1 in %n file</source>
   <translation>%1 in %n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%1 in %n files</source>
   <translation>%1 in %n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%n more</source>
   <translation>%n weitere</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%n other type</source>
   <translation>%n anderer Typ</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>%n other types</source>
   <translation>%n andere Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>All folders</source>
   <translation>Alle Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>BY TYPE, ALL FOLDERS</source>
   <translation>NACH TYP, ALLE ORDNER</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Copies of a file that is kept: free to go.</source>
   <translation>Kopien einer Datei, die behalten wird: können weg.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Files directly in %1</source>
   <translation>Dateien direkt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Files with no similar ones.</source>
   <translation>Dateien ohne ähnliche.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Map</source>
   <translation>Karte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Map: space by folder</source>
   <translation>Karte: Platz nach Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Older versions of a file that is kept, within the tolerance: free to go.</source>
   <translation>Ältere Fassungen einer Datei, die behalten wird, innerhalb der Toleranz: können weg.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Scan a folder to see where its space goes.</source>
   <translation>Scannen Sie einen Ordner, um zu sehen, wohin sein Platz geht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Show %1</source>
   <translation>%1 zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Show its copies</source>
   <translation>Kopien davon zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Show only these files</source>
   <translation>Nur diese Dateien zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Similar to a file that is kept, but newer, too different, protected or in a project folder: stays.</source>
   <translation>Einer behaltenen Datei ähnlich, aber neuer, zu verschieden, geschützt oder in einem Projektordner: bleibt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Small folders in %1</source>
   <translation>Kleine Ordner in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>The file that each cluster keeps.</source>
   <translation>Die Datei, die jede Gruppe behält.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>There are no files to show, or all of them are empty.</source>
   <translation>Es gibt keine Dateien zu zeigen, oder alle sind leer.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>Zoom into this folder</source>
   <translation>In diesen Ordner zoomen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>directly in %1</source>
   <translation>direkt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>identical</source>
   <translation>identisch</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>in %1</source>
   <translation>in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>keep</source>
   <translation>bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>no extension</source>
   <translation>ohne Endung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>nothing to free</source>
   <translation>nichts freizugeben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>older</source>
   <translation>älter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>similar</source>
   <translation>ähnlich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/space_map/space_map_panel.py" />
   <source>unique</source>
   <translation>ohne ähnliche</translation>
  </message>
 </context>
 <context>
  <name>MarkFilesDialog</name>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>%n cluster</source>
   <translation>%n Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>%n clusters</source>
   <translation>%n Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>%n file more</source>
   <translation>%n Datei mehr</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>%n files more</source>
   <translation>%n Dateien mehr</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>%n folder belongs together: a repository, a package, an app, a mailbox and the like.</source>
   <translation>%n Ordner gehört zusammen: ein Repository, ein Paket, eine App, ein Postfach oder Ähnliches.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>%n folders each belong together: a repository, a package, an app, a mailbox and the like.</source>
   <translation>%n Ordner gehören je zusammen: ein Repository, ein Paket, eine App, ein Postfach oder Ähnliches.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>All but those in a folder</source>
   <translation>Alle außer denen in einem Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>All files in the folder or below it; another file is kept where needed</source>
   <translation>Alle Dateien in dem Ordner oder darunter; wo nötig, wird eine andere Datei behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>All files outside the folder, in the clusters that have a file in it</source>
   <translation>Alle Dateien außerhalb des Ordners, in den Gruppen, die eine Datei darin haben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>All files within the tolerance of the kept one, newer versions too; no other formats, no files of one form</source>
   <translation>Alle Dateien innerhalb der Toleranz zur behaltenen, auch neuere Fassungen; keine anderen Formate, keine Dateien derselben Vorlage</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>All in a folder</source>
   <translation>Alle in einem Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>All similar files, newer ones too</source>
   <translation>Alle ähnlichen Dateien, auch neuere</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Also files similar to the kept one of which the age is unknown; nothing newer</source>
   <translation>Auch der behaltenen ähnliche Dateien, deren Alter unbekannt ist; nichts Neueres</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Also inside project folders</source>
   <translation>Auch in Projektordnern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Choose the folder.</source>
   <translation>Wählen Sie den Ordner.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Choose…</source>
   <translation>Wählen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Counting…</source>
   <translation>Wird gezählt…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Files identical to the kept one</source>
   <translation>Dateien, die mit der behaltenen identisch sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Files older than the kept one and within the tolerance of it, or identical to it</source>
   <translation>Dateien, die älter als die behaltene sind und innerhalb der Toleranz zu ihr liegen oder mit ihr identisch sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Identical files only</source>
   <translation>Nur identische Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Invert the marks</source>
   <translation>Markierungen umkehren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Keeps another file in %n cluster.</source>
   <translation>Behält in %n Gruppe eine andere Datei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Keeps another file in %n clusters.</source>
   <translation>Behält in %n Gruppen eine andere Datei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Leaves %1 in %n project folder alone.</source>
   <translation>Lässt %1 in %n Projektordner unberührt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Leaves %1 in %n project folders alone.</source>
   <translation>Lässt %1 in %n Projektordnern unberührt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Mark</source>
   <translation>Markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Mark files</source>
   <translation>Dateien markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Mark the files of</source>
   <translation>Dateien markieren von</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Mark unmarked files and unmark marked ones; kept files stay unmarked</source>
   <translation>Unmarkierte Dateien markieren und umgekehrt; behaltene Dateien bleiben unmarkiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Marks %1 in %2, %3 in all.</source>
   <translation>Markiert %1 in %2, insgesamt %3.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Marks nothing more: no other file matches this rule.</source>
   <translation>Markiert nichts weiter: keine andere Datei erfüllt diese Regel.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Older versions</source>
   <translation>Ältere Fassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Older versions and similar files</source>
   <translation>Ältere Fassungen und ähnliche Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Only %1</source>
   <translation>Nur %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/mark_files_dialog.py" />
   <source>Only in this cluster: %1</source>
   <translation>Nur in dieser Gruppe: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Unmarks %n file.</source>
   <translation>Hebt %n Markierung auf.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/mark_words.py" />
   <source>Unmarks %n files.</source>
   <translation>Hebt %n Markierungen auf.</translation>
  </message>
 </context>
 <context>
  <name>MarkScope</name>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Files that do not match the filter are not marked.</source>
   <translation>Dateien, die nicht zum Filter passen, werden nicht markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>In every cluster, mark all files within the tolerance of the kept one</source>
   <translation>In jeder Gruppe alle Dateien innerhalb der Toleranz zur behaltenen markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>In every cluster, mark files identical to the kept one</source>
   <translation>In jeder Gruppe Dateien markieren, die mit der behaltenen identisch sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>In every cluster, mark files older than the kept one and within the tolerance, or identical to it</source>
   <translation>In jeder Gruppe Dateien markieren, die älter als die behaltene sind und innerhalb der Toleranz liegen oder mit ihr identisch sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark all similar files</source>
   <translation>Alle ähnlichen Dateien markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark all similar files (none shown)</source>
   <translation>Alle ähnlichen Dateien markieren (keine gezeigt)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark all similar files among %n selected files</source>
   <translation>Alle ähnlichen unter %n ausgewählten Dateien markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark all similar files in %n selected clusters</source>
   <translation>Alle ähnlichen Dateien in %n ausgewählten Gruppen markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark all similar files in the %n clusters shown</source>
   <translation>Alle ähnlichen Dateien in den %n gezeigten Gruppen markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark all similar files in the cluster shown</source>
   <translation>Alle ähnlichen Dateien in der gezeigten Gruppe markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark all similar files in the selected cluster</source>
   <translation>Alle ähnlichen Dateien in der ausgewählten Gruppe markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark identical files only</source>
   <translation>Nur identische Dateien markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark identical files only (none shown)</source>
   <translation>Nur identische Dateien markieren (keine gezeigt)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark identical files only among %n selected files</source>
   <translation>Nur identische unter %n ausgewählten Dateien markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark identical files only in %n selected clusters</source>
   <translation>Nur identische Dateien in %n ausgewählten Gruppen markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark identical files only in the %n clusters shown</source>
   <translation>Nur identische Dateien in den %n gezeigten Gruppen markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark identical files only in the cluster shown</source>
   <translation>Nur identische Dateien in der gezeigten Gruppe markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark identical files only in the selected cluster</source>
   <translation>Nur identische Dateien in der ausgewählten Gruppe markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older (%n selected)</source>
   <translation>Ältere markieren (%n ausgewählt)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older (%n shown)</source>
   <translation>Ältere markieren (%n gezeigt)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older versions</source>
   <translation>Ältere Fassungen markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older versions (none shown)</source>
   <translation>Ältere Fassungen markieren (keine gezeigt)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older versions among %n selected files</source>
   <translation>Ältere Fassungen unter %n ausgewählten Dateien markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older versions in %n selected clusters</source>
   <translation>Ältere Fassungen in %n ausgewählten Gruppen markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older versions in here</source>
   <translation>Ältere Fassungen hier markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older versions in the %n clusters shown</source>
   <translation>Ältere Fassungen in den %n gezeigten Gruppen markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older versions in the cluster shown</source>
   <translation>Ältere Fassungen in der gezeigten Gruppe markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark older versions in the selected cluster</source>
   <translation>Ältere Fassungen in der ausgewählten Gruppe markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark the files in here that are older than the kept file of their cluster, or identical to it</source>
   <translation>Die Dateien hier markieren, die älter als die behaltene Datei ihrer Gruppe oder mit ihr identisch sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark the selected file if it is an older version</source>
   <translation>Die ausgewählte Datei markieren, wenn sie eine ältere Fassung ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark the selected file if it is identical</source>
   <translation>Die ausgewählte Datei markieren, wenn sie identisch ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Mark the selected file if it is similar</source>
   <translation>Die ausgewählte Datei markieren, wenn sie ähnlich ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>Only %1.</source>
   <translation>Nur %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>among the %n selected files</source>
   <translation>unter den %n ausgewählten Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>in %1</source>
   <translation>in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>in the %n clusters shown</source>
   <translation>in den %n gezeigten Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>in the %n selected clusters</source>
   <translation>in den %n ausgewählten Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>in the cluster shown</source>
   <translation>in der gezeigten Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>in the selected cluster</source>
   <translation>in der ausgewählten Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>in what is shown</source>
   <translation>in dem, was gezeigt wird</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/mark_scope.py" />
   <source>of the selected file</source>
   <translation>von der ausgewählten Datei</translation>
  </message>
 </context>
 <context>
  <name>MatchBar</name>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>%1 of the bytes are in the other file</source>
   <translation>%1 der Bytes sind in der anderen Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>Click a section to see it in Compare.</source>
   <translation>Auf einen Abschnitt klicken, um ihn im Vergleich zu sehen.</translation>
  </message>
 </context>
 <context>
  <name>Matches</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>%p of %a is inside %m · estimated</source>
   <translation>%p von %a stecken in %m · geschätzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>%p of %m is inside %a · estimated</source>
   <translation>%p von %m stecken in %a · geschätzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>%p shared with %a · estimated</source>
   <translation>%p gemeinsam mit %a · geschätzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>Match</source>
   <translation>Treffer</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>Modified</source>
   <translation>Geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>Name</source>
   <translation>Name</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>Similarity</source>
   <translation>Ähnlichkeit</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>The same content as %a.</source>
   <translation>Derselbe Inhalt wie %a.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>contains it</source>
   <translation>enthält sie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>identical</source>
   <translation>identisch</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>inside it</source>
   <translation>steckt darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>similar</source>
   <translation>ähnlich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>the file you asked about</source>
   <translation>die Datei, nach der Sie gefragt haben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/match_model.py" />
   <source>this file</source>
   <translation>diese Datei</translation>
  </message>
 </context>
 <context>
  <name>Media</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>%n of %1 embedded files are the same</source>
   <translation>%n von %1 eingebetteten Dateien sind gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>%n of %1 embedded files is the same</source>
   <translation>%n von %1 eingebetteten Dateien ist gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>%n of %1 pictures are the same</source>
   <translation>%n von %1 Bildern sind gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>%n of %1 pictures is the same</source>
   <translation>%n von %1 Bildern ist gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>All %n embedded files are the same</source>
   <translation>Alle %n eingebetteten Dateien sind gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>All %n pictures are the same</source>
   <translation>Alle %n Bilder sind gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>None of the embedded files is the same</source>
   <translation>Keine der eingebetteten Dateien ist gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>None of the pictures is the same</source>
   <translation>Kein Bild ist gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>The one embedded file is the same</source>
   <translation>Die eine eingebettete Datei ist gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>The one picture is the same</source>
   <translation>Das eine Bild ist gleich</translation>
  </message>
 </context>
 <context>
  <name>MediaNotes</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_view.py" />
   <source>%n channel</source>
   <translation>%n Kanal</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_view.py" />
   <source>%n channels</source>
   <translation>%n Kanäle</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_notes.py" />
   <source>Cover</source>
   <translation>Titelbild</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_notes.py" />
   <source>What the files say of themselves</source>
   <translation>Was die Dateien über sich selbst sagen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_view.py" />
   <source>mono</source>
   <translation>mono</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_view.py" />
   <source>stereo</source>
   <translation>stereo</translation>
  </message>
 </context>
 <context>
  <name>MediaTable</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>Pictures and files in it</source>
   <translation>Bilder und Dateien darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>Pixels</source>
   <translation>Pixel</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>only in the other one</source>
   <translation>nur in der anderen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_table.py" />
   <source>same</source>
   <translation>gleich</translation>
  </message>
 </context>
 <context>
  <name>MediaView</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_view.py" />
   <source>Open in the system’s player</source>
   <translation>Im Abspielprogramm des Systems öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/media_view.py" />
   <source>Play</source>
   <translation>Abspielen</translation>
  </message>
 </context>
 <context>
  <name>Members</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>%n bytes</source>
   <translation>%n Bytes</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>%n bytes here</source>
   <translation>%n Bytes hier</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>%n bytes in the kept file</source>
   <translation>%n Bytes in der behaltenen Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>Name</source>
   <translation>Name</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>changed</source>
   <translation>geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>kept</source>
   <translation>behaltene</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>only here</source>
   <translation>nur hier</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>only in the kept file</source>
   <translation>nur in der behaltenen Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>same</source>
   <translation>gleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>this</source>
   <translation>diese</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/member_model.py" />
   <source>under another name</source>
   <translation>unter anderem Namen</translation>
  </message>
 </context>
 <context>
  <name>Menus</name>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>&amp;Clusters</source>
   <translation>&amp;Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>&amp;Edit</source>
   <translation>&amp;Bearbeiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>&amp;File</source>
   <translation>&amp;Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>&amp;Help</source>
   <translation>&amp;Hilfe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>&amp;Scan</source>
   <translation>&amp;Scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>&amp;View</source>
   <translation>&amp;Ansicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>Export</source>
   <translation>Exportieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>Keep in each cluster</source>
   <translation>In jeder Gruppe behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>Mark</source>
   <translation>Markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>Recent results</source>
   <translation>Letzte Ergebnisse</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>Remove marked files</source>
   <translation>Markierte Dateien entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/menu_bar.py" />
   <source>Sort clusters</source>
   <translation>Gruppen sortieren</translation>
  </message>
 </context>
 <context>
  <name>Mishaps</name>
  <message>
   <location filename="../../simfinder/gui/main.py" />
   <source>Show log folder</source>
   <translation>Protokollordner zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/main.py" />
   <source>Something went wrong inside SimFinder (%1). See the log folder for details.</source>
   <translation>In SimFinder ist etwas schiefgegangen (%1). Einzelheiten stehen im Protokollordner.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/main.py" />
   <source>The language changes when the running job is done.</source>
   <translation>Die Sprache wechselt, sobald die laufende Arbeit fertig ist.</translation>
  </message>
 </context>
 <context>
  <name>Notifier</name>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>%1 can be freed</source>
   <translation>%1 können frei werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>%n cluster</source>
   <translation>%n Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>%n clusters</source>
   <translation>%n Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>No similar files found</source>
   <translation>Keine ähnlichen Dateien gefunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>Not all files were processed.</source>
   <translation>Nicht alle Dateien wurden bearbeitet.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>Stopped</source>
   <translation>Abgebrochen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>The results are open</source>
   <translation>Die Ergebnisse sind geöffnet</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>The results are written</source>
   <translation>Die Ergebnisse sind geschrieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>The scan ended without a result.</source>
   <translation>Der Scan endete ohne Ergebnis.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/notifier.py" />
   <source>The scan is done</source>
   <translation>Der Scan ist fertig</translation>
  </message>
 </context>
 <context>
  <name>OverlayCanvas</name>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Black: equal. The brighter, the greater the difference, amplified four times.</source>
   <translation>Schwarz: gleich. Je heller, desto größer der Unterschied, vierfach verstärkt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Difference of the pictures</source>
   <translation>Unterschied der Bilder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Left of the edge: this file. Move the edge by dragging, or with the arrow keys.</source>
   <translation>Links der Kante: diese Datei. Die Kante durch Ziehen oder mit den Pfeiltasten verschieben.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>Overlay of the pictures</source>
   <translation>Überlagerung der Bilder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>The pictures in turn</source>
   <translation>Die Bilder im Wechsel</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>What jumps differs. The arrow keys change the picture, too.</source>
   <translation>Was springt, ist anders. Auch die Pfeiltasten wechseln das Bild.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>kept</source>
   <translation>behaltene</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/image_compare.py" />
   <source>this</source>
   <translation>diese</translation>
  </message>
 </context>
 <context>
  <name>Overview</name>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>%n chosen file</source>
   <translation>%n gewählte Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>%n chosen files</source>
   <translation>%n gewählte Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>All folders</source>
   <translation>Alle Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Analysis</source>
   <translation>Analyse</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Clusters</source>
   <translation>Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Every file as a dot by size and key, and versions over time (Ctrl+3)</source>
   <translation>Jede Datei als Punkt nach Größe und Schlüssel, und Fassungen im Lauf der Zeit (Strg+3)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Folders that are copies or versions of one another (Ctrl+2)</source>
   <translation>Ordner, die Kopien oder Fassungen voneinander sind (Strg+2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Map</source>
   <translation>Karte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Similar files, cluster by cluster (Ctrl+1)</source>
   <translation>Ähnliche Dateien, Gruppe für Gruppe (Strg+1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Views of the results</source>
   <translation>Ansichten der Ergebnisse</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>Where the space goes, by folder and type (Ctrl+4)</source>
   <translation>Wo der Platz bleibt, nach Ordner und Typ (Strg+4)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>directly in %1</source>
   <translation>direkt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/overview.py" />
   <source>no extension</source>
   <translation>ohne Endung</translation>
  </message>
 </context>
 <context>
  <name>PartBar</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/part_bar.py" />
   <source>%1 to %2 of %3</source>
   <translation>%1 bis %2 von %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/part_bar.py" />
   <source>Earlier</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/part_bar.py" />
   <source>Later</source>
   <translation>Weiter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/part_bar.py" />
   <source>Next part of the text</source>
   <translation>Nächster Teil des Textes</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/part_bar.py" />
   <source>Previous part of the text</source>
   <translation>Vorheriger Teil des Textes</translation>
  </message>
 </context>
 <context>
  <name>Parting</name>
  <message>
   <location filename="../../simfinder/gui/window/cluster_commands.py" />
   <source>Choose a cluster whose files differ, or a file in one.</source>
   <translation>Wählen Sie eine Gruppe, deren Dateien sich unterscheiden, oder eine Datei darin.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/cluster_commands.py" />
   <source>Choose a file first.</source>
   <translation>Wählen Sie zuerst eine Datei.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/cluster_commands.py" />
   <source>Choose a file of a cluster that differs from those above it.</source>
   <translation>Wählen Sie eine Datei einer Gruppe, die sich von denen darüber unterscheidet.</translation>
  </message>
 </context>
 <context>
  <name>PercentField</name>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Double-click, or press F2 or a digit on the slider, to type a value</source>
   <translation>Doppelklick, F2 oder eine Ziffer auf dem Regler, um einen Wert einzutippen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Tolerance of %1 in percent</source>
   <translation>Toleranz von %1 in Prozent</translation>
  </message>
 </context>
 <context>
  <name>PlanReviewDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>%1 in here, %2.</source>
   <translation>Hierin: %1, %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>%n file shares less than 90 % with the file that stays. Have a look at it.</source>
   <translation>%n Datei hat weniger als 90 % mit der bleibenden gemeinsam. Sehen Sie sie sich an.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>%n files share less than 90 % with the file that stays. Have a look at them.</source>
   <translation>%n Dateien haben weniger als 90 % mit der bleibenden gemeinsam. Sehen Sie sie sich an.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>%n mark is not carried out:</source>
   <translation>%n Markierung wird nicht ausgeführt:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>%n marks are not carried out:</source>
   <translation>%n Markierungen werden nicht ausgeführt:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>All from %1 and below</source>
   <translation>Alle aus %1 und darunter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>All marked ones that need a look (%1)</source>
   <translation>Alle markierten, die einen Blick brauchen (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>All of this cluster</source>
   <translation>Alle dieser Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>All that go (%1)</source>
   <translation>Wird entfernt (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>All “%1”</source>
   <translation>Alle „%1“</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Compare</source>
   <translation>Vergleich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Compare the chosen file with the one that stays (%1)</source>
   <translation>Die gewählte Datei mit der bleibenden vergleichen (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Folders only</source>
   <translation>Nur Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Leave the chosen files alone and unmark them (Delete)</source>
   <translation>Die gewählten Dateien in Ruhe lassen und ihre Markierungen aufheben (Entf)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Left closes the folder, Right opens it; Take out leaves all its files alone.</source>
   <translation>Links schließt den Ordner, Rechts öffnet ihn; „Herausnehmen“ lässt alle seine Dateien, wo sie sind.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Needs a look (%1)</source>
   <translation>Bitte ansehen (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Show only the outermost folders; again to show all files</source>
   <translation>Nur die äußersten Ordner zeigen; noch einmal zeigt wieder alle Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Take out</source>
   <translation>Herausnehmen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>What is listed</source>
   <translation>Was aufgeführt ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/plan_review.py" />
   <source>Would remove %1 from here, %2.</source>
   <translation>Würde von hier %1 entfernen, %2.</translation>
  </message>
 </context>
 <context>
  <name>PreferencesDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Action of the removal button and the Delete key</source>
   <translation>Aktion der Schaltfläche zum Entfernen und der Entf-Taste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Delete key</source>
   <translation>Entf-Taste</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Help</source>
   <translation>Hilfe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Light or dark as the system</source>
   <translation>Hell oder dunkel wie das System</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Look</source>
   <translation>Aussehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Scanning</source>
   <translation>Scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Show the first hints again</source>
   <translation>Die ersten Hinweise wieder zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>System default</source>
   <translation>Systemvorgabe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>The size of letters follows the system.</source>
   <translation>Die Schriftgröße folgt dem System.</translation>
  </message>
 </context>
 <context>
  <name>PreviewView</name>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>%1 unpacked</source>
   <translation>%1 entpackt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>%n member</source>
   <translation>%n Eintrag</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>%n members</source>
   <translation>%n Einträge</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Bytes of the file</source>
   <translation>Bytes der Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Can’t be read any more: %1</source>
   <translation>Kann nicht mehr gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Can’t be read: %1</source>
   <translation>Kann nicht gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Cells of the notebook and what they printed</source>
   <translation>Zellen des Notebooks und ihre Ausgaben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Content of the file</source>
   <translation>Inhalt der Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Encoding: %1</source>
   <translation>Kodierung: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>It is empty.</source>
   <translation>Sie ist leer.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Members of the archive</source>
   <translation>Einträge des Archivs</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Names and texts in the program</source>
   <translation>Namen und Texte im Programm</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Sheets</source>
   <translation>Blätter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Shown as bytes: %1</source>
   <translation>Als Bytes gezeigt: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Shown as text: %1</source>
   <translation>Als Text gezeigt: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Tables of the database, with their numbers of rows and the first of these</source>
   <translation>Tabellen der Datenbank mit der Zahl ihrer Zeilen und den ersten davon</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Text of the document</source>
   <translation>Text des Dokuments</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Text of the pages</source>
   <translation>Text der Seiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>The file is empty.</source>
   <translation>Die Datei ist leer.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>The first %1</source>
   <translation>Die ersten %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>The first %1 of %2</source>
   <translation>Die ersten %1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>The first %1; the archive is too long to be read to its end here.</source>
   <translation>Die ersten %1; das Archiv ist zu lang, um hier bis zum Ende gelesen zu werden.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>There is no text in the document.</source>
   <translation>Im Dokument ist kein Text.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>There is no text on the pages.</source>
   <translation>Auf den Seiten ist kein Text.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Unpacked content (%1)</source>
   <translation>Entpackter Inhalt (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Words of the mail</source>
   <translation>Text der Mail</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/preview_view.py" />
   <source>Words of the web page</source>
   <translation>Text der Webseite</translation>
  </message>
 </context>
 <context>
  <name>ProblemsDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>%n problem</source>
   <translation>%n Problem</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>%n problems</source>
   <translation>%n Probleme</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>All files and folders could be read.</source>
   <translation>Alle Dateien und Ordner konnten gelesen werden.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Copy list</source>
   <translation>Liste kopieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>No problems</source>
   <translation>Keine Probleme</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>Show in folder</source>
   <translation>Im Ordner zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/history_and_problems.py" />
   <source>These could not be read, or changed since the scan. Nothing else is affected.</source>
   <translation>Diese konnten nicht gelesen werden oder haben sich seit dem Scan geändert. Nichts anderes ist betroffen.</translation>
  </message>
 </context>
 <context>
  <name>ProgressBar</name>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Progress</source>
   <translation>Fortschritt</translation>
  </message>
 </context>
 <context>
  <name>ProgressLine</name>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%1 from cache</source>
   <translation>%1 aus dem Cache</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%1 of %2 files</source>
   <translation>%1 von %2 Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%1 of %2 pairs</source>
   <translation>%1 von %2 Paaren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n cluster</source>
   <translation>%n Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n clusters</source>
   <translation>%n Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n file not fully read</source>
   <translation>%n Datei nicht ganz gelesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n file scanned</source>
   <translation>%n Datei gescannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n files not fully read</source>
   <translation>%n Dateien nicht ganz gelesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n files scanned</source>
   <translation>%n Dateien gescannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n pair verified</source>
   <translation>%n Paar geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n pairs verified</source>
   <translation>%n Paare geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n problem</source>
   <translation>%n Problem</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>%n problems</source>
   <translation>%n Probleme</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Checking the files again</source>
   <translation>Die Dateien werden noch einmal geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Checking the marked files</source>
   <translation>Die markierten Dateien werden geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Comparing files</source>
   <translation>Dateien werden verglichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Figures with ~ are estimates. SimFinder verifies them byte by byte, those on screen first. You can go on working.</source>
   <translation>Werte mit ~ sind Schätzungen. SimFinder prüft sie Byte für Byte, die angezeigten zuerst. Sie können weiterarbeiten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Finding files inside other files</source>
   <translation>Dateien in anderen Dateien werden gesucht</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Getting ready</source>
   <translation>Wird vorbereitet</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Grouping files</source>
   <translation>Dateien werden gruppiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Listening to recordings</source>
   <translation>Aufnahmen werden angehört</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Listing files</source>
   <translation>Dateien werden aufgelistet</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Looking at films</source>
   <translation>Filme werden angesehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Looking at pictures</source>
   <translation>Bilder ansehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Moving files</source>
   <translation>Dateien werden verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Pause</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Paused</source>
   <translation>Angehalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Reading files</source>
   <translation>Dateien werden gelesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Reading inside files</source>
   <translation>Inhalte werden gelesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Restoring files</source>
   <translation>Dateien werden wiederhergestellt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Resume</source>
   <translation>Fortsetzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Setting up</source>
   <translation>Wird eingerichtet</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Stopping</source>
   <translation>Wird beendet</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Verifying results</source>
   <translation>Ergebnisse werden geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>Writing the results</source>
   <translation>Die Ergebnisse werden geschrieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>all results verified</source>
   <translation>alle Ergebnisse geprüft</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>found elsewhere</source>
   <translation>anderswo gefunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>paused</source>
   <translation>angehalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>some figures are estimates</source>
   <translation>einige Werte sind Schätzungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/window/status_line.py" />
   <source>took %1</source>
   <translation>dauerte %1</translation>
  </message>
 </context>
 <context>
  <name>RemovalReportDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Restore anyway</source>
   <translation>Trotzdem wiederherstellen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Restore files whose disk is missing to where their paths lead now: an empty folder, or the disk in its place</source>
   <translation>Dateien, deren Datenträger fehlt, dorthin wiederherstellen, wohin ihre Pfade jetzt führen: in einen leeren Ordner oder auf den Datenträger an seiner Stelle</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Scan again</source>
   <translation>Erneut scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Some files changed since the scan</source>
   <translation>Einige Dateien haben sich seit dem Scan geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Stop waiting</source>
   <translation>Nicht mehr warten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Stop waiting for files whose disk is gone for good; no file is touched</source>
   <translation>Nicht mehr auf Dateien warten, deren Datenträger für immer weg ist; keine Datei wird angerührt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Stopped before the end; the remaining files are untouched.</source>
   <translation>Vor dem Ende beendet; die übrigen Dateien sind unberührt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Undo all</source>
   <translation>Alles rückgängig machen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/removal_report.py" />
   <source>Undo chosen</source>
   <translation>Gewähltes rückgängig machen</translation>
  </message>
 </context>
 <context>
  <name>RowMenu</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>All but this folder…</source>
   <translation>Alles außer diesem Ordner…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>All of this folder…</source>
   <translation>Alles in diesem Ordner…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Break up this cluster</source>
   <translation>Diese Gruppe auflösen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Compare with %1</source>
   <translation>Mit %1 vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Copy %n paths</source>
   <translation>%n Pfade kopieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Copy path</source>
   <translation>Pfad kopieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Find files like this one</source>
   <translation>Dateien wie diese suchen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Keep it out of this cluster for good; the rest stays together. The file itself is not touched</source>
   <translation>Sie für immer aus dieser Gruppe heraushalten; der Rest bleibt zusammen. Die Datei selbst bleibt unberührt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Keep this file</source>
   <translation>Diese Datei behalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Mark</source>
   <translation>Markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Mark in this cluster</source>
   <translation>In dieser Gruppe markieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>None</source>
   <translation>Keine</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Open the whole</source>
   <translation>Das Ganze öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Remove %n from this cluster</source>
   <translation>%n aus dieser Gruppe entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Remove from this cluster</source>
   <translation>Aus dieser Gruppe entfernen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Show in folder</source>
   <translation>Im Ordner zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Split cluster here</source>
   <translation>Gruppe hier teilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Split this file and those below it off from those above, for good</source>
   <translation>Diese Datei und die darunter für immer von denen darüber trennen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/cluster_panel.py" />
   <source>Unmark</source>
   <translation>Markierung aufheben</translation>
  </message>
 </context>
 <context>
  <name>ScanRulesDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>All folders</source>
   <translation>Alle Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Also scan</source>
   <translation>Auch scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Changed before</source>
   <translation>Geändert vor</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Changed since</source>
   <translation>Geändert seit</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Clear all</source>
   <translation>Alles leeren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Compare pictures, recordings and films by their bytes only</source>
   <translation>Bilder, Aufnahmen und Filme nur nach ihren Bytes vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Empty files</source>
   <translation>Leere Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Filters of</source>
   <translation>Filter von</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Hidden files and folders</source>
   <translation>Versteckte Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Largest size</source>
   <translation>Größte Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Leave out</source>
   <translation>Auslassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Leave out development folders, caches and build results</source>
   <translation>Entwicklungsordner, Caches und Build-Ergebnisse auslassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Leave out: patterns as in .gitignore</source>
   <translation>Auslassen: Muster wie in .gitignore</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Not a file type: %1</source>
   <translation>Kein Dateityp: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Not a pattern: %1</source>
   <translation>Kein Muster: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Not larger than</source>
   <translation>Nicht größer als</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Not smaller than</source>
   <translation>Nicht kleiner als</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Not these types</source>
   <translation>Nicht diese Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Not types</source>
   <translation>Nicht Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Only these types</source>
   <translation>Nur diese Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Only types</source>
   <translation>Nur Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Otherwise those that look or sound the same are found too: resized, turned, cut or saved again. Each is decoded once for that: a picture in a few hundredths of a second, a song within a second, a film within twenty.</source>
   <translation>Sonst wird auch gefunden, was gleich aussieht oder klingt: in anderer Größe, gedreht, beschnitten oder neu gespeichert. Dafür wird jede Datei einmal dekodiert: ein Bild in einigen Hundertstelsekunden, ein Lied in einer Sekunde, ein Film in bis zu zwanzig.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Scan filters</source>
   <translation>Scan-Filter</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Scan only</source>
   <translation>Nur scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Scan only matching files</source>
   <translation>Nur passende Dateien scannen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Smallest size</source>
   <translation>Kleinste Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Targets of symbolic links</source>
   <translation>Ziele symbolischer Links</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>The largest size is less than the smallest: no file would be scanned.</source>
   <translation>Die größte Größe ist kleiner als die kleinste: keine Datei würde gescannt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>These apply to this folder, on top of the filters of all folders.</source>
   <translation>Diese gelten für diesen Ordner, zusätzlich zu den Filtern aller Ordner.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>They apply from the next scan on. A folder can have filters of its own as well.</source>
   <translation>Sie gelten ab dem nächsten Scan. Ein Ordner kann außerdem eigene Filter haben.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>Use these filters</source>
   <translation>Diese Filter verwenden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>all types</source>
   <translation>alle Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>any size</source>
   <translation>jede Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules_dialog.py" />
   <source>“Changed before” is not later than “Changed since”: no file would be scanned.</source>
   <translation>„Geändert vor“ liegt nicht nach „Geändert seit“: keine Datei würde gescannt.</translation>
  </message>
 </context>
 <context>
  <name>Sentences</name>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>%1 after %2</source>
   <translation>%1 nach %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/text/message.py" />
   <source>%1 and %2</source>
   <translation>%1 und %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>%1 and %2 are in each other</source>
   <translation>%1 und %2 liegen ineinander</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>%1 before %2</source>
   <translation>%1 vor %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/folder_state.py" />
   <source>%1 belongs to another user</source>
   <translation>%1 gehört jemand anderem</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/cache/open_or_rebuild.py" />
   <source>%1 can't be cleared: %2</source>
   <translation>%1 kann nicht geleert werden: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be made: %2</source>
   <translation>%1 kann nicht angelegt werden: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be opened: %2</source>
   <translation>%1 lässt sich nicht öffnen: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be opened: a folder has its name</source>
   <translation>%1 kann nicht geöffnet werden: ein Ordner trägt diesen Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be opened: it is no regular file</source>
   <translation>%1 lässt sich nicht öffnen: es ist keine gewöhnliche Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be opened: somebody else's link has its name</source>
   <translation>%1 lässt sich nicht öffnen: ein Link eines anderen Benutzers trägt diesen Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be opened: what has the name of its journal is none</source>
   <translation>%1 lässt sich nicht öffnen: was den Namen des zugehörigen Journals trägt, ist keines</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/cache/open_or_rebuild.py" />
   <source>%1 can't be set aside: %2</source>
   <translation>%1 kann nicht beiseitegelegt werden: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be used: the file belongs to another program</source>
   <translation>%1 kann nicht verwendet werden: die Datei gehört einem anderen Programm</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 day</source>
   <translation>%1 Tag</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 days</source>
   <translation>%1 Tage</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/linking/ignore_list.py" />
   <source>%1 different files are too many to be kept apart at once (at most %2)</source>
   <translation>%1 verschiedene Dateien sind zu viele, um sie auf einmal auseinanderzuhalten (höchstens %2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/folder_state.py" />
   <source>%1 does not belong to the user whose file it is</source>
   <translation>%1 gehört nicht derselben Person wie die Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/workers/stall_timeout.py" />
   <source>%1 file</source>
   <translation>%1 Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/workers/stall_timeout.py" />
   <source>%1 files</source>
   <translation>%1 Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/recheck_files.py" />
   <source>%1 files can't be looked at: %2</source>
   <translation>%1 Dateien können nicht angesehen werden: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/workers/stall_timeout.py" />
   <source>%1 folder</source>
   <translation>%1 Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/workers/stall_timeout.py" />
   <source>%1 folders</source>
   <translation>%1 Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/signatures/methods/registry.py" />
   <source>%1 has no text form</source>
   <translation>%1 hat keine Textform</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/extension_points.py" />
   <source>%1 has that name</source>
   <translation>%1 hat schon diesen Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>%1 holds the same file</source>
   <translation>%1 enthält dieselbe Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 hour</source>
   <translation>%1 Stunde</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 hours</source>
   <translation>%1 Stunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/unpacked_archives.py" />
   <source>%1 in it is not loose in %2</source>
   <translation>%1 darin liegt nicht lose in %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>%1 instead of %2</source>
   <translation>%1 statt %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 is closed</source>
   <translation>%1 ist geschlossen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 is damaged (%2)</source>
   <translation>%1 ist beschädigt (%2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 is damaged (a text is none)</source>
   <translation>%1 ist beschädigt (ein Text ist keiner)</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/cache/contents.py" />
   <source>%1 is damaged (its numbers)</source>
   <translation>%1 ist beschädigt (seine Zahlen)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>%1 is gone</source>
   <translation>%1 ist nicht mehr da</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>%1 is in a folder that goes itself</source>
   <translation>%1 liegt in einem Ordner, der selbst verschwindet</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>%1 is in a folder that was scanned: the next scan finds these files there</source>
   <translation>%1 liegt in einem gescannten Ordner: der nächste Scan findet diese Dateien dort</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/extension_points.py" />
   <source>%1 is no %2</source>
   <translation>%1 ist kein %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>%1 is no folder any more</source>
   <translation>%1 ist kein Ordner mehr</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>%1 is no master: as in spark://HOST:7077</source>
   <translation>%1 ist kein Master: zum Beispiel spark://HOST:7077</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/media/decoders.py" />
   <source>%1 is not installed: %2 such files are compared by their bytes only</source>
   <translation>%1 ist nicht installiert: %2 solche Dateien werden nur nach ihren Bytes verglichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/media/decoders.py" />
   <source>%1 is not installed: this file is compared by its bytes only</source>
   <translation>%1 ist nicht installiert: diese Datei wird nur nach ihren Bytes verglichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/maintenance/desktop_menu.py" />
   <source>%1 is not of SimFinder; nothing was written</source>
   <translation>%1 ist nicht von SimFinder; nichts wurde geschrieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/remove_folders.py" />
   <source>%1 is protected: nothing moves into it</source>
   <translation>%1 ist geschützt: nichts wird dorthin verschoben</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>%1 is the file itself now, and is left</source>
   <translation>%1 ist jetzt die Datei selbst und bleibt liegen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/removal.py" />
   <source>%1 leads nowhere: %2 was deleted for good with batch %3; %4 stayed for it</source>
   <translation>%1 führt ins Leere: %2 wurde mit Vorgang %3 endgültig gelöscht; %4 blieb dafür</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/removal.py" />
   <source>%1 leads nowhere: %2 went to %3 with batch %4; 'simfinder undo %5' brings it back</source>
   <translation>%1 führt ins Leere: %2 kam mit Vorgang %4 nach %3; „simfinder undo %5“ holt die Datei zurück</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/removal.py" />
   <source>%1 leads nowhere: nothing is at %2 now; look for that file in the Trash or in a backup</source>
   <translation>%1 führt ins Leere: bei %2 ist jetzt nichts; suchen Sie diese Datei im Papierkorb oder in einer Sicherung</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/made_links.py" />
   <source>%1 links made by SimFinder lead here, such as %2: undo batch %3 first, or remove them</source>
   <translation>%1 von SimFinder angelegte Links führen hierher, etwa %2: Machen Sie zuerst Vorgang %3 rückgängig, oder entfernen Sie sie</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>%1 long instead of %2</source>
   <translation>%1 lang statt %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/signatures/methods/registry.py" />
   <source>%1 makes signatures of another width than it says</source>
   <translation>%1 macht Signaturen von anderer Breite, als es angibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 minute</source>
   <translation>%1 Minute</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 minutes</source>
   <translation>%1 Minuten</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 month</source>
   <translation>%1 Monat</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 months</source>
   <translation>%1 Monate</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/folder_losses.py" />
   <source>%1 more folder would lose a third of the files or more</source>
   <translation>%1 weiterer Ordner verlöre ein Drittel der Dateien oder mehr</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/folder_losses.py" />
   <source>%1 more folders would lose a third of the files or more</source>
   <translation>%1 weitere Ordner verlören ein Drittel der Dateien oder mehr</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>%1 more reasons why folders stay</source>
   <translation>%1 weitere Gründe, warum Ordner bleiben</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/extension_points.py" />
   <source>%1 of %2 can't be used: %3</source>
   <translation>%1 aus %2 ist nicht verwendbar: %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 second</source>
   <translation>%1 Sekunde</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 seconds</source>
   <translation>%1 Sekunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 seconds from 1970</source>
   <translation>%1 Sekunden von 1970</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/unpacked_archives.py" />
   <source>%1 stays: %2</source>
   <translation>%1 bleibt: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>%1 stays: %2 %3</source>
   <translation>%1 bleibt: %2 %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>%1 stays: %2 and %3 more of what is in it each %4</source>
   <translation>%1 bleibt: %2 (wie %3 weitere Einträge) %4</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/remove_folders.py" />
   <source>%1 stays: %2: %3</source>
   <translation>%1 bleibt: %2: %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>%1 stays: it can't be listed: %2</source>
   <translation>%1 bleibt: Der Inhalt lässt sich nicht lesen: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/cache/open_or_rebuild.py" />
   <source>%1 was brought to a newer format by a newer SimFinder</source>
   <translation>%1 wurde von einem neueren SimFinder auf ein neueres Format gebracht</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 was made by a newer version of SimFinder (format %2, this one knows %3); use that version, or move the file away</source>
   <translation>%1 wurde von einer neueren Version von SimFinder angelegt (Format %2, diese kennt %3); verwenden Sie jene Version oder legen Sie die Datei beiseite</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/folder_losses.py" />
   <source>%1 would lose %2 of %3 files</source>
   <translation>%1 verlöre %2 von %3 Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/folder_losses.py" />
   <source>%1 would lose %2 of %3 files, all it has</source>
   <translation>%1 verlöre %2 von %3 Dateien, alles, was darin ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 year</source>
   <translation>%1 Jahr</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>%1 years</source>
   <translation>%1 Jahre</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>%1 × %2 pixels instead of %3 × %4</source>
   <translation>%1 × %2 statt %3 × %4 Pixel</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>%1, %2 kbit/s</source>
   <translation>%1, %2 kbit/s</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>%1, %2 long</source>
   <translation>%1, Länge %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>%1, as far as is known: %2: %3</source>
   <translation>%1, soweit zu sehen ist: %2: %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>%1, but other methods or extensions</source>
   <translation>%1, aber andere Methoden oder Erweiterungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/settings/settings.py" />
   <source>%1: settings are damaged and were not used: %2</source>
   <translation>%1: die Einstellungen sind beschädigt und wurden nicht verwendet: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/settings/settings.py" />
   <source>%1: settings can't be read: %2</source>
   <translation>%1: die Einstellungen können nicht gelesen werden: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/settings/settings.py" />
   <source>%1: settings were not used: %2</source>
   <translation>%1: Einstellungen wurden nicht verwendet: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>%1; SimFinder finds out what became of it when it starts again</source>
   <translation>%1; was daraus wurde, wird beim nächsten Start von SimFinder nachgesehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/library/library.py" />
   <source>%1; it holds what is needed to undo. A copy was set aside as %2: repair the file with sqlite3's .recover, or move it away to begin anew</source>
   <translation>%1; sie enthält, was zum Rückgängigmachen gebraucht wird. Eine Kopie wurde als %2 beiseitegelegt: reparieren Sie die Datei mit .recover von sqlite3 oder legen Sie sie weg, um neu zu beginnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>%1; it is at %2 and can't be put back (%3)</source>
   <translation>%1; sie liegt in %2 und kann nicht zurückgelegt werden (%3)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/deletion.py" />
   <source>%1; it is at %2 and can't be put back: %3</source>
   <translation>%1; sie liegt in %2 und kann nicht zurückgelegt werden: %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/cache/open_or_rebuild.py" />
   <source>%1; it was set aside as %2 and begun anew</source>
   <translation>%1; er wurde als %2 beiseitegelegt und neu begonnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/cache/open_or_rebuild.py" />
   <source>%1; what is read now will not be remembered</source>
   <translation>%1; was jetzt gelesen wird, wird nicht gemerkt</translation>
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Boards of one chip repeat its nodes: 1,084 of 2,278 strangers linked at 70 %, 726 at 80 %, 333 at 90 %.</source>
   <translation>Platinen eines Chips wiederholen dessen Knoten: 1.084 von 2.278 Fremden verbunden bei 70 %, 726 bei 80 %, 333 bei 90 %.</translation>
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Build files are a fixed form: 162 of 188 strangers linked at 70 %, 138 at 90 %; versions of one share 98 %.</source>
   <translation>Build-Dateien haben eine feste Form: 162 von 188 Fremden verbunden bei 70 %, 138 bei 90 %; Fassungen einer Datei haben 98 % gemeinsam.</translation>
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Chips of one maker repeat the nodes: 433 of 1,610 strangers linked at 70 %, 218 at 80 %, 93 at 90 %.</source>
   <translation>Chips eines Herstellers wiederholen die Knoten: 433 von 1.610 Fremden verbunden bei 70 %, 218 bei 80 %, 93 bei 90 %.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>It is in the other one: %1.</source>
   <translation>Sie ist in der anderen enthalten: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>It shows the same, saved differently.</source>
   <translation>Sie zeigt dasselbe, anders gespeichert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>It shows the same: %1.</source>
   <translation>Sie zeigt dasselbe: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>It sounds the same, saved differently.</source>
   <translation>Sie klingt gleich, anders gespeichert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>It sounds the same: %1.</source>
   <translation>Sie klingt gleich: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>JAVA_HOME is %1</source>
   <translation>JAVA_HOME ist %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>JAVA_HOME is not set, and PATH has none</source>
   <translation>JAVA_HOME ist nicht gesetzt, und in PATH ist keines</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>Java does not start: %1</source>
   <translation>Java startet nicht: %1</translation>
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Keys outweigh what they hold: 282 of 2,984 strangers linked at 70 %, 112 at 80 %, 19 at 90 %.</source>
   <translation>Schlüssel überwiegen, was sie enthalten: 282 von 2.984 Fremden verbunden bei 70 %, 112 bei 80 %, 19 bei 90 %.</translation>
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Modules repeat one another's checks: 466 of 974 strangers linked at 70 %, 373 at 80 %, 229 at 90 %.</source>
   <translation>Module wiederholen die Prüfungen der anderen: 466 von 974 Fremden verbunden bei 70 %, 373 bei 80 %, 229 bei 90 %.</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>Spark does not start: %1</source>
   <translation>Spark startet nicht: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>Spark gave up: %1</source>
   <translation>Spark hat aufgegeben: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>Spark is not installed: pip install 'simfinder[spark]' brings it</source>
   <translation>Spark ist nicht installiert: pip install 'simfinder[spark]' holt es</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>Spark needs Java %1 or later, and there is none: %2</source>
   <translation>Spark braucht Java %1 oder neuer, und es ist keines da: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>Spark needs Java %1 or later; this is Java %2</source>
   <translation>Spark braucht Java %1 oder neuer; dies ist Java %2</translation>
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Tags outweigh what they hold: 212 of 963 strangers linked at 70 %, 91 at 80 %, 15 at 90 %.</source>
   <translation>Auszeichnungen überwiegen, was sie enthalten: 212 von 963 Fremden verbunden bei 70 %, 91 bei 80 %, 15 bei 90 %.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>The other one is in it: %1.</source>
   <translation>Die andere ist in ihr enthalten: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>The same film; only tags or the file around it differ.</source>
   <translation>Derselbe Film; nur Tags oder die Datei darum herum sind anders.</translation>
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>The same keys for another device or service: 232 of 470 strangers linked at 70 %, 148 at 80 %, 57 at 90 %.</source>
   <translation>Dieselben Schlüssel für ein anderes Gerät oder einen anderen Dienst: 232 von 470 Fremden verbunden bei 70 %, 148 bei 80 %, 57 bei 90 %.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>The same picture, saved once more.</source>
   <translation>Dasselbe Bild, noch einmal gespeichert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>The same picture: %1.</source>
   <translation>Dasselbe Bild: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>The same recording; only tags, covers or the file around it differ.</source>
   <translation>Dieselbe Aufnahme; nur Tags, Titelbilder oder die Datei darum herum sind anders.</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/make_plan.py" />
   <source>a %1 needs a folder to %2 to</source>
   <translation>%1 braucht einen Zielordner (%2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/extension_points.py" />
   <source>a built-in has that name</source>
   <translation>etwas Eingebautes hat diesen Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>a clean version after a reviewer's</source>
   <translation>eine bereinigte Fassung nach der eines Korrektors</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/tar_archive.py" />
   <source>a comment</source>
   <translation>einen Kommentar</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>a copy in the making is left at %1</source>
   <translation>eine unfertige Kopie liegt noch in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>a copy that was begun may be left at %1</source>
   <translation>eine begonnene Kopie liegt womöglich noch unter %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>a copy, modified %1 earlier</source>
   <translation>eine Kopie, %1 früher geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>a copy, modified %1 later</source>
   <translation>eine Kopie, %1 später geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>a copy, modified at the same time</source>
   <translation>eine Kopie, zur selben Zeit geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>a damaged file can't be set aside: %1</source>
   <translation>eine beschädigte Datei kann nicht beiseitegelegt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/removal.py" />
   <source>a disk can't be looked at: %1</source>
   <translation>ein Datenträger kann nicht angesehen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>a few more seconds</source>
   <translation>noch wenige Sekunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/tar_archive.py" />
   <source>a link</source>
   <translation>eine Verknüpfung</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>a link can't be made: %1</source>
   <translation>ein Link kann nicht angelegt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>a link can't be made: %1 (not every disk has links)</source>
   <translation>ein Link kann nicht angelegt werden: %1 (nicht jeder Datenträger kennt Links)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/made_links.py" />
   <source>a link made by SimFinder leads here, %1: undo batch %2 first, or remove it</source>
   <translation>ein von SimFinder angelegter Link führt hierher, %1: Machen Sie zuerst Vorgang %2 rückgängig, oder entfernen Sie ihn</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/atomic_write.py" />
   <source>a link of another user has this name</source>
   <translation>ein Link eines anderen Benutzers trägt diesen Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/library/library.py" />
   <source>a lock file can't be made: %1</source>
   <translation>eine Sperrdatei kann nicht angelegt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/session.py" />
   <source>a move needs a target folder</source>
   <translation>zum Verschieben wird ein Zielordner gebraucht</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/extension_points.py" />
   <source>a name is small letters, digits and hyphens</source>
   <translation>ein Name besteht aus Kleinbuchstaben, Ziffern und Bindestrichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/saved_keep_rules.py" />
   <source>a name of saved rules has at most %1 characters</source>
   <translation>ein Name gespeicherter Regeln hat höchstens %1 Zeichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/saved_keep_rules.py" />
   <source>a name of saved rules is plain text without control characters</source>
   <translation>ein Name gespeicherter Regeln ist einfacher Text ohne Steuerzeichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/selection_rules.py" />
   <source>a pattern can't be understood: %1</source>
   <translation>ein Muster ist nicht zu verstehen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/open_elsewhere.py" />
   <source>a program has it open for writing</source>
   <translation>ein Programm hat die Datei zum Schreiben geöffnet</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/open_elsewhere.py" />
   <source>a program may have saved into it in the last moment, and that could not be kept: %1</source>
   <translation>ein Programm hat vielleicht im letzten Moment hinein gespeichert, und das konnte nicht aufgehoben werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/open_elsewhere.py" />
   <source>a program saved into it in the last moment; what it saved is at %1</source>
   <translation>ein Programm hat im letzten Moment hinein gespeichert; was es gespeichert hat, ist bei %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>a protected folder can't be looked at: %1</source>
   <translation>ein geschützter Ordner kann nicht angesehen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>a rating</source>
   <translation>einer Bewertung</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>a smaller copy of the picture %1</source>
   <translation>eine kleinere Kopie des Bildes %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>a symbolic link would not lead to the file that stays</source>
   <translation>ein symbolischer Link würde nicht zur bleibenden Datei führen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>a title, caption or keywords</source>
   <translation>Titel, Beschreibung oder Stichwörtern</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>a version inside of a name, which may be a part of it</source>
   <translation>eine Fassung mitten im Namen, die ein Teil von ihm sein kann</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>about %1 hours left</source>
   <translation>noch etwa %1 Stunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>about %1 minutes left</source>
   <translation>noch etwa %1 Minuten</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>about %1 seconds left</source>
   <translation>noch etwa %1 Sekunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>about a minute left</source>
   <translation>noch etwa eine Minute</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/unpacked_archives.py" />
   <source>all %1 files in it lie loose in %2</source>
   <translation>alle %1 Dateien darin liegen lose in %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>alpha</source>
   <translation>Alpha</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_sink.py" />
   <source>an empty folder</source>
   <translation>einen leeren Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/logs.py" />
   <source>an error inside SimFinder (%1: %2); more about it in %3</source>
   <translation>ein Fehler in SimFinder (%1: %2); mehr darüber in %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>an unfinished copy could not be removed: %1</source>
   <translation>eine unfertige Kopie konnte nicht entfernt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/library/library.py" />
   <source>another SimFinder is removing files now; try again when it is done</source>
   <translation>ein anderer SimFinder entfernt gerade Dateien; versuchen Sie es erneut, wenn er fertig ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>another SimFinder is removing or putting back files now; try again when it is done</source>
   <translation>ein anderer SimFinder entfernt gerade Dateien oder legt sie zurück; versuchen Sie es erneut, wenn er fertig ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/folder_listing.py" />
   <source>another drive is mounted in it, at %1</source>
   <translation>ein anderes Laufwerk ist darin eingehängt, bei %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>another filling of the form of %1, with which it shares %2 %</source>
   <translation>dasselbe Formular wie %1, anders ausgefüllt; %2 % haben sie gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>another format of %1, with which it shares %2 % of its words</source>
   <translation>ein anderes Format von %1, mit dem sie %2 % der Wörter gemeinsam hat</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/folder_state.py" />
   <source>another user could have put %1 there</source>
   <translation>%1 könnte von jemand anderem dorthin gebracht worden sein</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/verified_copy.py" />
   <source>another user has changed it since</source>
   <translation>sie wurde seitdem von jemand anderem geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>as many pixels</source>
   <translation>gleich viele Pixel</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>attributes</source>
   <translation>die Attribute</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>batch %1 has no such file</source>
   <translation>Vorgang %1 hat keine solche Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>batch %1 is still being worked on</source>
   <translation>an Vorgang %1 wird noch gearbeitet</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/batches.py" />
   <source>batch %1 waits for nothing: what became of its files is known</source>
   <translation>Vorgang %1 wartet auf nichts: Was aus seinen Dateien wurde, ist bekannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/private_folder.py" />
   <source>belongs to another user (%1), so nothing in it is believed</source>
   <translation>gehört einem anderen Benutzer (%1), deshalb wird nichts daraus geglaubt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>belongs to another user now, and is left at %1</source>
   <translation>gehört jetzt jemand anderem und bleibt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>belongs to another user, and could not be given back</source>
   <translation>gehört einem anderen Benutzer und könnte nicht zurückgegeben werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>belongs to another user, who would get the files</source>
   <translation>gehört einem anderen Benutzer, der die Dateien bekäme</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-name: the other is a copy</source>
   <translation>bester Name: die andere ist eine Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-name: the other is a copy too, with a higher number</source>
   <translation>bester Name: auch die andere ist eine Kopie, mit höherer Nummer</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-name: the other is named a backup or old</source>
   <translation>bester Name: die andere heißt Sicherung oder alt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-place: the other is among things thrown away</source>
   <translation>bester Ort: die andere liegt bei Weggeworfenem</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-place: the other is in a folder of backups or old files</source>
   <translation>bester Ort: die andere liegt in einem Ordner mit Sicherungen oder alten Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-place: the other is in a folder of downloads</source>
   <translation>bester Ort: die andere liegt in einem Ordner mit Heruntergeladenem</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-place: the other is in a temporary folder</source>
   <translation>bester Ort: die andere liegt in einem temporären Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-place: the other is in the copy of a folder</source>
   <translation>bester Ort: die andere liegt in der Kopie eines Ordners</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>best-place: the other was set aside by a sync program</source>
   <translation>bester Ort: die andere hat ein Abgleichprogramm beiseitegelegt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>beta</source>
   <translation>Beta</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>by its name</source>
   <translation>nach ihrem Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>by its name: %1</source>
   <translation>nach ihrem Namen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>by its name: the other is a copy</source>
   <translation>nach ihrem Namen: die andere ist eine Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>by its name: the other is a copy too, with a higher number</source>
   <translation>nach ihrem Namen: auch die andere ist eine Kopie, mit höherer Nummer</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/private_folder.py" />
   <source>can be written by other users, so nothing in it is believed</source>
   <translation>kann von anderen Benutzern beschrieben werden, deshalb wird nichts daraus geglaubt</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/verify/large_files.py" />
   <source>can't be compared byte by byte: the process that compares it can't be started (%1)</source>
   <translation>kann nicht Byte für Byte verglichen werden: der vergleichende Prozess lässt sich nicht starten (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/verify/large_files.py" />
   <source>can't be compared byte by byte: the process that compares it ended (code %1)</source>
   <translation>kann nicht Byte für Byte verglichen werden: der vergleichende Prozess endete (Code %1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>can't be copied to %1: %2</source>
   <translation>kann nicht nach %1 kopiert werden: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/deletion.py" />
   <source>can't be deleted: %1</source>
   <translation>kann nicht gelöscht werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/extension_points.py" />
   <source>can't be loaded: %1: %2</source>
   <translation>lässt sich nicht laden: %1: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/act_execution.py" />
   <source>can't be looked at: %1</source>
   <translation>kann nicht angesehen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_service.py" />
   <source>can't be looked into with what is installed (%1)</source>
   <translation>kann mit dem, was installiert ist, nicht angesehen werden (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/maintenance/desktop_menu.py" />
   <source>can't be made: %1</source>
   <translation>kann nicht angelegt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>can't be moved to %1: %2</source>
   <translation>kann nicht nach %1 verschoben werden: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>can't be opened</source>
   <translation>kann nicht geöffnet werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/special_folders.py" />
   <source>can't be protected: %1</source>
   <translation>kann nicht geschützt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>can't be read</source>
   <translation>kann nicht gelesen werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>can't be read in its new place: %1</source>
   <translation>kann am neuen Ort nicht gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/listing.py" />
   <source>can't be read: %1</source>
   <translation>kann nicht gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_reader.py" />
   <source>can't be read: the process that reads it answers nonsense</source>
   <translation>kann nicht gelesen werden: der lesende Prozess antwortet Unsinn</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_reader.py" />
   <source>can't be read: the process that reads it can't be started</source>
   <translation>kann nicht gelesen werden: der lesende Prozess lässt sich nicht starten</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_reader.py" />
   <source>can't be read: the process that reads it can't be started (%1)</source>
   <translation>kann nicht gelesen werden: der lesende Prozess lässt sich nicht starten (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_reader.py" />
   <source>can't be read: the process that reads it ended</source>
   <translation>kann nicht gelesen werden: der lesende Prozess endete</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_reader.py" />
   <source>can't be read: the process that reads it ended (%1)</source>
   <translation>kann nicht gelesen werden: der lesende Prozess endete (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/cluster_result.py" />
   <source>can't be read: there is not enough memory</source>
   <translation>kann nicht gelesen werden: es ist nicht genug Arbeitsspeicher da</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/folder_removal.py" />
   <source>can't be removed: %1</source>
   <translation>lässt sich nicht entfernen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/swap.py" />
   <source>can't be replaced: %1</source>
   <translation>kann nicht ersetzt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/swap.py" />
   <source>can't be settled: %1</source>
   <translation>kann nicht geklärt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/out_folder.py" />
   <source>can't be written</source>
   <translation>lässt sich nicht schreiben</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>can't be written (read-only)</source>
   <translation>kann nicht geschrieben werden (nur lesbar)</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/atomic_write.py" />
   <source>can't be written: %1</source>
   <translation>kann nicht geschrieben werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/atomic_write.py" />
   <source>can't be written: a name can't hold a zero byte</source>
   <translation>kann nicht geschrieben werden: ein Name kann kein Null-Byte enthalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>can't have its own content back: %1 %2</source>
   <translation>kann ihren eigenen Inhalt nicht zurückbekommen: %1 %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>can't have its own content back: %1 is no file any more</source>
   <translation>kann ihren eigenen Inhalt nicht zurückbekommen: %1 ist keine Datei mehr</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>can't have its own content back: it was changed since, through the link or where it leads</source>
   <translation>kann ihren eigenen Inhalt nicht zurückbekommen: sie wurde seitdem geändert, über den Link oder dort, wohin er führt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>cancelled</source>
   <translation>abgebrochen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/verify/large_files.py" />
   <source>changed since it was scanned; its figures are estimates</source>
   <translation>wurde geändert, seit sie gescannt wurde; ihre Werte sind Schätzungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/operations.py" />
   <source>changed since the scan</source>
   <translation>wurde seit dem Scan geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>changed while it was being copied</source>
   <translation>wurde beim Kopieren geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/deletion.py" />
   <source>changed while it was being deleted</source>
   <translation>wurde beim Löschen geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>changed while it was being moved</source>
   <translation>wurde beim Verschieben geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_removal.py" />
   <source>changed while it was being removed</source>
   <translation>wurde geändert, während es entfernt wurde</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/swap.py" />
   <source>changed while it was being replaced</source>
   <translation>wurde beim Ersetzen geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/verify/containment/matching_ranges.py" />
   <source>changed while it was compared</source>
   <translation>wurde beim Vergleichen geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/compare/contents/byte_window.py" />
   <source>changed while it was looked at</source>
   <translation>wurde beim Ansehen geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/verify/containment/matching_ranges.py" />
   <source>changed while it was read</source>
   <translation>wurde beim Lesen geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_reader.py" />
   <source>code %1</source>
   <translation>Code %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>could not be compared with %1</source>
   <translation>konnte nicht mit %1 verglichen werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>cut to %1 % in the kept one</source>
   <translation>in der behaltenen auf %1 % beschnitten</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>cut to %1 % of it</source>
   <translation>auf %1 % davon beschnitten</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/tar_archive.py" />
   <source>data behind its files</source>
   <translation>Daten hinter den Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/zip_archive.py" />
   <source>data in front of its files</source>
   <translation>Daten vor den Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/xml_parts.py" />
   <source>declares entities, which no document of its kind does</source>
   <translation>deklariert Entities, was kein Dokument dieser Art tut</translation>
  </message>
  <message>
   <location filename="../../simfinder/workers/stall_timeout.py" />
   <source>did not answer within %1 s; skipped</source>
   <translation>hat innerhalb von %1 s nicht geantwortet; übergangen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/kinship.py" />
   <source>different files in a folder that is named after a series</source>
   <translation>verschiedene Dateien in einem Ordner, der nach einer Reihe benannt ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/kinship.py" />
   <source>different parts of one project</source>
   <translation>verschiedene Teile eines Projekts</translation>
  </message>
  <message>
   <location filename="../../simfinder/workers/stall_timeout.py" />
   <source>does not answer; %1 on this drive skipped</source>
   <translation>antwortet nicht; %1 auf diesem Laufwerk übergangen</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/shown/one_member.py" />
   <source>does not hold what was looked for</source>
   <translation>enthält nicht, was gesucht wurde</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>does not lie in %1; %2</source>
   <translation>liegt nicht in %1; %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>draft</source>
   <translation>Entwurf</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>each of several copies puts words of its own in the place of the others'</source>
   <translation>jede von mehreren Kopien setzt eigene Wörter an die Stelle der anderen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>earlier</source>
   <translation>früher</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>empty once all in it is gone</source>
   <translation>leer, sobald alles darin weg ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/ar_archive.py" />
   <source>ends too early</source>
   <translation>endet zu früh</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/follow/watcher.py" />
   <source>events are switched off</source>
   <translation>Ereignisse sind abgeschaltet</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>file has a name that contradicts its time</source>
   <translation>Datei hat einen Namen, der ihrer Zeit widerspricht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>file has other names (hard links), so nothing is freed</source>
   <translation>Datei hat weitere Namen (Hardlinks), daher wird nichts frei</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>file is needed by links made by SimFinder, and stays</source>
   <translation>Datei wird von Links gebraucht, die SimFinder angelegt hat, und bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>file is newer than the one that stays</source>
   <translation>Datei ist neuer als die bleibende</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>file is not any more what was scanned</source>
   <translation>Datei ist nicht mehr, was gescannt wurde</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>file is not what the plan says, and stays</source>
   <translation>Datei ist nicht, was der Plan sagt, und bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>file is on another disk than the target</source>
   <translation>Datei liegt auf einem anderen Datenträger als das Ziel</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>file shares less than 90 % with the kept file of its cluster</source>
   <translation>Datei hat weniger als 90 % mit der behaltenen Datei ihrer Gruppe gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>files are needed by links made by SimFinder, and stay</source>
   <translation>Dateien werden von Links gebraucht, die SimFinder angelegt hat, und bleiben</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>files are newer than the ones that stay</source>
   <translation>Dateien sind neuer als die bleibenden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>files are not any more what was scanned</source>
   <translation>Dateien sind nicht mehr, was gescannt wurde</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>files are not what the plan says, and stay</source>
   <translation>Dateien sind nicht, was der Plan sagt, und bleiben</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>files are on another disk than the target</source>
   <translation>Dateien liegen auf einem anderen Datenträger als das Ziel</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>files have names that contradict their times</source>
   <translation>Dateien haben Namen, die ihren Zeiten widersprechen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>files have other names (hard links), so nothing is freed</source>
   <translation>Dateien haben weitere Namen (Hardlinks), daher wird nichts frei</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>files share less than 90 % with the kept file of their cluster</source>
   <translation>Dateien haben weniger als 90 % mit der behaltenen Datei ihrer Gruppe gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/remove_folders.py" />
   <source>files that stay in an archive only go to the Trash or to a folder, not for good</source>
   <translation>Dateien, die in einem Archiv bleiben, kommen nur in den Papierkorb oder in einen Ordner, nicht endgültig weg</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>final</source>
   <translation>final</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/place_kinship.py" />
   <source>folder %1 after %2</source>
   <translation>Ordner %1 nach %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/place_kinship.py" />
   <source>folder %1 before %2</source>
   <translation>Ordner %1 vor %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/place_kinship.py" />
   <source>folders %1 and %2</source>
   <translation>Ordner %1 und %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/listing.py" />
   <source>folders and URIs can't be in one run: files of an object store have no device or inode</source>
   <translation>Ordner und URIs gehen nicht in einem Lauf: Dateien eines Objektspeichers haben weder Gerät noch Inode</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>folders can go to the Trash, to a folder, or for good</source>
   <translation>Ordner können in den Papierkorb, in einen anderen Ordner oder endgültig gelöscht werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>from %1 to %2</source>
   <translation>von %1 bis %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>goes with all of %1; %2</source>
   <translation>geht mit dem ganzen Ordner %1; %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/operations.py" />
   <source>has a second name now, %1: %2</source>
   <translation>hat jetzt einen zweiten Namen, %1: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/out_folder.py" />
   <source>has an unfinished run in it: --resume it, or choose another folder</source>
   <translation>enthält einen unfertigen Lauf: mit --resume fortsetzen oder einen anderen Ordner wählen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>has another file at its place in the folder that stays</source>
   <translation>hat in dem Ordner, der bleibt, an seiner Stelle eine andere Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>has another owner than the file that stays: a hard link would give it away</source>
   <translation>hat einen anderen Besitzer als die bleibende Datei: ein Hardlink würde sie weggeben</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/recheck_files.py" />
   <source>has changed since the session was saved</source>
   <translation>wurde geändert, seit die Ergebnisse gespeichert wurden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/reading/read_file.py" />
   <source>has more holes than can be read</source>
   <translation>hat mehr Löcher, als sich lesen lassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_sink.py" />
   <source>has more in it than files: %1</source>
   <translation>enthält mehr als Dateien: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/unpacked_archives.py" />
   <source>has no files that can lie in a folder</source>
   <translation>enthält keine Dateien, die in einem Ordner liegen können</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/cluster_files.py" />
   <source>has no finished result to reuse</source>
   <translation>hat kein fertiges Ergebnis zum Wiederverwenden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/media/font.py" />
   <source>has no glyphs</source>
   <translation>hat keine Zeichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/act_execution.py" />
   <source>has no place to go to</source>
   <translation>hat kein Ziel</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/shown/program_texts.py" />
   <source>has no texts</source>
   <translation>enthält keine Texte</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>has other names (hard links) that keep its content: nothing is freed</source>
   <translation>hat weitere Namen (Hardlinks), die ihren Inhalt behalten: nichts wird frei</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/epub.py" />
   <source>holds a chapter of more than %1 MB</source>
   <translation>enthält ein Kapitel von mehr als %1 MB</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/tar_archive.py" />
   <source>holds a file in too many pieces</source>
   <translation>enthält eine Datei in zu vielen Stücken</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/compare/contents/extract_contents.py" />
   <source>holds a list that makes no sense</source>
   <translation>enthält eine Liste, die keinen Sinn ergibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/zip_archive.py" />
   <source>holds files packed by a method not supported: %1 (%2)</source>
   <translation>enthält Dateien, die nach einem nicht unterstützten Verfahren gepackt sind: %1 (%2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_sink.py" />
   <source>holds more than %1 MB</source>
   <translation>enthält mehr als %1 MB</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/text_layout.py" />
   <source>holds more than %1 MB in one cell</source>
   <translation>enthält mehr als %1 MB in einer Zelle</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_sink.py" />
   <source>holds more than %1 MB of names</source>
   <translation>enthält mehr als %1 MB an Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_sink.py" />
   <source>holds more than %1 files</source>
   <translation>enthält mehr als %1 Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_sink.py" />
   <source>holds more than %1 times its size</source>
   <translation>enthält mehr als das %1-Fache ihrer Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>identical to %1</source>
   <translation>identisch mit %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>identical to %1, as the plan says; compared byte by byte before anything is done</source>
   <translation>identisch mit %1, wie der Plan sagt; Byte für Byte verglichen, bevor etwas geschieht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>in a frame</source>
   <translation>in einem Rahmen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>in its column %1 a value is missing</source>
   <translation>in der Spalte %1 fehlt ein Wert</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>in its column %1 a value is too long</source>
   <translation>in der Spalte %1 ist ein Wert zu lang</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>interrupted: the program ended before it was done</source>
   <translation>unterbrochen: das Programm endete, bevor es fertig war</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>interrupted: the program ended before its turn</source>
   <translation>unterbrochen: das Programm endete, bevor sie an der Reihe war</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>is %1, which is only a placeholder</source>
   <translation>ist %1, was für keine Zeit steht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>is a file that stays for others</source>
   <translation>ist eine Datei, die für andere bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>is a link into this folder: the one that stays would lead nowhere</source>
   <translation>ist ein Link in diesen Ordner: Der, der bleibt, führte ins Leere</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>is a link that the folder that stays does not have</source>
   <translation>ist ein Link, den der Ordner, der bleibt, nicht hat</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/make_plan.py" />
   <source>is already where it would go</source>
   <translation>liegt dort, wohin sie kommen würde</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/listed_files.py" />
   <source>is another name of %1</source>
   <translation>ist ein anderer Name von %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>is another name of a file in the folder that stays (hard link)</source>
   <translation>ist ein anderer Name einer Datei in dem Ordner, der bleibt (Hardlink)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>is another name of the archive that stays</source>
   <translation>ist ein anderer Name des Archivs, das bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/act_execution.py" />
   <source>is at %1 and can't be put back</source>
   <translation>liegt in %1 und kann nicht zurückgelegt werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/deletion.py" />
   <source>is at %1: something else is in its place</source>
   <translation>liegt in %1: etwas anderes hat ihren Platz eingenommen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>is back, but its entry in the Trash could not be removed: %1</source>
   <translation>ist zurück, aber ihr Eintrag im Papierkorb konnte nicht entfernt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/folder_removal.py" />
   <source>is back, but its mode, owner or time could not be set</source>
   <translation>ist zurück, aber Rechte, Besitzer oder Zeit ließen sich nicht setzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>is back, but its times or mode could not be set: %1</source>
   <translation>ist zurück, aber ihre Zeiten oder Rechte konnten nicht gesetzt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>is back, but without its %1: the journal is damaged</source>
   <translation>ist wieder da, aber ohne %1: das Journal ist beschädigt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/ar_archive.py" />
   <source>is damaged</source>
   <translation>ist beschädigt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_service.py" />
   <source>is damaged (%1)</source>
   <translation>ist beschädigt (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/shown/sqlite_database.py" />
   <source>is damaged or encrypted (%1)</source>
   <translation>ist beschädigt oder verschlüsselt (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/sevenzip_archive.py" />
   <source>is damaged or ends too early</source>
   <translation>ist beschädigt oder endet zu früh</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/legacy_word.py" />
   <source>is damaged, encrypted, or from a Word before 97</source>
   <translation>ist beschädigt, verschlüsselt oder von einem Word vor 97</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>is damaged: %1</source>
   <translation>ist beschädigt: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>is damaged: %1 has %2 parts</source>
   <translation>ist beschädigt: %1 hat %2 Teile</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>is damaged: %1 has more or fewer rows than its %2 says</source>
   <translation>ist beschädigt: %1 hat mehr oder weniger Zeilen, als %2 angibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/sheets.py" />
   <source>is damaged: a cell names a text that is not there</source>
   <translation>ist beschädigt: eine Zelle nennt einen Text, den es nicht gibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/ooxml.py" />
   <source>is damaged: a symbol has no number</source>
   <translation>ist beschädigt: ein Symbol hat keine Nummer</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/xml_parts.py" />
   <source>is damaged: a tag of more than %1 MB</source>
   <translation>ist beschädigt: eine Auszeichnung von mehr als %1 MB</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/manifest.py" />
   <source>is damaged: in its %1, %2</source>
   <translation>ist beschädigt: in %1: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>is damaged: it can't be read as Parquet</source>
   <translation>ist beschädigt: es lässt sich nicht als Parquet lesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: it can't be unpacked</source>
   <translation>ist beschädigt: es lässt sich nicht entpacken</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>is damaged: it has no %1 (%2)</source>
   <translation>ist beschädigt: %1 fehlt (%2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: it is cut short</source>
   <translation>ist beschädigt: es ist abgeschnitten</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: it is not what was written, or cut short</source>
   <translation>ist beschädigt: es ist nicht, was geschrieben wurde, oder abgeschnitten</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: it says that it holds more than it can</source>
   <translation>ist beschädigt: es gibt an, mehr zu enthalten, als es kann</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: it unpacks to another size than it says</source>
   <translation>ist beschädigt: es entpackt sich auf eine andere Größe, als es angibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/manifest.py" />
   <source>is damaged: its %1 makes no sense</source>
   <translation>ist beschädigt: %1 ergibt keinen Sinn</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/zip_archive.py" />
   <source>is damaged: its files overlap</source>
   <translation>ist beschädigt: die enthaltenen Dateien überlappen sich</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: its head is not what was written</source>
   <translation>ist beschädigt: der Kopf ist nicht, was geschrieben wurde</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: its head makes no sense</source>
   <translation>ist beschädigt: der Kopf ergibt keinen Sinn</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/sheets.py" />
   <source>is damaged: its sheets are missing</source>
   <translation>ist beschädigt: die Tabellenblätter fehlen</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/pipeline.py" />
   <source>is damaged: its signatures make no sense</source>
   <translation>ist beschädigt: seine Signaturen ergeben keinen Sinn</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/epub.py" />
   <source>is damaged: its text is missing</source>
   <translation>ist beschädigt: der Text fehlt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/compressed_file.py" />
   <source>is damaged: something else follows its end</source>
   <translation>ist beschädigt: nach dem Ende folgt noch etwas</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: there is more in it than it says</source>
   <translation>ist beschädigt: es ist mehr darin, als es angibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/cluster_result.py" />
   <source>is damaged: what it holds makes no sense</source>
   <translation>ist beschädigt: der Inhalt ergibt keinen Sinn</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is damaged: yes and no are neither</source>
   <translation>ist beschädigt: Ja und Nein sind keines von beiden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/sevenzip_archive.py" />
   <source>is encrypted</source>
   <translation>ist verschlüsselt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/operations.py" />
   <source>is gone</source>
   <translation>ist weg</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>is gone, so its copy is left at %1</source>
   <translation>ist weg, daher bleibt ihre Kopie in %1 liegen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>is in %1</source>
   <translation>liegt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/choose_files.py" />
   <source>is in a protected folder</source>
   <translation>liegt in einem geschützten Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>is in one of SimFinder's own folders</source>
   <translation>liegt in einem der eigenen Ordner von SimFinder</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/listed_files.py" />
   <source>is in the Trash or in one of SimFinder's own folders, which are never scanned</source>
   <translation>liegt im Papierkorb oder in einem von SimFinders eigenen Ordnern, die nie durchsucht werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/walker.py" />
   <source>is in the Trash, which is never scanned</source>
   <translation>liegt im Papierkorb, der nie gescannt wird</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>is in the future (%1)</source>
   <translation>liegt in der Zukunft (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/listing.py" />
   <source>is larger than %1: mount it to have it read</source>
   <translation>ist größer als %1: einhängen, damit sie gelesen wird</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>is left at %1: %2</source>
   <translation>bleibt bei %1: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>is locked by another program</source>
   <translation>ist von einem anderen Programm gesperrt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/xml_parts.py" />
   <source>is nested too deeply</source>
   <translation>ist zu tief verschachtelt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>is newer than the file that stays</source>
   <translation>ist neuer als die bleibende Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>is no Java that tells its version</source>
   <translation>ist kein Java, das seine Version nennt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/listed_files.py" />
   <source>is no file</source>
   <translation>ist keine Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/recheck_files.py" />
   <source>is no file any more</source>
   <translation>ist keine Datei mehr</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/out_folder.py" />
   <source>is no folder</source>
   <translation>ist kein Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>is no longer at %1</source>
   <translation>ist nicht mehr in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>is no longer the link that was made; it is left as it is</source>
   <translation>ist nicht mehr der angelegte Link; es bleibt, wie es ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/shown/notebook.py" />
   <source>is no notebook that can be read</source>
   <translation>ist kein lesbares Notebook</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>is no regular file (pipe, socket or device)</source>
   <translation>ist keine gewöhnliche Datei (Pipe, Socket oder Gerät)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/operations.py" />
   <source>is no regular file any more</source>
   <translation>ist keine gewöhnliche Datei mehr</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/out_folder.py" />
   <source>is no result of 'simfinder cluster'</source>
   <translation>ist kein Ergebnis von 'simfinder cluster'</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/manifest.py" />
   <source>is no result of 'simfinder cluster': it has no %1</source>
   <translation>ist kein Ergebnis von 'simfinder cluster': %1 fehlt</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/manifest.py" />
   <source>is no result of 'simfinder cluster': it is no folder</source>
   <translation>ist kein Ergebnis von 'simfinder cluster': es ist kein Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>is no saved session of SimFinder</source>
   <translation>ist keine gespeicherte Sitzung von SimFinder</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/make_plan.py" />
   <source>is not a folder</source>
   <translation>ist kein Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/compare/contents/byte_window.py" />
   <source>is not a regular file</source>
   <translation>ist keine gewöhnliche Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>is not an older version, as the plan says: it is %1</source>
   <translation>ist keine ältere Fassung, wie der Plan sagt: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/swap.py" />
   <source>is not at its place now</source>
   <translation>ist jetzt nicht an ihrem Ort</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>is not at its place now, and nothing is at %1</source>
   <translation>ist jetzt nicht an ihrem Ort, und nichts liegt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>is not at its place now, and something else is at %1</source>
   <translation>ist jetzt nicht an ihrem Ort, und etwas anderes liegt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>is not empty: %1 is in it</source>
   <translation>ist nicht leer: %1 liegt darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/cluster_files.py" />
   <source>is not empty: choose another folder</source>
   <translation>ist nicht leer: einen anderen Ordner wählen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/out_folder.py" />
   <source>is not empty: choose another folder, or --reuse the result that is in it</source>
   <translation>ist nicht leer: einen anderen Ordner wählen oder das Ergebnis darin mit --reuse verwenden</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/manifest.py" />
   <source>is not finished: 'simfinder cluster' was stopped, or is still at work</source>
   <translation>ist nicht fertig: 'simfinder cluster' wurde abgebrochen oder arbeitet noch</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>is not identical to %1: the bytes differ</source>
   <translation>ist nicht mit %1 identisch: die Bytes unterscheiden sich</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/choose_files.py" />
   <source>is not identical to a file that stays, so it can't become a link</source>
   <translation>ist mit keiner bleibenden Datei identisch, daher kann kein Link für sie stehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>is not identical to the file that stays: a link would change its content</source>
   <translation>ist nicht mit der bleibenden Datei identisch: ein Link würde ihren Inhalt ändern</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>is not in the archive that stays</source>
   <translation>ist nicht in dem Archiv, das bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>is not in the folder that stays</source>
   <translation>ist nicht in dem Ordner, der bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>is on a drive that gives a renamed file another number: no link can take its place</source>
   <translation>liegt auf einem Laufwerk, das einer umbenannten Datei eine andere Nummer gibt: Keine Verknüpfung kann sie ersetzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>is on another disk than the file that stays: such a link can't be made</source>
   <translation>liegt auf einem anderen Datenträger als die bleibende Datei: ein solcher Link ist nicht möglich</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>is on another disk than the target: it is copied there and compared before it is removed</source>
   <translation>liegt auf einem anderen Datenträger als das Ziel: sie wird dorthin kopiert und verglichen, bevor sie entfernt wird</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/choose_files.py" />
   <source>is on another file system than the file that stays; hard links need the same one</source>
   <translation>liegt auf einem anderen Dateisystem als die bleibende Datei; ein Hardlink kann diese Grenze nicht überschreiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/walker.py" />
   <source>is one of SimFinder's own folders, which are never scanned</source>
   <translation>ist einer von SimFinders eigenen Ordnern, die nie gescannt werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>is outside %1</source>
   <translation>liegt außerhalb von %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/sevenzip_archive.py" />
   <source>is packed by a method not supported</source>
   <translation>ist nach einem nicht unterstützten Verfahren gepackt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/disk_image.py" />
   <source>is packed by a method that can't be read</source>
   <translation>ist mit einem Verfahren gepackt, das nicht gelesen werden kann</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>is part of a project, where a plan from elsewhere removes nothing</source>
   <translation>gehört zu einem Projekt, in dem ein fremder Plan nichts entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/act_execution.py" />
   <source>is still there, though the Trash has taken it</source>
   <translation>ist noch da, obwohl der Papierkorb sie genommen hat</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>is the file that stays (%1), or another name of it</source>
   <translation>ist die bleibende Datei (%1) oder ein anderer Name von ihr</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/aliases.py" />
   <source>is the file that stays (%1), seen by another way</source>
   <translation>ist die behaltene Datei (%1), auf einem anderen Weg gesehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/choose_files.py" />
   <source>is the file that stays of its cluster, in which all others are marked</source>
   <translation>ist die bleibende Datei ihrer Gruppe, in der alle anderen markiert sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>is the link that stays (%1), or another name of it</source>
   <translation>ist der Link, der bleibt (%1), oder ein anderer Name von ihm</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>is the one that npm gives every file</source>
   <translation>ist die, die npm jeder Datei gibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/regular_file.py" />
   <source>is too large</source>
   <translation>ist zu groß</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/shown/notebook.py" />
   <source>is too large to be shown by its cells</source>
   <translation>ist zu groß, um nach Zellen gezeigt zu werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/shown/sqlite_database.py" />
   <source>is too large to be shown by its tables</source>
   <translation>ist zu groß, um nach Tabellen gezeigt zu werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/shown/program_texts.py" />
   <source>is too large to be shown by its texts</source>
   <translation>ist zu groß, um mit ihren Texten gezeigt zu werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/shown/one_member.py" />
   <source>is too large to be taken out and looked at</source>
   <translation>ist zu groß, um herausgenommen und angesehen zu werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/special_folders.py" />
   <source>it does not answer</source>
   <translation>es antwortet nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>it has been there longer: modified %1 earlier</source>
   <translation>es gibt sie schon länger: %1 früher geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>it has colours</source>
   <translation>sie hat Farben</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>it has copies, which can go; beside the raw picture of the camera none could</source>
   <translation>davon gibt es Kopien, die weg können; neben dem Rohbild der Kamera könnte es keine</translation>
  </message>
  <message>
   <location filename="../../simfinder/signatures/methods/registry.py" />
   <source>it has no column</source>
   <translation>es hat keine Spalte</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>it has no column %1</source>
   <translation>ihm fehlt die Spalte %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>it has the notes of the camera</source>
   <translation>sie hat die Angaben der Kamera</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>it holds the very same film, with other tags or in a file of another form</source>
   <translation>sie enthält genau denselben Film, mit anderen Tags oder in einer Datei anderer Art</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>it holds the very same sound, with other tags or in a file of another form</source>
   <translation>sie enthält genau denselben Ton, mit anderen Tags oder in einer Datei anderer Art</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>it is in this cluster through another file</source>
   <translation>sie ist über eine andere Datei in dieser Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>it is longer: %1 against %2</source>
   <translation>sie ist länger: %1 gegenüber %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>it is named %1</source>
   <translation>sie heißt %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>it is named a backup or old</source>
   <translation>sie heißt Sicherung oder alt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>it is the raw picture of the camera</source>
   <translation>sie ist das Rohbild der Kamera</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>it is the same picture by its pixels</source>
   <translation>sie ist nach ihren Pixeln dasselbe Bild</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>it looks like it (%1), which is no proof that it is the same shot</source>
   <translation>sie sieht ihr ähnlich (%1), was nicht beweist, dass es dieselbe Aufnahme ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>it says that it holds more than it can</source>
   <translation>es gibt an, mehr zu enthalten, als es kann</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>it says the same, or nearly the same, in another format</source>
   <translation>sie sagt dasselbe oder fast dasselbe in einem anderen Format</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>it sounds like it (%1), which is no proof that it is the same recording</source>
   <translation>sie klingt ähnlich (%1), was nicht beweist, dass es dieselbe Aufnahme ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/deletion.py" />
   <source>it was changed since</source>
   <translation>sie wurde seitdem geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>its column %1 is of another type</source>
   <translation>die Spalte %1 hat einen anderen Typ</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>its content %1</source>
   <translation>ihr Inhalt %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>its copy is no longer at %1</source>
   <translation>ihre Kopie ist nicht mehr in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>its disk did not answer before the cancel</source>
   <translation>ihr Datenträger antwortete vor dem Abbruch nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/workers/stall_timeout.py" />
   <source>its drive did not answer within %1 s</source>
   <translation>ihr Laufwerk antwortete nicht innerhalb von %1 s</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/verify/large_files.py" />
   <source>its drive does not answer; its figures are estimates</source>
   <translation>ihr Laufwerk antwortet nicht; ihre Werte sind Schätzungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/workers/stall_timeout.py" />
   <source>its drive does not answer; skipped</source>
   <translation>ihr Laufwerk antwortet nicht; übergangen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>its entry in the Trash could not be removed: %1</source>
   <translation>ihr Eintrag im Papierkorb konnte nicht entfernt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>its folder %1 could not be made again</source>
   <translation>ihr Ordner %1 ließ sich nicht wieder anlegen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/folder_state.py" />
   <source>its folder belongs to another user now</source>
   <translation>ihr Ordner gehört jetzt jemand anderem</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/folder_state.py" />
   <source>its folder can't be seen now</source>
   <translation>ihr Ordner ist jetzt nicht zu sehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/place_kinship.py" />
   <source>its folder is named a backup or old</source>
   <translation>ihr Ordner heißt Sicherung oder alt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/act_execution.py" />
   <source>its folder was replaced by something else meanwhile</source>
   <translation>ihr Ordner wurde inzwischen durch etwas anderes ersetzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>its name matches %1</source>
   <translation>ihr Name passt zu %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>its name says it is %1 (%2), though it was modified %3</source>
   <translation>ihrem Namen nach ist sie %1 (%2), doch sie wurde %3 geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>its name says one order and its time the other</source>
   <translation>ihr Name spricht für die eine Reihenfolge, ihre Zeit für die andere</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>its path comes first in the alphabet</source>
   <translation>ihr Pfad kommt im Alphabet zuerst</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>its path is shorter</source>
   <translation>ihr Pfad ist kürzer</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>its pictures look the same (%1), which is no proof that it is the same film</source>
   <translation>die Bilder sehen gleich aus (%1), was nicht beweist, dass es derselbe Film ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>its sound was saved without loss</source>
   <translation>ihr Ton wurde verlustfrei gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/out_folder.py" />
   <source>its tables are of version %1, and this SimFinder reads %2</source>
   <translation>seine Tabellen haben Version %1, und dieses SimFinder liest %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>its time %1</source>
   <translation>ihre Zeit %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>its times, mode, owner or attributes could not be kept</source>
   <translation>ihre Zeiten, Rechte, Besitzer oder Attribute ließen sich nicht erhalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>keep rule %1 needs a value: %2</source>
   <translation>die Regel %1 braucht einen Wert: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>keep rule %1 takes no value: %2</source>
   <translation>die Regel %1 nimmt keinen Wert: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>largest: %1 against %2 bytes</source>
   <translation>größte: %1 gegen %2 Bytes</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>later</source>
   <translation>später</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>leads where %1 does</source>
   <translation>führt dorthin, wohin %1 führt</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>less than 5 seconds left</source>
   <translation>noch weniger als 5 Sekunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/trusted_times.py" />
   <source>less than a second</source>
   <translation>weniger als eine Sekunde</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>lies in %1; %2</source>
   <translation>liegt in %1; %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>link leads to another drive, and nowhere whenever that one is away</source>
   <translation>Link führt auf ein anderes Laufwerk, und ins Leere, wenn dieses fehlt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>links lead to another drive, and nowhere whenever that one is away</source>
   <translation>Links führen auf ein anderes Laufwerk, und ins Leere, wenn dieses fehlt</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/cache/open_or_rebuild.py" />
   <source>locked by another program</source>
   <translation>ist von einem anderen Programm gesperrt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>logs of one program: %1 and %2</source>
   <translation>Protokolle eines Programms: %1 und %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>longest-path: %1 against %2 characters</source>
   <translation>längster Pfad: %1 gegen %2 Zeichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>marked by hand</source>
   <translation>von Hand markiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>marks were inverted; %1</source>
   <translation>die Markierungen wurden umgekehrt; %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/protected_folders.py" />
   <source>may be in a protected folder, seen by another way: such a drive can't show it</source>
   <translation>liegt vielleicht in einem geschützten Ordner, auf einem anderen Weg gesehen: Ein solches Laufwerk kann es nicht zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/aliases.py" />
   <source>may be the file that stays (%1), seen by another way: such a drive can't show it</source>
   <translation>ist vielleicht die behaltene Datei (%1), auf einem anderen Weg gesehen: Ein solches Laufwerk kann es nicht zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/recheck_files.py" />
   <source>may have changed since the session was saved, and can't be read: %1</source>
   <translation>hat sich vielleicht geändert, seit die Ergebnisse gespeichert wurden, und kann nicht gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_sink.py" />
   <source>may have more in it than files: archives of this kind don't tell</source>
   <translation>enthält vielleicht mehr als Dateien: Archive dieser Art verraten es nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>messages of one subject</source>
   <translation>Nachrichten mit einem Betreff</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>mirrored</source>
   <translation>gespiegelt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>mirrored and turned by 90 degrees</source>
   <translation>gespiegelt und um 90 Grad gedreht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>mode</source>
   <translation>den Modus</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>more of the picture: the other one has a frame</source>
   <translation>mehr vom Bild: die andere hat einen Rahmen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>more pixels: %1 × %2 against %3 × %4</source>
   <translation>mehr Pixel: %1 × %2 gegen %3 × %4</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>moves into %1, which does not have it</source>
   <translation>kommt nach %1, wo es noch fehlt</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/mark_files.py" />
   <source>name the folder whose files are meant</source>
   <translation>nennen Sie den Ordner, dessen Dateien gemeint sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/kinship.py" />
   <source>names and folders contradict each other: %1, but %2</source>
   <translation>Namen und Ordner widersprechen einander: %1, aber %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/folders/folder_order.py" />
   <source>names and times contradict each other: %1</source>
   <translation>Namen und Zeiten widersprechen sich: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/compressed_file.py" />
   <source>needs a dictionary to be unpacked</source>
   <translation>braucht ein Wörterbuch zum Entpacken</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/archives/compressed_file.py" />
   <source>needs more than %1 MB of memory to be unpacked</source>
   <translation>braucht mehr als %1 MB Arbeitsspeicher zum Entpacken</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>neither names nor times say which of them is older</source>
   <translation>weder Namen noch Zeiten sagen, welche von beiden älter ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>new</source>
   <translation>neu</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>newer by its folder: %1</source>
   <translation>neuer nach ihrem Ordner: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>newer by its name: %1</source>
   <translation>neuer nach ihrem Namen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>newer by names and folders</source>
   <translation>neuer nach Namen und Ordnern</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>newer than %1, with which it shares %2 %</source>
   <translation>neuer als %1, mit der sie %2 % gemeinsam hat</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>newer: its content came %1 later</source>
   <translation>neuer: ihr Inhalt kam %1 später dazu</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>newer: modified %1 later</source>
   <translation>neuer: %1 später geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>newest: modified %1 earlier</source>
   <translation>neueste: %1 früher geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>newest: modified %1 later</source>
   <translation>neueste: %1 später geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>no batch %1</source>
   <translation>kein Vorgang %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/walker.py" />
   <source>no folder is given</source>
   <translation>kein Ordner ist angegeben</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/saved_keep_rules.py" />
   <source>no rules are saved as %1</source>
   <translation>keine Regeln sind als %1 gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/saved_keep_rules.py" />
   <source>no rules are saved as %1 (saved: %2)</source>
   <translation>keine Regeln sind als %1 gespeichert (gespeichert: %2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>no sound</source>
   <translation>kein Ton</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>no space left on the disk</source>
   <translation>kein Platz mehr auf dem Datenträger</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/walker.py" />
   <source>none of the folders can be scanned (%1)</source>
   <translation>keiner der Ordner kann gescannt werden (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/model/extension_points.py" />
   <source>nothing installed is called %1</source>
   <translation>nichts Installiertes heißt %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>nothing of batch %1 is left to undo</source>
   <translation>von Vorgang %1 ist nichts mehr rückgängig zu machen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/follow/watcher.py" />
   <source>nothing of this session is on this machine</source>
   <translation>nichts von diesen Ergebnissen liegt auf diesem Rechner</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>older by its folder: %1</source>
   <translation>älter nach ihrem Ordner: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>older by its name: %1</source>
   <translation>älter nach ihrem Namen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>older by names and folders</source>
   <translation>älter nach Namen und Ordnern</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>older than %1, with which it shares %2 %</source>
   <translation>älter als %1, mit der sie %2 % gemeinsam hat</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>older: its content was there %1 before</source>
   <translation>älter: ihr Inhalt war schon %1 vorher da</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>older: modified %1 earlier</source>
   <translation>älter: %1 früher geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>oldest: modified %1 earlier</source>
   <translation>älteste: %1 früher geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>oldest: modified %1 later</source>
   <translation>älteste: %1 später geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/kinship.py" />
   <source>one name for different things: %1</source>
   <translation>ein Name für Verschiedenes: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>one name for different types of file: %1 and %2</source>
   <translation>ein Name für verschiedene Dateitypen: %1 und %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>one of a series: %1 and %2</source>
   <translation>Teile einer Reihe: %1 und %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>one of a series: photos, recordings or messages with numbers</source>
   <translation>Teil einer Reihe: Fotos, Aufnahmen oder Nachrichten mit Nummern</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/place_kinship.py" />
   <source>one of the files is in a further folder</source>
   <translation>eine der Dateien liegt in einem weiteren Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>one of the names ends with %1</source>
   <translation>einer der Namen endet mit %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>one of them is damaged, encrypted or scanned, so what it says can't be compared</source>
   <translation>eine von beiden ist beschädigt, verschlüsselt oder eingescannt; was darin steht, lässt sich nicht vergleichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>only one of the names has a version</source>
   <translation>nur einer der Namen nennt eine Fassung</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>only one of the names has the date %1</source>
   <translation>nur einer der Namen nennt das Datum %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>only one of the names has the number %1</source>
   <translation>nur einer der Namen nennt die Nummer %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>only one of the names says %1</source>
   <translation>nur einer der Namen sagt %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>other users could remove or change the file that stays (%1), but not this one</source>
   <translation>andere Benutzer könnten die Datei, die bleibt (%1), entfernen oder ändern, diese hier aber nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>out of memory</source>
   <translation>nicht genug Arbeitsspeicher</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>owner</source>
   <translation>den Eigentümer</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>permission denied</source>
   <translation>keine Berechtigung</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>pre-release</source>
   <translation>Vorabversion</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/warmup.py" />
   <source>prepared for the first scan on this computer</source>
   <translation>für den ersten Scan auf diesem Rechner vorbereitet</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/compile_ahead.py" />
   <source>preparing for the first scan on this computer</source>
   <translation>Vorbereitung für den ersten Scan auf diesem Rechner</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/compile_ahead.py" />
   <source>preparing for the first scan on this computer: %1 of %2 done</source>
   <translation>Vorbereitung für den ersten Scan auf diesem Rechner: %1 von %2 erledigt</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/compile_ahead.py" />
   <source>preparing for the first scan on this computer: %1 of %2 done, %3</source>
   <translation>Vorbereitung für den ersten Scan auf diesem Rechner: %1 von %2 erledigt, %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>release candidate</source>
   <translation>Release Candidate</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/tables.py" />
   <source>results of 'simfinder cluster' need pyarrow; install it with: pip install 'simfinder[spark]'</source>
   <translation>Ergebnisse von 'simfinder cluster' brauchen pyarrow; zu installieren mit: pip install 'simfinder[spark]'</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>revision %1</source>
   <translation>Revision %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>saved as other bytes</source>
   <translation>als andere Bytes gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>saved at a higher quality</source>
   <translation>mit höherer Qualität gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>saved at quality %1</source>
   <translation>mit Qualität %1 gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>saved better: %1 against %2</source>
   <translation>besser gespeichert: %1 gegenüber %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>saved once more</source>
   <translation>noch einmal gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/saved_keep_rules.py" />
   <source>saved rules need a name</source>
   <translation>gespeicherte Regeln brauchen einen Namen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/settings/settings.py" />
   <source>settings can't be saved: %1</source>
   <translation>die Einstellungen können nicht gespeichert werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>shares %1 % with %2, not %3 % as the plan says</source>
   <translation>hat %1 % mit %2 gemeinsam, nicht %3 %, wie der Plan sagt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/office/sheets.py" />
   <source>shares more than %1 MB of text among its cells</source>
   <translation>teilt mehr als %1 MB Text unter ihren Zellen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/measured_plan.py" />
   <source>shares only %1 % with %2, less than files of its type have to</source>
   <translation>hat nur %1 % mit %2 gemeinsam, weniger als Dateien dieses Typs müssen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>shares only %1 % with the kept file of its cluster</source>
   <translation>hat nur %1 % mit der behaltenen Datei ihrer Gruppe gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>shortest-path: %1 against %2 characters</source>
   <translation>kürzester Pfad: %1 gegen %2 Zeichen</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_reader.py" />
   <source>signal %1</source>
   <translation>Signal %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>similar to %1, with which it shares %2 %</source>
   <translation>ähnlich wie %1, mit der sie %2 % gemeinsam hat</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>smallest: %1 against %2 bytes</source>
   <translation>kleinste: %1 gegen %2 Bytes</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/act_execution.py" />
   <source>something else is at %1</source>
   <translation>bei %1 liegt etwas anderes</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>something else is at its place now</source>
   <translation>etwas anderes liegt jetzt an ihrem Ort</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/swap.py" />
   <source>something else is in its place; what was there is at %1</source>
   <translation>etwas anderes hat ihren Platz eingenommen; was dort war, liegt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>something in %1 changed since the plan was made: all of it stays</source>
   <translation>etwas in %1 hat sich geändert, seit der Plan gemacht wurde: Alles bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>something in %1 changed since the plan was made: the archive stays</source>
   <translation>in %1 hat sich seit dem Plan etwas geändert: das Archiv bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>stays, as %1 could not go with the rest of %2: %3</source>
   <translation>bleibt, weil %1 nicht mit dem Rest von %2 gehen konnte: %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>still counting</source>
   <translation>es wird noch gezählt</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_reader.py" />
   <source>takes longer than %1 s to be read</source>
   <translation>braucht länger als %1 s zum Lesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/extract/view_service.py" />
   <source>takes more than %1 MB of memory to be read</source>
   <translation>braucht mehr als %1 MB Arbeitsspeicher zum Lesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>taking longer than expected</source>
   <translation>dauert länger als erwartet</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>taking longer than expected: %1</source>
   <translation>dauert länger als erwartet: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>the Spark master %1 can't be reached: %2</source>
   <translation>der Spark-Master %1 ist nicht erreichbar: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/removal.py" />
   <source>the Trash</source>
   <translation>den Papierkorb</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/freedesktop_trash.py" />
   <source>the Trash can't be looked at: %1</source>
   <translation>der Papierkorb kann nicht angesehen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/freedesktop_trash.py" />
   <source>the Trash can't be made: %1</source>
   <translation>der Papierkorb kann nicht angelegt werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/freedesktop_trash.py" />
   <source>the Trash does not work: %1</source>
   <translation>der Papierkorb funktioniert nicht: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/maintenance/build_kernels.py" />
   <source>the compiled code can't be written: %1</source>
   <translation>der übersetzte Code kann nicht geschrieben werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/verified_copy.py" />
   <source>the copy does not read back as it was written</source>
   <translation>die Kopie liest sich nicht, wie sie geschrieben wurde</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the dates %1 and %2</source>
   <translation>die Daten %1 und %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>the disk can't be read or written</source>
   <translation>der Datenträger kann nicht gelesen oder geschrieben werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>the disk can't share blocks between files</source>
   <translation>der Datenträger kann keine Blöcke zwischen Dateien teilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>the disk of %1 is not there now</source>
   <translation>der Datenträger von %1 ist jetzt nicht da</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/failure_reasons.py" />
   <source>the disk that it came from is not there now</source>
   <translation>der Datenträger, von dem sie kam, ist jetzt nicht da</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>the executor on %1 has another SimFinder (%2; this is %3): install the same everywhere</source>
   <translation>der Executor auf %1 hat ein anderes SimFinder (%2; dies ist %3): überall dasselbe installieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>the executor on %1 has no SimFinder: install simfinder[spark] there</source>
   <translation>der Executor auf %1 hat kein SimFinder: dort simfinder[spark] installieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>the executors have another Python: %1</source>
   <translation>die Executors haben ein anderes Python: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/start.py" />
   <source>the executors have no SimFinder: install simfinder[spark] there</source>
   <translation>die Executors haben kein SimFinder: simfinder[spark] dort installieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>the file is too large for this system</source>
   <translation>die Datei ist zu groß für dieses System</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>the file or its copy was changed since; the copy is left at %1</source>
   <translation>die Datei oder ihre Kopie wurde seitdem geändert; die Kopie bleibt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/operations.py" />
   <source>the file system can't rename without the danger of overwriting</source>
   <translation>das Dateisystem kann nicht umbenennen, ohne dass Überschreiben droht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/kept_files.py" />
   <source>the file that stays (%1) %2</source>
   <translation>die bleibende Datei (%1) %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/kept_files.py" />
   <source>the file that stays (%1) can't be written to its disk: %2</source>
   <translation>die bleibende Datei (%1) kann nicht auf ihren Datenträger geschrieben werden: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>the file that stays (%1) is in one of SimFinder's own folders</source>
   <translation>die behaltene Datei (%1) liegt in einem der eigenen Ordner von SimFinder</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>the file that stays (%1) is in the Trash</source>
   <translation>die bleibende Datei (%1) liegt im Papierkorb</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>the file that stays can't be looked at: %1</source>
   <translation>die bleibende Datei kann nicht angesehen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>the file that stays has as many names as its disk allows</source>
   <translation>die bleibende Datei hat so viele Namen, wie ihr Datenträger zulässt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>the file that stays is on another drive: the link leads nowhere whenever that one is away</source>
   <translation>die bleibende Datei ist auf einem anderen Laufwerk: Wenn dieses fehlt, führt der Link ins Leere</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>the first %1</source>
   <translation>die ersten %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/act_execution.py" />
   <source>the folder it went to (%1) was replaced meanwhile</source>
   <translation>der Ordner, in den sie kam (%1), wurde inzwischen ersetzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/preconditions.py" />
   <source>the folder it would go to is protected</source>
   <translation>der Ordner, in den sie käme, ist geschützt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>the folder of %1 can't be seen now</source>
   <translation>der Ordner von %1 ist jetzt nicht zu sehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/place_kinship.py" />
   <source>the folders are named after drafts or finals</source>
   <translation>die Ordner heißen nach Entwürfen oder Endfassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>the journal does not know the link that was made</source>
   <translation>das Protokoll kennt den angelegten Link nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>the journal does not know where the copy is</source>
   <translation>das Protokoll weiß nicht, wo die Kopie ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/library/library.py" />
   <source>the journal is damaged: batch %1 has no owner</source>
   <translation>das Journal ist beschädigt: Vorgang %1 hat keinen Besitzer</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>the journal is damaged: it does not have the %1 of this file</source>
   <translation>das Journal ist beschädigt: Es nennt %1 dieser Datei nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>the journal is damaged: it does not have the path of this file</source>
   <translation>das Journal ist beschädigt: Es nennt den Ort dieser Datei nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/swap.py" />
   <source>the journal is damaged: the name in it is not one of SimFinder's</source>
   <translation>das Protokoll ist beschädigt: der Name darin ist keiner von SimFinder</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>the keep rule is empty (try newest)</source>
   <translation>die Regel zum Behalten ist leer (versuchen Sie newest)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>the kept file of its cluster</source>
   <translation>die behaltene Datei ihrer Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/maintenance/build_kernels.py" />
   <source>the kernels can't be compiled</source>
   <translation>die Kernel können nicht übersetzt werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_recordings.py" />
   <source>the last %1</source>
   <translation>die letzten %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/library/library.py" />
   <source>the library</source>
   <translation>die Bibliothek</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/library/journal.py" />
   <source>the library is damaged (a row makes no sense)</source>
   <translation>die Bibliothek ist beschädigt (eine Zeile ergibt keinen Sinn)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>the link is gone; the same content was at %1</source>
   <translation>der Link ist weg; derselbe Inhalt war in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/batches.py" />
   <source>the link leads nowhere now: nothing is at %1</source>
   <translation>der Link führt jetzt ins Leere: bei %1 ist nichts</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>the link that stays (%1) %2</source>
   <translation>der Link, der bleibt (%1), %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the names are a letter apart</source>
   <translation>die Namen unterscheidet ein Buchstabe</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the names have nothing in common</source>
   <translation>die Namen haben nichts gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>the other is named %1</source>
   <translation>die andere heißt %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>the other is named a backup or old</source>
   <translation>die andere heißt Sicherung oder alt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/place_kinship.py" />
   <source>the other's folder is named a backup or old</source>
   <translation>der Ordner der anderen heißt Sicherung oder alt</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/cluster_files.py" />
   <source>the pairs of %1 can't be found on Spark</source>
   <translation>die Paare von %1 lassen sich auf Spark nicht finden</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/recheck_files.py" />
   <source>the path is another system's</source>
   <translation>der Pfad ist der eines anderen Systems</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/mark_rules.py" />
   <source>the picture %1, saved once more</source>
   <translation>das Bild %1, noch einmal gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>the place it was taken at</source>
   <translation>dem Aufnahmeort</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/logs.py" />
   <source>the program can't be loaded: %1; more about it in %2</source>
   <translation>das Programm kann nicht geladen werden: %1; mehr dazu in %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/maintenance/build_kernels.py" />
   <source>the program was changed meanwhile</source>
   <translation>das Programm wurde inzwischen geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>the raw levels of the camera</source>
   <translation>die Rohwerte der Kamera</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/spark/out_folder.py" />
   <source>the run in it was begun with other folders or options</source>
   <translation>der Lauf darin wurde mit anderen Ordnern oder Optionen begonnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the same message, apart from its flags</source>
   <translation>dieselbe Nachricht, bis auf ihre Markierungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the same name</source>
   <translation>derselbe Name</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the same name, apart from %1</source>
   <translation>derselbe Name bis auf %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the same name, apart from a version or stage</source>
   <translation>derselbe Name bis auf Fassung oder Stand</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the same name, apart from the mark of a copy</source>
   <translation>derselbe Name bis auf das Zeichen einer Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>the same name, written in two ways</source>
   <translation>derselbe Name, verschieden geschrieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/kinship.py" />
   <source>the same path in two copies of a folder</source>
   <translation>derselbe Pfad in zwei Kopien eines Ordners</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>the same picture by its pixels (%1)</source>
   <translation>nach den Pixeln dasselbe Bild (%1)</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/session.py" />
   <source>the scan was stopped early: rules mark nothing until all files are read</source>
   <translation>der Scan wurde vorzeitig beendet: Regeln markieren nichts, bevor alle Dateien gelesen sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/pipeline.py" />
   <source>the signatures make no sense: a file has a content without them</source>
   <translation>die Signaturen ergeben keinen Sinn: eine Datei hat einen Inhalt ohne Signaturen</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/follow/watcher.py" />
   <source>the system can't watch so many folders: %1</source>
   <translation>das System kann so viele Ordner nicht überwachen: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/follow/watcher.py" />
   <source>the system can't watch so many folders: the limit of inotify watches is reached</source>
   <translation>das System kann so viele Ordner nicht überwachen: die Grenze der inotify-Überwachungen ist erreicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/scan/walk/walker.py" />
   <source>the system does not answer</source>
   <translation>das System antwortet nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>the system's Trash does not say where it is: restore it there</source>
   <translation>der Papierkorb des Systems sagt nicht, wo sie ist: stellen Sie sie dort wieder her</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>the time of the kept file %1</source>
   <translation>die Zeit der behaltenen Datei %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>the time of the other %1</source>
   <translation>die Zeit der anderen %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_relation.py" />
   <source>the times are less than a second apart</source>
   <translation>die Zeiten liegen weniger als eine Sekunde auseinander</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/settle.py" />
   <source>the undo was interrupted</source>
   <translation>das Rückgängigmachen wurde unterbrochen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/safe_walk.py" />
   <source>the way to %1 goes by a link that another user could have made</source>
   <translation>der Weg zu %1 führt über einen symbolischen Link, den jemand anderes angelegt haben könnte</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>their names have nothing in common, and their texts differ by more than additions</source>
   <translation>ihre Namen haben nichts gemeinsam, und ihre Texte unterscheiden sich durch mehr als Hinzugefügtes</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>their names speak for parts of a series, or for different things</source>
   <translation>ihre Namen sprechen für Teile einer Reihe oder für Verschiedenes</translation>
  </message>
  <message>
   <location filename="../../simfinder/signatures/methods/registry.py" />
   <source>there is no entry point %1 in %2</source>
   <translation>in %2 gibt es keinen Eintrag %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/assessment.py" />
   <source>there is not enough room in %1: %2 bytes are needed, %3 are free</source>
   <translation>in %1 ist nicht genug Platz: %2 Bytes werden gebraucht, %3 sind frei</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/executor.py" />
   <source>there is nothing to undo</source>
   <translation>es gibt nichts rückgängig zu machen</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/atomic_write.py" />
   <source>there is something else than a file</source>
   <translation>dort ist etwas anderes als eine Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/logs.py" />
   <source>there is too little memory, or the system allows too few threads; more about it in %1</source>
   <translation>zu wenig Arbeitsspeicher, oder das System erlaubt zu wenige Threads; mehr dazu in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/linking/ignore_list.py" />
   <source>these files are identical: what is remembered by content can't tell them apart</source>
   <translation>diese Dateien sind identisch: was nach Inhalt gemerkt wird, kann sie nicht unterscheiden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/plan/folder_plan.py" />
   <source>these files are in the folder they would go to</source>
   <translation>diese Dateien sind schon in dem Ordner, in den sie kämen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>they are files of different types</source>
   <translation>sie sind Dateien verschiedener Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>they have one name, but are in different places and differ too much for that to be proof</source>
   <translation>sie heißen gleich, liegen aber an verschiedenen Orten und unterscheiden sich zu sehr, als dass der Name etwas beweist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>they look alike, which is no proof that they are the same shot</source>
   <translation>sie sehen sich ähnlich, was nicht beweist, dass es dieselbe Aufnahme ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>they say nearly the same under other names, but a web page is more than its words</source>
   <translation>sie sagen unter anderen Namen fast dasselbe, aber eine Webseite ist mehr als ihre Worte</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/relation.py" />
   <source>they share a form, and what each says in it is its own</source>
   <translation>sie haben ein Formular gemeinsam, und was darin steht, ist bei jeder etwas anderes</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/maintenance/build_kernels.py" />
   <source>this folder is not empty: %1</source>
   <translation>dieser Ordner ist nicht leer: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/remove_folders.py" />
   <source>this session is read-only: its files are not those of this machine</source>
   <translation>diese Ergebnisse sind nur zum Lesen: ihre Dateien sind nicht die dieses Rechners</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/maintenance/desktop_menu.py" />
   <source>this system has other menus; the installer puts SimFinder there</source>
   <translation>dieses System hat andere Menüs; das Installationsprogramm trägt SimFinder dort ein</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>turned by 180 degrees</source>
   <translation>um 180 Grad gedreht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>turned by 90 degrees</source>
   <translation>um 90 Grad gedreht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/keep_rules.py" />
   <source>unknown keep rule %1 (known: %2)</source>
   <translation>unbekannte Regel zum Behalten: %1 (bekannt: %2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/clusters/cluster_table.py" />
   <source>unknown rule %1 (known: %2)</source>
   <translation>unbekannte Regel %1 (bekannt: %2)</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/file_names/version_order.py" />
   <source>version %1</source>
   <translation>Fassung %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>version %1 after version %2</source>
   <translation>Fassung %1 nach Fassung %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>version %1 before version %2</source>
   <translation>Fassung %1 vor Fassung %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>version %1 twice</source>
   <translation>zweimal Fassung %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/name_kinship.py" />
   <source>versions of an interface, which are kept side by side</source>
   <translation>Fassungen einer Schnittstelle, die nebeneinander bestehen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/kinship/kinship.py" />
   <source>versions of one folder: %1</source>
   <translation>Fassungen eines Ordners: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/folder_locks.py" />
   <source>waiting for %1 of %2 (process %3), working in %4</source>
   <translation>Warten auf %1 von %2 (Prozess %3) in %4</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/folder_locks.py" />
   <source>waiting for another program that is working in %1</source>
   <translation>Warten auf ein anderes Programm, das in %1 arbeitet</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/runtime/time_left.py" />
   <source>waiting for the drive for %1 s</source>
   <translation>das Laufwerk antwortet seit %1 s nicht</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>was changed since, and is left at %1</source>
   <translation>wurde seitdem geändert und bleibt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>was deleted for good and can't come back; %1 stayed for it</source>
   <translation>wurde endgültig gelöscht und kann nicht zurückkommen; %1 blieb für sie</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>was deleted for good and can't come back; %1, which stayed for it, is gone too</source>
   <translation>wurde endgültig gelöscht und kann nicht zurückkommen; %1, die für sie blieb, ist auch weg</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/undo_act.py" />
   <source>was deleted for good and can't come back; the same content is at %1</source>
   <translation>wurde endgültig gelöscht und kann nicht zurückkommen; derselbe Inhalt ist in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/cluster_result.py" />
   <source>was made by SimFinder %1, whose signatures this one can't compare</source>
   <translation>stammt von SimFinder %1, dessen Signaturen dieses nicht vergleichen kann</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/result_folder/manifest.py" />
   <source>was made by a newer SimFinder: its form is %1, and this program reads %2</source>
   <translation>stammt von einem neueren SimFinder: seine Form ist %1, und dieses Programm liest %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/facts.py" />
   <source>was made with the method %1, which is not installed</source>
   <translation>wurde mit dem Verfahren %1 erstellt, das nicht installiert ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/recheck_files.py" />
   <source>was replaced by another file since the session was saved</source>
   <translation>wurde durch eine andere Datei ersetzt, seit die Ergebnisse gespeichert wurden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/execute/folder_checks.py" />
   <source>was replaced by something else meanwhile</source>
   <translation>wurde inzwischen durch etwas anderes ersetzt</translation>
  </message>
  <message>
   <location filename="../../simfinder/store/array_file.py" />
   <source>was saved by a newer SimFinder</source>
   <translation>wurde von einem neueren SimFinder gespeichert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/deletion.py" />
   <source>was to be deleted</source>
   <translation>sollte gelöscht werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/filesystem/open_elsewhere.py" />
   <source>was written to meanwhile</source>
   <translation>wurde inzwischen beschrieben</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/follow/watcher.py" />
   <source>watchdog is not installed</source>
   <translation>watchdog ist nicht installiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/failure_reasons.py" />
   <source>what became of it was not seen again</source>
   <translation>was aus ihr wurde, kam nicht mehr zum Vorschein</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/journal/batches.py" />
   <source>what became of it was not seen again; it may lie at %1</source>
   <translation>was aus ihr wurde, kam nicht mehr zum Vorschein; vielleicht liegt sie bei %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/movement.py" />
   <source>what is at %1 is left alone</source>
   <translation>was in %1 liegt, wird in Ruhe gelassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/swap.py" />
   <source>what is in its place now is not what was put there</source>
   <translation>was ihren Platz einnahm, ist nicht, was dafür angelegt wurde</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/session/saved/cluster_result.py" />
   <source>what is not the same can't be read: %1</source>
   <translation>was nicht dasselbe ist, kann nicht gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/link_replacement.py" />
   <source>what shares the blocks does not read like the file</source>
   <translation>was die Blöcke teilt, liest sich nicht wie die Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/methods/swap.py" />
   <source>what was there is at %1</source>
   <translation>was dort war, liegt in %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/app/removal/remove_folders.py" />
   <source>whole folders are removed only after a scan of them on this machine</source>
   <translation>ganze Ordner werden nur nach einem Scan auf diesem Rechner entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>with %1, which the kept one lacks</source>
   <translation>mit %1, anders als die behaltene</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>without the frame</source>
   <translation>ohne den Rahmen</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/explain_pictures.py" />
   <source>without the notes of the camera</source>
   <translation>ohne die Angaben der Kamera</translation>
  </message>
  <message>
   <location filename="../../simfinder/actions/rules/choose_files.py" />
   <source>would become one file with a protected one: a change to it would change that one</source>
   <translation>würde mit einer geschützten eine Datei: eine Änderung an ihr würde jene ändern</translation>
  </message>
 </context>
 <context>
  <name>SessionFiles</name>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source> and </source>
   <translation> und </translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%1 can be freed</source>
   <translation>%1 können frei werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%1 marked</source>
   <translation>%1 markiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n cluster</source>
   <translation>%n Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n clusters</source>
   <translation>%n Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n file can’t be reached from here: it is shown and never marked.</source>
   <translation>%n Datei ist von hier nicht erreichbar: sie wird gezeigt und nie markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n file has changed</source>
   <translation>%n Datei hat sich geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n file is gone</source>
   <translation>%n Datei ist weg</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n file is gone or has changed, and is left out.</source>
   <translation>%n Datei ist weg oder hat sich geändert und fehlt hier.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n file is no longer marked.</source>
   <translation>%n Datei ist nicht mehr markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n files are gone</source>
   <translation>%n Dateien sind weg</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n files are gone or have changed, and are left out.</source>
   <translation>%n Dateien sind weg oder haben sich geändert und fehlen hier.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n files are no longer marked.</source>
   <translation>%n Dateien sind nicht mehr markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n files can’t be reached from here: they are shown and never marked.</source>
   <translation>%n Dateien sind von hier nicht erreichbar: sie werden gezeigt und nie markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>%n files have changed</source>
   <translation>%n Dateien haben sich geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>Results of %1. No file has changed since.</source>
   <translation>Ergebnisse vom %1. Seitdem hat sich keine Datei geändert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>Saved as %1 (%2).</source>
   <translation>Gespeichert als %1 (%2).</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>Show them</source>
   <translation>Zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>Since %1 %2. They are left out.</source>
   <translation>Seit dem %1: %2. Sie bleiben außen vor.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>The results can’t be kept for next time: %1</source>
   <translation>Die Ergebnisse können nicht für das nächste Mal behalten werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>The results can’t be saved: %1</source>
   <translation>Die Ergebnisse können nicht gespeichert werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>These results of %1 are read-only, and their figures are unverified: they were not saved by SimFinder for you on this computer, and their files are not here.</source>
   <translation>Diese Ergebnisse vom %1 können nur gelesen werden, und ihre Zahlen sind ungeprüft: SimFinder hat sie nicht für Sie auf diesem Computer gespeichert, und ihre Dateien sind nicht hier.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>These results of %1 are read-only: none of their files is on this computer now.</source>
   <translation>Diese Ergebnisse vom %1 sind nur zum Lesen: keine ihrer Dateien ist jetzt auf diesem Computer.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>These results of %1 were found on %2, and none of their files can be reached from here as it was then. They are read-only.</source>
   <translation>Diese Ergebnisse vom %1 stammen von %2, und keine ihrer Dateien ist von hier so erreichbar, wie sie damals war. Sie lassen sich nur ansehen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>These results of %1 were found on %2. What you remove is measured again before.</source>
   <translation>Diese Ergebnisse vom %1 stammen von %2. Was Sie entfernen, wird vorher noch einmal gemessen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>These results of %1 were not saved by SimFinder for you on this computer, so nothing they say was taken over: their folders were scanned again.</source>
   <translation>SimFinder hat diese Ergebnisse vom %1 nicht für Sie auf diesem Computer gespeichert. Deshalb wurde nichts daraus übernommen: Ihre Ordner wurden neu durchsucht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>is gone</source>
   <translation>ist weg</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>today, %1</source>
   <translation>heute, %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/saved_results.py" />
   <source>yesterday</source>
   <translation>gestern</translation>
  </message>
 </context>
 <context>
  <name>SharedRangesView</name>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>Compared by: %1</source>
   <translation>Verglichen nach: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>How alike the counts of sixteen bit patterns are. Also high for unrelated files of one kind.</source>
   <translation>Wie sehr sich die Anzahlen von sechzehn Bitmustern gleichen. Auch bei fremden Dateien einer Art hoch.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>How alike the pieces are in their order: the score of the spamsum signatures, as ssdeep gives it.</source>
   <translation>Wie sehr sich die Stücke in ihrer Reihenfolge gleichen: der Wert der Spamsum-Signaturen, wie ssdeep ihn angibt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>Kept file</source>
   <translation>Behaltene Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Sampled pieces</source>
   <translation>Stichproben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Share of 128 sampled 8-byte pieces (shingles) that are in both files. Moved blocks cost nothing.</source>
   <translation>Anteil der 128 Stichproben von 8 Bytes (Shingles), die in beiden Dateien sind. Verschobene Blöcke kosten nichts.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Share of common checksums of pieces (shingleprint), as simhash(1) gives it: much like the sampled pieces above.</source>
   <translation>Anteil gemeinsamer Prüfsummen von Stücken (Shingleprint), wie simhash(1) ihn angibt: ähnlich den Stichproben oben.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Share of equal bits of two 64-bit fingerprints (SimHash). Unrelated files have about half of them in common.</source>
   <translation>Anteil gleicher Bits zweier 64-Bit-Fingerabdrücke (SimHash). Fremde Dateien haben etwa die Hälfte davon gemeinsam.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>The file that contains it</source>
   <translation>Die Datei, die sie enthält</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>The other file</source>
   <translation>Die andere Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>This file</source>
   <translation>Diese Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>Where the first %1 match</source>
   <translation>Gleiches in den ersten %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>Where the two files match</source>
   <translation>Gleiches in beiden Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>Where the two texts match</source>
   <translation>Gleiches in beiden Texten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>Where their contents match</source>
   <translation>Gleiches in beiden Inhalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>kept</source>
   <translation>behaltene</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>other</source>
   <translation>andere</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>part</source>
   <translation>Teil</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>this</source>
   <translation>diese</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/shared_ranges_view.py" />
   <source>whole</source>
   <translation>Ganzes</translation>
  </message>
 </context>
 <context>
  <name>SideBySide</name>
  <message>
   <location filename="../../simfinder/gui/details/compare/side_by_side.py" />
   <source>Lines of the other file</source>
   <translation>Zeilen der anderen Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/side_by_side.py" />
   <source>Lines of this file</source>
   <translation>Zeilen dieser Datei</translation>
  </message>
 </context>
 <context>
  <name>SimilarFilesDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%1 · among %2</source>
   <translation>%1 · unter %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%n are inside it</source>
   <translation>%n stecken darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%n contain it</source>
   <translation>%n enthalten sie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%n contains it</source>
   <translation>%n enthält sie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%n identical</source>
   <translation>%n identisch</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%n is inside it</source>
   <translation>%n steckt darin</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%n other file</source>
   <translation>%n andere Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%n other files</source>
   <translation>%n andere Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>%n similar</source>
   <translation>%n ähnlich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>Copy path</source>
   <translation>Pfad kopieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>Files like %1</source>
   <translation>Dateien wie %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>Looking…</source>
   <translation>Wird gesucht…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>No similar files among %1. Try a larger tolerance.</source>
   <translation>Keine ähnlichen Dateien unter %1. Versuchen Sie eine größere Toleranz.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>Reading the file: %1 %</source>
   <translation>Die Datei wird gelesen: %1 %</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/similar_files.py" />
   <source>Show in folder</source>
   <translation>Im Ordner zeigen</translation>
  </message>
 </context>
 <context>
  <name>SizeField</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>Unit of %1</source>
   <translation>Einheit von %1</translation>
  </message>
 </context>
 <context>
  <name>SkippedDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>%n entries skipped</source>
   <translation>%n Einträge übersprungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>%n entry skipped</source>
   <translation>%n Eintrag übersprungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>A scan filter or a fixed rule left these out. That is no error.</source>
   <translation>Ein Scan-Filter oder eine feste Regel hat diese ausgelassen. Das ist kein Fehler.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>All of them:</source>
   <translation>Alle:</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Edit the scan filters</source>
   <translation>Die Scan-Filter bearbeiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Every file in the folders was scanned.</source>
   <translation>Jede Datei in den Ordnern wurde gescannt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Filters…</source>
   <translation>Filter…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Nothing was skipped</source>
   <translation>Nichts wurde übersprungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Opened results do not list them. Scan to see which ones.</source>
   <translation>Geöffnete Ergebnisse führen sie nicht auf. Scannen Sie, um zu sehen, welche es sind.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>The first %1 of %2:</source>
   <translation>Die ersten %1 von %2:</translation>
  </message>
 </context>
 <context>
  <name>SkippedModel</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Another scan filter: see “Filters…” below.</source>
   <translation>Ein anderer Scan-Filter: siehe „Filter…“ unten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Changed after the date</source>
   <translation>Nach dem Datum geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Count</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Development folders, caches and build results</source>
   <translation>Entwicklungsordner, Caches und Build-Ergebnisse</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Empty files</source>
   <translation>Leere Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Have that service keep them on this device: reading them would fetch them.</source>
   <translation>Lassen Sie den Dienst sie auf diesem Gerät behalten: Lesen würde sie herunterladen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Hidden files and folders</source>
   <translation>Versteckte Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>How to include them</source>
   <translation>So kommen sie hinein</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Larger than the limit</source>
   <translation>Größer als die Obergrenze</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Left out by a pattern</source>
   <translation>Durch ein Muster ausgelassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Not changed since the date</source>
   <translation>Seit dem Datum nicht geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Not needed: each of these files was read once.</source>
   <translation>Nicht nötig: jede dieser Dateien wurde einmal gelesen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Not on this disk, but with OneDrive, iCloud or the like</source>
   <translation>Nicht auf diesem Datenträger, sondern bei OneDrive, iCloud oder Ähnlichem</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Not possible: they are never scanned.</source>
   <translation>Gar nicht: sie werden nie gescannt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Of a type that is left out</source>
   <translation>Von einem ausgelassenen Typ</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Other names of files that were scanned</source>
   <translation>Andere Namen gescannter Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Pipes, sockets and devices</source>
   <translation>Pipes, Sockets und Geräte</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>SimFinder’s own folders</source>
   <translation>SimFinders eigene Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Smaller than the limit</source>
   <translation>Kleiner als die Untergrenze</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>Symbolic links</source>
   <translation>Symbolische Links</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>The Trash</source>
   <translation>Der Papierkorb</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>“Empty files” in the scan filters.</source>
   <translation>„Leere Dateien“ in den Scan-Filtern.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>“Hidden files and folders” in the scan filters.</source>
   <translation>„Versteckte Dateien“ in den Scan-Filtern.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>“Leave out development folders” in the scan filters, or add the folder itself.</source>
   <translation>„Entwicklungsordner … auslassen“ in den Scan-Filtern, oder den Ordner selbst hinzufügen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/skipped_files.py" />
   <source>“Targets of symbolic links” in the scan filters.</source>
   <translation>„Ziele symbolischer Links“ in den Scan-Filtern.</translation>
  </message>
 </context>
 <context>
  <name>SkippedWords</name>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>Folders of software that say so themselves (package.json, Cargo.toml, a Makefile beside sources), and what tools make: node_modules, __pycache__, .git, caches, build results.
Never left out: a folder that you add to the list yourself, and one with documents or photos beside such files.
The scan counts and lists what was left out.</source>
   <translation>Ordner mit Software, die sich selbst so ausweisen (package.json, Cargo.toml, ein Makefile neben Quelltexten), und was Werkzeuge anlegen: node_modules, __pycache__, .git, Caches, Build-Ergebnisse.
Nie ausgelassen: ein Ordner, den Sie selbst in die Liste aufnehmen, und einer mit Dokumenten oder Fotos neben solchen Dateien.
Die Suche zählt und nennt, was ausgelassen wurde.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>Trash folder</source>
   <translation>Papierkorb-Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>Trash folders</source>
   <translation>Papierkorb-Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>development folder, cache or build folder</source>
   <translation>Entwicklungs-, Cache- oder Build-Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>development folders, caches and build folders</source>
   <translation>Entwicklungs-, Cache- und Build-Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>empty file</source>
   <translation>leere Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>empty files</source>
   <translation>leere Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>excluded entries</source>
   <translation>ausgeschlossene Einträge</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>excluded entry</source>
   <translation>ausgeschlossener Eintrag</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>file of another type</source>
   <translation>Datei eines anderen Typs</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>file that is not on this disk</source>
   <translation>Datei, die nicht auf diesem Datenträger ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>file that is too large</source>
   <translation>zu große Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>file that is too new</source>
   <translation>zu neue Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>file that is too old</source>
   <translation>zu alte Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>file that is too small</source>
   <translation>zu kleine Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>files of other types</source>
   <translation>Dateien anderer Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>files that are not on this disk</source>
   <translation>Dateien, die nicht auf diesem Datenträger sind</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>files that are too large</source>
   <translation>zu große Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>files that are too new</source>
   <translation>zu neue Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>files that are too old</source>
   <translation>zu alte Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>files that are too small</source>
   <translation>zu kleine Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>folder of SimFinder’s own</source>
   <translation>eigener Ordner von SimFinder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>folders of SimFinder’s own</source>
   <translation>eigene Ordner von SimFinder</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>hidden entries</source>
   <translation>versteckte Einträge</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>hidden entry</source>
   <translation>versteckter Eintrag</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>other name of the same file</source>
   <translation>anderer Name derselben Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>other names of the same file</source>
   <translation>andere Namen derselben Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>special file</source>
   <translation>besondere Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>special files</source>
   <translation>besondere Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>symbolic link</source>
   <translation>symbolischer Link</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/skipped_words.py" />
   <source>symbolic links</source>
   <translation>symbolische Links</translation>
  </message>
 </context>
 <context>
  <name>SmallJobs</name>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Broke up the cluster: its %n files stay apart from now on.</source>
   <translation>Gruppe aufgelöst: ihre %n Dateien bleiben von jetzt an getrennt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Removed %1 from its cluster. Its one other file is no cluster any more.</source>
   <translation>%1 aus der Gruppe entfernt. Die eine übrige Datei ist keine Gruppe mehr.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Removed %1 from its cluster; the %2 other files stay together.</source>
   <translation>%1 aus der Gruppe entfernt; die %2 anderen Dateien bleiben zusammen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Removed %n file from its cluster.</source>
   <translation>%n Datei aus ihrer Gruppe entfernt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Removed %n files from their clusters.</source>
   <translation>%n Dateien aus ihren Gruppen entfernt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Removed %n files from their clusters; the %2 other files stay together.</source>
   <translation>%n Dateien aus ihren Gruppen entfernt; die %2 anderen Dateien bleiben zusammen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Split %n file off from its cluster.</source>
   <translation>%n Datei von ihrer Gruppe abgetrennt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Split %n files off from their cluster.</source>
   <translation>%n Dateien von ihrer Gruppe abgetrennt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Undo</source>
   <translation>Rückgängig machen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/short_jobs.py" />
   <source>Undone: these files are together again.</source>
   <translation>Rückgängig gemacht: Diese Dateien sind wieder zusammen.</translation>
  </message>
 </context>
 <context>
  <name>TableDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/table_dialog.py" />
   <source>Sort; again to reverse, a third time to restore the order (Alt+1, Alt+2 …; Alt+0)</source>
   <translation>Ordnen; noch einmal kehrt die Reihenfolge um, ein drittes Mal stellt die anfängliche her (Alt+1, Alt+2 …; Alt+0)</translation>
  </message>
 </context>
 <context>
  <name>TableView</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/table_view.py" />
   <source>Cells</source>
   <translation>Zellen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/table_view.py" />
   <source>Sheets</source>
   <translation>Blätter</translation>
  </message>
 </context>
 <context>
  <name>Tables</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>%1 not done</source>
   <translation>%1 nicht getan</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>%1 of %n file</source>
   <translation>%1 von %n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>%1 of %n files</source>
   <translation>%1 von %n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>%1 undone</source>
   <translation>%1 rückgängig</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>%1 unknown</source>
   <translation>%1 unbekannt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/widgets/table_model.py" />
   <source>%1, sorted downwards</source>
   <translation>%1, absteigend geordnet</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/widgets/table_model.py" />
   <source>%1, sorted upwards</source>
   <translation>%1, aufsteigend geordnet</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <source>Beside</source>
   <translation>Neben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>Check this</source>
   <translation>Bitte prüfen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Done</source>
   <translation>Getan</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>File</source>
   <translation>Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>Folder %1, level %2, closed: %3</source>
   <translation>Ordner %1, Ebene %2, geschlossen: %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>Folder %1, level %2, open: %3</source>
   <translation>Ordner %1, Ebene %2, geöffnet: %3</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Freed</source>
   <translation>Frei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>Goes to</source>
   <translation>Kommt nach</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Leads to</source>
   <translation>Führt zu</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Other results</source>
   <translation>Sonstiges</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Path</source>
   <translation>Pfad</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Reason</source>
   <translation>Grund</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Result</source>
   <translation>Ergebnis</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>Similarity</source>
   <translation>Ähnlichkeit</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>Size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>Stays</source>
   <translation>Bleibt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>What</source>
   <translation>Was</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>What to do</source>
   <translation>Was zu tun ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>When</source>
   <translation>Wann</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/act_model.py" />
   <source>Where it is now</source>
   <translation>Wo sie jetzt ist</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>Why</source>
   <translation>Warum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <source>Would be</source>
   <translation>Wird</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>at least %1</source>
   <translation>ab %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <source>left</source>
   <translation>belassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/plan_model.py" />
   <source>loses %1 of %2</source>
   <translation>verliert %1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <source>removed</source>
   <translation>entfernt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/tables/look_model.py" />
   <source>shares only %1</source>
   <translation>hat nur %1 gemeinsam</translation>
  </message>
 </context>
 <context>
  <name>TextCompare</name>
  <message>
   <location filename="../../simfinder/gui/details/compare/text_compare.py" />
   <source>A line such as 120, a byte such as 0x1f40, or a percentage such as 50 %</source>
   <translation>Eine Zeile wie 120, ein Byte wie 0x1f40 oder ein Prozentsatz wie 50 %</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/text_compare.py" />
   <source>Can’t be read any more: %1</source>
   <translation>Kann nicht mehr gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/text_compare.py" />
   <source>Change %1 of %2</source>
   <translation>Änderung %1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/text_compare.py" />
   <source>Change %1 of %2 in this part</source>
   <translation>Änderung %1 von %2 in diesem Teil</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/text_compare.py" />
   <source>Differences between the two files</source>
   <translation>Unterschiede der beiden Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/text_compare.py" />
   <source>Looking for changes …</source>
   <translation>Änderungen werden gesucht …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/text_compare.py" />
   <source>No change after this part</source>
   <translation>Keine Änderung nach diesem Teil</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/compare/text_compare.py" />
   <source>No change before this part</source>
   <translation>Keine Änderung vor diesem Teil</translation>
  </message>
 </context>
 <context>
  <name>TextDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
 </context>
 <context>
  <name>TimeField</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>Date of %1</source>
   <translation>Datum von %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>How long ago, of %1</source>
   <translation>Wie lange her, von %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>a date</source>
   <translation>ein Datum</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>any time</source>
   <translation>jede Zeit</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>days ago</source>
   <translation>Tage her</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>months ago</source>
   <translation>Monate her</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>weeks ago</source>
   <translation>Wochen her</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>years ago</source>
   <translation>Jahre her</translation>
  </message>
 </context>
 <context>
  <name>TimeTracks</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/time_tracks.py" />
   <source>Can’t be decoded</source>
   <translation>Lässt sich nicht dekodieren</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/time_tracks.py" />
   <source>Listening …</source>
   <translation>Wird angehört …</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/time_tracks.py" />
   <source>Time line</source>
   <translation>Zeitleiste</translation>
  </message>
 </context>
 <context>
  <name>TimelineStrip</name>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>%1 shared with the version before</source>
   <translation>%1 gemeinsam mit der Fassung davor</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>%n identical copies</source>
   <translation>%n identische Kopien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>%n identical copy</source>
   <translation>%n identische Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>no date</source>
   <translation>kein Datum</translation>
  </message>
 </context>
 <context>
  <name>TimelineView</name>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>%1 to %2</source>
   <translation>%1 bis %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>%n version</source>
   <translation>%n Fassung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>%n versions</source>
   <translation>%n Fassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>Choose a cluster to see its versions over time.</source>
   <translation>Wählen Sie eine Gruppe, um ihre Fassungen im Lauf der Zeit zu sehen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>Versions by time</source>
   <translation>Fassungen nach Zeit</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>neighbours at least %1 similar</source>
   <translation>Nachbarn mindestens %1 ähnlich</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/overview/timeline/timeline_view.py" />
   <source>some have the same time: their order means nothing</source>
   <translation>einige haben dieselbe Zeit: ihre Reihenfolge bedeutet nichts</translation>
  </message>
 </context>
 <context>
  <name>TolerancePanel</name>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>(none)</source>
   <translation>(keine)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>64 bits that differ little where two files do: for texts of about one length. The method is SimHash.</source>
   <translation>64 Bits, die sich wenig unterscheiden, wo zwei Dateien es tun: für Texte von etwa gleicher Länge. Das Verfahren ist SimHash.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>A sample of short pieces, wherever they are in the file. The method is shingleprint.</source>
   <translation>Eine Stichprobe kurzer Stücke, wo immer sie in der Datei sind. Das Verfahren ist Shingleprint.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>All methods propose pairs; what two files share decides, and is verified byte by byte.</source>
   <translation>Alle Verfahren schlagen Paare vor; es entscheidet, was zwei Dateien gemeinsam haben, und das wird Byte für Byte geprüft.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Bit pattern counts</source>
   <translation>Bitmusterzahlen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_panel.py" />
   <source>Families</source>
   <translation>Familien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Fingerprint bits</source>
   <translation>Fingerabdruck-Bits</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_panel.py" />
   <source>Group the types by family, such as pictures, sound or video, each with a slider of its own. It sets all types of the family but those that have a value of their own.</source>
   <translation>Typen nach Familien zusammenfassen, etwa Bilder, Ton oder Video, jede mit eigenem Regler. Er gilt für alle Typen der Familie, die keinen eigenen Wert haben.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>How often certain short bit patterns occur: quick and rough.</source>
   <translation>Wie oft bestimmte kurze Bitmuster vorkommen: schnell und grob.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Identical content only</source>
   <translation>Nur identischer Inhalt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_panel.py" />
   <source>Moving a slider regroups at once; nothing is read again.</source>
   <translation>Ein Regler gruppiert sofort neu; nichts wird erneut gelesen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Only files whose every byte is equal.</source>
   <translation>Nur Dateien, bei denen jedes Byte gleich ist.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Piece checksums</source>
   <translation>Prüfsummen der Stücke</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Pieces in order</source>
   <translation>Stücke in Reihenfolge</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Pieces in the same order: for text that was edited here and there. The method is spamsum, as in ssdeep.</source>
   <translation>Stücke in derselben Reihenfolge: für Texte, die hier und da bearbeitet wurden. Das Verfahren ist Spamsum, wie in ssdeep.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/method_words.py" />
   <source>Shared content (automatic)</source>
   <translation>Gemeinsamer Inhalt (automatisch)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_panel.py" />
   <source>TOLERANCE</source>
   <translation>TOLERANZ</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_panel.py" />
   <source>TOLERANCE PER FILE TYPE</source>
   <translation>TOLERANZ JE DATEITYP</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_panel.py" />
   <source>The largest difference at which two files still come into one cluster. Between two types, the smaller tolerance counts.</source>
   <translation>Der größte Unterschied, bei dem zwei Dateien noch in eine Gruppe kommen. Bei zwei Typen zählt die kleinere Toleranz.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_panel.py" />
   <source>Tolerance per file type</source>
   <translation>Toleranz je Dateityp</translation>
  </message>
 </context>
 <context>
  <name>ToleranceRow</name>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>%1 of %2</source>
   <translation>%1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>%1 of identical files</source>
   <translation>%1 identischer Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>%1, compared by: %2</source>
   <translation>%1, verglichen nach: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>%n cluster</source>
   <translation>%n Gruppe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>%n clusters</source>
   <translation>%n Gruppen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>A value of its own; × lets it follow “%1” again.</source>
   <translation>Ein eigener Wert; mit × folgt er wieder „%1“.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>All types</source>
   <translation>Alle Typen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Back to %1 %</source>
   <translation>Zurück auf %1 %</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Click: only clusters with this type. Right-click: how such files are compared</source>
   <translation>Klick: nur Gruppen mit diesem Typ. Rechtsklick: wie solche Dateien verglichen werden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Compared by</source>
   <translation>Verglichen nach</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Files that differ by at most %1 % are put in one cluster.</source>
   <translation>Dateien, die sich um höchstens %1 % unterscheiden, kommen in eine Gruppe.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Follow “%1” again</source>
   <translation>Wieder „%1“ folgen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Follow “%1” again (Backspace)</source>
   <translation>Wieder „%1“ folgen (Rücktaste)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Follows “%1”.</source>
   <translation>Folgt „%1“.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Identical files only</source>
   <translation>Nur identische Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>It follows at most to %1 %: %2</source>
   <translation>Er folgt höchstens bis %1 %: %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Let %1 follow “%2” again</source>
   <translation>%1 wieder „%2“ folgen lassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Only identical files are put in one cluster.</source>
   <translation>Nur identische Dateien kommen in eine Gruppe.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Show only this type</source>
   <translation>Nur diesen Typ zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>The filter shows %1 of %2</source>
   <translation>Der Filter zeigt %1 von %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Tolerance of %1</source>
   <translation>Toleranz von %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>Type a value…</source>
   <translation>Einen Wert eintippen…</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/tolerance_row.py" />
   <source>identical only</source>
   <translation>nur identische</translation>
  </message>
 </context>
 <context>
  <name>TreeScrollBar</name>
  <message>
   <location filename="../../simfinder/gui/cluster_tree/scroll_bar.py" />
   <source>Where in the list of clusters</source>
   <translation>Wo in der Liste der Gruppen</translation>
  </message>
 </context>
 <context>
  <name>TypeList</name>
  <message>
   <location filename="../../simfinder/gui/sidebar/type_list.py" />
   <source>Show %n more type</source>
   <translation>%n weiteren Typ zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/sidebar/type_list.py" />
   <source>Show %n more types</source>
   <translation>%n weitere Typen zeigen</translation>
  </message>
 </context>
 <context>
  <name>TypesField</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>%n families</source>
   <translation>%n Familien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>%n family</source>
   <translation>%n Familie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>Choose whole families of types</source>
   <translation>Ganze Familien von Typen wählen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>Extensions, with spaces between; “none” for files without an extension</source>
   <translation>Endungen, durch Leerzeichen getrennt; „none“ für Dateien ohne Endung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>Families</source>
   <translation>Familien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/rule_fields.py" />
   <source>Families of %1</source>
   <translation>Familien von %1</translation>
  </message>
 </context>
 <context>
  <name>VersionsView</name>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%1 changed</source>
   <translation>%1 geändert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%1 shared</source>
   <translation>%1 gemeinsam</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n copies</source>
   <translation>%n Kopien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n copy</source>
   <translation>%n Kopie</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n file</source>
   <translation>%n Datei</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n files</source>
   <translation>%n Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n line</source>
   <translation>%n Zeile</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n lines</source>
   <translation>%n Zeilen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n paragraph</source>
   <translation>%n Absatz</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n paragraphs</source>
   <translation>%n Absätze</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n version</source>
   <translation>%n Fassung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>%n versions</source>
   <translation>%n Fassungen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>Choose a cluster to see its versions.</source>
   <translation>Wählen Sie eine Gruppe, um ihre Fassungen zu sehen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>Versions, newest first</source>
   <translation>Fassungen, neueste zuerst</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>first version</source>
   <translation>erste Fassung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>kept</source>
   <translation>behaltene</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>same size</source>
   <translation>gleich groß</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>says the same</source>
   <translation>sagt dasselbe</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/versions_view.py" />
   <source>what each added and took away</source>
   <translation>was jede hinzufügte und wegnahm</translation>
  </message>
 </context>
 <context>
  <name>View</name>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>%n member of the archive</source>
   <translation>%n Eintrag des Archivs</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>%n members of the archive</source>
   <translation>%n Einträge des Archivs</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>Much of this file is metadata: notes, tags, covers, colour profiles. They do not count here.</source>
   <translation>Ein großer Teil dieser Datei sind Metadaten: Notizen, Tags, Cover, Farbprofile. Sie zählen hier nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>Packed files with nearly the same content have few bytes in common. Pictures, layout and the way of packing do not count here.</source>
   <translation>Gepackte Dateien mit fast gleichem Inhalt haben wenige Bytes gemeinsam. Bilder, Gestaltung und die Art des Packens zählen hier nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>Packed files with nearly the same content have few bytes in common. The way of packing does not count here.</source>
   <translation>Gepackte Dateien mit fast gleichem Inhalt haben wenige Bytes gemeinsam. Die Art des Packens zählt hier nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>SimFinder compares such files in one layout. Indentation, line breaks, the order of keys and quotes do not count here.</source>
   <translation>SimFinder vergleicht solche Dateien in einer einheitlichen Form. Einrückung, Zeilenumbrüche, Reihenfolge der Schlüssel und Anführungszeichen zählen hier nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>SimFinder compares the outlines and widths of the glyphs. How the font is packed, its names, kerning and hinting do not count here.</source>
   <translation>SimFinder vergleicht die Umrisse und Breiten der Zeichen. Wie die Schrift verpackt ist, ihre Namen, Unterschneidung und Hinting zählen hier nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>SimFinder compares the words of such documents.</source>
   <translation>SimFinder vergleicht die Wörter solcher Dokumente.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>SimFinder compares the words of web pages. Tags, styles and scripts do not count here: pages with the same words may look different.</source>
   <translation>SimFinder vergleicht die Worte von Webseiten. Auszeichnung, Stile und Skripte zählen hier nicht: Seiten mit denselben Worten können anders aussehen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>SimFinder compares the words on the pages.</source>
   <translation>SimFinder vergleicht die Wörter auf den Seiten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>SimFinder compares what a person reads of a mail: subject, names, date and text. Its route and encoding do not count here.</source>
   <translation>SimFinder vergleicht, was ein Mensch von einer Mail liest: Betreff, Namen, Datum und Text. Ihr Weg und ihre Kodierung zählen hier nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>SimFinder unpacks such files and compares what they hold.</source>
   <translation>SimFinder entpackt solche Dateien und vergleicht, was sie enthalten.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>There are too few words in it, so SimFinder compares what else such a document holds.</source>
   <translation>Es enthält zu wenige Wörter; deshalb vergleicht SimFinder, was ein solches Dokument sonst enthält.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>Where functions lie, build numbers, and what only debuggers read do not count here: they change with every version of a program.</source>
   <translation>Wo Funktionen liegen, Build-Nummern und was nur Debugger lesen, zählt hier nicht: Das ändert sich mit jeder Version eines Programms.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>Words and lines count in their order. Short pieces that any two files of one kind share do not count.</source>
   <translation>Wörter und Zeilen in ihrer Reihenfolge zählen. Kurze Stücke, die alle Dateien einer Art gemeinsam haben, zählen nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>code and data of the program, without addresses</source>
   <translation>Code und Daten des Programms, ohne Adressen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>code, laid out</source>
   <translation>Code, lesbar umbrochen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>outlines of the font</source>
   <translation>Umrisse der Schrift</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>picture without metadata</source>
   <translation>Bild ohne Metadaten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>pictures and other parts of the document</source>
   <translation>Bilder und andere Teile des Dokuments</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>sound without metadata</source>
   <translation>Ton ohne Metadaten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>text</source>
   <translation>Text</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>text %1 · pictures %2</source>
   <translation>Text %1 · Bilder %2</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>text of the document</source>
   <translation>Text des Dokuments</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>text of the pages</source>
   <translation>Text der Seiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>the bytes</source>
   <translation>den Bytes</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>the film</source>
   <translation>der Film</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>the pictures</source>
   <translation>den Bildern</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>the sound</source>
   <translation>der Ton</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>the text</source>
   <translation>dem Text</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>unpacked content</source>
   <translation>entpackter Inhalt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>values of the data</source>
   <translation>Werte der Daten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>what they hold</source>
   <translation>dem, was sie enthalten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>words and attachments of the mail</source>
   <translation>Worte und Anhänge der Mail</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>words of the mail</source>
   <translation>Text der Mail</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/formatting.py" />
   <source>words of the web page</source>
   <translation>Text der Webseite</translation>
  </message>
 </context>
 <context>
  <name>WhyView</name>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>%1 of %2 bits are equal; in unrelated files, about half are.</source>
   <translation>%1 von %2 Bits sind gleich; bei fremden Dateien ist es etwa die Hälfte.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>%1 of %2 sampled pieces are in both files.</source>
   <translation>%1 von %2 Stichproben sind in beiden Dateien.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>%1.</source>
   <translation>%1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Bit pattern counts</source>
   <translation>Bitmusterzahlen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Choose one of the files listed under this one to see why the two belong together.</source>
   <translation>Wählen Sie eine der Dateien unter dieser, um zu sehen, warum die beiden zusammengehören.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Coloured: the same seven characters or more in a row. This file is above.</source>
   <translation>Farbig: dieselben sieben oder mehr Zeichen hintereinander. Diese Datei steht oben.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Details</source>
   <translation>Einzelheiten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Each method sees the two files in its own way, so their figures differ from the one above.</source>
   <translation>Jedes Verfahren sieht die beiden Dateien auf seine Weise; deshalb weichen die Werte von dem oben ab.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Estimated on %1.</source>
   <translation>Geschätzt an %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Estimated: %1.</source>
   <translation>Geschätzt: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Fingerprint bits</source>
   <translation>Fingerabdruck-Bits</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>How often sixteen bit patterns occur: blue in this file, grey in the other.</source>
   <translation>Wie oft sechzehn Bitmuster vorkommen: blau in dieser Datei, grau in der anderen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>It is %n day newer: %1 and %2.</source>
   <translation>Sie ist %n Tag neuer: %1 und %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>It is %n day older: %1 and %2.</source>
   <translation>Sie ist %n Tag älter: %1 und %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>It is %n days newer: %1 and %2.</source>
   <translation>Sie ist %n Tage neuer: %1 und %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>It is %n days older: %1 and %2.</source>
   <translation>Sie ist %n Tage älter: %1 und %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Measured on %1.</source>
   <translation>Gemessen an %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Measured: %1.</source>
   <translation>Gemessen: %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>No seven characters in a row are the same, so there is no score.</source>
   <translation>Keine sieben Zeichen hintereinander sind gleich, daher gibt es keinen Wert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Orange: only in this one; grey: only in the other.</source>
   <translation>Orange: nur in dieser; grau: nur in der anderen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Pieces in order</source>
   <translation>Stücke in Reihenfolge</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Sampled pieces</source>
   <translation>Stichproben</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Some of what they share is in %n other file too. For clusters it counts only %1, so that a common licence or template does not connect unrelated files; the figure above counts all of it.</source>
   <translation>Etwas vom Gemeinsamen steht auch in %n anderen Datei. Für Gruppen zählt es nur zu %1, damit eine gemeinsame Lizenz oder Vorlage keine fremden Dateien verbindet; der Wert oben zählt alles davon.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Some of what they share is in %n other files too. For clusters it counts only %1, so that a common licence or template does not connect unrelated files; the figure above counts all of it.</source>
   <translation>Etwas vom Gemeinsamen steht auch in %n anderen Dateien. Für Gruppen zählt es nur zu %1, damit eine gemeinsame Lizenz oder Vorlage keine fremden Dateien verbindet; der Wert oben zählt alles davon.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Their names differ: %1 and %2.</source>
   <translation>Ihre Namen unterscheiden sich: %1 und %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>They are of one size, %1.</source>
   <translation>Sie sind gleich groß, %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>They have the same name.</source>
   <translation>Sie haben denselben Namen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>They were changed at the same time, %1.</source>
   <translation>Sie wurden zur selben Zeit geändert, %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>They were changed within a day of one another, %1.</source>
   <translation>Sie wurden innerhalb eines Tages geändert, %1.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>This file is %1 larger.</source>
   <translation>Diese Datei ist %1 größer.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>This file is %1 smaller.</source>
   <translation>Diese Datei ist %1 kleiner.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>This film: %1. The other one: %2.</source>
   <translation>Dieser Film: %1. Der andere: %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>This is the kept file. Choose another file of its cluster to see why the two are similar.</source>
   <translation>Dies ist die behaltene Datei. Wählen Sie eine andere Datei ihrer Gruppe, um zu sehen, warum die beiden ähnlich sind.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>This recording: %1. The other one: %2.</source>
   <translation>Diese Aufnahme: %1. Die andere: %2.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>What each method makes of the two files by itself</source>
   <translation>Was jedes Verfahren für sich von den beiden Dateien hält</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/why_view.py" />
   <source>Why these files are similar</source>
   <translation>Warum diese Dateien ähnlich sind</translation>
  </message>
 </context>
 <context>
  <name>WindowState</name>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>%n file in project folders matches this rule too and is left alone.</source>
   <translation>%n Datei in Projektordnern erfüllt diese Regel auch und bleibt unberührt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>%n file is no longer marked: its cluster has changed, and it may now be the file to keep.</source>
   <translation>%n Datei ist nicht mehr markiert: Ihre Gruppe hat sich geändert, und sie könnte jetzt die sein, die bleibt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>%n file marked</source>
   <translation>%n Datei markiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>%n files are no longer marked: their clusters have changed, and they may now be files to keep.</source>
   <translation>%n Dateien sind nicht mehr markiert: Ihre Gruppen haben sich geändert, und sie könnten jetzt die sein, die bleiben.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>%n files in project folders match this rule too and are left alone.</source>
   <translation>%n Dateien in Projektordnern erfüllen diese Regel auch und bleiben unberührt.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>%n files marked</source>
   <translation>%n Dateien markiert</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>%n more file marked %1.</source>
   <translation>%n weitere Datei %1 markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>%n more files marked %1.</source>
   <translation>%n weitere Dateien %1 markiert.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>Not a folder: %1</source>
   <translation>Kein Ordner: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>Nothing more to mark %1: no other file matches this rule.</source>
   <translation>Es gibt %1 nichts mehr zu markieren: keine andere Datei erfüllt diese Regel.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>Nothing more to mark: no other file matches this rule.</source>
   <translation>Nichts weiter zu markieren: keine andere Datei erfüllt diese Regel.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/state/window_state.py" />
   <source>Scanned without the cache: %1</source>
   <translation>Ohne den Cache gescannt: %1</translation>
  </message>
 </context>
 <context>
  <name>Words</name>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Connection timed out</source>
   <translation>Zeitüberschreitung der Verbindung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Device or resource busy</source>
   <translation>Gerät oder Ressource belegt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Directory not empty</source>
   <translation>Ordner nicht leer</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Disk quota exceeded</source>
   <translation>Speicherkontingent überschritten</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>File exists</source>
   <translation>Datei existiert bereits</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>File name too long</source>
   <translation>Dateiname zu lang</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>File too large</source>
   <translation>Datei zu groß</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Input/output error</source>
   <translation>Ein-/Ausgabefehler</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Invalid argument</source>
   <translation>Ungültiges Argument</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Invalid cross-device link</source>
   <translation>Ungültiger Link über Gerätegrenzen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Is a directory</source>
   <translation>Ist ein Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>No space left on device</source>
   <translation>Kein Platz auf dem Gerät</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>No such file or directory</source>
   <translation>Datei oder Ordner nicht gefunden</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Not a directory</source>
   <translation>Kein Ordner</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Operation not permitted</source>
   <translation>Vorgang nicht erlaubt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Operation not supported</source>
   <translation>Vorgang nicht unterstützt</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Permission denied</source>
   <translation>Keine Berechtigung</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Read-only file system</source>
   <translation>Nur lesbares Dateisystem</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Stale file handle</source>
   <translation>Veraltete Dateireferenz</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Too many levels of symbolic links</source>
   <translation>Zu viele symbolische Links hintereinander</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Too many open files</source>
   <translation>Zu viele offene Dateien</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/wording/translate_messages.py" />
   <source>Transport endpoint is not connected</source>
   <translation>Gegenstelle ist nicht verbunden</translation>
  </message>
 </context>
 <context>
  <name>Work</name>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>%n file stays: what these results say of it does not hold.</source>
   <translation>%n Datei bleibt: was diese Ergebnisse über sie sagen, stimmt nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>%n files stay: what these results say of them does not hold.</source>
   <translation>%n Dateien bleiben: was diese Ergebnisse über sie sagen, stimmt nicht.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Add a folder first.</source>
   <translation>Fügen Sie erst einen Ordner hinzu.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Another job is running: wait until it is done.</source>
   <translation>Eine andere Arbeit läuft gerade: warten Sie, bis sie fertig ist.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Nothing is marked. Mark older versions, or choose files and press Space.</source>
   <translation>Nichts ist markiert. Markieren Sie ältere Fassungen, oder wählen Sie Dateien und drücken Sie die Leertaste.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Read the rest</source>
   <translation>Rest lesen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Scan cancelled. The next one goes on from there.</source>
   <translation>Scan abgebrochen. Der nächste macht dort weiter.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Show them</source>
   <translation>Zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Show what was found so far</source>
   <translation>Bisher Gefundenes zeigen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Stopped early: %n file was not fully read, so this is not all there is. Rules mark nothing yet.</source>
   <translation>Vorzeitig beendet: %n Datei wurde nicht ganz gelesen, dies ist also nicht alles. Regeln markieren noch nichts.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Stopped early: %n files were not fully read, so this is not all there is. Rules mark nothing yet.</source>
   <translation>Vorzeitig beendet: %n Dateien wurden nicht ganz gelesen, dies ist also nicht alles. Regeln markieren noch nichts.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>The journal can't be read: %1</source>
   <translation>Das Protokoll kann nicht gelesen werden: %1</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>There is nothing to undo.</source>
   <translation>Es gibt nichts rückgängig zu machen.</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/controllers/removal_jobs.py" />
   <source>Undo</source>
   <translation>Rückgängig machen</translation>
  </message>
 </context>
 <context>
  <name>ZoomBar</name>
  <message>
   <location filename="../../simfinder/gui/details/viewers/zoom.py" />
   <source>Fit</source>
   <translation>Einpassen</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/zoom.py" />
   <source>Whole picture (0)</source>
   <translation>Ganzes Bild (0)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/zoom.py" />
   <source>Zoom in (+)</source>
   <translation>Vergrößern (+)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/zoom.py" />
   <source>Zoom out (−)</source>
   <translation>Verkleinern (−)</translation>
  </message>
  <message>
   <location filename="../../simfinder/gui/details/viewers/zoom.py" />
   <source>Zoom: %1</source>
   <translation>Zoom: %1</translation>
  </message>
 </context>
</TS>
