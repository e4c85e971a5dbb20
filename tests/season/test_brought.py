"""Results of another house in its own published file: looked at first, brought with money, and marked as brought for ever."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from feltro.app.ranking.results_archive import (
    FORMAT,
    ArchivedEvent,
    ArchivedFinish,
    ResultsArchive,
    archive,
    schema,
)
from feltro.app.ranking.results_csv import Into, Read
from feltro.app.ranking.results_import import import_file, look_at_file
from feltro.app.reports.results import write_file
from feltro.app.world.plan import Envelope
from tests.conftest import peer
from tests.season.league import League
from tests.web.staff import Site, text_of


def finish(place: int, name: str, prize: int = 0) -> ArchivedFinish:
    code = f"{place}aaaaaaaaaaaaaaa"
    return ArchivedFinish(
        place=place,
        person=code,
        name=name,
        entries=1,
        day2=place < 3,
        final_table=True,
        points=0.0,
        prize_centavos=prize,
    )


EVENT = ArchivedEvent(
    event="aberto-2025", name="Aberto de Pelotas", stage="sul", kind="main", format="main", counts=True, entries=40,
    paid_places=2, deal_left=0, buy_in_centavos=25000, level_minutes=20, date="2025-08-02", pool_centavos=700000,
    finishers=(finish(1, "Zeca Pinto Ferraz", 450050), finish(2, "Maria das Dores Lopes", 249950), finish(3, "Ivo Brum")),
)  # fmt: skip
FILE = ResultsArchive(format=FORMAT, season="2025", book="cgp-2024", events=(EVENT,), standings=())


@pytest.fixture
def league() -> League:
    made = League()
    made.done("ExcludeEvent", role="director", season="s26", tournament="t1", reason="não houve")
    return made


def sent(league: League, key: str = "k") -> Envelope:
    return Envelope(key=key, who="dora", role="director", device="test", at=league.now)


def test_a_file_is_looked_at_and_nothing_is_written(league):
    before = league.house.store.streams()
    read = look_at_file(msgspec.json.encode(FILE), Into("s26", "e1"), league.house, sent(league))
    assert isinstance(read, Read), read
    assert ([one.name for one in read.people], read.known) == (
        ["Zeca Pinto Ferraz", "Maria das Dores Lopes", "Ivo Brum"],
        0,
    )
    assert league.house.store.streams() == before


def test_another_houses_event_comes_with_its_prizes_under_our_book_and_stays_marked(league):
    """The codes of people in the other house mean nothing here: they are known by name, or new."""
    assert isinstance(import_file(msgspec.json.encode(FILE), Into("s26", "e1"), league.house, sent(league)), Read)
    told = archive("s26", league.ranking, league.house.store)
    [event] = [one for one in told.events if one.event == "aberto-2025"]
    assert (event.brought, event.stage, event.name, event.date) == (True, "e1", "Aberto de Pelotas", "2025-08-02")
    assert [(one.name, one.prize_centavos) for one in event.finishers] == [
        ("Zeca Pinto Ferraz", 450050),
        ("Maria das Dores Lopes", 249950),
        ("Ivo Brum", 0),
    ]
    assert event.finishers[0].points > event.finishers[1].points > 0
    assert "aaaaaaaaaaaaaaa" not in msgspec.json.encode(told).decode()
    again = look_at_file(
        msgspec.json.encode(replace(FILE, events=(replace(EVENT, event="outro"),))),
        Into("s26", "e1"),
        league.house,
        sent(league),
    )
    assert isinstance(again, Read)
    assert (len(again.people), again.known) == (0, 3)


@pytest.mark.clause("cgp-2024:4.3.b")
@pytest.mark.parametrize("written", ["json", "csv"])
def test_what_one_house_writes_another_reads_to_the_last_word_and_leaves_out_what_its_book_does(written, tmp_path):
    """A ladies event with a saved place and somebody who qualified and never sat: it counted in the ranking of a book that
    leaves such events out."""
    theirs = replace(
        EVENT, format="ladies", kind="side", bubble_places=1, finishers=tuple(map(_sat_down, EVENT.finishers))
    )
    house = League()
    house.done("ExcludeEvent", role="director", season="s26", tournament="t1", reason="não houve")
    path = tmp_path / f"season.{written}"
    write_file(path, replace(FILE, events=(theirs,)), "pt")
    assert isinstance(import_file(path.read_bytes(), Into("s26", "e1"), house.house, sent(house)), Read)
    [event] = [one for one in archive("s26", house.ranking, house.house.store).events if one.brought]
    plain = {"person": "", "points": 0.0, "country": ""}
    finishers = tuple(replace(one, **plain) for one in event.finishers)
    asked = replace(
        theirs,
        counts=False,
        brought=True,
        stage="e1",
        finishers=tuple(replace(one, **plain) for one in theirs.finishers),
    )
    assert replace(event, finishers=finishers) == asked
    assert [one.points for one in event.finishers] == [0, 0, 0]


def _sat_down(one: ArchivedFinish) -> ArchivedFinish:
    return replace(one, started_day2=one.place == 1, deal=one.place < 3, bounties_centavos=2500)


@pytest.mark.parametrize(
    "data",
    [b"{", b'{"format": "feltro/results/1"}', msgspec.json.encode(replace(FILE, format="feltro/results/9"))],
    ids=["cut", "not whole", "of another version"],
)
def test_a_file_that_is_no_archive_says_so_and_brings_nothing(league, data):
    found = import_file(data, Into("s26"), league.house, sent(league))
    assert [one.because for one in found] == ["results.file.archive"]


def test_a_stage_that_the_season_does_not_have_is_named_before_anything_is_brought(league):
    found = look_at_file(msgspec.json.encode(FILE), Into("s26"), league.house, sent(league))
    assert [one.because for one in found] == ["stage.unknown"]


def test_what_we_write_is_what_our_schema_says(league):
    """Read by a validator of somebody else's; a place in words, or a prize in reais, is not of it."""
    validator = peer("jsonschema_rs").validator_for(schema())
    import_file(msgspec.json.encode(FILE), Into("s26", "e1"), league.house, sent(league))
    told = msgspec.to_builtins(archive("s26", league.ranking, league.house.store))
    assert [one.message for one in validator.iter_errors(told)] == []
    told["events"][-1]["finishers"][0]["place"] = "primeiro"
    assert not validator.is_valid(told)
    told["events"][-1]["finishers"][0].update(place=1, prize_centavos=10.5)
    assert not validator.is_valid(told)


@pytest.mark.slow
def test_the_page_shows_what_would_come_and_brings_it_on_the_second_word(league):
    site = Site(league.house)
    site.clock.now = league.now
    file = msgspec.json.encode(FILE).decode()
    with site.browser("dora") as browser:
        looked = browser.send("/temporada/s26/resultados", lines=file, stage="e1", key="a")
        said = text_of(looked.text)
        assert "1 evento viria: 0 pessoas já conhecidas, 3 novas" in said
        assert "Aberto de Pelotas" in said
        assert "1º Zeca Pinto Ferraz" in said
        assert "Aberto de Pelotas" not in text_of(browser.get("/resultados/s26").text)
        browser.send("/temporada/s26/resultados", lines=file, stage="e1", sure="1", key="b")
        page = text_of(browser.get("/resultados/s26/evento/aberto-2025").text)
    assert "trazido de arquivo" in page
    assert "R$ 4.500,50" in page.replace("\xa0", " ")
