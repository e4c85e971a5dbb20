"""Attacks on draws, the log, people and the server. Each is a function that says whether it got through."""

from __future__ import annotations

import io
import re
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, redirect_stderr, redirect_stdout
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from feltro.app.access.doors import accept_invitation, add_user, change_password, invite_first, make_token
from feltro.app.access.rows import User
from feltro.app.wiring import open_house
from feltro.cli.main import main
from tests.before.night import (
    DeviceWish,
    Envelope,
    Night,
    log_lines,
    offer_pairing,
    pair,
    pix_receiver,
    served,
    sheet_from_template,
    templates,
)
from tests.web.staff import PASSWORD, START, Site

# Draws and the log


def attack_9_searched_value() -> bool:
    """After the commitment the director gives the value that was searched for."""
    night = Night()
    night.must("dora", "director", "OpenTables", day="1A", tables=[{"number": 1, "chairs": 9}])
    return night.gets_through("dora", "director", "AddPublicValue", public="gives chair 7 to Maria")


def verified_without(rows: str) -> bool:
    """Whether `feltro verify` says that all is well when these rows of the log are gone from the file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "casa.db"
        house = open_house(f"sqlite:///{file}")
        Night(house).sell(key="gone")
        house.store.close()
        with closing(sqlite3.connect(file)) as log:
            assert log.execute(f"DELETE FROM events WHERE {rows}").rowcount > 0
            log.commit()
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            return main(["verify", "--database", f"sqlite:///{file}"]) == 0


def attack_10_cut_tail() -> bool:
    """The last sale is cut off the file of the house."""
    return verified_without("key = 'gone'")


def attack_10_deleted_stream() -> bool:
    """A whole desk is deleted from it."""
    return verified_without("stream LIKE 'desk:%'")


def said_by(*command: str) -> str:
    """What a command prints; nothing where that day knew no such command."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(io.StringIO()):
        try:
            main([*command])
        except SystemExit:
            return ""
    return said.getvalue()


def attack_10_paper_against_the_file() -> bool:
    """The last sale is gone with its answer, and what the house keeps beside the file; what was written down of it earlier finds nothing."""
    with TemporaryDirectory() as folder:
        file, paper = Path(folder) / "casa.db", Path(folder) / "papel.txt"
        house = open_house(f"sqlite:///{file}")
        Night(house).sell(key="gone")
        house.store.close()
        place = ["--database", f"sqlite:///{file}"]
        short = re.findall(r"^\S+ +(\d+ [0-9a-z-]{14})", said_by("heads", *place), re.MULTILINE)
        paper.write_text("\n".join(short), encoding="utf-8")
        with closing(sqlite3.connect(file)) as log:
            assert log.execute("DELETE FROM events WHERE key = 'gone'").rowcount > 0
            log.execute("DELETE FROM commands WHERE key = 'gone'")
            log.commit()
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            return main(["verify", *place, *(["--heads", str(paper)] if short else [])]) == 0


def attack_11_unseen_setting() -> bool:
    """The house is paid to another key from now on, and no stream of the log has grown."""
    site = Site()
    with site.browser("rui") as browser:
        before = dict(site.house.store.streams())
        browser.send("/pix/recebedor", receiver_key="rui@gmail.com", name="Rui", city="Porto Alegre", key="a")
    assert pix_receiver(site.house.store) is not None
    return dict(site.house.store.streams()) == before


# People and the server


def attack_13_counted_through() -> bool:
    """Whoever counts through the addresses of players is told where the first one sits."""
    night = Night()
    night.must("dora", "director", "OpenTables", day="1A", tables=[{"number": 1, "chairs": 9}])
    night.sell()
    with night.site.browser() as browser:
        return browser.get("/jogador/main/e1").status_code == 200


def attack_13_dealers_key() -> bool:
    """The key of a dealer's program reads who paid what to whom."""
    night = Night()
    night.sell()
    sent = Envelope(key="token", who="rui", role="organiser", at=START)
    token = make_token(night.site.house.store, "davi", "tablet", None, sent)
    with night.site.browser() as browser:
        answer = browser.client.get("/api/v1/tournaments/main", headers={"authorization": f"Bearer {token}"})
    return answer.status_code == 200 and "62000" in answer.text and '"ana"' in answer.text


def attack_15_locked_out() -> bool:
    """Ana was in from her browser; a stranger guesses for a while; her right password is not taken."""
    site = Site()
    site.give_password("ana")
    with site.browser() as hers:
        hers.send("/entrar", user="ana", password=PASSWORD)
        hers.client.cookies.delete("feltro_session")
        with site.browser() as strangers:
            for _ in range(8):
                strangers.send("/entrar", user="ana", password="errada errada")
        hers.send("/entrar", user="ana", password=PASSWORD)
        return not hers.cookie


