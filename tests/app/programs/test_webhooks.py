"""Programs that are told what happens: signed, in order, once more where nobody answered, and nothing of anybody's."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from base64 import b64decode, b64encode

import pytest
from standardwebhooks import Webhook as Reference
from standardwebhooks import WebhookVerificationError

from feltro.app.programs.deliveries import DeliveryDesk
from feltro.app.programs.lease import take_lease
from feltro.app.programs.messages import TYPES
from feltro.app.programs.post import PostAnswer, post
from feltro.app.programs.progress import progress_of
from feltro.app.programs.signatures import signed_headers
from feltro.app.programs.webhooks import (
    add_webhook,
    ask_delivery,
    change_secret,
    change_webhook,
    remove_webhook,
    signing_keys,
    webhooks_of,
)
from feltro.app.world.plan import Done
from feltro.app.world.seals import Seals
from feltro.kernel.instants import later
from feltro.season.commands import CreateSeason
from feltro.web.trust.leaf import leaf
from tests.app.programs.evening import ADDRESS, Told, evening, sent, try_the_way
from tests.app.programs.loopback import answers, listening
from tests.tournament.room import Room
from tests.web.running import Running
from tests.web.staff import START, Site

AWAY, BUSY, NO = PostAnswer(0, "away"), PostAnswer(503), PostAnswer(400)


def seasons(told: Told, *years: int) -> None:
    """A season opened is the smallest thing that is told."""
    for year in years:
        command = CreateSeason(season=f"s{year}", name=str(year), year=year)
        assert isinstance(told.house.handle(command, sent(f"season-{year}")), Done)


def told_years(told: Told) -> list[int]:
    return [json.loads(body)["data"]["year"] for _, _, body in told.receiver.got]


def statuses(told: Told) -> list[str]:
    found = progress_of(told.house.store, told.hook.id)
    return [one.status for one in found.log] if found else []


def test_the_reference_library_takes_our_signature_and_no_other():
    """The reference verifies what we sign; a changed body, another secret and another id it does not."""
    told = Told()
    seasons(told, 2027)
    assert told.tell(START) == 1
    address, headers, body = told.receiver.got[0]
    now = START // 1_000_000
    assert (address, headers["webhook-timestamp"]) == (ADDRESS, str(now))
    reference = Reference(told.hook.secret)
    fresh = signed_headers(_keys(told), headers["webhook-id"], _today(), body)
    assert reference.verify(body, fresh) == json.loads(body)
    assert headers == signed_headers(_keys(told), headers["webhook-id"], now, body)
    for wrong in (
        (body + b" ", fresh),
        (body, {**fresh, "webhook-id": "msg_outra"}),
    ):
        with pytest.raises(WebhookVerificationError):
            reference.verify(*wrong)


def _today() -> int:
    return int(time.time())


def _keys(told: Told) -> list[bytes]:
    return signing_keys(told.house.world, webhooks_of(told.house.store)[told.hook.id], START)


def test_what_happened_is_told_in_order_and_once():
    """Three seasons, three messages; a restart of the desk tells none of them again."""
    told = Told()
    seasons(told, 2027, 2028, 2029)
    assert told.tell(START) == 3
    assert told_years(told) == [2027, 2028, 2029]
    again = DeliveryDesk(told.house, told.receiver)
    assert again.due(START) == []
    assert again.work(told.hook.id, START) == 0
    assert len({headers["webhook-id"] for _, headers, _ in told.receiver.got}) == 3
    assert statuses(told) == ["taken"] * 3


def test_a_receiver_that_is_away_is_tried_again_and_misses_nothing():
    """Away, then busy: five seconds, thirty seconds; what came meanwhile follows, also after a restart."""
    told = Told(AWAY, BUSY)
    seasons(told, 2027, 2028)
    assert told.tell(START) == 0
    assert told.desk.due(later(START, seconds=4)) == []
    assert told.tell(later(START, seconds=5)) == 0
    restarted = DeliveryDesk(told.house, told.receiver)
    assert restarted.due(later(START, seconds=34)) == []
    assert restarted.due(later(START, seconds=35)) == [told.hook.id]
    assert restarted.work(told.hook.id, later(START, seconds=35)) == 2
    assert told_years(told) == [2027, 2027, 2027, 2028]
    kept = progress_of(told.house.store, told.hook.id).log
    assert [(one.status, one.tries) for one in kept] == [("taken", 1), ("taken", 3)]


def test_what_is_refused_three_times_is_left_and_the_next_one_told():
    """A receiver that says no says no again: it does not hold up what comes after."""
    told = Told(NO, NO, NO)
    seasons(told, 2027, 2028)
    for seconds in (0, 5, 35):
        told.tell(later(START, seconds=seconds))
    assert told_years(told) == [2027, 2027, 2027, 2028]
    assert statuses(told) == ["taken", "given_up"]


def test_what_is_older_than_three_days_is_given_up_and_can_be_sent_again():
    """The button: the same message, under the same id, and by whom it was asked stands in the log."""
    told = Told(AWAY, AWAY)
    seasons(told, 2027)
    told.tell(START)
    late = later(START, seconds=3 * 86_400 + 60)
    told.tell(late)
    (given_up,) = progress_of(told.house.store, told.hook.id).log
    assert (given_up.status, given_up.tries) == ("given_up", 2)
    asked = ask_delivery(told.house, told.hook.id, sent("again", at=late), given_up.stream, given_up.version)
    assert asked is None
    assert told.tell(late) == 1
    ids = {headers["webhook-id"] for _, headers, _ in told.receiver.got}
    assert (len(told.receiver.got), ids) == (3, {given_up.id})
    assert [one.name for one in told.house.store.read("settings:house")][-1] == "DeliveryAsked"


def test_a_trial_reaches_the_one_who_is_tried_alone():
    told = Told(types=("season.created",))
    other = add_webhook(told.house, "http://127.0.0.1:9/x", ("season.created",), sent("add2"))
    assert ask_delivery(told.house, told.hook.id, sent("try")) is None
    told.tell(START)
    told.desk.work(other.id, START)
    assert [json.loads(body)["type"] for _, _, body in told.receiver.got] == ["webhook.test"]


def test_only_the_types_asked_for_are_told_and_nothing_of_before():
    told = Told(types=("stage.announced",))
    seasons(told, 2027)
    assert told.tell(START) == 0
    assert told.receiver.got == []
    second = add_webhook(told.house, ADDRESS, ("season.created",), sent("add2"))
    told.desk.work(second.id, START)
    assert told.receiver.got == []


def test_switched_off_nothing_is_told_and_what_happened_meanwhile_stays_untold():
    told = Told(types=("season.created",))
    kinds = ("season.created",)
    assert change_webhook(told.house, told.hook.id, ADDRESS, kinds, sent("off"), on=False) is None
    seasons(told, 2027)
    assert told.desk.due(START) == []
    assert change_webhook(told.house, told.hook.id, ADDRESS, kinds, sent("on"), on=True) is None
    seasons(told, 2028)
    told.tell(START)
    assert told_years(told) == [2028]
    assert not told.desk.due(START)
    assert not told.desk.waits


def test_for_a_day_the_old_secret_signs_beside_the_new_one():
    told = Told(types=("season.created",))
    new = change_secret(told.house, told.hook.id, sent("secret"))
    hook = webhooks_of(told.house.store)[told.hook.id]
    both = signing_keys(told.house.world, hook, START)
    headers = signed_headers(both, "msg_1", _today(), b"{}")
    for secret in (told.hook.secret, new):
        assert Reference(secret).verify(b"{}", headers) == {}
    assert len(signing_keys(told.house.world, hook, later(START, seconds=86_401))) == 1


def test_the_secret_lies_sealed_and_neither_it_nor_the_address_is_in_the_log(tmp_path):
    """Rows hold it sealed; on a machine without the key nothing is sent, and the list says why."""
    told = Told()
    told.house.world.seals = Seals(tmp_path / "chaves")
    made = add_webhook(told.house, "https://placar.example/segredo-do-canal", ("season.created",), sent("sealed"))
    secret = b64decode(made.secret.removeprefix("whsec_"))
    row = told.house.store.kept("setting", "webhooks").body
    assert secret not in row
    assert b64encode(secret) not in row
    logged = b"".join(one.payload for one in told.house.store.read("settings:house"))
    assert b"placar.example" in logged
    assert b"segredo-do-canal" not in logged
    hook = webhooks_of(told.house.store)[made.id]
    assert signing_keys(told.house.world, hook, START) == [secret]
    told.house.world.seals = Seals(tmp_path / "outra-maquina")
    seasons(told, 2027)
    told.desk.work(made.id, START)
    assert progress_of(told.house.store, made.id).log[0].told == "no_key"
    assert told.receiver.got == []


@pytest.mark.parametrize(
    "address",
    [
        "ftp://placar.example/x",
        "file:///etc/passwd",
        "placar.example",
        "https://",
        "javascript:alert(1)",
        "https://placar.example:0/",
        "https://placar.example:99999/",
        "https://pla car.example/",
        "http://[::1",
    ],
)
def test_an_address_that_is_no_web_address_is_refused(address):
    told = Told()
    refused = add_webhook(told.house, address, ("season.created",), sent("bad"))
    assert refused.because == "webhook.address_unfit"
    assert post(address, {}, b"{}") == PostAnswer(0, "address")


def test_an_address_with_a_password_is_refused_and_only_the_organiser_sets_any():
    told = Told()
    kinds = ("season.created",)
    assert add_webhook(told.house, "https://a:b@x.example/", kinds, sent("b1")).because == "webhook.address_secret"
    assert add_webhook(told.house, ADDRESS, (), sent("b2")).because == "webhook.no_type"
    for because in (
        add_webhook(told.house, ADDRESS, kinds, sent("b3", "director")),
        change_secret(told.house, told.hook.id, sent("b4", "finance")),
        remove_webhook(told.house, told.hook.id, sent("b5", "director")),
        ask_delivery(told.house, told.hook.id, sent("b6", "cashier")),
    ):
        assert because.because == "permission.role_may_not"
    assert remove_webhook(told.house, told.hook.id, sent("b7")) is None
    assert remove_webhook(told.house, told.hook.id, sent("b8")).because == "webhook.unknown"
    assert [add_webhook(told.house, ADDRESS, kinds, sent(f"n{n}")) is not None for n in range(8)] == [True] * 8
    assert add_webhook(told.house, ADDRESS, kinds, sent("n9")).because == "webhook.too_many"


def test_without_any_nothing_is_looked_at_and_nothing_is_written():
    room = Room()
    before = [one.key for one in room.house.store.answers()]
    desk = DeliveryDesk(room.house, lambda *_: pytest.fail("somebody was told"))
    assert desk.due(START) == []
    assert [one.key for one in room.house.store.answers()] == before


def test_a_laptop_that_follows_another_tells_nobody():
    told = Told()
    seasons(told, 2027)
    told.house.follows = True
    assert told.desk.due(START) == []


def test_of_two_processes_one_tells():
    """The lease is somebody else's after half a minute of silence."""
    told = Told()
    store = told.house.store
    assert take_lease(store, "um", START)
    assert not take_lease(store, "dois", later(START, seconds=29))
    assert take_lease(store, "um", later(START, seconds=29))
    assert take_lease(store, "dois", later(START, seconds=60))
    assert not take_lease(store, "um", later(START, seconds=61))


