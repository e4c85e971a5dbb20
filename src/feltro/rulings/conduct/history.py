"""Earlier penalties as people write them: by what was given, or by what was done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feltro.procedures.penalties import Sanction
from feltro.rulings.conduct.infractions import NamedInfraction, find_infraction, plain
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.rulebook.book import Rulebook

_NUMBERS = {
    **dict.fromkeys(("one", "um", "uma", "un", "una"), 1),
    **dict.fromkeys(("two", "dois", "duas", "dos"), 2),
    **dict.fromkeys(("three", "tres"), 3),
    **dict.fromkeys(("four", "quatro", "cuatro"), 4),
}
_KINDS = (
    ("dead_hand", r"dead-hand|mao-morta|mano-muerta"),
    ("loss_of_action", r"loss-of-action|perda-d[ao]-(acao|direito)"),
    ("access_denied", r"access-denied|acesso-negado"),
    ("small_blind", r"small-blind|ciega-pequena|sb"),
    ("big_blind", r"big-blind|ciega-grande|bb"),
    ("disqualification", r"(disqualif|desclassif|desqualif|descalif)\w*|dq"),
    ("elimination", r"elimin\w*"),
    ("suspension", r"suspen\w*"),
    ("exclusion", r"exclu\w*"),
    ("ban", r"ban|banned|banid[oa]|banimento|expuls\w*"),
    ("missed_rounds", r"orbits?|orbitas?|rounds?|rodadas?|rondas?"),
    ("missed_hands", r"hands?|mao|maos|manos?"),
    ("warning", r"warnings?|warned|avisos?|advertencias?|alertas?"),
)
"""From the most to the least exact: a dead hand is no missed hand."""
_OF_ANY_WEIGHT = r"penalt\w*|penal\w*|punic\w*|infra[cç]\w*|falta|offen[cs]e"


def read_history(history: Iterable[str], rulebook: Rulebook) -> tuple[Sanction | None, ...] | Unreadable:
    """Each earlier penalty, None where only the deed is told; or the first entry that is neither: it may not pass for one."""
    read: list[Sanction | None] = []
    for place, written in enumerate(history):
        if isinstance(find_infraction(written, rulebook), NamedInfraction):
            read.append(None)
            continue
        given = _given(written)
        if given is None and not _has(_OF_ANY_WEIGHT, written):
            accepts = tuple(kind for kind, _ in reversed(_KINDS))
            return Unreadable(f"history[{place}]", "unreadable.history", {"value": written}, accepts)
        read.append(given)
    return tuple(read)


def _given(written: str) -> Sanction | None:
    kind = next((kind for kind, words in _KINDS if _has(words, written)), None)
    return Sanction(kind, _amount(written)) if kind else None


def _has(words: str, written: str) -> bool:
    return re.search(rf"(^|-)({words})($|-)", plain(written)) is not None


def _amount(written: str) -> int:
    for word in plain(written).split("-"):
        if word in _NUMBERS:
            return _NUMBERS[word]
        if word.isdecimal():
            return int(word)
    return 1
