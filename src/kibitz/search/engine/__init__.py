"""The strong search for two players without chance."""
