"""The version of kibitz."""

__version__ = "0.1.0"
