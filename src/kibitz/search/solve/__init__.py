"""The exact value of a position: by bisection, by proof numbers, or backwards from the ends of the game."""
