<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
 <context>
  <name>AboutDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Finds files that are the same, nearly the same, or older versions of one another, and removes what is not needed without losing anything.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Free software under the MIT licence. Made with Qt %1, PySide6 (LGPL), NumPy and Numba.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Nothing leaves this computer. Whatever is moved is written down before and can be undone.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Acts</name>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 are free on the disk they come from.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 are free.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 of %2 copies were taken away again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 of %2 files are back as they were</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will be copied to %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will be deleted for good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will be free on the disk they come from.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will be free once the Trash is emptied.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will be free.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will become hard links to the files that stay</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will become symbolic links to the files that stay</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will go to the Trash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will move to %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%1 will share disk space with the files that stay</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n act failed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n acts failed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n copies were taken away again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n copy was taken away again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file is a hard link now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file is a symbolic link now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file is back as it was</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file is in the Trash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file shares its disk space now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file was copied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file was deleted for good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file was moved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n file was skipped</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files are back as they were</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files are hard links now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files are in the Trash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files are symbolic links now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files share their disk space now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files were copied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files were deleted for good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files were moved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>%n files were skipped</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>: the reasons stand below. These files are as they were.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Copy %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Copy to %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Copy to folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Delete %1…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Delete for good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Delete for good…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Each file is compared byte by byte with the one that stays before it is replaced.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Marked files that are identical to the one that stays become links that point to it: they lead nowhere once it is elsewhere</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Marked files that are identical to the one that stays become other names of that one file: a change to one is a change to all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Marked files that are identical to the one that stays keep their place and share its disk space; needs a file system such as Btrfs or XFS</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Move %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Move %1 to Trash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Move to %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Move to Trash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Move to Trash…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Move to folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>No file was touched</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Nothing can be copied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Nothing can be removed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Nothing is freed by it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Nothing is freed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Nothing is freed: the files stay where they are.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Nothing is freed: they stay on the same disk.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Nothing of it can be brought back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Replace %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Replace by hard links</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Replace by hard links…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Replace by symbolic links</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Replace by symbolic links…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Review what is marked, then copy it to a folder; the files stay where they are</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Review what is marked, then delete it. This can’t be undone; you are asked twice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Review what is marked, then move it to a folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Review what is marked, then move it to the Trash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Share disk space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Share disk space (reflinks)…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>SimFinder was interrupted last time before any file was touched.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>SimFinder was interrupted last time, after its work: %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>SimFinder was interrupted last time: %1; the other %2 are as they were.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>The least similar stand first. Each file is looked at again; one that changed is left alone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Undo brings all of it back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Undo takes the copies away again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Up to %1 are free.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>Up to %1 will be free: what the files do not share already.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>copied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>copy taken away</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>deleted for good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>failed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>hard link now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>in the Trash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>moved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>not done</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>nothing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>put back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>shares its space now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>skipped</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/act_texts.py" />
   <source>symbolic link now</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Advice</name>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>. Try to open it with its own program.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>: this may be an archive made to do harm.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>: unpacking it takes more memory than is given to it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>: what it holds can’t be seen without its password.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>It was changed after the scan: scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>It was changed while it was read: scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>It was compared by its bytes alone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>It went while it was read: scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>Its path is too long for the system: shorten the names of its folders.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>Links that lead in a circle: remove one of them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>Nothing is lost: the folder it leads to was scanned.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>Something else is in its place now: scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>The disk can only be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>The disk can’t read it: make a backup, and check the disk.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>The disk is full: make room, and scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>The network did not answer: scan again when it does.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>The network folder changed: connect it anew, and scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>The network folder is gone: connect it anew, and scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>The system does not allow it: leave its folder out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>Too many files are open: close other programs, and scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/advice.py" />
   <source>You may not read it: ask its owner, or leave its folder out.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ApartDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>In the list of clusters, the menu of a file or a cluster has the command.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Not the same</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Nothing was said to be not the same</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Take back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>These contents are never put into one cluster, wherever their files are; newest first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>They may be put into one cluster again</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Axes</name>
  <message>
   <location filename="../../simfinder/gui/panels/axes.py" />
   <source>%1 billion</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/axes.py" />
   <source>%1 million</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/axes.py" />
   <source>%1 thousand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/axes.py" />
   <source>%1 trillion</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Banner</name>
  <message>
   <location filename="../../simfinder/gui/panels/banner.py" />
   <source>Dismiss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/banner.py" />
   <source>Dismiss this message</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Checks</name>
  <message>
   <location filename="../../simfinder/gui/checks.py" />
   <source>Checking stopped: %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Chip</name>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>identical</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>keep</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>largest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>newer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>newest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>older</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>oldest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>protected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>similar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>smallest</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ClusterModel</name>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>%1 to free</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>%1, estimated</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Files of which a large part lies in another file. This is no similarity.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Lies in a protected folder: never marked, moved or deleted.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Marked: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Modified</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Shared with kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>Version</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>all identical</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_model.py" />
   <source>at least %1 shared</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ClusterPanel</name>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>%1 can be freed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>%1 of %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>%n cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>%n clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>%n file marked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>%n files marked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>All but this folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>All of this folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Copy path</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Find files like this one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Keep this file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Mark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Mark in this cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>None</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Not the same as the kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Open the whole</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Show in folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>These are not the same</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>Unmark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_panel.py" />
   <source>for reading only</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ClusterTips</name>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>%n byte</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>%n bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>: checked byte by byte.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>: estimated, not checked yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>But %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>Every byte is equal to the kept file, by a 128-bit content hash.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>Kept rather than %2: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>Kept: chosen by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>Linked through other files of the cluster; differs from the kept file itself by more than the tolerance, so no rule marks it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>Marked: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/cluster_tips.py" />
   <source>The share of content that this file and the kept file have in common</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ClusterTree</name>
  <message>
   <location filename="../../simfinder/gui/panels/cluster_tree.py" />
   <source>Clusters of similar files</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Commands</name>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>About SimFinder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Add folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Also take files and folders whose name begins with a dot</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Backspace</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Check figures</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Choose a folder to scan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Choose any file and list what is like it among the files scanned; dropping it does the same</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Clear marks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Close and open a cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Collapse all clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Combine rules…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Compare byte by byte what is an estimate so far</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Data (JSON)…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Enter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Expand all clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Filter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Filter by name or folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Find files like this one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Find files like…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Follow changes in the folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>History…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Invert marks…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Keep results for next time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Keep this file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Key space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Keyboard…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Largest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Leave the filter and clear it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>List copies, similar files, wholes and parts of the chosen file among those scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Map</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark all but a folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark all in a folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark all similar files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark identical files only</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark in every cluster everything but the kept file that is within the tolerance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark in every cluster what is identical to the kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark in every cluster what is older than the kept file and within the tolerance, or identical to it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark older versions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark the chosen files, or take the marks back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Mark with a preview…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Newest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Next change</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Not the same…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Oldest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>On a slider: follow “All types” again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>On a slider: type a value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Open results…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Open this file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Page with pictures (HTML)…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Patterns, sizes and kinds of files that are taken or left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Previous change</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Problems…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Put rules in an order, save them under a name, use saved ones</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Quit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Read the folders and find what is alike</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Reset tolerances</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Save results as…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Save the results by themselves after each scan and before the window closes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Save what was found, decided and marked, to go on later or elsewhere</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Scan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Scan hidden files too</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>See how many files a rule marks, and how much they hold, before it does</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>See what happens to the files after a scan; clusters follow by themselves</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Settings…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Shortest path</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Show results that were saved, without reading the files again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Smallest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Table (CSV)…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Take all marks back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Take back what was done last</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>What is scanned…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>What you said is not the same, and a way to take it back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/commands.py" />
   <source>← →</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CompareView</name>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>%n equal line</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>%n equal lines</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>%n equal row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>%n equal rows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>%n of %1 members are the same</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>%n of %1 members is the same</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>All %n members are the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Both files hold the same content, every byte of it. They differ only in how it is packed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Both files hold the same text. They differ in what is not compared here: pictures, layout, or the way they were packed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Can’t be compared: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Choose a file below it to see where the two match.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Compared byte by byte: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Differences to the kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Found in bytes %1 to %2 of the whole</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Members of both archives</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Next change (F7)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Not a word differs in what is shown</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Only the beginnings of the archives were read; there are more members.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Only the beginnings of the files are compared here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>Previous change (Shift+F7)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>The kept file is in this archive, byte by byte, as %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>The one member is the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>The two files are identical: every byte is equal.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>This is the kept file. Choose another file of the cluster to compare the two.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>This very file is in the archive, as %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>This very file is in the kept archive, as %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>and under %n other name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>and under %n other names</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>only here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>only in the kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>this</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>under another name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>whole</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>− %1 only here   + %2 only in the kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/compare_view.py" />
   <source>− %1 only in the part   + %2 only in the whole</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ConfirmDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>%n of them are not identical to the files that stay: what only they hold is lost.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>%n of them is not identical to the file that stays: what only it holds is lost.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>All of them are identical to files that stay.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>Delete %1 for good?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>Delete for good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>Keep them</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/confirm.py" />
   <source>They do not go to the Trash. No program can bring them back, and Undo can’t either.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>DetailsPanel</name>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>%1 of it is inside %2 · verified</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>%1 shared with %2 · estimated</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>%1 shared with %2 · verified</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>(kept)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>All of it is inside %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Can’t be shown: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Choose a file to see what it holds and how it differs from the kept one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Compare</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Compare with another file of the cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Compared with %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Identical to %1 · verified</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Looking into the file …</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Preview</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>The kept file of this cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Versions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Views of the chosen file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/details_panel.py" />
   <source>Why similar</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>EmptyState</name>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>%n cluster is hidden by the filter.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>%n clusters are hidden by the filter.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>%n could not be read, the first:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>%n could not be read:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>%n file was looked at</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>%n files were looked at</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Add a folder, or drop one anywhere in this window.
