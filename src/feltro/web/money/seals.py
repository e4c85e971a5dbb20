"""The night's seal, to be sent to anybody outside: as text, as a QR code, by WhatsApp; and that of each log."""

from __future__ import annotations

from feltro.app.upkeep.going_out import heads_of_all, night_text, whatsapp
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_page
from feltro.web.frame.qr import qr_svg
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

ADDRESS = "/lacres"
ROLES = ("organiser", "director", "finance")


@staff_page(ADDRESS, ROLES, menu="seals")
def show_seals(request: AnyRequest) -> AnyAnswer:
    """Nothing leaves by itself and no network is needed: whoever is here chooses whom to send it to."""
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        heads = heads_of_all(house, lang)
        text = night_text(house, now(request), lang)
    code = qr_svg(heads[0].scanned, say("menu.seals", lang)) if heads else ""
    return room_page(request, "money/seals.html", heads=heads, text=text, code=code, send=whatsapp(text))
