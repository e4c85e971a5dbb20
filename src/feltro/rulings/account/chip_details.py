"""Chips that were found, carried off or raced: how many, of which value, and whose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.amounts import chips_at
from feltro.rulings.account.tale import amounts_in
from feltro.rulings.account.tokens import tokens_of
from feltro.rulings.bets.numerals import PLAIN, read_amount

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.gist import Guess
    from feltro.rulings.account.tale import Tale


def _found(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    numbers = [one for one in amounts_in(told.text) if one >= 5]
    lowest = re.search(
        r" (?:menor|mais baixa|mais pequena|lowest|smallest|mas chica|mas baja|menor ficha) (?:\S+ ){0,4}?(\d[\d.,]*k?|mil|cem|quinhentos) ",
        told.text,
    )
    if lowest:
        found = read_amount([lowest[1]], 0)
        situation["next_value"] = int(found[0].value) if found else None
    pile, found_sum = _pile(told.text), _found_sum(told.text)
    situation["amount"] = found_sum or (sum(pile) if pile else numbers[0] if numbers else "unknown")
    if situation["when"] == "all_in_called":
        counted_at = re.search(rf" {_COUNTED} (?:\S+ ){{0,3}}?(\d[\d.,]*k?(?: mil)?) ", told.text)
        caller = re.search(rf" {_CALLER} (?:\S+ ){{0,3}}?(\d[\d.,]*k?(?: mil)?) ", told.text)
        for name, said in (("counted", counted_at), ("caller_stack", caller)):
            read = read_amount(said[1].split(), 0) if said else None
            if read:
                situation[name] = int(read[0].value)
        others = [one for one in numbers if one not in {situation["amount"], situation.get("caller_stack")}]
        if not counted_at and others:
            situation["counted"] = others[0]
    if situation["when"] == "all_in_called":
        situation.setdefault("winner", "unknown")


def _found_sum(text: str) -> int | None:
    """`acharam mais 2 mil`, `apareceu uma de 10 mil`: what was found, right behind the finding."""
    found = re.search(r" (?:ach\w+|encontr\w+|aparec\w+|descobr\w+|found|turned up|hallaron) ((?:\S+ ){1,5})", text)
    words = found[1].split() if found else []
    for at in range(len(words)):
        pile = chips_at(words, at)
        if pile:
            return sum(pile[0])
    more = next((at for at, word in enumerate(words) if word in {"mais", "more", "mas", "outros"}), None)
    read = read_amount(words, more + 1) if more is not None and more + 1 < len(words) else None
    return int(read[0].value) if read else None


_COUNTED = (
    r"(?:contaram|contou|contado|contados|foi pago|pagou|pagaram|paid|counted|contaron|era|eram|all in de|contagem)"
)
_CALLER = r"(?:(?:quem|que) pagou (?:tem|tinha|ta com|tava com)|pagador tem|pagador tinha|quem tinha|quem tem|quem estava com|caller has|caller had|outro tem|outro tinha|pagador com)"


def _pile(text: str) -> list[int]:
    """`três fichas de 25`, `2 de 100 e uma de 25`."""
    words, chips, at = text.split(), [], 0
    while at < len(words):
        pile = chips_at(words, at) if words[at] in PLAIN or words[at].isdecimal() else None
        chips += pile[0] if pile else []
        at = pile[1] if pile else at + 1
    return chips


def _stacks_of(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """How many chips a pile has, where that is what is asked."""
    size = re.search(r" (?:pilhas?|stacks?|pilas?) (?:de|of|com|with|con) (\S+) ", told.text)
    if situation["topic"] == "chip_stacks" and size and _few(size[1]):
        situation["size"] = _few(size[1])
    if situation["topic"] != "languages":
        situation.pop("language", None)
        situation.pop("in_hand", None)
    if situation["topic"] != "pot_size_told":
        situation.pop("asked", None)


def _transport(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    numbers = [one for one in amounts_in(_OF_A_VALUE.sub(" ", told.text)) if one >= 25]
    if numbers:
        situation["amount"] = numbers[0]


_OF_A_VALUE = re.compile(
    r" (?:fichas|chips|pilhas?) (?:de|of) (?:(?:\d[\d.,]*k?|mil|[a-z]+entos|cem|[a-z]+) (?=mil |k )(?:mil|k)|\d[\d.,]*k?|mil|[a-z]+entos|cem)(?= )"
)
"""`as fichas de cinco mil`: their value, and nobody said how many."""


def _race(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """`o 1 tem três de 25`: odd chips by seat; the first two values are those that leave and stay."""
    words = [token.text for token in tokens_of(told.words)]
    odd: dict[str, int] = _odd_by_place(told.text)
    remove = re.search(
        r" (?:fichas? )?de (\S+) (?:sai|saem|leaves?) | (?:sai|saem|tira|tiram|tiramos|tirando) (?:a |as )?(?:fichas? )?de (\S+) ",
        told.text,
    )
    keep = re.search(r" (?:fica|ficam|stays?|queda|para as?) (?:a |as )?(?:fichas? )?(?:de )?(\S+) ", told.text)
    for place, word in enumerate(words[:-2]):
        if word.isdecimal() and words[place + 1] in {"tem", "has", "tiene", "com", "ficou", "ta", "esta", "sobrou"}:
            behind = place + (3 if words[place + 2] == "com" else 2)
            pile = chips_at(words, behind)
            odd[word] = len(pile[0]) if pile else _few(words[behind]) if behind < len(words) else 0
    situation["odd"] = {seat: chips for seat, chips in odd.items() if chips} or "unknown"
    both = re.search(r" (?:das?|as|de) (\d+) (?:pra|para|por|to|a) (?:as? |de |the )?(\d+) ", told.text)
    if both:
        situation["remove"], situation["keep"] = int(both[1]), int(both[2])
        return
    race = re.search(r" (?:race|color up|colour up|corrida) (?:das? |de |as |fichas )*(\d+) ", told.text)
    lowest = re.search(
        r" (?:menor|mais baixa|mais pequena|lowest|smallest|mas chica|mas baja) (?:\S+ ){0,4}?(\d+) ", told.text
    )
    for name, match in (("remove", remove or race), ("keep", keep or lowest)):
        said = next((one for one in match.groups() if one), "") if match else ""
        found = read_amount([said], 0) if said else None
        situation[name] = int(found[0].value) if found else "unknown"


_ODD = re.compile(
    r" (\S+) (?:fichas? |de \d+ |chips? |sobrando |a mais )*(?:no|na|pro|do|com o|in|at|en el) (?:assento |lugar |seat |cadeira |o |do |asiento )*(\d{1,2})(?= )"
)


def _odd_by_place(text: str) -> dict[str, int]:
    """`três fichas no assento 1, uma no 2`; `o 4 com uma`."""
    return {seat: _few(number) for number, seat in _ODD.findall(text) if _few(number)}


def _few(word: str) -> int:
    return PLAIN.get(word) or (int(word) if word.isdecimal() else 0)


READERS: dict[str, Callable[[dict[str, Any], Tale, list[Guess]], None]] = {
    "found_chips": _found,
    "transport": _transport,
    "chip_race": _race,
    "policy": _stacks_of,
}
