"""Balancing: who moves, to which seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.procedures.balance import (
    BalanceMove,
    BalanceRules,
    Procedure,
    SeatedTable,
    balance_rules,
    balanced_as_stud,
    chair_at,
    plan,
)
from feltro.procedures.button import hand_before
from feltro.procedures.sizes import Sizes
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Option, Step, Unreadable
from feltro.rulings.seats.told_seats import (
    chair_field,
    not_a_chair,
    not_in_order,
    seat_list,
    told_positions,
)

if TYPE_CHECKING:
    from feltro.procedures.balance import TableId
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Ruling


def rule_balance(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Who moves and where; with one table told, only the chair that an arriving player takes there."""
    stud = consultation.asks("question.tables.stud", family_of(facts["game"]) == "stud")
    by_stud = stud and balanced_as_stud(consultation, mixed=facts["mixed"])
    rules = balance_rules(consultation, as_stud=by_stud)
    # In a stud level of a mixed event the button is frozen and there are no blinds: they are imagined from it.
    frozen = stud and not by_stud
    told = (
        [one | {"small_blind": None, "big_blind": None} for one in facts["tables"]] if frozen else facts["tables"]
    )
    unreadable = _check_tables(told, rules, frozen=frozen)
    if unreadable is not None:
        return unreadable
    tables: dict[TableId, SeatedTable] = {one["table"]: _table(one) for one in told}
    if len(tables) == 1:
        return _arrival(tables, rules, consultation, blinds=family_of(facts["game"]) != "stud")
    sizes = Sizes.of({name: len(table.players) for name, table in tables.items()})
    if not consultation.asks("question.tables.uneven", sizes.spread > max(1, facts["tolerance"])):
        return consultation.rules("no", "tables.even", values={"spread": sizes.spread})
    return _propose(facts, tables, sizes, rules, consultation)


def _propose(
    facts: Facts,
    tables: dict[TableId, SeatedTable],
    sizes: Sizes[TableId],
    rules: BalanceRules,
    consultation: Consultation,
) -> Ruling:
    fullest = sorted(map(str, sizes.tables_of(sizes.highest)))
    if consultation.detail("balance.source") == "director" and len(fullest) > 1:
        options = tuple(Option("move", "option.tables.gives", {"table": table}) for table in fullest)
        return consultation.rules("director_decides", "tables.source_open", discretion=True, options=options)
    moves = plan(tables, sizes, rules, Procedure(facts["tolerance"], facts["giving_order"]))
    if not moves:
        options = (Option("no", "option.tables.wait_a_hand"),)
        return consultation.rules("director_decides", "tables.no_chair", discretion=True, options=options)
    values: dict[str, Any] = _move_values(moves[0])
    if len(moves) > 1:
        values["moves"] = [_move_values(move) for move in moves]
    blinds = family_of(facts["game"]) != "stud"
    steps = tuple(step for move in moves for step in _move_steps(move, blinds=blinds))
    because = "tables.moves" if blinds else "tables.moves_frozen"
    if rules.destination == "last_vacated":
        because = "tables.moves_by_position"
    return consultation.rules("move", because, said=_said(moves[0]), values=values, steps=steps)


def _check_tables(told: list[Facts], rules: BalanceRules, *, frozen: bool) -> Unreadable | None:
    if not told:
        return Unreadable("tables", "unreadable.missing")
    names = [one["table"] for one in told]
    shortest = min(len(set(one["occupied"])) for one in told)
    for place, one in enumerate(told):
        path = f"tables[{place}]"
        if names.count(one["table"]) > 1:
            return Unreadable(f"{path}.table", "unreadable.twice", {"value": str(one["table"])})
        takes = len(set(one["occupied"])) == shortest
        needed = ("button", "occupied") if frozen else _needed(rules, takes=takes)
        missing = next((name for name in needed if one[name] in (None, [])), None)
        if missing:
            return Unreadable(f"{path}.{missing}", "unreadable.missing")
        named = ("occupied", "button", "small_blind", "big_blind", "vacated_order")
        wrong = not_a_chair(((f"{path}.{name}", one[name]) for name in named), _chairs(one)) or not_in_order(
            one, f"{path}."
        )
        if wrong is not None:
            return wrong
    return None


