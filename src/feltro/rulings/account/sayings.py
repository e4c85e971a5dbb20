"""What was said: a quotation, or the words behind a verb as far as they are a declaration; and what came first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.account.amounts import amount_at
from feltro.rulings.account.scene import DEALER, VERBS
from feltro.rulings.account.tokens import tokens_of
from feltro.rulings.bets.words import understand

if TYPE_CHECKING:
    from feltro.rulings.account.acts import Hearer
    from feltro.rulings.account.marks import Piece
    from feltro.rulings.account.scene import ToldAct

PRONOUNCED = frozenset("o a os as the el la de em um uma e and y".split())
CONTRASTS = frozenset({"mas", "but", "pero"})
SAID_FIRST = CONTRASTS | {"primeiro", "first", "primero"}
WEAK = frozenset({"", "push", "say"})
AROUND = frozenset({"turn_of", "out_of_turn", "before"})
WHEN = frozenset({"quando", "when", "cuando", "enquanto", "while", "mientras"})
"""What the telling says of the moment, and nobody said at the table."""
LONGEST_SAYING = 10


def is_passed(mark: Piece) -> bool:
    """What may stand between a person and a number: `Lino, river, 4 mil`."""
    return mark.sort in {"pause", "flop", "turn", "river"} or mark.text in PRONOUNCED


def says(hearer: Hearer, mark: Piece, name: str) -> None:
    """A quotation, or the words behind the verb as far as they are a declaration."""
    said = _quoted(hearer) or _declared(hearer) or _quoted_before(hearer)
    if not said or _only_asks(said):
        return
    last = hearer.last_act()
    if last is not None and last.player == name and last.motions and not last.says and last.kind in WEAK:
        last.says, last.order = said, _order_behind_chips(hearer)
        hearer.joined = []
        return
    if last is not None and last.player == name and last.kind == understand(said).kind == "check":
        return  # `bateu na mesa dizendo "mesa"`
    if last is not None and last.player == name and understand(said).kind == "fold" and _threw_cards(last):
        last.kind = "fold"  # `jogou as cartas pra frente e disse fold`
        return
    if last is not None and last.player == name and _is_named_only(last):
        last.kind, last.says = "say", said  # `aumentou: falou "600"`
        return
    if last is not None and last.player == name and last.kind == "say" and not last.motions and last.says != said:
        last.says = f"{last.says}, {said}"  # `"Pago", disse a Helô, e completou: "e mais quatro mil"`
        return
    done = hearer.new_act(name, "say")
    done.says = said
    done.facts["announced"] = mark.may_be("announce")
    if understand(said).kind == "all_in":
        _stack_behind(hearer, name)


def _threw_cards(done: ToldAct) -> bool:
    return any(done.facts.pop(how, False) for how in ("throws_forward", "past_line"))


def _only_asks(said: str) -> bool:
    """`"quanto?"`: whoever asks declares nothing, and what he says next stands alone."""
    return said.rstrip().endswith("?") and not understand(said).clear


def _stack_behind(hearer: Hearer, name: str) -> None:
    """`anunciou all-in, 4.700 no total`."""
    for ahead in range(3):
        mark = hearer.peek(ahead)
        if mark is None or mark.sort in {"stop", "person"} or mark.may_be(*VERBS):
            return
        if mark.sort == "amount":
            hearer.scene.stacks[name] = mark.value
            hearer.used.add(hearer.at + ahead)
            return


def _is_named_only(done: ToldAct) -> bool:
    """A raise or a call by its name: what was said is what it was made of."""
    return not done.says and not done.motions and done.amount is None and done.kind in {"raise", "call"}


def _quoted(hearer: Hearer) -> str:
    for ahead in range(6):
        mark = hearer.peek(ahead)
        mentioned = mark is not None and mark.sort == "person" and mark.oblique  # `diz, antes do Rui: "aposto"`
        if (
            mark is None
            or (mark.sort in {"stop", "person", "chips"} and not mentioned)
            or mark.may_be("not", *VERBS)
        ):
            return ""
        if mark.sort == "quote":
            hearer.used.add(hearer.at + ahead)
            return str(mark.value)
    return ""


def _quoted_before(hearer: Hearer) -> str:
    """`"Aposto três", disse o Lino`."""
    for back in range(2, 6):
        at = hearer.at - back
        mark = hearer.marks[at] if at >= 0 else None
        if mark is None or mark.sort in {"stop", "chips", "amount"}:
            return ""
        if mark.sort == "quote":
            if at in hearer.used:
                return ""
            hearer.used.add(at)
            return str(mark.value)
    return ""


def _declared(hearer: Hearer) -> str:
    """The longest run of words behind the verb that the floor would understand."""
    start = hearer.at
    while start < len(hearer.marks) and hearer.marks[start].text in {"que", "that", "so", "just", "so que"}:
        start += 1
    best, end = "", start
    words: list[str] = []
    for place in range(start, min(start + LONGEST_SAYING, len(hearer.marks))):
        mark = hearer.marks[place]
        if mark.sort in {"stop", "person", "chips", "quote", "dealer", "everybody"} or mark.text in CONTRASTS:
            break
        if best and mark.text in {"so", "so que"} and _is_contrast(hearer, place):
            break
        if best and (mark.sort in AROUND or mark.text in WHEN):
            break
        if best and (mark.sort == "then" or (mark.sort == "pot" and hearer.marks[place - 1].sort == "pause")):
            break
        words.append(_in_figures(mark))
        said = " ".join(word for word in words if word != ",")
        if mark.sort != "pause" and mark.text not in PRONOUNCED and understand(said).clear:
            best, end = " ".join(words).replace(" ,", ","), place + 1
    if best:
        hearer.use(end - hearer.at)
        hearer.at = end
    return best


def _is_contrast(hearer: Hearer, place: int) -> bool:
    """`falou raise só que colocou 3 mil`: what follows is not said any more."""
    following = hearer.marks[place + 1] if place + 1 < len(hearer.marks) else None
    return hearer.marks[place].text == "so que" or (following is not None and following.text == "que")


def _in_figures(mark: Piece) -> str:
    """`sete e quinhentos` is seven thousand five hundred; an amount of one word stays as it was said."""
    short = mark.sort == "amount" and mark.value.scaled and " e " in mark.text and "mil" not in mark.text
    return str(int(mark.value.value)) if short else mark.text


def _order_behind_chips(hearer: Hearer) -> str:
    """What the telling says of words behind chips: `e só depois`, `ao mesmo tempo`; nothing with a bare `e`."""
    if any(one.may_be("together") for one in hearer.joined):
        return "together"
    return "pushes_first" if any(one.may_be("then") for one in hearer.joined) else ""


def order_told_behind(behind: list[Piece]) -> str:
    """`falou "mil" e jogou uma de 5 mil em seguida`, `... ao mesmo tempo`: words, chips, and then how they came."""
    chips = next((place for place, one in enumerate(behind) if one.sort in {"chips", "amount"}), len(behind))
    after = behind[chips + 1 :]
    if any(one.may_be("together") for one in after):
        return "together"
    last = [one for one in after if one.sort not in {"pause", "word", "silent"}]
    return "says_first" if len(last) == 1 and last[0].may_be("then") else ""


def order_of(hearer: Hearer, said: ToldAct) -> str:
    """Words, then chips: as told, unless only `e` stands between them."""
    between = hearer.joined
    if any(one.may_be("together") for one in between):
        return "together"
    if any(
        one.may_be("then", "before") or one.text in SAID_FIRST or one.sort in {"pause", "stop"} for one in between
    ):
        return "says_first"
    return "says_first" if said.facts.get("announced") or said.kind == "raise" or said.earlier else ""


def quoted_alone(hearer: Hearer, mark: Piece) -> None:
    """`A Bia: "pago"`; a second saying right behind the first, or a saying behind chips."""
    last = hearer.last_act()
    if last is not None and last.says.endswith(f", {mark.value}"):
        return
    if _only_asks(str(mark.value)):
        hearer.used.add(hearer.at - 1)
        return
    if hearer.subjects == [DEALER]:
        heard = amount_at([token.text for token in tokens_of(str(mark.value))], 0)
        hearer.waiting |= {"told": heard[0]} if heard else {}
    elif last is not None and last.player in hearer.subjects and (last.says or last.motions):
        last.says = f"{last.says}, {mark.value}" if last.says and last.says != mark.value else str(mark.value)
    elif len(hearer.subjects) == 1 and not hearer.acted:
        hearer.new_act(hearer.subjects[0], "say").says = str(mark.value)
        hearer.acted = True
    else:
        return
    hearer.used.add(hearer.at - 1)
