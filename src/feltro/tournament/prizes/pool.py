"""What there is to win: what entries brought, what the organiser covers, what is withheld."""

from dataclasses import dataclass

from feltro.kernel.outcome import Cite
from feltro.rulebook.settle import Settled
from feltro.tournament.prizes.retention import Base, Withheld, brought, withheld
from feltro.tournament.sheet import PriceAccount
from feltro.tournament.state import GONE, TournamentState


@dataclass(frozen=True, slots=True)
class Pool:
    """In centavos. `net` is what the players get in prizes."""

    by_item: dict[str, int]
    """What each item of the price list put into the prizes."""
    no_shows: int
    knockouts: int
    """Paid at the tables for eliminations, and never part of `net`."""
    guarantee: int
    cover: int
    withheld: tuple[Withheld, ...]
    cites: tuple[Cite, ...]

    @property
    def collected(self) -> int:
        return sum(self.by_item.values()) + self.no_shows

    @property
    def gross(self) -> int:
        return self.collected + self.cover

    @property
    def kept_back(self) -> int:
        """For the staff, a fund or whoever the book names, before anything is paid to players."""
        return sum(one.centavos for one in self.withheld)

    @property
    def kept_for(self) -> dict[PriceAccount, int]:
        """By whose it is."""
        found: dict[PriceAccount, int] = {}
        for one in self.withheld:
            found[one.account] = found.get(one.account, 0) + one.centavos
        return found

    @property
    def net(self) -> int:
        return self.gross - self.kept_back


def pool_of(state: TournamentState, book: Settled, no_shows: int = 0) -> Pool:
    collected = brought(state, "prize_pool")
    knockouts = sum(brought(state, "bounties").values())
    prize_part = sum(collected.values()) + no_shows
    guarantee, cover, cites = _guarantee(prize_part, knockouts, state, book)
    base = Base(prize_part, knockouts, cover)
    return Pool(collected, no_shows, knockouts, guarantee, cover, withheld(base, state, book), cites)


def _guarantee(
    prize_part: int, knockouts: int, state: TournamentState, book: Settled
) -> tuple[int, int, tuple[Cite, ...]]:
    """The guarantee that holds, what the organiser adds to reach it, and who says so."""
    if state.prizes.guarantee_void:
        return 0, 0, book["guarantee.void_on"].cites
    promised, short = state.the_sheet.guarantee_centavos or 0, book["guarantee.short"]
    if not promised or short.value != "organiser_covers":
        return promised, 0, short.cites
    counted = prize_part + (knockouts if book["guarantee.knockouts_count"].value else 0)
    return promised, max(0, promised - counted), short.cites


def entries_counted(state: TournamentState, book: Settled) -> int:
    """How large the field is for the table: entries with re-entries, or people."""
    if book["prizes.field_counted"].value == "entries":
        return state.entries_sold
    return len({entry.person for entry in state.entries.values() if entry.status not in {"cancelled", "void"}})


def people_in(state: TournamentState) -> int:
    """How many places there are at the end: everybody holds one, however often they entered."""
    return len({entry.person for entry in state.entries.values() if entry.status not in GONE})


def staff_centavos(state: TournamentState) -> int:
    """What is the staff's: withheld from the prizes, and their part of what was sold."""
    announced = state.prizes.announced
    withheld = announced.withheld_centavos.get("staff", 0) if announced else 0
    return withheld + sum(brought(state, "staff").values())
