"""What was said: a quotation, or the words behind a verb as far as they are a declaration; and what came first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.account.amounts import amount_at
from feltro.rulings.account.scene import DEALER, VERBS
from feltro.rulings.account.tokens import tokens_of
from feltro.rulings.bets.words import understand

if TYPE_CHECKING:
    from feltro.rulings.account.acts import Teller
    from feltro.rulings.account.marks import Mark
    from feltro.rulings.account.scene import ToldAct

PRONOUNCED = frozenset("o a os as the el la de em um uma e".split())
CONTRASTS = frozenset({"mas", "but", "pero"})
WEAK = frozenset({"", "push", "say"})
LONGEST_SAYING = 10


def says(teller: Teller, mark: Mark, name: str) -> None:
    """A quotation, or the words behind the verb as far as they are a declaration."""
    said = _quoted(teller) or _declared(teller)
    if not said:
        return
    last = teller.last_act()
    if last is not None and last.player == name and last.motions and not last.says and last.kind in WEAK:
        last.says, last.order = said, "pushes_first" if _in_order(teller) else ""
        teller.joined = []
        return
    done = teller.new_act(name, "say")
    done.says = said
    done.facts["announced"] = mark.may_be("announce")


def _quoted(teller: Teller) -> str:
    for ahead in range(4):
        mark = teller.peek(ahead)
        if mark is None or mark.sort in {"stop", "person", "chips"} or mark.may_be("not", *VERBS):
            return ""
        if mark.sort == "quote":
            teller.used.add(teller.at + ahead)
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
        teller.use(end - teller.at)
        teller.at = end
    return best


def _in_order(teller: Teller) -> bool:
    """Whether the telling says which came first: `e só depois`, not a bare `e`."""
    return any(one.may_be("then") for one in teller.joined)


def order_of(teller: Teller, said: ToldAct) -> str:
    """Words, then chips: as told, unless only `e` stands between them."""
    between = teller.joined
    if any(one.may_be("then", "before") or one.text in CONTRASTS or one.sort == "pause" for one in between):
        return "says_first"
    return "says_first" if said.facts.get("announced") or said.kind == "raise" else ""


def quoted_alone(teller: Teller, mark: Mark) -> None:
    """`A Bia: "pago"`; or a second saying right behind the first."""
    teller.used.add(teller.at - 1)
    if teller.subjects == [DEALER]:
        heard = amount_at([token.text for token in tokens_of(str(mark.value))], 0)
        if heard:
            teller.waiting["told"] = heard[0]
        return
    last = teller.last_act()
    if last is not None and last.says and last.player in teller.subjects and last.says != mark.value:
        last.says = f"{last.says}, {mark.value}"
    elif len(teller.subjects) == 1 and not teller.acted and teller.subjects[0] != DEALER:
        teller.new_act(teller.subjects[0], "say").says = str(mark.value)
        teller.acted = True
