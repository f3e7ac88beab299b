"""One content inside another."""
