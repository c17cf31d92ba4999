"""The textbook algorithms; each file can be read on its own."""
