"""One content."""
