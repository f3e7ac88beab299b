"""Ssdeep/spamsum digest, score."""
