"""Chips: raced, found, carried and counted."""

from feltro.rulings.chips import counts, found, race

KINDS = (*counts.KINDS, *found.KINDS, *race.KINDS)
