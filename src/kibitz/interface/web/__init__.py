"""Kibitz in the browser: one page, one socket per page, and the same as an HTTP API for programs."""
