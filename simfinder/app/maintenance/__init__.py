"""Doctor, cache."""
