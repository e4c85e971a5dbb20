"""Who is told what: added, changed, switched off, tried, and told again."""

from __future__ import annotations

from feltro.app.programs.progress import progress_of
from feltro.app.programs.webhooks import (
    add_webhook,
    ask_delivery,
    change_secret,
    change_webhook,
    remove_webhook,
    webhooks_of,
)
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.fields import Form, text, texts, ticked
from feltro.web.frame.gate import AnyRequest, envelope, house_of, staff_form
from feltro.web.programs.page import PROGRAMS, ShownSecret, programs_page

HOOKS = PROGRAMS + "/avisos"


@staff_form(HOOKS, ORGANISER)
def add(request: AnyRequest, data: Form) -> AnyAnswer:
    address, types = text(data, "address"), tuple(texts(data, "type"))
    made = add_webhook(house_of(request), address, types, envelope(request, text(data, "key")))
    if isinstance(made, Refused):
        return programs_page(request, refused=made, typed={"address": address, "types": types})
    return programs_page(request, shown=ShownSecret("programs.webhook.made", made.secret))


@staff_form(HOOKS + "/{hook:str}", ORGANISER)
def change(request: AnyRequest, hook: str, data: Form) -> AnyAnswer:
    sent = envelope(request, text(data, "key"))
    types = texts(data, "type")
    refused = change_webhook(house_of(request), hook, text(data, "address"), types, sent, on=ticked(data, "on"))
    return programs_page(request, refused=refused) if refused else go(request, PROGRAMS)


@staff_form(HOOKS + "/{hook:str}/segredo", ORGANISER)
def new_secret(request: AnyRequest, hook: str) -> AnyAnswer:
    made = change_secret(house_of(request), hook, envelope(request))
    if isinstance(made, Refused):
        return programs_page(request, refused=made)
    return programs_page(request, shown=ShownSecret("programs.webhook.secret", made))


@staff_form(HOOKS + "/{hook:str}/tirar", ORGANISER)
def remove(request: AnyRequest, hook: str) -> AnyAnswer:
    refused = remove_webhook(house_of(request), hook, envelope(request))
    return programs_page(request, refused=refused) if refused else go(request, PROGRAMS)


@staff_form(HOOKS + "/{hook:str}/de-novo", ORGANISER)
def again(request: AnyRequest, hook: str, data: Form) -> AnyAnswer:
    """A message of the list once more; without one, a message that only tries the way."""
    house, asked = house_of(request), text(data, "message")
    told = progress_of(house.store, hook)
    found = next((one for one in told.log if one.id == asked), None) if told and asked else None
    if hook not in webhooks_of(house.store) or (asked and found is None):
        return programs_page(request, refused=Refused("webhook.unknown"))
    sent = envelope(request, text(data, "key"))
    place = (found.stream, found.version) if found and found.type != "webhook.test" else ("", 0)
    refused = ask_delivery(house, hook, sent, *place)
    return programs_page(request, refused=refused) if refused else go(request, PROGRAMS)
