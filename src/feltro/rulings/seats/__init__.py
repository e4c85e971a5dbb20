"""Chairs, tables and the button: who sits where, who posts what, which table stops or breaks."""

from feltro.rulings.seats import balance, button, chairs, dealt_in, presence, tables

KINDS = (*balance.KINDS, *button.KINDS, *chairs.KINDS, *dealt_in.KINDS, *presence.KINDS, *tables.KINDS)
