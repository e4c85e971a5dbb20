"""What a rulebook answers about one hand, as the value that the hand engine plays by.

Every field comes from a parameter. Where the book is silent its fallback speaks, as everywhere; a
running event has settled those beforehand. `SOURCES` names the parameters behind each field, so that a
ruling can cite what the engine decided.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from feltro.hand.games import BY_CODE
from feltro.hand.rules import HandRules
from feltro.rulebook.book import Silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulebook.book import Rulebook
    from feltro.rulebook.settle import Settled

SOURCES: dict[str, tuple[str, ...]] = {
    "short_posts_first": ("blinds.short_stack.pays_first",),
    "heads_up_button": ("heads_up.button.posts",),
    "short_blind_leaves_full": ("blinds.short_all_in.full_to_call",),
    "minimum_raise": ("betting.raise.minimum",),
    "short_all_ins_reopen": ("raise.reopen.one_short_all_in", "raise.reopen.cumulative"),
    "limit_full_from_percent": ("raise.reopen.limit_from",),
    "raise_cap": ("limit.cap.source", "limit.cap.raises"),
    "raise_cap_lifted_at": ("limit.cap.lifted_at",),
    "pot_limit_full_blinds": ("pot_limit.short_blind.counted_full",),
    "pot_limit_counts_dead_blind": ("pot_limit.dead_small_blind.counted",),
    "pot_limit_counts_dead_ante": ("pot_limit.dead_ante.counted",),
    "fold_without_bet": ("betting.fold_no_bet.stands",),
    "absent_hand_dies": ("presence.deadline.general", "presence.deadline.stud"),
    "showdown_first": ("showdown.order.first",),
    "showdown_unbet": ("showdown.order.without_bet", "showdown.order.stud"),
    "showdown_in_order": ("showdown.order.applies",),
    "all_in_face_up": ("showdown.all_in.shown",),
    "all_in_may_muck": ("showdown.all_in.may_muck", "showdown.side_pot.may_muck"),
    "last_hand_wins_unseen": ("showdown.uncontested.must_show",),
    "odd_chips": ("odd_chip.broken_down",),
    "odd_chip_stud": ("odd_chip.stud.to", "odd_chip.stud.among"),
    "odd_chip_high_low": ("odd_chip.high_low.to",),
    "identical_hands_share": ("odd_chip.identical_hands",),
}
"""The parameters that answer each field of HandRules."""


def hand_rules(book: Rulebook | Settled, game: str = "nlhe") -> HandRules:
    """The rules of a hand of this game under a book, settled or as printed."""

    def reads(name: str) -> Any:
        said = book[name]
        source = said.fallback if isinstance(said, Silent) else said
        return source and source.value

    fields: dict[str, Any] = {
        name: _READ[name](reads) if name in _READ else reads(sources[0]) for name, sources in SOURCES.items()
    }
    stud = BY_CODE[game].family == "stud"
    deadline = (stud and reads("presence.deadline.stud")) or reads("presence.deadline.general")
    fields["absent_hand_dies"] = "first_turn" if deadline == "own_first_action" else "dealt"
    # The best board acts first on the last street, so that naming it is naming the first to act.
    best_first = reads("showdown.order.stud") == "high_hand"
    fields["showdown_unbet"] = "first_to_act" if best_first else "left_of_button"
    return HandRules(**fields)


def _reopening(reads: Callable[[str], Any]) -> str:
    if reads("raise.reopen.one_short_all_in"):
        return "always"
    return "when_they_add_up" if reads("raise.reopen.cumulative") else "never"


def _cap(reads: Callable[[str], Any]) -> int | None:
    """Bets and raises of one round, the bet included; None where nothing limits them."""
    return None if reads("limit.cap.source") == "none" else int(reads("limit.cap.raises")) + 1


def _full_blinds(reads: Callable[[str], Any]) -> str:
    full = reads("pot_limit.short_blind.counted_full")
    if "small_blind" in full:
        return "both"
    return "big" if "big_blind" in full else "none"


_READ: dict[str, Callable[[Callable[[str], Any]], Any]] = {
    "minimum_raise": lambda reads: (
        "any" if reads("betting.raise.minimum") == "any_amount" else "last_complete_raise"
    ),
    "short_all_ins_reopen": _reopening,
    "limit_full_from_percent": lambda reads: int(reads("raise.reopen.limit_from") * 100),
    "raise_cap": _cap,
    "pot_limit_full_blinds": _full_blinds,
    "showdown_unbet": lambda reads: (
        "left_of_button" if reads("showdown.order.without_bet") == "left_of_button" else "first_to_act"
    ),
    "showdown_in_order": lambda reads: reads("showdown.order.applies") == "always",
    "all_in_face_up": lambda reads: reads("showdown.all_in.shown") == "when_action_complete",
    "all_in_may_muck": lambda reads: reads("showdown.all_in.may_muck") or reads("showdown.side_pot.may_muck"),
    "last_hand_wins_unseen": lambda reads: not reads("showdown.uncontested.must_show"),
    "odd_chips": lambda reads: "one_each" if reads("odd_chip.broken_down") else "all_to_first",
    "odd_chip_stud": lambda reads: {
        "highest_card_by_suit_in_best_five": "best_five",
        "highest_card": reads("odd_chip.stud.among"),
        "first_left_of_button": "left_of_button",
    }[reads("odd_chip.stud.to")],
    "identical_hands_share": lambda reads: (
        "whole_pot" if reads("odd_chip.identical_hands") == "whole_pot_evenly" else "each_half"
    ),
}

RULES_OF: dict[str, Callable[[Rulebook], HandRules]] = {game: partial(hand_rules, game=game) for game in BY_CODE}
"""For each game, as something that a book is read by once."""
