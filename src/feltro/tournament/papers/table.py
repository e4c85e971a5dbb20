"""Every paper by its name, one line each: who writes it, who may have it, what it shows, and when it is due.

The command, the pages, the printer's queue and the terminal read this and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from feltro.kernel.events import Event
from feltro.tournament.papers import due as after
from feltro.tournament.papers import shows
from feltro.tournament.papers.due import WantedPaper
from feltro.tournament.papers.shows import Shown
from feltro.tournament.prizes.due import decided_places
from feltro.tournament.state import TournamentState

FLOOR = ("organiser", "director", "floor")
MONEY = ("organiser", "director", "cashier", "finance")
STAFF = (*MONEY, "floor")
DESK = ("cashier", "finance")
WALL = "wall"
"""A list that is due by itself, handed to whoever hangs it up: `room.1.4`, `next_day.2`, `payouts`."""


class Listed(NamedTuple):
    """One thing of which a paper can be had: its id, whom it is about, and the money on it."""

    of: str
    person: str
    centavos: int | None = None


class PaperKind(NamedTuple):
    name: str
    maker: str
    """The function of app/papers that writes it: `receipts.receipt`."""
    may: tuple[str, ...] = STAFF
    """Who hands it over."""
    shows: Callable[[str, TournamentState], Shown | None] | None = None
    """Nothing where there is no such paper."""
    due: after.When = after.NEVER
    """What asks for it."""
    minutes: int = 0
    """How long it is worth printing after that."""
    usual: tuple[str, ...] = ()
    """Whose printer takes it when told nothing; those of the floor that name nobody go to everybody else's."""
    things: Callable[[TournamentState], Mapping[str, Any]] = lambda state: state.entries
    """What its ids name: each has a person."""
    strip: str = ""
    """The function of app/papers that says of whom a strip is, where nobody is named."""
    by_table: bool = False
    """Whether a page offers a strip of each table."""
    listed: Callable[[TournamentState], Iterable[Listed]] | None = None
    """Single ones to choose from, the latest last."""
    on_wall: bool = False
    """A list: the hour of printing is on it, anybody may print it again, and nothing is kept of it."""
    takes: tuple[str, ...] = ()
    """Which of a list: a day, a level."""
    offered: Callable[[TournamentState], bool] = lambda _: True
    newest: bool = False
    """Of several of a day only the last one is worth printing."""


def _penalties(state: TournamentState) -> Iterable[Listed]:
    return (Listed(one.id, one.person) for one in state.sanctions.penalties.values() if not one.lifted)


def _prizes(state: TournamentState) -> Iterable[Listed]:
    paid = (*state.prizes.payments.values(), *state.prizes.taken_back.values())
    return (Listed(one.id, one.person, one.amount_centavos - one.tax_centavos) for one in paid)


def _shares(state: TournamentState) -> Iterable[Listed]:
    shares = state.prizes.staff.items()
    return (Listed(person, person, share.amount_centavos) for person, share in shares if share.receipt)


def _has_winner(state: TournamentState) -> bool:
    order = decided_places(state)
    return state.stopped != "cancelled" and bool(order) and order[0].place == 1


def _has_later_day(state: TournamentState) -> bool:
    return any(not day.is_first for day in state.the_sheet.days)


def _on_the_board(_state: TournamentState) -> bool:
    """The dealer board offers it, where somebody goes round; the page of papers does not know the room."""
    return False


def _on_wall(of: str, state: TournamentState) -> Shown | None:
    kind, _, which = of.partition(".")
    found = LISTS.get(kind)
    if found is None or found.shows is None or (which and not found.takes):
        return None
    return found.shows(which, state)


PAPERS = (
    PaperKind("receipt", "receipts.receipt", MONEY, shows.receipt, after.RECEIPT, 15, DESK, lambda state: state.sales),
    PaperKind("seat", "seats.seat", STAFF, shows.chair, after.SEAT, 15, ("cashier",), strip="strips.seats", by_table=True),
    PaperKind("move", "seats.move", FLOOR, shows.next_chair, after.MOVE, 30, strip="strips.movers"),
    PaperKind("penalty", "penalty.penalty", FLOOR, shows.penalty, after.PENALTY, 30,
          things=lambda state: state.sanctions.penalties, listed=_penalties),
    PaperKind("bag", "seats.bag", FLOOR, shows.bag, strip="strips.bags", by_table=True),
    PaperKind("prize", "receipts.prize", MONEY, shows.prize, listed=_prizes),
    PaperKind("staff", "receipts.staff", MONEY, shows.staff, listed=_shares),
    PaperKind("deal", "deal.deal", FLOOR, shows.deal),
    PaperKind(WALL, "wall.wall", STAFF, _on_wall, minutes=90, things=lambda _: {}),
    PaperKind("result", "result.result", offered=_has_winner, on_wall=True),
    PaperKind("prices", "wall.prices", on_wall=True),
    PaperKind("structure", "wall.structure", on_wall=True),
    PaperKind("seating", "lists.seating", on_wall=True),
    PaperKind("strings", "strings.strings", offered=_on_the_board, on_wall=True),
    PaperKind("next_day", "lists.next_day", shows=shows.next_day, due=after.NEXT_DAY, takes=("day",),
          offered=_has_later_day, on_wall=True),
    PaperKind("payouts", "lists.payouts", shows=shows.payouts, due=after.PAYOUTS, on_wall=True),
    PaperKind("room", "room.room", shows=shows.room, due=after.ROOM, takes=("day", "level"), newest=True, on_wall=True),
)  # fmt: skip

HANDED = {one.name: one for one in PAPERS if not one.on_wall}
"""Papers of which there is one original. From the second printing on they are marked."""
LISTS = {one.name: one for one in PAPERS if one.on_wall}
QUEUED = sorted((one for one in HANDED.values() if one.minutes), key=lambda one: bool(one.usual))
"""Papers that come to a printer by themselves, the floor's first."""
_ASKED_BY: dict[type[Event], list[PaperKind]] = {}
for _one in PAPERS:
    for _event in _one.due:
        _ASKED_BY.setdefault(_event, []).append(_one)


def shown_by(paper: str, of: str, state: TournamentState) -> Shown | None:
    shows_it = HANDED[paper].shows
    return shows_it(of, state) if shows_it else None


def usual(role: str) -> tuple[str, ...]:
    """What a printer takes that was told nothing: the desk its own papers, everybody else the floor's."""
    return tuple(one.name for one in QUEUED if (role in one.usual if role in DESK else not one.usual))


def asked_by(event: Event, state: TournamentState) -> Iterable[tuple[PaperKind, WantedPaper]]:
    """Which papers are due when this has happened."""
    asked = ((one, one.due[type(event)](event, state)) for one in _ASKED_BY.get(type(event), ()))
    return ((paper, found) for paper, found in asked if found)
