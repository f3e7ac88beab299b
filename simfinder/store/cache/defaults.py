"""What maintenance of the cache does unless asked otherwise; here, since the command line says it in its help."""

from __future__ import annotations

DAYS = 365
"""Days after which files not seen are forgotten."""

SAMPLE = 1_000
"""Files that are read again to check the cache."""
