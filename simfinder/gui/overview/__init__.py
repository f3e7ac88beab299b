"""The centre: the list of clusters, the key space and the map as three views with one selection."""
