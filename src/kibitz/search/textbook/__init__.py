"""The algorithms of the textbooks; each file reads whole."""
