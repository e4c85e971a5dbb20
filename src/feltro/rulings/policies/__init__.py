"""Standing questions of a room."""

from feltro.rulings.policies import standing

KINDS = (*standing.KINDS,)
