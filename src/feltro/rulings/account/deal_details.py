"""Numbers and streets of errors with cards, and of clocks and levels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.first_dealt import FIRST, place_of_the_card
from feltro.rulings.account.gist import Guess
from feltro.rulings.account.tale import MINUTES, SECONDS, STREETS, acts_so_far, counted, number_in, whole
from feltro.rulings.bets.numerals import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.tale import Tale


def _misdeal(situation: dict[str, Any], told: Tale, guesses: list[Guess]) -> None:
    if situation["what"] == FIRST:
        place_of_the_card(situation, told, guesses)
    what = situation["what"]
    if what == "wrong_card_count":
        situation["count"] = _cards_held(told)
        if situation["count"] is None:
            situation["count"] = "unknown"
    elif what in {"cards_exposed", "boxed_cards"}:
        number = counted(told.text, r"cartas?|cards?")
        if re.search(r" carta (?:do|da) \S+ e (?:a|uma|outra)? ?(?:do|da) ", told.text):
            number = 2  # `a carta do 7 e a do 2`
        if re.search(r" carta (?:do|da) \S+ (?:\S+ ){1,12}?a (?:do|da) \S+ (?:tambem|virou|abriu) ", told.text):
            number = 2  # `a carta do 7 virou, depois a do 9 também`
        one = re.search(r" (?:primeira|segunda|first|second) (?:carta|card) ", told.text)
        several = re.search(r" (cartas|cards|duas|tres) ", told.text)
        situation["count"] = number or (2 if several and not one else 1)
    if "substantial" in told.cues:
        situation["substantial_action"] = "nobody_acted" not in told.cues
    else:
        _so_far(situation, told)


def _so_far(situation: dict[str, Any], told: Tale) -> None:
    acts = acts_so_far(told)
    if acts is not None:
        situation["acts_so_far"] = acts


def _cards_held(told: Tale) -> int | None:
    due = 4 if str(told.context.get("game", "")).startswith(("plo", "flo")) else 2
    if "one_too_many" in told.cues:
        more = re.search(r" (\S+) cartas? (?:a|de) mais ", told.text)
        return due + max(PLAIN.get(more[1], 1) if more else 1, 1)
    found = re.search(r" cont\w+ (?:, )?(?:eram|sao|tinha|tem|deu|deram|were|eran|habia) (\S+) ", told.text)
    if found and PLAIN.get(found[1], 0):
        return PLAIN[found[1]]  # `sobrou uma carta: contou, eram três`
    held = counted(told.text, r"cartas?|(?:hole )?cards?")
    if held is None:
        with_so_many = re.search(r" (?:ficou|ficaram) com (\S+) ", told.text)
        held = PLAIN.get(with_so_many[1]) if with_so_many else None
    if "one_too_few" in told.cues and not (held and held > due):
        return due - 1
    return held


def _button_short(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    if not situation.get("acted"):
        situation["acted"] = False
        _so_far(situation, told)


def _board(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    if "street" in situation:
        return
    opened = re.search(
        r" (?:abri\S*|vir\S*|mostr\S*|bat\S*|desc\S*|pux\S*|botou|colocou|meteu|revel\S*|pos|deu|saiu|mandou|queimou|dealt|put|turned|flipped|flips|turns|opened|ran|rolled|puso|saco|abrio|dio|tiro) (?:out |over |vuelta )?(?:o |the |el )?(flop|turn|river) ",
        told.text,
    )
    before = re.search(r" (?:antes do|before the|antes del) (flop|turn|river) ", told.text)
    early = re.search(
        r" (?:the |el )?(flop|turn|river) (?:was|is|saiu|veio|prematuro|foi|fue|salio|too|came) ", told.text
    )
    found = opened or early or before
    if re.search(r" turn e (?:o )?river junt", told.text):
        situation["street"] = "river"
        return
    street = found[1] if found else next((one for one in told.text.split() if one in STREETS), None)
    situation["street"] = street or "unknown"


def _clock(situation: dict[str, Any], told: Tale, guesses: list[Guess]) -> None:
    out, elsewhere = "out_of_event" in told.cues, "other_table" in told.cues
    caller = {
        "at_table": not (out or elsewhere),
        "seated": not (out or "standing" in told.cues),
        "in_event": not out,
    }
    situation["caller"] = caller
    if all(caller.values()):
        guesses.append(Guess("caller", "guess.caller"))
    _elapsed(situation, told)


def _elapsed(situation: dict[str, Any], told: Tale) -> None:
    gone, found = _WENT_BY.search(told.text), SECONDS.search(told.text)
    said = gone[1] if gone else found[1] if found and not _STILL_HAS.search(told.text) else ""
    seconds = number_in([said]) if said else None
    if seconds is not None and _RAN_OUT.search(told.text) and not situation.get("acted_at_zero"):
        later = re.search(r" (?:deu|foram|passaram|ja) (\d{1,3}) ", told.text)
        seconds = max(seconds + 1, float(later[1]) if later else 0)
    minutes = MINUTES.search(told.text) if seconds is None and not _BEFORE_THE_CALL.search(told.text) else None
    if minutes:
        seconds = 60 * (number_in(minutes[1].split()) or 1) + (30 if minutes[2] else 0)
    if seconds is None and "time_over" in told.cues and not situation.get("acted_at_zero"):
        seconds = TIME_LONG_OVER
    if seconds is not None:
        situation["elapsed"] = whole(seconds)


_WENT_BY = re.compile(
    r" (?:passaram|passou|foram|ficou|pensando ha|ha|ja deu|gone|passed|pasaron|van) (?:so |uns |ja |mais de |quase |unos |about )*(\d{1,3}) (?:segundos?|seconds?|segs?|s|,|\.|e) "
)
_STILL_HAS = re.compile(
    r" (?:tem|faltam|falta|restam|sobram|has|left|quedan) (?:ainda |so |mais |still )*\S+ (?:segundos|seconds) (?!(?:ja|que|already|gone|ya) )"
)
"""`tem 20 segundos` is what is left; `tem 20 segundos já`, `tem 20 segundos que pediram` what went by."""
_RAN_OUT = re.compile(
    r" (?:estour\w+|acabar\w+|acabou|zerou|zeraram|esgot\w+|terminar\w+|venceram|passou d\w+|expired) (?:o |os |dos |the |seus )?\S+ (?:segundos|seconds) "
)
"""`estourou os 30 segundos`: more than these went by."""
_BEFORE_THE_CALL = re.compile(r" (?:depois de|apos|after|despues de|ha|faz) (?:\S+ ){1,3}(?:minutos?|minutes?) ")
"""He had thought for so long when the clock was called: it has not run since."""
TIME_LONG_OVER = 600
"""Told only that the time ran out: longer than any book gives."""


def _action_clock(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    _elapsed(situation, told)
    cards = counted(told.text, r"cartoes|cartao|cartas? de tempo|cards?|time cards?|time banks?|tarjetas?")
    if cards and "time_bank_cards" not in situation:
        situation["time_bank_cards"] = cards


def _level(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    acts = acts_so_far(told)
    if acts and situation.get("started_before_announcement") is False:
        situation["acts_so_far"] = acts
    if situation.get("hand_started_by") == "none":
        situation["started_before_announcement"] = False
    elif "started_before_announcement" not in situation:
        situation.pop("hand_started_by", None)
    elif "hand_started_by" not in situation:
        situation["hand_started_by"] = "riffle"


def _substantial(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    _so_far(situation, told)


READERS: dict[str, Callable[[dict[str, Any], Tale, list[Guess]], None]] = {
    "misdeal": _misdeal,
    "button_short": _button_short,
    "substantial_action": _substantial,
    "board": _board,
    "clock_call": _clock,
    "action_clock": _action_clock,
    "new_level": _level,
}
