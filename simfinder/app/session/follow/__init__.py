"""The disk changed."""
