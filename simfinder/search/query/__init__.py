"""One against all."""
