"""Kibitz in the browser: one page, one socket for each page, and the same for programs over HTTP."""
