"""The best hand played passively by the last to act: soft play or not."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from feltro.hand.games import BY_CODE
from feltro.rulings.conduct.sanctions import sanctions_for
from feltro.rulings.doubt import Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Default, Option, PenaltyAdvice, Ruling, Unreadable

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation

HOLE, BOARD = 2, 5
PASSIVE = ("check", "call")
NOT_NAMED = "nuts.act_not_named"
BY_READING = (Option("no_penalty", "option.nuts.by_reading"), Option("penalty", "option.nuts.by_letter"))
READINGS = ("nuts.not_exclusive", "nuts.no_raise_possible")
"""Limits that a text may leave unsaid: whether it does, the book tells."""
OPEN_CASE = (Option("penalty", "option.nuts.penalty"), Option("no_penalty", "option.nuts.no_penalty"))


def rule_nuts(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Only a passive act, with the best hand, by the last to act, is looked at; some books then punish at once."""
    rank = _rank(facts)
    if isinstance(rank, Unreadable):
        return rank
    facts = {**facts, "exclusive": rank == "exclusive", "beaten": rank == "beaten"}
    consultation.cite_own("soft_play.nuts.automatic")
    kinds = soft_play_sanctions(consultation)
    harmless = _harmless(facts, consultation)
    if harmless == NOT_NAMED and consultation.spoken("soft_play.nuts.actions") is not None:
        return case_by_case(kinds, consultation)
    if harmless in READINGS and consultation.spoken("soft_play.nuts.literal"):
        return _by_a_reading(harmless, kinds, consultation)
    if harmless:
        consultation.sets_aside("soft_play.nuts.automatic", "aside.nuts.harmless")
        ruling = consultation.rules("no_penalty", harmless, options=OPEN_CASE)
        return ruling if ruling.discretion else replace(ruling, options=())
    if consultation.asks("question.nuts.automatic", consultation.decides("soft_play.nuts.automatic")):
        penalty = PenaltyAdvice(True, kinds, None, "penalty.nuts.required")
        return consultation.rules("penalty", "nuts.soft_play", penalty=penalty)
    return case_by_case(kinds, consultation)


def _by_a_reading(harmless: str, kinds: tuple[str, ...], consultation: Consultation) -> Ruling:
    """The letter of the book would punish; how it is read spares him, and the direction may hold to the letter."""
    return consultation.rules(
        "no_penalty",
        f"{harmless}.reading",
        discretion=True,
        options=BY_READING,
        default=Default("no_penalty", None, consultation.rulebook.book.id),
        penalty=PenaltyAdvice(False, kinds, None, "penalty.nuts.possible"),
    )


def _rank(facts: Facts) -> str | Unreadable:
    """The best hand, alone or shared, as told; with the cards shown, against every other hand that can be held."""
    held, board = facts["cards"], facts["board"]
    if not held and not board:
        return "exclusive" if facts["exclusive"] else "shared"
    game = BY_CODE[facts["game"]]
    seen = {*held, *board}
    if len(held) != game.starting_cards or len(board) != BOARD or game.starting_cards != HOLE:
        return Unreadable("cards", "unreadable.two_and_five")
    if len(seen) != HOLE + BOARD:
        return Unreadable("cards", "unreadable.card_twice", {"value": ""})
    strength = game.rankings[0].strength
    mine = strength(held, board)
    left = [card for card in game.deck if card not in seen]
    best = max(strength(other, board) for other in combinations(left, HOLE))
    return "exclusive" if mine > best else "shared" if mine == best else "beaten"


def case_by_case(kinds: tuple[str, ...], consultation: Consultation) -> Ruling:
    """The book calls it no soft play by itself: nothing is proposed, and the director looks."""
    return consultation.rules(
        "director_decides",
        "nuts.case_by_case",
        discretion=True,
        options=OPEN_CASE,
        default=Default("no_penalty", None, consultation.speaker("soft_play.nuts.automatic")),
        penalty=PenaltyAdvice(False, kinds, None, "penalty.nuts.possible"),
    )


def _harmless(facts: Facts, consultation: Consultation) -> str | None:
    """Why there is nothing to look at, if so: the questions in the order of what is seen first."""
    if not consultation.asks("question.nuts.passive", facts["action"] in PASSIVE):
        return "nuts.not_passive"
    if not consultation.asks("question.nuts.river", facts["river"]):
        consultation.turns_on("soft_play.nuts.street")
        return "nuts.not_last_round"
    last = consultation.asks("question.nuts.last_to_act", facts["last_to_act"])
    if not last and consultation.decides("soft_play.nuts.last_to_act_only"):
        return "nuts.not_last_to_act"
    if facts["beaten"]:
        return "nuts.beaten"
    # These two are readings more than rules: silence about them does not hand the case to the director.
    exclusive = consultation.asks("question.nuts.exclusive", facts["exclusive"])
    if not exclusive and consultation.detail("soft_play.nuts.exclusive_only"):
        return "nuts.not_exclusive"
    possible = consultation.asks("question.nuts.raise_possible", facts["raise_possible"])
    if not possible and consultation.detail("soft_play.nuts.raise_possible_only"):
        return "nuts.no_raise_possible"
    if facts["action"] not in consultation.decides("soft_play.nuts.actions"):
        return NOT_NAMED
    return None


def soft_play_sanctions(consultation: Consultation) -> tuple[str, ...]:
    """By the book's clause on soft play or, without one, by its open list of conduct and of other breaches."""
    said = [consultation.spoken("conduct.soft_play")]
    if said == [None]:
        said = [consultation.spoken("conduct.unlisted"), consultation.spoken("conduct.other_clause_breach")]
    return sanctions_for([one for one in said if one], consultation)


KINDS = (
    Kind(
        "nuts",
        (
            Field(
                "exclusive",
                "boolean",
                "nobody else can hold as good a hand",
                default=False,
                asked=Doubt("unsaid.exclusive", when=lambda told: not told.part.get("cards")),
            ),
            Field(
                "last_to_act",
                "boolean",
                "the player was the last to act",
                default=False,
                asked=Doubt("unsaid.last_to_act"),
            ),
            Field("river", "boolean", "on the last betting round", default=False, asked=Doubt("unsaid.river")),
            Field("action", "text", "what the player did", (*PASSIVE, "bet", "raise"), required=True),
            Field("raise_possible", "boolean", "a bet or raise was still possible", default=True),
            Field("cards", "cards", "the two cards that the player showed: `exclusive` is then found out"),
            Field("board", "cards", "the five cards of the board, with `cards`"),
        ),
        rule_nuts,
        {"exclusive": True, "last_to_act": True, "river": True, "action": "check", "raise_possible": True},
        "The best possible hand is checked or only called by the last to act.",
    ),
)
