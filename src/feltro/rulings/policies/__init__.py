"""Standing questions of a room."""

from feltro.rulings.policies import questions as standing

KINDS = (*standing.KINDS,)
