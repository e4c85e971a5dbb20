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
    if not player:
        return
    told = hearer.scene.stacks.get(player)
    call = next((act for act in hearer.scene.acts if act.kind == "call" and "told" not in act.facts), None)
    if told is not None and told != amount and call is not None:
        call.facts["told"] = told  # `all-in de 14 mil, ela paga, eram 17.500`: the first number was what she heard
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
    if hearer.subjects and not hearer.acted and following is not None and following.sort == "person":
        hearer.waiting["out_of_turn"] = True  # `o Kaio pulou na frente do Jô e apostou`
        return
    if last is None or not hearer.acted or _opens_a_clause(hearer) or _came_before(hearer):
        return
    if following is None or following.sort in {"stop", "person"} or following.may_be("he", "she"):
        last.out_of_turn = True


def _came_before(hearer: Hearer) -> bool:
    """`antes dela o Quim deu mesa`: what another did first."""
    ahead = [hearer.peek(place) for place in range(4)]
    pronoun, person, verb = ([one for one in ahead if one is not None and one.text not in {"o", "a"}] + [None] * 3)[
        :3
    ]
    if pronoun is None or person is None or verb is None or not pronoun.may_be("he", "she"):
        return False
    if person.sort == "person" and not person.oblique and verb.may_be(*VERBS):
        hearer.waiting["earlier"] = True
        return True
    return False


def _opens_a_clause(hearer: Hearer) -> bool:
    """`e antes da Selma falar o Túlio já pagou`: said of the act that follows; it was her turn."""
    ahead = [one for one in (hearer.peek(place) for place in range(4)) if one is not None]
    opens = len(ahead) > 2 and ahead[0].sort == "person" and ahead[1].may_be("yet_to_act")
    follows = opens and next((one for one in ahead[2:] if one.sort != "pause"), None)
    if not follows or follows.sort != "person" or follows.oblique:
        return False
    hearer.scene.turn_of = ahead[0].value
    return True


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
        if hearer.subjects and not lies and any(one is not None and one.may_be("on_the_street") for one in behind):
            hearer.held = list(following.value)
            hearer.use((ahead or 0) + 1)
        elif hearer.subjects and (lies or mark.text not in {"com", "with", "con"}):
            hearer.scene.posted[hearer.subjects[-1]] = list(following.value)
            hearer.use((ahead or 0) + 1)
    elif last is not None and "told" in last.facts and mark.may_be("stack_of") and following.sort == "amount":
        hearer.use((ahead or 0) + 1)
        count_was(hearer, following.value)  # `ele pagou. Tinha 6.200.`
    elif last is not None and (_is_all_in(last) or last.facts.get("gesture")) and mark.may_be("stack_of"):
        hearer.scene.stacks[last.player] = following.value
        hearer.use((ahead or 0) + 1)


def _is_figure(mark: Piece | None) -> bool:
    return mark is not None and mark.sort in {"chips", "amount"}


def _is_all_in(done: ToldAct) -> bool:
    return done.kind == "all_in" or (bool(done.says) and understand(done.says).kind == "all_in")


def heard(hearer: Hearer, _: Piece) -> None:
    """What a player heard before he acted."""
    ahead = (hearer.peek(place) for place in range(10))
    found = next(((at, one) for at, one in enumerate(ahead) if one is not None and one.sort == "amount"), None)
    if found is not None:
        hearer.waiting["told"] = found[1].value
        hearer.heard_at = hearer.at + found[0]
        hearer.used.add(hearer.at + found[0])


def _pot(hearer: Hearer, mark: Piece) -> None:
    """`pote de 9 mil`, `9 mil no pote`."""
    before = hearer.joined[-1] if hearer.joined else None
    ahead = [one for one in (hearer.peek(at) for at in range(4)) if one is not None]
    near = next((at for at, one in enumerate(ahead) if one.sort == "amount"), None)
    told = near is not None and (near < 2 or all(one.text in IS_NOW for one in ahead[:near]))
    place = hearer.at + near if near is not None and told else None
    if before is not None and before.sort == "amount" and mark.text.startswith(("no", "in", "en")):
        place = hearer.at - 2
    if place is not None:
        hearer.scene.pot = hearer.marks[place].value
        hearer.used.add(place)


IS_NOW = frozenset("ta esta tava estava em com e era de is at in agora ja tem".split())
"""`o pote tá em 2.800`."""


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


def is_what_lay_there(hearer: Hearer) -> str:
    """`não mexeu no blind, que era uma de 200`: whose chips they are."""
    last = hearer.last_act()
    spoken_of = [mark.text for mark in hearer.joined[-6:]]
    blind = any("blind" in text for text in spoken_of) and any(
        text in {"era", "eram", "sao", "e", "tem", "tinha", "foram", "que e"} for text in spoken_of
    )
    return last.player if last is not None and blind else ""


def _counted(hearer: Hearer, _: Piece) -> None:
    hearer.counted = True


def _over_the_line(hearer: Hearer, _: Piece) -> None:
    """`empurrou as cartas pra frente, e elas passaram da linha`."""
    last = hearer.last_act()
    if last is not None and last.kind == "fold" and hearer.acted and not last.earlier:
        last.kind = ""  # `jogou na direção do muck, passando da linha`
        last.facts["past_line"] = True
    elif last is not None and last.facts.pop("throws_forward", False):
        last.facts["past_line"] = True


def _as_much_again(hearer: Hearer, _: Piece) -> None:
    """`e depois mais uma pilha igual`."""
    last = hearer.last_act()
    if last is not None and last.motions:
        last.motions.append(last.motions[-1])


NOTICES: dict[str, Callable[[Hearer, Piece], None]] = {
    "out_of_turn": _on_the_act("out_of_turn", value=True),
    "unaware": _on_the_act("unaware", value=True),
    "untouched": _on_the_act("pulls_back", "nothing"),
    "first_time": _on_the_act("occurrence", 1),
    "second_time": _on_the_act("occurrence", 2),
    "heard": heard,
    "before": _before,
    "already": _earlier,
    "stack_of": _earlier,
    "pot": _pot,
    "skipped": _skipped,
    "protest": _protests,
    "gesture": _gesture,
    "counted": _counted,
    "line": _over_the_line,
    "as_much": _as_much_again,
    "idle": lambda _, __: None,
}
