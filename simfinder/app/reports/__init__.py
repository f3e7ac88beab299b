"""JSON, CSV, HTML."""
