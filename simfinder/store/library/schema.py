"""The tables of the library, as migrations: each script brings a file of one version to the next.

Append scripts; never change a released one.
"""

# Device, inode and times are TEXT: an inode may need 64 unsigned bits (128 on Windows), and a time beyond the
# year 2262 does not fit SQLite's 64-bit integers. Paths are BLOBs: the file system's own bytes.
MIGRATIONS = (
    """
    CREATE TABLE batches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        created_ns INTEGER NOT NULL,
        kind TEXT NOT NULL,
        target BLOB,
        owner TEXT NOT NULL,
        finished INTEGER NOT NULL DEFAULT 0,
        cancelled INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX unfinished_batches ON batches (id) WHERE NOT finished;
    CREATE TABLE acts (
        batch INTEGER NOT NULL REFERENCES batches (id),
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        path BLOB NOT NULL,
        target BLOB,
        state TEXT NOT NULL,
        reason TEXT NOT NULL DEFAULT '',
        size INTEGER NOT NULL,
        device TEXT NOT NULL,
        inode TEXT NOT NULL,
        mtime_ns TEXT NOT NULL,
        content BLOB NOT NULL,
        survivor BLOB NOT NULL,
        why TEXT NOT NULL,
        atime_ns TEXT,
        mode INTEGER,
        uid INTEGER,
        gid INTEGER,
        attributes BLOB,
        part BLOB,
        part_device TEXT,
        part_inode TEXT,
        info BLOB,
        info_text BLOB,
        made BLOB,
        folder_before_ns TEXT,
        folder_after_ns TEXT,
        undoing INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (batch, position)
    ) WITHOUT ROWID;
    CREATE INDEX open_acts ON acts (state, batch);
    """,
    """
    CREATE TABLE ignored (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        created_ns INTEGER NOT NULL
    );
    CREATE TABLE ignored_contents (
        entry INTEGER NOT NULL REFERENCES ignored (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        content BLOB NOT NULL,
        path BLOB NOT NULL,
        PRIMARY KEY (entry, position)
    ) WITHOUT ROWID;
    CREATE TABLE keep_rules (
        name TEXT PRIMARY KEY,
        rules TEXT NOT NULL,
        created_ns INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE acts ADD COLUMN freed INTEGER;
    ALTER TABLE acts ADD COLUMN link_inode TEXT;
    """,
    """
    ALTER TABLE acts ADD COLUMN folder_mark TEXT;
    ALTER TABLE acts ADD COLUMN target_mark TEXT;
    ALTER TABLE batches ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX waiting_batches ON batches (id) WHERE waiting;
    """,
    """
    ALTER TABLE ignored ADD COLUMN first_only INTEGER NOT NULL DEFAULT 0;
    """,
)
