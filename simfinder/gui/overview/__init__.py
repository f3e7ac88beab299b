"""The centre."""
