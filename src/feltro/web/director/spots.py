"""Where on the pages something that needs somebody is looked at or settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from feltro.web.acts.listed import address_of
from feltro.web.direction import path_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.needs import Spot

ADDRESSES = {
    "table": "{path}/mesa/{which}",
    "player": "{path}/jogador/{which}",
    "bubble": "{path}/bolha",
    "roll_call": "{path}/bolha#chamada",
    "chips": "{path}/fichas",
    "day": "{path}/dia",
    "open_tables": "{path}/sala#abrir",
    "unseated": "{path}/sala#sem-assento",
    "desk": "/balcao/{event}",
    "receipts": "/balcao/{event}?aba=recibos#lista",
    "to_tell": "/balcao/{event}?aba=avisar#lista",
    "event": "/eventos/{event}",
    "prizes": "/premios/{event}",
    "deal": "/premios/{event}/acordo",
    "window": "/premios/{event}/janela",
    "staff": "/premios/{event}/equipe",
    "end": "/premios/{event}/fecho",
    "papers": "/papeis/{event}",
    "pix": "/pix",
}
ON_A_SHEET = ("table", "player", "act")
"""What opens beside the page."""


class Way(NamedTuple):
    address: str
    sheet: bool


def way_to(spot: Spot, event: EventView) -> Way:
    """The form of an act stands where its list does: what ends a satellite and what forfeits a prize, with the prizes."""
    if spot.name == "act":
        address = address_of(spot.which, event.id, event.state.season)
    else:
        address = ADDRESSES[spot.name].format(path=path_of(event), event=event.id, which=spot.which)
    given = f"?{urlencode(spot.given, safe=':')}" if spot.given else ""
    return Way(address + given, spot.name in ON_A_SHEET)
