"""The heads of a house as they are sent anywhere: a line for each log, and one text for the night."""

from typing import NamedTuple
from urllib.parse import quote

from feltro.app.handling import House
from feltro.app.upkeep.heads import PrintedHead, head_of, head_of_house
from feltro.app.upkeep.outside import key_code
from feltro.app.upkeep.places import stream_in_words
from feltro.kernel.instants import Instant, local_time
from feltro.words.dates import weekday_and_day
from feltro.words.languages import Lang
from feltro.words.sentences import say


class HeadOut(NamedTuple):
    called: str
    """The log by its name: the event, the desk, the house."""
    short: str
    scanned: str


def heads_of_all(house: House, lang: Lang) -> list[HeadOut]:
    """The house first: its head stands for all the others."""
    store = house.store
    found = [head_of_house(store), *(head_of(store, stream) for stream in store.streams())]
    heads = []
    for one in found:
        if one:
            known = house.world.is_known(one.stream)
            heads.append(_out(one, house, lang))
            if not known:
                house.world.forget(
                    (one.stream,)
                )  # read for its name alone: of a house of years that is a great deal
    return heads


def night_head(house: House, lang: Lang) -> HeadOut | None:
    found = head_of_house(house.store)
    return _out(found, house, lang) if found else None


def night_text(house: House, at: Instant, lang: Lang) -> str:
    """What the organiser sends to somebody who is not in the room: the night's head, by whom it is signed, and how it is
    checked. Empty while nothing was written."""
    link = house.store.last_link()
    head = night_head(house, lang)
    if link is None or head is None:
        return ""
    moment = local_time(at)
    values = {"day": weekday_and_day(moment.date(), lang), "hour": moment.time(), "short": head.short}
    lines = [say("log.night", lang, **values)]
    if link.signer:
        lines.append(say("log.night.key", lang, key=key_code(link.signer)))
    return "\n".join([*lines, head.scanned])


def whatsapp(text: str) -> str:
    """Opens the reader's own WhatsApp with the text; to whom, is chosen there."""
    return f"https://wa.me/?text={quote(text)}"


def _out(head: PrintedHead, house: House, lang: Lang) -> HeadOut:
    return HeadOut(stream_in_words(head.stream, house.world, lang), head.short, head.scanned)
