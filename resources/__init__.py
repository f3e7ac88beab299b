"""Data only, installed as ``simfinder.resources``; found through ``simfinder.text.resource_files``."""
