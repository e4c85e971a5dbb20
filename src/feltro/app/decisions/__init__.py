"""Rulings as they were given in the room: each kept with its clause, and with whatever was decided over it."""
