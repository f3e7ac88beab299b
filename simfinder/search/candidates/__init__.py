"""Pairs within a floor, one file a method."""
