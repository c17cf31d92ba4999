"""Learning: evaluations found by playing, for any game that says what its features are."""
