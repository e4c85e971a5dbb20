"""Mystery envelopes: sealed before they are opened, opened one for each bust, and never a reason to refuse one."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from feltro.kernel.draws import Deck
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.draws.source import awaits_value, key_lost, label_now, labelled, refuse_source, source_named
from feltro.tournament.eliminations import bounties
from feltro.tournament.eliminations import commands as c
from feltro.tournament.eliminations.places import players_left, unpaid_places
from feltro.tournament.facts import eliminations as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sheet import MysteryPrize
from feltro.tournament.state import GONE, TournamentState
from feltro.tournament.state.eliminations import Envelopes, Out


class Closed(NamedTuple):
    """An envelope that is the next to be opened, or after it."""

    envelope: str
    number: int
    box: int


def envelopes_of(prizes: Iterable[MysteryPrize]) -> tuple[str, ...]:
    """Every envelope by its amount in centavos and its number among equals: `50000.1`."""
    count: dict[int, int] = {}
    for prize in prizes:
        count[prize.amount_centavos] = count.get(prize.amount_centavos, 0) + prize.envelopes
    return tuple(f"{amount}.{number}" for amount, many in count.items() for number in range(1, many + 1))


def envelope_deck(state: TournamentState, box: int = 1) -> Deck:
    here = state.eliminations.boxes[box - 1]
    label = label_now(box_name(state, box), here.commitment, state)
    return Deck(label, here.left or envelopes_of(_prizes(state, box)))


def box_name(state: TournamentState, box: int) -> str:
    return f"{state.tournament} envelopes" if box == 1 else f"{state.tournament} envelopes {box}"


def _prizes(state: TournamentState, box: int) -> tuple[MysteryPrize, ...]:
    bounty = state.the_sheet.bounty
    if box == 1:
        return bounty.envelopes if bounty else ()
    return state.eliminations.boxes[box - 1].prizes


def sealed_boxes(state: TournamentState) -> list[tuple[int, Envelopes]]:
    return [(number, box) for number, box in enumerate(state.eliminations.boxes, 1) if box.commitment]


def closed_count(state: TournamentState) -> int:
    return sum(len(envelope_deck(state, number).chairs) - box.opened for number, box in sealed_boxes(state))


def waiting(state: TournamentState) -> list[Out]:
    """Who was taken out, by somebody, while no envelope was there to be opened for it. For a hunter who was sent away
    or struck off since none is opened: what is in it goes with the champion's own."""
    bounty, record = state.the_sheet.bounty, state.eliminations
    if bounty is None or bounty.kind != "mystery":
        return []
    forfeited = {one.entry for one in state.prizes.forfeits}
    struck_off = {one.id for one in state.entries.values() if one.status in GONE}
    sent_away = unpaid_places(state) | forfeited | struck_off
    unopened = (out for out in record.outs.values() if out.by and out.entry not in record.claimed)
    left = (
        msgspec.structs.replace(out, by=tuple(one for one in out.by if one not in sent_away))
        for out in unopened
        if bounties.counts(out.level, bounty)
    )
    return [out for out in left if out.by]


def opened(
    outs: Iterable[e.EntryEliminated | Out], state: TournamentState, book: Settled, now: Now
) -> Iterator[e.BountyWon]:
    """The next envelopes, one for each as far as they reach; whoever waits for one already comes first."""
    queue = {out.entry: out.by for out in (*waiting(state), *outs)}
    for (entry, by), envelope in zip(queue.items(), _closed(state, now), strict=False):
        yield from bounties.won(bounties.Knockout(entry, by, *envelope), state, book)


def _closed(state: TournamentState, now: Now) -> Iterator[Closed]:
    """In the order in which they will be opened."""
    for number, box in sealed_boxes(state):
        source = state.draws.source(box.commitment)
        if source is not None and source.awaits:
            continue
        public = source.public if source else ""
        drawn = now.the_chance.drawn(envelope_deck(state, number), box.commitment, public)
        for after, envelope in enumerate(drawn[box.opened :], box.opened + 1):
            yield Closed(envelope, after, number)


# What is asked


def seal_envelopes(command: c.SealEnvelopes, state: TournamentState, book: Settled, now: Now) -> Outcome:
    bounty = state.the_sheet.bounty
    if bounty is None or bounty.kind != "mystery" or not bounty.envelopes:
        return Refused("bounty.no_envelopes")
    if state.eliminations.envelopes.commitment:
        return Refused("bounty.sealed_before")
    refused = refuse_source(command, book, now)
    if refused:
        return refused
    deck = Deck(labelled(box_name(state, 1), command), envelopes_of(_prizes(state, 1)))
    commitment = now.the_chance.seal(deck)
    sealed = e.EnvelopesSealed(commitment=commitment, envelopes=len(deck.chairs))
    return (sealed, *source_named(command, commitment))


def add_envelopes(command: c.AddEnvelopes, state: TournamentState, book: Settled, now: Now) -> Outcome:
    bounty = state.the_sheet.bounty
    if bounty is None or bounty.kind != "mystery":
        return Refused("bounty.not_mystery")
    refused = refuse_source(command, book, now)
    if refused:
        return refused
    each = Counter(command.amounts_centavos)
    prizes = tuple(MysteryPrize(amount_centavos=amount, envelopes=many) for amount, many in each.items())
    box = len(state.eliminations.boxes) + 1
    deck = Deck(labelled(f"{state.tournament} envelopes {box}", command), envelopes_of(prizes))
    commitment = now.the_chance.seal(deck)
    sealed = e.EnvelopesSealed(commitment=commitment, envelopes=len(deck.chairs), prizes=prizes)
    return (sealed, *source_named(command, commitment))


def open_envelopes(_command: c.OpenEnvelopes, state: TournamentState, book: Settled, now: Now) -> Outcome:
    owed = waiting(state)
    if not owed:
        return Refused("bounty.nobody_waits")
    if not closed_count(state):
        return Refused("bounty.no_envelopes_left", {"waiting": len(owed)})
    return tuple(opened(owed, state, book, now)) or _closed_to_us(state)


def _closed_to_us(state: TournamentState) -> Refused:
    """Envelopes there are, and none can be opened: the box waits for its value, or its secret cannot be read."""
    box = next(box for number, box in sealed_boxes(state) if len(envelope_deck(state, number).chairs) > box.opened)
    source = state.draws.source(box.commitment)
    return awaits_value(box.commitment) if source and source.awaits else key_lost(box.commitment)


def reveal_envelopes(_command: c.RevealEnvelopes, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    """Only when nobody can open another: the order of those still closed would be known."""
    sealed = [box for _, box in sealed_boxes(state)]
    if not sealed:
        return Refused("bounty.not_sealed")
    hidden = [box for box in sealed if not box.secret]
    if not hidden:
        return Refused("bounty.revealed_before")
    over = (players_left(state) <= 1 or bool(state.stopped)) and not waiting(state)
    if not over and closed_count(state):
        return Refused("bounty.still_played_for")
    return tuple(
        e.EnvelopesRevealed(
            commitment=box.commitment, secret=now.the_chance.unseal(now.the_chance.sealed_at(box.commitment))
        )
        for box in hidden
    )
