"""Find_all: blocks permuted (Manku)."""
