"""A second person is a person. Each attack first, then what is in its way."""

from hashlib import sha256

import msgspec
import pytest

from feltro.app.access.devices import DeviceWish, offer_pairing, pair
from feltro.app.access.doors import add_user, change_password, invite_user, make_token
from feltro.app.access.rows import User
from feltro.app.access.seconds import may_second
from feltro.app.papers.receipts import prize
from feltro.app.papers.seats import bag
from feltro.app.reports.night import night_at, night_report
from feltro.app.reports.report import text_of
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from tests.app.papers.hall import source, words
from tests.tournament.prizes.hall import CPF, Hall
from tests.tournament.prizes.test_pool import entry_of
from tests.tournament.room import STATEMENT, Room, told
from tests.web.running import TWO_DAYS

PASSWORD = "cavalo correto bateria"
DAY = 24 * 3600 * 1_000_000


class Staffed(Room):
    """A room whose people have accounts, made long before by nobody who works tonight."""

    people = {"rui": "organiser", "dora": "director", "fin": "finance", "ana": "cashier"}  # noqa: RUF012

    def __init__(self, **more):
        super().__init__(addenda=("pix-no-dia-cgp",), **more)
        for user, role in self.people.items():
            self.add(user, role, "terminal", at=Instant(self.now - 400 * DAY))

    def sent(self, who, at=None):
        return Envelope(key=f"a{self.next()}", who=who, role="organiser", at=at or self.now)

    def add(self, user, role, by, at=None):
        assert add_user(self.house.store, User(id=user, role=role), "", self.sent(by, at)) is None

    def awaited(self, seller="ana", role="cashier"):
        """A sale that waits for its PIX."""
        pay = [{"method": "pix", "amount_centavos": 62000, "txid": "A1"}]
        self.sell("e1", "p1", payments=pay, who=seller, role=role)

    def look(self, who, role, **more):
        seen = {"tournament": "t1", "sale": "e1", "txid": "A1", "amount_centavos": 62000}
        return self.do("MatchPix", who=who, role=role, **{**STATEMENT, **seen, **more})

    def refuses(self, first, second):
        found = may_second(first, second, self.house.world, Instant(self.now - 7 * DAY))
        return found and found.because


class OneOwner(Staffed):
    people = {"rui": "organiser"}  # noqa: RUF012


class OfTwo(Staffed):
    people = {"dora": "director", "fin": "finance"}  # noqa: RUF012


def test_a_colleague_confirms_a_pix_that_somebody_else_sold():
    room = Staffed()
    room.awaited()
    done = room.look("dora", "director")
    assert told(done, "DoneAlone") == []
    assert told(done, "PaymentTaken")[0]["amount_centavos"] == 62000


def test_whoever_sold_does_not_confirm_where_others_work():
    room = Staffed()
    room.awaited()
    assert room.look("ana", "cashier").because == "payment.pix.second_person"


def test_an_owner_who_is_alone_confirms_what_he_sold_and_it_is_marked():
    room = Staffed(answers={"control.size": "alone"})
    room.awaited(seller="rui", role="organiser")
    done = room.look("rui", "organiser")
    assert told(done, "DoneAlone") == [{"act": "MatchPix", "subject": "e1", "because": "control.alone"}]
    assert [one.subject for one in room.house.world.live("tournament:t1").state.done_alone] == ["e1"]


def test_where_the_house_has_nobody_else_it_is_done_and_marked():
    room = OneOwner()
    room.awaited(seller="rui", role="organiser")
    done = room.look("rui", "organiser")
    assert told(done, "DoneAlone")[0]["because"] == "control.nobody_else"


def test_a_house_that_leaves_the_pix_to_its_cashiers_asks_nobody_and_marks_nothing():
    room = Staffed(answers={"control.team.seconds": []})
    room.awaited()
    assert told(room.look("ana", "cashier"), "DoneAlone") == []


def test_an_account_made_by_the_seller_tonight_is_no_second_person():
    room = Staffed()
    room.awaited(seller="dora", role="director")
    room.add("fantasma", "finance", by="dora")
    assert room.look("fantasma", "finance").because == "payment.pix.second_person"
    assert room.refuses("dora", "fantasma") == room.refuses("fantasma", "dora") == "second.same_hand"


