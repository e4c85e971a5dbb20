"""People whom another event sent away and who still play here, or have a prize here that nobody may pay them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.decisions.people import excluded
from feltro.app.desk.held_against import held_against
from feltro.app.needs.prompt import BAD, LOOK, Prompt, Spot
from feltro.app.world import Look
from feltro.app.world.plan import Asked, Envelope
from feltro.procedures.rights import NO, Status, answer
from feltro.tournament.prizes.due import STILL_IN, due

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.desk.held_against import HeldAgainst
    from feltro.app.event_view import EventView

OUT_OF_IT: tuple[Status, ...] = ("excluded", "disqualified", "banned", "refused")


def sent_away_prompts(found: EventView) -> Iterator[Prompt]:
    if found.past:
        return
    for person in sorted(_named(found).intersection(found.state.of_person)):
        for one in held_against(person, found.state, found.book, found.house, found.at):
            if one.status in OUT_OF_IT:
                yield from _of_person(person, one, found)
                break


def _named(found: EventView) -> set[str]:
    """As far as the seasons know: few people, whatever the size of the event."""
    asked = Asked(
        look=Look(found.house.world),
        envelope=Envelope(key="", who="", role="", at=found.at),
        books=found.house.books,
    )
    return {*found.season.bans, *found.season.disqualified, *excluded(asked)}


def _of_person(person: str, one: HeldAgainst, found: EventView) -> Iterator[Prompt]:
    values = {"player": found.names.person(person)}
    mine = [found.state.entries[entry] for entry in found.state.of_person[person]]
    for entry in (entry for entry in mine if entry.status in STILL_IN):
        yield Prompt(BAD, "director.need.sent_away", values, one.cites, spot=Spot("player", entry.id))
    if answer("pay", one.status, found.book) != NO:
        return
    owed = due(found.state)
    for entry in (entry for entry in mine if entry.id in owed and owed[entry.id].remaining > 0):
        spot = Spot("act", "ForfeitPrize", (("entry", entry.id),))
        yield Prompt(LOOK, "director.need.prize_of_sent_away", values, one.cites, spot=spot)
