"""What the floor ruled, as the console, the history and a player's sheet show it: in a line each, the latest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.conduct.rulings.told import about, given_in
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import cites_of
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.words.languages import Lang


def ruled_lines(found: EventView, lang: Lang, *, entry: str = "", most: int = 10) -> list[dict[str, Any]]:
    """Of an event, or of one player in it; of a moment that is past, what was ruled until then. Hold the world's lock."""
    given = given_in(found.id, found.house.world)
    wanted = [*about(entry, given)] if entry else given
    zone = found.state.the_sheet.zone
    lines = []
    for one in wanted:
        first, final = one.kept.decisions[0], one.kept.final
        if found.past and first.at > found.at:
            continue
        said = say(f"remedy.{final.remedy}", lang)
        lines.append(
            {
                "id": one.id,
                "table": one.kept.table,
                "at": local_time(first.at, zone),
                "said": f"{said} {written(final.to, lang)}" if final.to else said,
                "people": [found.names.of(who) for who in one.kept.entries if who in found.state.entries],
                "cites": cites_of(first.cites[:2]),
                "overruled": one.kept.overruled,
            }
        )
    return lines[:most]


def rulings_live(found: EventView) -> str:
    """The stream that these lines follow, beside the event's own."""
    stream = f"rulings:{found.id}"
    return f"{stream}@{found.house.store.version(stream)}"
