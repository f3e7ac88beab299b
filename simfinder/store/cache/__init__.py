"""Signatures of seen files (sqlite)."""
