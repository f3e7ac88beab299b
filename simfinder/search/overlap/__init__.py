"""Exact common bytes of two contents."""
