"""What every topic needs of the game: families, forced bets, substantial action."""

from feltro.rulings.play import substantial_action

KINDS = (*substantial_action.KINDS,)
