"""Scatter of sum keys."""
