"""Digest pairs by common 7-grams."""
