"""Qt model."""
