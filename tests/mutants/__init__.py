"""Deliberate changes to a copy of the source, one at a time, to see whether a test notices."""
