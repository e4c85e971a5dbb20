"""Bounties: what an elimination is worth, fixed, growing or in an envelope."""

from collections import Counter
from fractions import Fraction

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome
from feltro.tournament.prizes import commands as c
from feltro.tournament.prizes import events as e
from feltro.tournament.prizes.due import still_in
from feltro.tournament.prizes.tables import round_half_up
from feltro.tournament.sheet import Bounty
from feltro.tournament.state import GONE, TournamentState

WHOLE = 10_000


def award_knockout(command: c.AwardKnockout, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Once for each entry that is out; several winners share it to the centavo."""
    bounty = state.the_sheet.bounty
    if bounty is None:
        return Refused("knockout.none")
    refused = _refuse_award(command, bounty, state) or _refuse_envelope(command, bounty, state)
    if refused:
        return refused
    head = state.prizes.heads.get(command.entry, bounty.amount_centavos)
    won = _won(command, bounty, head)
    grown = head - won if bounty.kind == "progressive" else 0
    each = [1] * len(command.winners)
    awarded = e.KnockoutAwarded(
        entry=command.entry,
        winners=command.winners,
        won_centavos=tuple(part.centavos for part in Money(won).split(each)),
        heads_centavos=tuple(part.centavos for part in Money(grown).split(each)),
        envelope_centavos=command.envelope_centavos if bounty.kind == "mystery" else 0,
    )
    return (awarded,)


def _won(command: c.AwardKnockout, bounty: Bounty, head: int) -> int:
    """A fixed head whole, a growing one in part, an envelope as it says; the champion's own whole."""
    if bounty.kind == "mystery":
        return command.envelope_centavos
    if bounty.kind == "fixed" or command.winners == (command.entry,):
        return head
    return round_half_up(Fraction(head * bounty.won_basis_points, WHOLE))


def _refuse_award(command: c.AwardKnockout, bounty: Bounty, state: TournamentState) -> Refused | None:
    if command.entry in state.prizes.knocked:
        return Refused("knockout.already", {"entry": command.entry})
    alive = still_in(state)
    champion = alive == [command.entry] and state.registration_closed and command.winners == (command.entry,)
    if command.entry not in state.out_order and not champion:
        return Refused("prize.not_out", {"entry": command.entry})
    if state.level < bounty.from_level and bounty.from_level > 1:
        return Refused("knockout.too_early", {"level": bounty.from_level})
    known = [one for one in command.winners if one in state.entries and state.entries[one].status not in GONE]
    itself = command.entry in command.winners and not champion
    if len(set(known)) != len(command.winners) or itself:
        return Refused("knockout.winners_wrong", {"entry": command.entry})
    return None


def _refuse_envelope(command: c.AwardKnockout, bounty: Bounty, state: TournamentState) -> Refused | None:
    """Only an envelope that is still in the box."""
    if bounty.kind != "mystery":
        return Refused("knockout.no_envelopes") if command.envelope_centavos else None
    left = Counter({prize.amount_centavos: prize.envelopes for prize in bounty.envelopes})
    left.subtract(state.prizes.envelopes)
    if left[command.envelope_centavos] <= 0:
        return Refused("knockout.not_in_the_box", {"amount": Money(command.envelope_centavos)})
    return None
