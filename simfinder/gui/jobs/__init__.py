"""Threads meet Qt."""
