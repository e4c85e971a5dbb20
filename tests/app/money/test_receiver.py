"""The PIX receiver is a fact. The attack first: somebody puts in the own key for half an hour."""

import pytest

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.money.bank import code_of
from feltro.app.money.brcode import Receiver
from feltro.app.money.receiver import (
    confirm_pix_receiver,
    drop_pix_receiver,
    last_change,
    pix_receiver,
    proposed_by,
    proposed_receiver,
    set_pix_receiver,
)
from feltro.app.player.phone_switch import switch_phone_news
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from tests.app.access.test_seconds import DAY, Staffed
from tests.app.money.pix_reader import read_pix_code
from tests.tournament.room import Room
from tests.web.staff import Site, text_of

CLUB = Receiver("11.444.777/0001-61", "Clube", "Sao Paulo")
MINE = Receiver("529.982.247-25", "Dora", "Sao Paulo")


def sent(room, who, role="director"):
    return Envelope(key=f"r{room.next()}", who=who, role=role, at=room.now)


def facts(room):
    live = room.house.world.live("settings:house")
    return [(type(one.event).__name__, one.meta.who) for one in live.facts]


def with_club():
    room = Staffed()
    assert set_pix_receiver(room.house, CLUB, sent(room, "rui", "organiser")) is None
    return room


def test_a_director_alone_does_not_turn_the_money_to_her_own_key():
    room = with_club()
    assert set_pix_receiver(room.house, MINE, sent(room, "dora")) is None
    assert pix_receiver(room.house.store) == CLUB
    assert confirm_pix_receiver(room.house, sent(room, "dora")).because == "second.same_person"
    assert facts(room) == [("ReceiverChanged", "rui"), ("ReceiverProposed", "dora")]


def test_who_is_to_confirm_sees_the_proposed_key_and_nobody_sees_one_where_none_waits():
    room = with_club()
    assert proposed_receiver(room.house) is None
    set_pix_receiver(room.house, MINE, sent(room, "dora"))
    assert proposed_receiver(room.house) == MINE
    drop_pix_receiver(room.house, sent(room, "dora"))
    assert proposed_receiver(room.house) is None


def test_another_person_confirms_the_new_key_and_both_are_facts():
    room = with_club()
    set_pix_receiver(room.house, MINE, sent(room, "dora"))
    assert confirm_pix_receiver(room.house, sent(room, "fin", "finance")) is None
    assert pix_receiver(room.house.store) == MINE
    last = room.house.world.live("settings:house").facts[-1]
    assert (last.event.was, last.event.now, last.event.proposed_by, last.meta.who) == (
        "pix-1",
        "pix-2",
        "dora",
        "fin",
    )
    assert confirm_pix_receiver(room.house, sent(room, "fin", "finance")).because == "receiver.none_proposed"


def test_an_account_of_her_own_making_does_not_confirm():
    room = with_club()
    room.add("fantasma", "finance", by="dora")
    set_pix_receiver(room.house, MINE, sent(room, "dora"))
    assert confirm_pix_receiver(room.house, sent(room, "fantasma", "finance")).because == "second.same_hand"


def test_a_cashier_neither_proposes_nor_confirms_nor_drops():
    room = with_club()
    for act in (confirm_pix_receiver, drop_pix_receiver):
        assert act(room.house, sent(room, "ana", "cashier")).because == "permission.role_may_not"


def test_a_proposal_is_taken_away():
    room = with_club()
    set_pix_receiver(room.house, MINE, sent(room, "dora"))
    assert drop_pix_receiver(room.house, sent(room, "dora")) is None
    assert confirm_pix_receiver(room.house, sent(room, "fin", "finance")).because == "receiver.none_proposed"


def test_an_owner_alone_changes_it_at_once_and_it_is_marked():
    room = Staffed(answers={"control.size": "alone"})
    set_pix_receiver(room.house, CLUB, sent(room, "rui", "organiser"))
    assert set_pix_receiver(room.house, MINE, sent(room, "rui", "organiser")) is None
    assert pix_receiver(room.house.store) == MINE
    assert facts(room)[-2:] == [("ReceiverChanged", "rui"), ("DoneAlone", "rui")]


def test_the_log_holds_nobodys_key():
    """A PIX key is often somebody's CPF; from its digest it could be guessed."""
    room = with_club()
    set_pix_receiver(room.house, MINE, sent(room, "dora"))
    confirm_pix_receiver(room.house, sent(room, "fin", "finance"))
    written = b"".join(one.payload for one in room.house.store.read("settings:house"))
    assert b"529" not in written
    assert b"Dora" not in written


def test_a_sale_keeps_the_key_that_it_showed():
    room = with_club()
    room.awaited()
    shown = code_of(room.house, "t1", "e1")
    assert read_pix_code(shown).key == "11444777000161"
    set_pix_receiver(room.house, MINE, sent(room, "dora"))
    confirm_pix_receiver(room.house, sent(room, "fin", "finance"))
    assert code_of(room.house, "t1", "e1") == shown
    pay = [{"method": "pix", "amount_centavos": 62000, "txid": "A2"}]
    room.sell("e2", "p2", payments=pay)
    assert read_pix_code(code_of(room.house, "t1", "e2")).key == "52998224725"


