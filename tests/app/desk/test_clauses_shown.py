"""What is not enforced is shown: rules at the table, on the stage's page and at the desk, and notices of the moment."""

from __future__ import annotations

import pytest

from feltro.app.desk.counter import book_of
from feltro.app.desk.house_rules import PLACES, house_rules
from feltro.app.desk.notices import EVERYBODY, notices
from feltro.rulebook.library import shipped
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from tests.tournament.room import BOOKS, Room, at

ALL = pytest.mark.parametrize("book", BOOKS)
SHOWN = {
    "table": {
        "cgp-2024": {"PRE", "5.3.7", "5.1.3"},
        "nps-2019": {"PRE", "15", "3"},
        "adtp-2012": {"22", "2"},
        "adtp-2023": {"26", "6"},
        "bpt-2015": set(),
    },
    "stage": {
        "cgp-2024": {"1.1", "1.2.1.1", "1.2.2.2", "1.3", "1.4", "2.7~alteracoes"},
        "nps-2019": {"A", "B", "C", "D"},
        "adtp-2012": set(),
        "adtp-2023": set(),
        "bpt-2015": {"39"},
    },
    "ranking": {
        "cgp-2024": set(),
        "nps-2019": {"P~alteracoes"},
        "adtp-2012": set(),
        "adtp-2023": set(),
        "bpt-2015": set(),
    },
    "desk": {
        "cgp-2024": {"2.1.a", "2.2", "2.4"},
        "nps-2019": {"F", "G", "H"},
        "adtp-2012": set(),
        "adtp-2023": set(),
        "bpt-2015": set(),
    },
}


def given(room: Room):
    return notices(room.state, book_of(room.house, room.state, room.now), room.now)


@pytest.mark.clause("cgp-2024:PRE", "cgp-2024:5.3.7", "cgp-2024:1.1", "cgp-2024:1.2.1.1", "cgp-2024:1.2.2.2")
@pytest.mark.clause("cgp-2024:1.4", "cgp-2024:2.7~alteracoes", "nps-2019:PRE", "nps-2019:A", "nps-2019:B")
@pytest.mark.clause("nps-2019:D", "nps-2019:15", "nps-2019:P~alteracoes", "adtp-2012:22", "adtp-2023:26")
@ALL
@pytest.mark.parametrize("place", sorted(PLACES))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_rule_is_shown_where_it_matters_with_its_clause(book, place, lang):
    """Devices, languages, decks, arriving early, how stages are announced: in three languages, from the book itself."""
    room = Room(book=book)
    rules = house_rules(place, book_of(room.house, room.state, room.now), lang)
    said = {cite.clause for rule in rules for cite in rule.cites if cite.book == book}
    assert SHOWN[place][book] <= said
    assert all(rule.title and rule.text for rule in rules)


@ALL
def test_only_what_is_declared_is_shown(book):
    """Every name in the places is a parameter: a rename would show a hole."""
    assert PLACES
    for names in PLACES.values():
        assert names
        assert set(names) <= set(shipped().parameters)


@pytest.mark.clause("cgp-2024:2.7~alteracoes", "bpt-2015:39")
@ALL
def test_a_rule_changed_during_the_event_is_told_to_everybody_or_waits_for_the_next_stage(book):
    """CGP amends at once and notifies; BPT's change binds from the next stage, and this one keeps the old rule."""
    room = Room(book=book)
    at_once = book_of(room.house, room.state, room.now)["event.rules.change_from"]
    amend = {
        "tournament": "t1",
        "parameter": "desk.opens_minutes_before",
        "value": 30,
        "holds_from": "2026-11-20T13:40:00-03:00",
        "notice": "O balcão abre 30 minutos antes.",
    }
    outcome = room.do("AmendRule", role="director", **amend)
    if at_once.value != "at_once":
        assert outcome.because == "amend.next_stage"
        assert outcome.cites == at_once.cites
        assert not given(room)
        return
    (told,) = given(room)
    assert (told.because, told.to, told.values["hour"].isoformat()) == (
        "notice.rule_changed",
        EVERYBODY,
        "13:40:00",
    )
    back = {**amend, "holds_from": "2026-11-20T13:20:00-03:00"}
    assert room.refused("AmendRule", role="director", **back).because == "amend.not_backwards"


