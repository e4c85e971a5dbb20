"""One hand of poker, any game: knows cards, chips and `HandRules`; no rulebook, names, clock or files."""
