"""Old facts put right, undo previewed, rules amended, and the past looked at."""

from __future__ import annotations

import msgspec

from feltro.app.handling.undo import Undo, preview
from feltro.app.world import Look
from feltro.app.world.past import Version, as_of
from feltro.app.world.plan import Asked, Envelope
from feltro.kernel.outcome import Refused
from tests.tournament.room import Room, at, sheet


def test_a_bust_on_the_wrong_player_is_put_right_in_its_place():
    """The right player is out in the wrong one's place and order, and what came later is kept."""
    room = Room()
    for number in range(1, 5):
        room.sell(f"e{number}", f"p{number}")
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="wrong")
    room.done("Eliminate", role="director", tournament="t1", entry="e2")
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e3"}
    room.done("Correct", role="director", command_key="wrong", replacement=right, reason="mesa 4")
    assert room.state.out_order == ["e3", "e2"]
    assert room.state.entries["e1"].status == "live"
    again = type(room.house)(room.house.store).world.live("tournament:t1").state
    assert again == room.state


def test_a_correction_that_what_follows_cannot_stand_on_is_refused():
    """The wrong player has bought a re-entry since: putting the bust right would give two live entries."""
    room = Room()
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="wrong")
    room.sell("e3", "p1", item="reentry")
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e2"}
    refused = room.refused("Correct", role="director", command_key="wrong", replacement=right, reason="x")
    assert refused.because == "undo.would_break"


def test_a_correction_that_what_came_later_does_not_fit_is_refused():
    """The bag of the wrong player was counted by a second person since: without it that count is of nothing."""
    room = Room()
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    count = {"role": "floor", "tournament": "t1", "chips": 30000}
    room.done("Bag", who="rui", key="wrong", entry="e1", **count)
    room.done("VerifyBag", who="bia", entry="e1", **count)
    right = {"type": "Bag", "tournament": "t1", "entry": "e2", "chips": 30000}
    before = room.house.store.version("tournament:t1")
    refused = room.refused("Correct", role="director", command_key="wrong", replacement=right, reason="x")
    assert refused.because == "correct.later_does_not_fit"
    assert room.house.store.version("tournament:t1") == before


def test_undo_is_previewed_and_refused_while_something_depends_on_it():
    """The preview names what would change; a sale that was paid since is not undone."""
    room = Room(book="adtp-2023")
    room.done("SellEntry", key="sale", **room.awaiting("e1", "p1"))
    envelope = Envelope(key="x", who="ana", role="cashier", at=room.now)
    asked = Asked(look=Look(room.house.world), envelope=envelope, books=room.house.books)
    changes = preview(Undo(command_key="sale"), asked)
    assert not isinstance(changes, Refused)
    assert "tournament:t1/entries/e1" in {change.where for change in changes}
    assert "e1" in room.state.entries
    rest = [{"method": "cash", "amount_centavos": room.state.sales["e1"].price_centavos}]
    room.done("PayRest", tournament="t1", sale="e1", desk="d1", payments=rest)
    assert room.refused("Undo", command_key="sale").because == "undo.depended_on"
    assert room.refused("Undo", command_key="sale", who="bia").because == "undo.not_yours"


def test_what_moved_no_money_is_undone_without_a_line_in_the_books():
    """The level is marked and taken back: the books say the same as before, not that nothing was given back."""
    room = Room()
    room.sell("e1", "p1")
    before = dict(room.house.world.live("tournament:t1").postings)
    room.done("MarkLevel", role="director", tournament="t1", level=1, key="too-early")
    room.done("Undo", role="director", command_key="too-early")
    assert before
    assert room.house.world.live("tournament:t1").postings == before


def test_an_amended_rule_holds_from_its_moment():
    """Until 13:40 the desk opens 60 minutes before; after it, 30."""
    room = Room()
    amend = {"parameter": "desk.opens_minutes_before", "value": 10, "notice": "Balcão abre 10 minutos antes."}
    room.done("AmendRule", role="director", tournament="t1", holds_from="2026-11-20T13:40:00-03:00", **amend)
    room.sell("e1", "p1")
    room.now = at("13:45")
    refused = room.refused("SellEntry", **room.sale("e2", "p2"))
    assert refused.because == "desk.not_open_yet"
    assert [cite.book for cite in refused.cites] == ["emenda-1"]


def test_the_past_is_shown_as_it_was_known_then():
    """As of a version or a moment, what was undone later was not undone yet."""
    room = Room(book="adtp-2023")
    room.done("SellEntry", key="sale", **room.awaiting("e1", "p1"))
    version = room.house.store.version("tournament:t1")
    room.now = at("13:35")
    room.done("Undo", command_key="sale")
    for moment in (Version(version), at("13:31")):
        state, _ = as_of(room.house, "tournament:t1", moment)
        assert "e1" in state.entries
    assert "e1" not in room.state.entries


def test_an_amendment_that_the_parameter_cannot_hold_is_refused():
    """A word where a number belongs is refused at once, and the desk goes on selling."""
    room = Room()
    amend = {"parameter": "entry.min_age", "value": "dezoito", "notice": "x"}
    when = "2026-11-20T13:40:00-03:00"
    refused = room.refused("AmendRule", role="director", tournament="t1", holds_from=when, **amend)
    assert refused.because == "rulebook.wrong_value"
    room.sell("e1", "p1")
    assert room.state.entries["e1"].person == "p1"


def test_a_sheet_with_something_wrong_makes_no_tournament():
    """A price whose split does not sum is refused before anything can be sold under it."""
    room = Room()
    items = sheet().items
    bad = msgspec.structs.replace(items[0], split_centavos={"prize_pool": 100})
    made = msgspec.to_builtins(sheet(items=(bad, *items[1:])))
    fields = {"tournament": "t9", "season": "s26", "sheet": made}
    refused = room.refused("CreateTournament", role="organiser", **fields)
    assert refused.because.startswith("sheet.")
    assert room.house.store.version("tournament:t9") == 0
