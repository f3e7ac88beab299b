"""Treemap."""
