"""Backwards."""
