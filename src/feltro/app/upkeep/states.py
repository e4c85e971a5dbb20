"""What the log amounts to, derived again, stream by stream: money, chips, places, points and draws, and what was pressed.

One stream is in memory at a time, and of the others what has to be compared in the end.
"""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from feltro.app.desk.proofs import proofs_of
from feltro.app.ranking.event_points import Rater
from feltro.app.ranking.season import season_rules
from feltro.app.sheets.books import Books
from feltro.app.upkeep.books_again import BooksAgain
from feltro.app.world.gist import Gist
from feltro.app.world.history import KINDS
from feltro.app.world.live import Around, Live
from feltro.app.world.shelf import PressedPage, Shelf
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Finding, Refused
from feltro.kernel.published_draw import findings as draw_findings
from feltro.ledger.accounts import account
from feltro.ledger.balances import Balances
from feltro.procedures.color_up import race_rules
from feltro.season.state import SeasonState
from feltro.store.integrity import Tick
from feltro.store.port import Reader, Store
from feltro.store.scratch import scratch
from feltro.tournament.checks import complaints
from feltro.tournament.eliminations.places import standings
from feltro.tournament.prizes.owners import owed_by_pools
from feltro.tournament.sales.receipts import unbalanced
from feltro.tournament.state import TournamentState

EVENTS, SEASONS = "tournament:", "season:"
_WRONG = (LookupError, ValueError, TypeError, AttributeError)
"""What a check may end in on a state that no decision leads to: it is told, and the others go on."""


class OwedPool(NamedTuple):
    stream: str
    kind: str
    tournament: str
    owed: int


class StateCheck:
    """Goes through the streams of a store. `undone`: those in which something was undone, whose facts are needed."""

    def __init__(self, store: Store, shelf: Shelf | None, undone: set[str]) -> None:
        self._store, self._shelf, self._undone = store, shelf, undone
        self._books = Books()
        self.balances = Balances()
        self.owed: list[OwedPool] = []
        self._seasons: dict[str, SeasonState] = {}
        self._gists: list[Gist] = []

    def read(self, stream: str, up_to: int | None = None, balances: Balances | None = None) -> Live:
        live = Live(stream, Around(self._store, balances or self.balances, None, _nobody))
        if not stream.startswith(EVENTS) and stream not in self._undone:
            live = live.without_facts()
        live.catch_up(up_to)
        return live

    def look(self, live: Live) -> Iterator[Finding]:
        if live.stream.startswith(SEASONS):
            self._seasons[live.stream.removeprefix(SEASONS)] = live.state
        if live.stream.startswith(EVENTS):
            yield from self._event(live)
        yield from self._pressed(live)

    def _event(self, live: Live) -> Iterator[Finding]:
        state: TournamentState = live.state
        yield from check_paper(live.stream, state)
        if state.sheet is None:
            return
        self._gists += [live.gist] if live.gist else []
        self.owed += (
            OwedPool(live.stream, kind, state.tournament, owed) for kind, owed in owed_by_pools(state).items()
        )
        for what in (self._rules, self._places, self._draws):
            try:
                yield from what(live, state)
            except _WRONG as error:
                yield Finding("verify.not_derived", live.stream, {"said": str(error) or type(error).__name__})

    def _rules(self, live: Live, state: TournamentState) -> Iterator[Finding]:
        """Chips, chairs, counters and prizes, as they must stand in every state."""
        book = self._books.settlement(state, live.last_at).book
        for one in complaints(state, book):
            yield Finding(one.because, f"{live.stream}@{live.version}", one.values)

    def _places(self, live: Live, state: TournamentState) -> Iterator[Finding]:
        """Nobody stands twice, and each group stands behind all who finished before it."""
        found = standings(state)
        placed = [entry for one in found for entry in one.players]
        behind = all(one.place + len(one.players) == after.place for one, after in pairwise(found))
        if len(set(placed)) != len(placed) or not behind:
            yield Finding("verify.places", live.stream, {"n": len(placed)})

    def _draws(self, live: Live, state: TournamentState) -> Iterator[Finding]:
        """Every draw whose secret is out, repeated."""
        book = self._books.settlement(state, live.last_at).book
        for proof in proofs_of(state, live.facts, race_rules(book).first_seat):
            if (proof.told.secret or proof.told.physical) and draw_findings(proof.told):
                yield Finding("verify.draw", live.stream, {"label": proof.told.label})

    def points(self) -> Iterator[Finding]:
        """What lies beside a pressed page, against what the result gives under the rules of its season."""
        for season, state in self._seasons.items() if self._shelf else ():
            mine = [self._closed(f"{EVENTS}{one.tournament}") for one in self._gists if one.season == season]
            rules = season_rules(state, mine, self._books)
            if isinstance(rules, Refused):
                continue
            rater = Rater(state, rules, self._books, self._shelf)
            for live in mine:
                if live.stands_pressed and rater.kept_differs(live):
                    yield Finding("verify.points", live.stream)
                live.let_go()

    def _closed(self, stream: str) -> Live:
        """As it lies on its page, which was compared before; read again where there is none."""
        live = Live(stream, Around(self._store, Balances(), self._shelf, _nobody))
        page = self._page(live)
        if page is not None:
            live.start_from(page)
        live.catch_up()
        return live

    def _page(self, live: Live) -> PressedPage | None:
        head = partial(head_of, self._store, live.stream)
        return self._shelf.page(live.stream, head) if self._shelf else None

    def _pressed(self, live: Live) -> Iterator[Finding]:
        """The page against its stream, read anew. One that is not of this log or this code is no page at all."""
        page = self._page(live)
        if page is None or self._shelf is None:
            return
        read = live if page.version == live.version else self.read(live.stream, page.version, Balances())
        left = {account: centavos for account, centavos in read.balances.items() if centavos}
        pressed = (self._shelf.state(page), self._shelf.postings(page), page.gist, page.balances())
        if pressed != (read.state, read.postings, read.gist, left):
            self._shelf.discard(live.stream)
            yield Finding("verify.pressed_differs", live.stream)

    def ownerless(self) -> Iterator[Finding]:
        """The pools of an event that is over hold what is owed to somebody, to the centavo."""
        for one in self.owed:
            left = self.balances.held(account(one.kind, one.tournament)) - Money(one.owed)
            if left != ZERO:
                yield Finding(f"verify.ownerless.{one.kind}", one.stream, {"amount": left})


