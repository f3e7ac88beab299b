"""One row of all methods per content; its form on disk."""
