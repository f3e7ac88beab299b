"""The filter box: what it offers, and chips of what else narrows the list."""
