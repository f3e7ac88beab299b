"""Slow, plain twins of the search kernels, and tables made without files."""
