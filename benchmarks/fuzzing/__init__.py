"""What the fuzz run feeds kibitz, and how it judges the answers; `benchmarks/fuzz.py` runs it."""
