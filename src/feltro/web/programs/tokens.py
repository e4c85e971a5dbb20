"""Keys for programs: made for somebody's account, for as much of it as is ticked, shown once."""

from __future__ import annotations

from feltro.app.access.doors import make_token, revoke_token
from feltro.kernel.instants import later
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.fields import Form, digits, text, texts, ticked
from feltro.web.frame.gate import AnyRequest, envelope, house_of, now, staff_form
from feltro.web.programs.page import PROGRAMS, ShownSecret, programs_page

LONGEST_DAYS = 3660


@staff_form(PROGRAMS + "/chaves", ORGANISER)
def make(request: AnyRequest, data: Form) -> AnyAnswer:
    """All that the account may is a choice of its own: nothing ticked is not everything."""
    scopes = None if ticked(data, "everything") else tuple(texts(data, "scope"))
    typed, days = text(data, "days"), digits(text(data, "days"))
    if typed and not (days and 1 <= days <= LONGEST_DAYS):
        return programs_page(request, refused=Refused("programs.days_unfit", {"longest": LONGEST_DAYS}))
    until = later(now(request), seconds=days * 86_400) if days else None
    sent = envelope(request, text(data, "key"))
    made = make_token(house_of(request).store, text(data, "user"), text(data, "label")[:120], until, sent, scopes)
    if isinstance(made, Refused):
        return programs_page(request, refused=made)
    return programs_page(request, shown=ShownSecret("programs.token.made", made))


@staff_form(PROGRAMS + "/chaves/{token:str}/revogar", ORGANISER)
def revoke(request: AnyRequest, token: str) -> AnyAnswer:
    refused = revoke_token(house_of(request).store, token, envelope(request))
    return programs_page(request, refused=refused) if refused else go(request, PROGRAMS)
