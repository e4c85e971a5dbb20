"""Whether players' phones are told while their page is closed."""

from __future__ import annotations

from feltro.app.player.phone_switch import switch_phone_news
from feltro.kernel.roles import ORGANISER
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.fields import Form, text, ticked
from feltro.web.frame.gate import AnyRequest, envelope, house_of, staff_form
from feltro.web.programs.page import PROGRAMS, programs_page


@staff_form(PROGRAMS + "/celulares", ORGANISER)
def switch_phones(request: AnyRequest, data: Form) -> AnyAnswer:
    sent = envelope(request, text(data, "key"))
    refused = switch_phone_news(house_of(request), text(data, "contact"), sent, on=ticked(data, "on"))
    return programs_page(request, refused=refused) if refused else go(request, f"{PROGRAMS}#celulares")
