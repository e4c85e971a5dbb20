"""From what a book says of an error on the board to the dealer's moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.rulebook.book import Sourced
from feltro.rulings.cards.board_cards import STREET_CARDS, STREETS, DealerMove

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.rulings.consultation import Consultation


@dataclass(frozen=True, slots=True)
class Error:
    """What was seen: the error, the street, whether somebody acted since, and the cards laid open."""

    what: str
    street: str
    acted: bool
    exposed: int

    def parameter(self, name: str) -> str:
        """The parameter that speaks of this error; too many cards with action are one case for all streets."""
        if self.acted and self.what == "extra_cards":
            return (
                f"board.extra_cards_acted.{name}" if name == "cards" else f"board.extra_cards.{self.street}.{name}"
            )
        return f"board.{self.what}{'_acted' if self.acted else ''}.{self.street}.{name}"

    @property
    def next_street(self) -> str | None:
        following = STREETS[STREETS.index(self.street) + 1 :]
        return following[0] if following else None


def plan(error: Error, consultation: Consultation) -> tuple[DealerMove, ...]:
    """The moves in order. The fate of the open cards decides; the rest of what the book says fills in."""
    moves = _FATES[consultation.looks_at(error.parameter("cards"))]
    called = error.what == "extra_cards" and error.street == "flop"
    floor = called and consultation.spoken("board.extra_cards.flop.floor_called")
    return (*((DealerMove("call_floor"),) if floor else ()), *moves(error, consultation))


def _says(error: Error, name: str, consultation: Consultation) -> str | int | bool | None:
    """A detail of this error, where there is such a parameter and anybody says something about it."""
    parameter = error.parameter(name)
    said: str | int | bool | None = None
    if parameter in consultation.rulebook.parameters:
        said = consultation.detail(parameter)
    return said


def _in_the_book(name: str, consultation: Consultation) -> bool:
    """Whether the book itself says so, in the clause of the error or in another."""
    said = consultation.rulebook[name]
    return isinstance(said, Sourced) and bool(said.value)


def _stands(error: Error, consultation: Consultation) -> Iterator[DealerMove]:
    yield DealerMove("stands", street=error.street)
    yield from _afterwards(error, consultation)


def _becomes_burn(error: Error, consultation: Consultation) -> Iterator[DealerMove]:
    yield DealerMove("become_burn", error.exposed, error.street)
    yield DealerMove("deal_next", street=error.street)
    yield from _afterwards(error, consultation)


def _returned(error: Error, consultation: Consultation) -> Iterator[DealerMove]:
    with_burn = _says(error, "burn_returned", consultation)
    yield DealerMove("return_cards_and_burn" if with_burn else "return_cards", error.exposed, error.street)
    if _in_the_book("board.reshuffle.folds_excluded", consultation):
        yield DealerMove("folds_excluded")
    if error.what == "premature":
        yield DealerMove("finish_betting")
    if _says(error, "shuffle", consultation) != "never":
        yield from _shuffling("shuffle", consultation)
    yield from _deal_again(error, consultation)


def _set_aside(error: Error, consultation: Consultation) -> Iterator[DealerMove]:
    yield DealerMove("set_aside", error.exposed, error.street)
    later = _says(error, "shuffle", consultation) == "before_next_street"
    if error.what == "premature":
        yield DealerMove("finish_betting")
    if not later:
        yield from _shuffling("shuffle_with_aside", consultation)
    yield from _deal_again(error, consultation)
    if later and error.next_street:
        yield DealerMove("finish_betting")
        yield from _shuffling("shuffle_with_aside", consultation)
        burns = int(_says(error, "burns_next", consultation) or 0)
        if burns:
            yield DealerMove("burn", burns)
        yield DealerMove("open" if burns else "open_without_burn", street=error.next_street)


def _mixed(error: Error, consultation: Consultation) -> Iterator[DealerMove]:
    keeps = _says(error, "keeps", consultation)
    stay = STREET_CARDS[error.street] if keeps is None else int(keeps)
    stay = min(stay, error.exposed)
    yield DealerMove("mix", error.exposed)
    who = _says(error, "picked_by", consultation) or "dealer"
    names_burn = _says(error, "picked", consultation) != "the_flop"
    yield DealerMove(f"{who}_draws_burn" if names_burn else f"{who}_draws_flop", stay)
    fate = _says(error, "leftover", consultation) or "burn"
    yield DealerMove(f"{'picked' if names_burn else 'leftover'}_{fate}", stay)
    missing = STREET_CARDS[error.street] - stay
    if missing > 0:
        yield DealerMove("complete", missing)
    yield from _afterwards(error, consultation, ready=1 if fate == "next_burn" else 0)


def _afterwards(error: Error, consultation: Consultation, ready: int = 0) -> Iterator[DealerMove]:
    """What comes before the next board card; after the river, the end of the hand. `ready`: a card that
    already lies there as the burn."""
    if error.next_street is None:
        yield DealerMove("finish_hand")
        return
    burns = int(_says(error, "burns_next", consultation) or 0)
    if ready and burns == ready:
        yield DealerMove("burn_ready", street=error.next_street)
        return
    yield DealerMove("burns_next" if burns else "no_burn_next", burns, error.next_street)


def _shuffling(verb: str, consultation: Consultation) -> Iterator[DealerMove]:
    hidden = consultation.spoken("board.reshuffle.face_down")
    yield DealerMove(f"{verb}_face_down" if hidden else verb)
    if consultation.detail("board.reshuffle.cut"):
        yield DealerMove("cut")


def _deal_again(error: Error, consultation: Consultation) -> Iterator[DealerMove]:
    burns = int(_says(error, "new_burns", consultation) or 0)
    if burns:
        yield DealerMove("burn", burns)
    yield DealerMove("deal" if burns else "deal_without_burn", street=error.street)


_FATES = {
    "stands": _stands,
    "become_burn": _becomes_burn,
    "return_to_deck": _returned,
    "set_aside": _set_aside,
    "mix": _mixed,
}
