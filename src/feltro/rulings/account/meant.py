"""Who is meant without being named in front of the verb: the same again, both, the blinds, the one behind the verb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.account import deeds
from feltro.rulings.account.scene import EVERYBODY, NOUNS, VERBS, ToldAct

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.acts import Hearer
    from feltro.rulings.account.marks import Piece

REPEATED = frozenset({"check", "fold", "call", "all_in", "pass"})


def pronoun(hearer: Hearer, mark: Piece) -> None:
    person = hearer.people.meant_by("f" if mark.may_be("she") else "m", _spoken_of(hearer))
    if person and mark.text in {"ele", "ela", "he", "she", "ella", "esse", "essa"}:
        hearer.subject(person)
        hearer.recent = [person, *(name for name in hearer.recent if name != person)]


def _spoken_of(hearer: Hearer) -> list[str]:
    """Whoever a pronoun may mean: once everybody folded around, not the one whom they folded to."""
    names, acts = hearer.still_in(hearer.recent), hearer.scene.acts
    folded_since = [act for act in reversed(acts) if act.kind == "fold"]
    bettor = acts[-1 - len(folded_since)] if len(acts) > len(folded_since) > 0 and acts[-1].kind == "fold" else None
    if bettor is not None and bettor.kind in {"bet", "raise"} and acts[-len(folded_since) :] == folded_since[::-1]:
        names = [name for name in names if name != bettor.player] or names  # `botão e small foldam, ele joga`
    around = len(acts) > 1 and acts[-1].player == EVERYBODY and acts[-1].kind == "fold"
    return [name for name in names if not around or name != acts[-2].player] or names


def by_order(hearer: Hearer, mark: Piece) -> None:
    """The first to speak, or the one behind him who acted last."""
    actors = [act.player for act in hearer.scene.acts if act.player in hearer.people.seats]
    if mark.sort == "first_player":
        if not actors and not hearer.subjects:
            hearer.subject(hearer.people.seats[0])
            hearer.unheard.discard(hearer.people.seats[0])  # perhaps he is named next
    elif actors:
        following = hearer.people.after(actors[-1], hearer.people.seats)
        if following:
            hearer.subject(following)


def aside(hearer: Hearer, mark: Piece) -> None:
    """`o CO (o MP já tinha corrido) largou duas de mil`: what stands between brackets interrupts, and came before."""
    if mark.text == "(":
        hearer.interrupted.append((list(hearer.subjects), hearer.acted, len(hearer.scene.acts)))
        hearer.subjects, hearer.acted = [], False
    elif mark.text == ")" and hearer.interrupted:
        inside = hearer.subjects
        hearer.subjects, hearer.acted, since = hearer.interrupted.pop()
        if inside and len(hearer.scene.acts) == since:
            hearer.subjects, hearer.acted = inside, False  # `o dealer (botão) tacou`: who that is
        for done in hearer.scene.acts[since:] if since else ():
            done.earlier = True


def likewise(hearer: Hearer, _: Piece) -> None:
    """`a Lia deu mesa e o Mauro também`: the same once more."""
    last, following = hearer.last_act(), hearer.peek(0)
    ends = following is None or following.sort in {"stop", "pause", "joins", "then"}
    if ends and hearer.subjects and not hearer.acted and last is not None and last.kind in REPEATED:
        for name in hearer.subjects:
            hearer.new_act(name, last.kind)
        hearer.acted = True


def both_blinds(hearer: Hearer, _: Piece) -> None:
    """`botão e blinds correram`."""
    following = hearer.peek(0)
    if following is None or not following.may_be(*VERBS):
        return
    for position in ("SB", "BB"):
        name = hearer.people.in_position(position)
        if name and (hearer.acted or not hearer.subjects):
            hearer.subjects, hearer.acted = [name], False
        elif name and name not in hearer.subjects:
            hearer.subjects.append(name)


def both(hearer: Hearer, _: Piece) -> None:
    """`Os dois deram mesa`: the last two who were spoken of, besides the one who acted."""
    last, following = hearer.last_act(), hearer.peek(0)
    if following is not None and following.text in BEHIND_HIM:
        _next_ones(hearer, 2)
    if following is None or not following.may_be(*VERBS):
        return
    spoken_of = [name for name in hearer.still_in(hearer.recent) if last is None or name != last.player][:2]
    if len(spoken_of) == 2:
        hearer.subjects = [name for name in hearer.people.seats if name in spoken_of]
        hearer.acted = False


MANY = 9
COUNTED = frozenset({"fold", "call", "check"})


BEHIND_HIM = frozenset("seguintes proximos proximas following next siguientes".split())


def are_counted(hearer: Hearer, mark: Piece) -> bool:
    """`dois folds`, `three calls`, `os dois seguintes largaram`: as many in a row, whoever they are."""
    noun = hearer.peek(0)
    if noun is not None and noun.text in BEHIND_HIM:
        return _next_ones(hearer, int(mark.value.value))
    if noun is None or noun.sort not in COUNTED or not noun.text.endswith("s") or not 0 < mark.value.value <= MANY:
        return False
    hearer.scene.acts.append(ToldAct(EVERYBODY, noun.sort, count=int(mark.value.value)))
    hearer.at += 1
    hearer.acted = True
    return True


def _next_ones(hearer: Hearer, many: int) -> bool:
    """Those who come next, by their number: all of them gave up, called or checked."""
    verb = hearer.peek(1)
    ways = {"fold": ("fold", "fold_or_push", "fold_or_check"), "call": ("call",), "check": ("check",)}
    kind = next((one for one, sorts in ways.items() if verb is not None and verb.may_be(*sorts)), "")
    if not kind or not 0 < many <= MANY:
        return False
    hearer.used.add(hearer.at - 1)
    hearer.scene.acts.append(ToldAct(EVERYBODY, kind, count=many))
    hearer.at += 2
    hearer.acted = True
    return True


def is_done_by_the_next(hearer: Hearer, mark: Piece) -> bool:
    """`UTG 1.000. Fold, fold. O botão ...`: the act alone, one after another, whoever they are."""
    before, following = (hearer.joined[-1] if hearer.joined else None), hearer.peek(0)
    alone = following is None or following.sort in {"stop", "pause", "joins", "then"} or following.text == mark.text
    opens = before is None or before.sort in {"stop", "pause", "joins", "then"} or before.text == mark.text
    if mark.text not in BARE_ACTS or not (alone and opens and hearer.acted):
        return False
    hearer.scene.acts.append(ToldAct(EVERYBODY, mark.sort, count=1))
    return True


def is_of_the_table(hearer: Hearer, mark: Piece) -> bool:
    """`o do assento 1 da mesa bateu 900`: where he sits, and no check."""
    following = hearer.peek(0)
    return mark.text == "da mesa" and following is not None and following.may_be(*VERBS)


BARE_ACTS = frozenset({"fold", "call", "check", "limp"})


def facing(hearer: Hearer, _: Piece) -> None:
    """`diante de uma aposta de 4 mil da Júlia`: told later, and done before."""
    ahead = [mark for mark in (hearer.peek(place) for place in range(6)) if mark is not None]
    noun = next((place for place, mark in enumerate(ahead[:3]) if mark.may_be(*NOUNS)), None)
    if noun is not None and any(mark.sort == "person" for mark in ahead[noun:]):
        hearer.waiting["earlier"] = True


def find_subject_behind(hearer: Hearer) -> None:
    """`Entrou de limp o UTG`, `abriu o MP de 400`: the one who acts stands behind the verb."""
    before = hearer.joined[-1] if hearer.joined else None
    opens = before is None or before.sort in {"stop", "pause", "joins", "then", "flop", "turn", "river", "preflop"}
    place = 1 if hearer.peeks(0, "word") or hearer.peeks(0, "to") else 0
    person, behind = hearer.peek(place), hearer.peek(place + 1)
    if not opens or (hearer.subjects and not hearer.acted) or person is None or person.sort != "person":
        return
    if person.oblique or (behind is not None and behind.may_be(*VERBS, "which")):
        return
    hearer.at += place + 1
    hearer.recent = [person.value, *(name for name in hearer.recent if name != person.value)]
    hearer.subjects, hearer.acted = [person.value], False


def inverted(hearer: Hearer, mark: Piece) -> list[str]:
    """`raise do UTG`, `aposta de 400 da Rita`: an act as a noun, and whose it is."""
    if not mark.may_be(*NOUNS) or (hearer.subjects and not _is_noun(mark)):
        return []
    for ahead in range(4):
        following = hearer.peek(ahead)
        if following is None or following.sort in {"stop", "pause", *ELSEWHERE} or following.may_be(*VERBS):
            return []
        if following.sort == "person":
            return [following.value] if following.oblique else []
    return []


ELSEWHERE = frozenset({"before", "until", "turn_of", "skip", "after_that"})
"""`all-in antes do UTG falar`: whoever stands behind these is not the one who did it."""


def is_mentioned(hearer: Hearer, mark: Piece) -> bool:
    """`os 800 do call`, `quanto fica o raise`: an act that is spoken of, and that nobody does there."""
    before = hearer.joined[-1] if hearer.joined else None
    if before is None or not _is_noun(mark):
        return False
    spoken_of = before.text in deeds.SPOKEN_OF and before.sort != "person"
    return spoken_of or before.sort == "silent" or _is_kind_of_amount(hearer)


def _is_kind_of_amount(hearer: Hearer) -> bool:
    """`fez 500 de raise`: what the amount is, behind it."""
    behind = hearer.marks[max(hearer.at - 3, 0) : hearer.at - 1]
    return len(behind) == 2 and behind[0].sort == "amount" and behind[1].text in {"de", "of"}


def _is_noun(mark: Piece) -> bool:
    return mark.text.split()[0] in deeds.ACT_NOUNS


NOTICES: dict[str, Callable[[Hearer, Piece], None]] = {
    "likewise": likewise,
    "both_blinds": both_blinds,
    "both": both,
    "facing": facing,
}
