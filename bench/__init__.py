"""Measurements: one module per part, each with `rows(seconds)`."""
