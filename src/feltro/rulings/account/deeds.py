"""From a verb and what stands behind it to an act: what was bet, said, pushed, taken back or only shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.account.scene import DEALER, EVERYBODY, VERBS, ToldAct
from feltro.rulings.bets.words import understand

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.acts import Teller
    from feltro.rulings.account.marks import Mark

ACT_NOUNS = frozenset(
    "raise reraise aumento reaumento aposta bet call limp check mesa fold all allin shove apuesta".split()
)
FOLDED_AROUND = frozenset(
    (
        "it folds around",
        "it folds",
        "its folded",
        "it is folded",
        "folded around",
        "it was folded",
        "action folds",
        "folds around",
    )
)
NEEDS_AMOUNT = frozenset(
    "fez faz fazendo abriu abre abriram abrindo aberto hizo hace abrio subiu sobe subiram subio sube opens opened abria".split()
)
GOES = frozenset("foi vai voltou fue va goes went".split())
"""They say where a bet goes only right before its amount."""
PRONOUNCED = frozenset("o a os as the el la de em um uma e".split())
TOGETHER = frozenset("junto juntas juntos together juntas".split())
SPOKEN_OF = frozenset("do da o no the el del um dos nesse esse".split())
CONTRASTS = frozenset({"mas", "but", "pero"})
WEAK = frozenset({"", "push", "say"})
LONGEST_SAYING = 10


def act(teller: Teller, mark: Mark, name: str) -> None:
    """One verb of one player, with everything up to the next verb or person."""
    behind = _behind(teller)
    kind = _kind(teller, mark, behind)
    following = teller.peek(0)
    if kind == "fold" and following is not None and following.may_be("until"):
        everybody_folds(teller)
    elif name == EVERYBODY:
        if kind in {"fold", "pass"}:
            everybody_folds(teller)
    elif kind in {"say", "announce"}:
        _says(teller, mark, name)
    elif kind in {"push", "bring"}:
        _pushes(teller, name, behind, again=kind == "bring")
    elif kind == "pull":
        _pulls(teller, name, behind)
    elif kind == "forward":
        _new(teller, name, "", gesture="forward")
    elif kind:
        _plain(teller, name, kind, behind)


def _kind(teller: Teller, mark: Mark, behind: list[Mark]) -> str:
    """What the verb is here, by what stands behind it."""
    chips = any(one.sort in {"chips", "amount"} for one in behind)
    if mark.may_be("carry", "push") and _is_feint(teller):
        return "forward"
    if mark.may_be("fold_or_push"):
        return "push" if chips else "fold"
    if mark.may_be("fold_or_check"):
        return "pass"
    if mark.text.split()[0] in GOES and mark.may_be("raise", "raise_by_amount"):
        following = teller.peek(0)
        return "raise" if following is not None and following.sort == "amount" else ""
    if mark.may_be("raise_by_amount") or mark.text.split()[0] in NEEDS_AMOUNT:
        return "raise" if chips else ""
    if mark.sort == "bet" and mark.text.split()[0] in {"aposta", "apuesta"} and not chips:
        return ""
    return next((sort for sort in mark.sorts if sort in VERBS and sort != "carry"), "")


def _is_feint(teller: Teller) -> bool:
    """Chips moved and never released: told a little later."""
    ahead = [teller.peek(place) for place in range(10)]
    moved = any(one is not None and one.may_be("whole_stack", "chip") for one in ahead[:4])
    return moved and any(one is not None and one.may_be("not_released") for one in ahead)


def _behind(teller: Teller) -> list[Mark]:
    """What belongs to the verb: up to the next verb, the next one who acts, or the end of the sentence."""
    found: list[Mark] = []
    for place in range(teller.at, len(teller.marks)):
        mark = teller.marks[place]
        acts = mark.may_be(*VERBS) and not mark.may_be("whole_stack", "cards", "muck")
        person = (mark.sort == "person" and not mark.oblique) or mark.sort in {"dealer", "everybody", "next_player"}
        if mark.sort == "stop" or acts or person or mark.text in {"ele", "ela", "he", "she"}:
            break
        found.append(mark)
    return found


# Plain acts


def _plain(teller: Teller, name: str, kind: str, behind: list[Mark]) -> None:
    """A bet, raise, call, check, fold or all-in, told by its name."""
    chips = [one.value for one in behind if one.sort == "chips"]
    amounts = [one for one in behind if one.sort == "amount"]
    told = sum(sum(pile) for pile in chips)
    if kind in {"bet", "raise", "call"} and chips and (not amounts or kind != "call"):
        if kind == "call" and not _is_completed(teller):
            done = _new(teller, name, "call")
            done.motions.append([chip for pile in chips for chip in pile])
            return
        _pushes(teller, name, behind, again=False)
        return
    done = _new(teller, name, kind)
    if kind == "all_in":
        if amounts:
            teller.scene.stacks[name] = amounts[0].value
    elif amounts and kind in {"bet", "raise"}:
        done.amount = amounts[-1].value if _from_to(behind) else amounts[0].value
        done.adds = _adds(behind, amounts[0])
    if told:
        done.facts["told_chips"] = told


def _is_completed(teller: Teller) -> bool:
    return teller.marks[teller.at - 1].text.startswith(("complet", "bot"))


def _from_to(behind: list[Mark]) -> bool:
    """`aumentou de 800 pra 2.400`."""
    return len([one for one in behind if one.sort == "amount"]) > 1 and behind[0].may_be("of")


def _adds(behind: list[Mark], amount: Mark) -> bool:
    before = behind[: behind.index(amount)]
    return any(one.may_be("more") for one in before)


def everybody_folds(teller: Teller) -> None:
    """Up to the player named behind it, or to whoever acts next."""
    done = ToldAct(EVERYBODY, "fold")
    for ahead in range(4):
        mark = teller.peek(ahead)
        if mark is not None and mark.sort == "person":
            pointed = teller.marks[teller.at + ahead - 1].may_be("until", "to")
            done.until = mark.value if pointed or mark.oblique else ""
            break
    teller.scene.acts.append(done)
    teller.acted = True


def bare(teller: Teller, mark: Mark, name: str) -> None:
    """A number or chips right behind a person."""
    if mark.sort == "chips":
        teller.at -= 1
        _pushes(teller, name, [mark, *_behind(teller)[1:]], again=False)
        teller.at += 1
        return
    following = teller.peek(0)
    if following is not None and following.may_be("on_the_street", "chip", "lying"):
        return
    _new(teller, name, "raise").amount = mark.value


# Words


def _says(teller: Teller, mark: Mark, name: str) -> None:
    """A quotation, or the words behind the verb as far as they are a declaration."""
    said = _quoted(teller) or _declared(teller)
    if not said:
        return
    last = teller.last_act()
    if last is not None and last.player == name and last.motions and not last.says and last.kind in WEAK:
        last.says, last.order = said, "pushes_first" if _in_order(teller) else ""
        teller.joined = []
        return
    done = _new(teller, name, "say")
    done.says = said
    done.facts["announced"] = mark.may_be("announce")


def _quoted(teller: Teller) -> str:
    for ahead in range(4):
        mark = teller.peek(ahead)
        if mark is None or mark.sort in {"stop", "person", "chips"} or mark.may_be("not", *VERBS):
            return ""
        if mark.sort == "quote":
            return str(mark.value)
    return ""


def _declared(teller: Teller) -> str:
    """The longest run of words behind the verb that the floor would understand."""
    start = teller.at
    while start < len(teller.marks) and teller.marks[start].text in {"que", "that", "so", "just", "so que"}:
        start += 1
    best, end = "", start
    words: list[str] = []
    for place in range(start, min(start + LONGEST_SAYING, len(teller.marks))):
        mark = teller.marks[place]
        if mark.sort in {"stop", "person", "chips", "quote"} or mark.text in CONTRASTS:
            break
        words.append(mark.text)
        said = " ".join(word for word in words if word != ",")
        if mark.sort != "pause" and mark.text not in PRONOUNCED and understand(said).clear:
            best, end = " ".join(words).replace(" ,", ","), place + 1
    if best:
        teller.at = end
    return best


def _in_order(teller: Teller) -> bool:
    """Whether the telling says which came first: `e só depois`, not a bare `e`."""
    return any(one.may_be("then") for one in teller.joined)


def _order(teller: Teller, said: ToldAct) -> str:
    """Words, then chips: as told, unless only `e` stands between them."""
    between = teller.joined
    if any(one.may_be("then", "before") or one.text in CONTRASTS or one.sort == "pause" for one in between):
        return "says_first"
    return "says_first" if said.facts.get("announced") or said.kind == "raise" else ""


# Chips and cards


def _pushes(teller: Teller, name: str, behind: list[Mark], *, again: bool) -> None:
    motion = _motion(behind)
    if motion is None:
        _cards(teller, name, behind)
        return
    last = teller.last_act()
    if (
        last is not None
        and last.player == name
        and (last.kind in WEAK or (last.kind == "raise" and last.amount is None))
    ):
        if last.motions and not again and any(one.text in TOGETHER for one in behind):
            last.motions[-1] = [*last.motions[-1], *motion] if isinstance(motion, list) else motion
        else:
            if (last.says or last.kind == "raise") and not last.motions:
                last.order = _order(teller, last)
            elif last.says and not last.order and last.kind == "say":
                last.order = "says_first"  # words, and then chips more than once: told as it went
            last.motions.append(motion)
        teller.joined = []
        last.facts |= teller.waiting
        teller.waiting = {}
        return
    _new(teller, name, "push").motions.append(motion)


def _motion(behind: list[Mark]) -> list[int] | Any | None:
    """Chips one by one, or a sum; nothing when neither was told."""
    chips = [chip for one in behind if one.sort == "chips" for chip in one.value]
    amounts = [one.value for one in behind if one.sort == "amount"]
    if chips and not (amounts and any(one.may_be("lying") for one in behind)):
        return chips
    if not amounts:
        return chips or None
    if any(one.may_be("in_one_chip") for one in behind):
        return [int(amounts[0].value)]
    return amounts[0]


def another_motion(teller: Teller, mark: Mark, last: ToldAct) -> None:
    last.motions.append(mark.value)
    teller.joined = []


def quoted_alone(teller: Teller, mark: Mark) -> None:
    """`A Bia: "pago"`; or a second saying right behind the first."""
    last = teller.last_act()
    if last is not None and last.says and last.player in teller.subjects and last.says != mark.value:
        last.says = f"{last.says}, {mark.value}"
    elif len(teller.subjects) == 1 and not teller.acted and teller.subjects[0] != DEALER:
        _new(teller, teller.subjects[0], "say").says = str(mark.value)
        teller.acted = True


def _cards(teller: Teller, name: str, behind: list[Mark]) -> None:
    """Cards pushed or thrown: over the line, forward, or away."""
    if not any(one.may_be("cards", "muck") for one in behind):
        return
    if any(one.may_be("line") for one in behind):
        _new(teller, name, "", past_line=True)
    elif any(one.may_be("forward") for one in behind):
        _new(teller, name, "", throws_forward=True)
    else:
        _new(teller, name, "fold")


def _pulls(teller: Teller, name: str, behind: list[Mark]) -> None:
    last = teller.last_act(name)
    if last is not None and last.facts.get("gesture"):
        return
    chips = [chip for one in behind if one.sort == "chips" for chip in one.value]
    whole = any(one.may_be("all_of_it") for one in behind) or not any(
        one.sort == "chips" or one.may_be("chip") for one in behind
    )
    facts: dict[str, Any] = {"pulls_back": "all" if whole else "partly"}
    if chips and not whole:
        facts["pulled"] = chips[:1]
    _new(teller, name, "push", **facts)


# What is noticed on the way


def _new(teller: Teller, name: str, kind: str, **facts: Any) -> ToldAct:
    done = ToldAct(name, kind, facts={**teller.waiting, **facts})
    done.out_of_turn = bool(done.facts.pop("out_of_turn", False))
    done.earlier = bool(done.facts.pop("earlier", False))
    heard = done.facts.pop("told", None) if kind not in {"call", "say"} else None
    teller.waiting = {"told": heard} if heard is not None else {}
    teller.joined = []
    teller.scene.acts.append(done)
    return done


def by_the_dealer(teller: Teller, mark: Mark) -> None:
    """What the dealer says is the count that the next player hears."""
    amount = next((one for one in _behind(teller) if one.sort == "amount"), None)
    if mark.may_be("say", "announce") and amount is not None:
        last = teller.last_act()
        if last is not None and last.kind == "call":
            last.facts["told"] = amount.value
        else:
            teller.waiting["told"] = amount.value


def count_was(teller: Teller, amount: Any) -> None:
    """The true count of whoever is all-in."""
    player = next((act.player for act in reversed(teller.scene.acts) if act.kind == "all_in"), None)
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
    following = next(
        (one for one in (teller.peek(0), teller.peek(1)) if one is not None and one.sort in {"chips", "amount"}),
        None,
    )
    last = teller.last_act()
    if following is not None and following.sort == "chips" and teller.subjects:
        teller.scene.posted[teller.subjects[-1]] = list(following.value)
    elif following is not None and last is not None and _is_all_in(last) and mark.may_be("stack_of"):
        teller.scene.stacks[last.player] = following.value
    elif mark.sort == "already" and mark.text != "ja":
        teller.waiting["earlier"] = True


def _is_all_in(done: ToldAct) -> bool:
    return done.kind == "all_in" or (bool(done.says) and understand(done.says).kind == "all_in")


def _heard(teller: Teller, _: Mark) -> None:
    """What a player heard before he acted."""
    ahead = (teller.peek(place) for place in range(10))
    amount = next((one for one in ahead if one is not None and one.sort == "amount"), None)
    if amount is not None:
        teller.waiting["told"] = amount.value


def _pot(teller: Teller, mark: Mark) -> None:
    before = teller.joined[-1] if teller.joined else None
    ahead = [one for one in (teller.peek(0), teller.peek(1)) if one is not None]
    found = next((one for one in ahead if one.sort == "amount"), None)
    if before is not None and before.sort == "amount" and mark.text.startswith(("no", "in", "en")):
        found = before
    if found is not None:
        teller.scene.pot = found.value


def _skipped(teller: Teller, _: Mark) -> None:
    teller.scene.skipped.update(one for one in teller.subjects if one not in {DEALER, EVERYBODY})
    teller.acted = True


def _protests(teller: Teller, _: Mark) -> None:
    for name in teller.subjects:
        if name not in {DEALER, EVERYBODY}:
            _new(teller, name, "", protests=True)
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
    "counted": _counted,
}
