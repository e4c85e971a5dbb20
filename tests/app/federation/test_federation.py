"""Houses that follow each other: only what was signed and scored by one rule counts, people are one by a number or by somebody's
word, and who came from where stays to be seen."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import msgspec
import pytest
from msgspec.structs import replace

from feltro.app.federation.across import across, rows_of
from feltro.app.federation.followed import OWN, FollowedHouse, Sent, confirm_same, follow, followed_by, unfollow
from feltro.app.federation.signed import HouseSeason, SignedResults, open_signed, sign_results
from feltro.app.people.directory import load
from feltro.app.public.folder import PublishedFolder
from feltro.app.public.results import season_results
from feltro.app.screens.club import Club, name_club
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.app.world.plan import Envelope
from feltro.cli.events.federation import fetched
from feltro.web.public.publish import publish
from tests.season.league import League
from tests.web.staff import Site, text_of

RUI = {"who": "rui", "role": "organiser", "device": "test"}


class Club26(League):
    """A named house with one event played by these people, all of them in the ranking."""

    def __init__(self, name: str, folder, *people: str, book: str = "cgp-2024", **cards: str) -> None:
        super().__init__(book=book)
        self.key = InstallationKey(folder / name)
        self.number = 0
        assert name_club(self.house.store, Club(name=name), self.sent()) is None
        self.ids = {}
        for place, called in enumerate(people, 1):
            card = {"federation": cards[called]} if called in cards else {}
            self.ids[called] = f"x{place}"
            self.done(
                "RegisterPerson",
                person=f"x{place}",
                name=f"{called} Teixeira",
                photo_id_seen=True,
                born_on="1990-01-02",
                **card,
            )
        self.play("t1", *self.ids.values())
        if book == "cgp-2024":
            self.join(*self.ids.values())

    def sent(self) -> Envelope:
        self.number = getattr(self, "number", 0) + 1
        return Envelope(key=f"fed-{self.number}", at=self.now, **RUI)

    def signed(self, key: InstallationKey | None = None) -> bytes:
        with self.house.world.lock:
            found = season_results(self.house, "s26")
        return sign_results(self.named, found, key or self.key)

    @property
    def named(self) -> str:
        from feltro.app.screens.club import club_of

        return club_of(self.house.store).name

    def follows(self, data: bytes, **more):
        own = self.key.public.hex()
        return follow(self.house.store, "s26", Sent(data, **more), self.ranking.rules.scheme, own, self.sent())

    def standings(self) -> list[tuple[int, str, float, list[str]]]:
        with self.house.world.lock:
            found = across(self.house, "s26")
        return [
            (one.standing.rank, one.name, one.standing.points / 100, one.houses) for one in rows_of(found, 0, 50)
        ]


@pytest.fixture
def canela(tmp_path) -> Club26:
    return Club26("Clube de Canela", tmp_path, "Ana", "Bia", "Caio", Bia="BR-77")


@pytest.fixture
def gramado(tmp_path) -> Club26:
    return Club26("Clube de Gramado", tmp_path, "Bia", "Ana", "Duda", Bia="br 77")


def signed_anew(data: bytes, key: InstallationKey, **changes) -> bytes:
    """By the house itself, with something else in it."""
    told = msgspec.json.decode(msgspec.json.decode(data, type=SignedResults).results, type=HouseSeason)
    results = replace(told.results, **changes)
    text = msgspec.json.encode(replace(told, results=results)).decode()
    signer, signature = key.sign(f"feltro/signed-results/1\n{text}".encode())
    made = {
        "format": "feltro/signed-results/1",
        "signer": signer.hex(),
        "signature": signature.hex(),
        "results": text,
    }
    return json.dumps(made).encode()


def test_two_houses_make_one_ranking_in_which_everybody_keeps_their_house(canela, gramado):
    """Bia has the same number in both, written otherwise, and her points add up; two called Ana stay two."""
    assert isinstance(canela.follows(gramado.signed()), FollowedHouse)
    found = canela.standings()
    assert found[0][1] == "Bia Teixeira"
    assert sorted(found[0][3]) == ["Clube de Canela", "Clube de Gramado"]
    alone = {name: points for _, name, points, _ in gramado.standings()}
    mine = {name: points for _, name, points, _ in Club26.standings(canela) if name == "Duda Teixeira"}
    assert mine["Duda Teixeira"] == alone["Duda Teixeira"]
    assert [houses for _, name, _, houses in found if name == "Ana Teixeira"] in (
        [["Clube de Canela"], ["Clube de Gramado"]],
        [["Clube de Gramado"], ["Clube de Canela"]],
    )


def test_an_event_that_was_taken_in_from_a_file_and_is_followed_too_counts_once(canela, gramado):
    """Bia was second in Canela and won in Gramado: so much, whether or not Canela had typed Gramado's list in before."""
    second = {name: points for _, name, points, _ in canela.standings()}["Bia Teixeira"]
    won = {name: points for _, name, points, _ in gramado.standings()}["Bia Teixeira"]
    played = gramado.ranking.events["t1"]
    people = [canela.ids[called] for called in ("Bia", "Ana", "Caio")]
    typed = tuple(replace(one, person=who) for one, who in zip(played.result.finishers, people, strict=True))
    result = msgspec.to_builtins(replace(played.result, event="gramado-1", finishers=typed))
    canela.done("ImportResults", role="director", season="s26", name=played.name.upper(), result=result)
    alone = {name: points for _, name, points, _ in canela.standings()}
    assert alone["Bia Teixeira"] == second + won
    canela.follows(gramado.signed())
    together = {name: points for _, name, points, _ in canela.standings()}
    assert together["Bia Teixeira"] == second + won
    other = canela.do(
        "ImportResults", role="director", season="s26", name="Outro", result={**result, "event": "outro-1"}
    )
    assert other.events, "another event with the same places is another event"
    again = {name: points for _, name, points, _ in canela.standings()}
    assert again["Bia Teixeira"] == second + won + won


