"""Button and blinds of the next hand, the button of mixed games, and its draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.procedures.button import (
    AMONG_TWO,
    Positions,
    button_rules,
    heads_up,
    moves_before_freeze,
    moves_in_stud,
    moves_on_return,
    next_positions,
    order_of_play,
    positions_from,
    resumed,
    waiting_for_button,
    waits_after,
    what_decides,
    why_there,
)
from feltro.rulings.notation import GAMES, Facts, Field, Kind
from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Step, Unreadable
from feltro.rulings.seats.told_seats import (
    BIG_BLIND,
    BUTTON,
    OCCUPIED,
    SMALL_BLIND,
    chair_field,
    not_a_chair,
    not_in_order,
    seat_list,
    told_positions,
)

if TYPE_CHECKING:
    from feltro.procedures.button import ButtonRules
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Ruling


def rule_next_button(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """The button by the book's method; who posts, who acts first, who waits for the button to pass."""
    told = [*facts["occupied"], *facts["joined"], facts["button"], facts["big_blind"], facts["small_blind"] or 0]
    chairs = facts["seats"] or max(told)
    named = ("occupied", "joined", "left", "button", "small_blind", "big_blind")
    unreadable = not_a_chair(((name, facts[name]) for name in named), chairs) or not_in_order(facts)
    if unreadable is not None:
        return unreadable
    staying = set(facts["occupied"]) - set(facts["left"])
    players = tuple(sorted(staying | set(facts["joined"])))
    if len(players) < 2:
        return Unreadable("occupied", "unreadable.two_players", {"value": str(len(players))})
    consultation.asks("question.button.players", len(players))
    consultation.turns_on(*what_decides(len(players)))
    rules = button_rules(consultation)
    coming = next_positions(told_positions(facts, chairs), players, rules)
    waiting = waiting_for_button(coming, players, consultation)
    values = _position_values(coming, players, waiting) | _order_values(coming, players, consultation)
    because = why_there(coming, players, rules.method)
    said = {"button": coming.button, "small_blind": values["small_blind"], "big_blind": coming.big_blind}
    steps = tuple(Step("step.button.no_hand", {"seat": seat}) for seat in waiting)
    return consultation.rules("post", because, said=said, values=values, steps=steps)


def _position_values(coming: Positions, players: tuple[int, ...], waiting: tuple[int, ...]) -> dict[str, Any]:
    return {
        "button": coming.button,
        "small_blind": coming.small_blind if coming.small_blind_posted else None,
        "big_blind": coming.big_blind,
        "dead_button": coming.button not in players,
        "no_hand": list(waiting),
    }


def _order_values(coming: Positions, players: tuple[int, ...], consultation: Consultation) -> dict[str, Any]:
    order = order_of_play(coming, players, heads_up(len(players), consultation))
    return {
        "first_to_act": order.first_to_act,
        "first_to_act_later": order.first_to_act_later,
        "last_card": order.last_card,
    }


