"""What is sold: a price with its split, what the player gets, when, and how often."""

from typing import Literal

import msgspec

from feltro.tournament.sheet.quantities import Centavos, Chips, Count, LevelNumber, Name, Some, Tag

ItemKind = Literal["entry", "reentry", "rebuy", "addon", "time_chip", "staff_bonus", "courtesy"]

PriceAccount = Literal[
    "prize_pool",
    "bounties",
    "rake",
    "staff",
    "ranking_fund",
    "stage_champion_fund",
    "federation",
    "local_partners",
]
"""Where a part of a price may go: kinds of the ledger's chart."""

FEES: tuple[PriceAccount, ...] = (
    "rake",
    "staff",
    "ranking_fund",
    "stage_champion_fund",
    "federation",
    "local_partners",
)
"""The parts that do not come back to the players of this tournament as prizes."""


class Window(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When an item is sold, counted in levels: level 0 is the time before the start."""

    from_level: LevelNumber = 0
    until_level: LevelNumber | None = None
    """On sale until this level ends; 0 is until the start; nothing: until late registration ends."""
    break_after: bool = False
    """The break that follows the last level still belongs to the window."""
    only_break: bool = False
    """Sold in that break alone, as an add-on usually is."""


class Limit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many may be sold. Nothing means no limit."""

    per_person: Some | None = None
    per_flight: Some | None = None
    """To one person in one first day."""
    total: Some | None = None
    """To everybody, in the whole tournament."""
    stack_at_most: Chips | None = None
    """Sold only to a player with no more chips than this: a rebuy."""


class SaleItem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the price list."""

    id: Tag
    kind: ItemKind
    label: Name
    """What the receipt calls it."""
    price_centavos: Centavos
    split_centavos: dict[PriceAccount, Centavos]
    """Where the money goes. It sums to the price and what the house covers."""
    covered_centavos: Centavos = 0
    """What the house adds from its own pocket: the whole of a courtesy."""
    chips: Chips = 0
    time_cards: Count = 0
    given_with_entry: bool = False
    """Goes with every entry sold inside the window, and is not asked for: a time chip."""
    members_only: bool = False
    """Sold to members of the club alone: a price of theirs, or, on every entry, an event of theirs."""
    window: Window = Window()
    limit: Limit = Limit()
