"""Chips: counted, exchanged, raced, found, taken out; and why what is in play is what it is."""
