"""Similarity join of integer sets (prefix filter, inverted index)."""
