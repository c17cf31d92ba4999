"""The program kibitz: one file a command."""
