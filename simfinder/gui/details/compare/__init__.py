"""Two files."""
