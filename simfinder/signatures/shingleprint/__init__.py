"""Simhash(1): CRC shingles, fingerprint."""
