"""What lies in what."""
