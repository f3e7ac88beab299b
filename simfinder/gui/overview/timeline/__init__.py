"""The versions of the chosen cluster as dots over time: ``timeline_panel`` asks, ``timeline_view`` draws."""
