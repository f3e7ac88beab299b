"""Journal, ignore list, keep rules (sqlite)."""
