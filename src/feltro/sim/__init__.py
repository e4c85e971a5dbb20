"""Rooms that play by themselves, to see what the rules do to people."""
