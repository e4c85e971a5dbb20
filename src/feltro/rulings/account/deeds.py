"""From a verb and what stands behind it to an act: what was bet, said, pushed, taken back or only shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.account import sayings
from feltro.rulings.account.scene import EVERYBODY, VERBS, ToldAct

if TYPE_CHECKING:
    from feltro.rulings.account.acts import Hearer
    from feltro.rulings.account.marks import Piece

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
SMALL_WORDS = frozenset("so it a o de em um uma ja total aposta raise apenas just only por logo".split())
SPOKEN = frozenset({"say", "announce"})
GOES = frozenset("foi vai voltou fue va goes went".split())
"""They say where a bet goes only right before its amount."""
TOGETHER = frozenset("junto juntas juntos together juntas".split())
SPOKEN_OF = frozenset("do da o no the el del um dos nesse esse".split())


def act(hearer: Hearer, mark: Piece, name: str) -> None:
    """One verb of one player, with everything up to the next verb or person."""
    behind = behind_verb(hearer)
    kind = _kind(hearer, mark, behind)
    following = hearer.peek(0)
    if kind and kind not in SPOKEN:
        hearer.use(len(behind))
    if kind == "fold" and following is not None and following.may_be("until"):
        everybody_folds(hearer)
    elif name != EVERYBODY:
        _done(hearer, mark, name, kind, behind)
    elif kind in {"fold", "pass"}:
        everybody_folds(hearer)


def _done(hearer: Hearer, mark: Piece, name: str, kind: str, behind: list[Piece]) -> None:
    quoted = kind == "push" and any(one.sort == "quote" for one in behind[:2])  # `soltou: "pago"`
    if quoted or (kind in SPOKEN and not _answers_in_chips(behind)):
        sayings.says(hearer, mark, name)
    elif kind in SPOKEN or kind in {"push", "bring"}:
        hearer.use(len(behind))
        _pushes(hearer, name, behind, again=kind == "bring")
    elif kind == "pull":
        _pulls(hearer, name, behind)
    elif kind == "forward":
        hearer.new_act(name, "", gesture="forward")
    elif kind:
        _plain(hearer, name, kind, behind)


def _answers_in_chips(behind: list[Piece]) -> bool:
    """`respondeu com uma ficha de mil`: chips, and nothing that was said."""
    return any(one.sort == "chips" for one in behind[:3]) and not any(one.sort == "quote" for one in behind)


def _kind(hearer: Hearer, mark: Piece, behind: list[Piece]) -> str:
    """What the verb is here, by what stands behind it."""
    chips = any(one.sort in {"chips", "amount"} for one in behind)
    if mark.may_be("carry", "push") and _is_feint(hearer):
        return "forward"
    if mark.may_be("fold_or_push"):
        return "push" if chips else "fold"
    if mark.may_be("fold_or_check"):
        return "pass"
    if mark.text.split()[0] in GOES and mark.may_be("raise", "raise_by_amount"):
        following = hearer.peek(0)
        return "raise" if following is not None and following.sort == "amount" else ""
    if mark.may_be("raise_by_amount") or mark.text.split()[0] in NEEDS_AMOUNT:
        return "raise" if _leads_to_amount(behind) else ""
    if mark.sort == "bet" and mark.text.split()[0] in {"aposta", "apuesta"} and not chips:
        return ""
    kind = next((sort for sort in mark.sorts if sort in VERBS and sort != "carry"), "")
    return "bring" if kind == "pull" and behind and behind[0].may_be("more") else kind


def _leads_to_amount(behind: list[Piece]) -> bool:
    """`fez 600`, `abriu com uma de mil`: nothing but small words stands before the amount."""
    for mark in behind[:4]:
        if mark.sort in {"amount", "chips"}:
            return True
        if (
            not mark.may_be("of", "to", "more", "stack_of", "silent", "flop", "turn", "river")
            and mark.text not in SMALL_WORDS
        ):
            return False
    return False


def _is_feint(hearer: Hearer) -> bool:
    """Chips moved and never released: told a little later."""
    ahead = [hearer.peek(place) for place in range(10)]
    moved = any(one is not None and one.may_be("whole_stack", "chip") for one in ahead[:4])
    return moved and any(one is not None and one.may_be("not_released") for one in ahead)


def behind_verb(hearer: Hearer) -> list[Piece]:
    """What belongs to the verb: up to the next verb, the next one who acts, or the end of the sentence."""
    found: list[Piece] = []
    for place in range(hearer.at, len(hearer.marks)):
        mark = hearer.marks[place]
        acts = mark.may_be(*VERBS) and not mark.may_be("whole_stack", "cards", "muck")
        person = (mark.sort == "person" and not mark.oblique) or mark.sort in {"dealer", "everybody", "next_player"}
        if mark.sort == "stop" or acts or person or mark.text in {"ele", "ela", "he", "she"}:
            break
        found.append(mark)
    return found


# Plain acts


def _plain(hearer: Hearer, name: str, kind: str, behind: list[Piece]) -> None:
    """A bet, raise, call, check, fold or all-in, told by its name."""
    chips = [one.value for one in behind if one.sort == "chips"]
    amounts = [one for one in behind if one.sort == "amount"]
    told = sum(sum(pile) for pile in chips)
    if kind in {"bet", "raise", "call"} and chips and (not amounts or kind != "call"):
        if kind == "call" and not _is_completed(hearer):
            done = hearer.new_act(name, "call")
            done.motions.append([chip for pile in chips for chip in pile])
            return
        _pushes(hearer, name, behind, again=False)
        return
    if kind == "call" and amounts and _is_completed(hearer) and _adds(behind, amounts[0]):
        _pushes(hearer, name, behind, again=False)
        return
    done = hearer.new_act(name, kind)
    if kind == "all_in":
        if amounts:
            hearer.scene.stacks[name] = amounts[0].value
    elif amounts and kind in {"bet", "raise"}:
        done.amount = amounts[-1].value if _from_to(behind) else amounts[0].value
        done.adds = _adds(behind, amounts[0])
    if told:
        done.facts["told_chips"] = told


def _is_completed(hearer: Hearer) -> bool:
    return hearer.marks[hearer.at - 1].text.startswith(("complet", "bot"))


def _from_to(behind: list[Piece]) -> bool:
    """`aumentou de 800 pra 2.400`."""
    return len([one for one in behind if one.sort == "amount"]) > 1 and behind[0].may_be("of")


def _adds(behind: list[Piece], amount: Piece) -> bool:
    before = behind[: behind.index(amount)]
    return any(one.may_be("more") for one in before)


def everybody_folds(hearer: Hearer) -> None:
    """Up to the player named behind it, or to whoever acts next."""
    done = ToldAct(EVERYBODY, "fold", earlier=bool(hearer.waiting.pop("earlier", False)))
    for ahead in range(4):
        mark = hearer.peek(ahead)
        if mark is not None and mark.sort == "person":
            pointed = hearer.marks[hearer.at + ahead - 1].may_be("until", "to")
            done.until = mark.value if pointed or mark.oblique else ""
            break
    hearer.scene.acts.append(done)
    hearer.acted = True


def bare(hearer: Hearer, mark: Piece, name: str) -> None:
    """A number or chips right behind a person."""
    if mark.sort == "chips":
        hearer.at -= 1
        hearer.use(1 + len(behind_verb(hearer)[1:]))
        _pushes(hearer, name, [mark, *behind_verb(hearer)[1:]], again=False)
        hearer.at += 1
        return
    following = hearer.peek(0)
    if following is not None and following.may_be("on_the_street", "chip", "lying"):
        return
    hearer.used.add(hearer.at - 1)
    hearer.new_act(name, "raise").amount = mark.value


# Chips and cards


def _pushes(hearer: Hearer, name: str, behind: list[Piece], *, again: bool) -> None:
    motion = _motion(behind)
    if motion is None:
        _cards(hearer, name, behind)
        return
    last = hearer.last_act()
    if (
        last is not None
        and last.player == name
        and (last.kind in sayings.WEAK or (last.kind == "raise" and last.amount is None))
    ):
        if last.motions and not again and any(one.text in TOGETHER for one in behind):
            last.motions[-1] = [*last.motions[-1], *motion] if isinstance(motion, list) else motion
        else:
            if (last.says or last.kind == "raise") and not last.motions:
                last.order = sayings.order_of(hearer, last)
            elif last.says and not last.order and last.kind == "say":
                last.order = "says_first"  # words, and then chips more than once: told as it went
            last.motions.append(motion)
        hearer.joined = []
        last.facts |= hearer.waiting
        hearer.waiting = {}
        return
    hearer.new_act(name, "push").motions.append(motion)


def _motion(behind: list[Piece]) -> list[int] | Any | None:
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


def another_motion(hearer: Hearer, mark: Piece, last: ToldAct) -> None:
    last.motions.append(mark.value)
    if last.kind == "say" and last.says:
        last.order = last.order or "says_first"
    hearer.used.add(hearer.at - 1)
    hearer.joined = []


def _cards(hearer: Hearer, name: str, behind: list[Piece]) -> None:
    """Cards pushed or thrown: over the line, forward, or away."""
    if not any(one.may_be("cards", "muck") for one in behind):
        return
    if any(one.may_be("line") for one in behind):
        hearer.new_act(name, "", past_line=True)
    elif any(one.may_be("forward") for one in behind):
        hearer.new_act(name, "", throws_forward=True)
    else:
        hearer.new_act(name, "fold")


def _pulls(hearer: Hearer, name: str, behind: list[Piece]) -> None:
    last = hearer.last_act()
    if last is not None and last.player == name and last.facts.get("gesture"):
        return
    if last is not None and last.player == name and last.says and not last.motions:
        _pushes(hearer, name, behind, again=False)  # out of his stack, after what he said
        return
    chips = [chip for one in behind if one.sort == "chips" for chip in one.value]
    whole = any(one.may_be("all_of_it") for one in behind) or not any(
        one.sort == "chips" or one.may_be("chip") for one in behind
    )
    facts: dict[str, Any] = {"pulls_back": "all" if whole else "partly"}
    if chips and not whole:
        facts["pulled"] = chips[:1]
    hearer.new_act(name, "push", **facts)


def by_the_dealer(hearer: Hearer, mark: Piece) -> None:
    """What the dealer says is the count that the next player hears."""
    behind = behind_verb(hearer)
    hearer.use(len(behind))
    amount = next((one for one in behind if one.sort == "amount"), None)
    if mark.may_be("say", "announce") and amount is not None:
        last = hearer.last_act()
        if last is not None and last.kind == "call":
            last.facts["told"] = amount.value
        else:
            hearer.waiting["told"] = amount.value
