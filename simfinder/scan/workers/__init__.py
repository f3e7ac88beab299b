"""Threads, and what to do when a disk hangs."""