SimFinder then shows files that are the same, nearly the same, or older versions of one another.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Add another folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Add folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Clear filter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Clusters appear here when all files are compared. Cancelling keeps what was read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Mark what is not needed: Space marks a file, K keeps it, Enter opens it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Move the sliders on the left: they say how different two files may be.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Move “All types” to the right to accept larger differences.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>No clusters here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>No files to compare</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>No name or folder holds “%1”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>No similar files found</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Nothing is alike in what is shown alone: %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Passed over: %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Ready to scan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Remove it after a review. Ctrl+Z brings it back, F1 lists all keys.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Scan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Scan: nothing is changed, and what was read is remembered.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Scanning</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Show everything</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>SimFinder reads the files of the folders on the left. It changes nothing.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Which folders shall be searched?</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Exporter</name>
  <message>
   <location filename="../../simfinder/gui/exporting.py" />
   <source>Data (JSON)…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/exporting.py" />
   <source>Page with pictures (HTML)…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/exporting.py" />
   <source>Show in folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/exporting.py" />
   <source>Table (CSV)…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/exporting.py" />
   <source>Written: %1 (%2).</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>FigureBar</name>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>no figure: too short</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>FiguresView</name>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Compared by: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>How alike the counts of sixteen bit patterns are. High for strangers of one kind, too.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Score of the two spamsum signatures, as ssdeep gives it: the order of pieces counts.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Share of common shingleprint values, as simhash(1) gives it: much like the shingles above.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Share of equal bits of two 64-bit fingerprints. Strangers have about half of them in common.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Share of sampled 8-byte pieces that are in both files. Moved blocks cost nothing.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Shingleprint</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Shingles (128 samples)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Simhash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Spamsum</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Tag counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>The file it lies in</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>This file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Where the first %1 match</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Where the two files match</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Where the two texts match</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Where their contents match</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>part</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>this</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>whole</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>FilterBox</name>
  <message>
   <location filename="../../simfinder/gui/panels/top_bar.py" />
   <source>Filter by name or folder</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>FilterChip</name>
  <message>
   <location filename="../../simfinder/gui/panels/filter_chip.py" />
   <source>Shown alone: %1. Press to show everything again.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Finder</name>
  <message>
   <location filename="../../simfinder/gui/finding.py" />
   <source>%1 can’t be looked for: %2.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>FolderModel</name>
  <message>
   <location filename="../../simfinder/gui/models/folder_model.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/folder_model.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/folder_model.py" />
   <source>not scanned yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/folder_model.py" />
   <source>protected</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>FoldersPanel</name>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>%n pattern left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>%n patterns left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Add</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Add a folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Add a folder, or drop one here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Changed since the scan: press F5 to scan again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>FOLDERS</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Files of a protected folder take part in clusters and are never marked, moved or deleted.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Folders that were scanned together before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Folders to scan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Open in file manager</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Passed over: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Patterns, sizes and kinds of files that are taken or left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Protect</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Recent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Recent folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Remove</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Rules</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Take the folder off this list. Nothing on disk changes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>The folders changed since the scan.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>Unprotect</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>What is scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>empty files too</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>from %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>hidden files too</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>only %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>symbolic links too</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/folders_panel.py" />
   <source>up to %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Following</name>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>%n file changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>%n file is gone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>%n file is new</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>%n files are gone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>%n files are new</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>%n files changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>Much has happened in the folders since the scan.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>Scan again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/following.py" />
   <source>Since the scan: %1.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>HistoryDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Details</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Everything SimFinder has done to files, newest first. Details has the way to undo single files.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>History</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Nothing was done yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ImageCompare</name>
  <message>
   <location filename="../../simfinder/gui/panels/image_compare.py" />
   <source>Difference</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/image_compare.py" />
   <source>How the pictures are compared</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/image_compare.py" />
   <source>Overlay</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/image_compare.py" />
   <source>Side by side</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ImageView</name>
  <message>
   <location filename="../../simfinder/gui/panels/image_view.py" />
   <source>Picture: %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Inside</name>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%1 inside</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%1 of %2 is inside %3</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%n file is inside</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%n file lies in %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%n files are inside</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%n files lie in %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%n more at the end of the list</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%n other</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>%n others</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>All of %2 is inside %3</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>INSIDE OTHER FILES</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>Proven by stretches of bytes that both files have. This is no similarity.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/inside_rows.py" />
   <source>Proven: it is a member of the archive, by a 128-bit content hash.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>KeepDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>, then </source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Add</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Choose…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Delete</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Down</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Folder of the rule</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Folder or pattern of the rule</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>In %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>In the folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Keep by these rules</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Largest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Longest path</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Name like %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Name like…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Name to save these rules under</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Newest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Oldest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Outside %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Outside the folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Remove</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Rule to add</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Rules, the first decides</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Save</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Save as</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Saved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Saved rules</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Shortest path</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Smallest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>The first rule decides which file of a cluster stays; the next ones break ties.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>This rule needs a folder or a pattern.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Up</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Use</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>Which file is kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/keeping.py" />
   <source>none yet</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>KeySpaceView</name>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>%1 selected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>%n row hidden</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>%n rows hidden</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>&amp;Key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>A key is a number made of how often some bit patterns occur in a file. Files that share most of their content have nearly the same key and nearly the same size, so they are neighbours here. Neighbours need not be alike, though: the tree shows only what was found to share content.

