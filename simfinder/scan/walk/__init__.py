"""Which files there are, and why others are not taken."""