PUBLIC = "/resultados/s26/federacao"


def test_a_copy_that_is_left_out_is_told_to_the_organiser_and_to_anybody_who_reads_the_table(canela, gramado):
    """Canela had typed Gramado's list in; whoever looks for that event finds why it is not there twice."""
    played = gramado.ranking.events["t1"]
    people = [canela.ids[called] for called in ("Bia", "Ana", "Caio")]
    typed = tuple(replace(one, person=who) for one, who in zip(played.result.finishers, people, strict=True))
    result = msgspec.to_builtins(replace(played.result, event="gramado-1", finishers=typed))
    canela.done("ImportResults", role="director", season="s26", name="Noite de Gramado", result=result)
    file = gramado.signed()
    events = msgspec.json.decode(
        msgspec.json.decode(file, type=SignedResults).results, type=HouseSeason
    ).results.events
    named = tuple(replace(one, name="NOITE DE GRAMADO") for one in events)
    canela.follows(signed_anew(file, gramado.key, events=list(named)))
    site = Site(canela.house)
    site.clock.now = canela.now
    with site.browser("rui") as organiser, site.browser() as anybody:
        mine, read = (one.get(path).text for one, path in ((organiser, "/federacao/s26"), (anybody, PUBLIC)))
    said = "cópia de Clube de Canela fora da conta: vale a lista de Clube de Gramado"
    told = [" ".join(text_of(page).split()) for page in (mine, read)]
    assert [said in page for page in told] == [True, True]
    assert ["Noite de Gramado" in page for page in told] == [True, True]


def test_two_with_one_name_are_joined_by_somebodys_word_and_parted_again(canela, gramado):
    other = canela.follows(gramado.signed())
    before = canela.standings()
    with canela.house.world.lock:
        seen = across(canela.house, "s26")
    [pair] = [one for one in seen.alike() if seen.names[one[0]] == "Ana Teixeira"]
    assert {one.partition("/")[0] for one in pair} == {OWN, other.id}
    assert confirm_same(canela.house.store, "s26", pair, canela.sent()) is None
    [ana] = [one for one in canela.standings() if one[1] == "Ana Teixeira"]
    assert ana[2] == sum(points for _, name, points, _ in before if name == "Ana Teixeira")
    assert sorted(ana[3]) == ["Clube de Canela", "Clube de Gramado"]
    assert confirm_same(canela.house.store, "s26", pair, canela.sent(), same=False) is None
    assert canela.standings() == before
    refused = confirm_same(canela.house.store, "s26", ("ninguem/x", pair[0]), canela.sent())
    assert refused.because == "federation.unknown_person"


def test_a_word_that_joins_reaches_the_number_that_one_of_them_has(canela, gramado):
    """Caio of Canela is told to be Bia of Gramado: then he is Bia everywhere, whichever house is read first."""
    other = canela.follows(gramado.signed())
    bia = next(
        one.person for one in open_signed(gramado.signed()).told.results.events[0].finishers if one.federation
    )
    pair = (f"{OWN}/{canela.ids['Caio']}", f"{other.id}/{bia}")
    assert confirm_same(canela.house.store, "s26", pair, canela.sent()) is None
    assert len([one for one in canela.standings() if one[1] in {"Bia Teixeira", "Caio Teixeira"}]) == 1


def test_a_file_that_was_changed_on_the_way_is_refused_and_nothing_changes(canela, gramado):
    before = canela.house.store.streams()
    forged = gramado.signed().replace(b"Duda Teixeira", b"Duda Falsaria")
    assert canela.follows(forged).because == "federation.not_signed"
    assert canela.follows(b"{}").because == "federation.unreadable"
    assert canela.follows(gramado.signed(), key="00" * 32).because == "federation.other_key"
    assert canela.follows(canela.signed()).because == "federation.own"
    assert canela.house.store.streams() == before
    assert followed_by(canela.house.store, "s26").houses == {}


