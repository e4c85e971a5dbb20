"""What was put forward or taken back: chips in one motion or more, cards over the line, forward or away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.account import sayings

if TYPE_CHECKING:
    from feltro.rulings.account.acts import Hearer
    from feltro.rulings.account.marks import Piece
    from feltro.rulings.account.scene import ToldAct

OTHER = frozenset({"em outro", "noutro", "em outra"})
"""`1.500 num movimento e 3 mil em outro`: behind the amount that it is about."""
SOME = frozenset("uma um parte metade one part half algunas alguma algumas".split())
FIRST = frozenset({"primeiro", "primeira", "first", "primero"})
TOGETHER = frozenset("junto juntas juntos together juntas".split())


def pushes(hearer: Hearer, name: str, behind: list[Piece], *, again: bool) -> None:
    beside = _what_lay_beside(behind)
    if beside:
        hearer.scene.posted[name] = beside
    motion, second = _both_motions(hearer, behind)
    if motion is None:
        _cards(hearer, name, behind)
        return
    last = hearer.last_act()
    if last is not None and last.earlier and last.player != name:
        last = next((act for act in reversed(hearer.scene.acts) if not act.earlier), last)
    if last is not None and last.player == name and last.kind == "call":
        _calls_and_brings_more(last, motion)
        hearer.joined = []
        return
    if (
        last is not None
        and last.player == name
        and (last.kind in sayings.WEAK or (last.kind == "raise" and last.amount is None))
    ):
        if last.motions and not again and any(one.text in TOGETHER for one in behind):
            last.motions[-1] = [*last.motions[-1], *motion] if isinstance(motion, list) else motion
        else:
            if (last.says or last.kind == "raise") and not last.motions:
                last.order = sayings.order_told_behind(behind) or sayings.order_of(hearer, last)
            elif last.says and not last.order and last.kind == "say":
                last.order = "says_first"  # words, and then chips more than once: told as it went
            last.motions.append(motion)
        last.motions += second
        hearer.joined = []
        last.facts |= hearer.waiting
        hearer.waiting = {}
        return
    hearer.new_act(name, "push").motions += [motion, *second]


def leave_what_comes_on_top(hearer: Hearer, name: str, behind: list[Piece]) -> None:
    """`pôs 500 e mais 1.500`: in one motion or in two, nobody said; it is asked about and not passed over."""
    last = hearer.last_act()
    sums = [place for place, one in enumerate(behind) if one.sort == "amount"]
    once = (
        last is not None
        and last.player == name
        and len(last.motions) == 1
        and not isinstance(last.motions[0], list)
    )
    if once and len(sums) > 1 and any(one.may_be("more") for one in behind[sums[0] : sums[1]]):
        hearer.used.discard(hearer.at + sums[1])


def _both_motions(hearer: Hearer, behind: list[Piece]) -> tuple[Any, list[Any]]:
    """What went in first, and what came after it."""
    parts = _told_in_parts(behind)
    if parts:
        return parts[0], list(parts[1:])
    motion = _motion(behind)
    if motion is None and hearer.held and not any(one.may_be("cards", "muck") for one in behind):
        motion, hearer.held = hearer.held, []  # `tinha uma de 5 mil na mão e soltou ela`
    return motion, _second_of_two(behind, hearer.joined[-4:])


def _second_of_two(behind: list[Piece], before: list[Piece]) -> list[Any]:
    """`botou em duas vezes, 400 e 800`."""
    amounts = [one.value for one in behind if one.sort == "amount"]
    twice = any(
        one.text.startswith(("em du", "em dois", "de duas")) or one.text in OTHER for one in (*before, *behind)
    )
    return amounts[1:2] if twice else []


def _told_in_parts(behind: list[Piece]) -> list[Any]:
    """`2.500 em duas vezes: primeiro mil e depois mil e quinhentos`: the sum first, then what it is made of."""
    amounts = [one.value for one in behind if one.sort == "amount"]
    whole = len(amounts) > 2 and amounts[0].value == sum(one.value for one in amounts[1:])
    return amounts[1:] if whole else []


def _calls_and_brings_more(last: ToldAct, motion: Any) -> None:
    """`pagou com nove de cem e aí pegou mais duas de mil`: a call, and chips that came too late."""
    paid = last.facts.pop("paid", None)
    if last.motions or paid is not None:
        last.kind, last.motions = "push", [*(last.motions or [paid]), motion]
    else:
        last.motions, last.order = [motion], "says_first"


def _motion(behind: list[Piece]) -> list[int] | Any | None:
    """Chips one by one, or a sum; nothing when neither was told. What comes in a second motion, or was left alone, is not of it."""
    behind = _first_motion(behind)
    chips = [chip for one in behind if one.sort == "chips" for chip in one.value]
    amounts = [one.value for one in behind if one.sort == "amount"]
    if chips and not (amounts and any(one.may_be("lying") for one in behind)):
        return chips
    if not amounts:
        return chips or None
    if any(one.may_be("in_one_chip") for one in behind):
        return [int(amounts[0].value)]
    return amounts[0]


def _first_motion(behind: list[Piece]) -> list[Piece]:
    """Up to `e na volta`, `sem tocar nas duas de cem`, once something was told."""
    told = False
    for place, one in enumerate(behind):
        if one.may_be("untouched", "beside") or (
            told and (one.may_be("then") or _is_of_the_blind(behind[:place], one))
        ):
            return behind[:place]
        told = told or one.sort in {"chips", "amount"}
    return behind


def _what_lay_beside(behind: list[Piece]) -> list[int]:
    """`do lado da ficha de 200 do blind`: chips that were there before."""
    at = next((place for place, one in enumerate(behind) if one.may_be("beside")), len(behind))
    return next((list(one.value) for one in behind[at : at + 3] if one.sort == "chips"), [])


def _is_of_the_blind(before: list[Piece], mark: Piece) -> bool:
    """`do lado do blind dele, que são quatro de cem`: what lay there, and no chip of his."""
    return mark.may_be("which") and any("blind" in one.text for one in before)


def fell_with_words(hearer: Hearer, last: ToldAct) -> bool:
    """`disse "aumento" ao mesmo tempo em que a ficha de 5 mil caía`: his chips, though they do the falling."""
    following = hearer.peek(0)
    falls = following is not None and following.text in FALLS
    told = any(one.may_be("together", "then", "before") for one in hearer.joined)
    return falls and told and bool(last.says) and not last.motions and last.player in hearer.subjects


FALLS = frozenset(
    "caia caiu cai cair caisse tocar tocou tocava tocasse bater bateu batia chegar chegou chegava fell falling hit".split()
)


def another_motion(hearer: Hearer, mark: Piece, last: ToldAct) -> None:
    last.motions.append(mark.value)
    if last.kind == "say" and last.says:
        last.order = last.order or "says_first"
    hearer.used.add(hearer.at - 1)
    hearer.joined = []


def once_more(hearer: Hearer) -> bool:
    """`e em seguida mais 600`, without another verb; or out of the stack once more."""
    later = [one for one in hearer.joined if one.may_be("then")]
    more = any(one.may_be("more") for one in hearer.joined) or hearer.peeks(0, "more")
    return bool(later) and (
        more
        or _told_first(hearer)
        or any(word in one.text for one in later for word in ("stack", "movim", "motion"))
    )


def _told_first(hearer: Hearer) -> bool:
    """`primeiro 3 mil, depois 5 mil`."""
    last = hearer.last_act()
    once = last is not None and len(last.motions) == 1
    return once and any(one.text in FIRST for one in hearer.marks[: hearer.at])


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


def pulls(hearer: Hearer, name: str, behind: list[Piece]) -> None:
    last = hearer.last_act()
    if last is not None and last.player == name and last.facts.get("gesture"):
        return
    if last is not None and last.player == name and last.says and not last.motions:
        pushes(hearer, name, behind, again=False)  # out of his stack, after what he said
        return
    chips = [chip for one in behind if one.sort == "chips" for chip in one.value]
    both = any(one.sort == "chips" and one.text.startswith(("as ", "the ", "las ")) for one in behind)
    if both:
        hearer.scene.posted[name] = chips  # `puxou as duas de 100 do blind`: all that lay there
    whole = (
        both
        or any(one.may_be("all_of_it") for one in behind)
        or not any(one.sort == "chips" or one.may_be("chip") or one.text in SOME for one in behind)
    )
    facts: dict[str, Any] = {"pulls_back": "all" if whole else "partly"}
    if chips and not whole:
        facts["pulled"] = chips[:1]
    hearer.new_act(name, "push", **facts)
