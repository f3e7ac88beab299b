"""Two files side by side."""
