"""What came first: the street of the acts, and acts that are told behind those that followed them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulings.account.marks import Piece
from feltro.rulings.account.scene import FOLDED_AROUND, NOUNS, VERBS

if TYPE_CHECKING:
    from collections.abc import Sequence


def street_of(marks: Sequence[Piece], rounds: Sequence[str]) -> str:
    """The street of the acts; where the telling goes on to another one after some acts, that one; nothing untold."""
    named = [(at, street) for at, mark in enumerate(marks) for street in rounds if mark.may_be(street)]
    if not named:
        return ""
    first, last = named[0], named[-1]
    later = rounds.index(last[1]) > rounds.index(first[1])
    acted = any(mark.may_be(*VERBS) for mark in marks[first[0] : last[0]])
    acts = any(mark.may_be(*VERBS) for mark in marks[last[0] :])
    return last[1] if later and acted and acts else first[1]


def since(street: str, marks: list[Piece], rounds: Sequence[str]) -> list[Piece]:
    """Without the acts of the streets before."""
    earlier = [at for at, mark in enumerate(marks) if mark.may_be(*rounds) and not mark.may_be(street)]
    here = [at for at, mark in enumerate(marks) if mark.may_be(street)]
    return marks[here[0] :] if earlier and here and earlier[0] < here[0] else marks


def gone_before(street: str, marks: list[Piece], rounds: Sequence[str]) -> tuple[frozenset[str], list[Piece]]:
    """`o Kleber já tinha largado as cartas no flop`, told of the turn: he is not in the hand, and did nothing here."""
    if street not in rounds:
        return frozenset(), marks
    gone: set[str] = set()
    kept: list[Piece] = []
    for clause in _clauses(marks):
        people = [mark.value for mark in clause if mark.sort == "person"]
        named = [one for one in rounds if any(mark.may_be(one) for mark in clause)]
        folds = any(mark.may_be("fold", "fold_or_push") for mark in clause)
        if people and folds and named and all(rounds.index(one) < rounds.index(street) for one in named):
            gone.update(people)
        else:
            kept += clause
    return frozenset(gone), kept


def _clauses(marks: list[Piece]) -> list[list[Piece]]:
    clauses: list[list[Piece]] = [[]]
    for mark in marks:
        clauses[-1].append(mark)
        if mark.sort == "stop":
            clauses.append([])
    return clauses


def in_time(marks: list[Piece]) -> list[Piece]:
    """`jogou uma ficha depois que o UTG abriu`: what came first is read first."""
    marks, start = _as_done(_nouns_first(_whose_bet(_by_whom(marks)))), 0
    for place, mark in enumerate(marks):
        if mark.sort == "stop":
            start = place + 1
        elif (mark.sort == "after_that" or _when_another_acts(marks, place)) and place > start:
            end = _end_of_what_came_first(marks, start, place)
            first = [*marks[place + 1 : end], Piece("stop", ".")]
            return [*marks[:start], *first, *marks[start:place], *marks[end:]]
    return marks


_WHERE = frozenset({"flop", "turn", "river", "preflop", "word", "to"})


def _by_whom(marks: list[Piece]) -> list[Piece]:
    """`quem abriu foi a Carla com 900`: she opened."""
    for place in range(len(marks) - 3):
        who, verb, *behind = marks[place : place + 10]
        while behind and behind[0].sort in _WHERE and behind[0].text not in {"foi", "was", "fue", "foi a"}:
            behind = behind[1:]  # `quem abriu a rodada no flop foi o Ciro`
        if not behind:
            continue
        was, *rest = behind[:3]
        rest = [one for one in rest if one.text not in {"o", "a"} or one.sort == "person"]
        if (
            who.text not in {"quem", "who", "quien"}
            or not verb.may_be(*VERBS)
            or was.text not in {"foi", "was", "fue", "foi a"}
        ):
            continue
        if rest and rest[0].sort == "person":
            end = marks.index(rest[0], place) + 1
            return _by_whom([*marks[:place], replace(rest[0], oblique=False), verb, *marks[end:]])
    return marks


def _nouns_first(marks: list[Piece]) -> list[Piece]:
    """`a Bel abriu 300 depois do check do Alê`: the act that came before, told as a noun behind."""
    for place, mark in enumerate(marks):
        if mark.text not in AFTER:
            continue
        ahead = [at for at in range(place + 1, min(place + 6, len(marks))) if marks[at].text not in SMALL]
        if len(ahead) < 2 or not marks[ahead[0]].may_be(*NOUNS) or marks[ahead[0]].text in PAST:
            continue
        noun, person = marks[ahead[0]], marks[ahead[1]]
        if person.sort != "person" or not person.oblique:
            continue
        start = max((at + 1 for at in range(place) if marks[at].sort == "stop"), default=0)
        first = [replace(person, oblique=False), noun, Piece("stop", ".")]
        return _nouns_first([*marks[:start], *first, *marks[start:place], *marks[ahead[1] + 1 :]])
    return marks


def _whose_bet(marks: list[Piece]) -> list[Piece]:
    """`a Sil aumentou o Rô de 900 para 2.500`: his bet, raised from one to the other."""
    for place in range(len(marks) - 5):
        verb, *rest = marks[place : place + 7]
        rest = rest[1:] if rest and rest[0].text in {"o", "a"} and rest[0].sort == "word" else rest
        if len(rest) < 5 or not verb.may_be("raise") or rest[0].sort != "person":
            continue
        if rest[1].text == "de" and rest[2].sort == "amount" and rest[3].may_be("to") and rest[4].sort == "amount":
            end = place + 1 + len(marks[place + 1 : place + 7]) - len(rest) + 5
            whose = [Piece("bet", "aposta", sorts=("bet",)), Piece("word", "do"), replace(rest[0], oblique=True)]
            return [*marks[: place + 1], *rest[1:5], *whose, *marks[end:]]
    return marks


def _end_of_what_came_first(marks: list[Piece], start: int, place: int) -> int:
    """`depois de dois folds` ends with them; `quando a Alba apostou` with its breath."""
    counted = marks[place + 1 : place + 3]
    if counted and counted[0].text in FOLDED_AROUND:
        return place + 2
    several = bool(counted) and counted[0].sort in {"amount", "everybody"}
    if len(counted) == 2 and several and counted[1].may_be("fold", "call", "check"):
        return place + 3
    told = False
    for at in range(place, len(marks)):
        told = told or marks[at].may_be(*VERBS)
        if told and marks[at].sort == "pause" and _begins_anew(marks, at + 1):
            return at
        if marks[at].sort == "stop":
            break
    inside = not any(one.may_be(*VERBS) for one in marks[start:place])
    ends = {"stop", "pause"} if inside or marks[place].sort != "after_that" else {"stop"}
    return next((at for at in range(place, len(marks)) if marks[at].sort in ends), len(marks))


def _begins_anew(marks: list[Piece], place: int) -> bool:
    """`, e o cutoff anunciou`: another one acts, who is not part of what came first."""
    ahead = [mark for mark in marks[place : place + 4] if mark.sort not in {"word", "to"}]
    return len(ahead) > 2 and ahead[0].sort == "joins" and ahead[1].sort == "person" and ahead[2].may_be(*VERBS)


def _when_another_acts(marks: list[Piece], place: int) -> bool:
    """`falou "dois mil" quando a Alba apostou`: what the other did came first."""
    if marks[place].text not in {"quando", "when", "cuando"}:
        return False
    ahead = [mark for mark in marks[place + 1 : place + 4] if mark.sort not in {"word", "to"}]
    return len(ahead) > 1 and ahead[0].sort == "person" and ahead[1].may_be("bet", "raise", "all_in")


def _as_done(marks: list[Piece]) -> list[Piece]:
    """`depois do Rui apostar mil e da Sol foldar`: infinitives that tell what was done."""
    done = list(marks)
    for place, mark in enumerate(marks):
        named = [one for one in marks[place + 1 : place + 5] if one.text not in SMALL][:2]
        if mark.text not in AFTER or len(named) < 2 or named[0].sort != "person" or not _is_infinitive(named[1]):
            continue
        done[place] = replace(mark, sort="after_that", sorts=("after_that",))
        for at in range(place + 1, len(marks)):
            if marks[at].sort == "stop":
                break
            if marks[at].sort == "person" and at + 1 < len(marks) and _is_infinitive(marks[at + 1]):
                done[at] = replace(marks[at], oblique=False)
                done[at + 1] = replace(marks[at + 1], text=PAST.get(marks[at + 1].text, marks[at + 1].text))
    return done


def _is_infinitive(mark: Piece) -> bool:
    return mark.text in PAST and mark.may_be(*NOUNS)


AFTER = frozenset({"depois", "apos", "depois de", "logo depois"})
SMALL = frozenset("do da de o a dos das".split())
PAST = {
    "pedir mesa": "pediu mesa",
    "dar mesa": "deu mesa",
    "dar check": "deu check",
    "bater mesa": "bateu mesa",
    "dar call": "deu call",
    "dar fold": "deu fold",
} | {
    infinitive: infinitive[:-1].removesuffix("a") + "ou" if infinitive.endswith("ar") else infinitive[:-1] + "u"
    for infinitive in "apostar betar aumentar reaumentar subir pagar foldar largar desistir correr checar abrir".split()
}
