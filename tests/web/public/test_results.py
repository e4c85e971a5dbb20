"""Results and checks for the world, on a house with events that are over: what is there, and whom it never shows."""

from __future__ import annotations

import csv
import io
import json
import re
import uuid

import msgspec
import pytest

from feltro.app.people.directory import directory
from feltro.app.people.public_ids import public_ids
from feltro.app.ranking.results_archive import ResultsArchive
from feltro.app.world.plan import Envelope
from feltro.kernel.published_draw import findings, read_draw
from tests.golden_house import LOOKED_AT
from tests.web.public.test_private import open_addresses
from tests.web.staff import text_of

PRIVATE = (r"\b\d{3}\.\d{3}\.\d{3}-\d{2}\b", r"\b\d{11}\b", r"[\w.]+@[\w.]+\.\w+")
"""A CPF with and without its dots, an e-mail."""


def chosen(site, person: str, **fields: bool) -> None:
    command = {"type": "ChoosePublicity", "person": person, "how": "balcão", **fields}
    from feltro.app.handling.catalogue import command_decoder

    sent = Envelope(key=uuid.uuid4().hex, who="ana", role="cashier", at=LOOKED_AT)
    done = site.house.handle(command_decoder().decode(msgspec.json.encode(command)), sent)
    assert hasattr(done, "events"), done


def winner(site) -> str:
    with site.house.world.lock:
        state = site.house.world.live("tournament:abertura").state
    from feltro.tournament.eliminations.places import standings

    return state.entries[standings(state)[0].players[0]].person


def address_of(site, person: str) -> str:
    return public_ids(site.house.store).person("2026", person)


def test_an_event_shows_places_prizes_deals_bounties_and_points(golden):
    with golden.browser() as browser:
        won, agreed = (
            text_of(browser.get(f"/resultados/2026/evento/{one}").text) for one in ("abertura", "knockout")
        )
    assert "Sérgio Siqueira Pinheiro R$ 1.412,32" in won
    assert "acordo entre 3" in agreed
    assert "R$ 546,81 acordo R$ 320,00" in agreed


def test_what_is_downloaded_can_be_read_by_its_own_schema_and_says_the_same(golden):
    with golden.browser() as browser:
        told = msgspec.json.decode(browser.get("/resultados/2026.json").content, type=ResultsArchive)
        rows = list(csv.DictReader(io.StringIO(browser.get("/resultados/2026.csv").content.decode("utf-8-sig"))))
        sites = list(
            csv.DictReader(io.StringIO(browser.get("/resultados/2026-sites.csv").content.decode("utf-8-sig")))
        )
        assert browser.get("/resultados/2026.xlsx").content[:2] == b"PK"
        assert json.loads(browser.get("/resultados/esquema.json").text)["$ref"].endswith("ResultsArchive")
    assert [one.event for one in told.events] == ["abertura", "knockout"]
    assert len(rows) == sum(len(one.finishers) for one in told.events)
    assert sites[0]["prize"] == "1412.32"
    assert {row["country"] for row in rows} == {""}


def test_a_page_of_a_person_is_there_only_while_they_agree(golden):
    person = winner(golden)
    address = f"/resultados/2026/jogador/{address_of(golden, person)}"
    with golden.browser() as browser:
        assert browser.get(address).status_code == 404
        chosen(golden, person, page=True)
        page = browser.get(address)
        assert "Abertura" in page.text
        assert address in browser.get("/resultados/2026/evento/abertura").text
        chosen(golden, person, page=False)
        assert browser.get(address).status_code == 404


def test_what_somebody_won_adds_up_on_their_page(golden):
    """R$ 1.412,32 for the first place and R$ 20 for a head make R$ 1.432,32, also where the line ends."""
    person = winner(golden)
    chosen(golden, person, page=True)
    with golden.browser() as browser:
        page = browser.get(f"/resultados/2026/jogador/{address_of(golden, person)}").text
    chosen(golden, person, page=False)
    assert re.findall(r"<b>(R\$[^<]+)</b>", page.replace("\xa0", " ")) == ["R$ 20,00", "R$ 1.412,32"]
    assert re.search(r'class="plot-end of-me"[^>]*>R\$.1\.432,32<', page)


def test_who_wishes_so_is_read_by_initials_wherever_the_world_reads(golden):
    person = winner(golden)
    with golden.browser() as browser:
        chosen(golden, person, initials=True)
        shown = [
            browser.get(one).text
            for one in ("/", "/ranking/2026", "/resultados", "/resultados/2026/evento/abertura")
        ]
        files = [browser.get(f"/resultados/2026{one}").content.decode() for one in (".csv", ".json", "-sites.csv")]
        chosen(golden, person, initials=False)
    assert "S. S. P." in shown[3]
    assert [one for one in (*shown, *files) if "Sérgio Siqueira" in one] == []


def test_a_clock_that_names_who_won_changes_with_the_wish(golden):
    """In the same minute, as any list of names does."""
    person = winner(golden)
    with golden.browser() as browser:
        for initials in (False, True, False):
            chosen(golden, person, initials=initials)
            assert ("Sérgio Siqueira" in browser.get("/relogio/abertura").text) is not initials


