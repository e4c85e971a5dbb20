"""What seldom happens to prizes: a bubble that is saved, an early cash, too much paid, a guarantee that falls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Request

from feltro.app.people.naming import name_of
from feltro.kernel.outcome import Refused
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.prizes.due import due
from feltro.tournament.state import GONE
from feltro.web.access.gate import house_of, me, staff_form, staff_page
from feltro.web.blanks import Blank, Field, Ground, command_of, offered
from feltro.web.commanding import give, new_key
from feltro.web.desk.lookup import open_desk_of
from feltro.web.desk.routes import known_event
from feltro.web.fields import Form, text
from feltro.web.menu import MONEY
from feltro.web.money.payouts import ADDRESS
from feltro.web.room import AnyAnswer, go, room_page, why
from feltro.web.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.tournament.state import TournamentState
    from feltro.web.blanks import Options

AnyRequest = Request[Any, Any, Any]
SPECIAL = ADDRESS + "/{tournament:str}/especiais"
REASON = Field("reason", "long")
AMOUNT = Field("amount_centavos", "money")
MOST_NAMED = 300

BLANKS = (
    Blank("SaveBubble", (AMOUNT, Field("agreed", "several", "left"))),
    Blank("NoteEarlyCash", (Field("entry", "pick", "played"), AMOUNT)),
    Blank(
        "ReportOverpayment",
        (
            Field("overpayment", "new"),
            Field("entry", "pick", "paid"),
            Field("cause", "choice", ("handed_over", "place_corrected")),
            Field("amount_centavos", "money", required=False),
            Field("desk", "desk", required=False),
            Field("reason", "long", required=False),
        ),
    ),
    Blank(
        "RepayOverpayment",
        (
            Field("repayment", "new"),
            Field("entry", "pick", "owes"),
            AMOUNT,
            Field("method", "choice", ("cash", "pix", "bank_transfer")),
            Field("desk", "desk"),
        ),
    ),
    Blank("ForfeitPrize", (Field("entry", "pick", "winners"), REASON), grave=True),
    Blank("SealEnvelopes"),
    Blank("RevealEnvelopes"),
    Blank("SettleBounties"),
    Blank("EndSatellite", (Field("winners", "several", "left"),), grave=True),
    Blank(
        "SettleStopped",
        (
            Field("way", "choice", ("icm_among_survivors", "refund", "resume")),
            Field("stacks", "stacks", "left", required=False),
            REASON,
        ),
        grave=True,
    ),
    Blank("ReplacePayoutTable", (Field("columns", "columns"),)),
    Blank(
        "VoidGuarantee",
        (Field("ground", "choice", ("fortuitous_event", "force_majeure", "public_authority")), REASON),
        grave=True,
    ),
)


@staff_page(SPECIAL, MONEY)
def show_special(request: Request[Any, Any, Any], tournament: str) -> AnyAnswer:
    return _show(request, tournament, {}, None)


@staff_form(SPECIAL, MONEY)
def act(request: Request[Any, Any, Any], tournament: str, data: Form) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        state = known_event(request, tournament).state
        ground = Ground(house, state.the_sheet.zone, open_desk_of(house, me(request).user))
        command = command_of(BLANKS, data, ground, tournament=tournament)
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    if isinstance(outcome, Refused):
        return _show(request, tournament, data, outcome)
    return go(request, f"{ADDRESS}/{tournament}/especiais?feito={text(data, 'command')}")


def fitting(state: TournamentState) -> tuple[Blank, ...]:
    """Without what this event does not have: no envelopes, no seats, prizes that already hang on the wall."""
    bounty, announced = state.the_sheet.bounty, state.prizes.announced is not None
    mystery = bounty is not None and bounty.kind == "mystery"
    has = {
        "SealEnvelopes": mystery,
        "RevealEnvelopes": mystery,
        "SettleBounties": bounty is not None,
        "SettleStopped": bool(state.stopped),
        "EndSatellite": state.the_sheet.satellite is not None,
        "ReplacePayoutTable": not announced,
        "VoidGuarantee": bool(state.the_sheet.guarantee_centavos) and not announced,
        "SaveBubble": announced,
        "NoteEarlyCash": not announced,
    }
    return tuple(one for one in BLANKS if has.get(one.command, True))


def _options(state: TournamentState, house: House) -> dict[str, Options]:
    owed = due(state)

    def named(entries: Any) -> Options:
        return tuple(
            (entry, f"{name_of(state.entries[entry].person, house.store)} · {state.entries[entry].number}")
            for entry in list(entries)[:MOST_NAMED]
        )

    paid = {one.entry for one in state.prizes.payments.values()}
    return {
        "left": named(still_in(state)),
        "played": named(entry.id for entry in state.entries.values() if entry.status not in GONE),
        "winners": named(entry for entry in owed if owed[entry].remaining > 0),
        "paid": named(entry for entry in state.entries if entry in paid),
        "owes": named(entry for entry, centavos in state.prizes.overpaid.items() if centavos),
    }


def _show(request: AnyRequest, tournament: str, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        options = _options(event.state, house)
        blanks = offered(fitting(event.state), me(request).role, options)
        overpaid = {
            name_of(event.state.entries[entry].person, house.store): centavos
            for entry, centavos in event.state.prizes.overpaid.items()
            if centavos
        }
        desk = open_desk_of(house, me(request).user)
    done = request.query_params.get("feito", "")
    return room_page(
        request,
        "money/special.html",
        409 if refused else 200,
        event=event,
        blanks=blanks,
        options=options,
        overpaid=overpaid,
        desk=desk,
        done=done if any(one.command == done for one in BLANKS) else "",
        typed=typed,
        typed_text=text,
        refused=why(refused, language_of(request)) if refused else None,
        key=new_key(),
        tab="special",
    )


HANDLERS = (show_special, act)
