"""Feltro runs live poker tournaments and cites the clause behind every decision."""

__version__ = "0.2.0"
