"""Sets nobody tunes on: the same kinds of folders in other languages, layouts and names."""
