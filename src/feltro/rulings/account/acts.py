"""Marks as acts: who did what, in the order in which it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.account import deeds, notices, sayings
from feltro.rulings.account.in_hand import BETWEEN
from feltro.rulings.account.scene import DEALER, EVERYBODY, NOUNS, VERBS, ToldAct, ToldHand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.rulings.account.marks import Piece
    from feltro.rulings.account.people import People


FEW = 10
BREATHS = frozenset({"stop", "pause", "person", "joins", "then"})
"""Behind these a denial is over."""


class Hearer:
    """Reads the marks from left to right; whoever was named last acts next."""

    def __init__(self, marks: Sequence[Piece], people: People, known: Sequence[str] = ()) -> None:
        self.marks = marks
        self.people = people
        self.scene = ToldHand()
        self.at = 0
        self.subjects: list[str] = []
        self.recent = list(known)
        self.acted = False
        """The subject has acted, so that the next person named is another subject."""
        self.joined: list[Piece] = []
        """What stood between the last act and now."""
        self.counted = False
        self.used: set[int] = set()
        """Numbers, chips and quotations that belong to something; what is left over was not understood."""
        self.told_in_sentence = False
        self.muted = False
        """A verb was denied, and what stands behind it with it."""
        self.waiting: dict[str, Any] = {}
        """Facts told before the act that they belong to."""

        self.taken: dict[str, Callable[[Piece], None]] = {
            "person": self._person,
            **dict.fromkeys(("next_player", "first_player"), self._by_order),
            "dealer": self._dealer,
            "everybody": self._everybody,
            "which": self._which,
            "stop": self._stop,
            **dict.fromkeys(("amount", "chips"), self._bare),
            "quote": self._quote,
            "modal": self._wish,
        }

    def read(self) -> ToldHand:
        while self.at < len(self.marks):
            mark = self.marks[self.at]
            self.at += 1
            self._take(mark)
            self.joined.append(mark)
        self.scene.left_over = self.left_over()
        return self.scene

    # One mark

    def _take(self, mark: Piece) -> None:
        if mark.sort in BREATHS or mark.text in sayings.CONTRASTS:
            self.muted = False
        if mark.sort in self.taken:
            self.taken[mark.sort](mark)
        elif mark.may_be("he", "she") and not mark.may_be("out_of_turn"):
            self._pronoun(mark)
        elif mark.sort in notices.NOTICES:
            notices.NOTICES[mark.sort](self, mark)
        elif mark.may_be(*VERBS):
            self._verb(mark)

    def _wish(self, _: Piece) -> None:
        """`jura que era cinco mil`: what is only wished or thought belongs to nobody's act."""
        self.used.update(self.at + ahead for ahead in range(4) if self._peek(ahead, "amount"))

    def _dealer(self, mark: Piece) -> None:
        if not mark.oblique:
            self._subject(DEALER)

    def _everybody(self, mark: Piece) -> None:
        self._subject(EVERYBODY)
        if mark.text in deeds.FOLDED_AROUND:
            deeds.everybody_folds(self)

    def _which(self, _: Piece) -> None:
        """`até o botão, que jogou`: whoever was only mentioned acts after all."""
        if self.recent and self.joined and self._just_mentioned():
            self._subject(self.recent[0])

    def _person(self, mark: Piece) -> None:
        self.recent = [mark.value, *(name for name in self.recent if name != mark.value)]
        before = self.marks[self.at - 2] if self.at > 1 else None
        opens = before is not None and before.sort == "before" and not self.told_in_sentence
        if before is not None and (before.sort == "turn_of" or opens):
            self.scene.turn_of = mark.value
        elif before is not None and before.sort == "skip":
            self.scene.skipped.add(mark.value)
        elif self._peek(0, "yet_to_act"):
            self.scene.turn_of = mark.value
        elif not self._is_oblique(mark, before):
            self._subject(mark.value)

    def _is_oblique(self, mark: Piece, before: Piece | None) -> bool:
        """`até o botão jogou` would be his act: only a verb or `que` behind him makes him act."""
        pointed = before is not None and before.sort in {"before", "until", "turn_of"}
        following = self.peek(0)
        acts = following is not None and following.may_be(*VERBS)
        return pointed or (mark.oblique and not acts)

    def _just_mentioned(self) -> bool:
        behind = [mark for mark in self.joined[-3:] if mark.sort != "pause"]
        return bool(behind) and behind[-1].sort == "person"

    def _pronoun(self, mark: Piece) -> None:
        meant = self.people.meant_by("f" if mark.may_be("she") else "m", self.recent)
        if meant and mark.text in {"ele", "ela", "he", "she", "ella", "esse", "essa"}:
            self._subject(meant)
            self.recent = [meant, *(name for name in self.recent if name != meant)]

    def _by_order(self, mark: Piece) -> None:
        """The first to speak, or the one behind him who acted last."""
        actors = [act.player for act in self.scene.acts if act.player in self.people.seats]
        if mark.sort == "first_player":
            if not actors and not self.subjects:
                self._subject(self.people.seats[0])
        elif actors:
            following = self.people.after(actors[-1], self.people.seats)
            if following:
                self._subject(following)

    def _subject(self, name: str) -> None:
        alone = DEALER in (*self.subjects, name) or EVERYBODY in (*self.subjects, name)
        if self.acted or alone or not self._is_listed():
            self.subjects, self.acted = [], False
        if name not in self.subjects:
            self.subjects.append(name)

    def _is_listed(self) -> bool:
        """`o MP e o cutoff`: named in one breath with the one before."""
        linked = False
        for mark in reversed(self.joined):
            if mark.sort == "person":
                return linked and not mark.oblique
            if mark.text not in BETWEEN:
                return False
            linked = linked or mark.sort in {"joins", "pause"}
        return False

    def _stop(self, _: Piece) -> None:
        """A sentence ends: those who were only listed did nothing."""
        self.told_in_sentence = False
        if not self.acted and len(self.subjects) > 1:
            self.subjects = []
        self.acted = True if self.subjects else self.acted

    def _quote(self, mark: Piece) -> None:
        sayings.quoted_alone(self, mark)

    # Verbs

    def _verb(self, mark: Piece) -> None:
        if self._negated():
            self.muted = True
        if self.muted or self._only_wished():
            self.use(len(deeds.behind_verb(self)))
            return
        inverted = self._inverted(mark)
        if not inverted and self._is_mentioned(mark):
            return
        subjects = inverted or self.subjects
        if subjects == [DEALER]:
            deeds.by_the_dealer(self, mark)
            return
        for name in subjects:
            deeds.act(self, mark, name)
        if subjects:
            self.acted = True

    def _negated(self) -> bool:
        """`não falou`, `sem soltar`: up to three words before, in the same breath."""
        for mark in reversed(self.joined[-3:]):
            if mark.sort in {"stop", "pause", "person", "chips", "amount"} or mark.may_be(*VERBS):
                return False
            if mark.sort == "not":
                return True
        return False

    def _only_wished(self) -> bool:
        for mark in reversed(self.joined[-4:]):
            if mark.sort == "stop" or mark.may_be(*VERBS):
                return False
            if mark.sort == "modal":
                return True
        return False

    def _inverted(self, mark: Piece) -> list[str]:
        """`raise do UTG`, `aposta de 400 da Rita`: an act as a noun, and whose it is."""
        if not mark.may_be(*NOUNS) or (self.subjects and not self._is_noun(mark)):
            return []
        for ahead in range(3):
            following = self.peek(ahead)
            if following is None or following.sort in {"stop", "pause"} or following.may_be(*VERBS):
                return []
            if following.sort == "person":
                return [following.value] if following.oblique else []
        return []

    def _is_mentioned(self, mark: Piece) -> bool:
        """`os 800 do call`, `quanto fica o raise`: an act that is spoken of, and that nobody does there."""
        before = self.joined[-1] if self.joined else None
        if before is None or not self._is_noun(mark):
            return False
        return before.text in deeds.SPOKEN_OF or before.sort == "silent"

    def _is_noun(self, mark: Piece) -> bool:
        return mark.text.split()[0] in deeds.ACT_NOUNS

    def _bare(self, mark: Piece) -> None:
        """`UTG, 500`: a person and a number, without a verb."""
        behind = [one for one in self.joined[-2:] if one.sort != "pause" and one.text not in sayings.PRONOUNCED]
        last = self.last_act()
        if self.counted and mark.sort == "amount":
            self.used.add(self.at - 1)
            notices.count_was(self, mark.value)
            self.counted = False
        elif last is not None and last.motions and last.player in self.subjects and self._again():
            deeds.another_motion(self, mark, last)
        elif behind and behind[-1].sort == "person" and not behind[-1].oblique and self.subjects and not self.acted:
            deeds.bare(self, mark, self.subjects[-1])
            self.acted = True

    def _again(self) -> bool:
        """`e em seguida mais 600`, without another verb."""
        return any(one.may_be("then") for one in self.joined) and any(one.may_be("more") for one in self.joined)

    # Looking ahead

    def peek(self, ahead: int) -> Piece | None:
        place = self.at + ahead
        return self.marks[place] if place < len(self.marks) else None

    def _peek(self, ahead: int, sort: str) -> bool:
        mark = self.peek(ahead)
        return mark is not None and mark.may_be(sort)

    def use(self, length: int) -> None:
        self.used.update(range(self.at, self.at + length))

    def left_over(self) -> list[str]:
        """What was said and became no part of any act; a small number alone counts people, not chips."""
        left = [mark for at, mark in enumerate(self.marks) if at not in self.used]
        found = [
            str(mark.value) if mark.sort == "quote" else mark.text
            for mark in left
            if mark.sort in {"chips", "quote"}
        ]
        return found + [mark.text for mark in left if mark.sort == "amount" and mark.value.value >= FEW]

    def new_act(self, name: str, kind: str, **facts: Any) -> ToldAct:
        """An act on record, with the facts that were told before it."""
        done = ToldAct(name, kind, facts={**self.waiting, **facts})
        done.out_of_turn = bool(done.facts.pop("out_of_turn", False))
        done.earlier = bool(done.facts.pop("earlier", False))
        heard = done.facts.pop("told", None) if kind not in {"call", "say"} else None
        self.waiting = {"told": heard} if heard is not None else {}
        self.joined = []
        self.told_in_sentence = True
        self.scene.acts.append(done)
        return done

    def last_act(self, name: str | None = None) -> ToldAct | None:
        found = [act for act in self.scene.acts if name is None or act.player == name]
        return found[-1] if found else None
