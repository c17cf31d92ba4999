"""Searches, one file per idea. Each is a builder that makes one search for one game, at either speed."""
