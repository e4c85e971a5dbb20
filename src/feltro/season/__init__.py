"""Seasons: stages, tickets, bans, the ranking and its funds."""
