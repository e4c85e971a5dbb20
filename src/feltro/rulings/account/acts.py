"""Marks as acts: who did what, in the order in which it was told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from feltro.rulings.account import chips_and_cards, deeds, meant, notices, sayings, unread, wishes
from feltro.rulings.account.in_hand import BETWEEN
from feltro.rulings.account.scene import DEALER, EVERYBODY, FOLDED_AROUND, NOUNS, VERBS, ToldAct, ToldHand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.rulings.account.marks import Piece
    from feltro.rulings.account.people import People


SOME_SAY = frozenset("disseram falaram contaram informaram cantaram anunciaram dijeron".split())
"""Somebody said so, no matter who: a count."""
INFINITIVES = frozenset(
    "apostar betar aumentar reaumentar subir pagar foldar largar desistir correr checar".split()
)
"""Wished, asked or left undone, and nothing that was done."""
TELLING = frozenset("disse falou diz fala dizendo falando dijo said says".split())
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
        self.known = known
        self.recent = list(known)
        self.acted = False
        """The subject has acted, so that the next person named is another subject."""
        self.joined: list[Piece] = []
        """What stood between the last act and now."""
        self.counted = False
        self.heard_at = -1
        """Where the count stands that somebody was told."""
        self.used: set[int] = set()
        """Numbers, chips and quotations that belong to something; what is left over was not understood."""
        self.told_in_sentence = False
        self.muted = False
        """A verb was denied, and what stands behind it with it."""
        self.waiting: dict[str, Any] = {}
        """Facts told before the act that they belong to."""
        self.pointed = False
        """The last one named was only mentioned, and so are those listed with him."""
        self.unheard: set[str] = set()
        """Named as one who does something, and nothing of it understood yet."""
        self.held: list[int] = []
        """Chips that somebody has in his hand, not yet put forward."""
        self.interrupted: list[tuple[list[str], bool, int]] = []
        """Who acted, and how many acts there were, when a bracket opened."""

        self.taken = self._what_is_taken()

    def _what_is_taken(self) -> dict[str, Callable[[Piece], None]]:
        """What each sort of mark leads to."""
        return {
            "person": self._person,
            **dict.fromkeys(("next_player", "first_player"), partial(meant.by_order, self)),
            "dealer": self._dealer,
            "everybody": self._everybody,
            "which": self._which,
            "stop": self._stop,
            "pause": partial(meant.aside, self),
            **dict.fromkeys(("amount", "chips"), self._bare),
            "quote": partial(sayings.quoted_alone, self),
            "modal": self._wish,
            **{sort: partial(notice, self) for sort, notice in meant.NOTICES.items()},
        }

    def read(self) -> ToldHand:
        while self.at < len(self.marks):
            mark = self.marks[self.at]
            self.at += 1
            self._take(mark)
            self.joined.append(mark)
        self.scene.left_over, self.scene.unheard = unread.left_over(self), unread.unheard(self)
        return self.scene

    # One mark

    def _take(self, mark: Piece) -> None:
        if mark.sort in BREATHS or mark.text in sayings.CONTRASTS:
            self.muted = False
        if mark.sort in self.taken:
            self.taken[mark.sort](mark)
        elif mark.may_be("he", "she") and not mark.may_be("out_of_turn"):
            meant.pronoun(self, mark)
        elif mark.sort in notices.NOTICES:
            self.unheard.difference_update(self.subjects)
            notices.NOTICES[mark.sort](self, mark)
        elif mark.may_be(*VERBS):
            self._verb(mark)

    def _wish(self, mark: Piece) -> None:
        """`jura que era cinco mil`: what is only wished or thought belongs to nobody's act."""
        if self.subjects == [DEALER] and mark.text.split()[0] in TELLING:
            deeds.by_the_dealer(self, mark)  # `o dealer disse que era 22 mil`: the count that was heard
            return
        self.used.update(self.at + ahead for ahead in range(4) if self.peeks(ahead, "amount"))

    def _dealer(self, mark: Piece) -> None:
        if not mark.oblique:
            self.subject(DEALER)

    def _everybody(self, mark: Piece) -> None:
        self.subject(EVERYBODY)
        if mark.text in FOLDED_AROUND:
            deeds.everybody_folds(self)

    def _which(self, _: Piece) -> None:
        """`até o botão, que jogou`: whoever was only mentioned acts after all."""
        if self.recent and self.joined and self._just_mentioned():
            self.subject(self.recent[0])

    def _person(self, mark: Piece) -> None:
        self.recent = [mark.value, *(name for name in self.recent if name != mark.value)]
        before = self.marks[self.at - 2] if self.at > 1 else None
        opens = before is not None and before.sort == "before" and not self.told_in_sentence
        if before is not None and (before.sort == "turn_of" or opens):
            self.scene.turn_of = mark.value
        elif before is not None and before.sort == "skip":
            self.scene.skipped.add(mark.value)
        elif self.peeks(0, "yet_to_act") or self._was_his_turn():
            self.scene.turn_of = mark.value
        elif not self._is_oblique(mark, before):
            self.subject(mark.value)

    def _was_his_turn(self) -> bool:
        """`falou fora da hora. Era o Rui.`: a sentence that names him, and nothing that he did."""
        words = [one.text for one in self.joined[-3:] if one.text not in {"o", "a", "the", "el", "la"}]
        return words[-1:] in (["era"], ["was"]) and (self.peek(0) is None or self.peeks(0, "stop"))

    def _is_oblique(self, mark: Piece, before: Piece | None) -> bool:
        """`até o botão jogou` would be his act: only a verb or `que` behind him makes him act."""
        following = self.peek(0)
        acts = following is not None and following.may_be(*VERBS)
        pointed = before is not None and before.sort in {"before", "until", "turn_of"}
        pointed = pointed or (before is not None and before.sort == "out_of_turn" and not acts)
        self.pointed = pointed or (mark.oblique and not acts) or (self.pointed and not acts and self._is_listed())
        return self.pointed

    def _just_mentioned(self) -> bool:
        behind = [mark for mark in self.joined[-3:] if mark.sort != "pause"]
        return bool(behind) and behind[-1].sort == "person"

    def still_in(self, names: Sequence[str]) -> list[str]:
        """Whoever has given up is not meant any more, unless all have."""
        gone = {act.player for act in self.scene.acts if act.kind == "fold"}
        return [name for name in names if name not in gone] or list(names)

    def subject(self, name: str) -> None:
        alone = DEALER in (*self.subjects, name) or EVERYBODY in (*self.subjects, name)
        if self.acted or alone or not self._is_listed():
            self.subjects, self.acted = [], False
        if name not in self.subjects:
            self.subjects.append(name)
        if name in self.people.seats:
            self.unheard.add(name)

    def _is_listed(self) -> bool:
        """`o MP e o cutoff`: named in one breath with the one before."""
        linked = self._do_the_same()
        for mark in reversed(self.joined):
            if mark.sort == "person":
                return linked and not mark.oblique
            if mark.text not in BETWEEN:
                return False
            linked = linked or mark.sort in {"joins", "pause"}
        return False

    def _do_the_same(self) -> bool:
        """`mp co e botão foldaram`: one verb of several, without a comma between them."""
        for mark in self.marks[self.at :]:
            if mark.may_be(*VERBS):
                return mark.text.split()[0].endswith(("ram", "aron", "ieron"))
            if mark.sort != "person" and mark.text not in BETWEEN:
                break
        return False

    def _stop(self, _: Piece) -> None:
        """A sentence ends: those who were only listed did nothing."""
        self.told_in_sentence = False
        if not self.acted and len(self.subjects) > 1:
            self.subjects = []
        self.acted = True if self.subjects else self.acted

    # Verbs

    def _verb(self, mark: Piece) -> None:
        if wishes.is_denied(self.joined):
            self.muted = True
        if mark.text in SOME_SAY and self.peeks(0, "amount"):
            notices.heard(self, mark)
            return
        if self._is_not_done(mark):
            return
        if self.muted or wishes.is_only_wished(self.joined):
            self.unheard.difference_update(self.subjects)
            self.waiting.pop("earlier", None)
            self.use(len(deeds.behind_verb(self)))
            return
        meant.find_subject_behind(self)
        inverted = meant.inverted(self, mark)
        if not inverted and meant.is_mentioned(self, mark):
            return
        subjects = inverted or self.subjects
        if subjects == [DEALER]:
            deeds.by_the_dealer(self, mark)
            return
        shared = {"earlier": True} if self.waiting.get("earlier") else {}
        for name in subjects:
            self.waiting |= shared
            deeds.act(self, mark, name)
        if subjects:
            self.acted = True

    def _is_not_done(self, mark: Piece) -> bool:
        """A count, an infinitive, what somebody was still to do; or done by whoever came next."""
        wished = mark.text in INFINITIVES and mark.may_be(*NOUNS)
        awaited = mark.may_be("yet_to_act") and bool(self.joined) and self.joined[-1].sort == "person"
        counts = self.counted and mark.text in deeds.BARE_GOES
        return (
            wished
            or awaited
            or counts
            or meant.is_of_the_table(self, mark)
            or meant.is_done_by_the_next(self, mark)
        )

    def _bare(self, mark: Piece) -> None:
        """`UTG, 500`: a person and a number, without a verb; `dois folds`: a number of acts."""
        if mark.sort == "amount" and meant.are_counted(self, mark):
            return
        behind = [one for one in self.joined[-2:] if not sayings.is_passed(one)]
        last = self.last_act()
        owner = notices.is_what_lay_there(self) if mark.sort == "chips" else ""
        if owner:
            self.scene.posted[owner] = list(mark.value)
            self.used.add(self.at - 1)
        elif self.heard_at == self.at - 1:
            self.counted = False
        elif self.counted and mark.sort == "amount":
            self.used.add(self.at - 1)
            notices.count_was(self, mark.value)
            self.counted = False
        elif mark.sort == "chips" and last is not None and chips_and_cards.fell_with_words(self, last):
            chips_and_cards.pushes(self, last.player, [mark], again=False)
            self.used.add(self.at - 1)
        elif last is not None and last.motions and last.player in self.subjects and chips_and_cards.once_more(self):
            chips_and_cards.another_motion(self, mark, last)
        elif behind and behind[-1].sort == "person" and not behind[-1].oblique and self.subjects and not self.acted:
            deeds.bare(self, mark, self.subjects[-1])
            self.acted = True

    # Looking ahead

    def peek(self, ahead: int) -> Piece | None:
        place = self.at + ahead
        return self.marks[place] if place < len(self.marks) else None

    def peeks(self, ahead: int, sort: str) -> bool:
        mark = self.peek(ahead)
        return mark is not None and mark.may_be(sort)

    def use(self, length: int) -> None:
        """What belongs to an act; a quotation only by becoming somebody's words."""
        places = range(self.at, self.at + length)
        self.used.update(place for place in places if self.marks[place].sort != "quote")

    def new_act(self, name: str, kind: str, **facts: Any) -> ToldAct:
        """An act on record, with the facts that were told before it."""
        done = ToldAct(name, kind, facts={**self.waiting, **facts})
        done.out_of_turn = bool(done.facts.pop("out_of_turn", False))
        done.earlier = bool(done.facts.pop("earlier", False))
        answers = kind == "push" and any(act.kind == "all_in" for act in self.scene.acts)
        heard = done.facts.pop("told", None) if kind not in {"call", "say"} and not answers else None
        self.waiting = {"told": heard} if heard is not None else {}
        self.joined = []
        self.told_in_sentence = True
        self.scene.acts.append(done)
        return done

    def last_act(self, name: str | None = None) -> ToldAct | None:
        found = [act for act in self.scene.acts if name is None or act.player == name]
        return found[-1] if found else None
