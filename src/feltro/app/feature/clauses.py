"""The clause behind what the engine refuses: a reason, the rules of a hand that it turns on, and where the book has them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulebook.book import Silent
from feltro.rulings.hand_rules import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.hand.state import Hand
    from feltro.kernel.outcome import Cite, Refused
    from feltro.rulebook.book import Rulebook

RESTS_ON: dict[str, tuple[str, ...]] = {
    "hand.fold_not_allowed": SOURCES["fold_without_bet"],
    "hand.check_not_allowed": ("words.in_turn.binding",),
    "hand.nothing_to_call": ("words.in_turn.binding",),
    "hand.not_in_turn": ("out_of_turn.back_to_right_player",),
    "hand.show_in_order": (*SOURCES["showdown_in_order"], *SOURCES["showdown_first"]),
    "hand.all_in_must_show": SOURCES["all_in_may_muck"],
    "hand.last_hand": SOURCES["last_hand_wins_unseen"],
    "hand.show_all_cards": ("showdown.tabled.cards",),
    "hand.not_to_show": SOURCES["all_in_face_up"],
}
REOPENS, CAPPED = SOURCES["short_all_ins_reopen"], SOURCES["raise_cap"]
SIZES = {
    "no": ("betting.raise.minimum", "betting.bet.minimum"),
    "fixed": ("betting.raise.minimum", *SOURCES["limit_full_from_percent"]),
    "pot": ("betting.raise.minimum", *SOURCES["pot_limit_full_blinds"], *SOURCES["pot_limit_counts_dead_ante"]),
}


def cited(refused: Refused, hand: Hand, book: Rulebook) -> Refused:
    """The same refusal with the clauses of the event's own book."""
    return replace(refused, cites=(*refused.cites, *_cites(_parameters(refused, hand), book)))


def _parameters(refused: Refused, hand: Hand) -> tuple[str, ...]:
    if refused.because == "hand.raise_out_of_range":
        return SIZES[hand.game.limit]
    if refused.because == "hand.raise_not_allowed":
        return CAPPED if hand.game.limit == "fixed" else REOPENS
    return RESTS_ON.get(refused.because, ())


def _cites(names: tuple[str, ...], book: Rulebook) -> Iterator[Cite]:
    seen: set[Cite] = set()
    for name in names:
        said = book[name]
        source = said.fallback if isinstance(said, Silent) else said
        for cite in source.cites if source else ():
            if cite not in seen:
                seen.add(cite)
                yield cite