def test_over_the_wire_a_message_arrives_and_the_reference_takes_it():
    """A real receiver on loopback: path, query, headers and body as the reference library wants them."""
    secret = Told().hook.secret
    key = b64decode(secret.removeprefix("whsec_"))
    body = b'{"type":"webhook.test"}'
    with listening(answers(204)) as (base, got):
        answered = post(f"{base}/feltro?sala=1", signed_headers([key], "msg_1", _today(), body), body)
    assert answered == PostAnswer(204)
    ((path, headers, arrived),) = got
    assert path == "/feltro?sala=1"
    assert Reference(secret).verify(arrived, {name.lower(): one for name, one in headers.items()})


@pytest.fixture
def trusted(tmp_path, monkeypatch):
    """A certificate of our own for this machine, and an authority that this machine trusts."""
    file = leaf(place=tmp_path / "tls", known=())
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "tls" / "authority.pem"))
    return file


def test_over_tls_a_message_arrives_and_the_reference_takes_it(trusted):
    secret = Told().hook.secret
    key = b64decode(secret.removeprefix("whsec_"))
    body = b'{"type":"webhook.test"}'
    with listening(answers(204), trusted) as (base, got):
        assert base.startswith("https://")
        answered = post(f"{base}/feltro", signed_headers([key], "msg_1", _today(), body), body)
    assert answered == PostAnswer(204)
    ((_, headers, arrived),) = got
    assert Reference(secret).verify(arrived, {name.lower(): one for name, one in headers.items()})


