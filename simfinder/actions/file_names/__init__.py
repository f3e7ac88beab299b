"""Reading of file and folder names: versions, dates, copies, series, places.

Text in, values out; nothing here looks at a disk, a time or a content. ``hints.hints_of`` finds the marks of one name
("report_v2 (1).docx": version 2, second copy, stem "report"), ``version_order`` says which of two names is the later
one, ``name_reading`` reads a whole name for ``kinship``, ``place_words`` the folders above a file, ``releases`` the
versions of folders and archives.

To add a language, add its words to ``version_words`` (copy, backup, draft, final, months) and, without accents, to
``kin_words`` and ``place_words``. To add a form of date, add a pattern and its reader to ``dates``.
"""
