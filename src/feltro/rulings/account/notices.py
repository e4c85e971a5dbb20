"""What is noticed on the way: out of turn, not seen, the first time; the pot, a stack, chips that lay there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.account.scene import DEALER, EVERYBODY, VERBS, ToldAct
from feltro.rulings.bets.words import understand

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.acts import Hearer
    from feltro.rulings.account.marks import Piece


def count_was(hearer: Hearer, amount: Any) -> None:
    """The true count of whoever is all-in."""
    player = next((act.player for act in reversed(hearer.scene.acts) if _is_all_in(act)), None)
    if player:
        hearer.scene.stacks[player] = amount


def _on_the_act(fact: str, value: Any) -> Callable[[Hearer, Piece], None]:
    """A fact of the act just told, or of the next one when nobody has acted yet in this sentence."""

    def notice(hearer: Hearer, _: Piece) -> None:
        last = hearer.last_act()
        done = hearer.acted and last is not None and last.player in (*hearer.subjects, EVERYBODY)
        if done and last is not None and fact == "out_of_turn":
            last.out_of_turn = True
        elif done and last is not None:
            last.facts[fact] = value
        else:
            hearer.waiting[fact] = value

    return notice


def _before(hearer: Hearer, _: Piece) -> None:
    """`antes do Leo`: the act just told came before the turn of another."""
    following = hearer.peek(0)
    last = hearer.last_act()
    if last is None or not hearer.acted:
        return
    if following is None or following.sort in {"stop", "person"} or following.may_be("he", "she"):
        last.out_of_turn = True


def _earlier(hearer: Hearer, mark: Piece) -> None:
    """`já tinha foldado`; or what somebody had: chips in front of him, or a stack."""
    ahead = next((at for at in (0, 1) if _is_figure(hearer.peek(at))), None)
    if ahead == 1 and (between := hearer.peek(0)) is not None and between.may_be(*VERBS):
        ahead = None
    following = None if ahead is None else hearer.peek(ahead)
    last = hearer.last_act()
    if following is None:
        acts = any((one := hearer.peek(at)) is not None and one.may_be(*VERBS) for at in (0, 1))
        if mark.sort == "already" and mark.text != "ja" and acts:
            hearer.waiting["earlier"] = True
    elif following.sort == "chips":
        behind = [hearer.peek((ahead or 0) + step) for step in (1, 2)]
        lies = any(one is not None and one.may_be("lying") for one in behind)
        if hearer.subjects and (lies or mark.text not in {"com", "with", "con"}):
            hearer.scene.posted[hearer.subjects[-1]] = list(following.value)
            hearer.use((ahead or 0) + 1)
    elif last is not None and _is_all_in(last) and mark.may_be("stack_of"):
        hearer.scene.stacks[last.player] = following.value
        hearer.use((ahead or 0) + 1)


def _is_figure(mark: Piece | None) -> bool:
    return mark is not None and mark.sort in {"chips", "amount"}


def _is_all_in(done: ToldAct) -> bool:
    return done.kind == "all_in" or (bool(done.says) and understand(done.says).kind == "all_in")


def _heard(hearer: Hearer, _: Piece) -> None:
    """What a player heard before he acted."""
    ahead = (hearer.peek(place) for place in range(10))
    found = next(((at, one) for at, one in enumerate(ahead) if one is not None and one.sort == "amount"), None)
    if found is not None:
        hearer.waiting["told"] = found[1].value
        hearer.used.add(hearer.at + found[0])


def _pot(hearer: Hearer, mark: Piece) -> None:
    """`pote de 9 mil`, `9 mil no pote`."""
    before = hearer.joined[-1] if hearer.joined else None
    place = next(
        (hearer.at + at for at in (0, 1) if (one := hearer.peek(at)) is not None and one.sort == "amount"), None
    )
    if before is not None and before.sort == "amount" and mark.text.startswith(("no", "in", "en")):
        place = hearer.at - 2
    if place is not None:
        hearer.scene.pot = hearer.marks[place].value
        hearer.used.add(place)


def _skipped(hearer: Hearer, _: Piece) -> None:
    hearer.scene.skipped.update(one for one in hearer.subjects if one not in {DEALER, EVERYBODY})
    hearer.acted = True


def _gesture(hearer: Hearer, mark: Piece) -> None:
    """A sign that nobody can be sure of: it is told as it was seen."""
    seen = [mark.text]
    while (one := hearer.peek(len(seen) - 1)) is not None and one.sort not in {"stop", "pause", "person"}:
        seen.append(one.text)
    for name in hearer.subjects:
        if name not in {DEALER, EVERYBODY}:
            hearer.use(len(seen) - 1)
            hearer.new_act(name, "", gesture=" ".join(seen))
    hearer.at += len(seen) - 1
    hearer.acted = True


def _protests(hearer: Hearer, _: Piece) -> None:
    for name in hearer.subjects:
        if name not in {DEALER, EVERYBODY}:
            hearer.new_act(name, "", protests=True)
    hearer.acted = True


def _counted(hearer: Hearer, _: Piece) -> None:
    hearer.counted = True


NOTICES: dict[str, Callable[[Hearer, Piece], None]] = {
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
