"""Estimates replaced by measured overlap."""
