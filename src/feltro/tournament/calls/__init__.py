"""Calls from the tables to the floor: asked for, taken, over."""
