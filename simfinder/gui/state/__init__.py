"""What the window knows."""
