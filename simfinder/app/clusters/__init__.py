"""The table of clusters and its orders."""
