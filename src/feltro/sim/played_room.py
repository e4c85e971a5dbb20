"""A tournament's floor in memory, played by chance through the same decisions and events as a real one."""

from __future__ import annotations

import random
from datetime import datetime
from typing import TYPE_CHECKING, Any

from feltro.app.sheets.settlement import Settlement, settle_for
from feltro.kernel.draws import SECRET_BYTES
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.tournament.chance import Chance
from feltro.tournament.decide import decide
from feltro.tournament.eliminations.commands import Eliminate
from feltro.tournament.evolve import apply
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.sales import EntryEffective, EntrySold
from feltro.tournament.floor import commands as fc
from feltro.tournament.now import Now
from feltro.tournament.sheet import ChipCount, Day, Games, Level, Payout, SaleItem, Sheet
from feltro.tournament.state import TournamentState

if TYPE_CHECKING:
    from feltro.kernel.commands import TournamentCommand
    from feltro.kernel.events import Event

DAY = "1"
NOW = Instant(1_795_500_000_000_000)


def sheet_of(book: str, chairs: int) -> Sheet:
    """The least that a tournament needs to be played: one day, one game, one item."""
    starts = datetime.fromisoformat("2026-11-20T14:00:00-03:00")
    item = SaleItem(
        id="entry",
        kind="entry",
        label="Inscrição",
        price_centavos=10000,
        split_centavos={"prize_pool": 10000},
        chips=20000,
    )
    return Sheet(
        name="Simulação",
        kind="side",
        games=Games(codes=("nlhe",)),
        book=book,
        days=(Day(id=DAY, starts_at=starts),),
        items=(item,),
        stack=(ChipCount(value=100, count=200),),
        levels=(Level(minutes=30, small_blind=100, big_blind=200),),
        late_registration=0,
        table_size=chairs,
        final_table_size=chairs,
        payout=Payout(source="organiser"),
    )


class PlayedRoom:
    """Entries are seated by the deck; hands and busts come from a seed, so that a room can be played again."""

    def __init__(self, book: str, players: int, chairs: int = 9, seed: int = 0, tolerance: int = 1) -> None:
        self.chance_of_room = random.Random(seed)
        settlement = settle_for(sheet_of(book, chairs), {})
        if not isinstance(settlement, Settlement):
            raise LookupError(f"{book} does not bind: {settlement[0]}")
        self.book = settlement.book
        self.state = TournamentState(tournament="sim", sheet=sheet_of(book, chairs), registration_closed=True)
        self.state.starts = {DAY: NOW}
        self.vault: dict[str, bytes] = {}
        self.orders: dict[str, tuple[str, ...]] = {}
        self.happened = 0
        self._enter(players)
        tables = tuple(fc.NewTable(number=number, chairs=chairs) for number in range(1, -(-players // chairs) + 1))
        self.do(fc.OpenTables(tournament="sim", draw="deck", tables=tables))
        self.do(fc.SetBalancing(tournament="sim", mode="automatic", tolerance=tolerance))
        self.do(fc.SeatEntries(tournament="sim"))
        self.do(fc.DrawButton(tournament="sim"))

    def _enter(self, players: int) -> None:
        """Sold and in effect, as at a desk; the money is nobody's here."""
        for number in range(1, players + 1):
            sold = EntrySold(
                entry=f"e{number}",
                person=f"p{number}",
                item="entry",
                kind="entry",
                day=DAY,
                number=number,
                price_centavos=10000,
                covered_centavos=0,
                split_centavos={},
                chips=20000,
                previous="",
                waits=False,
                late=False,
                token=0,
                terms="",
                at=NOW,
                by="sim",
            )
            apply(self.state, sold)
            apply(self.state, EntryEffective(entry=sold.entry, at=NOW))

    def do(self, command: TournamentCommand) -> tuple[Event, ...]:
        """Decide and apply; a refusal would be a defect of the simulation."""
        events = self.decided(command)
        for event in events:
            apply(self.state, event)
        self.happened += len(events)
        return events

    def decided(self, command: TournamentCommand) -> tuple[Event, ...]:
        chance = Chance("sim", self.vault.get, self._fresh, self.orders)
        now = Now(at=NOW, who="sim", role="director", chance=chance)
        events = decide(command, self.state, self.book, now)
        if isinstance(events, Refused):
            raise TypeError(f"{type(command).__name__}: {events.because}")
        self.vault |= chance.put
        return events

    def _fresh(self) -> bytes:
        return self.chance_of_room.randbytes(SECRET_BYTES)

    def bust(self, entry: str) -> tuple[Event, ...]:
        return self.do(Eliminate(tournament="sim", entry=entry))

    def end_hand(self, table: int) -> tuple[Event, ...]:
        return self.do(fc.EndHand(tournament="sim", table=table))

    @property
    def left(self) -> int:
        return len(self.state.floor.chair_of)

    def moves(self, events: tuple[Event, ...]) -> list[Any]:
        return [event for event in events if isinstance(event, f.PlayerMoved)]
