"""Printing from a browser: every paper comes as a PDF, the same on every printer."""
