"""The club's name, logo and colours: set once, and seen on televisions, papers, posters, receipts and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.screens.colours import unreadable_colours
from feltro.app.screens.commands import Colours
from feltro.app.screens.kept import image
from feltro.app.settings.change import kept, set_setting
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.screens.commands import Layout
    from feltro.app.world.plan import Envelope
    from feltro.store.port import Reader, Store

CLUB = "club"
MAY_NAME = ("organiser",)
LONGEST = 60


class Club(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str = ""
    line: str = ""
    """Under the name on papers: a city, an address, a telephone."""
    logo: str = ""
    """One of the kept pictures."""
    colours: Colours | None = None
    """Nothing: the felt that ships."""

    @property
    def told(self) -> dict[str, Any]:
        chosen = self.colours
        colours = [chosen.ground, chosen.ink, chosen.accent] if chosen else []
        return {"name": self.name, "line": self.line, "logo": self.logo, "colours": colours}


class Letterhead(msgspec.Struct, frozen=True, kw_only=True):
    """What of the club stands on a paper."""

    name: str
    line: str = ""
    logo: bytes = b""


def club_of(reader: Reader) -> Club:
    body = kept(reader, CLUB)
    return msgspec.json.decode(body, type=Club) if body else Club()


def letterhead_of(reader: Reader) -> Letterhead | None:
    """Nothing for a house that has no name yet."""
    club = club_of(reader)
    if not club.name:
        return None
    found = image(club.logo, reader) if club.logo else None
    return Letterhead(name=club.name, line=club.line, logo=found.content if found else b"")


def dressed(layout: Layout, club: Club) -> Layout:
    """A screen for which nobody chose otherwise has the club's logo and colours."""
    if not layout.logo and club.logo:
        layout = msgspec.structs.replace(layout, logo=club.logo)
    if layout.palette == "felt" and club.colours:
        layout = msgspec.structs.replace(layout, palette="own", colours=club.colours)
    return layout


def name_club(store: Store, club: Club, sent: Envelope) -> Refused | None:
    """Refused in colours that nobody could read across the room, and with a picture that is not kept."""
    if sent.role not in MAY_NAME:
        return Refused("permission.role_may_not", {"role": sent.role, "command": "NameClub", "roles": MAY_NAME})
    if len(club.name) > LONGEST or len(club.line) > 2 * LONGEST:
        return Refused("club.too_long", {"most": LONGEST})
    if club.logo and image(club.logo, store) is None:
        return Refused("screens.no_such_image", {"image": club.logo})
    unreadable = unreadable_colours(club.colours) if club.colours else None
    return unreadable or set_setting(store, "NameClub", CLUB, club, (club_of(store).told, club.told), sent)
