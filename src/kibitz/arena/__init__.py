"""Players, and games between them."""
