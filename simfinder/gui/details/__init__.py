"""The selected file."""
