"""Data of every panel."""
