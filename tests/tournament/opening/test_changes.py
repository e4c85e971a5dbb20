"""An announced sheet is changed as far as nobody has bought, played or been promised it; what is fixed says why."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
import pytest

from feltro.kernel.instants import local_time
from feltro.tournament.opening.changes import fixed, until_when
from feltro.tournament.sheet import ChipCount, Day, Level, Sheet
from feltro.words.sentences import say, sentences
from tests.tournament.room import Room, at, told

BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")
SECOND = Day(id="1B", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), seats=90)


def change(room: Room, *, role: str = "director", **wishes: Any) -> Any:
    wanted = msgspec.structs.replace(room.state.the_sheet, **wishes)
    fields = {"tournament": "t1", "sheet": msgspec.to_builtins(wanted, str_keys=True)}
    return room.do("ChangeSheet", role=role, **fields)


def parts(refused: Any) -> set[str]:
    assert refused.because in {"sheet.fixed", "sheet.fixed_since"}, refused
    return set(refused.values["parts"])


def levels(room: Room, **of: Level) -> tuple[Level, ...]:
    """As the sheet has them, with some replaced: `l3=...`."""
    return tuple(of.get(f"l{number}", level) for number, level in enumerate(room.state.the_sheet.levels, 1))


@pytest.mark.parametrize("book", BOOKS)
def test_before_the_first_sale_everything_can_be_changed_even_the_book(book):
    room = Room(book=book)
    other = "adtp-2012" if book != "adtp-2012" else "adtp-2023"
    done = change(
        room,
        name="Outro nome",
        kind="side",
        book=other,
        withheld=(),
        stack=(ChipCount(value=100, count=50), ChipCount(value=1000, count=15)),
        items=tuple(msgspec.structs.replace(one, chips=20000 if one.chips == 30000 else one.chips) for one in room.state.the_sheet.items),
        guarantee_centavos=5_000_000,
        days=(*room.state.the_sheet.days, SECOND),
        payout=msgspec.structs.replace(room.state.the_sheet.payout, source="organiser"),
    )  # fmt: skip
    (fact,) = told(done, "SheetChanged")
    assert {"name", "kind", "book", "stack", "guarantee_centavos", "days.1B"} <= set(fact["changed"])
    assert (room.state.the_sheet.name, room.state.the_sheet.book) == ("Outro nome", other)
    assert local_time(room.state.starts["1B"]).isoformat() == "2026-11-21T14:00:00-03:00"
    room.sell("e1", "p1", day="1")  # and the desk sells under it


@pytest.mark.parametrize("book", BOOKS)
def test_once_something_was_sold_what_was_bought_stays_and_all_of_it_is_told_at_once(book):
    room = Room(book=book)
    room.sell("e1", "p1")
    entry, *others = room.state.the_sheet.items
    dearer = msgspec.structs.replace(
        entry, price_centavos=entry.price_centavos + 100, split_centavos={**entry.split_centavos, "prize_pool": entry.split_centavos["prize_pool"] + 100}
    )  # fmt: skip
    refused = change(room, kind="ladies", items=(dearer, *others), stack=(ChipCount(value=100, count=300),))
    assert parts(refused) == {"kind.sold", "items.sold", "stack.sold"}
    assert room.state.the_sheet.kind == "main"
    said = say(refused.because, "pt", **refused.values)
    assert "20 nov. 2026" in said
    assert "13h3" in said
    assert "o stack inicial (já vendido)" in said


def test_of_a_sold_item_its_name_window_and_limits_still_change_and_an_unsold_one_wholly():
    room = Room()
    room.sell("e1", "p1")
    entry, again, rebuy = room.state.the_sheet.items
    renamed = msgspec.structs.replace(entry, label="Inscrição única")
    cheaper = msgspec.structs.replace(rebuy, price_centavos=8000, split_centavos={"prize_pool": 8000}, chips=8000)
    change(room, items=(renamed, again, cheaper))
    assert room.state.the_sheet.item("rebuy").price_centavos == 8000
    assert room.state.the_sheet.item("entry").label == "Inscrição única"
    assert parts(change(room, items=(again, cheaper))) == {"items.sold"}


def test_levels_already_played_stay_and_those_to_come_change():
    room = Room()
    room.now = at("14:00")
    room.done("StartClock", role="director", tournament="t1", day="1")
    room.now = at("15:10")  # in the third level of thirty minutes
    longer = Level(minutes=45, small_blind=400, big_blind=800)
    assert parts(change(room, levels=levels(room, l3=longer))) == {"levels.played"}
    assert parts(change(room, levels=room.state.the_sheet.levels[:2])) >= {"levels.played"}
    change(room, levels=levels(room, l4=longer))
    assert room.state.the_sheet.levels[3].minutes == 45
    resting = msgspec.structs.replace(room.state.the_sheet.levels[2], break_minutes=20)
    change(room, levels=levels(room, l3=resting))
    assert room.state.the_sheet.levels[2].break_minutes == 20


def test_in_the_break_its_length_is_fixed_too():
    resting = Level(minutes=30, small_blind=100, big_blind=200, break_minutes=15)
    room = Room(
        levels=(resting, *(Level(minutes=30, small_blind=200 * n, big_blind=400 * n) for n in range(1, 12)))
    )
    room.now = at("14:00")
    room.done("StartClock", role="director", tournament="t1", day="1")
    room.now = at("14:35")
    short = msgspec.structs.replace(resting, break_minutes=5)
    assert parts(change(room, levels=levels(room, l1=short))) == {"levels.played"}


def test_a_guarantee_grows_after_a_sale_and_never_shrinks_and_after_the_prizes_are_announced_it_stands():
    room = Room(guarantee_centavos=1_000_000)
    room.sell("e1", "p1")
    change(room, guarantee_centavos=2_000_000)
    assert room.state.the_sheet.guarantee_centavos == 2_000_000
    assert parts(change(room, guarantee_centavos=1_500_000)) == {"guarantee_centavos.lowered"}
    assert parts(change(room, guarantee_centavos=None)) == {"guarantee_centavos.lowered"}


def test_a_day_with_entries_moves_by_the_form_and_is_told_as_a_moved_start():
    room = Room()
    room.sell("e1", "p1")
    (day,) = room.state.the_sheet.days
    later = msgspec.structs.replace(day, starts_at=datetime.fromisoformat("2026-11-20T16:00:00-03:00"))
    done = change(room, days=(later,))
    (moved,) = told(done, "StartMoved")
    assert moved["day"] == "1"
    assert local_time(room.state.starts["1"]).hour == 16
    assert parts(change(room, days=(SECOND,))) == {"days.entered"}
    (same,) = room.state.the_sheet.days
    assert change(room, days=(same,)).because == "sheet.same"


def test_a_day_being_played_cannot_end_in_a_level_that_is_past():
    room = Room()
    room.now = at("14:00")
    room.done("StartClock", role="director", tournament="t1", day="1")
    room.now = at("15:10")
    (day,) = room.state.the_sheet.days
    final = Day(id="final", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), from_level=3)
    early = msgspec.structs.replace(day, until_level=2)
    assert "days.played" in parts(change(room, days=(early, final)))
    late = msgspec.structs.replace(day, until_level=12)
    change(room, days=(late, msgspec.structs.replace(final, from_level=13)))
    assert room.state.the_sheet.day("1").until_level == 12


def test_a_cashier_changes_no_sheet_and_a_faulty_one_is_refused():
    room = Room()
    assert change(room, role="cashier", name="Meu").because == "permission.role_may_not"
    (day,) = room.state.the_sheet.days
    assert change(room, days=(day, msgspec.structs.replace(SECOND, id="1"))).because.startswith("sheet.")
    assert room.state.the_sheet.name == "Evento"


def test_a_change_is_undone_with_everything_that_it_changed():
    room = Room()
    done = change(room, name="Outro", days=(*room.state.the_sheet.days, SECOND))
    assert "1B" in room.state.starts
    room.done("Undo", role="director", command_key=done.key)
    assert room.state.the_sheet.name == "Evento"
    assert list(room.state.starts) == ["1"]
    assert room.state.sheet_changes == []


def test_every_field_of_a_sheet_says_until_when_it_changes_and_every_reason_has_its_words():
    known = {"", "row", "sold", "started", "announced", "final_table"}
    assert set(until_when()) == {one.name for one in msgspec.structs.fields(Sheet)}
    assert set(until_when().values()) == known
    held = {f"sheet.held.{name}.{by}" for name, by in until_when().items() if by not in {"", "row"}}
    rows = {"levels.played", "items.sold", "days.entered", "days.started", "days.ended", "days.played"}
    wanted = held | {f"sheet.held.{one}" for one in rows} | {"sheet.held.guarantee_centavos.lowered"}
    assert wanted <= set(sentences("pt"))
    assert {f"sheet.part.{name}" for name in until_when()} <= set(sentences("pt"))


def test_what_is_fixed_is_known_before_anybody_tries():
    room = Room()
    assert fixed(room.state, room.now) == []
    room.sell("e1", "p1")
    known = {one.part: one for one in fixed(room.state, room.now)}
    assert {"book", "stack", "items.entry", "days.1"} <= set(known)
    assert "levels.1" not in known
    assert known["book"].since == at("13:30")