def test_a_known_house_that_signs_with_another_key_is_asked_about(canela, gramado, tmp_path):
    canela.follows(gramado.signed())
    new = InstallationKey(tmp_path / "new")
    assert canela.follows(gramado.signed(new)).because == "federation.key_changed"
    assert isinstance(canela.follows(gramado.signed(new), key=new.public.hex()), FollowedHouse)


def test_points_by_another_rule_are_refused_or_counted_by_ours_and_marked(canela, gramado):
    told = msgspec.json.decode(msgspec.json.decode(gramado.signed(), type=SignedResults).results, type=HouseSeason)
    [event] = told.results.events
    generous = replace(event, finishers=tuple(replace(one, points=9999.0) for one in event.finishers))
    data = signed_anew(gramado.signed(), gramado.key, events=(generous,))
    refused = canela.follows(data)
    assert (refused.because, refused.values["n"]) == ("federation.other_rule", 1)
    taken = canela.follows(data, recount=True)
    assert taken.recounted
    assert max(points for _, _, points, _ in canela.standings()) < 9999


def test_a_signed_file_with_senseless_numbers_or_names_is_not_taken(canela, gramado):
    for changes in ({"season": "../fora"}, {"format": "feltro/results/9"}):
        assert (
            canela.follows(signed_anew(gramado.signed(), gramado.key, **changes)).because == "federation.unreadable"
        )


def test_who_is_left_is_gone_with_their_file_and_what_was_said_of_their_people(canela, gramado):
    other = canela.follows(gramado.signed())
    with canela.house.world.lock:
        pair = next(across(canela.house, "s26").alike())
    confirm_same(canela.house.store, "s26", pair, canela.sent())
    assert unfollow(canela.house.store, "s26", other.id, canela.sent()) is None
    assert canela.house.store.kept("followed", f"s26.{other.id}") is None
    assert followed_by(canela.house.store, "s26").same == ()
    assert {houses[0] for _, _, _, houses in canela.standings()} == {"Clube de Canela"}


def test_only_the_organiser_says_who_is_followed(canela, gramado):
    asked = msgspec.structs.replace(canela.sent(), role="director")
    scheme = canela.ranking.rules.scheme
    refused = follow(canela.house.store, "s26", Sent(gramado.signed()), scheme, "", asked)
    assert refused.because == "permission.role_may_not"


def test_a_cpf_is_never_a_federation_number_and_never_in_a_signed_file(canela):
    refused = canela.refused("ChangePerson", person="x1", federation="529.982.247-25")
    assert refused.because == "person.federation"
    document = {"kind": "cpf", "number": "52998224725"}
    canela.done("ChangePerson", person="x1", document=document, federation="BR 12/3")
    assert load(canela.house.store, "x1").federation == "BR123"
    assert b"52998224725" not in canela.signed()
    assert b"BR123" in canela.signed()


@pytest.mark.slow
def test_anybody_reads_where_each_came_from_on_the_page_and_in_the_folder(canela, gramado, tmp_path):
    site = Site(canela.house)
    site.clock.now = canela.now
    with site.browser() as browser:
        assert browser.get("/resultados/s26/federacao").status_code == 404
    canela.follows(gramado.signed())
    with site.browser() as browser:
        page = text_of(browser.get("/resultados/s26/federacao").text)
    assert "Bia Teixeira" in page
    assert "Clube de Canela, Clube de Gramado" in page
    folder = PublishedFolder(tmp_path / "site")
    publish(canela.house, canela.now, folder, "", lambda _done, _whole: None)
    assert "Clube de Gramado" in (tmp_path / "site/en/resultados/s26/federacao.html").read_text()
    told = open_signed((tmp_path / "site/resultados/s26/assinado.json").read_bytes())
    assert told.told.house == "Clube de Canela"


def test_the_organiser_follows_leaves_and_confirms_on_a_page(canela, gramado):
    site = Site(canela.house)
    site.clock.now = canela.now
    with site.browser("rui") as browser:
        answer = browser.client.post(
            "/federacao/s26",
            data={"_csrf_token": browser.token(), "key": "a"},
            files={"file": ("g.json", gramado.signed())},
        )
        assert "Clube de Gramado" in text_of(answer.text)
        assert "A mesma pessoa?" in text_of(answer.text)
        [house] = followed_by(canela.house.store, "s26").houses
        assert "Esta temporada não segue nenhuma casa" in text_of(
            browser.send("/federacao/s26/deixar", house=house, key="b").text
        )
    with site.browser("dora") as director:
        assert director.get("/federacao/s26").status_code == 404


@pytest.mark.slow
def test_a_house_is_fetched_by_its_address(gramado):
    body = gramado.signed()

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            """Nobody listens."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        assert fetched(f"http://127.0.0.1:{server.server_port}/assinado.json", "pt") == body
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
