"""Kibitz inside other programs."""
