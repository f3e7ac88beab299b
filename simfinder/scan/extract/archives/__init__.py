"""One format a file."""
