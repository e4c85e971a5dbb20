"""What was ruled is found again: in a list, in the history, on a player's sheet, and beside the next one like it."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from feltro.app.upkeep.archive import export_season, import_season
from feltro.app.world.plan import Envelope
from feltro.store.memory import MemoryStore
from tests.tournament.room import sheet
from tests.web.floor.tapping import Thumb
from tests.web.running import Running
from tests.web.staff import text_of


@pytest.fixture
def room():
    return Running(18)


def keep_one(browser, chips=("500", "1000")) -> Thumb:
    """Silent chips behind a raise to 1.100, kept."""
    thumb = Thumb(browser, "/decidir/t1", mesa="1")
    seat = thumb.situation["seats"][5]
    thumb.tap("say:raise", valor="1100")
    thumb.tap(f"seat:{seat}")
    for chip in chips:
        thumb.tap(f"chip:{chip}")
    thumb.tap("", name="opcao", to="/guardar")
    return thumb


def kept(room) -> dict:
    return room.house.world.live("rulings:t1").state.rulings


def test_a_kept_ruling_is_in_the_list_the_history_the_console_and_on_the_sheet_of_its_player(room):
    with room.site.browser("fred") as browser:
        keep_one(browser)
        ((_, one),) = kept(room).items()
        for page in (
            "/decidir/t1/decisoes",
            "/direcao/t1",
            "/direcao/t1/historia",
            f"/direcao/t1/jogador/{one.entries[-1]}",
        ):
            read = " ".join(text_of(browser.get(page).text).split())
            assert "paga (call) 1.100" in read, page
            assert "5.4.14.A" in read or "5.4.5" in read, page
        other = next(entry for entry in room.state.floor.tables[2].players.values())
        assert "paga (call) 1.100" not in text_of(browser.get(f"/direcao/t1/jogador/{other}").text)


def test_the_list_is_filtered_by_person_clause_and_what_was_decided_over(room):
    with room.site.browser("fred") as browser:
        keep_one(browser)
        ((_, one),) = kept(room).items()
        stranger = next(entry for entry in room.state.floor.tables[2].players.values())

        def listed(query: str) -> bool:
            return "paga (call)" in text_of(browser.get(f"/decidir/t1/decisoes?{query}").text).split("JSON")[1]

        assert (
            listed("")
            is listed("temporada=1")
            is listed(f"pessoa={one.entries[0]}")
            is listed("clausula=5.4.14")
            is True
        )
        assert listed(f"pessoa={stranger}") is listed("clausula=9.9") is listed("mudadas=1") is False


def test_the_list_says_what_was_read_aloud_and_the_log_does_not(room):
    with room.site.browser("fred") as browser:
        read = keep_one(browser).part("d-aloud")
        assert read
        name = read.partition(" ")[0].rstrip(":,")
        shown = " ".join(text_of(browser.get("/decidir/t1/decisoes").text).split())
        rest = read.removeprefix(name)
        assert rest.strip() in shown
        written = b"".join(one.payload for one in room.house.store.read("rulings:t1")).decode()
        assert rest.strip() not in written
        assert name not in written


def test_a_person_is_found_in_every_event_of_the_season_by_who_they_are(room):
    """In the side event the same entry is somebody else's, and the same person has another one."""
    with room.site.browser("fred") as browser:
        keep_one(browser)
        ((_, one),) = kept(room).items()
        entry = one.entries[0]
        person = room.state.entries[entry].person
        other = next(one.person for one in room.state.entries.values() if one.person != person)
        made = msgspec.to_builtins(sheet("cgp-2024"), str_keys=True)
        room.done("CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made)
        for bought, by in ((entry, other), ("side", person)):
            room.done("SellEntry", **{**room.sale(bought, by), "tournament": "t2"})
        for name, about in (("theirs", entry), ("his", "side")):
            cited = {"clause": "5.4.14.A", "remedy": "dead_hand", "entries": [about]}
            room.done("KeepRuling", role="director", who="dora", tournament="t2", ruling=name, **cited)

        def listed(query: str) -> list[str]:
            return re.findall(r'data-row="(\w+)"', browser.get(f"/decidir/t1/decisoes?{query}").text)

        (here,) = kept(room)
        assert listed(f"pessoa={person}") == [here]
        assert sorted(listed(f"pessoa={person}&temporada=1")) == sorted([here, "his"])
        assert sorted(listed(f"pessoa={entry}&temporada=1")) == sorted([here, "his"])
        assert "theirs" in listed("temporada=1")
        assert listed("pessoa=p999&temporada=1") == []


def test_a_ruling_is_decided_over_with_a_reason_and_both_stay(room):
    with room.site.browser("dora") as browser:
        keep_one(browser)
        ((name, _),) = kept(room).items()
        form = {"decisao": name, "remedio": "raise", "valor": "2.000", "key": "decide0001"}
        refused = browser.send("/decidir/t1/decisoes", **form, motivo=" ")
        assert refused.status_code == 409
        assert [one.remedy for one in kept(room)[name].decisions] == ["call"]
        browser.send(
            "/decidir/t1/decisoes", **form | {"key": "decide0002"}, motivo="o anúncio foi ouvido por todos"
        )
        assert [(one.remedy, one.to) for one in kept(room)[name].decisions] == [("call", 1100), ("raise", 2000)]
        assert "mudada; antes: paga (call)" in " ".join(
            text_of(browser.get("/decidir/t1/decisoes?mudadas=1").text).split()
        )


def test_what_was_read_aloud_is_not_told_with_a_decision_that_says_otherwise(room):
    """`é call` under a raise would be read to the table by whoever opens the list."""
    with room.site.browser("dora") as browser:
        aloud = keep_one(browser).part("d-aloud")
        ((name, _),) = kept(room).items()
        assert aloud in " ".join(text_of(browser.get("/decidir/t1/decisoes").text).split())
        form = {"decisao": name, "remedio": "raise", "valor": "2.000", "key": "decide0009", "motivo": "ouviram"}
        browser.send("/decidir/t1/decisoes", **form)
        assert aloud not in " ".join(text_of(browser.get("/decidir/t1/decisoes").text).split())
        assert json.loads(browser.get("/decidir/t1/decisoes?formato=json").text)[0]["aloud"] == ""


def test_who_decides_over_chooses_the_new_decision(room):
    """None is chosen beforehand: a form sent in haste would say `mesa`."""
    with room.site.browser("dora") as browser:
        keep_one(browser)
        ((name, _),) = kept(room).items()
        page = browser.get("/decidir/t1/decisoes").text
        assert re.search(r'<select name="remedio" required><option value="">', page)
        form = {"decisao": name, "remedio": "", "key": "decide0010", "motivo": "ouviram"}
        assert browser.send("/decidir/t1/decisoes", **form).status_code >= 400
        assert [one.remedy for one in kept(room)[name].decisions] == ["call"]


def test_two_who_decide_over_it_at_once_are_not_both_final_and_the_second_sees_the_first(room):
    """From two pages that were opened before either decided: the second is told, and nothing of the first is lost."""
    with room.site.browser("dora") as one, room.site.browser("fred") as other:
        keep_one(one)
        ((name, _),) = kept(room).items()
        pages = [browser.get("/decidir/t1/decisoes").text for browser in (one, other)]
        seen = [re.search(r'name="vistas" value="(\d+)"', page)[1] for page in pages]
        assert seen == ["1", "1"]
        form = {"decisao": name, "vistas": "1"}
        first = one.send("/decidir/t1/decisoes", **form, remedio="raise", motivo="todos ouviram", key="decide0001")
        late = other.send("/decidir/t1/decisoes", **form, remedio="fold", motivo="ninguém ouviu", key="decide0002")
        assert (first.status_code, late.status_code) == (200, 409)
        assert "Enquanto isso dora decidiu de outro modo" in text_of(late.text)
        assert [decision.remedy for decision in kept(room)[name].decisions] == ["call", "raise"]
        read = " ".join(text_of(late.text).split())
        assert "dora decidiu de outro modo: aumento (raise) · todos ouviram" in read
        again = other.send(
            "/decidir/t1/decisoes",
            **form | {"vistas": "2"},
            remedio="fold",
            motivo="ninguém ouviu",
            key="decide0003",
        )
        assert again.status_code == 200
        (row,) = json.loads(other.get("/decidir/t1/decisoes?formato=json").text)
        assert (row["overruled_by"], row["reason"]) == ("fred", "ninguém ouviu")


def test_what_was_decided_last_time_stands_beside_a_new_one_and_a_difference_is_told(room):
    with room.site.browser("fred") as browser:
        assert "Nesta temporada" not in keep_one(browser).words.split("Decisão guardada")[0]
        thumb = keep_one(browser, ("500", "500", "500"))
        assert "Nesta temporada: paga (call) 1.100" in thumb.words
        ((name, _), *_) = kept(room).items()
        room.done(
            "OverruleRuling", role="director", who="dora", tournament="t1", ruling=name, remedy="raise", reason="x"
        )
        thumb = keep_one(browser)
        assert "Da última vez foi diferente: aumento (raise)" in thumb.words
        again = Thumb(browser, "/decidir/t1", mesa="1")
        seat = again.situation["seats"][5]
        again.tap("say:raise", valor="1100")
        for tap in (f"seat:{seat}", "chip:500", "chip:1000"):
            again.tap(tap)
        assert 0 < again.words.find("Da última vez foi diferente") < again.words.find("Guardar")
        assert again.words.count("Da última vez foi diferente: aumento (raise)") == 1


def test_the_list_is_taken_along_as_a_table_and_as_data(room):
    with room.site.browser("fred") as browser:
        aloud = keep_one(browser).part("d-aloud")
        (row,) = json.loads(browser.get("/decidir/t1/decisoes?formato=json").text)
        assert (row["table"], row["level"], row["hand"], row["to"], row["by"]) == (1, 1, 1, 1100, "fred")
        lines = browser.get("/decidir/t1/decisoes?formato=csv").text.splitlines()
        assert lines[0].lstrip("﻿").startswith("event;ruling;at;table;level;hand")
        assert "paga (call)" in lines[1]
        assert aloud
        assert row["aloud"] == aloud
        assert aloud in lines[1]


def test_rulings_move_with_an_exported_season(room, tmp_path):
    with room.site.browser("fred") as browser:
        keep_one(browser)
    export_season("s26", room.house.store, tmp_path / "season.zip")
    other = MemoryStore()
    import_season(tmp_path / "season.zip", other, Envelope(key="k", who="o", role="organiser", at=room.now))
    assert other.version("rulings:t1") == 1
    assert [row.kind for row in other.registry("ruling")] == ["ruling"]


def test_a_penalty_that_the_ruling_proposes_is_given_from_here(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seat = thumb.situation["seats"][3]
        thumb.tap("topic:exposed")
        thumb.tap(f"seat:{seat}")
        thumb.tap("answer:action_pending=true")
        thumb.tap("", name="opcao", to="/guardar")
        thumb.tap("warning", name="penalidade", to="/penalidade")
        assert "Penalidade dada." in thumb.words
    ((_, penalty),) = room.state.sanctions.penalties.items()
    ((_, one),) = kept(room).items()
    assert (penalty.kind, penalty.entry) == ("warning", one.entries[0])


def test_whom_the_words_name_is_whom_the_ruling_and_its_penalty_are_about(room):
    """Told in one sentence: nobody has to tap the seat once more, and the ruling just kept is not its own precedent."""
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seat = thumb.situation["seats"][3]
        thumb.tap("words:", palavras=f"{seat} agiu fora da vez de propósito, primeira vez")
        assert "Infração: Agir fora da vez" in thumb.words
        thumb.tap("", name="opcao", to="/guardar")
        assert "Nesta temporada" not in thumb.words
        thumb.tap("warning", name="penalidade", to="/penalidade")
    ((_, penalty),) = room.state.sanctions.penalties.items()
    ((_, one),) = kept(room).items()
    assert (penalty.kind, penalty.entry) == ("warning", one.entries[0])
    assert penalty.infraction.startswith("conduct.")


def test_several_floors_decide_at_once_and_nothing_of_one_reaches_the_other(room):
    with room.site.browser("fred") as first, room.site.browser("dora") as second:
        one, other = Thumb(first, "/decidir/t1", mesa="1"), Thumb(second, "/decidir/t1", mesa="2")
        one.tap("say:raise", valor="600")
        other.tap("say:raise", valor="900")
        one.tap("say:fold")
        other.tap("chip:5000")
        assert [act.get("says") for act in one.situation["acts"]] == ["aumento para 600", None]
        assert other.situation["acts"][-1]["pushes"] == [5000]
        other.tap("", name="opcao", to="/guardar")
        one.tap("", name="opcao", to="/guardar")
    assert sorted(ruling.table for ruling in kept(room).values()) == [1, 2]


def test_two_floors_at_one_table_keep_both_of_their_rulings_and_each_sees_the_others(room):
    """Their taps go in turn: neither page holds the other's situation, and nothing is lost."""
    with room.site.browser("fred") as one, room.site.browser("dora") as other:
        thumbs = [Thumb(browser, "/decidir/t1", mesa="1") for browser in (one, other)]
        seat = thumbs[0].situation["seats"][5]
        for thumb in thumbs:
            thumb.tap("say:raise", valor="1100")
        for thumb in thumbs:
            thumb.tap(f"seat:{seat}")
        for chips in (("500", "1000"), ("1000", "5000")):
            for thumb, chip in zip(thumbs, chips, strict=True):
                thumb.tap(f"chip:{chip}")
        assert [thumb.situation["acts"][-1]["pushes"] for thumb in thumbs] == [[500, 1000], [1000, 5000]]
        for thumb in thumbs:
            thumb.tap("", name="opcao", to="/guardar")
        assert sorted(ruling.decisions[0].by for ruling in kept(room).values()) == ["dora", "fred"]
        for browser in (one, other):
            listed = json.loads(browser.get("/decidir/t1/decisoes?formato=json").text)
            assert {row["by"] for row in listed} == {"dora", "fred"}
            assert {row["table"] for row in listed} == {1}
            pushed = sorted(row["situation"]["acts"][-1]["pushes"] for row in listed)
            assert pushed == [[500, 1000], [1000, 5000]]


@pytest.mark.slow
def test_two_floors_who_keep_at_the_same_moment_lose_nothing(room):
    """Six at once from two sessions, each with its own key."""
    with room.site.browser("fred") as one, room.site.browser("dora") as other:
        thumbs = [Thumb(browser, "/decidir/t1", mesa="1") for browser in (one, other) * 3]
        for place, thumb in enumerate(thumbs):
            thumb.tap("say:raise", valor=str(1000 + 100 * place))
            thumb.tap(f"seat:{thumb.situation['seats'][5]}")
            thumb.tap("chip:5000")
        with ThreadPoolExecutor(len(thumbs)) as pool:
            list(pool.map(lambda thumb: thumb.tap("", name="opcao", to="/guardar"), thumbs))
        amounts = sorted(ruling.final.to for ruling in kept(room).values())
        assert amounts == [1000, 1100, 1200, 1300, 1400, 1500]
        assert sorted(ruling.decisions[0].by for ruling in kept(room).values()) == ["dora"] * 3 + ["fred"] * 3
