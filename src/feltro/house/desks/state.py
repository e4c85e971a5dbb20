"""What a desk is at one moment."""

import msgspec

from feltro.house.desks.facts import (
    CashDropped,
    DrawerAct,
    DrawerClosed,
    DrawerOpened,
    HandoverOffered,
    MembershipEnded,
    MembershipPaid,
)

METHODS = ("cash", "debit", "credit", "pix", "transfer", "cheque")


class DeskState(msgspec.Struct, kw_only=True):
    desk: str = ""
    called: str = ""
    """As it was typed when it was opened last with a name."""
    cashier: str = ""
    """Whose drawer is open; empty when none is."""
    counting: bool = False
    closings: list[DrawerClosed] = []
    """Every one that was ever made, also those that were taken back."""
    closed: DrawerClosed | None = None
    """The one that holds now."""
    acts: dict[str, DrawerAct | DrawerOpened] = {}
    """Of the drawer that is open, by key: what may be taken back."""
    reversed: set[str] = set()
    """Those of them that were."""
    drops: dict[str, CashDropped] = {}
    """On their way to the safe, also from drawers that were closed since."""
    handover: HandoverOffered | None = None
    memberships: dict[str, MembershipPaid] = {}
    """Every year of membership that was sold here and not taken back, by key."""
    ended: dict[str, MembershipEnded] = {}
    """Those of them that ended before their time."""
