"""Numbers, names and lists of the showdown, of chips, conduct, seats and tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.amounts import chips_at
from feltro.rulings.account.people import seated
from feltro.rulings.account.tale import MINUTES, acts_so_far, amounts_in, blinds_of, counted, number_in, whole
from feltro.rulings.account.tokens import plain, tokens_of, without_blinds
from feltro.rulings.bets.numerals import PLAIN, read_amount

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.gist import Guess
    from feltro.rulings.account.tale import Tale


def _order(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Those who are named, left of the button first; the last to bet, when it is said who."""
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


def _killed(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
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


def _found(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    numbers = [one for one in amounts_in(told.text) if one >= 5]
    lowest = re.search(
        r" (?:menor|lowest|smallest|mas chica|menor ficha) (?:\S+ ){0,4}?(\d[\d.,]*k?|mil|cem|quinhentos) ",
        told.text,
    )
    if lowest:
        found = read_amount([lowest[1]], 0)
        situation["next_value"] = int(found[0].value) if found else None
    situation["amount"] = numbers[0] if numbers else "unknown"
    if situation["when"] == "all_in_called" and len(numbers) > 1:
        situation["counted"] = numbers[1]
    if situation["when"] == "all_in_called":
        situation.setdefault("winner", "unknown")


def _transport(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    numbers = [one for one in amounts_in(told.text) if one >= 25]
    if numbers:
        situation["amount"] = numbers[0]


def _race(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """`o 1 tem três de 25`: odd chips by seat; the first two values are those that leave and stay."""
    words = [token.text for token in tokens_of(told.words)]
    odd: dict[str, int] = {}
    remove = re.search(
        r" (?:fichas? )?de (\S+) (?:sai|saem|leaves?) | (?:sai|saem) (?:a |as )?(?:fichas? )?de (\S+) ", told.text
    )
    keep = re.search(r" (?:fica|ficam|stays?|queda|para as?) (?:a |as )?(?:fichas? )?(?:de )?(\S+) ", told.text)
    for place, word in enumerate(words[:-2]):
        if word.isdigit() and words[place + 1] in {"tem", "has", "tiene", "com"}:
            pile = chips_at(words, place + 2)
            number = len(pile[0]) if pile else PLAIN.get(words[place + 2], 0)
            odd[word] = number
    situation["odd"] = odd
    for name, match in (("remove", remove), ("keep", keep)):
        said = next((one for one in match.groups() if one), "") if match else ""
        found = read_amount([said], 0) if said else None
        situation[name] = int(found[0].value) if found else "unknown"


def _dispute(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    if situation.get("new_hand_started"):
        acts = acts_so_far(told, told.text)
        if acts:
            situation["acts_next_hand"] = acts


def _conduct(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    if "warned_before" in told.cues:
        situation["history"] = ["warning"]
    elif "first_penalty" in told.cues:
        situation["history"] = []
    elif "second_penalty" in told.cues:
        situation["history"] = ["penalty"]
    blinds = blinds_of(told)
    if blinds:
        situation["small_blind"], situation["big_blind"] = blinds
    number = counted(told.text, r"jogadores|amigos|players|jugadores|caras")
    if situation["infraction"] == "collusion" and number:
        situation["people"] = number
    if situation["infraction"] != "phone":
        situation.pop("live_hand", None)


def _penalty(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    situation["rounds"] = counted(told.text, r"orbitas?|rodadas?|voltas?|orbits?|rounds?|vueltas?") or "unknown"
    served = re.search(r" (?:cumpr\S*|served|cumplio|has served) (?:ja |already |ya |so |only )?(\S+) ", told.text)
    if served:
        number = PLAIN.get(served[1]) or (int(served[1]) if served[1].isdigit() else None)
        if number:
            situation["served"] = number
    table = re.search(r" (?:mesa de|mesa com|mesa tem) (\S+) | (\S+) (?:handed|jogadores na mesa) ", told.text)
    word = (table[1] or table[2]) if table else ""
    known = PLAIN.get(word) or (int(word) if word.isdigit() else told.context.get("players"))
    situation["players_at_table"] = known or "unknown"
    if situation["rounds"] == "unknown":
        hands = counted(told.text, r"maos|hands|manos")
        if hands:
            situation.pop("rounds")
            situation.update(penalty="hands", hands=hands)


def _busts(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """How many are left and paid, and who went out, where, with how much."""
    left = re.search(
        r" (\d+) (?:vivos?|restam|jogadores|left|players|quedan|restantes|vivas?) | (?:restam|sobram|faltam|quedan|with) (\d+) ",
        told.text,
    )
    paid = re.search(
        r" (?:pagam|pagamos|pagando|pagos|premiados|paga|premia|premiam|pays?|pagan|paid|itm) (\d+) | (\d+) (?:premiados|pagos|paid|premios) ",
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


def _who_went_out(told: Tale) -> list[dict[str, Any]]:
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


def _wrong_seat(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    numbers = [one for one in amounts_in(told.text) if one >= 100]
    if numbers:
        situation["stack_now"] = numbers[-1]


def _end_of_day(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    found = MINUTES.search(told.text)
    minutes = number_in(found[1].split()) if found else None
    if found and minutes is not None:
        situation["minutes_left"] = whole(minutes + (0.5 if found[2] else 0))


def _stack_field(name: str) -> Callable[[dict[str, Any], Tale, list[Guess]], None]:
    def read(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
        numbers = [one for one in amounts_in(told.text) if one >= 100]
        if numbers:
            situation[name] = numbers[0]
        elif name == "starting_stack":
            situation[name] = told.context.get("starting_stack", "unknown")

    return read


def _halt(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    pairs = re.findall(r"\b(?:mesa|table)?\s*([A-Z]|\d+)\s+(?:tem|com|has|tiene|ficou com)\s+(\d+)", told.words)
    situation["counts"] = {name: int(number) for name, number in pairs}
    if pairs:
        situation["table"] = min(pairs, key=lambda pair: int(pair[1]))[0]


def _presence(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Not at the table, and nobody says when: that has to be asked."""
    if situation.get("at_seat_when") == "first_action" and "when_dealt" not in told.cues:
        situation["at_seat_when"] = "unknown"


READERS: dict[str, Callable[[dict[str, Any], Tale, list[Guess]], None]] = {
    "showdown_order": _order,
    "killed_hand": _killed,
    "presence": _presence,
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
