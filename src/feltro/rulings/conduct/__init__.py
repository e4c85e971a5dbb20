"""Conduct: infractions, what may be given for them, and what a penalty does."""

from feltro.rulings.conduct import misconduct, penalties, soft_play

KINDS = (*misconduct.KINDS, *penalties.KINDS, *soft_play.KINDS)
