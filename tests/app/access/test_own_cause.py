"""Nobody pays, approves, lifts or takes back in a cause of their own. Each attack first, then what is in its way."""

import pytest

from feltro.app.access.plays_as import person_of, say_who
from feltro.app.reports.changes import changes
from feltro.app.reports.night import night_at, night_report
from feltro.app.reports.report import text_of
from feltro.kernel.instants import Instant
from tests.app.access.test_seconds import DAY, Staffed, paired
from tests.tournament.prizes.hall import Hall
from tests.tournament.room import told


class Night(Hall, Staffed):
    """Three entries played down to a champion, e1 of p1; whoever works there has had an account for a year."""

    def __init__(self, **more):
        super().__init__(**more)
        self.person("p1")
        self.person("p2", document="111.444.777-35")
        self.person("p3", document="935.411.347-80")

    def played(self):
        self.fill(3).close()
        self.announce().down_to(1)
        return self

    def is_(self, user, person, by="rui", role="organiser", said="same"):
        from feltro.app.world.plan import Envelope

        sent = Envelope(key=f"w{self.next()}", who=by, role=role, at=self.now)
        return say_who(self.house.store, user, person, said, sent)

    def takes_back(self, key, who):
        return self.do("Undo", who=who, role={"rui": "organiser"}.get(who, "director"), command_key=key)

    def pays(self, who, role, amount=100, **more):
        return self.do("PayPrize", who=who, role=role, **self.paying("e1", amount, **more))


def transfer(n):
    return {"method": "bank_transfer", "desk": "", "reference": f"TED{n}"}


def test_a_director_who_won_does_not_pay_the_own_prize():
    room = Night().played()
    assert told(room.pays("dora", "director", **transfer(1)), "DoneAlone") == []
    assert room.is_("dora", "p1") is None
    refused = room.pays("dora", "director", **transfer(2))
    assert refused.because == "own.cause"
    assert [str(one) for one in refused.cites]
    assert told(room.pays("fin", "finance", **transfer(3)), "PrizePaid")[0]["amount_centavos"] == 100


def test_a_director_who_won_does_not_approve_it_either():
    room = Night().played()
    room.is_("dora", "p1")
    assert room.do("ApprovePrize", who="dora", role="director", tournament="t1", entry="e1").because == "own.cause"
    assert told(room.do("ApprovePrize", who="rui", role="organiser", tournament="t1", entry="e1"), "PrizeApproved")


def test_neither_the_tablet_that_she_paired_nor_an_account_that_she_made_pays_it():
    room = Night().played()
    room.is_("dora", "p1")
    tablet = paired(room, by="dora")
    room.add("fantasma", "cashier", by="dora")
    assert room.pays(tablet, "cashier").because == "access.pin_needed"
    assert room.pays("fantasma", "cashier", **transfer(1)).because == "own.cause"


def test_alone_it_is_done_marked_and_listed_in_the_owners_night():
    room = Night(answers={"control.size": "alone"}).played()
    room.is_("rui", "p1")
    done = room.pays("rui", "organiser", **transfer(1))
    assert told(done, "DoneAlone") == [{"act": "PayPrize", "subject": "p1", "because": "control.own.alone"}]
    rows = next(
        one.rows
        for one in night_report(room.house, night_at(room.now), room.now).sections
        if one.name == "night_acts"
    )
    assert "pagou um prêmio, em causa própria, sem segunda pessoa" in [text_of(row.cells[1], "pt") for row in rows]
    assert "changed.DoneAlone.own" in [one.key for one in changes(room.house)]


def test_where_nobody_else_may_it_is_done_and_marked():
    class Owner(Night):
        people = {"rui": "organiser", "flo": "floor"}  # noqa: RUF012

    room = Owner().played()
    room.is_("rui", "p1")
    done = room.pays("rui", "organiser", **transfer(1))
    assert told(done, "DoneAlone")[0]["because"] == "control.own.nobody_else"


