"""Every address that anybody may open, read for what nobody agreed to: documents, contacts, birth dates, ids of the log."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from feltro.app.people.public_ids import public_ids
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import set_phone_entries
from feltro.app.world.plan import Envelope
from tests.web.running import Running

WHO_SEES = Path("tests/permissions/who_sees.toml")
PRIVATE = {
    "document": {"kind": "cpf", "number": "52998224725"},
    "born_on": "1987-03-21",
    "email": "zulmira@correio.br",
    "phone": "51987654321",
    "pix_key": "zulmira@pix.br",
}
ASKED = {"name": "Quitéria Ximenes", "cpf": "111.444.777-35", "born_on": "09/08/1979", "phone": "51912345678"}
NEVER = (
    "52998224725", "529.982.247-25", "21/03/1987", "1987-03-21", "zulmira@", "987654321", "98765-4321",
    "Quitéria", "Ximenes", "11144477735", "111.444.777-35", "09/08/1979", "1979-08-09", "912345678",
)  # fmt: skip
NOT_PAGES = ("/live", "/static/{file_path}", "/hora", "/guarda.js", "/guarda-decidir.js", "/avisos.js")


def whole_room() -> tuple[Running, str]:
    room = Running(8)
    store = room.house.store
    sent = Envelope(key="on", who="rui", role="organiser", at=room.now)
    assert set_phone_entries(store, settings_of(store), sent, on=True) is None
    person = {"person": "p9", "name": "Zulmira Quaresma", "photo_id_seen": True, **PRIVATE}
    room.done("RegisterPerson", **person)
    room.sell("e9", "p9", day="1")
    with room.site.browser() as phone:
        code = str(phone.send("/inscricao/t1", terms="1", **ASKED).url).rpartition("/")[2]
    return room, code


def open_addresses() -> list[str]:
    """As the table says that is written by hand; without what is no page."""
    said = tomllib.loads(WHO_SEES.read_text())["pages"]
    found = [path for one in said if one["may"] == ["qualquer um"] for path in one.get("get", ())]
    return [one for one in found if one not in NOT_PAGES]


def addresses(room: Running, code: str) -> list[str]:
    card = public_ids(room.house.store).entry("t1", "e9")
    given = {"event": "t1", "entry": card, "season": "s26", "stage": "e1", "code": code, "file": "mesas.json"}
    given |= {"person": public_ids(room.house.store).person("s26", "p9"), "book_id": "cgp-2024", "clause_id": "3.1"}
    return [re.sub(r"\{(\w+)\}", lambda one: given.get(one[1], "x"), one) for one in open_addresses()]


@pytest.mark.slow
def test_no_address_that_anybody_may_open_tells_a_document_a_contact_or_who_asked():
    room, code = whole_room()
    read, told = 0, {}
    with room.site.browser() as stranger:
        for path in addresses(room, code):
            answer = stranger.get(path)
            if answer.status_code == 200 and "image" not in answer.headers.get("content-type", ""):
                read += 1
                told[path] = [one for one in NEVER if one in answer.text]
    assert read > 25
    assert {path: found for path, found in told.items() if found} == {}


def test_the_reader_of_the_pages_would_notice():
    """The desk reads what nobody else does: the words looked for are there to be found."""
    room, _ = whole_room()
    with room.site.browser("ana") as desk:
        seen = desk.get("/balcao/t1?aba=celular").text + desk.get("/balcao/t1?pessoa=p9").text
    assert [one for one in ("Quitéria", "zulmira@") if one not in seen] == []
