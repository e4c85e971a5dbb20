"""The desk: choose the event, find the person, sell. Every address works as a plain page and as a part of one."""

from collections import defaultdict
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Redirect

from feltro.app.desk.open_desk import open_desk_of
from feltro.app.event_view import EventView
from feltro.app.people.directory import directory
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.outcome import Refused
from feltro.web.desk import ledger_lists as lists
from feltro.web.desk import lookup
from feltro.web.desk.after import after_sale
from feltro.web.desk.asked import besides, complete
from feltro.web.desk.counter import counter, desk_of, file_of
from feltro.web.desk.sale import command_of, dry_run
from feltro.web.desk.sale_form import all_wrong, read
from feltro.web.desk.strip import head
from feltro.web.desk.told import told_of
from feltro.web.frame.answers import AnyAnswer, part, room_page, why
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import DESK, MONEY
from feltro.web.frame.streams import DESKS, EVENTS
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of

LONGEST = 100
ADDRESS = "/balcao"
Query = Annotated[str, Parameter(query="q")]
Person = Annotated[str, Parameter(query="pessoa")]


@staff_page(ADDRESS, MONEY, follows=(EVENTS, DESKS), menu="desk", starts=("finance", "cashier"))
def choose_event(request: AnyRequest, pessoa: Person = "") -> AnyAnswer:
    """With one event on sale there is nothing to choose."""
    house = house_of(request)
    with house.world.lock:
        events = lists.events_on_sale(house, now(request))
        desk = open_desk_of(house, me(request).user)
    if len(events) == 1 and desk:
        more = f"?{urlencode({'pessoa': pessoa})}" if pessoa else ""
        return Redirect(f"{ADDRESS}/{events[0].id}{more}", status_code=303)
    return room_page(request, "desk/choose.html", events=events, desk=desk, person=pessoa)


@staff_page(ADDRESS + "/{tournament:str}", MONEY)
def show_desk(request: AnyRequest, tournament: str) -> AnyAnswer:
    """The whole desk: `q` searches, `pessoa` is chosen, `feito` was just sold, `aba` is the list below."""
    asked, house = request.query_params, house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        query = asked.get("q", "")[:LONGEST]
        found = lookup.find_people(house, event, query) if query.strip() else []
        chosen = asked.get("pessoa", "") or (found[0].id if len(found) == 1 else "")
        done = after_sale(request, event, asked.get("feito", ""), before="antes" in asked)
        shown = {**counter(request, event, chosen), "done": done, "query": query, "chosen_id": chosen}
        shown["found"] = lists.results(request, event, found)
        shown["told"] = told_of(event, asked.get("ato", ""), asked.get("inscricao", ""))
        return _whole(request, event, shown, asked.get("aba", ""))


def _whole(
    request: AnyRequest, event: EventView, shown: dict[str, Any], tab: str = "", status: int = 200
) -> AnyAnswer:
    """The page around a counter."""
    shown_tab = tab if tab in lists.TABS else lists.TABS[0]
    return room_page(
        request,
        "desk/desk.html",
        status,
        **shown,
        head=head(event),
        my_desk=open_desk_of(house_of(request), me(request).user),
        tab=shown_tab,
        tabs=lists.tabs(event),
        listing=lists.listing(request, event, shown_tab),
        sales=lists.sales_part(request, event),
    )


@staff_page(ADDRESS + "/{tournament:str}/achar", MONEY)
def find_person(request: AnyRequest, tournament: str, q: Query = "") -> AnyAnswer:
    """The list under the search box, while somebody types."""
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        found = lookup.find_people(house, event, q[:LONGEST]) if q.strip() else []
        context: dict[str, Any] = {
            "event": event,
            "query": q[:LONGEST],
            "found": lists.results(request, event, found),
        }
        return part(request, "desk/_results.html", **context)


@staff_page(ADDRESS + "/{tournament:str}/pessoa", MONEY)
def show_person(request: AnyRequest, tournament: str, pessoa: Person = "") -> AnyAnswer:
    if not wants_fragment(request):
        return Redirect(f"{ADDRESS}/{tournament}?{urlencode({'pessoa': pessoa})}", status_code=303)
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        return part(request, "desk/_counter.html", **counter(request, event, pessoa), done=None)


@staff_page(ADDRESS + "/{tournament:str}/ficha", MONEY)
def show_file(request: AnyRequest, tournament: str, pessoa: Person = "") -> AnyAnswer:
    """The person in the middle again, because something happened; what is being sold is left alone."""
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        person = directory(house_of(request).store).get(pessoa)
        if person is None:
            raise NotFoundException
        shown = file_of(request, desk_of(request, event), person)
        return part(request, "desk/_file.html", **shown, chosen=bool(request.query_params.get("vende")))


