"""Store: everything that lasts on disk. The only room that imports ``sqlite3``.

    cache/          signatures of files seen before; disposable, in the platform's cache folder
    library/        the journal of acts, the ignore list, saved keep rules; precious, in the data folder
    ngram_index/    an n-gram index in a file of the person's own (Kornblum, Tridgell: spamsum)
    array_file      session files: named arrays with a head, compressed and checksummed
    seal            what shows that this person's own program wrote a session or a plan
    database        one SQLite file: WAL, version, migrations, errors in plain words
    json_values     JSON from anybody, read into values of exactly the wanted types
    atomic_write    a file written whole or not at all
    regular_file    opens nothing but files
    private_folder  whether others could have written what is in a folder
    app_dirs        the folders of our own
    umask           all of it readable by its owner only

Rows in, values out: nothing here scans, acts or measures similarity.

To change a database, append a script to its ``MIGRATIONS`` (never change a released one). To add a table, also write a
module with its SQL beside the schema.
"""
