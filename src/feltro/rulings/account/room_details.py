"""Numbers, names and lists of the showdown, of conduct, seats and tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.bubble_details import left_and_paid
from feltro.rulings.account.people import seated
from feltro.rulings.account.tale import (
    MINUTES,
    SECONDS,
    acts_so_far,
    amounts_in,
    blinds_of,
    counted,
    number_in,
    whole,
)
from feltro.rulings.account.tokens import plain, without_blinds
from feltro.rulings.bets.numerals import PLAIN
from feltro.rulings.doubt import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.gist import Guess
    from feltro.rulings.account.tale import Tale


_NAME = r"\b[A-ZÁÉÍÓÚÂÊÔÃÕÇ][a-zà-ÿ]+\b"


def _order(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Those who are named, left of the button first; the last to bet, when it is said who."""
    seats = seated(told.context.get("seats", ()), told.context.get("button"))
    named = (
        ([] if _AND_THE_OTHERS.search(told.text) else [name for name in seats if f" {plain(name)} " in told.text])
        or list(seats)
        or _listed(told.words)
        or _doing(told.words)
    )
    named = named or sorted(set(_CHAIR.findall(told.text)), key=int)
    named = [name for name in named if not _gave_up(name, told.text)] or named
    situation["players"] = named if len(named) > 1 else UNKNOWN
    last = re.search(
        r" (?:(?:ultimo|ultima|last) (?:\S+ ){0,5}?(?:foi|was|fue)|quem apostou (?:\S+ ){0,3}?foi) (?:o |a |do |da |el |la |de )?(\S+) ",
        told.text,
    )
    last = last or re.search(r" (\S+) (?:foi|fue|was) (?:o |a |el |la |the )?(?:ultim[oa]|last) ", told.text)
    last = last or re.search(
        r" (?:pagou|pagaram|pago|deu call|called|calls) (?:\S+ ){1,4}?(?:do|da|de|del|of) (?:el |la )?(\S+) ",
        told.text,
    )
    aggressor = next((name for name in named if last and plain(name) == last[1]), None) or _who_bet(named, told)
    if aggressor:
        situation["last_aggressor"] = aggressor
    elif "nobody_bet" in told.cues:
        situation["last_aggressor"] = ""


_AND_THE_OTHERS = re.compile(
    r" (?:os outros|as outras|o resto|todos|todo mundo|the others|the rest|everyone|los otros|los demas) "
)
"""`a Rosa apostou e os outros pagaram`: those not named are there too."""
_CHAIR = re.compile(r"(?<= )(?:o|a|do|no|entre|assento|seat|lugar|cadeira|e|ou|el|asiento|the) (\d{1,2})(?= )")


def _gave_up(name: str, text: str) -> bool:
    """`a Sheila correu`: no longer there when hands are shown."""
    gone = r"(?:foldou|correu|largou|desistiu|fold|saiu|folded|folds|mucked|foldeo|se retiro|se fue)"
    return bool(re.search(rf" {re.escape(plain(name))} (?:ja |deu |tinha |had )*{gone} ", text))


_LISTED = re.compile(rf"{_NAME}(?:, (?:[oa] )?{_NAME})*(?:,? (?:e|and|y) (?:[oa] )?{_NAME}|, {_NAME})")


def _listed(words: str) -> list[str]:
    """`Ana, Beto e Caio`: the longest row of names, where the table is not known."""
    rows = [re.findall(_NAME, found[0]) for found in _LISTED.finditer(words)]
    return max(rows, key=len, default=[])


_DONE = r"(?:apostou|bateu|pagou|deu|aumentou|foi|completou|chamou)"
_DOING = re.compile(
    rf"(?:\b[oa]\s+)?(?!(?:Ele|Ela|Quem|Ninguém|Alguém|Todos?)\b)({_NAME})\s+{_DONE}\b|\b{_DONE}\s+[oa]\s+({_NAME})"
)


def _doing(words: str) -> list[str]:
    """`o Oscar apostou e a Quitéria pagou`: whoever acts is there, where the table is not known."""
    return list(dict.fromkeys(before or behind for before, behind in _DOING.findall(words)))


def _who_bet(named: list[str], told: Tale) -> str | None:
    """The last of them of whom it is told that he bet or raised."""
    if "nobody_bet" in told.cues:
        return None
    names = "|".join(re.escape(plain(name)) for name in named)
    bets = re.findall(
        rf" ({names}) (?:que |foi |quem |who |was |one |fue |el |la |deu |so |o |um |ultimo |fez |last |made |the |a )*(?:apostou|bettou|aumentou|bateu|betou|raise|subiu|bet|bets|raised|subio|aposto|all in) ",
        told.text,
    )
    bets = bets or re.findall(
        rf" (?:apostou|aumentou|bateu|betou|subiu|aposto|subio) (?:o|a|el|la) ({names}) ", told.text
    )
    return next((name for name in named if bets and plain(name) == bets[-1]), None)


