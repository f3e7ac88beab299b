"""Forwards."""