@pytest.mark.slow
def test_the_desk_says_since_when_the_key_is_another():
    site = Site()
    for user, role in {"fin": "finance"}.items():
        long_ago = Envelope(key=user, who="terminal", role="organiser", at=Instant(site.clock.now - 400 * DAY))
        assert add_user(site.house.store, User(id=user, role=role), "", long_ago) is None
    Room(site.house)
    key = {"name": "Clube", "city": "Sao Paulo"}
    with site.browser("dora") as dora, site.browser("fin") as fin, site.browser("ana") as ana:
        dora.send("/pix/recebedor", receiver_key="11.444.777/0001-61", **key)
        assert "mudou" not in text_of(ana.get("/pix").text)
        dora.send("/pix/recebedor", receiver_key="529.982.247-25", **key)
        waiting = text_of(fin.get("/pix").text)
        assert "propôs: 529.982.247-25" in waiting
        assert "529.982.247-25" not in ana.get("/pix").text
        assert dora.send("/pix/recebedor/conferir", do="confirm").status_code == 409
        assert fin.send("/pix/recebedor/conferir", do="confirm").status_code == 200
        assert "A chave PIX da casa mudou em" in text_of(ana.get("/pix").text)
        assert "A chave PIX da casa mudou em" in text_of(ana.get("/balcao/t1").text)


def test_since_when_money_goes_where_it_goes_is_said_of_another_key_only():
    """The first key took no other's place; the last of two changes is the one that is shown."""
    room = Staffed()
    assert last_change(room.house) is None
    assert set_pix_receiver(room.house, CLUB, sent(room, "rui", "organiser")) is None
    assert last_change(room.house) is None
    assert set_pix_receiver(room.house, MINE, sent(room, "dora")) is None
    assert confirm_pix_receiver(room.house, sent(room, "rui", "organiser")) is None
    changed = last_change(room.house)
    assert changed is not None
    assert (changed.meta.who, type(changed.event).__name__) == ("rui", "ReceiverChanged")


def test_whoever_may_not_set_the_key_proposes_none():
    """Not a cashier, not a dealer: nothing waits for a confirmation, and the money goes where it went."""
    room = with_club()
    for role in ("cashier", "floor", "dealer"):
        refused = set_pix_receiver(room.house, MINE, sent(room, "ana", role))
        assert refused.because == "permission.role_may_not"
    assert proposed_receiver(room.house) is None
    assert facts(room) == [("ReceiverChanged", "rui")]


def test_a_key_that_no_bank_would_take_is_refused_and_not_kept():
    """A CPF with a digit too few: the club's key stays, and nothing is proposed."""
    room = with_club()
    refused = set_pix_receiver(room.house, Receiver("529.982.247-2", "Dora", "Sao Paulo"), sent(room, "dora"))
    assert refused.because.startswith("pix.")
    assert (pix_receiver(room.house.store), proposed_receiver(room.house)) == (CLUB, None)


def test_the_key_that_holds_is_not_proposed_once_more():
    """Saved again as it was: nobody has to confirm anything."""
    room = with_club()
    assert set_pix_receiver(room.house, CLUB, sent(room, "dora")) is None
    assert facts(room) == [("ReceiverChanged", "rui")]


def test_a_receiver_of_the_environment_is_one_when_it_is_whole(monkeypatch):
    """A key without name or city makes no code: then there is none. Saved on the page it is the house's own."""
    room = Staffed()
    monkeypatch.setenv("FELTRO_PIX_KEY", CLUB.key)
    assert pix_receiver(room.house.store) is None
    monkeypatch.setenv("FELTRO_PIX_NAME", CLUB.name)
    assert pix_receiver(room.house.store) is None
    monkeypatch.setenv("FELTRO_PIX_CITY", CLUB.city)
    assert pix_receiver(room.house.store) == CLUB
    assert facts(room) == []
    assert set_pix_receiver(room.house, CLUB, sent(room, "rui", "organiser")) is None
    assert facts(room) == [("ReceiverProposed", "rui")]


def test_who_proposed_is_told_while_it_waits_whatever_else_is_set():
    """Dora proposed; the organiser changed another setting since: it is still hers, and hers alone not to confirm."""
    room = with_club()
    assert proposed_by(room.house) == ""
    assert drop_pix_receiver(room.house, sent(room, "dora")).because == "receiver.none_proposed"
    set_pix_receiver(room.house, MINE, sent(room, "dora"))
    switched = switch_phone_news(
        room.house, on=True, contact="mailto:x@clube.example", sent=sent(room, "rui", "organiser")
    )
    assert switched is None
    assert proposed_by(room.house) == "dora"
    assert confirm_pix_receiver(room.house, sent(room, "dora")).because == "second.same_person"
    drop_pix_receiver(room.house, sent(room, "fin", "finance"))
    assert proposed_by(room.house) == ""
