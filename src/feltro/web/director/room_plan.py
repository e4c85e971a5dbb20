"""The floor plan's page, and the sheets that open from it: a table, a player."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.response import Response
from markupsafe import Markup

from feltro.app.conduct.record import record_of
from feltro.app.desk.held_against import HeldAgainst, held_against
from feltro.app.event_view import EventView
from feltro.app.needs import proposals
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import cites_of
from feltro.tournament.clock.face import shown_to, the_day
from feltro.tournament.days.end import played_out
from feltro.tournament.eliminations.places import at_one_table
from feltro.tournament.facts.deals import DealAnswered
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.floor.button import next_hand
from feltro.tournament.prizes.satellites import seats_left
from feltro.tournament.sanctions.view import penalties_of, usual_next
from feltro.tournament.state import LIVE
from feltro.tournament.time_bank.decide import cards_of
from feltro.web.acts.listed import OF_DIRECTION, PLAYER, TABLE, offered
from feltro.web.direction import ADDRESS, FLOOR, FRAME, framed, may, path_of, people_version, show
from feltro.web.director.forms import hand_for_hand
from feltro.web.director.history_lines import act_said, acts
from feltro.web.director.plan import RoomPlan, card_again, flags_of, marks_of
from feltro.web.director.plan_kept import plans_of
from feltro.web.director.ruled import ruled_lines, rulings_live
from feltro.web.frame.answers import AnyAnswer, pieced_page, pieced_part
from feltro.web.frame.fields import digits
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_page
from feltro.web.frame.known import shown_event
from feltro.web.frame.templates import page_headers, wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.web.screens.lists import final_places
from feltro.words.sentences import say

if TYPE_CHECKING:
    from datetime import time

    from feltro.tournament.state.floor import Table
    from feltro.words.languages import Lang

LAST_ACTS = 25


@staff_page(ADDRESS + "/{tournament:str}/sala", FLOOR)
def show_plan(request: AnyRequest, tournament: str) -> AnyAnswer:
    """All cards; or, to a screen that says which version it shows, those that changed since."""
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        found = shown_event(request, tournament)
        people, plans = people_version(house), plans_of(house)
        plan = plans.get(found, people)
        if wants_fragment(request):
            return _update(request, found, people, plan)
        frame = _frame(found)

        def make() -> dict[str, Any]:
            return {**framed(found, me(request).role, "/sala", "director/_plan.html"), **frame}

        head, cards = _head_made(request, found, people, plan), plans.html(plan, found, lang)
        return pieced_page(request, FRAME, tuple(frame.values()), make, head=head, cards=cards)


def _frame(found: EventView) -> dict[str, Any]:
    """What is seen around the plan: the event's name, and what the forms begin with."""
    floor, sheet = found.state.floor, found.state.the_sheet
    return {
        "tables": bool(floor.tables),
        "numbers": tuple(sorted(floor.tables)),
        "break_order": _order(found),
        "balancing": floor.balancing,
        "day_now": day.id if (day := the_day(found.state)) else "",
        "sheet_shown": (sheet.name, sheet.table_size, sheet.zone, tuple(day.id for day in sheet.days), found.past),
    }


def _update(request: AnyRequest, found: EventView, people: int, plan: RoomPlan) -> AnyAnswer:
    lang, plans = language_of(request), plans_of(house_of(request))
    seen = digits(request.query_params.get("desde", ""), 11)
    older = plans.seen(found.stream, seen, people) if seen is not None else None
    changed = plan.changed_since(older) if older else None
    if changed is None:
        cards, numbers = plans.html(plan, found, lang), tuple(sorted(found.state.floor.tables))
        news = pieced_part(request, "director/_plan_all.html", numbers, lambda: {"numbers": numbers}, cards=cards)
    else:
        news = "".join(card_again(card, lang) for card in changed).encode()
    headers = {**page_headers(lang), "Cache-Control": "no-store"}
    return Response(_head_made(request, found, people, plan) + news, media_type=MediaType.HTML, headers=headers)