@pytest.mark.slow
def test_whoever_wishes_initials_is_named_by_no_address_that_anybody_may_open(golden):
    """Every open address of the house with its own event and season, and whatever they link to: clocks and players' pages too."""
    person = winner(golden)
    card = public_ids(golden.house.store).entry("abertura", _last_entry(golden, person))
    given = {
        "event": "abertura",
        "entry": card,
        "season": "2026",
        "stage": "etapa-1",
        "person": address_of(golden, person),
    }
    todo = [re.sub(r"\{(\w+)\}", lambda one: given.get(one[1], "x"), one) for one in open_addresses()]
    seen, named = 0, []
    with golden.browser() as browser:
        chosen(golden, person, initials=True, page=True)
        for path in todo:
            answer = browser.get(path)
            if answer.status_code == 200 and "image" not in answer.headers.get("content-type", ""):
                seen += 1
                named += [path] if "Sérgio Siqueira" in answer.text else []
                found = re.findall(
                    r'href="(/(?:agenda|etapas|resultados|ranking|relogio|jogador|imagem)[^"#]*)"', answer.text
                )
                todo += [one for one in dict.fromkeys(found) if one not in todo]
        chosen(golden, person, initials=False, page=False)
    assert seen > 60
    assert named == []


def _last_entry(golden, person: str) -> str:
    state = golden.house.world.live("tournament:abertura").state
    return [one.id for one in state.entries_of(person)][-1]


@pytest.mark.slow
def test_no_public_address_tells_a_document_a_contact_a_birth_date_or_an_id_of_the_log(golden):
    """Every page that a stranger reaches by links, and every file of it."""
    people = directory(golden.house.store).everybody()
    secret = {one for who in people for one in (who.email, who.phone, str(who.born_on or ""), who.pix_key) if one}
    seen, todo = {}, ["/agenda", "/resultados", "/agenda.json", "/ranking"]
    with golden.browser() as browser:
        while todo:
            path = todo.pop()
            answer = browser.get(path)
            assert answer.status_code == 200, path
            if not answer.headers["content-type"].startswith(("image", "application/vnd")):
                seen[path] = answer.text
                found = re.findall(r'href="(/(?:agenda|etapas|resultados|conferir|ranking)[^"?#]*)"', answer.text)
                todo += [one for one in dict.fromkeys(found) if one not in seen and one not in todo]
    assert len(seen) > 30
    told = {path: [one for one in secret if one in text] for path, text in seen.items()}
    assert {path: found for path, found in told.items() if found} == {}
    shaped = {
        path: re.findall("|".join(PRIVATE), text) for path, text in seen.items() if not path.endswith(".json")
    }
    assert {path: found for path, found in shaped.items() if found} == {}
    ids = {f'"{one.id}"' for one in people}
    assert [path for path, text in seen.items() if any(one in text for one in ids)] == []


def test_every_proof_on_the_page_is_the_file_that_the_terminal_verifies(golden):
    with golden.browser() as browser:
        page = browser.get("/conferir/abertura").text
        files = [read_draw(browser.get(one).content) for one in _proofs(page)]
    inside = [read_draw(one) for one in re.findall(r"data-told>(.*?)</script>", page, re.DOTALL)]
    assert inside == files
    assert len([one for one in files if one.secret and not findings(one)]) >= 2


def test_of_a_secret_that_served_nothing_nobody_is_told_to_wait_once_somebody_has_won(golden):
    """The house commits to one secret ahead; when the event is over it stays closed, and the page says that nothing came of it."""
    with golden.browser() as browser:
        pages = {path: browser.get(path).text for path in ("/conferir/abertura", "/sorteio/abertura")}
        told = [read_draw(browser.get(one).content) for one in _proofs(pages["/conferir/abertura"])]
    assert [one.label for one in told if not one.secret and not one.physical and one.was_used] == []
    assert len([one for one in told if not one.secret and not one.physical]) == 1
    assert pages["/conferir/abertura"].count('data-waits="Nada foi sorteado com este compromisso."') == 1
    assert "volte depois" not in pages["/sorteio/abertura"]
    assert "Nada foi sorteado com este compromisso." in pages["/sorteio/abertura"]


def _proofs(page: str) -> list[str]:
    return re.findall(r'href="(/conferir/abertura/[^"]+\.json)"', page)


def test_the_pool_goes_from_entries_to_prizes_and_adds_up(golden):
    with golden.browser() as browser:
        page = browser.get("/conferir/abertura").text
    parts = [int(one) for one in re.findall(r'data-part="(-?\d+)"', page)]
    prizes = [int(one) for one in re.findall(r'data-prize="(\d+)"', page)]
    net = int(re.search(r'data-sum="(\d+)"', page)[1])
    assert (sum(parts), sum(prizes), net) == (217280, 217280, 217280)
    assert len(re.findall(r"\d+ [0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", page)) > 5


def test_the_ranking_may_stand_in_another_page_and_nothing_else_may(golden):
    with golden.browser() as browser:
        embed, page = browser.get("/resultados/2026/quadro"), browser.get("/resultados/2026/ranking")
    assert "frame-ancestors *" in embed.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
