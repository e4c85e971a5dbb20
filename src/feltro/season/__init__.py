"""Seasons: stages, tickets, bans, and the drawers of the desks."""
