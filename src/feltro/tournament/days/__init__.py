"""Flights and days: when one ends, the bags, and who comes back for the next."""
