"""Shared small widgets."""
