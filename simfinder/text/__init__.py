"""Wording that has no Qt and no numpy."""
