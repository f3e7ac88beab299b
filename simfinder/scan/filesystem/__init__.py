"""Paths and records as the system gives them."""
