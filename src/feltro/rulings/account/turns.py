"""Acts in the order of the table: who must have given up or checked between two acts, although nobody said so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulings.account.scene import AGGRESSIVE, EVERYBODY, ToldAct, ToldHand
from feltro.rulings.bets.words import understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Round:
    """One betting round while its acts are put in their order."""

    def __init__(self, seats: Sequence[str], scene: ToldHand, *, first_street: bool, by_card: bool = False) -> None:
        """`by_card`: whoever is told to act first opens, for his cards say so."""
        self.seats = list(seats)
        self.scene = scene
        self.first_street = first_street
        self.live = set(seats)
        self.bet = first_street
        """There is something to call."""
        self.turn = self.seats[(2 if first_street and len(seats) > 2 else 0) % len(seats)]
        if by_card:
            self.turn = scene.turn_of or next((act.player for act in scene.acts if act.player in seats), self.turn)
        self.acted: set[str] = set()
        self.awaited = set(seats)
        """Who has still to act before the round is over."""
        self.muddled = False
        """Somebody acts although all others must have given up, or the round was over: the acts were not understood
        in their order."""
        self.moved = first_street and self._blinds_were_to_begin()
        """Somebody was presumed to have given up, and is told to have acted later; or a blind was to begin."""
        self.waiting: dict[str, ToldAct] = {}
        """What had been done already, by whom, until its turn comes."""
        self.last: ToldAct | None = None
        self.last_raise: ToldAct | None = None
        self.jumped: set[str] = set()
        """Who acted before their turn: nobody presumes more of them."""

    def _blinds_were_to_begin(self) -> bool:
        """`era a vez do SB`, and nobody behind him did anything: not before the flop."""
        blinds = self.seats[:2] if len(self.seats) > 2 else []
        return self.scene.turn_of in blinds and all(act.player in blinds for act in self.scene.acts)

    def acts(self) -> list[ToldAct]:
        done: list[ToldAct] = []
        told = self._in_time()
        for place, act in enumerate(told):
            following = next((one.player for one in told[place + 1 :] if one.player != EVERYBODY), "")
            done += self._everybody(act, following) if act.player == EVERYBODY else self._one(act)
        return done

    def _in_time(self) -> list[ToldAct]:
        """What had already been done comes first, unless it waits for its turn between two others."""
        places = {name: place for place, name in enumerate(self._ring(self.turn))}
        earlier = [act for act in self.scene.acts if act.earlier]
        since = [act for act in self.scene.acts if not act.earlier]
        others = [places[act.player] for act in since if act.player in places]
        for act in earlier:
            place = places.get(act.player, -1)
            if not act.out_of_turn and others and min(others) < place < max(others):
                self.waiting[act.player] = act
        first = [act for act in earlier if act not in self.waiting.values()]
        return [*sorted(first, key=lambda act: places.get(act.player, -1)), *since]

    def _everybody(self, act: ToldAct, following: str) -> Iterator[ToldAct]:
        """Those between the last act and the player up to whom it went round."""
        until, most = act.until or following, act.count or len(self.seats)
        while most and self.turn in self.live - self.acted and self.turn != until and len(self.live) > 1:
            yield self._done(ToldAct(self.turn, act.kind))
            most -= 1

    def _one(self, act: ToldAct) -> Iterator[ToldAct]:
        if self._takes_it_back(act):
            yield act
            return
        if act.player not in self.live:
            self.moved = True
            self.muddled = self.muddled or act.kind not in {"fold", "pass"}
            return
        if self._is_only_talk(act) or self._was_presumed(act) or self._complains_in_turn(act):
            return
        if act.player != self.turn and (act.out_of_turn or self._is_passed_over(act)):
            yield self._resolved(act)
            self.jumped.add(act.player)
            self.live -= {act.player} if act.kind == "fold" else set()
            return
        if act.facts.get("protests"):
            yield act
            return
        for name in self._between(act.player):
            kind = "fold" if self.bet else "check"
            known = self.waiting.pop(name, None)
            opened = self.first_street and act.facts.get("opens") and self.last_raise is None
            done = (
                self._resolved(known) if known else ToldAct(name, kind, facts={} if opened else {"presumed": True})
            )
            yield self._done(done)
        self.muddled = self.muddled or len(self.live) == 1 or not self.awaited
        yield self._done(self._resolved(act))

    def _takes_it_back(self, act: ToldAct) -> bool:
        """`falou check e em seguida apostou`: nobody acts twice in a row, so the second is ruled on as it is."""
        checked = self.last is not None and _is_check(self.last) and not self.bet
        return checked and self.last is not None and self.last.player == act.player and act.kind in AGGRESSIVE

    def _is_only_talk(self, act: ToldAct) -> bool:
        """Words that declare nothing, of somebody whose turn it is not."""
        silent = act.motions or act.kind != "say" or act.player == self.turn
        return not silent and not understand(act.says).clear and understand(act.says).condition is None

    def _complains_in_turn(self, act: ToldAct) -> bool:
        """`o Zeca tá reclamando`, and it is his turn: nobody passed him over, so it is about what another did."""
        passed = act.player in self.scene.skipped or self.jumped
        return bool(act.facts.get("protests")) and act.player == self.turn and not passed

    def _was_presumed(self, act: ToldAct) -> bool:
        """A check told after what followed it: nobody checks twice where nobody bet."""
        return act.kind == "check" and act.player in self.acted and not self.bet

    def _is_passed_over(self, act: ToldAct) -> bool:
        """It is known whose turn it was, and it was not his."""
        waiting = self.scene.turn_of
        if waiting not in self.live or waiting == act.player:
            if waiting == act.player:
                self.scene.turn_of = ""
            return False
        return True

    def _between(self, player: str) -> list[str]:
        if self.turn not in self.live:
            return []
        ring = self._ring(self.turn)
        passed = ring[: ring.index(player)] if player in ring else []
        return [name for name in passed if name in self.live - self.scene.skipped - self.jumped]

    def _resolved(self, act: ToldAct) -> ToldAct:
        """`passou` gives up before a bet, and checks where there is none."""
        if act.kind == "pass":
            return replace(act, kind="fold" if self.bet else "check")
        return act

    def _done(self, act: ToldAct) -> ToldAct:
        if act.kind == "fold":
            self.live.discard(act.player)
        self.bet = (
            self.bet or act.kind in AGGRESSIVE or bool(act.motions) or (bool(act.says) and not _is_check(act))
        )
        self.acted.add(act.player)
        self.awaited.discard(act.player)
        self.last = act
        if act.kind in AGGRESSIVE or act.motions:
            self.last_raise = act
        if self.last_raise is act or (act.says and understand(act.says).kind not in {"check", "call", "fold"}):
            self.awaited = self.live - {act.player}
        ring = [name for name in self._ring(act.player)[1:] if name in self.live]
        self.turn = ring[0] if ring else act.player
        return act

    def _ring(self, start: str) -> list[str]:
        at = self.seats.index(start)
        return [*self.seats[at:], *self.seats[:at]]


def _is_check(act: ToldAct) -> bool:
    return act.kind == "check" or (bool(act.says) and not act.motions and understand(act.says).kind == "check")
