"""An entry asked for from a phone, from interest to the seat card: what is asked, who sees it, and when it is erased."""

from __future__ import annotations

import io
import re

import pytest

from feltro.app.people.asked import ASKED, ASKED_PHOTO
from feltro.app.people.directory import directory
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import set_phone_entries
from feltro.app.world.plan import Envelope
from tests.web.running import Running
from tests.web.staff import text_of

MARIA = {"name": "Maria Clara Prado", "cpf": "529.982.247-25", "born_on": "21/03/1990", "phone": "51999990000"}


@pytest.fixture
def room() -> Running:
    made = Running(0)
    made.site.clock.now = made.now
    sent = Envelope(key="on", who="rui", role="organiser", at=made.now)
    assert set_phone_entries(made.house.store, settings_of(made.house.store), sent, on=True) is None
    return made


def ask(room: Running, **fields: str):
    with room.site.browser() as phone:
        return phone.send("/inscricao/t1", **fields)


def kept(room: Running) -> list[str]:
    return [row.id for row in room.house.store.registry() if row.kind == ASKED]


def code_of(answer) -> str:
    return str(answer.url.path if hasattr(answer.url, "path") else answer.url).rpartition("/")[2]


def test_until_the_house_says_so_nobody_asks_from_a_phone():
    room = Running(0)
    with room.site.browser() as phone, room.site.browser("rui") as office:
        assert phone.get("/inscricao/t1").status_code == 404
        assert "/inscricao/t1" not in phone.get("/agenda/t1").text
        office.send("/clube/celular", on="1")
        assert phone.get("/inscricao/t1").status_code == 200
    refused = Running(0).refused("AskEntry", role="viewer", who="", tournament="t1", ask="q1", name="Ana Lima")
    assert refused.because == "phone_ask.off"


def test_an_interest_is_a_name_with_the_countdown_to_the_minimum_and_grows_into_a_place_in_line(room):
    answer = ask(room, interest="1", name="Bia Reis", cpf="529.982.247-25", phone="51999990000")
    assert "Anotado: você pretende vir." in text_of(answer.text)
    assert b"529" not in next(row.body for row in room.house.store.registry() if row.kind == ASKED)
    with room.site.browser() as phone:
        public = text_of(phone.get("/agenda/t1").text)
        assert "uma pessoa interessada" in public
        assert "Bia" not in public
        more = phone.send("/inscricao/t1", code=code_of(answer), terms="1", **MARIA)
    assert "Você é o 1º da fila" in text_of(more.text)
    assert code_of(more) == code_of(answer)
    assert room.state.phone_asks.line(interest=True) == []


@pytest.mark.clause("cgp-2024:2.1")
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"cpf": "529.982.247-26"}, "CPF"),
        ({"cpf": ""}, "Digite o CPF"),
        ({"born_on": "31/02/1990"}, "31/02/1990"),
        ({"born_on": "01/05/2012"}, "anos"),
        ({"name": " "}, "nome"),
    ],
)
def test_what_the_desk_would_refuse_is_refused_on_the_phone_and_nothing_is_kept(room, changed, said):
    answer = ask(room, terms="1", **{**MARIA, **changed})
    assert answer.status_code == 409
    assert said in text_of(answer.text)
    assert (kept(room), room.state.phone_asks.asks) == ([], {})


def test_the_desk_confirms_with_the_document_in_hand_and_the_next_key_sells(room):
    mine = ask(room, terms="1", initials="1", image="1", **MARIA)
    code = code_of(mine)
    (name,) = room.state.phone_asks.asks
    with room.site.browser("ana") as desk, room.site.browser() as phone:
        assert "Maria Clara Prado" in desk.get("/balcao/t1?aba=celular").text
        counter = desk.send(f"/balcao/t1/celular/{name}")
        (person,) = [one for one in directory(room.house.store).everybody() if one.name == MARIA["name"]]
        assert (person.photo_id.by, person.initials_only, person.image.granted) == ("ana", True, True)
        assert kept(room) == []
        assert "Falta pagar a inscrição" in text_of(phone.get(f"/inscricao/t1/{code}").text)
        form = dict(re.findall(r'<input type="hidden" name="(sale|key|person)" value="([^"]*)"', counter.text))
        item = re.search(r'name="item" value="([^"]+)"', counter.text)[1]
        sold = desk.send("/balcao/t1", **form, item=item, method_1="cash", terms="1", day="1")
        assert sold.status_code == 200, text_of(sold.text)
        assert [entry.person for entry in room.state.entries.values()] == [person.id]
        page = phone.get(f"/inscricao/t1/{code}").text
        assert re.search(r'href="/jogador/t1/[a-z2-7]{16}"', page)
        assert person.id not in page


def test_somebody_whom_the_house_knows_is_found_by_the_document_and_nothing_told_it_to_the_phone(room):
    known = {"person": "p7", "name": "Maria C. Prado", "document": {"kind": "cpf", "number": "52998224725"}}
    room.done("RegisterPerson", **known, born_on="1990-03-21")
    fresh, again = (
        text_of(ask(room, terms="1", **{**MARIA, "cpf": cpf}).text) for cpf in ("111.444.777-35", MARIA["cpf"])
    )
    assert re.sub(r"\d+º", "º", fresh) == re.sub(r"\d+º", "º", again)
    with room.site.browser("ana") as desk:
        desk.send(f"/balcao/t1/celular/{list(room.state.phone_asks.asks)[1]}")
    assert list(room.state.phone_asks.asks.values())[1].person == "p7"
    assert len(directory(room.house.store).everybody()) == 1


