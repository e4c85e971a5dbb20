"""What is kept back of the prizes: the book's share for the staff or the ranking, and the ranking's part of a guarantee.

It comes out of what the places pay; bounties are paid at their face.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from feltro.kernel.money import Money, half_up
from feltro.kernel.outcome import Cite
from feltro.rulebook.book import Silent, Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.sheet import PriceAccount
from feltro.tournament.sheet.layer import RETENTION_NAMES
from feltro.tournament.state import Sale, TournamentState

ACCOUNTS: dict[str, PriceAccount] = {name: account for account, name in RETENTION_NAMES.items()}
RANKING_ACCOUNTS: tuple[PriceAccount, ...] = ("ranking_fund", "stage_champion_fund")
FEE = "fund.entry_fee"


@dataclass(frozen=True, slots=True)
class Withheld:
    account: PriceAccount
    share: Fraction
    """Of the base; zero where it is an amount for each entry."""
    centavos: int
    cites: tuple[Cite, ...]


class Base(NamedTuple):
    """What a share may be taken of, in centavos."""

    prize_part: int
    knockouts: int
    cover: int

    @property
    def placing(self) -> int:
        """What the places pay, before anything is kept back."""
        return self.prize_part + self.cover


class Figures(NamedTuple):
    """A share of the prizes by both readings, where bounties make them differ."""

    of_all: int
    of_placing: int


def both_figures(base: Base, share: Fraction) -> Figures | None:
    if not base.knockouts or not share:
        return None
    return Figures(half_up((base.placing + base.knockouts) * share), half_up(base.placing * share))


def withheld(base: Base, state: TournamentState, book: Settled) -> tuple[Withheld, ...]:
    """All that is kept back, never more than there is."""
    found = (*_shares(base, state, book), *_ranking_part(base, state, book))
    left, kept = base.placing, []
    for one in found:
        taken = min(one.centavos, left)
        left -= taken
        kept.append(one if taken == one.centavos else replace(one, centavos=taken))
    return tuple(kept)


def brought(state: TournamentState, account: PriceAccount) -> dict[str, int]:
    """What paid sales put into an account, by item. Chips that play unpaid count: the player owes them."""
    found: dict[str, int] = {}
    for sale in state.sales.values():
        part = sale.split_centavos.get(account, 0)
        if part and (sale.paid or sale.owed):
            found[sale.item] = found.get(sale.item, 0) + part
    return found


# A share of the prizes


def _shares(base: Base, state: TournamentState, book: Settled) -> Iterator[Withheld]:
    """The book's retention, or what the sheet announces where it names several."""
    share, whose = book["prizes.retention.share"], book["prizes.retention.to"]
    said = {one.account: Fraction(one.basis_points, 10_000) for one in state.the_sheet.withheld}
    named = [account for account in said if account in RETENTION_NAMES]
    held = state.the_sheet.kind == "main" or book["prizes.retention.events"].value == "all"
    if len(named) <= 1 and held and share.value:
        said[ACCOUNTS[whose.value]] = share.value
    of, why = _taken_of(base, state, book)
    cites = tuple(dict.fromkeys((*share.cites, *why)))
    for account, part in sorted(said.items()):
        if part:
            yield Withheld(account, part, half_up(of * part), cites)


def _taken_of(base: Base, state: TournamentState, book: Settled) -> tuple[int, tuple[Cite, ...]]:
    """The amount that the share is of, and who says so besides the share's own clause.

    A guarantee that was not reached is announced with the bounties in it where these count towards it: then the
    share is of all of it. Otherwise the event has settled whether bounties count.
    """
    if book["prizes.retention.taken_from"].value == "total_collected":
        return sum(sale.price_centavos for sale in state.sales.values() if sale.paid or sale.owed), ()
    deductions, counts = book["guarantee.deductions"], book["guarantee.knockouts_count"]
    if base.cover and "retention" in deductions.value:
        if base.knockouts and counts.value:
            return base.placing + base.knockouts, (*deductions.cites, *counts.cites)
        return base.placing, deductions.cites
    settled = book["prizes.knockout.retention"]
    if not base.knockouts:
        return base.prize_part, ()
    return base.prize_part + (base.knockouts if settled.value == "total" else 0), settled.cites


# The ranking's part of a guarantee


def _ranking_part(base: Base, state: TournamentState, book: Settled) -> Iterator[Withheld]:
    """A fee of each entry for the ranking that no entry has paid. What the price holds is never taken again."""
    rule = book["guarantee.ranking_part"]
    asked = rule.value != "never" or "ranking_fee" in book["guarantee.deductions"].value
    fee = _said(f"{FEE}.amount", book)
    if not base.cover or not asked or fee is None or _feeds_ranking(state, book):
        return
    sales = sum(1 for sale in state.sales.values() if _owes_fee(sale, state, book))
    total = Money(fee.value.centavos * sales)
    shares = [_share_of(name, book) for name in ("fund.annual.share", "fund.stage.share")]
    if not total.centavos or not any(shares):
        return
    cites = tuple(dict.fromkeys((*rule.cites, *fee.cites)))
    for account, part in zip(RANKING_ACCOUNTS, total.split(shares), strict=True):
        if part.centavos:
            yield Withheld(account, Fraction(0), part.centavos, cites)


def _feeds_ranking(state: TournamentState, book: Settled) -> bool:
    """Whether the ranking is fed otherwise: by a share of the prizes, or not by this event."""
    if any(one.account in RANKING_ACCOUNTS for one in state.the_sheet.withheld):
        return True
    source, events = _said("fund.source", book), _said(f"{FEE}.events", book)
    if source is None or source.value != "entry_fee":
        return True
    return state.the_sheet.kind != "main" and events is not None and events.value == "main"


def _owes_fee(sale: Sale, state: TournamentState, book: Settled) -> bool:
    item = state.the_sheet.item(sale.item)
    again = _said(f"{FEE}.reentries", book)
    kinds = {"entry", "reentry"} if again is None or again.value else {"entry"}
    if item is None or item.kind not in kinds or not (sale.paid or sale.owed):
        return False
    return not any(sale.split_centavos.get(account) for account in RANKING_ACCOUNTS)


def _share_of(name: str, book: Settled) -> int:
    said = _said(name, book)
    return int(said.value * 10_000) if said else 0


def _said(name: str, book: Settled) -> Sourced | None:
    """What the season's rules say, which an event without a ranking has not settled."""
    said: Any = book.rulebook[name]
    return said.fallback if isinstance(said, Silent) else said
