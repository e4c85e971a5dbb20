"""The holidays of the house: its state and what its city keeps, left out when business days are counted."""

from feltro.app.money.business_days import STATES
from feltro.app.money.holidays import MAY_NAME, house_holidays, name_holidays
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, staff_form, staff_page
from feltro.web.frame.visitor import language_of

HOLIDAYS = "/feriados"


@staff_page(HOLIDAYS, MAY_NAME)
def show_holidays(request: AnyRequest) -> AnyAnswer:
    kept = house_holidays(house_of(request).store)
    return _page(request, kept.state, "\n".join(one.line for one in kept.own), None)


@staff_form(HOLIDAYS, MAY_NAME)
def name(request: AnyRequest, data: Form) -> AnyAnswer:
    state, lines = text(data, "state"), text(data, "days")
    refused = name_holidays(house_of(request).store, state, lines, envelope(request, text(data, "key")))
    return _page(request, state, lines, refused) if refused else go(request, HOLIDAYS)


def _page(request: AnyRequest, state: str, lines: str, refused: Refused | None) -> AnyAnswer:
    told = why(refused, language_of(request)) if refused else None
    status = 409 if refused else 200
    return room_page(request, "money/holidays.html", status, states=STATES, state=state, lines=lines, refused=told)
