"""Which sanctions a book has for an infraction, and the usual one for a player with this history."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feltro.rulings.ruling import Penalty
from feltro.tournament.penalties import Sanction, blind_owed, ladder, usual_step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feltro.rulebook.values import Infraction
    from feltro.rulings.consultation import Consultation

ANY_PENALTY = "penalty"
PAID_IN_CHIPS = ("small_blind", "big_blind")

_WRITTEN = re.compile(r"(?:(\d+|one|two|three|four|uma?|dois|duas|tres|três|quatro)[ _-]+)?([a-zçãâêõ _-]+?)s?")
_NUMBERS = {
    **dict.fromkeys(("one", "um", "uma"), 1),
    **dict.fromkeys(("two", "dois", "duas"), 2),
    **dict.fromkeys(("three", "tres", "três"), 3),
    **dict.fromkeys(("four", "quatro"), 4),
}
_NAMES = {
    **dict.fromkeys(("warning", "verbal_warning", "advertência", "advertencia"), "warning"),
    **dict.fromkeys(("hand", "missed_hand", "hand_out", "mão", "mao"), "missed_hands"),
    **dict.fromkeys(("orbit", "round", "missed_round", "missed_orbit", "órbita", "orbita"), "missed_rounds"),
    **dict.fromkeys(("disqualification", "desclassificação"), "disqualification"),
}


def read_history(history: Iterable[str]) -> tuple[Sanction | None, ...]:
    """Earlier penalties as people write them: `warning`, `2 orbits`, `missed_hands`; anything else counts as one."""
    return tuple(_earlier(one) for one in history)


def _earlier(written: str) -> Sanction | None:
    found = _WRITTEN.fullmatch(written.strip().lower())
    if found is None:
        return None
    kind = _NAMES.get(re.sub(r"[ -]", "_", found[2]))
    number = found[1] or "1"
    amount = _NUMBERS[number] if number in _NUMBERS else int(number)
    return Sanction(kind, amount) if kind else None


def sanctions_for(infractions: Sequence[Infraction], consultation: Consultation) -> tuple[str, ...]:
    """Every sanction that the book allows; where the clause only says "penalty", each that the book has."""
    named = dict.fromkeys(kind for one in infractions for kind in one.sanctions or (ANY_PENALTY,))
    found: dict[str, None] = {}
    for kind in named:
        book_has = consultation.decides("penalty.kinds") if kind == ANY_PENALTY else (kind,)
        found.update(dict.fromkeys(book_has))
    return tuple(found)


def usual_sanction(
    kinds: Sequence[str], earlier: Sequence[Sanction | None], consultation: Consultation
) -> Sanction | None:
    """What is commonly given to a player with these earlier penalties."""
    if any(kind in PAID_IN_CHIPS for kind in kinds):
        first = consultation.detail("penalty.blinds.first")
        later = consultation.detail("penalty.blinds.later")
        return Sanction(blind_owed(len(earlier), first=first, later=later))
    most_hands = consultation.looks_at("penalty.hands.maximum")
    most_rounds = consultation.looks_at("penalty.rounds.maximum")
    step = usual_step(ladder(kinds, most_hands, most_rounds), earlier)
    return step or (Sanction(kinds[0]) if kinds else None)


def possible_penalty(required: bool, infraction: str, because: str, consultation: Consultation) -> Penalty:
    """The penalty that goes with a ruling on something else, such as stalling."""
    said = consultation.spoken(infraction)
    kinds = sanctions_for([said] if said else [], consultation)
    usual = usual_sanction(kinds, (), consultation)
    return Penalty(required, kinds, usual.kind if usual else None, because)
