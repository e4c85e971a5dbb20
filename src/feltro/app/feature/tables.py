"""The lists of the one view as CSV, for programs that draw graphics: a line of names, then one row for each thing."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.feature.view import StreamView

RUNS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the start of a formula."""


def table_of(view: StreamView, name: str) -> str | None:
    """Nothing for a list that is not one of these."""
    made = LISTS.get(name)
    if made is None:
        return None
    out = io.StringIO()
    csv.writer(out).writerows([_cell(one) for one in row] for row in made(view))
    return out.getvalue()


def _cell(value: Any) -> str:
    said = "" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)
    return f"'{said}" if said.startswith(RUNS) and not isinstance(value, int | float) else said


def summary(view: StreamView) -> Iterator[tuple[Any, ...]]:
    """One row: what a title needs."""
    clock, field = view.clock, view.field
    yield (
        "event", "at", "state", "level", "seconds_left", "small_blind", "big_blind", "ante",
        "players_left", "entries", "average", "pool_centavos",
    )  # fmt: skip
    yield (
        view.event,
        view.at,
        *((clock.state, clock.level, clock.seconds_left) if clock else ("", 0, 0)),
        *((clock.small_blind, clock.big_blind, clock.ante) if clock else (0, 0, 0)),
        *((field.players_left, field.entries, field.average) if field else (0, 0, 0)),
        view.pool_centavos,
    )


def payouts(view: StreamView) -> Iterator[tuple[Any, ...]]:
    yield ("first_place", "last_place", "amount_centavos", "names")
    for one in view.payouts:
        yield (one.first_place, one.last_place, one.amount_centavos, ", ".join(one.names))


def counts(view: StreamView) -> Iterator[tuple[Any, ...]]:
    yield ("rank", "name", "chips", "big_blinds", "counted_at")
    for one in view.counts:
        yield (one.rank, one.name, one.chips, one.big_blinds, one.counted_at)


def busts(view: StreamView) -> Iterator[tuple[Any, ...]]:
    yield ("name", "place", "prize_centavos", "at")
    for one in view.busts:
        yield (one.name, one.place, one.prize_centavos, one.at)


def feature(view: StreamView) -> Iterator[tuple[Any, ...]]:
    """A row for each player of the hand that is shown at each televised table."""
    yield (
        "table", "hand", "game", "street", "board", "pot", "chair", "name", "stack", "bet", "cards", "live",
        "all_in", "button", "in_turn", "won", "equity",
    )  # fmt: skip
    for one in view.feature:
        hand = one.hand
        for seat in hand.seats:
            yield (
                one.table, hand.number, hand.game, hand.street, " ".join(hand.board), hand.pot, seat.chair,
                seat.name, seat.stack, seat.bet, " ".join(seat.cards), int(seat.live), int(seat.all_in),
                int(seat.button), int(seat.in_turn), seat.won, seat.equity,
            )  # fmt: skip


def figures(view: StreamView) -> Iterator[tuple[Any, ...]]:
    yield ("table", "name", "hands", "vpip", "pfr", "pots_won", "chips_won")
    for one in view.feature:
        for player in one.figures.players:
            yield (
                one.table, player.player, player.hands, player.vpip, player.pfr, player.pots_won, player.chips_won,
            )  # fmt: skip


LISTS: dict[str, Callable[[StreamView], Iterator[tuple[Any, ...]]]] = {
    "resumo": summary,
    "premios": payouts,
    "fichas": counts,
    "eliminados": busts,
    "mesa": feature,
    "numeros": figures,
}
