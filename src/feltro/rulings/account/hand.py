"""A hand as it is told, in the notation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.acts import Hearer
from feltro.rulings.account.amounts import in_chips
from feltro.rulings.account.corrections import corrected, without_appositions
from feltro.rulings.account.gist import Guess, ReadScene
from feltro.rulings.account.in_hand import StillIn, listed
from feltro.rulings.account.lexicon import language_of, lexicon
from feltro.rulings.account.marks import marks_of
from feltro.rulings.account.people import ORDER, People, seated
from feltro.rulings.account.timeline import gone_before, in_time, since, street_of
from feltro.rulings.account.tokens import (
    STOPS,
    SpokenWord,
    blinds_in,
    in_chips_of,
    tokens_of,
    without_blinds,
    without_doubts,
)
from feltro.rulings.account.turns import Round
from feltro.rulings.bets.numerals import Amount, read_amount
from feltro.rulings.bets.rounds import is_first_round, opens_by_card, rounds_of
from feltro.rulings.doubt import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltro.rulings.account.scene import ToldAct, ToldHand
    from feltro.words.languages import Lang

MOST_SEATS = 10
FEW = 3
"""At a table of so few, whoever was not named is taken to hold cards."""


def read_hand(words: str, context: Mapping[str, Any]) -> ReadScene | None:
    """The hand in the notation; nothing when no act of a player was understood."""
    blinds = context.get("blinds") or _blinds(words)
    tokens = _told(tokens_of(in_chips_of(without_blinds(without_doubts(words)), blinds)))
    lang = language_of([token.text for token in tokens])
    people = _people(context, words, tokens, lang)
    if people is None:
        return None
    marks = without_appositions(corrected(marks_of(tokens, lexicon(lang), people)))
    rounds = rounds_of(context.get("game"))
    street = str(context.get("street") or street_of(marks, rounds))
    gone, marks = gone_before(street, since(street, marks, rounds), rounds)
    among, marks = listed(in_time(marks), people)
    among = replace(among, gone=gone)
    scene = Hearer(marks, people, sorted(among.players)).read()
    if not any(act.player in people.seats for act in scene.acts):
        return None
    known = {**context, "blinds": blinds}
    told = _HandTold({**known, "street": street or rounds[0]}, people, scene, among)
    reading = told.reading()
    if street or told.is_in_order():
        return reading
    later = _HandTold({**known, "street": rounds[1]}, people, scene, among)
    after = later.reading()
    if not later.is_in_order():
        return reading
    return replace(after, situation={**after.situation, "street": UNKNOWN})


def named_in(words: str, context: Mapping[str, Any]) -> tuple[str, ...]:
    """Whom of the table the words name, each once: by name, seat or position."""
    tokens = tokens_of(without_doubts(words))
    lang = language_of([token.text for token in tokens])
    people = _people(context, words, tokens, lang) if context.get("seats") else None
    marks = marks_of(tokens, lexicon(lang), people) if people else []
    return tuple(dict.fromkeys(str(mark.value) for mark in marks if mark.sort == "person"))


def _told(tokens: list[SpokenWord]) -> list[SpokenWord]:
    """What is asked at the end is no part of what happened."""
    sentences: list[list[SpokenWord]] = [[]]
    for token in tokens:
        sentences[-1].append(token)
        if token.text in STOPS:
            sentences.append([])
    for at, sentence in enumerate(sentences[:-1]):
        if sentence and sentence[-1].text == "?" and [one.text for one in sentences[at + 1][:2]] == ["nao", ","]:
            sentence[-1] = SpokenWord(",")  # `botou 450? não, botou 500`: asked of himself, and answered
    told = [sentence for sentence in sentences if sentence and sentence[-1].text != "?"]
    return [token for sentence in (told or sentences) for token in sentence]


def _people(context: Mapping[str, Any], words: str, tokens: Sequence[SpokenWord], lang: Lang) -> People | None:
    """The table as it is known; else the positions that are named, in their order, or the names as they come."""
    seats = context.get("seats")
    if isinstance(seats, list) and len(seats) > 1:
        button = context.get("button", seats[-1])
        return People(seated(seats, button), str(button), chairs=context.get("chairs", {}))
    known = lexicon(lang).positions
    texts = [token.text for token in tokens]
    named = {known.get(tuple(texts[at : at + size])) for at in range(len(texts)) for size in (1, 2, 3)}
    found = [name for name in ORDER if name in named or name in {"SB", "BB"}]
    if len(found) > 2:
        return People(tuple(found), found[-1])
    names = list(dict.fromkeys(_NAME.findall(words)))[:MOST_SEATS]
    return People(tuple(names), names[-1]) if len(names) > 1 else None


_NAME = re.compile(r"(?:\b[oa]|\b[OA]|\be|\by|\band)\s+([A-ZÁÉÍÓÚÂÊÔÃÕÇ][a-zà-ÿ]+)")
"""`o Caio`, `a Ana`: a name behind its article, where the table is not known."""


class _HandTold:
    """One hand on its way into the notation."""

    def __init__(self, context: Mapping[str, Any], people: People, scene: ToldHand, among: StillIn) -> None:
        self.context = context
        self.people = people
        self.scene = scene
        self.among = among
        self.street: str = context["street"]
        self.is_first = is_first_round(context)
        self.blinds: list[int] | None = context["blinds"]
        self.guesses: list[Guess] = []
        self.in_order = False

    def is_in_order(self) -> bool:
        """Whether the acts can have come as they were told, on this street."""
        return self.in_order

    def reading(self) -> ReadScene:
        seats, sure = self._in_hand()
        told = Round(seats, self.scene, first_street=self.is_first, by_card=opens_by_card(self.context.get("game")))
        acts = told.acts()
        self.in_order = not told.muddled and not told.moved
        situation: dict[str, Any] = {"kind": "hand", "seats": seats}
        for name in ("game", "ante", "ante_kind", "bets", "bring_in", "players_left", "house", "chips"):
            if name in self.context:
                situation[name] = self.context[name]
        if self.blinds:
            situation["blinds"] = list(self.blinds)
        if not self.is_first:
            situation["street"] = self.street
        self._details(situation, seats)
        situation["acts"] = [self._act(act, acts[:place]) for place, act in enumerate(acts)]
        if not sure and self.people.button not in seats:
            situation["seats_presumed"] = True
        self._note_presumed(situation["acts"])
        if not self.context.get("seats"):
            self.guesses.append(Guess("seats", "guess.seats", {"players": seats}))
        unread = tuple(self.scene.left_over), tuple(self.scene.unheard)
        return ReadScene(situation, tuple(self.guesses), *unread, told.muddled)

    def _details(self, situation: dict[str, Any], seats: list[str]) -> None:
        if self.people.button in seats and (len(seats) == 2 or seats[-1] != self.people.button):
            situation["dealer"] = self.people.button
        pot = self._chips(self.scene.pot) or self.context.get("pot")
        if pot:
            situation["pot"] = pot
        known = self.context.get("stacks") if isinstance(self.context.get("stacks"), dict) else {}
        stacks = {name: value for name, value in (known or {}).items() if name in seats}
        stacks |= {name: self._chips(value) for name, value in self.scene.stacks.items() if name in seats}
        if stacks:
            situation["stacks"] = stacks
        posted = {name: chips for name, chips in self.scene.posted.items() if name in seats}
        if posted:
            situation["posted"] = posted

    def _in_hand(self) -> tuple[list[str], bool]:
        """Who holds cards when the street begins, and whether that was told."""
        everybody = [name for name in self.people.seats if name not in self.among.gone]
        if self.is_first:
            return everybody, True
        if self.among.players:
            return [name for name in everybody if name in self.among.players], True
        acting = {act.player for act in self.scene.acts} | self.scene.skipped | {self.scene.turn_of}
        if self.among.count and self.among.count >= len(everybody):
            return everybody, True
        if len(everybody) <= FEW and not self.among.count:
            return everybody, True
        named = [name for name in everybody if name in acting]
        if len(named) < 2:
            return everybody, True
        return named, self.among.count == len(named)

    def _act(self, act: ToldAct, before: list[ToldAct]) -> dict[str, Any]:
        told: dict[str, Any] = {"player": act.player}
        said = act.says or self._said(act, before)
        if said:
            told["says"] = said
        if act.kind == "fold":
            told["folds"] = True
        if act.motions:
            told |= self._motions(act.motions)
        if act.order and told.get("says"):
            told["order"] = act.order
        facts = dict(act.facts)
        for extra in ("announced", "told_chips", "paid", "opens"):
            facts.pop(extra, None)
        if "told" in facts:
            facts["told"] = self._chips(facts["told"])
        return {**told, **facts}

    def _said(self, act: ToldAct, before: list[ToldAct]) -> str:
        amount = self._chips(act.amount)
        match act.kind:
            case "bet" | "raise":
                raised = self.is_first or (act.kind == "raise" and _is_bet(before))
                if amount is None:
                    return "aumento" if raised else "aposto"
                if act.adds:
                    return f"aumento mais {amount}" if raised else f"aposto {amount}"
                return f"aumento para {amount}" if raised else f"aposto {amount}"
            case "call":
                return "pago"
            case "check":
                return "mesa"
            case "all_in":
                return "all-in"
        return ""

    def _motions(self, motions: list[Any]) -> dict[str, Any]:
        """Chip by chip where they were told, else the sum of each motion."""
        if all(isinstance(motion, list) for motion in motions):
            return {"pushes": motions if len(motions) > 1 else motions[0]}
        sums = [sum(one) if isinstance(one, list) else self._chips(one) or 0 for one in motions]
        return {"puts": sums if len(sums) > 1 else sums[0]}

    def _chips(self, amount: Amount | None) -> int | None:
        if amount is None:
            return None
        value = in_chips(amount, self.blinds[1] if self.blinds else 0)
        if value != amount.value:
            self.guesses.append(Guess("amount", "guess.amount", {"told": str(amount.value), "chips": value}))
        return value

    def _note_presumed(self, acts: list[dict[str, Any]]) -> None:
        names = [act["player"] for act in acts if act.get("presumed")]
        if names:
            key = (
                "guess.folded" if any(act.get("folds") for act in acts if act.get("presumed")) else "guess.checked"
            )
            self.guesses.append(Guess("acts", key, {"players": names}))


def _is_bet(before: list[ToldAct]) -> bool:
    return any(act.kind in {"bet", "raise", "all_in"} or act.motions or act.says for act in before)


def _blinds(words: str) -> list[int] | None:
    found = blinds_in(words)
    if found is None:
        return None
    read = [read_amount([one], 0) for one in found]
    return [int(one[0].value) for one in read if one] if all(read) else None
