"""Counts that have to agree before the money is announced."""
