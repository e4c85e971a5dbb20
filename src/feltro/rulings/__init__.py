"""The floor: what was seen and the book give a ruling that cites."""