def test_a_certificate_that_nobody_vouches_for_is_told_nothing(trusted, tmp_path, monkeypatch):
    """Made by another authority, or for another name: not a byte of the message leaves, and the list says why."""
    other = leaf(place=tmp_path / "elsewhere", known=())
    with listening(answers(204), other) as (base, got):
        assert post(base, {}, b"{}") == PostAnswer(0, "certificate")
        assert got == []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_said, **_more: [(2, 1, 6, "", ("127.0.0.1", int(port)))])
    with listening(answers(204), trusted) as (base, got):
        port = base.rpartition(":")[2]
        assert post(f"https://outro.local:{port}/", {}, b"{}") == PostAnswer(0, "certificate")
        assert got == []


def test_who_told_in_the_clear_on_a_port_of_tls_is_away_and_the_evening_goes_on(trusted):
    with listening(answers(204), trusted) as (base, got):
        assert post(base.replace("https", "http"), {}, b"{}", 1.0).code == 0
        assert got == []


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("120", 120), ("86400", 3600), ("", 0), ("-5", 0), ("Wed, 21 Oct 2026 07:28:00 GMT", 0), ("9" * 5000, 0)],
)
def test_how_long_a_receiver_asks_to_be_left_alone_is_read_in_seconds_and_bounded(said, seconds):
    with listening(answers(429, **{"Retry-After": said})) as (base, _):
        assert post(base, {}, b"{}") == PostAnswer(429, wait=seconds)


