"""A sheet looked at ahead: how long, how many, how much."""