@staff_form(ADDRESS + "/{tournament:str}/conta", DESK)
def show_bill(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """What would be taken and given back, or why it would be refused, before anything is done."""
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        desk = desk_of(request, event)
        typed = read(data, desk, text(data, "person"))
        refused = typed if isinstance(typed, Refused) else besides(dry_run(desk, command_of(desk, typed)))
        bill = lists.bill(desk, typed) if not isinstance(typed, Refused) else None
    said = why(refused, language_of(request)) if refused else None
    return part(request, "desk/_bill.html", bill=bill, refused=said)


@staff_form(ADDRESS + "/{tournament:str}/item", DESK)
def choose_item(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """Another thing to sell, with its own price, split and means; what was typed stays."""
    person = text(data, "person")
    if not wants_fragment(request):
        return Redirect(f"{ADDRESS}/{tournament}?{urlencode({'pessoa': person})}", status_code=303)
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        return part(request, "desk/_counter.html", **counter(request, event, person, data), done=None)


@staff_form(ADDRESS + "/{tournament:str}", DESK)
def sell(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """The sale itself. Refused, everything typed stays on the screen, with the reason above it."""
    person = text(data, "person")
    before = _sold_before(request, tournament, data)
    if before is not None:
        return before
    lacking = complete(request, data, person)
    person = called_today(request, person)
    with house_of(request).world.lock:
        desk = desk_of(request, known_event(request, tournament))
        typed = read(data, desk, person)
        if lacking or isinstance(typed, Refused):
            return answer(request, tournament, person, all_wrong(desk, data, typed, lacking), data)
    outcome = give(request, command_of(desk, typed), text(data, "key"))
    if isinstance(outcome, Refused):
        return answer(request, tournament, person, outcome, data)
    return _sold(request, tournament, {"feito": typed.sale})


def _sold(request: AnyRequest, tournament: str, told: dict[str, str]) -> AnyAnswer:
    """The counter is free for whoever comes next; above it, what was sold, and whether that was before (`antes`)."""
    if not wants_fragment(request):
        return Redirect(f"{ADDRESS}/{tournament}?{urlencode(told)}", status_code=303)
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        done = after_sale(request, event, told["feito"], before="antes" in told)
        return part(
            request, "desk/_counter.html", with_undo=True, event=event, person=None, refused=None, done=done
        )


def _sold_before(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer | None:
    """A form that sold once already, as after the browser's way back, sells nothing: it says what it sold and when. Where
    that was voided since, it may sell anew, because it comes back as a new one."""
    with house_of(request).world.lock:
        sale = known_event(request, tournament).state.sales.get(text(data, "sale"))
    if sale is None:
        return None
    if sale.gone:
        return answer(request, tournament, text(data, "person"), Refused("desk.sold_and_gone"), data)
    return _sold(request, tournament, {"feito": sale.id, "antes": "1"})


def answer(
    request: AnyRequest,
    tournament: str,
    person: str,
    refused: Refused | None,
    form: dict[str, Any] | None = None,
) -> AnyAnswer:
    """Back at the counter after a form: the person again, with the refusal and what was typed if there was one."""
    acted, form = (form, None) if form and "act" in form else ({}, form)
    person = called_today(request, person)
    if not wants_fragment(request) and refused is None:
        return Redirect(f"{ADDRESS}/{tournament}?{urlencode({'pessoa': person})}", status_code=303)
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        shown = {**counter(request, event, person, form, refused), "done": None, "query": "", "found": []}
        shown["acted"] = defaultdict(str, {name: text(acted, name) for name in acted})
        if wants_fragment(request):
            return part(request, "desk/_counter.html", with_undo=refused is None, **shown)
        return _whole(request, event, shown, status=409)


def called_today(request: AnyRequest, person: str) -> str:
    """Whoever was known from a phone alone is somebody else's record once the document was seen."""
    with house_of(request).world.lock:
        return str(house_of(request).world.live(PEOPLE).state.now(person))


def tell(request: AnyRequest, tournament: str, person: str, act: str, entry: str) -> AnyAnswer:
    """Back at the counter after an act that leaves something to say: whose it is now, what goes back."""
    if not wants_fragment(request):
        query = urlencode({"pessoa": person, "ato": act, "inscricao": entry})
        return Redirect(f"{ADDRESS}/{tournament}?{query}", status_code=303)
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        told = told_of(event, act, entry)
        return part(
            request,
            "desk/_counter.html",
            with_undo=True,
            **counter(request, event, person),
            done=None,
            told=told,
        )


@staff_page(ADDRESS + "/{tournament:str}/lista", MONEY)
def show_list(request: AnyRequest, tournament: str, aba: Annotated[str, Parameter(query="aba")] = "") -> AnyAnswer:
    tab = aba if aba in lists.TABS else lists.TABS[0]
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        return part(request, "room/_made.html", made=lists.listing(request, event, tab))


@staff_page(ADDRESS + "/{tournament:str}/abas", MONEY)
def show_tabs(request: AnyRequest, tournament: str, aba: Annotated[str, Parameter(query="aba")] = "") -> AnyAnswer:
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        return part(request, "desk/_tabs.html", event=event, tab=aba, tabs=lists.tabs(event))


@staff_page(ADDRESS + "/{tournament:str}/vendas", MONEY)
def show_sales(request: AnyRequest, tournament: str) -> AnyAnswer:
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        return part(request, "room/_made.html", made=lists.sales_part(request, event))


@staff_page(ADDRESS + "/{tournament:str}/feito", MONEY)
def show_done(
    request: AnyRequest, tournament: str, venda: Annotated[str, Parameter(query="venda")] = ""
) -> AnyAnswer:
    """A sale that awaits its PIX, as it stands now: the code goes and the seat comes when somebody saw the money."""
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        done = after_sale(request, event, venda)
        if done is None:
            raise NotFoundException
        return part(request, "desk/_done.html", event=event, done=done)


@staff_page(ADDRESS + "/{tournament:str}/faixa", MONEY)
def show_strip(request: AnyRequest, tournament: str) -> AnyAnswer:
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        return part(request, "desk/_strip.html", event=event, head=head(event))
