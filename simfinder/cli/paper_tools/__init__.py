"""The programs of the source papers, one a file."""