def rule_mixed_button(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Before a stud level the button moves on as if hold'em went on, and freezes; hold'em resumes there."""
    chairs = max(
        (*facts["occupied"], facts["button"], facts["small_blind"] or 0, facts["big_blind"] or 0), default=1
    )
    named = ("occupied", "left", "button", "small_blind", "big_blind")
    unreadable = not_a_chair(((name, facts[name]) for name in named), chairs) or not_in_order(facts)
    if unreadable is not None:
        return unreadable
    players = tuple(sorted(set(facts["occupied"]) - set(facts["left"])))
    if len(players) < 2:
        return Unreadable("occupied", "unreadable.two_players", {"value": str(len(players))})
    rules = button_rules(consultation)
    if len(players) == 2:
        consultation.cite(*AMONG_TWO)
    was_stud = family_of(facts["from"]) == "stud"
    to_stud = consultation.asks("question.button.to_stud", family_of(facts["to"]) == "stud")
    told = _told_hand(facts, chairs, rules)
    if not was_stud and not to_stud:
        consultation.turns_on("button.method")
        return _mixed(next_positions(told, players, rules), consultation, "button.mixed_moves")
    after = waits_after(told, players, rules, 0) if was_stud else told
    if moves_in_stud(consultation):
        coming = next_positions(told, players, rules)
        return _mixed(coming, consultation, "button.mixed_moves", blinds=not to_stud)
    if to_stud:
        if not was_stud:
            after = waits_after(told, players, rules, moves_before_freeze(consultation))
        coming = resumed(after, _chair(after, told, players, rules, was_stud), players, rules)
        return _mixed(coming, consultation, "button.mixed_frozen", blinds=False)
    coming = resumed(after, facts["button"], players, rules)
    if moves_on_return(consultation):
        coming = next_positions(coming, players, rules)
    return _mixed(coming, consultation, "button.mixed_returns")


def _told_hand(facts: Facts, chairs: int, rules: ButtonRules) -> Positions:
    """The hand just played; in stud the one that the frozen button waits for. Blinds not told go with the button."""
    if facts["big_blind"] is not None:
        return told_positions(facts, chairs)
    return positions_from(facts["button"], tuple(sorted(set(facts["occupied"]))), rules)


def _chair(after: Positions, told: Positions, players: tuple[int, ...], rules: ButtonRules, was_stud: bool) -> int:
    """Where the button waits: it stays there through stud, or moves there now."""
    return told.button if was_stud else next_positions(after, players, rules).button


def _mixed(coming: Positions, consultation: Consultation, because: str, *, blinds: bool = True) -> Ruling:
    frozen = because == "button.mixed_frozen"
    moves: int | None = coming.big_blind
    if frozen and consultation.decides("mixed.balance.mover") == "by_position":
        moves = None
    values = {"button": coming.button, "frozen": frozen, "moves": moves}
    if blinds:
        small_blind = coming.small_blind if coming.small_blind_posted else None
        values |= {"small_blind": small_blind, "big_blind": coming.big_blind}
    steps = (Step("step.button.would_move", {"seat": moves}),) if frozen and moves else ()
    return consultation.rules("play_on", because, said={"button": coming.button}, values=values, steps=steps)


def rule_button_draw(facts: Facts, consultation: Consultation) -> Ruling:
    """When the button is drawn, at which table, and for which tables the draw counts."""
    drawn_when = consultation.decides("button.draw.when")
    if not consultation.asks("question.button.drawn_now", facts["when"] in drawn_when):
        return consultation.rules("no", "button.not_drawn_now")
    if consultation.decides("button.draw.at") == "each_table":
        return consultation.rules("deal_steps", "button.drawn_each", steps=(Step("step.button.draw_each"),))
    reads = consultation.decides if len(facts["tables"]) > 1 else consultation.detail
    sets = reads("button.draw.sets")
    drawn = facts["table"] or "1"
    tables = (facts["tables"] if sets == "all_tables" else []) or [drawn]
    steps = (Step("step.button.draw_one", {"table": drawn}), Step(f"step.button.draw_{sets}"))
    values: dict[str, Any] = {"sets": sets}
    if facts["seat"] is not None:
        values["buttons"] = dict.fromkeys(tables, facts["seat"])
    return consultation.rules("deal_steps", f"button.drawn_{sets}", steps=steps, values=values)


KINDS = (
    Kind(
        "next_button",
        (
            chair_field("seats", "chairs at the table"),
            OCCUPIED,
            BUTTON,
            SMALL_BLIND,
            BIG_BLIND,
            seat_list("left", "chairs vacated since that hand"),
            seat_list("joined", "chairs taken since that hand"),
        ),
        rule_next_button,
        {"seats": 9, "occupied": [1, 2, 3, 4, 5, 6], "button": 1, "small_blind": 2, "big_blind": 3, "left": [2]},
        "positions of the hand just played; answers those of the next",
    ),
    Kind(
        "mixed_button",
        (
            Field("from", "text", "game of the hand just played", GAMES, required=True),
            Field("to", "text", "game that comes", GAMES, required=True),
            chair_field("button", "chair of the button; in stud, where it waits", required=True),
            OCCUPIED,
            chair_field("small_blind", "small blind of that hand; in stud, of the hand that the button waits for"),
            chair_field("big_blind", "big blind of that hand; in stud, of the hand that the button waits for"),
            seat_list("left", "chairs vacated since"),
        ),
        rule_mixed_button,
        {"from": "flo8", "to": "stud", "button": 4, "occupied": [1, 2, 3, 4, 5, 6, 7, 8]},
        "the button when a mixed event changes game",
    ),
    Kind(
        "button_draw",
        (
            Field("when", "text", "moment", ("start", "restart", "redraw", "final_table"), required=True),
            Field("tables", "tally", "tables in play", default=()),
            Field("table", "name", "table where the button is drawn"),
            chair_field("seat", "seat drawn"),
        ),
        rule_button_draw,
        {"when": "start", "tables": ["1", "2", "3"], "table": "1", "seat": 4},
        "where the button starts",
    ),
)