def check_states(store: Store, shelf: Shelf | None, undone: set[str], tick: Tick) -> tuple[list[Finding], int]:
    """Everything that does not add up; and how many postings there are."""
    looking = StateCheck(store, shelf, undone)
    found: list[Finding] = []
    with scratch() as notes:
        books = BooksAgain(notes)
        books.know_links(store, tick)
        for stream in store.streams():
            if stream.partition(":")[0] not in KINDS:
                continue
            live = looking.read(stream)
            found += looking.look(live)
            books.add(live)
            tick("states", live.version)
        total = looking.balances.sum()
        told = [Finding("verify.sum", "ledger", {"amount": total})] if total != ZERO else []
        return [*books.findings(tick), *told, *looking.ownerless(), *found, *looking.points()], books.postings


def head_of(store: Reader, stream: str, version: int) -> bytes:
    """The hash of the event at a version; empty where there is none."""
    return next((one.hash for one in store.read(stream, version - 1, version)), b"")


def _nobody(_live: Live) -> None: ...


def check_paper(stream: str, state: TournamentState) -> Iterator[Finding]:
    """Numbers given once, and every paid sale whole to the centavo."""
    receipts = [sale.receipt for sale in state.sales.values() if sale.receipt]
    numbers = [entry.number for entry in state.entries.values()]
    for what, given, last in (("receipt", receipts, state.last_receipt), ("entry", numbers, state.last_number)):
        if len(set(given)) != len(given) or max(given, default=0) > last:
            yield Finding("verify.numbers", stream, {"what": what})
    for sale in state.sales.values():
        if sale.paid and not sale.gone and unbalanced(sale):
            yield Finding("verify.sale", f"{stream} {sale.id}", {"centavos": unbalanced(sale)})
