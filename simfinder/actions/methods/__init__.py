"""Trash, move, delete, link: each with its crash table."""
