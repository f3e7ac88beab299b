"""What lasts on disk. The only importer of ``sqlite3``.

``database`` opens a SQLite file (WAL, version, migrations); ``cache`` is disposable (signatures, in the
platform's cache folder); ``library`` is precious (the journal of acts, in the data folder); ``folders``
says where they lie. Rows in, values out: no scanning, no acting, no similarity.
"""
