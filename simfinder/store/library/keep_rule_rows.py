"""Keep rules that a person has named and saved (table ``keep_rules``).

What a rule means is not known here; its text may hold folders in the file system's own bytes.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from simfinder.store.database import Database
from simfinder.store.library.journal import making_sense, path_in, text_out, whole_out


@dataclass(frozen=True, slots=True)
class SavedRules:
    """Keep rules saved under a name.

    Attributes:
        name: as the person wrote it.
        rules: as on the command line, folders absolute.
        created_ns: when they were last saved, nanoseconds since 1970.
    """

    name: str
    rules: str
    created_ns: int


class KeepRuleRows:
    """The saved rules in a database that has their table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[SavedRules]:
        """Return all saved rules, sorted by name."""
        rows = self._database.query("SELECT name, rules, created_ns FROM keep_rules ORDER BY name")
        # a folder need not be UTF-8: bytes are stored, although the column was declared as text
        with making_sense():
            return [
                SavedRules(text_out(name), os.fsdecode(rules), whole_out(created))
                for name, rules, created in rows
            ]

    def save(self, name: str, rules: str) -> bool:
        """Save rules under a name, on the disk when this returns; return whether the name was taken before."""
        with self._database.transaction():
            known = bool(self._database.query("SELECT 1 FROM keep_rules WHERE name = ?", (name,)))
            self._database.execute(
                "INSERT OR REPLACE INTO keep_rules (name, rules, created_ns) VALUES (?, ?, ?)",
                (name, path_in(rules), time.time_ns()),
            )
        return known

    def remove(self, name: str) -> bool:
        """Delete a name; return whether it was there."""
        return self._database.execute("DELETE FROM keep_rules WHERE name = ?", (name,)) > 0
