"""Knockouts of somebody who is sent away or struck off: those he won and was not paid, and what is on his own head."""

from collections.abc import Iterator
from itertools import islice

from feltro.kernel.money import Money
from feltro.rulebook.settle import Settled
from feltro.tournament.eliminations.bounties import head_of
from feltro.tournament.eliminations.places import finishing_order, still_in, unpaid_places
from feltro.tournament.facts import eliminations as e
from feltro.tournament.state import BAGGED, LIVE, OUT, WAITING, TournamentState


def freed(person: str, state: TournamentState, book: Settled) -> Iterator[e.BountyFreed]:
    """Off his name, and where the book or the house says: to those still in, or to the champion, who gets at the end
    whatever nobody has won."""
    if state.the_sheet.bounty is None:
        return
    rule = book["penalty.disqualification.bounty"]
    cites = tuple(map(str, (*book["penalty.disqualification.prize"].cites, *rule.cites)))
    total = 0
    for entry, won, head in _his(person, state):
        total += won + head
        yield e.BountyFreed(
            entry=entry,
            person=person,
            amount_centavos=-won,
            off_the_head=state.entries[entry].status != OUT,
            because="bounty.freed",
            cites=cites,
        )
    yield from _onwards(total, person, state, rule.value, "bounty.freed_to", cites)


def struck_off(person: str, state: TournamentState, book: Settled) -> Iterator[e.BountyFreed]:
    """Whoever should never have been let in has won no knockouts. What is on the own head left with the price."""
    if state.the_sheet.bounty is None:
        return
    rule = book["penalty.disqualification.bounty"]
    cites = tuple(map(str, rule.cites))
    total = 0
    for entry in state.entries_of(person):
        won = _unpaid(entry.id, state)
        total += won
        if won:
            yield e.BountyFreed(
                entry=entry.id,
                person=person,
                amount_centavos=-won,
                off_the_head=False,
                because="bounty.struck_off",
                cites=cites,
            )
    yield from _onwards(total, person, state, rule.value, "bounty.struck_off_to", cites)


def _unpaid(entry: str, state: TournamentState) -> int:
    return max(0, state.eliminations.won.get(entry, 0) - state.prizes.paid(entry, "knockouts"))


def _onwards(
    total: int, person: str, state: TournamentState, way: str, because: str, cites: tuple[str, ...]
) -> Iterator[e.BountyFreed]:
    """At once, unless it waits for the champion."""
    others = [one for one in still_in(state) if state.entries[one].person != person]
    waits = way == "champion" and bool(others) and not state.eliminations.crowned
    if total and not waits:
        yield from _handed_on(total, others if way == "still_in" else [], person, state, because, cites)


def _his(person: str, state: TournamentState) -> Iterator[tuple[str, int, int]]:
    """Each entry with what it won and was not paid, and what is still on its head."""
    on_heads = state.the_sheet.bounty is not None and state.the_sheet.bounty.kind != "mystery"
    for entry in state.entries_of(person):
        won = _unpaid(entry.id, state)
        head = head_of(state, entry.id) if on_heads and entry.status != OUT and not _crowned(entry.id, state) else 0
        if won or entry.status in {LIVE, BAGGED, WAITING}:
            yield entry.id, won, head


def _crowned(entry: str, state: TournamentState) -> bool:
    """The champion's own head is among what he won."""
    return state.eliminations.crowned == entry


def _handed_on(
    total: int, others: list[str], person: str, state: TournamentState, because: str, cites: tuple[str, ...]
) -> Iterator[e.BountyFreed]:
    receivers = others or _best(person, state)
    for entry, part in zip(receivers, Money(total).split([1] * len(receivers)), strict=True) if receivers else ():
        yield e.BountyFreed(
            entry=entry,
            person=state.entries[entry].person,
            amount_centavos=part.centavos,
            off_the_head=False,
            because=because,
            cites=cites,
        )


def _best(person: str, state: TournamentState) -> list[str]:
    """The champion; where he is the one who goes, the best of those who were not sent away."""
    crowned = state.eliminations.crowned
    if crowned and state.entries[crowned].person != person:
        return [crowned]
    sent_away = unpaid_places(state)
    ranked = (entry for group in finishing_order(state) for entry in group)
    fit = (one for one in ranked if one not in sent_away and state.entries[one].person != person)
    return list(islice(fit, 1))
