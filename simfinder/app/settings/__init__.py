"""What persons choose."""