def _needed(rules: BalanceRules, *, takes: bool) -> tuple[str, ...]:
    """What must be known of a table: where its blinds were, or which chairs fell empty when."""
    if rules.destination == "last_vacated" and takes:
        return ("vacated_order",)
    by_blinds = rules.destination == "worst_position" if takes else rules.mover == "next_big_blind"
    return ("button", "big_blind") if by_blinds else ()


def _chairs(told: Facts) -> int:
    seats = [*told["occupied"], *told["vacated_order"], told["button"] or 1, told["big_blind"] or 1]
    return int(told["chairs"] or max(seats))


def _table(told: Facts) -> SeatedTable:
    players = tuple(sorted(set(told["occupied"])))
    last = None
    if told["button"] is not None and told["big_blind"] is not None:
        last = told_positions(told, _chairs(told))
    elif told["button"] is not None and players:
        last = hand_before(told["button"], players)
    return SeatedTable(
        _chairs(told),
        players,
        last,
        tuple(told["vacated_order"]),
        frozenset(told["had_big_blind"]),
    )


def _arrival(
    tables: dict[TableId, SeatedTable], rules: BalanceRules, consultation: Consultation, *, blinds: bool
) -> Ruling:
    ((name, table),) = tables.items()
    chair = chair_at(name, table, rules)
    if chair is None:
        options = (Option("no", "option.tables.wait_a_hand"),)
        return consultation.rules("director_decides", "tables.no_chair", discretion=True, options=options)
    move = BalanceMove(name, None, chair)
    values = {"from": None, "to": {"table": name, "seat": chair.seat}}
    steps = _move_steps(move, blinds=blinds)
    return consultation.rules("move", "tables.chair", said=_said(move), values=values, steps=steps)


def _move_values(move: BalanceMove) -> dict[str, Any]:
    return {
        "from": {"table": move.table, "seat": move.seat},
        "to": {"table": move.to.table, "seat": move.to.seat},
    }


def _said(move: BalanceMove) -> dict[str, Any]:
    return {
        "table": str(move.table),
        "seat": move.seat or 0,
        "to_table": str(move.to.table),
        "to_seat": move.to.seat,
    }


def _move_steps(move: BalanceMove, *, blinds: bool) -> tuple[Step, ...]:
    """In stud there are no blinds to post, whatever the chair would owe in hold'em."""
    said = _said(move)
    first = Step("step.tables.move" if move.seat else "step.tables.seat_at", said)
    return (first, Step("step.tables.posts_big_blind", said)) if blinds and move.to.posts_big_blind else (first,)


_TABLE_PARTS = (
    Field("table", "label", "name of the table", required=True),
    chair_field("chairs", "number of chairs"),
    seat_list("occupied", "occupied chairs", required=True),
    chair_field("button", "button of the hand just played"),
    chair_field("small_blind", "small blind of that hand"),
    chair_field("big_blind", "big blind of that hand"),
    seat_list("vacated_order", "empty chairs in the order in which they fell empty"),
    seat_list("had_big_blind", "chairs that had the big blind in this orbit"),
)

KINDS = (
    Kind(
        "balance",
        (
            Field(
                "tables",
                "list",
                "tables in play",
                required=True,
                parts=(Field("table", "table", "", required=True, parts=_TABLE_PARTS),),
            ),
            Field("mixed", "boolean", "the event mixes games", default=False),
            Field("tolerance", "count", "difference between tables that is left alone", default=1),
            Field(
                "giving_order",
                "list",
                "published order of tables that give players",
                parts=(Field("table", "label", "", required=True),),
            ),
        ),
        rule_balance,
        {
            "game": "nlhe",
            "tables": [
                {
                    "table": "1",
                    "chairs": 9,
                    "occupied": [1, 2, 3, 4, 5, 7, 8, 9],
                    "button": 3,
                    "small_blind": 4,
                    "big_blind": 5,
                },
                {
                    "table": "2",
                    "chairs": 9,
                    "occupied": [1, 3, 4, 6, 8, 9],
                    "button": 8,
                    "small_blind": 9,
                    "big_blind": 1,
                },
            ],
        },
        "positions of the hand just played at each table; who moves where",
    ),
)