def test_the_page_of_a_request_is_one_phones_and_follows_within_a_second(room):
    """Pages that a whole room looks at are fetched over twenty seconds; this one has nobody else to wait for."""
    address = f"/inscricao/t1/{code_of(ask(room, terms='1', **MARIA))}"
    with room.site.browser() as phone:
        assert 'data-pace="1"' in phone.get(address).text
        assert 'data-pace="20"' in phone.get("/ranking").text


def test_whoever_withdraws_is_erased_and_a_stranger_withdraws_nobody(room):
    code = code_of(ask(room, terms="1", **MARIA))
    (name,) = room.state.phone_asks.asks
    refused = room.refused("WithdrawAsk", role="viewer", who="", tournament="t1", ask=name, code="a" * 16)
    assert refused.because == "phone_ask.unknown"
    with room.site.browser() as phone:
        assert phone.send("/inscricao/t1/" + "a" * 16).status_code == 404
        assert "Seus dados foram apagados" in text_of(phone.send(f"/inscricao/t1/{code}").text)
    assert kept(room) == []


def test_when_entries_close_nothing_is_kept_of_those_who_did_not_come(room):
    ask(room, terms="1", **MARIA)
    assert len(kept(room)) == 1
    room.order("CloseRegistration")
    assert kept(room) == []
    assert "não estão abertas" in text_of(ask(room, terms="1", **MARIA).text)


@pytest.mark.slow
def test_one_address_cannot_fill_the_list(room):
    for number in range(9):
        last = ask(room, interest="1", name=f"Robô {number}")
    assert "Muitos pedidos deste endereço" in text_of(last.text)
    assert len(room.state.phone_asks.asks) == 8


def picture(size: tuple[int, int] = (2000, 1000)) -> bytes:
    """As a phone takes it: with where it was taken."""
    from PIL import Image

    taken = Image.Exif()
    taken[0x010E] = "Rua das Hortensias 12"
    made = io.BytesIO()
    Image.new("RGB", size, "white").save(made, "JPEG", exif=taken)
    return made.getvalue()


def photos(room: Running) -> list[bytes]:
    return [row.body for row in room.house.store.registry() if row.kind == ASKED_PHOTO]


def sends(room: Running, address: str, content: bytes):
    with room.site.browser() as phone:
        files = {"photo": ("documento.jpg", content, "image/jpeg")}
        return phone.client.post(f"{address}/documento", data={"_csrf_token": phone.token()}, files=files)


@pytest.fixture
def with_photos(room) -> Running:
    sent = Envelope(key="photo", who="rui", role="organiser", at=room.now)
    assert set_phone_entries(room.house.store, settings_of(room.house.store), sent, on=True, photo=True) is None
    return room


def test_no_house_gets_a_photo_of_a_document_that_it_did_not_ask_for(room):
    address = f"/inscricao/t1/{code_of(ask(room, terms='1', **MARIA))}"
    with room.site.browser() as phone:
        assert "/documento" not in phone.get(address).text
    assert "não pede foto" in text_of(sends(room, address, picture()).text)
    assert photos(room) == []


def test_the_photo_is_small_tells_no_place_and_is_for_the_desk_alone(with_photos):
    room = with_photos
    address = f"/inscricao/t1/{code_of(ask(room, terms='1', **MARIA))}"
    assert "Foto do documento enviada" in text_of(sends(room, address, picture()).text)
    (kept_photo,) = photos(room)
    assert b"Hortensias" not in kept_photo
    from PIL import Image

    assert max(Image.open(io.BytesIO(kept_photo)).size) == 1280
    (name,) = room.state.phone_asks.asks
    there = f"/balcao/t1/celular/{name}/documento"
    with room.site.browser("ana") as desk, room.site.browser() as phone, room.site.browser("fred") as floor:
        assert there in desk.get("/balcao/t1?aba=celular").text
        assert desk.get(there).headers["content-type"] == "image/jpeg"
        assert (phone.get(there).status_code, floor.get(there).status_code) == (404, 404)
    log = b"".join(one.payload for one in room.house.store.read("tournament:t1"))
    assert kept_photo[:40] not in log


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 documento", b"\xff\xd8\xff" + b"x" * 100, b"\xff" * 950_000])
def test_what_is_no_picture_or_too_large_is_not_kept(with_photos, content):
    address = f"/inscricao/t1/{code_of(ask(with_photos, terms='1', **MARIA))}"
    assert sends(with_photos, address, content).status_code == 409
    assert photos(with_photos) == []


@pytest.mark.parametrize("end", ["seen", "withdrawn", "closed"])
def test_the_photo_is_erased_when_the_document_was_seen_when_they_withdraw_and_when_entries_close(with_photos, end):
    room = with_photos
    address = f"/inscricao/t1/{code_of(ask(room, terms='1', **MARIA))}"
    sends(room, address, picture((40, 30)))
    assert len(photos(room)) == 1
    (name,) = room.state.phone_asks.asks
    if end == "seen":
        with room.site.browser("ana") as desk:
            desk.send(f"/balcao/t1/celular/{name}")
    elif end == "withdrawn":
        with room.site.browser() as phone:
            phone.send(address)
    else:
        room.order("CloseRegistration")
    assert photos(room) == []
