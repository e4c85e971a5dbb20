"""What the funds of a season pay: shares or fixed prizes, what is missing, what is left over, and when it is due."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from feltro.kernel.money import Money
from feltro.rulebook.settle import Settled
from feltro.season.results import FundPrize


class Tied(NamedTuple):
    """People in a paid place whom nothing separates."""

    people: tuple[str, ...]


def annual_prizes(fund: Money, book: Settled) -> tuple[Money, ...]:
    """By place, best first: more than the fund holds where the organiser covers what is missing."""
    if book["fund.annual.prize_form"].value == "shares":
        return by_shares(fund, book["fund.annual.shares"].value[: book["fund.annual.places"].value])
    fixed = tuple(book[f"fund.annual.fixed.{place}"].value for place in ("first", "second", "third"))
    promised = _sum(fixed)
    shrinks = fund < promised and book["fund.annual.short"].value == "scale_down"
    grows = fund > promised and promised and book["fund.annual.surplus"].value == "first_places"
    return fund.split([one.centavos for one in fixed]) if shrinks or grows else fixed


def by_shares(fund: Money, shares: Sequence[Fraction]) -> tuple[Money, ...]:
    """To the centavo. Shares that do not make a whole leave the rest where it is."""
    whole = lcm(*(share.denominator for share in shares))
    weights = [int(share * whole) for share in shares]
    rest = max(0, whole - sum(weights))
    return fund.split([*weights, rest])[: len(shares)]


def hand_out(
    amounts: Sequence[Money],
    groups: Sequence[tuple[str, ...]],
    order: Sequence[str] = (),
    *,
    shared: bool = False,
) -> list[tuple[int, str, Money]] | Tied:
    """Place, person and amount. A tie in a paid place is shared, or stands in the order that the director gave."""
    found: list[tuple[int, str, Money]] = []
    place = 1
    for group in groups:
        mine = amounts[place - 1 : place - 1 + len(group)]
        if not mine:
            break
        if shared:
            parts = _sum(mine).split([1] * len(group))
            found += [(place, person, part) for person, part in zip(group, parts, strict=True)]
        else:
            ranked = _in_order(group, order, sum(1 for amount in mine if amount))
            if ranked is None:
                return Tied(group)
            found += [
                (place + after, person, part)
                for after, (person, part) in enumerate(zip(ranked, mine, strict=False))
            ]
        place += len(group)
    return [(place, person, amount) for place, person, amount in found if amount]


def _in_order(group: tuple[str, ...], order: Sequence[str], needed: int) -> list[str] | None:
    """As many of a tie as are paid have to be named, up to the last one; of a group of one nobody."""
    named = [person for person in order if person in group]
    if len(named) >= min(needed, len(group) - 1):
        return [*named, *(person for person in group if person not in named)]
    return None


def spread(handed: Sequence[tuple[int, str, Money]], whole: Money) -> list[tuple[int, str, Money]]:
    """All of it to these, in the proportion of what they have."""
    parts = whole.split([amount.centavos for _, _, amount in handed])
    return [(place, person, part) for (place, person, _), part in zip(handed, parts, strict=True)]


def annual_due(book: Settled, year: int, last_day: date) -> date:
    """At the close of the last stage, or by the printed day. A book is printed for one season: in another its
    day is that of the year after."""
    printed = book["fund.annual.due"].value == "by_date"
    until = book["fund.annual.pay_until"].value if printed else None
    return until.replace(year=year + 1) if isinstance(until, date) else last_day


def prizes(name: str, handed: Sequence[tuple[int, str, Money]], due: date, after: int = 0) -> tuple[FundPrize, ...]:
    """`after`: so many of this name were handed out before."""
    return tuple(
        FundPrize(prize=f"{name}-{number}", person=person, place=place, amount_centavos=amount.centavos, due=due)
        for number, (place, person, amount) in enumerate(handed, after + 1)
    )


def _sum(amounts: Sequence[Money]) -> Money:
    return sum(amounts, Money(0))
