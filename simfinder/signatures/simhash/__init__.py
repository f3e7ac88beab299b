"""Charikar simhash over byte windows."""
