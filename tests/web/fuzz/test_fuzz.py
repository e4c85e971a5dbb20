"""Whatever is typed into a form or an address, the house answers: every form that a person can reach, spoilt field by field.

The forms are found by walking through a full house, so that they are sent where they lead somewhere; how many were
answered with "not there" is measured, because such an answer tries nothing.
"""

from __future__ import annotations

import logging
import sys
from datetime import date

import msgspec
import pytest

from feltro.app.access.sessions import open_session
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.web.access.tickets import ticket_for
from tests.tournament.room import Room
from tests.web.fuzz.crawl import SECONDS, Walk
from tests.web.fuzz.house import LOOKED_AT, STAFF, Snapshot, full_house, sent
from tests.web.fuzz.moments import moments
from tests.web.fuzz.pages import PageForm
from tests.web.running import Running
from tests.web.staff import laid_out, visited
from tests.web.tokens import token_for

MOST_MISSING = 0.1
OF_PROGRAMS = {"/api/v1/commands", "/api/v1/rulings", "/aviso-do-banco/{word:str}", "/seguir", "/{path:path}"}
"""No person's forms: tests/web/api/test_calls.py spoils what programs send. Everything else the walk comes by."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    store, starts, tablet = full_house(tmp_path_factory.mktemp("full"))
    cookies = {user: open_session(store, user, "", sent(f"in-{user}")).text for user in STAFF}
    cookies["tablet"] = tablet
    return Snapshot.of(store), cookies, {"/", "/achar", *starts}


def walk(house, user: str) -> Walk:
    snapshot, cookies, _ = house
    return Walk(snapshot, cookies[user], LOOKED_AT)


@pytest.fixture(autouse=True)
def quiet():
    """Thousands of refusals are no news; what broke is told by the test."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.slow
def test_no_form_and_no_address_breaks_the_house(house, capsys):
    """As organiser, cashier, floor, finance and at a shared tablet, and in moments of their own: no answer of 500 and
    more, forms that lead somewhere, and not one form of the house left out."""
    broken, missing, reached = [], {}, set()
    for user, share in SHARES.items():
        here = walk(house, user)
        found = here.crawl(house[2])
        if user == "olga":
            found.forms += by_hand(house)
        forms = here.spoil_forms(found, SECONDS * share)
        addresses = here.spoil_addresses(found, SECONDS * share / 2)
        with capsys.disabled():
            sys.stdout.write(
                f"\n{user}: {len(found.forms)} forms spoilt {forms.sent} times, {forms.share_missing:.1%} not there; "
                f"{addresses.sent} addresses spoilt, {addresses.share_missing:.1%} not there\n"
            )
        broken += forms.broken + addresses.broken
        missing[user] = forms.share_missing
        reached |= {kind for kind, _, _ in found.forms}
    for moment in moments():
        here = Walk(moment.snapshot, moment.cookie, moment.now)
        found = here.look_at(moment.address)
        found.forms = [
            (kind, form, {**sent, **moment.typed}) for kind, form, sent in found.forms if kind == moment.form
        ]
        broken += here.spoil_forms(found, SECONDS / 10).broken
        reached |= {kind for kind, _, _ in found.forms}
    assert broken == []
    assert {user: share for user, share in missing.items() if share > MOST_MISSING} == {}
    posts = {one.path for one in laid_out().routes if any("POST" in h.http_methods for h in one.route_handlers)}
    assert posts - reached == OF_PROGRAMS, "a form that the walk does not come by"


SHARES = {"olga": 1.0, "caio": 1.0, "fred": 1.0, "fina": 0.25, "tablet": 0.25}
"""Of the time that each may send: the last two are there for a few forms of their own."""


def by_hand(house) -> list[tuple[str, PageForm, dict[str, str]]]:
    """What a script sends from every page, and the page between a password and its code."""
    code = {"ticket": ticket_for("fina", LOOKED_AT), "code": "123456", "depois": "/noite"}
    alone = [
        (address, PageForm(address, fields), fields)
        for address, fields in (
            ("/presenca", {"seen": "1"}),
            ("/entrar/codigo", code),
            ("/pix/banco", {}),
            ("/pix/devolver", {"id": "0" * 32}),
            ("/segundo/parar", {"key": "k"}),
            ("/segundo/lancado", {"link": "1"}),
            ("/ensaio", {"incident": "power_cut", "pace": "4", "do": "again", "book": "cgp-2024"}),
        )
    ]
    event = _first_event(house)
    copy = (
        "/premios/{tournament:str}/fecho/copia",
        PageForm(f"/premios/{event}/fecho/copia", {"copia": ""}),
        {"copia": ""},
    )
    season = next(one.partition(":")[2] for one in house[0].events if one.startswith("season:"))
    followed = [
        (f"/federacao/{{season:str}}/{act}", PageForm(f"/federacao/{season}/{act}", fields), fields)
        for act, fields in (("deixar", {"house": "0" * 16}), ("pessoa", {"one": "casa:1", "other": "casa:2"}))
    ]
    return [*alone, copy, *followed, *decided_by_hand(house)]


