"""What a bust comes to: the place, the prize where there is one, and how many are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people.names import name_of
from feltro.kernel.money import Money
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.prizes.due import decided_places, due
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.handling.acts import Act
    from feltro.words.languages import Lang


def out_said(act: Act, house: House, lang: Lang) -> str:
    """Nothing where nobody went out. While entries are sold no place is known. Hold the world's lock."""
    out = [event.entry for event in act.events if isinstance(event, EntryEliminated)]
    if not out:
        return ""
    state = house.world.live(act.stream).state
    left = say("director.out_left", lang, n=players_left(state))
    if not state.registration_closed:
        return left
    places = {entry: one.place for one in decided_places(state) for entry in one.players}
    won = {one.entry: one.amount for one in due(state).values()}
    said = []
    for entry in (one for one in out if one in places):
        values = {"player": name_of(state.entries[entry].person, house.store), "place": places[entry]}
        key = "director.out_prize" if won.get(entry) else "director.out_place"
        said.append(say(key, lang, **values, **({"amount": Money(won[entry])} if won.get(entry) else {})))
    return " · ".join((*said, left))
