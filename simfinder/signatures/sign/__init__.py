"""One pass over a file for all methods."""
