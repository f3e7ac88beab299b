"""Session files."""
