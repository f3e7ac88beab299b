"""Links to clusters."""
