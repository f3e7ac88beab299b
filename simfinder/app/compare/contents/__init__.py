"""What can be shown of one file."""
