"""Bottom-k sketch: what AUTO compares."""
