"""What outlives a season: the desks and their drawers, the rooms with their tables, decks and dealers."""
