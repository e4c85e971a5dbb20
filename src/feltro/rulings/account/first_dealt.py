"""`era a primeira do assento 4`: the first card of somebody is one of the first two of the deal only where he sits next to the button."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.gist import Guess
from feltro.rulings.account.people import seated
from feltro.rulings.account.tokens import plain
from feltro.rulings.doubt import Possible
from feltro.rulings.ruling import Answer
from feltro.rulings.unsaid import Ask, Outcome, Unsaid, with_questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.rulebook.book import Rulebook
    from feltro.rulings.account.tale import Tale

FIRST, ANOTHER = "first_or_second_card_exposed", "cards_exposed"
TAKEN = Guess("what", "guess.first_dealt")
_SEAT = re.compile(
    r" (?:primeira|first|primera) (?:carta |card )?(?:do|da|de|del|of|to|for) (?:(?:o|a|the|el|assento|lugar|cadeira|cara|jogador|seat|asiento|do) )*(\w+) "
)
DEALT_FIRST = 2


def place_of_the_card(situation: dict[str, Any], told: Tale, guesses: list[Guess]) -> None:
    """Where the table is known it is known whose card that was; else it is taken for one of the first, and asked."""
    found = _SEAT.search(told.text)
    named = found[1] if found else ""
    place = _place(named, told)
    if place is not None and place >= DEALT_FIRST:
        situation |= {"what": ANOTHER, "count": 1}
    elif place is None and named.isdecimal():
        situation["count"] = 1  # one card, whichever it was
        guesses.append(TAKEN)


def _place(named: str, told: Tale) -> int | None:
    """As how manyth somebody is dealt to, from nought; nothing where nobody knows."""
    seats, button = told.context.get("seats"), told.context.get("button")
    if not isinstance(seats, list) or button is None:
        return None
    who = told.context.get("chairs", {}).get(named, named)
    order = [plain(str(one)) for one in seated(seats, button)]
    return order.index(plain(who)) if plain(who) in order else None


def with_its_place_asked(
    situation: dict[str, Any], unsaid: Unsaid, guesses: Sequence[Guess], rulebook: Rulebook
) -> Unsaid:
    """The question whether it was one of the first two, where the book rules differently on another one."""
    if TAKEN not in guesses or situation.get("what") != FIRST:
        return unsaid
    other = with_questions({**situation, "what": ANOTHER}, rulebook).answer
    first = unsaid.answer
    if not isinstance(first, Answer) or not isinstance(other, Answer):
        return unsaid
    if first.rulings[-1].remedy == other.rulings[-1].remedy:
        return unsaid
    outcomes = tuple(
        Outcome(Possible(f"answer.first_dealt.{what}", what), answer.rulings[-1].remedy, None)
        for what, answer in ((FIRST, first), (ANOTHER, other))
    )
    return replace(unsaid, questions=(Ask("what", "unsaid.first_dealt", {}, outcomes), *unsaid.questions))
