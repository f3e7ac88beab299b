"""Sentences, translation."""
