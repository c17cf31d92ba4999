"""A course site: lessons, trees, boards and the glossary as a folder of files that need no server."""