def _first_event(house) -> str:
    return next(one.partition(":")[2] for one in house[0].events if one.startswith("tournament:"))


def decided_by_hand(house) -> list[tuple[str, PageForm, dict[str, str]]]:
    """What the keys of Decidir send beside its own form: they stand on the page only once something was tapped."""
    event = _first_event(house)
    told = {
        "situacao": '{"kind": "exposed", "action_pending": true}',
        "tap": "put:own_turn=true",
        "mesa": "",
        "quem": "",
    }
    kept = {
        **told,
        "opcao": "",
        "decisao": "r1",
        "penalidade": "warning",
        "remedio": "call",
        "valor": "",
        "motivo": "x",
    }
    here = [
        ("/decidir/{tournament:str}" + one, f"/decidir/{event}{one}")
        for one in ("/toque", "/mais", "/guardar", "/penalidade", "/decisoes", "/chamar")
    ]
    alone = [(f"/decidir{one}", f"/decidir{one}") for one in ("/toque", "/mais")]
    return [(kind, PageForm(path, kept), kept) for kind, path in (*here, *alone)]


# The four that were found, by name


def test_a_zero_byte_or_an_endless_name_is_no_file():
    """`GET /static/x%00` was a 500; so was a name longer than any file system has."""
    with visited() as client:
        answers = [
            client.get(f"/static/{one}").status_code for one in ("x%00", "x" * 300, "%C3%9F" * 200, "..%2f..")
        ]
        assert answers == [404, 404, 404, 404]
        assert client.get("/regulamentos/x%00").status_code == 404


@pytest.mark.parametrize("said", ["", "x", "geladeira/dealer", "tablet/x", "tablet/organiser", "tv/", "/"])
def test_a_device_of_a_kind_that_is_not_there_is_refused(said):
    """`POST /aparelhos` with an `as` that no list offers."""
    room = Running(0)
    with room.site.browser("rui") as browser:
        answer = browser.send("/aparelhos", label="Tablet", **{"as": said})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("zone", ["x", "\0", "../../etc/passwd", "America/Nowhere", ""])
def test_a_start_is_moved_in_the_time_of_the_event_whatever_the_form_says(zone):
    """`POST /eventos/{t}` with `act=move` and a bad `zone`: the event knows where it is played."""
    room = Running(0)
    with room.site.browser("rui") as browser:
        fields = {"act": "move", "day": "2", "start": "2026-11-22T15:00", "zone": zone, "reason": "chuva"}
        answer = browser.send("/eventos/t1", **fields)
    assert answer.status_code == 200
    moved = room.state.starts_at(room.state.the_sheet.days[1])
    assert moved == 1_795_370_400_000_000, "three in the afternoon of Brasília"


@pytest.mark.parametrize("name", sorted(templates()))
def test_every_template_has_its_prices(name):
    """`GET /api/v1/tournaments/{id}/prices` of an event whose book is silent on price tables."""
    room = Room()
    sheet = msgspec.to_builtins(sheet_from_template(templates()[name], date(2026, 11, 20)), str_keys=True)
    made = {"tournament": "modelo", "season": "s26", "stage": "e1", "sheet": sheet, "answers": {}}
    room.done("CreateTournament", role="organiser", **made)
    said = {"Authorization": f"Bearer {token_for(room.house, 'organiser')}"}
    with visited(room.house) as client:
        answer = client.get("/api/v1/tournaments/modelo/prices", headers=said)
    assert answer.status_code == 200
    assert answer.json()["prices"]


def test_an_address_cannot_write_a_line_of_the_log(caplog, monkeypatch):
    """`%0a` in a path began a line of its own, which looked like one of ours."""
    logging.disable(logging.NOTSET)
    room = Running(0)

    def fails(*_):
        raise RuntimeError("disk")

    with room.site.browser("rui") as browser:
        monkeypatch.setattr("feltro.web.events.routes.known_event", fails)
        answer = browser.get("/eventos/t1%0aERROR - root - drawer 1 is short%1b[31m")
    assert answer.status_code == 500
    said = [one.getMessage() for one in caplog.records if one.getMessage().startswith("failed:")]
    assert said == ["failed: GET /eventos/t1\\nERROR - root - drawer 1 is short\\x1b[31m"]
