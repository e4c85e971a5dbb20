"""Earlier penalties as people write them: by what was given, or by what was done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feltro.rulings.kinds.infractions import Named, find_infraction, plain
from feltro.rulings.ruling import Unreadable
from feltro.tournament.penalties import Sanction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.rulebook.book import Rulebook

_NUMBERS = {
    **dict.fromkeys(("one", "um", "uma", "un", "una"), 1),
    **dict.fromkeys(("two", "dois", "duas", "dos"), 2),
    **dict.fromkeys(("three", "tres"), 3),
    **dict.fromkeys(("four", "quatro", "cuatro"), 4),
}
_WRITTEN = re.compile(rf"(?:(\d+|{'|'.join(_NUMBERS)})-)?([a-z][a-z-]*?)(?:e?s)?(?:-fora|-out)?")
_NAMES = {
    **dict.fromkeys(("warning", "verbal-warning", "aviso", "aviso-verbal"), "warning"),
    **dict.fromkeys(("advertencia", "advertencia-verbal", "alerta", "alerta-verbal"), "warning"),
    **dict.fromkeys(("hand", "missed-hand", "mao", "mao-perdida", "perda-de-mao", "mano"), "missed_hands"),
    **dict.fromkeys(("perdida-de-mano", "hand-penalty", "hand-out"), "missed_hands"),
    **dict.fromkeys(("orbit", "round", "missed-round", "missed-orbit", "orbita", "rodada"), "missed_rounds"),
    **dict.fromkeys(("perda-de-orbita", "perdida-de-orbita", "ronda", "round-penalty"), "missed_rounds"),
    **dict.fromkeys(("small-blind", "ciega-pequena"), "small_blind"),
    **dict.fromkeys(("big-blind", "ciega-grande"), "big_blind"),
    **dict.fromkeys(("dead-hand", "mao-morta", "mano-muerta"), "dead_hand"),
    **dict.fromkeys(("loss-of-action", "perda-da-acao"), "loss_of_action"),
    **dict.fromkeys(("access-denied", "acesso-negado"), "access_denied"),
    **dict.fromkeys(("suspension", "suspensao"), "suspension"),
    **dict.fromkeys(("elimination", "eliminacao", "eliminacion"), "elimination"),
    **dict.fromkeys(
        ("disqualification", "desclassificacao", "desqualificacao", "descalificacion"), "disqualification"
    ),
    **dict.fromkeys(("ban", "banimento", "expulsion"), "ban"),
    **dict.fromkeys(("exclusion", "exclusao"), "exclusion"),
}
_OF_ANY_WEIGHT = {
    "penalty",
    "penaltie",
    "penalti",
    "penalidade",
    "penalizacion",
    "penalizacione",
    "punicao",
    "infracao",
}
_OF_ANY_WEIGHT |= {"infraction", "infraccion", "falta", "offence", "offense"}


def read_history(history: Iterable[str]) -> tuple[Sanction | None, ...]:
    """Each earlier penalty; None where only the deed, or that there was one, is told."""
    return tuple(_earlier(one) for one in history)


def unread_history(history: Iterable[str], rulebook: Rulebook) -> Unreadable | None:
    """The first entry that is neither a penalty nor an infraction: it may not pass for one."""
    for place, one in enumerate(history):
        known = _earlier(one) or _loose(one) in _OF_ANY_WEIGHT
        if not known and not isinstance(find_infraction(one, rulebook), Named):
            accepts = tuple(dict.fromkeys(_NAMES.values()))
            return Unreadable(f"history[{place}]", "unreadable.history", {"value": one}, accepts)
    return None


def _loose(written: str) -> str:
    found = _WRITTEN.fullmatch(plain(written))
    return found[2] if found else ""


def _earlier(written: str) -> Sanction | None:
    found = _WRITTEN.fullmatch(plain(written))
    kind = found and (_NAMES.get(found[2]) or _NAMES.get(plain(written)))
    if found is None or not kind:
        return None
    number = found[1] or "1"
    return Sanction(kind, _NUMBERS[number] if number in _NUMBERS else int(number))