def _head_made(request: AnyRequest, found: EventView, people: int, plan: RoomPlan) -> bytes:
    """What stands above the cards: how many play, and what would even them out. Most busts change only the first."""
    floor, lang = found.state.floor, language_of(request)
    can = frozenset() if found.past else may(me(request).role)

    def make() -> dict[str, Any]:
        return {"event": found, "path": path_of(found), "past": found.past, "can": can, "break_order": _order(found),
                "standing": standing, "waiting": waiting, "free": free, "proposed": list(proposals(found)), "final": final}  # fmt: skip

    standing = [(entry, found.names.of(entry)) for entry in plan.standing]
    waiting = [_in_line(entry, found) for entry in found.state.waiting]
    free = _free(found) > 0
    final = tuple(final_places(found, lang)) if played_out(found.state, found.at) else ()
    shows = (
        found.stream,
        found.past,
        people,
        _order(found),
        free,
        *standing,
        *waiting,
        *floor.proposals.items(),
        *final,
    )
    version = b"%d" % found.version
    counts = _counted(found, len(standing), lang)
    return pieced_part(request, "director/_plan_head.html", shows, make, version=version, counts=counts)


def _in_line(entry: str, found: EventView) -> tuple[str, str, time | None]:
    """Who waits, and since when the call stands."""
    called = found.state.entries[entry].called_at
    hour = local_time(called, found.state.the_sheet.zone).time() if called is not None else None
    return entry, found.names.of(entry), hour


def _counted(found: EventView, elsewhere: int, lang: Lang) -> bytes:
    floor = found.state.floor
    return _counts(len(floor.chair_of), len(floor.tables), _free(found), elsewhere, lang)


def _free(found: EventView) -> int:
    return sum(hall.chairs - hall.seated for hall in found.state.floor.halls.values())


@lru_cache(maxsize=256)
def _counts(seated: int, tables: int, free: int, elsewhere: int, lang: Lang) -> bytes:
    players = Markup("<strong>{}</strong>").format(say("director.players_n", lang, n=seated))
    said = [players, say("director.tables_n", lang, n=tables), say("director.free_n", lang, n=free)]
    if elsewhere > 0:
        said.append(Markup("<em>{}</em>").format(say("director.elsewhere_n", lang, n=elsewhere)))
    return Markup(" · ").join(said).encode()


def _order(found: EventView) -> tuple[int, ...]:
    return tuple(number for number in found.state.floor.break_order if number in found.state.floor.tables)


@staff_page(ADDRESS + "/{tournament:str}/mesa/{number:int}", FLOOR)
def show_table(request: AnyRequest, tournament: str, number: int) -> AnyAnswer:
    """A table: everybody at it in one list, each with the button that sends them out."""
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        table = found.state.floor.tables.get(number)
        if table is None:
            return show(request, found, "/sala", "director/_no_table.html", number=number)
        rows = [_row(found, entry, seat) for seat, entry in sorted(table.players.items())]
        rare = offered(OF_DIRECTION, may(me(request).role), found.state, found.season, TABLE)
        context = {
            "table": table,
            "rows": rows,
            "free": table.free(),
            "going": found.state.floor.next_chair,
            "flags": flags_of(found, table),
            "rare": rare,
        }
        told = next_hand(number, found.state, found.book, found.at)
        needs_stack = at_one_table(found.state, found.book).value == "bigger_stack_first"
        return show(request, found, "/sala", "director/_table.html", **context, next=told, needs_stack=needs_stack)


def _row(found: EventView, entry: str, seat: int) -> dict[str, Any]:
    counted = found.state.chips.stacks.get(entry)
    return {
        "seat": seat,
        "entry": found.state.entries[entry],
        "name": found.names.of(entry),
        "stack": counted.chips if counted else None,
        "marks": marks_of(found, entry, set()),
    }