The wheel or + and − zoom, arrows move, Home shows all, Space selects the file nearest to the middle.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Adds a number made of the file’s extension to the key: each extension gets a stripe of its own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>All patterns count alike.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>All patterns count, the first ones a little more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Apart by extension</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Area</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Dragging moves the picture; with Shift it selects an area.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Dragging selects the files in a rectangle; with Ctrl it adds them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Dragging selects the files you circle; with Ctrl it adds them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Each dot is a file. Files of one kind and similar content lie close together.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>File size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Key space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Key space: files by size and key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Key “%1”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Key “%1” and extension</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Lasso</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Move</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Only four patterns count, the first one most: tells files apart best.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Scan a folder to see its files here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Scatter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Show all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Shows all files again (Home)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Skew</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>There are no files to show.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>There is nothing to show: a scan for identical files only does not look at what files hold.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Types</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Uniform</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>Weights of your own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>What dragging does</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>key %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>key = size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>no extension</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/key_space_view.py" />
   <source>other types</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>KeysDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Keyboard</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Keys and what they do</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LegendRow</name>
  <message>
   <location filename="../../simfinder/gui/panels/type_legend.py" />
   <source>Click shows or hides these files, Ctrl+click shows only them.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <location filename="../../simfinder/gui/main_window.py" />
   <source>Continue with the results of %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/main_window.py" />
   <source>Stopping what is under way, then closing.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/availability.py" />
   <source>These results are for reading only: the files are elsewhere.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MapView</name>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%1 are identical copies: free to go</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%1 are kept files of clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%1 are like no other file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%1 are older versions: free to go</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%1 are similar to others, and stay</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%1 can be freed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%1 in %n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%1 in %n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%n more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%n other type</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>%n other types</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>All folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>BY TYPE, ALL FOLDERS</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Copies of a file that is kept: free to go.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Files directly in %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Files that are like no other.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Map</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Map: space by folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Older versions of a file that is kept, within the tolerance: free to go.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Scan a folder to see where its space goes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Show %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Similar to a file that is kept, but newer, too different or protected: stays.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>Small folders in %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>The file that each cluster keeps.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>There are no files to show, or all of them are empty.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>identical</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>keep</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>no extension</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>nothing to free</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>older</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>similar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/map_view.py" />
   <source>unique</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MarkDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>%n cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>%n clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>%n file more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>%n files more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>All but those in a folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>All in a folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>All similar files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Choose the folder whose files are meant.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Choose…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Counting…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Everything but the kept file that is within the tolerance of it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Everything that lies elsewhere, in the clusters that have a file in the folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Everything that lies in the folder or below it; another file is kept where need be</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Identical files only</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>In %n cluster another file is kept then.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>In %n clusters another file is kept then.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Invert the marks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Mark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Mark files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Mark the files of</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Mark what is not marked, and the other way round; kept files stay unmarked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Marks %1 in %2, %3 in all.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Marks nothing more: no other file is meant by it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Older versions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Only in this cluster: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Takes %n mark back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>Takes %n marks back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>What is identical to the kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/marking.py" />
   <source>What is older than the kept file and within the tolerance of it, or identical to it</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MatchBar</name>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>%1 of the bytes are found in the other file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/figures_view.py" />
   <source>Click a stretch to see it in Compare.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Matches</name>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>%p of %a is inside %m · estimated</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>%p of %m is inside %a · estimated</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>%p shared with %a · estimated</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>Folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>Match</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>Modified</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>Name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>Shared</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>Size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>The same content as %a.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>contains it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>identical</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>inside it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>similar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>the file asked about</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/match_model.py" />
   <source>this file</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MatchesDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%1 · among %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%n contain it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%n contains it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%n identical</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%n lie inside it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%n lies inside it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%n other file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%n other files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>%n similar</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>Copy path</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>Files like %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>Looking…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>Nothing like it among %1. A larger tolerance lets more differ.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>Open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>Open folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/matches.py" />
   <source>Reading the file: %1 %</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Members</name>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>%n bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>%n bytes here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>%n bytes in the kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>Name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>Size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>only here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>only in the kept file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>same</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>this</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/member_model.py" />
   <source>under another name</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>OverlayCanvas</name>
  <message>
   <location filename="../../simfinder/gui/panels/image_compare.py" />
   <source>Black: equal. The brighter, the more differs; four times as strong as it is.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/image_compare.py" />
   <source>Difference of the pictures</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/image_compare.py" />
   <source>Left of the edge: this file. Move the edge by dragging, or with the arrow keys.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/image_compare.py" />
   <source>Overlay of the pictures</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Overview</name>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>%n chosen file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>%n chosen files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>All folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>Clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>Every file as a dot, by size and key (Ctrl+2)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>Files that are alike, cluster by cluster (Ctrl+1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>Key space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>Map</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>Views of the results</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>Where the space goes, by folder and type (Ctrl+3)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>directly in %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/overview.py" />
   <source>no extension</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PassedOver</name>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Trash folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>Trash folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>empty file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>empty files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>excluded entries</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>excluded entry</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>file that is too large</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>file that is too small</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>files that are too large</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>files that are too small</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>folder of SimFinder’s own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>folders of SimFinder’s own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>hidden entries</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>hidden entry</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>other name of the same file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>other names of the same file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>special file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>special files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>symbolic link</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/empty_state.py" />
   <source>symbolic links</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PercentField</name>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Double-click, or press F2 or a digit on the slider, to type a value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Tolerance of %1 in percent</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PreferencesDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Another language counts from the next start on. Light or dark and the size of letters follow the system.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>As the system says</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Delete key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Help</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Scanning</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>Show the first hints again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/preferences.py" />
   <source>What the removal button and the Delete key do</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PreviewView</name>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>%1 unpacked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>%n member</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>%n members</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Can’t be read: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Content of the file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Encoding: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Members of the archive</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Shown as bytes: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Shown as text: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Text of the document</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Text of the pages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>The file is empty.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>The first %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>The first %1 of %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>The first %1; the archive is too long to be read to its end here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>There is no text in the document.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>There is no text on the pages.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>There is nothing in it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/preview_view.py" />
   <source>Unpacked content (%1)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ProblemsDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>%n problem</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>%n problems</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>Copy list</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>No problems</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/lists.py" />
   <source>These could not be read, or changed since the scan; everything else is as it was.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ProgressBar</name>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Progress</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ProgressLine</name>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%1 from cache</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%1 of %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%1 of %2 files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%1 of %2 pairs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%n file scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%n files scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%n problem</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>%n problems</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Checking %1 of %2 pairs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Checking figures</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Checking the marked files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Comparing files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Figures with ~ are estimates. They are compared byte by byte, what you look at first. You can go on meanwhile.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Getting ready</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Listing files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Looking at the files again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Looking inside files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Looking what lies inside other files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Moving files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Pause</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Paused</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Putting files back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Reading files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Resume</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Stopping</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>Writing the results</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>about %1 left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>all figures checked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>paused</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>some figures are estimates</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/progress_line.py" />
   <source>took %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Questions</name>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Add a folder and scan it first: a file is compared with what was scanned.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Add folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>All files (*)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Copy marked files to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Export</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Find files like</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Move marked files to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Open results</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Results of SimFinder (*%1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>Save results</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/questions.py" />
   <source>The hints stand in the middle of the window while no folder is listed.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ReportDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/report.py" />
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/report.py" />
   <source>Scan again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/report.py" />
   <source>Some files are not any more what was scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/report.py" />
   <source>Stopped before the end; what was not reached is untouched.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/report.py" />
   <source>Undo all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/report.py" />
   <source>Undo chosen</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ReviewDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/review.py" />
   <source>%n file shares less than 90 % with the file that stays. Have a look at it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/review.py" />
   <source>%n files share less than 90 % with the file that stays. Have a look at them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/review.py" />
   <source>%n mark is not carried out:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/review.py" />
   <source>%n marks are not carried out:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/review.py" />
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/review.py" />
   <source>Leave the chosen files alone and take their marks back (Delete)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/review.py" />
   <source>Take out</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ScanRulesDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Clear all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Empty files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Hidden files and folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Largest size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Leave out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Not larger than</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Not smaller than</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Patterns as in .gitignore, one a line, seen from each folder. They count from the next scan on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Smallest size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Take only</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Take too</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>The largest size is less than the smallest: no file would be taken.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>This is no pattern: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Use these rules</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>What is scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>What symbolic links lead to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>any size</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Sentences</name>
  <message>
   <location filename="../../simfinder/scan/views/process.py" />
   <source> (code %1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/process.py" />
   <source> (signal %1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>%1 after %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>%1 before %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/cache.py" />
   <source>%1 can't be cleared: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be made: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be opened: a folder has its name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/cache.py" />
   <source>%1 can't be set aside: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 can't be used: the file belongs to another program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/ignoring.py" />
   <source>%1 different files are too many to be kept apart at once (at most %2)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session_recheck.py" />
   <source>%1 files can't be looked at: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 is closed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 is damaged (%2)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>%1 is the file itself now, and is left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>%1 lies in a folder that was scanned: the next scan finds these files there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/filetimes.py" />
   <source>%1 seconds from 1970</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>%1 was made by a newer version of SimFinder (format %2, this one knows %3); use that version, or move the file away</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/settings.py" />
   <source>%1: settings are damaged and were not used: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/settings.py" />
   <source>%1: settings can't be read: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/library.py" />
   <source>%1; it holds what is needed to undo. A copy was set aside as %2: repair the file with sqlite3's .recover, or move it away to begin anew</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>%1; it lies at %2 and can't be put back (%3)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/deleting.py" />
   <source>%1; it lies at %2 and can't be put back: %3</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/cache.py" />
   <source>%1; it was set aside as %2 and begun anew</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/cache.py" />
   <source>%1; what is read now will not be remembered</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>; a copy in the making is left at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/swapping.py" />
   <source>; what was there lies at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Boards of one chip repeat its nodes: 1,084 of 2,278 strangers linked at 70 %, 726 at 80 %, 333 at 90 %.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Build files are a fixed form: 162 of 188 strangers linked at 70 %, 138 at 90 %; versions of one share 98 %.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/outlet.py" />
   <source>Callable[[BinaryIO, Outlet], None]</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Chips of one maker repeat the nodes: 433 of 1,610 strangers linked at 70 %, 218 at 80 %, 93 at 90 %.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Keys outweigh what they hold: 282 of 2,984 strangers linked at 70 %, 112 at 80 %, 19 at 90 %.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Modules repeat one another's checks: 466 of 974 strangers linked at 70 %, 373 at 80 %, 229 at 90 %.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>Tags outweigh what they hold: 212 of 963 strangers linked at 70 %, 91 at 80 %, 15 at 90 %.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../resources/tolerances.toml" />
   <source>The same keys for another device or service: 232 of 470 strangers linked at 70 %, 148 at 80 %, 57 at 90 %.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/plan.py" />
   <source>a %1 needs a folder to %2 to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>a damaged file can't be set aside: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>a link can't be made: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>a link can't be made: %1 (not every disk has links)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/members.py" />
   <source>a list of members has more or fewer names than members</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/library.py" />
   <source>a lock file can't be made: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session.py" />
   <source>a move needs a target folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/rules.py" />
   <source>a name of saved rules has at most %1 characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/rules.py" />
   <source>a name of saved rules is plain text without control characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/taking.py" />
   <source>a pattern can't be understood: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/protection.py" />
   <source>a protected folder can't be looked at: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>a symbolic link would not lead to the file that stays</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>all files of its folder were written within one second, as after unpacking</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/model/tolerances.py" />
   <source>all types</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>an unfinished copy could not be removed: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/library.py" />
   <source>another SimFinder is removing files now; try again when it is done</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>another SimFinder is removing or putting back files now; try again when it is done</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>batch %1 has no such file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>batch %1 is still being worked on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>by its name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>by its name: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>by its name: the other is a copy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>by its name: the other is a copy too, with a higher number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/apart.py" />
   <source>can't be compared byte by byte: the process that compares it </source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/apart.py" />
   <source>can't be compared byte by byte: the process that compares it can't be started (%1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/apart.py" />
   <source>can't be compared byte by byte: the process that compares it ended (code %1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>can't be copied to %1: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/deleting.py" />
   <source>can't be deleted: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>can't be looked at: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/worker.py" />
   <source>can't be looked into with what is installed (%1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/sessions.py" />
   <source>can't be made: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>can't be moved to %1: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>can't be opened</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/places.py" />
   <source>can't be protected: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>can't be read in its new place: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>can't be read: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/process.py" />
   <source>can't be read: the process that reads it answers nonsense</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/process.py" />
   <source>can't be read: the process that reads it can't be started</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/process.py" />
   <source>can't be read: the process that reads it can't be started (%1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/process.py" />
   <source>can't be read: the process that reads it can't be started%1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/process.py" />
   <source>can't be read: the process that reads it ended%1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/sessions.py" />
   <source>can't be read: there is not enough memory</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/swapping.py" />
   <source>can't be replaced: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/swapping.py" />
   <source>can't be settled: %1%2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>can't be written (read-only)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/whole_files.py" />
   <source>can't be written: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/whole_files.py" />
   <source>can't be written: a name can't hold a zero byte</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>can't have its own content back: %1 %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>can't have its own content back: %1 is no file any more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>can't have its own content back: it was changed since, through the link or where it leads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/apart.py" />
   <source>changed since it was scanned; its figures are estimates</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/fileops.py" />
   <source>changed since the scan</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>changed while it was being copied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/deleting.py" />
   <source>changed while it was being deleted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>changed while it was being moved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/swapping.py" />
   <source>changed while it was being replaced</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/matched.py" />
   <source>changed while it was compared</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/windows.py" />
   <source>changed while it was looked at</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/matched.py" />
   <source>changed while it was read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_xml.py" />
   <source>declares entities, which no document of its kind does</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/patience.py" />
   <source>did not answer within %1 s; passed over</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/patience.py" />
   <source>does not answer; %1 on this drive passed over</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>does not lie in %1; %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>earlier by its name: %1 (modified at the same time)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/ars.py" />
   <source>ends too early</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/watching.py" />
   <source>events are switched off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>file has a name that contradicts its time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>file has other names (hard links), so nothing is freed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>file is newer than the one that stays</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>file is not any more what was scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>file lies on another disk than the target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>file shares less than 90 % with the kept file of its cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>files are newer than the ones that stay</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>files are not any more what was scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>files have names that contradict their times</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>files have other names (hard links), so nothing is freed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>files lie on another disk than the target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>files share less than 90 % with the kept file of their cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/fileops.py" />
   <source>has a second name now, %1: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>has another owner than the file that stays: a hard link would give it away</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session_recheck.py" />
   <source>has changed since the session was saved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/carrying.py" />
   <source>has no place to go to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>has other names (hard links) that keep its content: nothing is freed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/tars.py" />
   <source>holds a file in too many pieces</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/contents.py" />
   <source>holds a list that makes no sense</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/zips.py" />
   <source>holds files packed by a method not supported: %1 (%2)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/outlet.py" />
   <source>holds more than %1 MB</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_text.py" />
   <source>holds more than %1 MB in one cell</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/outlet.py" />
   <source>holds more than %1 MB of names</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/outlet.py" />
   <source>holds more than %1 files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/outlet.py" />
   <source>holds more than %1 times its size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>identical to %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/settling.py" />
   <source>interrupted: the program ended before it was done</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/settling.py" />
   <source>interrupted: the program ended before it was done; %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/settling.py" />
   <source>interrupted: the program ended before its turn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/filetimes.py" />
   <source>is %1, which stands for no time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>is a file that stays for others</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/settling.py" />
   <source>is back, but its entry in the Trash could not be removed: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/settling.py" />
   <source>is back, but its times or mode could not be set: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/ars.py" />
   <source>is damaged</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/worker.py" />
   <source>is damaged (%1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_xml.py" />
   <source>is damaged or ends too early</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_sheets.py" />
   <source>is damaged: a cell names a text that is not there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_ooxml.py" />
   <source>is damaged: a symbol has no number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_xml.py" />
   <source>is damaged: a tag of more than %1 MB</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: it can't be unpacked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: it is cut short</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: it is not what was written, or cut short</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: it says that it holds more than it can</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: it unpacks to another size than it says</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/zips.py" />
   <source>is damaged: its files overlap</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: its head is not what was written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: its head makes no sense</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_sheets.py" />
   <source>is damaged: its sheets are missing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office.py" />
   <source>is damaged: its text is missing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/compressed.py" />
   <source>is damaged: something else follows its end</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: there is more in it than it says</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/sessions.py" />
   <source>is damaged: what it holds makes no sense</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is damaged: yes and no are neither</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_odf.py" />
   <source>is encrypted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/fileops.py" />
   <source>is gone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>is gone, so its copy is left at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>is locked by another program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_xml.py" />
   <source>is nested too deeply</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>is newer than the file that stays</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is no file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session_recheck.py" />
   <source>is no file any more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>is no longer at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>is no longer the link that was made; it is left as it is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/fileops.py" />
   <source>is no regular file any more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>is no saved session of SimFinder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/plan.py" />
   <source>is not a folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/heads.py" />
   <source>is not a regular file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/swapping.py" />
   <source>is not at its place now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>is not at its place now, and %1 at %2%3</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>is not identical to %1: the bytes differ</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/plan.py" />
   <source>is not identical to a file that stays, so no link can stand for it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>is not identical to the file that stays: a link would change its content</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/walk.py" />
   <source>is one of SimFinder's own folders, which are never scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/sevenzips.py" />
   <source>is packed by a method not supported</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/carrying.py" />
   <source>is still there, though the Trash has taken it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>is the file that stays (%1), or another name of it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/plan.py" />
   <source>is the file that stays of its cluster, in which all others are marked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/filetimes.py" />
   <source>is the one that npm gives every file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/places.py" />
   <source>it does not answer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>it is named %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>it is named a backup or old</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/deleting.py" />
   <source>it was changed since</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>its content %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>its copy is no longer at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/settling.py" />
   <source>its entry in the Trash could not be removed: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/deleting.py" />
   <source>its folder can't be seen now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/carrying.py" />
   <source>its folder was replaced by something else meanwhile</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>its name matches %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>its name says it is %1 (%2), though it was modified %3</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>its path comes first in the alphabet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>its path is shorter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>its time %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>its times, mode, owner or attributes could not be kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>keep rule %1 needs a value: %2:FOLDER</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>keep rule %1 needs a value: %2:PATTERN</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>keep rule %1 takes no value: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>largest: %1 against %2 bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>later by its name: %1 (modified at the same time)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/filetimes.py" />
   <source>less than a second</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/carrying.py" />
   <source>lies at %1 and can't be put back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/deleting.py" />
   <source>lies at %1: something else has taken its place</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>lies in %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>lies in %1; %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>lies in a protected folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/walk.py" />
   <source>lies in the Trash, which is never scanned</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/filetimes.py" />
   <source>lies in the future (%1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>lies on another disk than the file that stays: such a link can't be made</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>lies on another disk than the target: it is copied there and compared before it is removed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/plan.py" />
   <source>lies on another file system than the file that stays; a hard link can't cross that border</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>lies outside %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/plan.py" />
   <source>lies where it would go to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/cache.py" />
   <source>locked by another program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>longest-path: %1 against %2 characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session.py" />
   <source>marked by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>marks were inverted; %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session_recheck.py" />
   <source>may have changed since the session was saved, and can't be read: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>modified at the same time, and the names do not say which is later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/marking.py" />
   <source>name the folder whose files are meant</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/compressed.py" />
   <source>needs a dictionary to be unpacked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/compressed.py" />
   <source>needs more than %1 MB of memory to be unpacked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>neither can be told</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>newer than %1, with which it shares %2 %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>newer: modified %1 later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>newest: modified %1 later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/journal.py" />
   <source>no batch %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/walk.py" />
   <source>no folder is given</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/rules.py" />
   <source>no rules are saved as @%1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/rules.py" />
   <source>no rules are saved as @%1 (saved: %2)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>no space left on the disk</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/walk.py" />
   <source>none of the folders can be scanned (%1)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/pdf_streams.py" />
   <source>not ASCII85</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>nothing lies</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>nothing of batch %1 is left to undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/watching.py" />
   <source>nothing of this session is on this machine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>older than %1, with which it shares %2 %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>older: modified %1 earlier</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>oldest: modified %1 earlier</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>out of memory</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>permission denied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>release candidate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>revision %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/rules.py" />
   <source>saved rules need a name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/settings.py" />
   <source>settings can't be saved: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/office_sheets.py" />
   <source>shares more than %1 MB of text among its cells</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>shares only %1 with the kept file of its cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>shortest-path: %1 against %2 characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>similar to %1, with which it shares %2 %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>smallest: %1 against %2 bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/swapping.py" />
   <source>something else has taken its place; what was there lies at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>something else is at its place now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>something else lies</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/process.py" />
   <source>takes longer than %1 s to be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/views/worker.py" />
   <source>takes more than %1 MB of memory to be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/trash.py" />
   <source>the Trash can't be looked at: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/trash.py" />
   <source>the Trash can't be made: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/trash.py" />
   <source>the Trash does not work: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/copying.py" />
   <source>the copy does not read back as it was written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>the disk can't be read or written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>the disk can't share blocks between files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>the file is at its source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>the file is at its target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/database.py" />
   <source>the file is too large for this system</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>the file or its copy was changed since; the copy is left at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/fileops.py" />
   <source>the file system can't rename without the danger of overwriting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>the file that stays (%1) </source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>the file that stays (%1) %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>the file that stays (%1) lies in the Trash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/checks.py" />
   <source>the file that stays can't be looked at: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>the file that stays has as many names as its disk allows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/carrying.py" />
   <source>the folder it went to (%1) was replaced meanwhile</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>the journal does not know the link that was made</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>the journal does not know where the copy is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/swapping.py" />
   <source>the journal is damaged: the name it knows is none of ours</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>the keep rule is empty (try newest)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>the kept file of its cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/library.py" />
   <source>the library</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>the link is gone; the same content was at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>the other is named %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>the other is named a backup or old</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session_recheck.py" />
   <source>the path is another system's</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/watching.py" />
   <source>the system can't watch so many folders: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/watching.py" />
   <source>the system can't watch so many folders: the limit of inotify watches is reached</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/scan/walk.py" />
   <source>the system does not answer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>the system's Trash does not tell where it is: restore it there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>the time of the kept file %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/standing.py" />
   <source>the times are less than a second apart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/settling.py" />
   <source>the undo was interrupted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/settling.py" />
   <source>the undo was interrupted; %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/assessing.py" />
   <source>there is not enough room in %1: %2 bytes are needed, %3 are free</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>there is nothing to undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/whole_files.py" />
   <source>there is something else than a file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/ignoring.py" />
   <source>these files are identical: what is remembered by content can't tell them apart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session.py" />
   <source>this session is read-only: its files are not those of this machine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/keep.py" />
   <source>unknown keep rule %1 (known: %2)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/marks.py" />
   <source>unknown rule %1 (known: %2)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/nameorder.py" />
   <source>version %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>was changed since, and is left at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>was deleted for good and can't come back; %1 stayed for it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>was deleted for good and can't come back; %1, which stayed for it, is gone too</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/undo.py" />
   <source>was deleted for good and can't come back; the same content is at %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/session_recheck.py" />
   <source>was replaced by another file since the session was saved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/store/session_files.py" />
   <source>was saved by a newer SimFinder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/deleting.py" />
   <source>was to be deleted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/watching.py" />
   <source>watchdog is not installed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/app/sessions.py" />
   <source>what is not the same can't be read: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/movement.py" />
   <source>what lies at %1 is left alone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/linking.py" />
   <source>what shares the blocks does not read like the file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/swapping.py" />
   <source>what took its place is not what was made for it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/actions/plan.py" />
   <source>would become one file with a protected one: a change to it would change that one</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SessionFiles</name>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source> and </source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%1 can be freed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%1 marked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n file has changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n file is gone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n files are gone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n files have changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n mark was taken back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>%n marks were taken back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>Results of %1. No file has changed since.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>Saved as %1 (%2).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>Show them</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>Since %1 %2. They take no part.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>The results can’t be kept for next time: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>The results can’t be saved: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>These results of %1 are shown for reading only: none of their files is on this computer now.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>is gone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>today, %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/session_files.py" />
   <source>yesterday</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SizeField</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/scan_rules.py" />
   <source>Unit of %1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Tables</name>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Done</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>File</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Freed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Goes to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Leads to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Look at this</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Not done</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Path</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Reason</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Result</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Shared</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Stays</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Taken back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>What</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>What helps</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>When</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Where it is now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/models/act_model.py" />
   <source>Why</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TextDialog</name>
  <message>
   <location filename="../../simfinder/gui/dialogs/about.py" />
   <source>Close</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TimelineStrip</name>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>%1 shared with the version before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>%n identical copies</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>%n identical copy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>no date</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TimelineView</name>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>%1 to %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>%n version</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>%n versions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>Choose a cluster to see its versions in time.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>Versions in the order of their time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>neighbours share at least %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/timeline_view.py" />
   <source>some have the same time: their order says nothing</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TolerancePanel</name>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>(none)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>64 bits that differ little where two files do: for texts of about one length.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>A sample of short pieces, wherever they lie in the file.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>All methods propose pairs; what two files share decides, and is checked byte by byte.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>How often certain short bit patterns occur: quick and rough.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Identical content only</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Moving a slider regroups at once; nothing is read again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Only files whose every byte is equal.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Pieces in the same order, as ssdeep does: for text that was edited here and there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Shared content (automatic)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Shingleprint</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Show %n more type</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Show %n more types</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>SimHash</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Spamsum</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>TOLERANCE PER FILE TYPE</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Tag counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>The largest difference at which two files are still put together. For two types the smaller counts.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Tolerance per file type</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ToleranceRow</name>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>%1 of identical files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>%1, compared by %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>%n cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>%n clusters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>%n file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>%n files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>A value of its own; × lets it follow “All types” again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>All types</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Back to %1 %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Compared by</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Files that differ by at most %1 % are put in one cluster.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Follow “All types” again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Follow “All types” again (Backspace)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Follows “All types”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Identical files only</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>It follows at most to %1 %: %2</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Let %1 follow All types again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Only identical files are put in one cluster.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Tolerance of %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>Type a value…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/tolerance_panel.py" />
   <source>identical only</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TopBar</name>
  <message>
   <location filename="../../simfinder/gui/panels/top_bar.py" />
   <source>Export</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/top_bar.py" />
   <source>Keep in each cluster</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/top_bar.py" />
   <source>More</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/top_bar.py" />
   <source>Recent results</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>View</name>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>%n member of the archive</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>%n members of the archive</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>Packed files with nearly the same content have few bytes in common. Pictures, layout and the way of packing do not count here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>Packed files with nearly the same content have few bytes in common. The way of packing does not count here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>SimFinder compares the words of such documents.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>SimFinder compares the words on the pages.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>SimFinder unpacks such files and compares what they hold.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>text of the document</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>text of the pages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/texts.py" />
   <source>unpacked content</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>WhyView</name>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>%1 of %2 bits are equal; of strangers about half are.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>%1 of %2 sampled pieces are in both files.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>%1 of this file is in the other one, and %2 of the other one is in this.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>About %1 of their content is the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Choose a file below it to see what speaks for the two.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Coloured: the same seven characters or more in a row. This file is above.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Every byte is equal.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>How often sixteen bit patterns occur: blue in this file, grey in the other.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>It is %n day newer: %1 and %2.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>It is %n day older: %1 and %2.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>It is %n days newer: %1 and %2.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>It is %n days older: %1 and %2.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>No seven characters in a row are the same, so there is no score.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Orange: only in this one; grey: only in the other.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Sampled pieces</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>SimHash bits</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Some of what they share is in %n other file too: it counts only %1 here, so that a common licence or template does not make strangers alike.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Some of what they share is in %n other files too: it counts only %1 here, so that a common licence or template does not make strangers alike.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Spamsum signatures</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Tag counts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Their names differ.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>They are of one size, %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>They have the same name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>They were changed at the same time, %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>They were changed within a day of one another, %1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>This file is %1 larger.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>This file is %1 smaller.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>This is the kept file. Choose another file of the cluster to see why it is here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/panels/why_view.py" />
   <source>Why these files are similar</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Words</name>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Connection timed out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Device or resource busy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Directory not empty</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Disk quota exceeded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>File exists</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>File name too long</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>File too large</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Input/output error</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Invalid argument</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Invalid cross-device link</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Is a directory</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>No space left on device</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>No such file or directory</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Not a directory</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Operation not permitted</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Operation not supported</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Permission denied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Read-only file system</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Stale file handle</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Too many levels of symbolic links</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Too many open files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>Transport endpoint is not connected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>alpha</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>beta</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>day</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>days</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>draft</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>earlier</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>final</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>hour</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>hours</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>minute</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>minutes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>month</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>months</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>new</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>pre-release</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>second</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>seconds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>year</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/told.py" />
   <source>years</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Work</name>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>%n file is kept apart from now on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>%n files are kept apart from one another from now on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>Add a folder first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>Nothing is marked. Mark older versions, or choose files and press Space.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>Something else is under way: wait until it is done.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>The journal can't be read: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>The scan was cancelled. What it read is remembered: the next one goes on from there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>There is nothing to undo.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/work.py" />
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Workspace</name>
  <message>
   <location filename="../../simfinder/gui/workspace.py" />
   <source>%n file marked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/workspace.py" />
   <source>%n files marked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/workspace.py" />
   <source>%n mark was taken back: its file is no longer in a cluster that can spare it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/workspace.py" />
   <source>%n marks were taken back: their files are no longer in a cluster that can spare them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/workspace.py" />
   <source>Not a folder: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/workspace.py" />
   <source>Nothing more to mark: no other file meets this rule.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/workspace.py" />
   <source>Scanned without the cache: %1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <location filename="../../simfinder/gui/workspace.py" />
   <source>marked by hand</source>
   <translation type="unfinished" />
  </message>
 </context>
</TS>