def test_whoever_is_called_as_the_winner_is_asked_first_who_is_who():
    """Nobody said anything yet: she may say that it is she; that it is not, somebody else says."""
    from feltro.app.access.doors import add_user
    from feltro.app.access.rows import User

    room = Night()
    room.person("p1", name="Dóra  Lima")
    room.played()
    sent = room.sent("terminal", Instant(room.now - 400 * DAY))
    assert add_user(room.house.store, User(id="dl", name="Dora Lima", role="director"), "", sent) is None
    assert room.pays("dl", "director", **transfer(1)).because == "own.unsaid"
    assert room.is_("dl", "p1", by="dl", role="director", said="other").because == "access.not_of_oneself"
    assert room.is_("dl", "p1", by="rui", said="other") is None
    assert told(room.pays("dl", "director", **transfer(2)), "PrizePaid")
    assert room.is_("dl", "p1", by="dl", role="director") is None
    assert room.pays("dl", "director", **transfer(3)).because == "own.cause"


def test_nobody_unsays_of_oneself_but_the_organiser():
    room = Night().played()
    assert room.is_("dora", "p1", by="dora", role="director") is None
    assert room.is_("dora", "p2", by="dora", role="director").because == "access.not_of_oneself"
    assert room.is_("dora", "", by="dora", role="director", said="nobody").because == "access.not_of_oneself"
    assert room.is_("fin", "p2", by="dora", role="director").because == "access.not_yours_to_give"
    assert room.is_("dora", "", said="nobody") is None
    assert told(room.pays("dora", "director", **transfer(1)), "PrizePaid")


def test_who_is_who_stands_in_no_event_and_goes_with_the_person():
    room = Night()
    room.is_("dora", "p3")
    facts = room.house.world.live("access:house").facts
    assert [(one.event.user, one.event.said) for one in facts if hasattr(one.event, "said")] == [("dora", "same")]
    assert "p3" not in repr([one.event for one in facts])
    room.done("ErasePerson", person="p3", role="organiser")
    assert person_of("dora", room.house.store).person == ""


def test_a_merged_record_takes_its_account_along():
    room = Night().played()
    room.person("p9", document="", name="Outra ficha")
    room.is_("dora", "p9")
    room.done("MergePeople", person="p9", into="p1", role="organiser")
    assert room.pays("dora", "director", **transfer(1)).because == "own.cause"


@pytest.mark.parametrize(
    ("role", "command", "fields"),
    [
        ("director", "LiftPenalty", {"penalty": "pen1", "reason": "engano"}),
        ("floor", "MarkServed", {"penalty": "pen1", "hands": 1}),
    ],
)
def test_a_penalty_of_ones_own_is_somebody_elses_to_lift_and_to_mark(role, command, fields):
    room = Night()
    room.fill(3)
    given = {
        "penalty": "pen1",
        "entry": "e1",
        "kind": "missed_hands",
        "amount": 2,
        "infraction": "conduct.streaming",
    }
    done = room.do("GivePenalty", tournament="t1", who="rui", role="organiser", **given)
    assert told(done, "PenaltyGiven"), done
    room.is_("dora", "p1")
    assert room.do(command, tournament="t1", who="dora", role=role, **fields).because == "own.cause"
    assert room.takes_back(done.key, "dora").because == "own.cause"


def test_a_bust_is_told_by_anybody_and_not_taken_back_by_whoever_is_out():
    room = Night()
    room.fill(3).close()
    room.announce()
    room.is_("dora", "p3")
    done = room.do("Eliminate", tournament="t1", entry="e3", who="dora", role="director")
    assert told(done, "EntryEliminated")
    assert room.takes_back(done.key, "dora").because == "own.cause"
    assert told(room.takes_back(done.key, "rui"), "Undone")


def test_nobody_writes_an_advance_or_a_ticket_to_oneself():
    room = Night()
    room.is_("fin", "p2")
    given = {"ticket": "k1", "owner": "p2", "value_centavos": 100, "target": "t1", "source": "organiser"}
    assert room.do("IssueTicket", season="s26", who="fin", role="finance", **given).because == "own.cause"
    vale = {"desk": "d1", "amount_centavos": 100, "reason": "táxi", "on_behalf": True}
    assert room.do("GiveAdvance", who="fin", role="finance", person="p2", **vale).because == "own.cause"


def test_a_pix_of_ones_own_entry_is_seen_by_somebody_else():
    room = Night()
    room.awaited()
    room.is_("dora", "p1")
    assert room.look("dora", "director").because == "own.cause"
    assert told(room.look("fin", "finance"), "PaymentTaken")
