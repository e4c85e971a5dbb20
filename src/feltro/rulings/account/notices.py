"""What is noticed on the way: out of turn, not seen, the first time; the pot, a stack, chips that lay there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.account.scene import DEALER, EVERYBODY, VERBS, ToldAct
from feltro.rulings.bets.words import understand

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.acts import Teller
    from feltro.rulings.account.marks import Mark


def count_was(teller: Teller, amount: Any) -> None:
    """The true count of whoever is all-in."""
    player = next((act.player for act in reversed(teller.scene.acts) if _is_all_in(act)), None)
    if player:
        teller.scene.stacks[player] = amount


def _on_the_act(fact: str, value: Any) -> Callable[[Teller, Mark], None]:
    """A fact of the act just told, or of the next one when nobody has acted yet in this sentence."""

    def notice(teller: Teller, _: Mark) -> None:
        last = teller.last_act()
        done = teller.acted and last is not None and last.player in (*teller.subjects, EVERYBODY)
        if done and last is not None and fact == "out_of_turn":
            last.out_of_turn = True
        elif done and last is not None:
            last.facts[fact] = value
        else:
            teller.waiting[fact] = value

    return notice


def _before(teller: Teller, _: Mark) -> None:
    """`antes do Leo`: the act just told came before the turn of another."""
    following = teller.peek(0)
    last = teller.last_act()
    if following is not None and last is not None and (following.sort == "person" or following.may_be("he", "she")):
        last.out_of_turn = last.out_of_turn or teller.acted


def _earlier(teller: Teller, mark: Mark) -> None:
    """`já tinha foldado`; or what somebody had: chips in front of him, or a stack."""
    ahead = next((at for at in (0, 1) if _is_figure(teller.peek(at))), None)
    if ahead == 1 and (between := teller.peek(0)) is not None and between.may_be(*VERBS):
        ahead = None
    following = None if ahead is None else teller.peek(ahead)
    last = teller.last_act()
    if following is None:
        if mark.sort == "already" and mark.text != "ja":
            teller.waiting["earlier"] = True
    elif following.sort == "chips":
        if teller.subjects and mark.text not in {"com", "with", "con"}:
            teller.scene.posted[teller.subjects[-1]] = list(following.value)
            teller.use((ahead or 0) + 1)
    elif last is not None and _is_all_in(last) and mark.may_be("stack_of"):
        teller.scene.stacks[last.player] = following.value
        teller.use((ahead or 0) + 1)


def _is_figure(mark: Mark | None) -> bool:
    return mark is not None and mark.sort in {"chips", "amount"}


def _is_all_in(done: ToldAct) -> bool:
    return done.kind == "all_in" or (bool(done.says) and understand(done.says).kind == "all_in")


def _heard(teller: Teller, _: Mark) -> None:
    """What a player heard before he acted."""
    ahead = (teller.peek(place) for place in range(10))
    found = next(((at, one) for at, one in enumerate(ahead) if one is not None and one.sort == "amount"), None)
    if found is not None:
        teller.waiting["told"] = found[1].value
        teller.used.add(teller.at + found[0])


def _pot(teller: Teller, mark: Mark) -> None:
    """`pote de 9 mil`, `9 mil no pote`."""
    before = teller.joined[-1] if teller.joined else None
    place = next(
        (teller.at + at for at in (0, 1) if (one := teller.peek(at)) is not None and one.sort == "amount"), None
    )
    if before is not None and before.sort == "amount" and mark.text.startswith(("no", "in", "en")):
        place = teller.at - 2
    if place is not None:
        teller.scene.pot = teller.marks[place].value
        teller.used.add(place)


def _skipped(teller: Teller, _: Mark) -> None:
    teller.scene.skipped.update(one for one in teller.subjects if one not in {DEALER, EVERYBODY})
    teller.acted = True


def _gesture(teller: Teller, mark: Mark) -> None:
    """A sign that nobody can be sure of: it is told as it was seen."""
    seen = [mark.text]
    while (one := teller.peek(len(seen) - 1)) is not None and one.sort not in {"stop", "pause", "person"}:
        seen.append(one.text)
    for name in teller.subjects:
        if name not in {DEALER, EVERYBODY}:
            teller.use(len(seen) - 1)
            teller.new_act(name, "", gesture=" ".join(seen))
    teller.at += len(seen) - 1
    teller.acted = True


def _protests(teller: Teller, _: Mark) -> None:
    for name in teller.subjects:
        if name not in {DEALER, EVERYBODY}:
            teller.new_act(name, "", protests=True)
    teller.acted = True


def _counted(teller: Teller, _: Mark) -> None:
    teller.counted = True


NOTICES: dict[str, Callable[[Teller, Mark], None]] = {
    "out_of_turn": _on_the_act("out_of_turn", value=True),
    "unaware": _on_the_act("unaware", value=True),
    "untouched": _on_the_act("pulls_back", "nothing"),
    "first_time": _on_the_act("occurrence", 1),
    "second_time": _on_the_act("occurrence", 2),
    "heard": _heard,
    "before": _before,
    "already": _earlier,
    "stack_of": _earlier,
    "pot": _pot,
    "skipped": _skipped,
    "protest": _protests,
    "gesture": _gesture,
    "counted": _counted,
}
