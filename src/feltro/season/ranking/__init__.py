"""The ranking of a season: who is in it, which events count, what its funds pay."""
