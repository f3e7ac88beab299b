"""The list of clusters."""
