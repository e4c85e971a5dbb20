"""The showdown: who shows, who gets which pot, and until when it may be contested."""

from feltro.rulings.showdown import disputes, odd_chips, order, shows

KINDS = (*disputes.KINDS, *odd_chips.KINDS, *order.KINDS, *shows.KINDS)
