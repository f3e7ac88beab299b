"""Process-wide services."""
