"""Bets as people make them: from what was said and pushed to the ruling."""
