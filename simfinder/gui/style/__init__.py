"""The look."""