@pytest.mark.clause("bpt-2015:39")
def test_the_next_stage_of_bpt_uses_the_new_version_and_the_last_one_stays():
    """A change saved between two stages: the next tournament settles it otherwise, the earlier one is as it was."""
    room = Room(book="bpt-2015")
    room.done("AnnounceStage", role="director", season="s26", stage="e5", name="5", venue="v", **DAYS)
    sheet = room.house.world.live("tournament:t1").state.sheet
    import msgspec

    made = {"tournament": "t5", "season": "s26", "stage": "e5", "sheet": msgspec.to_builtins(sheet)}
    room.done("CreateTournament", role="organiser", **made, answers={"cancel.until_minutes_before": 15})
    books = [
        book_of(room.house, room.house.world.live(f"tournament:{one}").state, room.now) for one in ("t1", "t5")
    ]
    limits = [book["cancel.until_minutes_before"].value for book in books]
    assert limits[1] == 15
    assert limits[0] != 15


DAYS = {"first_day": "2026-12-04", "last_day": "2026-12-06"}


@pytest.mark.clause("cgp-2024:1.1", "nps-2019:A", "cgp-2024:1.2.2.1")
def test_a_stage_keeps_venue_address_and_every_announcement():
    """Announced, then moved: both are kept with their moment, and the last one holds."""
    room = Room()
    stage = {"season": "s26", "stage": "e1", "name": "Etapa 1", "address": "Rua A, 1", **DAYS}
    room.done("AnnounceStage", role="director", **stage, venue="Clube")
    room.now = at("13:35")
    room.done("AnnounceStage", role="director", **stage, venue="Hotel")
    first, last = room.house.world.live("season:s26").state.stages["e1"]
    assert [(one.venue, one.address, one.at) for one in (first, last)] == [
        ("Clube", "Rua A, 1", at("13:30")),
        ("Hotel", "Rua A, 1", at("13:35")),
    ]
    assert room.state.stage == "e1"


@pytest.mark.clause("adtp-2012:22", "adtp-2023:26")
@ALL
def test_a_new_level_offers_new_decks_where_the_book_changes_them_then(book):
    """Level 8 starts: a deck change is offered at every table; in the break before it, and in level 1, none."""
    room = Room(book=book)
    offered = "level_change" in book_of(room.house, room.state, room.now)["deck.change.when"].value
    seen = []
    for level, in_break in ((1, False), (7, True), (8, False)):
        room.done("MarkLevel", role="director", tournament="t1", level=level, in_break=in_break)
        seen.append("notice.change_decks" in [one.because for one in given(room)])
    assert seen == [False, False, offered]
    assert offered or book not in {"adtp-2012", "adtp-2023"}


@pytest.mark.clause("cgp-2024:2.7~patches", "cgp-2024:2.7~mesa-final")
@ALL
def test_staff_see_large_patches_and_the_final_tables_brands(book):
    """A patch over 100 cm² at once; four of a brand only when the rest of the field is out and nobody can enter."""
    room = Room(book=book)
    for number in range(1, 12):
        room.sell(f"e{number}", f"p{number}")
        if number <= 4:
            room.done("DeclareSponsor", tournament="t1", person=f"p{number}", brand="banco-x")
    size = {"width_mm": 101, "height_mm": 100}
    room.done("MeasurePatch", role="floor", tournament="t1", patch="x", person="p1", brand="banco-x", **size)
    cgp = book == "cgp-2024"
    assert [one.because for one in given(room)] == (["notice.patch_too_large"] if cgp else [])
    room.done("CloseRegistration", role="director", tournament="t1")
    assert "media.too_many_of_a_brand" not in [one.because for one in given(room)]
    for number in (10, 11):
        room.done("Eliminate", role="director", tournament="t1", entry=f"e{number}")
    final = [one for one in given(room) if one.because == "media.too_many_of_a_brand"]
    assert len(final) == cgp
    if cgp:
        assert final[0].about == ("banco-x", "p1", "p2", "p3", "p4")
        assert str(final[0].cites[0]) == "cgp-2024:2.7~mesa-final"
        room.done("Eliminate", role="director", tournament="t1", entry="e4")
        assert "media.too_many_of_a_brand" not in [one.because for one in given(room)]


@pytest.mark.clause("cgp-2024:2.3")
def test_an_advance_entry_without_its_papers_is_on_the_list_until_they_come():
    """Staff see who is pending and what is missing, in words."""
    room = Room()
    room.now = at("18:00", "2026-11-19")
    room.done("SellAhead", **room.ahead("e1", "p1", received=["payment_proof"]))
    (told,) = given(room)
    assert told.values["papers"] == ("name", "cpf")
    assert all(say(told.because, lang, **told.values) for lang in LANGUAGES)
    room.done("CompleteAhead", tournament="t1", entry="e1", received=["name", "cpf"])
    assert not given(room)
