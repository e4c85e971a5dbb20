"""The showdown: who shows first, who must show, who may ask to see a hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from feltro.kernel.cards import Card, rank_of
from feltro.rulings.alternatives import or_else
from feltro.rulings.doubt import Doubt, Heard, Possible
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Default, Option, Ruling, Step, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.rulings.consultation import Consultation

SEEN = Option("may_see", "option.see_hand.see")
NOT_SEEN = Option("may_not_see", "option.see_hand.not")
SEEN_OR_NOT = (SEEN, NOT_SEEN)


def rule_showdown_order(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """With somebody all-in hands open at once; otherwise the last aggressor, or whoever the book names, starts."""
    all_in = consultation.asks("question.showdown.all_in", facts["all_in"])
    if all_in and consultation.decides("showdown.all_in.shown") == "when_action_complete":
        return consultation.rules("show", "showdown.all_at_once", steps=(Step("step.showdown.open_all"),))
    players: list[str | int] = facts["players"]
    if not players:
        return Unreadable("players", "unreadable.missing")
    names = [str(one) for one in players]
    facts = {**facts, "last_aggressor": facts["last_aggressor"] or None}  # nobody, said or not
    if facts["last_aggressor"] is not None and facts["last_aggressor"] not in names:
        return Unreadable("last_aggressor", "unreadable.choice", {"value": facts["last_aggressor"]}, tuple(names))
    first = _first_to_show(names, facts, consultation)
    if isinstance(first, Unreadable):
        return first
    start = names.index(first)
    order = [*players[start:], *players[:start]]
    own_will = consultation.detail("showdown.order.applies") == "if_nobody_shows"
    steps = (Step("step.showdown.only_if_nobody_shows"),) if own_will else ()
    return consultation.rules("show", "showdown.order", said={"first": first}, steps=steps, values={"order": order})


def _first_to_show(players: list[str], facts: Facts, consultation: Consultation) -> str | Unreadable:
    aggressor: str | None = facts["last_aggressor"]
    bet = consultation.asks("question.showdown.bet", aggressor is not None)
    if bet and consultation.decides("showdown.order.first") == "last_aggressor":
        return str(aggressor)
    by_board = _named_board(facts["game"], consultation)
    if by_board is None:
        consultation.turns_on("showdown.order.without_bet")
        return players[0]
    missing = [one for one in players if not facts["up_hands"].get(one)]
    if missing:
        return Unreadable(f"up_hands.{missing[0]}", "unreadable.missing")
    low = by_board == "low_hand"
    return max(players, key=lambda one: board_strength(facts["up_hands"][one], low=low))


def _named_board(game: str, consultation: Consultation) -> str | None:
    """In stud the high or the low board starts: a rule on the left of the button does not reach a game without one."""
    if family_of(game) != "stud":
        return None
    named: str | None = consultation.decides(f"showdown.order.{'razz' if game == 'razz' else 'stud'}")
    return named


def board_strength(cards: Iterable[int], *, low: bool) -> tuple[tuple[int, int], ...]:
    """Open cards compared: sets before ranks, straights and flushes do not count; for low the ace is one."""
    ranks = [rank_of(Card(one)) for one in cards]
    if low:
        ranks = [(rank + 1) % 13 for rank in ranks]
    sign = -1 if low else 1
    held = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return tuple((sign * count, sign * rank) for count, rank in held)


@or_else({"may_see": NOT_SEEN, "may_not_see": SEEN})
def rule_see_hand(facts: Facts, consultation: Consultation) -> Ruling:
    """Who no longer holds cards may not ask; who paid on the river may have a right; the rest is as the book says."""
    lost = _lost_the_right(facts, consultation)
    if lost:
        return _without_right(lost, facts, consultation)
    paid = facts["asker_called_river"] and facts["target"] == "aggressor"
    consultation.asks("question.see_hand.paid", paid)
    right = consultation.decides(f"showdown.see_hand.{'river_caller' if paid else 'any_request'}")
    values = {"hand_is": consultation.detail("showdown.see_hand.hand_is")}
    steps: tuple[Step, ...] = (Step(f"step.see_hand.{values['hand_is']}"),)
    if right == "right":
        because = "see_hand.paid" if paid else "see_hand.right"
        return consultation.rules("may_see", because, steps=steps, values=values)
    grounds = consultation.spoken("showdown.see_hand.grounds")
    because = "see_hand.privilege" if grounds else "see_hand.director"
    if facts["suspicion"]:
        steps = (*_examination(consultation), *steps)
    proposed = Default("may_see" if facts["suspicion"] else "may_not_see", None, consultation.rulebook.book.id)
    return consultation.rules(
        "director_decides",
        because,
        discretion=True,
        options=SEEN_OR_NOT,
        default=proposed,
        steps=steps,
        values=values,
    )


def _lost_the_right(facts: Facts, consultation: Consultation) -> str | None:
    has_cards = consultation.asks("question.see_hand.has_cards", facts["asker_has_cards"])
    if not has_cards and consultation.decides("showdown.see_hand.needs_own_cards"):
        return "see_hand.no_cards"
    at_showdown = facts["asker_at_showdown"] or facts["asker_called_river"]
    consultation.asks("question.see_hand.at_showdown", at_showdown)
    if not at_showdown and consultation.spoken("showdown.see_hand.needs_showdown"):
        return "see_hand.not_at_showdown"
    return None


def _without_right(lost: str, facts: Facts, consultation: Consultation) -> Ruling:
    """Nothing to see, but a suspicion may still have the cards set aside for the staff."""
    steps = _examination(consultation) if facts["suspicion"] else ()
    if steps:
        return consultation.rules(
            "director_decides",
            "see_hand.examined",
            discretion=True,
            options=SEEN_OR_NOT,
            default=Default("may_not_see", None, consultation.rulebook.book.id),
            steps=steps,
        )
    return consultation.rules("may_not_see", lost)


def _examination(consultation: Consultation) -> tuple[Step, ...]:
    if not consultation.spoken("showdown.suspicion.cards_set_aside"):
        return ()
    return (Step("step.see_hand.set_aside"), Step("step.see_hand.examine"))


def _nobody_or_one(told: Heard) -> tuple[Possible, ...]:
    players = [Possible("unsaid.player", name, {"player": name}) for name in told.part.get("players") or ()]
    return Possible("unsaid.nobody", ""), *players


KINDS = (
    Kind(
        "showdown_order",
        (
            Field(
                "players",
                "list",
                "players with cards, left of the button first",
                parts=(Field("", "label", "", required=True),),
            ),
            Field(
                "last_aggressor",
                "name",
                "last to bet or raise on the last round, if somebody did",
                asked=Doubt("unsaid.last_aggressor", _nobody_or_one, when=lambda told: not told.part.get("all_in")),
            ),
            Field(
                "up_hands", "map", "stud: open cards of each player", default={}, parts=(Field("", "cards", ""),)
            ),
            Field("all_in", "boolean", "somebody is all-in", default=False),
        ),
        rule_showdown_order,
        {"players": ["S3", "S6"], "last_aggressor": "S6"},
        "Who shows first.",
    ),
    Kind(
        "see_hand",
        (
            Field(
                "asker_has_cards",
                "boolean",
                "the player who asks still holds cards",
                default=False,
                asked=Doubt("unsaid.asker_has_cards"),
            ),
            Field("asker_at_showdown", "boolean", "he reached the showdown", default=False),
            Field(
                "asker_called_river",
                "boolean",
                "he called a bet on the river",
                default=False,
                asked=Doubt("unsaid.asker_called_river", when=lambda told: bool(told.part.get("river_bet"))),
            ),
            Field("target", "text", "whose hand he asks to see", ("aggressor", "caller", "other"), default="other"),
            Field("river_bet", "boolean", "there was a bet on the river", default=False),
            Field("suspicion", "boolean", "he suspects collusion", default=False),
        ),
        rule_see_hand,
        {
            "asker_has_cards": True,
            "asker_at_showdown": True,
            "asker_called_river": True,
            "target": "aggressor",
            "river_bet": True,
        },
        "A player asks to see another's hand at the showdown.",
    ),
)
