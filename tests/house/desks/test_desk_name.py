"""How a desk is called: as somebody typed it when its drawer was opened."""

from __future__ import annotations

import msgspec

from feltro.house.desks.evolve import apply
from feltro.house.desks.facts import DrawerOpened
from feltro.house.desks.state import DeskState


def test_a_desk_keeps_the_name_that_was_typed_until_it_is_called_otherwise():
    """Opened as "Balcão da entrada", and the next morning without a word: it is still called so."""
    opened = DrawerOpened(desk="d1", cashier="ana", float_centavos=0, called="Balcão da entrada")
    state = DeskState()
    for event in (opened, msgspec.structs.replace(opened, called="", cashier="bia")):
        apply(state, event)
    assert (state.called, state.cashier) == ("Balcão da entrada", "bia")
    apply(state, msgspec.structs.replace(opened, called="Caixa 2"))
    assert state.called == "Caixa 2"
