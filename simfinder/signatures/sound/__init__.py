"""What a recording sounds like, as numbers that survive another encoding."""