def test_a_receiver_that_asks_to_be_left_alone_is_left_alone_so_long():
    told = Told(PostAnswer(503, wait=900))
    seasons(told, 2027)
    assert told.tell(START) == 0
    assert told.desk.due(later(START, seconds=899)) == []
    assert told.tell(later(START, seconds=900)) == 1


def test_a_redirection_is_not_followed_and_a_slow_receiver_is_left():
    with listening(answers(302, Location="http://127.0.0.1:9/")) as (base, got):
        moved = post(base, {}, b"{}")
        assert (moved.code, moved.taken, moved.refused, len(got)) == (302, False, True, 1)
    released = threading.Event()
    with listening(lambda _handler: released.wait(5)) as (base, _):
        assert post(base, {}, b"{}", 0.05).told == "too_slow"
        released.set()
    assert post("http://127.0.0.1:9/", {}, b"{}", 0.5).told in {"away", "too_slow"}


def test_nobody_is_told_more_than_the_public_sees():
    """A whole evening: a player who wishes initials is told by initials, and no message holds the id of a person or of an
    entry, a reason that somebody typed, what was taken at the desk, or who did it."""
    told = Told()
    room = evening(told.house)
    room.done("ChoosePublicity", person="p4", initials=True)
    try_the_way(told, room.now)
    told.tell(room.now)
    bodies = [body.decode() for _, _, body in told.receiver.got]
    out = [one["data"] for one in map(json.loads, bodies) if one["type"] == "player.eliminated"]
    assert (out[0]["place"], out[0]["called"]) == (4, "E. L. S.")
    assert [one["place"] for one in out] == [4, 3, 2]
    said = "\n".join(bodies)
    assert not re.search(r'"(p[1-4]|e[2-4])"', said)
    assert [
        word for word in ("caiu a luz", "dora", '"ana"', "cash", "62000", "person", "receipt") if word in said
    ] == []
    assert {one["type"] for one in map(json.loads, bodies)} == {*TYPES, "webhook.test"}
    (ended,) = [one["data"] for one in map(json.loads, bodies) if one["type"] == "event.finished"]
    assert (ended["players_left"], len(ended["champions"])) == (1, 1)


def test_what_is_undone_names_the_messages_that_it_takes_back():
    """The bust of the wrong hand was undone before anybody was told of it; had it been told, its id would be there."""
    told = Told(types=("player.eliminated", "fact.undone"))
    room = Running(4, site=Site(told.house))
    bust = room.order("BustHand", busts=[{"entry": "e4", "by": ["e1"]}])
    told.tell(room.now)
    room.done("Undo", role="director", who="dora", command_key=bust.key)
    told.tell(room.now)
    (_, first, _), (_, _, undone) = told.receiver.got
    assert json.loads(undone)["data"]["takes_back"] == [first["webhook-id"]]
