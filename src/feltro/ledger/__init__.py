"""Money in double entry."""
