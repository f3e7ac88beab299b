"""One file against a session."""
