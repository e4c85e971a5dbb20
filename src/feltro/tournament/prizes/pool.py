"""What there is to win: what entries brought, what the organiser covers, what is withheld."""

from dataclasses import dataclass
from fractions import Fraction

from feltro.kernel.outcome import Cite
from feltro.rulebook.settle import Settled
from feltro.tournament.prizes.tables import round_half_up
from feltro.tournament.sheet import PriceAccount
from feltro.tournament.sheet.layer import RETENTION_NAMES
from feltro.tournament.state import TournamentState

ACCOUNTS: dict[str, PriceAccount] = {name: account for account, name in RETENTION_NAMES.items()}


@dataclass(frozen=True, slots=True)
class Withheld:
    account: PriceAccount
    share: Fraction
    centavos: int
    cites: tuple[Cite, ...]


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
    def net(self) -> int:
        return self.gross - self.kept_back


def pool_of(state: TournamentState, book: Settled, no_shows: int = 0) -> Pool:
    collected = _brought(state, "prize_pool")
    knockouts = sum(_brought(state, "bounties").values())
    prize_part = sum(collected.values()) + no_shows
    guarantee, cover, cites = _guarantee(prize_part, knockouts, state, book)
    base = prize_part + (cover if "retention" in book["guarantee.deductions"].value else 0)
    return Pool(collected, no_shows, knockouts, guarantee, cover, _withheld(base, state, book), cites)


def _brought(state: TournamentState, account: PriceAccount) -> dict[str, int]:
    """What paid sales put into an account, by item. Chips that play unpaid count: the player owes them."""
    found: dict[str, int] = {}
    for sale in state.sales.values():
        part = sale.split_centavos.get(account, 0)
        if part and (sale.paid or sale.owed):
            found[sale.item] = found.get(sale.item, 0) + part
    return found


def _guarantee(
    prize_part: int, knockouts: int, state: TournamentState, book: Settled
) -> tuple[int, int, tuple[Cite, ...]]:
    """The guarantee that holds, what the organiser adds to reach it, and who says so."""
    if state.prizes.guarantee_void:
        return 0, 0, book["guarantee.void_on"].cites
    promised, short = state.the_sheet.guarantee_centavos or 0, book["guarantee.short"]
    if not promised or short.value != "organiser_covers":
        return promised, 0, short.cites
    counted = prize_part
    if book["guarantee.knockouts_count"].value:
        counted += knockouts
    if "ranking_fee" in book["guarantee.deductions"].value:
        counted += sum(_brought(state, "ranking_fund").values())
    return promised, max(0, promised - counted), short.cites


def _withheld(base: int, state: TournamentState, book: Settled) -> tuple[Withheld, ...]:
    """The book's retention, or what the sheet announces where it names several."""
    share, whose, taken_from = (book[f"prizes.retention.{part}"] for part in ("share", "to", "taken_from"))
    if taken_from.value == "total_collected":
        base = sum(sale.price_centavos for sale in state.sales.values() if sale.paid or sale.owed)
    said = {one.account: Fraction(one.basis_points, 10_000) for one in state.the_sheet.withheld}
    named = [account for account in said if account in RETENTION_NAMES]
    held = state.the_sheet.kind == "main" or book["prizes.retention.events"].value == "all"
    if len(named) <= 1 and held and share.value:
        said[ACCOUNTS[whose.value]] = share.value
    cites = share.cites
    return tuple(
        Withheld(account, part, round_half_up(base * part), cites) for account, part in sorted(said.items()) if part
    )


def entries_counted(state: TournamentState, book: Settled) -> int:
    """How large the field is for the table: entries with re-entries, or people."""
    if book["prizes.field_counted"].value == "entries":
        return state.entries_sold
    return len({entry.person for entry in state.entries.values() if entry.status not in {"cancelled", "void"}})


def staff_centavos(state: TournamentState) -> int:
    """What is the staff's: withheld from the prizes, and their part of what was sold."""
    announced = state.prizes.announced
    withheld = announced.withheld_centavos.get("staff", 0) if announced else 0
    return withheld + sum(_brought(state, "staff").values())
