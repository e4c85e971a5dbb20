"""Heads that nobody has claimed: who won them is named later, and the last money goes to the champion."""

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.eliminations import bounties
from feltro.tournament.eliminations import commands as c
from feltro.tournament.eliminations.envelopes import closed_count, opened, waiting
from feltro.tournament.eliminations.places import players_left, still_in
from feltro.tournament.facts import eliminations as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import GONE, TournamentState


def name_hunters(command: c.NameHunters, state: TournamentState, book: Settled, now: Now) -> Outcome:
    refused = _refuse_hunters(command, state) or _refuse_sent_away(command, state, book, now)
    if refused:
        return refused
    bounty = state.the_sheet.bounty
    named = e.HuntersNamed(entry=command.entry, by=command.by)
    out = state.eliminations.outs[command.entry]
    if bounty is None or not bounties.counts(out.level, bounty):
        return (named,)
    if bounty.kind != "mystery":
        return (named, *bounties.won(bounties.Knockout(command.entry, command.by), state, book))
    known = type(out)(entry=out.entry, ground=out.ground, level=out.level, by=command.by)
    return (named, *opened([known], state, book, now))


def _refuse_hunters(command: c.NameHunters, state: TournamentState) -> Refused | None:
    record = state.eliminations
    if state.the_sheet.bounty is None:
        return Refused("bounty.none")
    if command.entry not in record.outs:
        return Refused("prize.not_out", {"entry": command.entry})
    if command.entry in record.claimed or record.outs[command.entry].by:
        return Refused("bounty.claimed_before", {"entry": command.entry})
    if len(set(command.by)) < len(command.by):
        return Refused("bust.named_twice")
    for winner in command.by:
        known = state.entries.get(winner)
        if known is None or known.status in GONE or winner == command.entry:
            return Refused("bust.winner_not_playing", {"entry": winner})
    return None


def _refuse_sent_away(command: c.NameHunters, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    """Who was disqualified is paid no knockouts, also not those that come to light later."""
    people = (state.entries[winner].person for winner in command.by)
    refused = (
        status.refusal("pay", person, state, book, now)
        for person in people
        if status.is_disqualified(person, state)
    )
    return next(filter(None, refused), None)


def without_hunter(state: TournamentState) -> dict[str, int]:
    """Who is out and nobody was named who did it, where that is worth something: the head, or an envelope's guess."""
    bounty, record = state.the_sheet.bounty, state.eliminations
    if bounty is None or record.crowned:
        return {}
    silent = [out for out in record.outs.values() if not out.by and out.entry not in record.claimed]
    if bounty.kind == "mystery":
        return {out.entry: 0 for out in silent if bounties.counts(out.level, bounty)}
    heads = bounties.unclaimed(state)
    return {out.entry: heads[out.entry] for out in silent if out.entry in heads}


def settle_bounties(command: c.SettleBounties, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    """The champion's own head, which nobody won; and every centavo that is left with it."""
    refused = _refuse_settling(command, state, book)
    if refused:
        return refused
    if state.survivors_paid:
        return _own_heads(state, book)
    champion = _champion(state)
    heads = {**bounties.unclaimed(state), champion: bounties.head_of(state, champion)}
    if state.the_sheet.bounty and state.the_sheet.bounty.kind == "mystery":
        heads = {champion: 0}
    rest = bounties.left_over(state) - sum(heads.values())
    heads[champion] += max(0, rest)
    return tuple(_to_champion(entry, amount, champion, state, book) for entry, amount in heads.items())


def _own_heads(state: TournamentState, book: Settled) -> tuple[e.BountyWon, ...]:
    """Stopped for good: everybody left takes the own head, and an equal part of what hangs on nobody's."""
    left = still_in(state)
    mystery = state.the_sheet.bounty is not None and state.the_sheet.bounty.kind == "mystery"
    own = {entry: 0 if mystery else bounties.head_of(state, entry) for entry in left}
    rest = Money(max(0, bounties.left_over(state) - sum(own.values()))).split([1] * len(left))
    return tuple(
        _to_champion(entry, own[entry] + part.centavos, entry, state, book)
        for entry, part in zip(left, rest, strict=True)
    )


def _refuse_settling(command: c.SettleBounties, state: TournamentState, book: Settled) -> Refused | None:
    bounty, record = state.the_sheet.bounty, state.eliminations
    cites = book["prizes.knockout.paid_for"].cites
    if bounty is None:
        return Refused("bounty.none")
    over = bool(state.survivors_paid) or (players_left(state) <= 1 and bool(record.outs) and bool(_champion(state)))
    if not over:
        return Refused("bounty.still_played_for")
    if record.crowned:
        return Refused("bounty.settled_before")
    behind = waiting(state)
    if behind:
        because = "bounty.waits_to_open" if closed_count(state) else "bounty.waits_for_envelopes"
        return Refused(because, {"count": len(behind)}, cites)
    nobodys = bounties.unclaimed(state)
    nobodys.pop(_champion(state), None)
    if nobodys and not command.unclaimed_to_champion:
        values = {"count": len(nobodys), "amount": Money(sum(nobodys.values()))}
        return Refused("bounty.unclaimed", values, cites)
    return None


def _champion(state: TournamentState) -> str:
    """Who is left; nobody is when the last one was sent away: then the last one out who keeps a prize."""
    left = still_in(state)
    if left:
        return left[0] if len(left) == 1 else ""
    outs = state.eliminations.outs
    kept = (entry for group in reversed(state.eliminations.groups) for entry in group if outs[entry].prize)
    return next(kept, "")


def _to_champion(entry: str, amount: int, champion: str, state: TournamentState, book: Settled) -> e.BountyWon:
    when = book["prizes.knockout.paid_for"]
    return e.BountyWon(
        entry=entry,
        winner=champion,
        person=state.entries[champion].person,
        amount_centavos=amount,
        added_centavos=0,
        envelope="",
        drawn=0,
        heads=(f"head {entry}",),
        paid_when=when.value,
        because="bounty.champion" if entry == champion else "bounty.nobodys",
        cites=tuple(map(str, when.cites)),
    )
