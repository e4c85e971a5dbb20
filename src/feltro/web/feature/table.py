"""One televised table: the hand that is played there, the keys for what comes next, and the hand after it.

The production sees every card that it named; the table's own tablet is given what lies open, and nothing else is in the
page that it is sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.feature.counts import out_in
from feltro.app.feature.door import feature_of
from feltro.app.feature.keys import keys_of, seen_cards
from feltro.app.feature.next_hand import proposed
from feltro.app.feature.play import played
from feltro.app.feature.sight import names, shown
from feltro.hand.state import UNKNOWN
from feltro.kernel.cards import DECK
from feltro.web.feature.keyed import PRODUCTION, at_table, keyed_page, of_production
from feltro.web.frame.answers import AnyAnswer, gate_page, part, why
from feltro.web.frame.commands import new_key
from feltro.web.frame.fields import digits
from feltro.web.frame.gate import AnyRequest, house_of
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.world.streams.feature import FeatureHand, FeatureState
    from feltro.kernel.outcome import Refused
    from feltro.web.feature.keyed import Keyed

TABLE = PRODUCTION + "/{key:str}/mesa/{table:str}"
CHIPS = (25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000)
A_FEW = 10
"""Nobody taps more chips than this for the smallest bet."""


@keyed_page(PRODUCTION + "/{key:str}")
def show_production(request: AnyRequest, key: str) -> AnyAnswer:
    """The tables of the event, and what is written at the lower edge of the picture."""
    with house_of(request).world.lock:
        found = of_production(request, key)
        state = feature_of(found.event.house, found.event.id)
        tables = sorted({*found.event.state.floor.tables, *state.tables})
        context: dict[str, Any] = {
            "found": found,
            "state": state,
            "tables": [(one, _last(state, one)) for one in tables],
            "players": _players(found),
            "form_key": new_key(),
        }
        return gate_page(request, "feature/production.html", **context)


@keyed_page(TABLE)
def show_table(request: AnyRequest, key: str, table: str) -> AnyAnswer:
    return table_page(request, key, number_of(table))


@keyed_page(TABLE + "/passo")
def show_step(request: AnyRequest, key: str, table: str) -> Response[str]:
    """Where the hand stands: another device may have gone on."""
    with house_of(request).world.lock:
        found = at_table(request, key, number_of(table))
        state = feature_of(found.event.house, found.event.id)
        return Response(step_of(state, number_of(table), found), headers={"Cache-Control": "no-store"})


def number_of(written: str) -> int:
    found = digits(written)
    if not found:
        raise NotFoundException
    return found


def step_of(state: FeatureState, table: int, found: Keyed) -> str:
    """Of the tablet without a word on what the production has named."""
    kept = _last(state, table)
    if kept is None:
        return "0"
    named = len(kept.holes) if found.sees_all else 0
    return f"{kept.number}.{len(kept.deeds)}.{named}"


def table_page(request: AnyRequest, key: str, table: int, refused: Refused | None = None) -> AnyAnswer:
    with house_of(request).world.lock:
        found = at_table(request, key, table)
        state = feature_of(found.event.house, found.event.id)
        kept = _last(state, table)
        context = {
            "found": found,
            "table": table,
            "address": f"{found.address}/mesa/{table}",
            "step": step_of(state, table, found),
            "refused": why(refused, language_of(request)) if refused else None,
            "form_key": new_key(),
            "delay": state.delay_minutes,
            **(_hand(found, kept) if kept else {"hand": None}),
        }
        if kept is None or context["keys"].over:
            context["next"] = proposed(found.event, state, table)
    if wants_fragment(request):
        return part(request, "feature/_table.html", **context)
    return gate_page(request, "feature/table.html", 409 if refused else 200, **context)


def _hand(found: Keyed, kept: FeatureHand) -> dict[str, Any]:
    called = found.event.names.of
    seen = seen_cards(kept)
    named = {seat: one.cards for seat, one in kept.holes.items()} if found.sees_all else {}
    hand = shown(kept, called, "all" if found.sees_all else "table")
    live = [(place, one) for place, one in enumerate(hand.seats) if one.live]
    face_down = [hole.count(UNKNOWN) for hole in played(kept).holes]
    return {
        "hand": hand,
        "live": live,
        "to_name": max(face_down),
        "holes": sorted(
            ((place, one) for place, one in live if "??" in one.cards or place in named),
            key=lambda one: (one[0] in named, one[0]),
        ),
        "keys": keys_of(kept),
        "entries": kept.entries,
        "named": named,
        "deck": [(one, int(card) in seen) for card in DECK for one in names((int(card),))],
        "chips": [one for one in CHIPS if one >= max(kept.setting.chip, kept.setting.minimum_bet // A_FEW)][:5],
        "out": [] if kept.busts_told else [called(one) for one in out_in(kept, found.event.state)],
    }


def _last(state: FeatureState, table: int) -> FeatureHand | None:
    return next(iter(reversed(state.of_table(table))), None)


def _players(found: Keyed) -> list[tuple[str, str]]:
    """Everybody at a table, by name."""
    floor = found.event.state.floor.tables.values()
    return sorted((found.event.names.of(one), one) for table in floor for one in table.players.values())
