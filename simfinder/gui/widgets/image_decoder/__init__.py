"""Hostile images, own process."""
