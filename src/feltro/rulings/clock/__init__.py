"""Time: to act, of a level, of the last hands."""

from feltro.rulings.clock import action_clock, last_hands, time

KINDS = (*action_clock.KINDS, *last_hands.KINDS, *time.KINDS)
