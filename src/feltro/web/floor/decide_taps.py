"""One tap, and the situation after it. Whatever is tapped, typed or dictated ends in the ruling notation; nothing is ruled here."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.rulings.account import hear, named_in
from feltro.rulings.bets.rounds import is_first_round, rounds_of
from feltro.rulings.catalogue import KINDS
from feltro.rulings.facts_said import answered
from feltro.rulings.ruling import Unreadable
from feltro.web.floor.decide_fields import field_at, read_typed, steps_of, with_value
from feltro.web.floor.decide_told import (
    HAND,
    OF_SOMEBODY,
    ToldSoFar,
    known_of,
    motions_of,
    pushes_of,
    situation_in,
    spoken,
    state_after,
    with_act,
)
from feltro.web.frame.fields import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.web.floor.decide_known import KnownTable


CLOSES = frozenset({"call", "check", "fold", "all_in"})
"""Said, and done: what comes next is somebody else's."""
ROWS = ("winners", "tables")
KEPT = ("book", "game", "house")
"""What a situation of another kind takes along."""


class Tap:
    """A tap on what is told, with what is known of the table."""

    def __init__(self, told: ToldSoFar, known: KnownTable, typed: str = "") -> None:
        self.told = replace(told, problem="", heard="")
        self.known = known
        self.typed = typed.strip()

    def do(self, tap: str) -> ToldSoFar:
        """What cannot be read leaves everything as it was, and says so."""
        verb, _, rest = tap.partition(":")
        act = TAPS.get(verb)
        try:
            return act(self, rest) if act else self.told
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            return replace(self.told, problem="decide.not_read")

    # A hand, act by act

    def seat(self, name: str) -> ToldSoFar:
        """Who acts next. After the flop, whoever is named holds cards."""
        if name not in self._everybody():
            raise ValueError(name)
        told = replace(self.told, who=name, at=-1, motion=False, edit="")
        return self._with_in_hand(told, name)

    def say(self, what: str) -> ToldSoFar:
        """A word of the room, with the amount that was typed; said behind another one of his, it goes on with it."""
        says = spoken(what, self.typed)
        told = self._said_on(what) or self._begun(what)
        act = told.acts[told.at]
        facts: dict[str, Any] = {"folds": True} if what == "fold" else {"says": _joined(act.get("says"), says)}
        if what != "fold" and (act.get("pushes") or act.get("puts")):
            facts["order"] = "pushes_first"
        changed = with_act(told, told.at, {**act, **facts})
        if what == "all_in" and self.typed:
            stacks = {**changed.situation.get("stacks", {}), act["player"]: whole_number(self.typed)}
            changed = replace(changed, situation={**changed.situation, "stacks": stacks})
        closed = what in CLOSES or (bool(self.typed) and what in {"bet", "raise"})
        return replace(changed, at=-1, who="") if closed and "order" not in facts else changed

    def _said_on(self, what: str) -> ToldSoFar | None:
        """`pago... e aumento`: the same player, chosen again, says more."""
        told, last = self.told, len(self.told.acts) - 1
        again = told.at < 0 <= last and told.who == told.acts[last]["player"] and "says" in told.acts[last]
        return replace(told, at=last) if again and what != "fold" else None

    def chip(self, value: str) -> ToldSoFar:
        told = self._begun("chip")
        act = told.acts[told.at]
        motions = motions_of(act.get("pushes"))
        if told.motion or not motions:
            motions = [*motions, []]
        motions[-1] = [*motions[-1], int(value)]
        return replace(with_act(told, told.at, {**act, "pushes": pushes_of(motions)}), motion=False)

    def unchip(self, _: str) -> ToldSoFar:
        act = self.told.acts[self.told.at]
        motions = motions_of(act.get("pushes"))
        motions[-1] = motions[-1][:-1]
        left = [one for one in motions if one]
        changed = {**act, "pushes": pushes_of(left)} if left else {k: v for k, v in act.items() if k != "pushes"}
        if set(changed) == {"player"}:
            return self.drop(str(self.told.at))
        return with_act(self.told, self.told.at, changed)

    def next_motion(self, _: str) -> ToldSoFar:
        return replace(self.told, motion=not self.told.motion)

    def out(self, _: str) -> ToldSoFar:
        """Out of turn: nobody between is presumed to have acted. Before any act of his, it is for the one to come."""
        place = len(self.told.acts) - 1 if self.told.at < 0 else self.told.at
        first = place
        while first > 0 and self.told.acts[first - 1].get("presumed"):
            first -= 1
        acts = [*self.told.acts[:first], *self.told.acts[place:]]
        return replace(self.told, situation={**self.told.situation, "acts": acts}, at=first)

    def open(self, place: str) -> ToldSoFar:
        act = self.told.acts[int(place)]
        return replace(self.told, at=int(place), who=act["player"], edit="", motion=False)

    def drop(self, place: str) -> ToldSoFar:
        """An act taken away, with those presumed before it."""
        at = int(place)
        acts = [*self.told.acts[:at], *self.told.acts[at + 1 :]]
        while at and acts[at - 1].get("presumed"):
            at -= 1
            del acts[at]
        return replace(self.told, situation={**self.told.situation, "acts": acts}, at=-1, who="", edit="")

    def street(self, name: str) -> ToldSoFar:
        """Another round: what was told of the one before is not part of it."""
        game = {key: value for key, value in self.told.situation.items() if key == "game"}
        bare = {key: value for key, value in self.known.base.items() if key != "seats"} | game
        seats = [*self.known.seats]
        rounds = rounds_of(bare.get("game"))
        later = {"street": name} if name != rounds[0] else {}
        if name not in rounds:
            raise ValueError(name)
        return ToldSoFar({**bare, **later, "seats": seats, "acts": []})

    def _begun(self, what: str) -> ToldSoFar:
        """The act that this belongs to: the one that is open, or a new one of whoever is next."""
        told = self.told
        if 0 <= told.at < len(told.acts):
            act = told.acts[told.at]
            if what == "chip" or not (act.get("says") or act.get("folds")):
                return told
            if what == "words":
                return told
        who = told.who or self.turn() or self._everybody()[0]
        told = self._with_in_hand(told, who)
        acts = [*told.acts, *self._presumed(told, who), {"player": who}]
        situation = {**told.situation, "acts": acts}
        return replace(told, situation=situation, at=len(acts) - 1, who=who, motion=False, edit="")

    def _everybody(self) -> list[str]:
        told = [*map(str, self.told.situation.get("seats", []))]
        return [*self.known.seats] if set(told) <= set(self.known.seats) else told

    def _with_in_hand(self, told: ToldSoFar, name: str) -> ToldSoFar:
        """After the flop those who are named hold cards, once two of them are; the others are asked for where it matters."""
        if is_first_round(told.situation) or not set(self.known.seats) >= {name}:
            return told
        whole = told.situation.get("seats_presumed") or told.situation.get("seats") == [*self.known.seats]
        if not whole:
            return told
        named = {act["player"] for act in told.acts if not act.get("presumed")} | {name}
        if len(named) < 2:
            return told
        seats = [one for one in self.known.seats if one in named]
        acts = [act for act in told.acts if act["player"] in named]
        return replace(told, situation={**told.situation, "seats": seats, "seats_presumed": True, "acts": acts})

    def _presumed(self, told: ToldSoFar, who: str) -> list[dict[str, Any]]:
        """Those passed over folded, or checked where nobody bet; unless he acts twice in a row."""
        if told.acts and (told.acts[-1]["player"] == who or self._was_out_of_turn(told)):
            return []
        passed: list[dict[str, Any]] = []
        for _ in told.situation.get("seats", []):
            state = state_after({**told.situation, "acts": [*told.acts, *passed]}, self.known)
            if state is None or state.turn is None or state.street_over:
                return []
            if state.turn == who:
                return passed
            act = {"says": "mesa"} if "check" in state.allowed else {"folds": True}
            passed.append({"player": state.turn, **act, "presumed": True})
        return []

    def _was_out_of_turn(self, told: ToldSoFar) -> bool:
        before = state_after({**told.situation, "acts": told.acts[:-1]}, self.known)
        return before is not None and before.turn != told.acts[-1]["player"]

    def turn(self) -> str | None:
        state = state_after(self.told.situation, self.known) if self.told.kind == HAND else None
        return state.turn if state else None

    # Any fact of any kind

    def to_kind(self, name: str) -> ToldSoFar:
        if name not in KINDS:
            raise ValueError(name)
        if name == HAND:
            return start(self.known)
        base = {key: value for key, value in self.known.base.items() if key in KEPT}
        return ToldSoFar({**base, "kind": name, **known_of(name, self.known)})

    def put(self, rest: str) -> ToldSoFar:
        """A fact by its path, with a value of the notation. Rows go in one after the other: their question stays open."""
        path, _, value = rest.partition("=")
        told = self._put(path, json.loads(value))
        return replace(told, edit=path) if path.endswith(ROWS) and value != "null" else told

    def type_in(self, path: str) -> ToldSoFar:
        field = field_at(self.told.kind, path)
        if field is None:
            raise ValueError(path)
        if not self.typed:
            return self._put(path, None)
        return self._put(path, read_typed(field, self.typed))

    def _put(self, path: str, value: Any) -> ToldSoFar:
        if field_at(self.told.kind, path) is None and path not in {"game", "house"}:
            raise ValueError(path)
        situation = with_value(self.told.situation, steps_of(path), value)
        if path == "seats":
            situation = {**situation, "acts": []} if self.told.kind == HAND else situation
        return replace(self.told, situation=situation, edit="")

    def answer(self, rest: str) -> ToldSoFar:
        """A question answered with one of the values that it offered."""
        path, _, value = rest.partition("=")
        after = answered(self.told.situation, path, json.loads(value))
        if isinstance(after, Unreadable):
            raise TypeError(path)
        who = "" if self.told.kind == HAND else self.told.who
        return replace(self.told, situation=after, edit="", at=-1, who=who)

    def change(self, path: str) -> ToldSoFar:
        return replace(self.told, edit="" if self.told.edit == path else path)

    def words(self, _: str) -> ToldSoFar:
        """What somebody says happened, read by rules; what is not understood is said, never guessed."""
        account = hear(self.typed, self.known.context, self.known.rulebook)
        if account is None or isinstance(account, Unreadable):
            return replace(self.told, problem="decide.not_heard")
        situation = {"book": self.known.rulebook.book.id, **account.situation}
        told = ToldSoFar(situation, heard=self.typed)
        named = named_in(self.typed, self.known.context) if told.kind in OF_SOMEBODY else ()
        return replace(told, who=named[0]) if len(named) == 1 else told

    def clear(self, _: str) -> ToldSoFar:
        return start(self.known)

    def notation(self, _: str) -> ToldSoFar:
        """The situation as it was typed or pasted."""
        read = situation_in(self.typed)
        if read is None:
            raise ValueError(self.typed)
        return ToldSoFar(read)


def _joined(before: str | None, says: str) -> str:
    return f"{before} e {says}" if before else says


def start(known: KnownTable) -> ToldSoFar:
    return ToldSoFar({**known.base, "acts": []})


TAPS: dict[str, Callable[[Tap, str], ToldSoFar]] = {
    "seat": Tap.seat,
    "say": Tap.say,
    "chip": Tap.chip,
    "unchip": Tap.unchip,
    "motion": Tap.next_motion,
    "out": Tap.out,
    "open": Tap.open,
    "drop": Tap.drop,
    "street": Tap.street,
    "kind": Tap.to_kind,
    "put": Tap.put,
    "type": Tap.type_in,
    "answer": Tap.answer,
    "edit": Tap.change,
    "clear": Tap.clear,
    "notation": Tap.notation,
    "words": Tap.words,
}