def attack_15_all_at_once() -> bool:
    """Thirty passwords are tried in one moment, and more than five of them are looked at."""
    site = Site()
    site.give_password("ana")
    with site.browser() as one:
        token = one.token()
        lined_up = threading.Barrier(10)

        def guess(_: int) -> int:
            lined_up.wait(30)
            fields = {"_csrf_token": token, "user": "ana", "password": "errada errada"}
            return one.client.post("/entrar", data=fields).status_code

        with ThreadPoolExecutor(10) as many:
            return list(many.map(guess, range(30))).count(401) > 5


def attack_15_pretended_address() -> bool:
    """One client guesses under sixty names, each time from another address, as it says, and is never told to wait."""
    with served() as client:
        token = re.search(r'name="_csrf_token" value="([^"]+)"', client.get("/entrar").text)[1]
        for number in range(60):
            fields = {"_csrf_token": token, "user": f"u{number}", "password": "errada errada"}
            pretended = {"X-Forwarded-For": f"10.1.{number}.9"}
            if client.post("/entrar", data=fields, headers=pretended).status_code == 429:
                return False
    return True


def attack_16_common_password() -> bool:
    """`flamengo2024` opens the till."""
    sent = Envelope(key="easy", who="rui", role="organiser", at=START)
    return change_password(Site().house.store, "ana", "flamengo2024", sent) is None


def attack_16_desk_left_alone() -> bool:
    """In a house as its owner finds it Ana goes to eat; an hour later her desk opens to whoever stands there."""
    site = Site(users=False)
    store, sent = site.house.store, Envelope(key="first", who="", role="", at=START)
    link = invite_first(store, sent)
    assert isinstance(link, str)
    owner = Envelope(key="in", who="", role="", at=START)
    rui = User(id="rui", name="Rui", role="organiser")
    assert accept_invitation(store, link, rui, PASSWORD, owner) is None
    assert (
        add_user(
            store,
            User(id="ana", name="Ana", role="cashier"),
            "",
            Envelope(key="ana", who="rui", role="organiser", at=START),
        )
        is None
    )
    with site.browser("ana") as browser:
        assert browser.get("/caixa").status_code == 200
        site.clock.pass_seconds(3600)
        return browser.get("/caixa").status_code == 200


def attack_16_tablet_taken_home() -> bool:
    """A tablet of an event that was over ten days ago still reads the house."""
    night = Night()
    store, clock = night.site.house.store, night.site.clock
    sent = Envelope(key="o", who="dora", role="director", at=clock.now)
    offer = offer_pairing(store, DeviceWish("tablet", "floor", "Mesa 12"), sent)
    opened = pair(store, offer.text, offer.pin, Envelope(key="p", who="", role="", at=clock.now))
    with night.site.browser() as tablet:
        tablet.client.cookies.set("feltro_session", opened.text)
        assert tablet.get("/eventos").status_code == 200
        clock.pass_seconds(10 * 24 * 3600)
        return tablet.get("/eventos").status_code == 200


def attack_18_broken_by_an_address() -> bool:
    """A zero byte in an address breaks the house."""
    with Site().browser() as browser:
        browser.client._transport.raise_server_exceptions = False
        return browser.client.get("/static/x%00").status_code == 500


def attack_18_broken_by_a_form() -> bool:
    """A start is moved in a time zone that is none."""
    with Night().site.browser("rui") as browser:
        browser.client._transport.raise_server_exceptions = False
        fields = {"act": "move", "day": "1B", "start": "2026-11-21T15:00", "zone": "nowhere", "reason": "chuva"}
        return browser.send("/eventos/main", **fields).status_code == 500


def attack_18_prices_of_a_template() -> bool:
    """The prices of some event that is made of a template cannot be read."""
    night = Night()
    sent = Envelope(key="token", who="rui", role="organiser", at=START)
    token = make_token(night.site.house.store, "rui", "programa", None, sent)
    for name, template in templates().items():
        sheet = msgspec.to_builtins(sheet_from_template(template, date(2026, 11, 20)), str_keys=True)
        night.must("rui", "organiser", "CreateTournament", tournament=name, sheet=sheet)
    with night.site.browser() as browser:
        browser.client._transport.raise_server_exceptions = False
        key = {"authorization": f"Bearer {token}"}
        asked = [browser.client.get(f"/api/v1/tournaments/{name}/prices", headers=key) for name in templates()]
    return any(answer.status_code == 500 for answer in asked)


def attack_18_line_of_the_log() -> bool:
    """An address that breaks the house writes a line into its log that looks like one of the house's own."""
    with Site().browser() as browser:
        browser.client._transport.raise_server_exceptions = False
        with log_lines() as lines:
            browser.client.get("/static/x%00%0aERROR - feltro - o caixa da Ana fechou com falta")
    return any(line.startswith("ERROR - feltro - o caixa") for line in lines)
