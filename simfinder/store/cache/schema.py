"""Tables of the signature cache, as migrations: each script brings a file of one version to the next.

The queries are in ``queries``, ``contents`` and ``maintenance``.
"""

from __future__ import annotations

APPLICATION_ID = 0x53464331  # "SFC1"
NAME = "the signature cache"

# A content's number is never reused (AUTOINCREMENT): another program may clear the cache between find and load.
# A signature's key is its content's number and its kind's: so rows come in ascending order, and only a table whose rows
# are appended has full pages.
MIGRATIONS = (
    """
    CREATE TABLE methods (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, view TEXT NOT NULL,
        parameters TEXT NOT NULL, UNIQUE (name, version, view, parameters)
    );
    CREATE TABLE contents (
        id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL
    );
    CREATE TABLE locations (
        device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL, content INTEGER NOT NULL, path BLOB NOT NULL,
        PRIMARY KEY (device, inode)
    ) WITHOUT ROWID;
    CREATE TABLE signatures (
        method INTEGER NOT NULL, content INTEGER NOT NULL, blob BLOB NOT NULL,
        PRIMARY KEY (method, content)
    ) WITHOUT ROWID;
    """,
    """
    DROP TABLE signatures;
    DELETE FROM methods;
    CREATE TABLE signatures (key INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    """,
    """
    DROP TABLE signatures;
    DROP TABLE methods;
    CREATE TABLE kinds (id INTEGER PRIMARY KEY, made_of TEXT NOT NULL UNIQUE);
    CREATE TABLE signatures (key INTEGER PRIMARY KEY, piece BLOB NOT NULL);
    """,
    """
    ALTER TABLE contents ADD COLUMN format INTEGER;
    CREATE TABLE views (key INTEGER PRIMARY KEY, view BLOB NOT NULL);
    """,
    """
    CREATE TABLE overlaps (
        a BLOB NOT NULL, b BLOB NOT NULL, kind INTEGER NOT NULL, of_a INTEGER NOT NULL, of_b INTEGER NOT NULL,
        same_place INTEGER NOT NULL, PRIMARY KEY (a, b, kind)
    ) WITHOUT ROWID;
    """,
    """
    DROP TABLE overlaps;
    CREATE TABLE overlaps (
        a BLOB NOT NULL, b BLOB NOT NULL, kind INTEGER NOT NULL, of_a INTEGER NOT NULL, of_b INTEGER NOT NULL,
        size_a INTEGER NOT NULL, size_b INTEGER NOT NULL, PRIMARY KEY (a, b, kind)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE locations ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE overlaps ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    UPDATE locations SET seen = CAST(strftime('%s', 'now') AS INTEGER) / 86400;
    UPDATE overlaps SET seen = CAST(strftime('%s', 'now') AS INTEGER) / 86400;
    """,
    "CREATE TABLE notes (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;",
    """
    DELETE FROM signatures;
    DELETE FROM views;
    DELETE FROM locations;
    DROP TABLE contents;
    CREATE TABLE contents (
        id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL
    );
    """,  # from here on signatures end in the format and a checksum, views in a checksum
    """
    CREATE TABLE joins (
        id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, seen INTEGER NOT NULL, found BLOB NOT NULL
    );
    """,
    """
    CREATE TABLE numbered (
        id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL, size INTEGER NOT NULL
    );
    INSERT INTO numbered SELECT id, hash, size FROM contents;
    DROP TABLE contents;
    ALTER TABLE numbered RENAME TO contents;
    CREATE TABLE hashes (short BLOB NOT NULL, content INTEGER NOT NULL, PRIMARY KEY (short, content)) WITHOUT ROWID;
    CREATE TABLE recent_hashes (
        short BLOB NOT NULL, content INTEGER NOT NULL, PRIMARY KEY (short, content)
    ) WITHOUT ROWID;
    INSERT INTO hashes SELECT substr(hash, 1, 8), id FROM contents ORDER BY 1, 2;
    """,
    """
    CREATE TABLE recent_overlaps (
        a BLOB NOT NULL, b BLOB NOT NULL, kind INTEGER NOT NULL, of_a INTEGER NOT NULL, of_b INTEGER NOT NULL,
        size_a INTEGER NOT NULL, size_b INTEGER NOT NULL, seen INTEGER NOT NULL, PRIMARY KEY (a, b, kind)
    ) WITHOUT ROWID;
    """,
    """
    DELETE FROM signatures;
    DELETE FROM views;
    DELETE FROM joins;
    DELETE FROM kinds WHERE id NOT IN (SELECT kind FROM overlaps UNION SELECT kind FROM recent_overlaps);
    """,  # their form has changed: nobody would ask for the old ones again
)
SHORT = 8  # bytes of a content's hash stored in hashes and recent_hashes
KINDS = 1 << 16  # a signature's (or a view's) key is content · KINDS + kind
PAGE = 16384  # the signatures of a file, some 700 bytes, fit 22 times; at 4096 a quarter of each page would be lost
