"""Painting of single cells."""
