"""Use cases: where a decision meets the store."""
