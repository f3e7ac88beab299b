"""What several benchmarks share: peers, made files and tables, measuring a window from outside."""
