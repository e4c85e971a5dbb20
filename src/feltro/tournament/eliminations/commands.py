"""What people report when players are out. A single bust is `Eliminate`, which stands with the desk's commands."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import NEVER, TournamentCommand
from feltro.kernel.fields import Count, CountedTable, EntryId, SomeCentavos, which
from feltro.kernel.roles import FLOOR, OFFICE, TABLES
from feltro.tournament.draws.commands import CommittingCommand


class Busted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    entry: EntryId
    stack: Count = 0
    """Chips when the hand began."""
    order: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Of several at a table whose stacks are not told yet: who had least is 1, who had more comes after, equals alike."""
    table: CountedTable = 0
    """Only where nobody keeps seats."""
    by: tuple[EntryId, ...] = ()
    """Entries that won the chips: several when the pot was shared."""


class BustHand(TournamentCommand, frozen=True, kw_only=True):
    """Everybody who is out in one hand, at one table; in hand-for-hand play, at all of them."""

    may = TABLES
    busts: Annotated[tuple[Busted, ...], msgspec.Meta(min_length=1, max_length=100)]
    hand: Count = 0
    round: Count = 0
    """Of hand-for-hand play."""


class SealEnvelopes(CommittingCommand, frozen=True, kw_only=True):
    """Shuffle the mystery prizes and show the commitment, before the first is opened."""

    may = OFFICE
    subject = "envelopes"


class AddEnvelopes(CommittingCommand, frozen=True, kw_only=True):
    """The box does not reach: another one is sealed, and its commitment shown before any of it is opened."""

    may = OFFICE
    subject = "envelopes"
    amounts_centavos: Annotated[tuple[SomeCentavos, ...], msgspec.Meta(min_length=1, max_length=1000)]
    """What is in each envelope."""


class OpenEnvelopes(TournamentCommand, frozen=True, kw_only=True):
    """Players who were taken out while no envelope was there: each opens the next one now, in their order."""

    may = OFFICE
    subject = "envelopes"


class RevealEnvelopes(TournamentCommand, frozen=True, kw_only=True):
    """No more envelopes will be opened: anybody may check the draw."""

    may = OFFICE
    subject = "envelopes"
    taken_back = NEVER


class NameHunters(TournamentCommand, frozen=True, kw_only=True):
    """Who took a player out, where the bust was reported without it: the bounty is theirs after all."""

    may = FLOOR
    subject = "hunters"
    about = ("entry",)
    rests_on = ("prizes.knockout.paid_for",)
    entry: Annotated[EntryId, which("without_hunter")]
    by: Annotated[tuple[Annotated[EntryId, which("played")], ...], msgspec.Meta(min_length=1, max_length=20)]


class SettleBounties(TournamentCommand, frozen=True, kw_only=True):
    """One player is left, and takes the bounty on the own head."""

    may = OFFICE
    subject = "bounties"
    rests_on = ("prizes.knockout.paid_for",)
    unclaimed_to_champion: bool = False
    """Heads that nobody won: the director's word that the champion takes them too."""


class Eliminate(TournamentCommand, frozen=True, kw_only=True):
    """One player is out. Several in the same hand are `BustHand`."""

    may = TABLES
    entry: EntryId
    table: CountedTable = 0
    """Only where nobody keeps seats."""
    hand: Count = 0
    round: Count = 0
    """Of hand-for-hand play."""
    stack: Count = 0
    """Chips when the hand began."""
    by: tuple[EntryId, ...] = ()
    """Entries that won the chips."""
    ground: Literal["bust", "blinded_out"] = "bust"
