"""Errors on the board: too many cards, cards too early, burns missing or in excess."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.kernel.cards import Card, name_of
from feltro.rulings.alternatives import or_else
from feltro.rulings.cards.board_cards import (
    BOARD_AFTER,
    STREET_CARDS,
    STREETS,
    BoardCards,
    CardsError,
    ChanceTold,
    as_the_error_left_them,
    carry_out,
    coming,
)
from feltro.rulings.cards.board_plans import Error, plan
from feltro.rulings.doubt import Doubt, Heard
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.substantial_action import ACTS_SO_FAR
from feltro.rulings.ruling import Default, Option, Ruling, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.rulings.cards.board_cards import DealerMove
    from feltro.rulings.consultation import Consultation

FALLEN = {"stub_dropped": "option.board.gather_in_order", "stub_mixed": "option.board.shuffle_the_stub"}
"""What became of a stub that slipped out of the dealer's hand, and what is usually done; no book foresees it."""
ERRORS = ("four_cards", "premature", "no_burn", "extra_burn", "extra_cards", *FALLEN)
TOO_MANY = ("four_cards", "extra_cards")
OWN_STEPS = Option("director_decides", "option.board.own_steps")


@or_else({"deal_steps": OWN_STEPS})
def rule_board(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Whether somebody has acted on the street; then the dealer's moves, as the book has them."""
    if facts["what"] in FALLEN:
        return _fallen(facts["what"], consultation)
    street = facts["street"] or ("flop" if facts["what"] == "four_cards" else None)
    if street is None:
        return Unreadable("street", "unreadable.missing", {}, STREETS)
    if facts["what"] == "four_cards" and street != "flop":
        return Unreadable("street", "unreadable.choice", {"value": street}, ("flop",))
    error = _seen(facts, street, consultation)
    if _left_open(error, consultation) or consultation.decides(error.parameter("cards")) == "director":
        return _director(error, consultation)
    moves = plan(error, consultation)
    burns_next = _burns_next(error, consultation)
    values: dict[str, Any] = {} if burns_next is None else {"burns_next": burns_next}
    if facts["deck"]:
        try:
            values |= _where_cards_end(facts, error, moves, burns_next, consultation)
        except CardsError as wrong:
            return Unreadable(wrong.where, str(wrong))
    steps = tuple(move.told() for move in moves)
    because = f"board.{facts['what']}{'_acted' if error.acted else ''}"
    return consultation.rules("deal_steps", because, said={"street": street}, steps=steps, values=values)


def _fallen(what: str, consultation: Consultation) -> Ruling:
    consultation.turns_on("event.unforeseen.decided_by")
    consultation.cite("direction.fairness_overrides")
    options = (Option("deal_steps", FALLEN[what]), Option("void_hand", "option.board.void_hand"))
    return consultation.rules("director_decides", f"board.{what}", discretion=True, options=options)


def _seen(facts: Facts, street: str, consultation: Consultation) -> Error:
    acted = facts["acted"]
    if not acted and facts["acts_so_far"]:
        acted = len(facts["acts_so_far"]) >= consultation.detail("board.acted.from_actions")
    consultation.asks("question.board.acted", acted)
    what = "extra_cards" if facts["what"] in TOO_MANY else facts["what"]
    extra = 0
    if what == "extra_cards":
        extra = max(len(facts["board"]) - BOARD_AFTER[street], 1)
    return Error(what, street, acted and what != "premature", STREET_CARDS[street] + extra)


def _left_open(error: Error, consultation: Consultation) -> bool:
    """Whether cards too early are the director's; a procedure outside the book is named, one inside cites itself."""
    if error.what != "premature" or consultation.looks_at("board.premature.procedure") == "written":
        return False
    return bool(consultation.spoken("board.premature.procedure") == "director")


def _director(error: Error, consultation: Consultation) -> Ruling:
    if error.what == "extra_cards" and error.street == "flop":
        consultation.cite_own("board.extra_cards.flop.cards")
    options = (
        Option("deal_steps", "option.board.as_without_action"),
        Option("play_on", "option.board.play_on"),
        OWN_STEPS,
    )
    proposed = Default("deal_steps", None, consultation.rulebook.book.id)
    return consultation.rules(
        "director_decides", "board.director", discretion=True, options=options, default=proposed
    )


def _burns_next(error: Error, consultation: Consultation) -> int | None:
    """Burns before the next board card; after the river there is none."""
    if error.street == "river":
        return None
    number: int | None = consultation.detail(error.parameter("burns_next"))
    return number


def _where_cards_end(
    facts: Facts, error: Error, moves: Iterable[DealerMove], burns_next: int | None, consultation: Consultation
) -> dict[str, Any]:
    cards = _table(facts, error)
    known = [*cards.stub, *cards.board, *cards.burns]
    if len(set(known)) != len(known):
        raise CardsError("deck", "unreadable.card_twice")
    carry_out(tuple(moves), cards, ChanceTold(facts["drawn"], facts["shuffled"]))
    found: dict[str, Any] = {
        "board": _names(cards.board),
        "burns": _names(cards.burns),
        "stub": _names(cards.stub),
        "stub_left": cards.stub_left,
    }
    for name, lying in (("set_aside", cards.aside), ("mixed", cards.mixed)):
        if lying:
            found[name] = _names(lying)
    if len(cards.board) == BOARD_AFTER[error.street] and burns_next is not None:
        later = consultation.detail("burns.per_street")
        following = coming(cards, error.street, burns_next, later)
        found["coming"] = {street: name_of(Card(card)) for street, card in following.items()}
    return found


def _table(facts: Facts, error: Error) -> BoardCards:
    """The cards as told; without a board the deck is everything since the first burn, and the error is replayed."""
    if not facts["board"]:
        return as_the_error_left_them(
            error.what, error.street, facts["deck"], error.exposed - STREET_CARDS[error.street]
        )
    expected = BOARD_AFTER[error.street]
    too_many = len(facts["board"]) - expected
    if too_many < 0 or (too_many > 0) != (error.what == "extra_cards"):
        raise CardsError("board", "unreadable.board_cards")
    return BoardCards(list(facts["deck"]), list(facts["board"]), list(facts["burns"]))


def _names(cards: Iterable[int]) -> list[str]:
    return [name_of(Card(card)) for card in cards]


def _is_seen_late(told: Heard) -> bool:
    """Too many cards are seen at once; a burn too few or too many often is not."""
    return told.part.get("what") in {"no_burn", "extra_burn"} and not told.part.get("acts_so_far")


KINDS = (
    Kind(
        "board",
        (
            Field("what", "text", "what went wrong", ERRORS, required=True),
            Field("street", "text", "on which street", STREETS),
            Field(
                "acted",
                "boolean",
                "somebody has acted since",
                default=False,
                asked=Doubt("unsaid.acted", when=_is_seen_late),
            ),
            replace(ACTS_SO_FAR, asked=None),
            Field(
                "deck", "cards", "the stub as it lies, first card first; without a board, all since the first burn"
            ),
            Field("board", "cards", "the cards on the board now"),
            Field("burns", "cards", "the cards burned so far"),
            Field(
                "drawn", "cards", "cards drawn at random from those mixed: those that stay, or the one left over"
            ),
            Field("shuffled", "cards", "the stub after the shuffle, first card first"),
        ),
        rule_board,
        {
            "what": "no_burn",
            "street": "turn",
            "board": ["5c", "9h", "Jd", "6s"],
            "burns": ["2c"],
            "deck": ["Ad", "7h", "Ks"],
        },
        "An error with the board or the burns.",
    ),
)
