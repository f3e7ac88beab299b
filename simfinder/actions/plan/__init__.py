"""What would be done, as columns, JSON, shell."""
