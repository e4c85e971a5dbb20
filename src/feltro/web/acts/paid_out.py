"""What was paid out and may be taken back: prizes by their receipt, shares of the staff, prizes of a ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people.names import name_of
from feltro.kernel.money import Money
from feltro.words.sentences import written

if TYPE_CHECKING:
    from feltro.web.acts.ground import Asking

Choices = list[tuple[str, str]]


def payments(asking: Asking) -> Choices:
    """Each by its receipt, whom it was paid to and how much."""
    return [
        (
            one.id,
            f"{one.receipt} · {asking.event.names.person(one.person)} · {written(Money(one.amount_centavos), asking.lang)}",
        )
        for one in asking.event.state.prizes.payments.values()
    ]


def shares(asking: Asking) -> Choices:
    """Of the staff, who was paid."""
    paid = [person for person, share in asking.event.state.prizes.staff.items() if share.receipt]
    return [(person, name_of(person, asking.house.store)) for person in paid]


def ranking_prizes(asking: Asking) -> Choices:
    """Those of which something was paid."""
    owed = asking.season.ranking.owed.items() if asking.season else ()
    return [
        (
            prize,
            f"{name_of(one.prize.person, asking.house.store)} · {written(Money(one.paid_centavos), asking.lang)}",
        )
        for prize, one in owed
        if one.paid_centavos
    ]
