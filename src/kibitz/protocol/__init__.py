"""The protocols and formats of chess programs."""
