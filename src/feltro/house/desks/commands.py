"""What is asked of a drawer. Its money moves by the hand of its own cashier, or by finance and the organiser on behalf."""

from typing import Annotated, Literal

import msgspec

from feltro.house.desks.notes import NoteCount
from feltro.kernel.commands import NEVER, Command
from feltro.kernel.fields import (
    NEW,
    Centavos,
    ColleagueId,
    CommandKey,
    DeskId,
    GivenReason,
    Id,
    Nsu,
    PersonId,
    Reason,
    SomeCentavos,
    Text,
)
from feltro.kernel.roles import BOOKS, MONEY, OWN_MONEY

REVERSED = "ReverseDrawerAct"
ExpenseKind = Literal["ice", "food", "drink", "transport", "cleaning", "supplies", "other"]


class DeskCommand(Command, frozen=True, kw_only=True):
    desk: DeskId


class DrawerCommand(DeskCommand, frozen=True, kw_only=True):
    """What only the cashier of the drawer does, or finance and the organiser, saying so."""

    may = MONEY
    on_behalf: bool = False
    """Somebody else's drawer, and known to be."""


class OpenDrawer(DeskCommand, frozen=True, kw_only=True):
    """A cashier starts, with so much change from the organiser."""

    may = MONEY
    taken_back = REVERSED
    desk: Annotated[DeskId, NEW]
    cashier: Id
    float_centavos: Centavos = 0
    called: Text = ""
    """What people call it: `Caixa do João`. The desk is its code."""
    sure: bool = False
    """So much indeed: asked once more where an amount is hard to believe."""


class SupplyDrawer(DrawerCommand, frozen=True, kw_only=True):
    """More change comes into the drawer: from the safe as far as it reaches, the rest from the organiser."""

    taken_back = REVERSED
    amount_centavos: SomeCentavos
    sure: bool = False


class DropCash(DrawerCommand, frozen=True, kw_only=True):
    """Cash leaves the drawer for the safe. It is on its way until somebody else has received it."""

    money_out = True
    taken_back = "RefuseDrop"
    amount_centavos: SomeCentavos


class ReceiveDrop(DeskCommand, frozen=True, kw_only=True):
    """What was dropped was counted and lies in the safe, says who received it."""

    may = BOOKS
    taken_back = NEVER
    second_person = True
    drop: CommandKey


class RefuseDrop(DeskCommand, frozen=True, kw_only=True):
    """What was dropped did not come, or not all of it: it is the drawer's again."""

    money_out = True
    may = BOOKS
    taken_back = NEVER
    second_person = True
    drop: CommandKey
    reason: GivenReason


class PayExpense(DrawerCommand, frozen=True, kw_only=True):
    """Something small is paid for the house out of the drawer: ice, a taxi."""

    money_out = True
    taken_back = REVERSED
    amount_centavos: SomeCentavos
    kind: ExpenseKind
    reason: GivenReason


class GiveAdvance(DrawerCommand, frozen=True, kw_only=True):
    """Somebody of the staff takes an advance on their pay."""

    money_out = True
    taken_back = REVERSED
    person: ColleagueId
    amount_centavos: SomeCentavos
    reason: Reason = ""


class RepayAdvance(DrawerCommand, frozen=True, kw_only=True):
    """An advance, or a part of it, comes back into the drawer."""

    taken_back = REVERSED
    person: ColleagueId
    amount_centavos: SomeCentavos


class TakeTip(DrawerCommand, frozen=True, kw_only=True):
    """A winner's tip for the staff: kept in the drawer and owed to them, apart from what the book withholds."""

    taken_back = REVERSED
    amount_centavos: SomeCentavos
    person: PersonId | Literal[""] = ""
    """Who gave it, where that is known."""
    sure: bool = False


class DivideTips(DeskCommand, frozen=True, kw_only=True):
    """Who of the staff gets how much of the tips. It is paid out afterwards, one by one."""

    may = BOOKS
    taken_back = REVERSED
    shares_centavos: dict[ColleagueId, SomeCentavos]


class PayTipShare(DrawerCommand, frozen=True, kw_only=True):
    """Somebody of the staff gets their part of the tips, all of it."""

    money_out = True
    taken_back = REVERSED
    person: ColleagueId


class PayTab(DrawerCommand, frozen=True, kw_only=True):
    """Somebody pays what they bought on the tab, or a part of it."""

    taken_back = REVERSED
    person: PersonId
    amount_centavos: SomeCentavos
    method: Literal["cash", "debit", "credit"] = "cash"


class PayCredit(DrawerCommand, frozen=True, kw_only=True):
    """A prize or refund that a player had left for next time is paid out after all: the way it came."""

    money_out = True
    taken_back = REVERSED
    person: PersonId
    amount_centavos: SomeCentavos
    method: Literal["cash", "debit", "credit", "pix", "transfer"] = "cash"
    nsu: Nsu = ""
    """Of the card's reversal on the terminal."""
    reason: Reason = ""
    """Of the organiser, where it leaves another way than it came."""


class SellMembership(DrawerCommand, frozen=True, kw_only=True):
    """Somebody becomes a member of the club for a year, or a member pays for the next one."""

    taken_back = REVERSED
    person: PersonId
    amount_centavos: SomeCentavos
    """The yearly fee, as it was told to them."""
    method: Literal["cash", "debit", "credit", "pix"] = "cash"
    reference: Text = ""
    """What the bank calls a PIX that was seen to arrive."""


class EndMembership(DeskCommand, frozen=True, kw_only=True):
    """A year of membership that was paid for ends today, before its time. What was paid for it stays paid."""

    may = BOOKS
    act: CommandKey
    reason: GivenReason


class ReverseDrawerAct(DeskCommand, frozen=True, kw_only=True):
    """An act of a drawer that is still open, typed wrongly, is taken back, with the reason on the closing."""

    money_out = True
    may = OWN_MONEY
    taken_back = NEVER
    act: CommandKey
    reason: GivenReason


class CountDrawer(DrawerCommand, frozen=True, kw_only=True):
    """The cashier stops selling to count. From here on the books of this drawer stand still."""


class HandOverDrawer(DrawerCommand, frozen=True, kw_only=True):
    """In mid-shift: counted by notes for the next cashier, who counts them too."""

    to: ColleagueId
    notes: tuple[NoteCount, ...]
    counted_centavos: dict[str, int] = msgspec.field(default_factory=dict)
    """What the other ways of paying hold: slips and statements."""


class TakeOverDrawer(DeskCommand, frozen=True, kw_only=True):
    """The next cashier counted the same notes: the drawer is theirs, and what is missing its last cashier's."""

    may = MONEY
    taken_back = NEVER
    notes: tuple[NoteCount, ...]


class CloseDrawer(DrawerCommand, frozen=True, kw_only=True):
    """The cashier counted: what each way of paying really holds. The difference is booked, and told to the owner."""

    taken_back = "ReopenDrawer"
    counted_centavos: dict[str, int]
    sure: bool = False


class ReopenDrawer(DeskCommand, frozen=True, kw_only=True):
    """A closed drawer is its cashier's again, as the books had it. Both counts stay on the paper."""

    money_out = True
    may = BOOKS
    grave = True
    taken_back = NEVER
    reason: GivenReason
