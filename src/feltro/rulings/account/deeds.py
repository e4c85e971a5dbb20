"""From a verb and what stands behind it to an act: what was bet, said, pushed, taken back or only shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.account import chips_and_cards, sayings
from feltro.rulings.account.due import pays_another_sum
from feltro.rulings.account.scene import EVERYBODY, VERBS, ToldAct

if TYPE_CHECKING:
    from feltro.rulings.account.acts import Hearer
    from feltro.rulings.account.marks import Piece

ACT_NOUNS = frozenset(
    "raise reraise aumento reaumento aposta bet call limp check mesa fold all allin shove apuesta".split()
)
NEEDS_AMOUNT = frozenset(
    "fez faz fazendo abriu abre abriram abrindo aberto hizo hace abrio subiu sobe subiram subio sube opens opened abria levou leva".split()
)
OPENS = ("abr", "open")
"""Whoever opens is the first in: those before him gave up, though nobody says so."""
SMALL_WORDS = frozenset("so it a o the for el de em um uma ja total aposta raise apenas just only por logo".split())
SPOKEN = frozenset({"say", "announce"})
GOES = frozenset("foi vai voltou fue va goes went".split())
LEAVES = frozenset("sai saiu sairam saem".split())
COMES_WITH = frozenset({"foi com", "vai com", "entrou com", "entra com", "veio com", "vem com"})
"""Chips, where somebody has bet already; an opening, where nobody has."""
BARE_GOES = frozenset({"deu", "deram", "sai", "saiu"})
"""They say where a bet goes only right before its amount."""
CARRIES = frozenset({"levou", "leva"})
"""`levou a 1.200` raises; `levou a mão cheia de fichas pra frente` is a motion."""
SPOKEN_OF = frozenset("do da o no the el del um dos nesse esse".split())


def act(hearer: Hearer, mark: Piece, name: str) -> None:
    """One verb of one player, with everything up to the next verb or person."""
    behind = behind_verb(hearer)
    kind = _kind(hearer, mark, behind)
    following = hearer.peek(0)
    if name == EVERYBODY and kind not in {"", "fold", "pass"} and hearer.scene.acts:
        name = hearer.scene.acts[-1].until or name  # `folds around to the button, throws out a 5k chip`
    if kind and kind not in SPOKEN and name != EVERYBODY:
        hearer.use(len(behind))
    if kind == "fold" and following is not None and following.may_be("until"):
        everybody_folds(hearer)
    elif name != EVERYBODY:
        _done(hearer, mark, name, kind, behind)
    elif kind in {"fold", "pass"}:
        everybody_folds(hearer)


def _done(hearer: Hearer, mark: Piece, name: str, kind: str, behind: list[Piece]) -> None:
    quoted = kind in {"push", "bet", "raise", "call"} and _only_quoted(behind)
    if quoted or (kind in SPOKEN and not _answers_in_chips(behind)):
        sayings.says(hearer, mark, name)
    elif kind in SPOKEN or kind in {"push", "bring"}:
        hearer.use(len(behind))
        chips_and_cards.pushes(hearer, name, behind, again=kind == "bring")
        chips_and_cards.leave_what_comes_on_top(hearer, name, behind)
    elif kind == "pull":
        chips_and_cards.pulls(hearer, name, behind)
    elif kind == "forward":
        hearer.new_act(name, "", gesture="forward")
    elif kind:
        _plain(hearer, name, kind, behind)


def _only_quoted(behind: list[Piece]) -> bool:
    """`soltou: "pago"`, `abriu com "aposto oito"`: words, and neither chips nor an amount before them."""
    for one in behind[:3]:
        if one.sort in {"chips", "amount"}:
            return False
        if one.sort == "quote":
            return True
    return False


def _answers_in_chips(behind: list[Piece]) -> bool:
    """`respondeu com uma ficha de mil`: chips, and nothing that was said."""
    return any(one.sort == "chips" for one in behind[:3]) and not any(one.sort == "quote" for one in behind)


def _kind(hearer: Hearer, mark: Piece, behind: list[Piece]) -> str:
    """What the verb is here, by what stands behind it."""
    chips = any(one.sort in {"chips", "amount"} for one in behind)
    carries = mark.may_be("carry", "push", "all_in") or mark.text.split()[0] in CARRIES
    if carries and _is_feint(hearer, mark):
        return "forward"
    if mark.may_be("fold_or_push"):
        return "push" if chips else "fold"
    if mark.sort == "check" and mark.text.startswith("bate") and behind and behind[0].sort == "chips":
        return "push"
    if mark.may_be("fold_or_check"):
        cards = any(one.may_be("cards") for one in behind[:2])
        return "push" if cards and any(one.may_be("line", "forward") for one in behind) else "pass"
    placed = _kind_by_place(hearer, mark, behind)
    if placed:
        return placed
    if (mark.text.split()[0] in GOES or mark.text in BARE_GOES) and mark.may_be("raise", "raise_by_amount"):
        following = hearer.peek(0)
        return "raise" if following is not None and following.sort == "amount" else ""
    if mark.may_be("raise_by_amount") or (mark.sort != "push" and mark.text.split()[0] in NEEDS_AMOUNT):
        return "raise" if _leads_to_amount(behind) or _only_quoted(behind) else ""
    if mark.sort == "bet" and mark.text.split()[0] in {"aposta", "apuesta"} and not chips:
        return ""
    kind = next((sort for sort in mark.sorts if sort in VERBS and sort != "carry"), "")
    return "bring" if kind == "pull" and behind and behind[0].may_be("more") else kind


def _kind_by_place(hearer: Hearer, mark: Piece, behind: list[Piece]) -> str:
    """Verbs that go one way or another by what stands right behind them."""
    to_amount = len(behind) > 1 and behind[0].text in {"pra", "para"} and behind[1].sort == "amount"
    if mark.may_be("push", "pull") and to_amount:
        return "raise"  # `botou pra 1.200`
    if mark.text in LEAVES and (not behind or behind[0].sort in {"pause", "joins", "then"}):
        return "fold"  # `o MP saiu, o cutoff saiu`
    if mark.text in COMES_WITH and any(one.sort in {"chips", "amount"} for one in behind):
        return "push" if any(one.kind in {"bet", "raise", "all_in"} for one in hearer.scene.acts) else "raise"
    return ""


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


def _is_feint(hearer: Hearer, mark: Piece) -> bool:
    """Chips moved and never released: told a little later."""
    ahead = [hearer.peek(place) for place in range(10)]
    moved = mark.text.endswith(("tudo", "stack")) or any(
        one is not None and one.may_be("whole_stack", "chip") for one in ahead[:4]
    )
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
    if kind in {"bet", "raise", "call"} and chips and (not amounts or kind != "call"):
        if kind == "call" and not _is_completed(hearer):
            done = hearer.new_act(name, "call")
            done.motions.append([chip for pile in chips for chip in pile])
            return
        chips_and_cards.pushes(hearer, name, behind, again=False)
        return
    if kind == "call" and amounts and _is_completed(hearer) and _adds(behind, amounts[0]):
        chips_and_cards.pushes(hearer, name, behind, again=False)
        return
    if _is_told_twice(hearer, name, kind, amounts):
        return
    if kind == "call" and pays_another_sum(hearer, name, behind, amounts, completes=_is_completed(hearer)):
        return
    _noted(hearer, hearer.new_act(name, kind), behind, amounts)


def _noted(hearer: Hearer, done: ToldAct, behind: list[Piece], amounts: list[Piece]) -> None:
    """The size of what was done, and the chips that it was told with."""
    name, kind = done.player, done.kind
    told = sum(sum(one.value) for one in behind if one.sort == "chips")
    if kind == "all_in":
        if amounts:
            hearer.scene.stacks[name] = amounts[0].value
    elif amounts and kind == "call":
        done.facts["paid"] = amounts[0].value
    elif amounts and kind in {"bet", "raise"}:
        _size(hearer, done, behind, amounts)
    if told:
        done.facts["told_chips"] = told


def _size(hearer: Hearer, done: ToldAct, behind: list[Piece], amounts: list[Piece]) -> None:
    """How much was bet or raised, from what, and whether it was the opening."""
    done.amount = amounts[-1].value if _from_to(behind) else amounts[0].value
    if hearer.marks[hearer.at - 1].text.startswith(OPENS):
        done.facts["opens"] = True
    _note_what_was_raised(hearer, behind, amounts[0])
    done.adds = _adds(behind, amounts[0])


def _is_told_twice(hearer: Hearer, name: str, kind: str, amounts: list[Piece]) -> bool:
    """`jogou as cartas fora` is one fold; `aumentou a conversa: apostou 3 mil` is the bet with its amount."""
    last = hearer.last_act()
    if last is None or last.player != name:
        return False
    if last.kind in {"bet", "raise"} and kind in {"bet", "raise"} and amounts and last.amount is None:
        if not last.motions:
            hearer.scene.acts.remove(last)
        return False
    return kind == last.kind == "fold"


def _is_completed(hearer: Hearer) -> bool:
    return hearer.marks[hearer.at - 1].text.startswith(("complet", "bot"))


def _from_to(behind: list[Piece]) -> bool:
    """`aumentou de 800 pra 2.400`."""
    return len([one for one in behind if one.sort == "amount"]) > 1 and behind[0].may_be("of")


def _note_what_was_raised(hearer: Hearer, behind: list[Piece], first: Piece) -> None:
    """`aumentou de 2 mil pra 3 mil a aposta do Lino`: his bet came before, and its size was told with it."""
    ahead = [one for one in (hearer.peek(place) for place in range(9)) if one is not None]
    noun = next((place for place, one in enumerate(ahead) if one.text in {"aposta", "apuesta", "bet"}), len(ahead))
    whose = next((one.value for one in ahead[noun : noun + 4] if one.sort == "person" and one.oblique), None)
    if _from_to(behind) and whose and not any(act.player == whose for act in hearer.scene.acts):
        hearer.scene.acts.append(ToldAct(whose, "bet", amount=first.value, earlier=True))


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
        chips_and_cards.pushes(hearer, name, [mark, *behind_verb(hearer)[1:]], again=False)
        hearer.at += 1
        return
    following = hearer.peek(0)
    if following is not None and following.may_be("on_the_street", "chip", "lying"):
        return
    hearer.used.add(hearer.at - 1)
    behind = behind_verb(hearer)
    if any(one.sort == "chips" and sum(one.value) == mark.value.value for one in behind[:3]):
        hearer.use(len(behind))
        chips_and_cards.pushes(hearer, name, [one for one in behind if one.sort == "chips"], again=False)
        return  # `Saul dois mil em duas fichas de mil`
    bets = [
        act.amount.value for act in hearer.scene.acts if act.kind in {"bet", "raise"} and act.amount is not None
    ]
    if bets and mark.value.value == bets[-1]:
        hearer.new_act(name, "call")  # `cutoff 300, botão 300`
        return
    hearer.new_act(name, "raise").amount = mark.value


def by_the_dealer(hearer: Hearer, mark: Piece) -> None:
    """What the dealer says is the count that the next player hears."""
    behind = behind_verb(hearer)
    hearer.use(len(behind))
    amount = next((one for one in behind if one.sort == "amount"), None)
    if mark.may_be("say", "announce", "modal") and amount is not None:
        last = hearer.last_act()
        if last is not None and last.kind == "call":
            last.facts["told"] = amount.value
        else:
            hearer.waiting["told"] = amount.value
