"""What cues cannot say: numbers, names and lists, each read where its kind needs it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.amounts import amount_at, chips_at
from feltro.rulings.account.lexicon import lexicon
from feltro.rulings.account.reading import Guess
from feltro.rulings.account.tokens import blinds_in, tokens_of, without_blinds
from feltro.rulings.bets.numerals import PLAIN, read_amount

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

STREETS = ("flop", "turn", "river")
ACTS = frozenset({"bet", "raise", "call", "check", "fold"})
NO_ACT = frozenset(
    "mesa fora abriu abre abriram aberta abrir fez faz hizo correr corre correm dobra disparar chamou chamaram".split()
)
_SECONDS = re.compile(r" (\S+) (?:segundos?|seconds?|segs?|s) ")
_MINUTES = re.compile(r" ((?:\S+ ){0,3}?\S+) (?:minutos?|minutes?|min)( e meio| and a half| y medio)? ")


@dataclass(frozen=True, slots=True)
class Telling:
    """A telling with everything that was found in it so far."""

    words: str
    text: str
    lang: str
    cues: frozenset[str]
    context: Mapping[str, Any]


def counted_cues(text: str) -> frozenset[str]:
    """Cues that are numbers with their unit, or the name of a street, in any language."""
    found = {street for street in STREETS if f" {street} " in text}
    return frozenset(found | ({"minutes"} if _MINUTES.search(text) else set()))


def complete(situation: dict[str, Any], told: Telling, guesses: list[Guess]) -> None:
    """The rest of the fields of this kind."""
    reader = _READERS.get(situation["kind"])
    if reader:
        reader(situation, told, guesses)


# Numbers


def number_in(words: list[str]) -> float | None:
    """The first number in some words."""
    for place in range(len(words)):
        found = read_amount(words, place)
        if found and not (
            found[1] == place + 1
            and PLAIN.get(words[place]) == 1
            and place + 1 < len(words)
            and words[place] in {"um", "uma", "un", "una"}
        ):
            return float(found[0].value)
    return None


def amounts_in(text: str) -> list[int]:
    words = text.split()
    found, at = [], 0
    while at < len(words):
        read = amount_at(words, at)
        if read and not (read[1] == at + 1 and PLAIN.get(words[at]) is not None and PLAIN[words[at]] < 100):
            found.append(int(read[0].value))
            at = read[1]
        else:
            at += 1
    return found


def _whole(value: float | None) -> Any:
    return int(value) if value is not None and value == int(value) else value


def _blinds(told: Telling) -> tuple[int, int] | None:
    known = told.context.get("blinds")
    if known:
        return int(known[0]), int(known[1])
    found = blinds_in(told.words)
    read = [read_amount([one], 0) for one in found] if found else []
    return (int(read[0][0].value), int(read[1][0].value)) if len(read) == 2 and read[0] and read[1] else None


# Acts so far


def acts_so_far(told: Telling, text: str | None = None) -> list[str] | None:
    """The acts that are listed; none when it is said that nobody acted, nothing when it is not said."""
    if text is None and "nobody_acted" in told.cues and not _lists_acts(told.text, told.lang):
        return []
    found = _lists_acts(text or told.text, told.lang)
    return found or ([] if text is None and "nobody_acted" in told.cues else None)


def _lists_acts(text: str, lang: str) -> list[str]:
    """`raise, call e call`, `dois calls`, `já apostaram e pagaram`."""
    known, words = lexicon(lang), text.split()
    found: list[str] = []
    at = 0
    while at < len(words):
        sorts, end = known.at(words, at)
        plural = known.sorts.get((words[at].removesuffix("s"),), ()) if not sorts else ()
        act = next((sort for sort in (*sorts, *plural) if sort in ACTS), None)
        said = words[at:end]
        if act and said[0] not in NO_ACT and not _is_denied(words, at) and not _is_about_another(words, at, end):
            number = PLAIN.get(words[at - 1], 1) if at and plural else 1
            found += [act] * max(number, 1)
        at = end
    return found


def _is_denied(words: list[str], at: int) -> bool:
    return any(
        word in {"ninguem", "nao", "sem", "nobody", "nadie", "no", "not", "without", "sin", "antes", "before"}
        for word in words[max(at - 2, 0) : at]
    )


def _is_about_another(words: list[str], at: int, end: int) -> bool:
    """`a aposta do river`, `facing a bet`: a thing, not something done in turn."""
    return words[at] in {"aposta", "apuesta", "apostas"} or (
        end < len(words) and words[at] == "bet" and words[at - 1] == "a" and words[at - 2 : at - 1] == ["facing"]
    )


# One reader for each kind that needs more than cues


def _misdeal(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    what = situation["what"]
    if what == "wrong_card_count":
        situation["count"] = _cards_held(told)
        if situation["count"] is None:
            situation["count"] = "unknown"
    elif what in {"cards_exposed", "boxed_cards"}:
        number = _counted(told.text, r"cartas?|cards?")
        situation["count"] = number or (1 if re.search(r" (uma|a|una|one) (carta|card) ", told.text) else 2)
    if "substantial" in told.cues:
        situation["substantial_action"] = "nobody_acted" not in told.cues
    else:
        _so_far(situation, told)


def _so_far(situation: dict[str, Any], told: Telling) -> None:
    acts = acts_so_far(told)
    if acts is not None:
        situation["acts_so_far"] = acts


def _counted(text: str, unit: str) -> int | None:
    found = re.search(rf" (\S+) (?:{unit}) ", text)
    word = found[1] if found else ""
    return PLAIN.get(word) or (int(word) if word.isdigit() else None)


def _cards_held(told: Telling) -> int | None:
    due = 4 if str(told.context.get("game", "")).startswith(("plo", "flo")) else 2
    if "one_too_many" in told.cues:
        return due + 1
    counted = _counted(told.text, r"cartas?|cards?")
    if "one_too_few" in told.cues and not (counted and counted > due):
        return due - 1
    return counted


def _button_short(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    if not situation.get("acted"):
        situation["acted"] = False
        _so_far(situation, told)


def _board(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    if "street" in situation:
        return
    opened = re.search(
        r" (?:abri\S*|vir\S*|mostr\S*|deu|saiu|antes do|before the|antes del|dealt|put|turned|puso|abrio) (?:o |the |el )?(flop|turn|river) ",
        told.text,
    )
    early = re.search(
        r" (?:the |el )?(flop|turn|river) (?:was|is|saiu|veio|prematuro|foi|fue|salio|too|came) ", told.text
    )
    found = early or opened
    street = found[1] if found else next((one for one in told.text.split() if one in STREETS), None)
    situation["street"] = street or "unknown"


def _clock(situation: dict[str, Any], told: Telling, guesses: list[Guess]) -> None:
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


def _elapsed(situation: dict[str, Any], told: Telling) -> None:
    found = _SECONDS.search(told.text)
    seconds = number_in([found[1]]) if found else None
    if seconds is None and "time_over" in told.cues and not situation.get("acted_at_zero"):
        seconds = TIME_LONG_OVER
    if seconds is not None:
        situation["elapsed"] = _whole(seconds)


TIME_LONG_OVER = 600
"""Told only that the time ran out: longer than any book gives."""


def _action_clock(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    _elapsed(situation, told)
    cards = _counted(told.text, r"cartoes|cartao|cards?|time banks?|tarjetas?")
    if cards and "time_bank_cards" not in situation:
        situation["time_bank_cards"] = cards


def _level(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    if "started_before_announcement" not in situation:
        situation.pop("hand_started_by", None)
    elif "hand_started_by" not in situation:
        situation["hand_started_by"] = "riffle"


def _order(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    """Those who are named, left of the button first; the last to bet, when it is said who."""
    from feltro.rulings.account.people import seated
    from feltro.rulings.account.tokens import plain

    seats = seated(told.context.get("seats", ()), told.context.get("button"))
    named = [name for name in seats if f" {plain(name)} " in told.text] or list(seats)
    situation["players"] = named
    last = re.search(
        r" (?:ultimo a apostar foi|ultima aposta foi|last to bet was|ultimo agressor foi|quem apostou foi|ultimo en apostar fue) (?:o |a |do |da |el |la )?(\S+) ",
        told.text,
    )
    aggressor = next((name for name in named if last and plain(name) == last[1]), None)
    if aggressor:
        situation["last_aggressor"] = aggressor
    elif "nobody_bet" in told.cues:
        situation["last_aggressor"] = ""


def _killed(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    """What the player had bet, and how much of it nobody had matched."""
    if situation["by"] == "dealer" and situation.get("tabled") and "winning" not in situation:
        situation["winning"] = False
    raised = re.search(r" (?:de|from|desde) (\S+(?: mil)?) (?:pra|para|to|a) ((?:\S+ ){1,4})", told.text)
    chips = amounts_in(without_blinds(told.text))
    if raised:
        first, second = number_in(raised[1].split()), number_in(raised[2].split())
        if first is not None and second is not None and second > first:
            situation["bet"] = int(second)
            if not situation.get("called"):
                situation["raise_uncalled"] = int(second - first)
    elif chips and situation["by"] != "player":
        situation["bet"] = chips[0]
        if situation.get("called") is False:
            situation["raise_uncalled"] = chips[0]
    if not situation.get("bet"):
        situation.pop("called", None)


def _found(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    numbers = [one for one in amounts_in(told.text) if one >= 5]
    lowest = re.search(
        r" (?:menor|lowest|smallest|mas chica|menor ficha) (?:\S+ ){0,4}?(\d[\d.,]*k?|mil|cem|quinhentos) ",
        told.text,
    )
    if lowest:
        found = read_amount([lowest[1]], 0)
        situation["next_value"] = int(found[0].value) if found else None
    situation["amount"] = numbers[0] if numbers else "unknown"


def _transport(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    numbers = [one for one in amounts_in(told.text) if one >= 25]
    if numbers:
        situation["amount"] = numbers[0]


def _race(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    """`o 1 tem três de 25`: odd chips by seat; the first two values are those that leave and stay."""
    words = [token.text for token in tokens_of(told.words)]
    odd: dict[str, int] = {}
    remove = re.search(r" (?:fichas? )?de (\S+) (?:sai|saem|leaves?) ", told.text)
    keep = re.search(r" (?:fica|ficam|stays?|queda|para as?) (?:a |as )?(?:fichas? )?(?:de )?(\S+) ", told.text)
    for place, word in enumerate(words[:-2]):
        if word.isdigit() and words[place + 1] in {"tem", "has", "tiene", "com"}:
            pile = chips_at(words, place + 2)
            number = len(pile[0]) if pile else PLAIN.get(words[place + 2], 0)
            odd[word] = number
    situation["odd"] = odd
    for name, match in (("remove", remove), ("keep", keep)):
        found = read_amount([match[1]], 0) if match else None
        situation[name] = int(found[0].value) if found else "unknown"


def _dispute(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    if situation.get("new_hand_started"):
        acts = acts_so_far(told, told.text)
        if acts:
            situation["acts_next_hand"] = acts


def _conduct(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    if "warned_before" in told.cues:
        situation["history"] = ["warning"]
    elif "first_penalty" in told.cues:
        situation["history"] = []
    elif "second_penalty" in told.cues:
        situation["history"] = ["penalty"]
    blinds = _blinds(told)
    if blinds:
        situation["small_blind"], situation["big_blind"] = blinds
    number = _counted(told.text, r"jogadores|amigos|players|jugadores|caras")
    if situation["infraction"] == "collusion" and number:
        situation["people"] = number
    if situation["infraction"] != "phone":
        situation.pop("live_hand", None)


def _penalty(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    situation["rounds"] = _counted(told.text, r"orbitas?|rodadas?|voltas?|orbits?|rounds?|vueltas?") or "unknown"
    served = re.search(
        r" (?:cumpr\S*|served|cumplio|has served) (?:ja |already |ya )?(\S+) (?:maos?|hands?|manos?) ", told.text
    )
    if served:
        number = PLAIN.get(served[1]) or (int(served[1]) if served[1].isdigit() else None)
        if number:
            situation["served"] = number
    table = re.search(r" (?:mesa de|mesa com|mesa tem) (\S+) | (\S+) (?:handed|jogadores na mesa) ", told.text)
    word = (table[1] or table[2]) if table else ""
    known = PLAIN.get(word) or (int(word) if word.isdigit() else told.context.get("players"))
    situation["players_at_table"] = known or "unknown"
    if situation["rounds"] == "unknown":
        hands = _counted(told.text, r"maos|hands|manos")
        if hands:
            situation.pop("rounds")
            situation.update(penalty="hands", hands=hands)


def _busts(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    """How many are left and paid, and who went out, where, with how much."""
    left = re.search(
        r" (\d+) (?:vivos?|restam|jogadores|left|players|quedan|restantes|vivas?) | (?:restam|sobram|faltam|quedan|with) (\d+) ",
        told.text,
    )
    paid = re.search(
        r" (?:pagam|pagos|premiados|paga|premia|pays?|pagan|paid|itm) (\d+) | (\d+) (?:premiados|pagos|paid|premios) ",
        told.text,
    )
    if left:
        situation["players_left"] = int(left[1] or left[2])
    if paid:
        situation["paid"] = int(paid[1] or paid[2])
    situation["busts"] = _who_went_out(told)


_NAMED = re.compile(
    r"\b(?:[oa]|el|la|e|y|and)\s+([A-ZÁÉÍÓÚÂÊÔÃÕÇ][\wÀ-ÿ]+)|\b([A-ZÁÉÍÓÚÂÊÔÃÕÇ][\wÀ-ÿ]+)(?=\s*(?:,|caiu|busted|cayo|cayó|com|with|and))"
)
_TABLE = re.compile(r"(?:mesa|table)\s+(\d+)", re.IGNORECASE)
_STACK = re.compile(r"(?:com|with|con|tinha|had)\s+(\d+(?:[.,]\d+)*k?(?:\s+mil)?)", re.IGNORECASE)


def _who_went_out(told: Telling) -> list[dict[str, Any]]:
    names = [(found.start(), found[1] or found[2]) for found in _NAMED.finditer(told.words)]
    names = [
        one for one in names if one[1].lower() not in {"mão", "hand", "na", "mesa", "mano", "restam", "caíram"}
    ]
    tables = [(found.start(), found[1]) for found in _TABLE.finditer(told.words)]
    stacks = [(found.start(), found[1]) for found in _STACK.finditer(told.words)]
    busts = []
    for place, (start, name) in enumerate(names):
        end = names[place + 1][0] if place + 1 < len(names) else len(told.words)
        own_table = next((table for at, table in tables if start < at < end), tables[0][1] if tables else "1")
        bust: dict[str, Any] = {"player": name, "table": own_table}
        stack = next((told_stack for at, told_stack in stacks if start < at < end), None)
        read = read_amount(stack.split(), 0) if stack else None
        if read:
            bust["stack"] = int(read[0].value)
        busts.append(bust)
    return busts


def _wrong_seat(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    numbers = [one for one in amounts_in(told.text) if one >= 100]
    if numbers:
        situation["stack_now"] = numbers[-1]


def _end_of_day(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    found = _MINUTES.search(told.text)
    minutes = number_in(found[1].split()) if found else None
    if found and minutes is not None:
        situation["minutes_left"] = _whole(minutes + (0.5 if found[2] else 0))


def _stack_field(name: str) -> Callable[[dict[str, Any], Telling, list[Guess]], None]:
    def read(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
        numbers = [one for one in amounts_in(told.text) if one >= 100]
        if numbers:
            situation[name] = numbers[0]
        elif name == "starting_stack":
            situation[name] = told.context.get("starting_stack", "unknown")

    return read


def _halt(situation: dict[str, Any], told: Telling, _: list[Guess]) -> None:
    pairs = re.findall(r"\b(?:mesa|table)?\s*([A-Z]|\d+)\s+(?:tem|com|has|tiene|ficou com)\s+(\d+)", told.words)
    situation["counts"] = {name: int(number) for name, number in pairs}
    if pairs:
        situation["table"] = min(pairs, key=lambda pair: int(pair[1]))[0]


_READERS: dict[str, Callable[[dict[str, Any], Telling, list[Guess]], None]] = {
    "misdeal": _misdeal,
    "button_short": _button_short,
    "board": _board,
    "clock_call": _clock,
    "action_clock": _action_clock,
    "new_level": _level,
    "showdown_order": _order,
    "killed_hand": _killed,
    "found_chips": _found,
    "transport": _transport,
    "chip_race": _race,
    "dispute": _dispute,
    "conduct": _conduct,
    "penalty_effect": _penalty,
    "hand_for_hand": _busts,
    "wrong_seat": _wrong_seat,
    "end_of_day": _end_of_day,
    "late_entry": _stack_field("starting_stack"),
    "reentry": _stack_field("chips"),
    "halt": _halt,
}
