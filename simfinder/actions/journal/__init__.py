"""What is known of each act."""
