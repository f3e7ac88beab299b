"""Truth, other programs' answers and scores, for the benchmarks that judge results and not speed."""