def _killed(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """What the player had bet, and how much of it nobody had matched."""
    if situation["by"] == "dealer" and situation.get("tabled") and "winning" not in situation:
        situation["winning"] = False
    raised = re.search(r" (?:de|from|desde) (\S+(?: mil)?) (?:pra|para|to|a) ((?:\S+ ){1,4})", told.text)
    over = _RAISED_OVER.search(told.text)
    chips = [one for one in amounts_in(without_blinds(told.text)) if one >= SMALLEST_BET]
    matched = number_in(over[1].split()) if over else None
    if matched is not None and chips and chips[0] > matched:
        situation["bet"] = chips[0]
        if not situation.get("called"):
            situation["raise_uncalled"] = int(chips[0] - matched)
    elif raised:
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


_RAISED_OVER = re.compile(
    r" (?:em cima|por cima|over|on top|sobre) (?:de |of |da |do |uma |a |aposta |bet |apuesta )*((?:\d[\d.,]*k?|mil|[a-z]+entos)(?: mil)?) "
)
"""`raise pra 1.500 em cima de 500`: what the raise was over is matched already."""
SMALLEST_BET = 20
"""Less than that is a seat, a number of cards or of people."""


def _dispute(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    minutes, seconds = MINUTES.search(told.text), SECONDS.search(told.text)
    passed = number_in([seconds[1]]) if seconds else None
    if passed is not None:
        situation["minutes_since_award"] = whole(passed / 60)
    elif minutes:
        since = number_in(minutes[1].split()) or 1
        situation["minutes_since_award"] = whole(since + (0.5 if minutes[2] else 0))
    if situation.get("new_hand_started"):
        acts = acts_so_far(told, told.text)
        if acts:
            situation["acts_next_hand"] = acts


def _conduct(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    fined = re.search(r" multa de (?:um |o )?(small|big) ", told.text)
    if fined:
        situation["history"] = [f"{fined[1]}_blind"]
    elif "warned_before" in told.cues:
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


def _penalty(situation: dict[str, Any], told: Tale, guesses: list[Guess]) -> None:
    if situation["penalty"] in {"disqualification", "elimination"}:
        left_and_paid(situation, told)
        return
    _rounds(situation, told, guesses)
    chips = [one for one in amounts_in(without_blinds(told.text)) if one >= SMALLEST_STACK]
    if situation.get("blinded_out"):
        situation.pop("players_at_table")
        if chips:
            situation["stack"] = chips[0]


SMALLEST_STACK = 100


_SERVED = re.compile(
    r" (?:cumpr\S*|served|cumplio|(?:ficou|esta|ta|estuvo|estava|tava) (?:de )?(?:fora|fuera)|sat out|missed|perdeu|perdio) "
    r"(?:ja |already |ya |so |only |de |por |durante )*(\S+) (?!orbit|volta|rodada|round|vuelta)"
)
"""`cumpriu 4`, `já ficou fora de três mãos`; how many rounds is the penalty itself."""


def _rounds(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    situation["rounds"] = counted(told.text, r"orbitas?|rodadas?|voltas?|orbits?|rounds?|vueltas?") or "unknown"
    served = _SERVED.search(told.text)
    if served:
        number = PLAIN.get(served[1]) or (int(served[1]) if served[1].isdecimal() else None)
        if number:
            situation["served"] = number
    table = re.search(
        r" (?:mesa de|mesa com|mesa tem|mesa tinha) (\S+) | (\d+|two|three|four|five|six|seven|eight|nine|dois|tres|quatro|cinco|seis|sete|oito|nove|dez) (?:handed|jogadores na mesa|na mesa|pessoas na mesa|sentados) ",
        told.text,
    )
    word = (table[1] or table[2]) if table else ""
    known = PLAIN.get(word) or (int(word) if word.isdecimal() else None) or told.context.get("players")
    situation["players_at_table"] = known or "unknown"
    if situation["rounds"] == "unknown":
        hands = counted(told.text, r"maos|hands|manos")
        if hands:
            situation.pop("rounds")
            situation.update(penalty="hands", hands=hands)


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


def _presence(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Not at the table, and nobody says when: that has to be asked."""
    if situation.get("at_seat_when") == "first_action" and "when_dealt" not in told.cues:
        situation["at_seat_when"] = "unknown"


READERS: dict[str, Callable[[dict[str, Any], Tale, list[Guess]], None]] = {
    "showdown_order": _order,
    "killed_hand": _killed,
    "presence": _presence,
    "dispute": _dispute,
    "conduct": _conduct,
    "penalty_effect": _penalty,
    "wrong_seat": _wrong_seat,
    "end_of_day": _end_of_day,
    "late_entry": _stack_field("starting_stack"),
    "reentry": _stack_field("chips"),
}
