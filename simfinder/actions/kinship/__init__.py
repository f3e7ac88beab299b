"""Whether two files may be versions of one another, by their names and places."""
