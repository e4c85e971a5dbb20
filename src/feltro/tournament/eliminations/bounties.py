"""Bounties: what a head is worth, who gets which part of it in whole centavos, and what a correction changes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from feltro.kernel.money import Money
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import eliminations as e
from feltro.tournament.sheet import Bounty
from feltro.tournament.state import TournamentState

WHOLE = 10_000


class BountyPart(NamedTuple):
    """One winner's part of a head: paid now, and added to the own head."""

    winner: str
    paid: int
    added: int


def brought(state: TournamentState, entry: str) -> int:
    """What the price of an entry put on its head."""
    return state.sales[entry].split_centavos.get("bounties", 0)


def head_of(state: TournamentState, entry: str) -> int:
    return brought(state, entry) + state.eliminations.heads.get(entry, 0)


def amount_in(envelope: str) -> int:
    return int(envelope.partition(".")[0])


def shared(head: int, winners: Sequence[str], bounty: Bounty) -> list[BountyPart]:
    """A head divided among those who won it, to the centavo; a progressive one partly goes on theirs."""
    at_once = bounty.won_basis_points if bounty.kind == "progressive" else WHOLE
    parts = Money(head).split([1] * len(winners))
    return [
        BountyPart(winner, paid := part.centavos * at_once // WHOLE, part.centavos - paid)
        for winner, part in zip(winners, parts, strict=True)
    ]


class Knockout(NamedTuple):
    entry: str
    by: tuple[str, ...]
    envelope: str = ""
    number: int = 0
    box: int = 1


def counts(level: int, bounty: Bounty) -> bool:
    """Whether a bust at this level wins anything. One before the clock started is one of the first level."""
    return max(1, level) >= bounty.from_level


def unclaimed(state: TournamentState) -> dict[str, int]:
    """Who is out with a head that nobody has won, and what is on it. Envelopes hang on nobody's head."""
    bounty, record = state.the_sheet.bounty, state.eliminations
    if bounty is None or bounty.kind == "mystery":
        return {}
    heads = {entry: head_of(state, entry) for entry in record.outs if entry not in record.claimed}
    return {entry: head for entry, head in heads.items() if head}


def left_over(state: TournamentState) -> int:
    """What entries brought for bounties and nobody has won."""
    sold = (sale for sale in state.sales.values() if sale.paid or sale.owed)
    return sum(sale.split_centavos.get("bounties", 0) for sale in sold) - sum(state.eliminations.won.values())


def won(knockout: Knockout, state: TournamentState, book: Settled) -> tuple[e.BountyWon, ...]:
    """The bounties of one elimination. A head that nobody claimed stays where its money is."""
    bounty = state.the_sheet.bounty
    if bounty is None or not knockout.by:
        return ()
    head = amount_in(knockout.envelope) if knockout.envelope else head_of(state, knockout.entry)
    when = book["prizes.knockout.paid_for"]
    progressive = bounty.kind == "progressive"
    return tuple(
        e.BountyWon(
            entry=knockout.entry,
            winner=part.winner,
            person=state.entries[part.winner].person,
            amount_centavos=part.paid,
            added_centavos=part.added,
            envelope=knockout.envelope,
            drawn=knockout.number,
            box=knockout.box,
            heads=(f"head {knockout.entry}", f"head {part.winner}") if progressive else (),
            paid_when=when.value,
            because=f"bounty.{bounty.kind}",
            cites=tuple(map(str, when.cites)),
        )
        for part in shared(head, knockout.by, bounty)
        if part.paid or part.added
    )


def corrections(state: TournamentState) -> Iterator[e.BountyCorrected]:
    """What is wrong with the bounties counted so far, derived again from who is out and by whom.

    Only progressive bounties stand on earlier ones; the others were right when they were counted.
    """
    bounty = state.the_sheet.bounty
    if bounty is None or bounty.kind != "progressive" or state.survivors_paid:
        return
    record = state.eliminations
    paid: dict[str, int] = {}
    added: dict[str, int] = {}
    bought = bought_heads(state)
    nobodys = 0
    for out in record.outs.values():
        head = brought(state, out.entry) + bought.get(out.entry, 0) + added.get(out.entry, 0)
        claimed = bool(out.by) and counts(out.level, bounty)
        nobodys += 0 if claimed else head
        for part in shared(head, out.by, bounty) if claimed and head else ():
            paid[part.winner] = paid.get(part.winner, 0) + part.paid
            added[part.winner] = added.get(part.winner, 0) + part.added
    if record.crowned:
        own = brought(state, record.crowned) + bought.get(record.crowned, 0) + added.get(record.crowned, 0)
        paid[record.crowned] = paid.get(record.crowned, 0) + own + nobodys - sum(record.freed.values())
    for winner in sorted({*paid, *record.won}):
        money = paid.get(winner, 0) + record.freed.get(winner, 0) - record.won.get(winner, 0)
        onto = added.get(winner, 0) + bought.get(winner, 0) - record.heads.get(winner, 0)
        if money or onto:
            yield e.BountyCorrected(
                winner=winner,
                person=state.entries[winner].person,
                amount_centavos=money,
                added_centavos=onto,
            )


def bought_heads(state: TournamentState) -> dict[str, int]:
    """What rebuys and add-ons put on heads: neither those that wait for their money nor those that were given back."""
    found: dict[str, int] = {}
    for sale in state.sales.values():
        bounty = sale.split_centavos.get("bounties", 0)
        if bounty and sale.id != sale.entry and not sale.ordered and not sale.reversed:
            found[sale.entry] = found.get(sale.entry, 0) + bounty
    return found
