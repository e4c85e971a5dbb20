"""The prize pool, its table, who is owed what, and paying it."""
