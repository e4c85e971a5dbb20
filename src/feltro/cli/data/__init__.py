"""The database as a whole: copied, moved, checked."""