@pytest.mark.parametrize("way", ["password", "link", "token"])
def test_a_director_who_let_herself_into_the_finance_account_is_not_two_people(way):
    room = Staffed()
    room.awaited(seller="dora", role="director")
    store = room.house.store
    if way == "password":
        assert change_password(store, "fin", PASSWORD, room.sent("dora")) is None
    elif way == "link":
        assert isinstance(invite_user(store, "fin", room.sent("dora")), str)
    else:
        assert isinstance(make_token(store, "fin", "meu", None, room.sent("dora")), str)
    assert room.look("fin", "finance").because == "payment.pix.second_person"
    assert room.refuses("dora", "fin") == "second.same_hand"


def test_an_account_made_before_the_event_and_long_ago_is_a_second_person():
    room = Staffed()
    room.add("velha", "finance", by="dora", at=Instant(room.now - 30 * DAY))
    assert room.refuses("dora", "velha") is None


def test_somebody_who_changes_the_own_password_stays_a_second_person():
    room = Staffed()
    assert change_password(room.house.store, "fin", PASSWORD, room.sent("fin")) is None
    assert room.refuses("dora", "fin") is None


def test_a_new_password_for_the_only_other_one_does_not_make_a_house_of_one():
    room = OfTwo()
    room.awaited(seller="dora", role="director")
    assert change_password(room.house.store, "fin", PASSWORD, room.sent("dora")) is None
    assert room.look("dora", "director").because == "payment.pix.second_person"


def paired(room, by):
    offer = offer_pairing(room.house.store, DeviceWish("tablet", "cashier", "Tablet 1"), room.sent(by))
    opened = pair(room.house.store, offer.text, offer.pin, room.sent(""))
    return f"device.{opened.text.split('_')[1]}"


def test_a_tablet_is_whoever_paired_it_however_long_ago():
    room = Staffed()
    tablet = paired(room, by="dora")
    assert room.refuses("dora", tablet) == room.refuses(tablet, "dora") == "second.same_person"
    assert room.refuses("fin", tablet) is None
    room.now = Instant(room.now + 90 * DAY)
    assert room.refuses("dora", tablet) == "second.same_person"


def test_two_tablets_of_one_director_are_one_person():
    room = Staffed()
    assert room.refuses(paired(room, by="dora"), paired(room, by="dora")) == "second.same_person"


@pytest.mark.parametrize("role", ["finance", "organiser"])
def test_nobody_says_that_a_bank_file_showed_it_without_the_file(role):
    room = Staffed()
    room.awaited()
    assert room.look("fin", role, source="bank_file").because == "payment.pix.no_file"


def test_the_reader_of_a_bank_file_confirms_what_stands_in_it():
    from feltro.app.money.bank import confirm

    room = Staffed()
    room.awaited()
    found = confirm(
        room.house, b"txid;valor\nA1;620,00\n", msgspec.structs.replace(room.sent("fin"), role="finance")
    )
    assert found.sales == (("t1", "e1"),), found


def test_a_file_of_the_banks_is_as_good_as_the_hand_that_brings_it():
    """The attack: whoever sold writes a file of the bank at home. Not the seller, and not the director; and the owner reads
    who brought which file."""
    from feltro.app.money.bank import confirm

    room = Staffed()
    room.awaited(seller="rui", role="organiser")
    file = b"txid;valor\nA1;620,00\n"
    own = confirm(room.house, file, msgspec.structs.replace(room.sent("rui"), role="organiser"))
    assert [why.because for _, why in own.refused] == ["payment.pix.second_person"]
    sent = msgspec.structs.replace(room.sent("dora"), role="director")
    assert [why.because for _, why in confirm(room.house, file, sent).refused] == ["payment.pix.file_by_finance"]
    sent = msgspec.structs.replace(room.sent("fin"), role="finance")
    assert confirm(room.house, file, sent).sales == (("t1", "e1"),)
    taken = [one.event for one in room.house.world.live("tournament:t1").facts if hasattr(one.event, "file")]
    assert [one.file for one in taken] == [sha256(file).hexdigest()]
    report = night_report(room.house, night_at(room.now), room.now)
    rows = next(one.rows for one in report.sections if one.name == "night_acts")
    told = [(text_of(row.cells[1], "pt"), row.cells[5]) for row in rows]
    assert (f"Arquivo do banco confirmou 1 pagamento (impressão {sha256(file).hexdigest()[:8]})", "fin") in told


