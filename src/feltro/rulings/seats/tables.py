"""Tables that stop, tables that break, and the final one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.procedures import halts
from feltro.procedures.breaks import dealt_chairs, double_draw, filled_chairs
from feltro.rulings.alternatives import or_else
from feltro.rulings.doubt import Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Default, Option, Step, Unreadable
from feltro.rulings.seats.told_seats import chair_field

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Remedy, Ruling

FORMATS = ("full_ring", "short_handed", "turbo")
HALT = Option("halt", "option.tables.halt")
NO_HALT = Option("no_halt", "option.tables.no_halt")


@or_else({"halt": NO_HALT, "no_halt": HALT})
def rule_halt(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """A table far shorter than the fullest one stops, when and where the book says so."""
    counts, table = facts["counts"], facts["table"]
    if table not in counts:
        return Unreadable("table", "unreadable.choice", {"value": str(table)}, tuple(counts))
    if facts["hand_dealt"]:
        misdeal = consultation.decides("halt.missed_is_misdeal")
        remedy: Remedy = "misdeal" if misdeal else "play_on"
        return consultation.rules(remedy, f"tables.dealt_{remedy}")
    consultation.cite_own("halt.difference")
    difference = halts.difference(consultation)
    full = halts.full_size(sum(counts.values()), len(counts), max(counts.values()), consultation)
    short = full - counts[table]
    numbers = {"short": int(short), "difference": difference}
    told: dict[str, Any] = {"said": {"table": table, **numbers}, "values": numbers}
    if not consultation.asks("question.tables.short_enough", short >= difference):
        return consultation.rules("no_halt", "tables.not_short", **told)
    because = halts.why_halted(
        facts["format"],
        facts["by_elimination"],
        lambda: consultation.asks("question.tables.blinds", facts["blinds_affected"]),
        consultation,
    )
    if because == "tables.format_open":
        proposed = Default("halt", None, consultation.rulebook.book.id)
        choice: dict[str, Any] = {"discretion": True, "options": (HALT, NO_HALT), "default": proposed}
        return consultation.rules("director_decides", because, **choice, **told)
    if because != "tables.halt":
        return consultation.rules("no_halt", because, **told)
    waive = (Option("no_halt", "option.tables.waive"),) if consultation.spoken("halt.may_waive") else ()
    steps = (Step("step.tables.stop", told["said"]),)
    return consultation.rules("halt", because, options=waive, steps=steps, **told)


def rule_break_table(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Players of a broken table go to free chairs by the book's draw."""
    players, free = facts["players"], facts["free"]
    draw = consultation.decides("break_table.draw")
    if not players:
        return Unreadable("players", "unreadable.missing")
    if not consultation.asks("question.tables.enough_chairs", len(free) >= len(players)):
        numbers = {"players": len(players), "chairs": len(free)}
        return consultation.rules("no", "tables.not_enough_chairs", said=numbers)
    cards = _cards_by_place(facts)
    if isinstance(cards, Unreadable):
        return cards
    chairs = _broken_to(draw, facts, cards, consultation)
    values: dict[str, Any] = {"draw": draw, "seats": chairs}
    steps = tuple(Step(f"step.tables.{name}") for name in _BREAK_STEPS[draw])
    takes = family_of(facts["game"]) != "stud" and consultation.detail("seating.takes_position")
    last = (Step("step.tables.takes_position"),) if takes else ()
    said = {"table": facts["table"] or ""}
    return consultation.rules("move", f"tables.break_{draw}", said=said, values=values, steps=(*steps, *last))


_BREAK_STEPS = {
    "random": ("shuffle_seat_cards", "draw_seat_each"),
    "double_random": ("shuffle_seat_cards", "deal_card_each", "first_seat_card", "other_seat_cards"),
    "fill_empty_seats": ("fill_chairs",),
}


def _cards_by_place(facts: Facts) -> list[int] | Unreadable:
    """A card for each player, in the players' order; none when the draw is still to be made."""
    cards, players = facts["cards"], facts["players"]
    if isinstance(cards, dict):
        missing = next((player for player in players if player not in cards), None) if cards else None
        if missing is not None:
            return Unreadable(f"cards.{missing}", "unreadable.missing")
        cards = [cards[player] for player in players] if cards else []
    if cards and len(cards) != len(players):
        return Unreadable("cards", "unreadable.card_each", {"value": str(len(cards)), "players": len(players)})
    if len(set(cards)) != len(cards):
        return Unreadable("cards", "unreadable.card_twice", {"value": ""})
    return list(cards)


def _broken_to(draw: str, facts: Facts, cards: list[int], consultation: Consultation) -> dict[str, Any] | None:
    """The chairs, once they are known: by the cards drawn, or in order where the book only fills chairs."""
    players, free = facts["players"], facts["free"]
    if draw == "fill_empty_seats":
        return filled_chairs(players, free)
    if draw == "double_random":
        return double_draw(players, free, cards, consultation) or None
    return dealt_chairs(players, free, cards, "highest_card", "card_rank") if cards else None


def rule_final_table(facts: Facts, consultation: Consultation) -> Ruling:
    """How many players make the final table of this format."""
    size = consultation.decides(f"final_table.size.{facts['format']}")
    suggested = consultation.detail("final_table.size.suggested")
    values = {"size": size, "suggested": suggested}
    said = {"size": size}
    options = (Option("director_decides", "option.tables.other_size"),) if suggested else ()
    left = facts["players_left"]
    if left is not None and left > size:
        return consultation.rules("no", "tables.final_not_yet", said=said, values=values, options=options)
    steps = (Step("step.tables.redraw_final", said), Step("step.tables.draw_button"))
    return consultation.rules("yes", "tables.final_table", said=said, values=values, options=options, steps=steps)


_CHAIR_PARTS = (
    Field("table", "label", "table", required=True),
    chair_field("seat", "chair", required=True),
)

KINDS = (
    Kind(
        "halt",
        (
            Field("counts", "map", "players at each table", required=True, parts=(Field("players", "count", "", required=True),)),
            Field("table", "name", "the short table", required=True),
            Field("format", "text", "format of the event", FORMATS, default="full_ring"),
            Field("by_elimination", "boolean", "it is short by eliminations", default=False,
                  asked=Doubt("unsaid.by_elimination")),
            Field("blinds_affected", "boolean", "its blinds are affected", default=False,
                  asked=Doubt("unsaid.blinds_affected")),
            Field("hand_dealt", "boolean", "a hand was dealt there already", default=False),
        ),
        rule_halt,
        {"counts": {"A": 6, "B": 9}, "table": "A", "by_elimination": True, "blinds_affected": True},
        "whether a short table stops",
    ),
    Kind(
        "break_table",
        (
            Field("table", "name", "table that breaks"),
            Field("players", "tally", "its players, in seat order", required=True),
            Field("free", "list", "free chairs, as the shuffled seat cards lie", required=True,
                  parts=(Field("chair", "table", "", required=True, parts=_CHAIR_PARTS),)),
            Field("cards", "dealt", "card drawn by each player", default=()),
        ),
        rule_break_table,
        {
            "table": "9",
            "players": ["A", "B"],
            "free": [{"table": "1", "seat": 4}, {"table": "2", "seat": 7}],
            "cards": ["9c", "Ks"],
        },
        "where the players of a broken table go",
    ),
    Kind(
        "final_table",
        (
            Field("format", "text", "format of the event", ("flop", "six_max", "stud", "seven_handed"), required=True),
            Field("players_left", "count", "players left in the event"),
        ),
        rule_final_table,
        {"format": "flop", "players_left": 10},
        "how many players make the final table",
    ),
)  # fmt: skip
