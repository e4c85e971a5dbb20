"""Rulings that were given, and what was decided over them."""
