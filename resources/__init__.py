"""Data only, installed as ``simfinder.resources``; found through ``simfinder.app.resources``."""
