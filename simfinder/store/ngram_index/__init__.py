"""N-gram index."""
