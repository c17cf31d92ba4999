"""The built-in games, one file each. A file's name, with hyphens, is the game's name."""
