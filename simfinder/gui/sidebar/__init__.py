"""Folders and tolerances."""
