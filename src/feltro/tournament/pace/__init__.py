"""Hands that the whole room counts: hand for hand before the money, and the last ones of a day."""