# Prizes and bags


def rich(**more):
    """Two players, so that the champion's prize is a large one; the staff has accounts."""
    items = (entry_of(prize_pool=1000000, rake=1000, local_partners=1000),)
    hall = Hall(items=items, kind="side", **more).fill(2).close().announce().down_to(1)
    for user, role in Staffed.people.items():
        sent = Envelope(key=f"add-{user}", who="terminal", role="organiser", at=Instant(hall.now - 400 * DAY))
        assert add_user(hall.house.store, User(id=user, role=role), "", sent) is None
    return hall


def pays(hall, who, role):
    big = {"tournament": "t1", "entry": "e1", "amount_centavos": hall.amounts["e1"], "document": CPF}
    way = {"payment": "pay1", "method": "cheque", "reference": "000123", "desk": ""}
    return hall.do("PayPrize", who=who, role=role, **big, **way)


def test_a_tablet_does_not_pay_the_prize_that_its_director_approved():
    hall = rich()
    offer = offer_pairing(
        hall.house.store,
        DeviceWish("tablet", "cashier", "Caixa"),
        Envelope(key="o", who="dora", role="director", at=hall.now),
    )
    opened = pair(hall.house.store, offer.text, offer.pin, Envelope(key="p", who="", role="", at=hall.now))
    tablet = f"device.{opened.text.split('_')[1]}"
    hall.done("ApprovePrize", tournament="t1", entry="e1", who="dora", role="director")
    assert pays(hall, tablet, "cashier").because == "access.pin_needed"
    assert pays(hall, "dora", "cashier").because == "prize.needs_second_person", "with her PIN it is herself"
    assert told(pays(hall, "ana", "cashier"), "PrizePaid")[0]["entry"] == "e1"


def test_a_director_with_a_new_password_for_finance_does_not_pay_alone():
    hall = rich()
    again = Envelope(key="pw", who="dora", role="organiser", at=hall.now)
    assert change_password(hall.house.store, "fin", PASSWORD, again) is None
    hall.done("ApprovePrize", tournament="t1", entry="e1", who="fin", role="finance")
    assert pays(hall, "dora", "director").because == "prize.needs_second_person"


def test_an_owner_who_is_alone_pays_and_the_receipt_says_so():
    hall = rich(answers={"control.size": "alone"})
    done = pays(hall, "rui", "organiser")
    assert told(done, "DoneAlone") == [{"act": "PayPrize", "subject": "e1", "because": "control.alone"}]
    assert "sem segunda pessoa" in words(prize(source(hall), "pay1"))


def test_a_bag_that_one_person_counted_twice_says_so():
    hall = Hall(answers={"control.size": "alone"}, days=TWO_DAYS).fill(2)
    hall.done("Bag", tournament="t1", entry="e1", chips=30000, who="rui", role="organiser")
    counted = {"tournament": "t1", "entry": "e1", "chips": 30000}
    done = hall.done("VerifyBag", who="rui", role="organiser", **counted)
    assert told(done, "DoneAlone") == [{"act": "VerifyBag", "subject": "e1", "because": "control.alone"}]
    assert "sem segunda pessoa" in words(bag(source(hall), "e1"))


def test_in_a_circuit_even_a_small_prize_waits():
    hall = Hall(answers={"control.size": "circuit"}).fill(10).close().announce().down_to(1)
    entry = min(hall.amounts, key=hall.amounts.get)
    refused = hall.refuse(entry, hall.amounts[entry])
    assert (refused.because, refused.values["least"].centavos) == ("prize.needs_second_person", 0)