@staff_page(ADDRESS + "/{tournament:str}/jogador/{entry:str}", FLOOR)
def show_player(request: AnyRequest, tournament: str, entry: str) -> AnyAnswer:
    """A player: where, how much, how often, what was given, and what can be done."""
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        found = shown_event(request, tournament)
        one = found.state.entries.get(entry)
        if one is None:
            raise NotFoundException
        chair = found.state.floor.chair_of.get(entry)
        table: Table | None = found.state.floor.table_of(entry)
        neighbours = [other for other in table.players.values() if other != entry] if table else []
        record = record_of(one.person, found.state, found.book.rulebook, house.world)
        context: dict[str, Any] = {
            "entry": one,
            "name": found.names.of(entry),
            "chair": chair,
            "round": hand_for_hand(found, entry),
            "table": table,
            "neighbours": [(other, found.names.of(other)) for other in neighbours],
            "counted": found.state.chips.stacks.get(entry),
            "bag": found.state.days.bags.get(entry),
            "others": [other for other in found.state.entries_of(one.person) if other.id != entry],
            "penalties": [
                {**given, "cites": cites_of(given["cites"])} for given in penalties_of(one.person, found.state)
            ],
            "held": _held(house, found, one.person),
            "usual": usual_next(one.person, found.state, found.book, record.sanctions_elsewhere),
            "ruled": ruled_lines(found, lang, entry=entry),
            "rulings_live": rulings_live(found),
            **_standing_of(entry, found),
            "out": found.state.eliminations.outs.get(entry),
            "out_key": _bust_of(found, entry),
            "seat_target": _seat_target(found),
            "level": shown_to(found.state, entry, found.at).level,
            "acts": _history(house, found, entry, lang, me(request).role),
            "rare": offered(OF_DIRECTION, may(me(request).role), found.state, found.season, PLAYER)
            if one.status == LIVE
            else {},
        }
        return show(request, found, "/sala", "director/_player.html", **context)


def _standing_of(entry: str, found: EventView) -> dict[str, Any]:
    """Whether he is there, how often he was moved, and the time cards that he holds where there are any."""
    state = found.state
    return {
        "away": entry in state.sanctions.away,
        "absent": entry in state.floor.absent,
        "moved": state.floor.moves.get(entry, 0),
        "cards": cards_of(state, entry, found.book) if state.the_sheet.action_clock else None,
    }


def _seat_target(found: EventView) -> int:
    """The chips that win a seat here; 0 where none does, or none is left."""
    prize = found.state.the_sheet.satellite
    return (prize.target_chips or 0) if prize and seats_left(found.state) else 0


TOLD_ON_SHEET = ("excluded", "disqualified", "eliminated", "banned", "refused", "under_age", "suspended", "in_debt")
"""What a floor person has to see of a player's status; papers and bags have places of their own."""


def _held(house: Any, found: EventView, person: str) -> list[HeldAgainst]:
    held = held_against(person, found.state, found.book, house, found.at)
    return [one for one in held if one.status in TOLD_ON_SHEET]


def _bust_of(found: EventView, entry: str) -> str:
    """The key of the command that sent a player out: what a correction names."""
    facts = reversed(found.facts)
    busts = (fact for fact in facts if isinstance(fact.event, EntryEliminated) and fact.event.entry == entry)
    return next((fact.meta.key for fact in busts), "") if entry in found.state.eliminations.outs else ""


def _history(house: Any, found: EventView, entry: str, lang: Any, role: str) -> list[dict[str, Any]]:
    """What happened to one entry, the latest first; what was taken back is marked."""
    mine = [fact for fact in found.facts if _is_of(entry, fact.event)]
    rows = [
        act_said(of_one, found, house, lang, found.undone)
        for of_one in reversed(list(acts(mine[-LAST_ACTS:], role)))
    ]
    return [{**row, "texts": _without(found.names.of(entry), row["texts"])} for row in rows]


def _is_of(entry: str, event: Any) -> bool:
    """What was said to a deal stays between the player and the floor."""
    about = {getattr(event, "entry", ""), getattr(event, "sale", "")}
    return entry in about and not isinstance(event, DealAnswered)


def _without(name: str, texts: list[str]) -> list[str]:
    """On a player's own sheet nobody needs to read the name on every line."""
    shorter = [" · ".join(part for part in one.split(" · ") if part != name) for one in texts]
    return [one for one in shorter if one]
