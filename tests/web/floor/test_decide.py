"""Decidir: a floor person taps what was seen, reads the ruling with its clause, and keeps it."""

from __future__ import annotations

import re

import pytest

from feltro.rulings.classics import classics
from tests.app.conduct.situations import situation_of
from tests.web.floor.tapping import Thumb
from tests.web.running import Running


@pytest.fixture
def room():
    return Running(18)


def seats_of(thumb: Thumb) -> list[str]:
    return thumb.situation["seats"]


@pytest.mark.clause("cgp-2024:5.4.14.A", "cgp-2024:5.4.9.D")
def test_two_different_chips_without_a_word_are_a_call_where_both_are_needed(room):
    """1.100 to call, 500 and 1.000 pushed in silence: a call, and 400 go back."""
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = seats_of(thumb)
        thumb.tap("say:raise", valor="1100")
        thumb.tap(f"seat:{seats[5]}")
        thumb.tap("chip:500")
        thumb.tap("chip:1000")
        answer = thumb.part("d-answer")
        assert answer.startswith(f"{seats[5]}: paga (call) 1.100 voltam 400")
        assert "CGP 2024 5.4.14.A" in answer
        assert thumb.situation["acts"][-1] == {"player": seats[5], "pushes": [500, 1000]}


def test_each_tap_says_what_it_understood(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = seats_of(thumb)
        thumb.tap("say:raise", valor="600")
        assert thumb.part("d-said").startswith(f"{seats[2]} disse “aumento para 600”")
        thumb.tap(f"seat:{seats[4]}")
        thumb.tap("chip:5000")
        assert f"{seats[3]}: desistência presumida" in thumb.words
        assert f"{seats[4]} pôs 5.000" in thumb.words


@pytest.mark.parametrize(
    ("game", "rounds"),
    [
        ("nlhe", ["preflop", "flop", "turn", "river"]),
        ("stud", ["third", "fourth", "fifth", "sixth", "seventh"]),
        ("27td", ["predraw", "draw1", "draw2", "draw3"]),
    ],
)
def test_the_rounds_to_choose_from_are_those_of_the_game(room, game, rounds):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        thumb.tap("say:raise", valor="1100")
        thumb.send({"tap": f'put:game="{game}"'})
        assert [one.removeprefix("street:") for one in thumb.offered if one.startswith("street:")] == rounds
        thumb.tap(f"street:{rounds[-1]}")
        assert (thumb.situation["game"], thumb.situation["street"]) == (game, rounds[-1])


def test_what_was_told_can_be_changed_word_by_word(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = seats_of(thumb)
        thumb.tap("say:raise", valor="600")
        thumb.tap("edit:acts[0].says")
        thumb.tap("type:acts[0].says", typed="aumento para 800")
        assert thumb.situation["acts"] == [{"player": seats[2], "says": "aumento para 800"}]
        thumb.tap("drop:0")
        assert thumb.situation["acts"] == []


@pytest.mark.clause("cgp-2024:5.4.6")
def test_an_act_out_of_turn_presumes_nothing_of_those_before(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = seats_of(thumb)
        thumb.tap("say:raise", valor="600")
        thumb.tap(f"seat:{seats[5]}")
        thumb.tap("say:call")
        thumb.tap("out:")
        assert [act["player"] for act in thumb.situation["acts"]] == [seats[2], seats[5]]
        assert "presumida" not in thumb.words


@pytest.mark.clause("cgp-2024:5.8.1.b")
def test_only_what_would_change_the_ruling_is_asked_one_at_a_time(room):
    """Two cards of the deal exposed: whether somebody acted decides, so that is asked, with what each answer leads to."""
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        thumb.tap("topic:cards_exposed")
        assert thumb.part("d-ask") == (
            "O que já foi feito na mão? ninguém agiu ainda misdeal já houve ação substancial a mão segue"
        )
        assert thumb.part("d-if").startswith("Se for assim: ninguém agiu ainda")
        thumb.tap('answer:acts_so_far=["raise", "fold", "call"]')
        assert thumb.part("d-answer").startswith("A mão segue")
        assert (thumb.part("d-ask"), thumb.part("d-if")) == ("", "")


def test_what_is_asked_stands_above_the_key_that_keeps_the_ruling(room):
    """As long as something would change it, the answer is the next act and keeping it is not."""
    words = "UTG abriu 500, rodou em fold até o botão, que jogou uma ficha de 5 mil e falou raise"
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        thumb.tap("words:", palavras=words)
        assert thumb.html.index('id="pergunta"') < thumb.html.index("/guardar")
        thumb.tap(next(one for one in thumb.offered if one.startswith("answer:") and "pushes_first" in one))
        assert 'id="pergunta"' not in thumb.html
        assert "/guardar" in thumb.html


def test_a_kept_ruling_has_table_level_hand_people_and_situation_without_a_name(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = seats_of(thumb)
        thumb.tap("say:raise", valor="1100")
        thumb.tap(f"seat:{seats[5]}")
        thumb.tap("chip:500")
        thumb.tap("chip:1000")
        thumb.tap("", name="opcao", to="/guardar")
        assert "Decisão guardada." in thumb.words
    ((name, kept),) = room.house.world.live("rulings:t1").state.rulings.items()
    assert (kept.table, kept.level, kept.hand, kept.kind) == (1, 1, 1, "hand")
    assert (kept.final.remedy, kept.final.to, kept.final.by) == ("call", 1100, "fred")
    told = situation_of("t1", name, room.house.store)
    assert set(told["seats"]) == set(room.state.floor.tables[1].players.values())
    assert [act["player"] for act in told["acts"] if "presumed" not in act] == list(kept.entries)
    assert not any(seat.split()[0] in str(told) for seat in seats)


def test_a_dealer_describes_and_does_not_keep(room):
    with room.site.browser("davi") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = seats_of(thumb)
        thumb.tap(f"seat:{seats[3]}")
        thumb.tap("chip:5000")
        assert thumb.part("d-answer")
        assert "/decidir/t1/chamar" in thumb.html
        assert "/decidir/t1/guardar" not in thumb.html
        assert browser.send("/decidir/t1/guardar", situacao="{}").status_code == 404


def test_without_an_event_any_book_and_any_blinds(room):
    """One big chip in silence behind a raise is a call in all five."""
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir", livro="bpt-2015", blinds="50/100")
        thumb.tap("say:raise", valor="300")
        thumb.tap("seat:CO")
        thumb.tap("chip:1000")
        assert thumb.situation["book"] == "bpt-2015"
        assert thumb.part("d-answer").startswith("CO: paga (call) 300")


def test_what_cannot_be_read_changes_nothing_and_says_so(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        thumb.tap("notation:", notacao="isto não é nada")
        assert "Nada mudou." in thumb.words
        assert thumb.situation["acts"] == []
        thumb.send({"situacao": "[" * 5000, "tap": "say:call"})
        assert len(thumb.situation["acts"]) == 1
        thumb.send({"situacao": '{"acts": {"a": 1}}', "tap": "seat:ninguém"})
        assert thumb.situation["acts"] == []


@pytest.mark.parametrize(
    "tap",
    [
        "say:",
        "chip:x",
        "open:9",
        "drop:99",
        "street:rio",
        "kind:nada",
        "put:acts[7].says=1",
        "put:x=1",
        "answer:x=1",
        "type:",
        "edit:nada",
        "unchip:",
        "topic:nada",
    ],
)
def test_no_tap_breaks_the_page(room, tap):
    """Sent by hand, as nobody taps it."""
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        thumb.send({"tap": tap})
        assert 'id="decidir"' in thumb.html


def test_what_is_told_in_words_is_shown_as_it_was_read(room):
    """Positions, a chair's number and silent chips; the answer is the same as by taps."""
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = seats_of(thumb)
        chair = chair_of(thumb, seats[4])
        words = (
            f"UTG abriu 400, o do {chair} aumentou pra 1.100, botão jogou uma de 500 e uma de mil sem falar nada"
        )
        thumb.tap("words:", palavras=words)
        told = [(act["player"], act.get("says") or act.get("pushes")) for act in thumb.situation["acts"]]
        assert [one for one in told if one[1]] == [
            (seats[2], "aumento para 400"),
            (seats[4], "aumento para 1100"),
            (seats[-1], [500, 1000]),
        ]
        assert thumb.part("d-answer").startswith(f"{seats[-1]}: paga (call) 1.100 voltam 400")


def chair_of(thumb: Thumb, name: str) -> str:
    return re.search(rf'value="seat:{name}".*?<small>(\d+)</small>', thumb.html)[1]


def test_the_first_card_of_a_chair_is_known_where_the_table_is_and_asked_where_it_is_not(room):
    """Only the first two who are dealt to get one of the first two cards of the deal."""
    words = "virou a primeira carta do assento {} na distribuição, ninguém agiu"
    with room.site.browser("fred") as browser:
        for place, what in ((0, "first_or_second_card_exposed"), (4, "cards_exposed")):
            thumb = Thumb(browser, "/decidir/t1", mesa="1")
            thumb.tap("words:", palavras=words.format(chair_of(thumb, seats_of(thumb)[place])))
            assert thumb.situation["what"] == what
        alone = Thumb(browser, "/decidir")
        alone.tap("words:", palavras=words.format(6))
        assert "Foi a primeira ou a segunda carta da distribuição?" in alone.words


def test_words_that_tell_nothing_are_not_guessed(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        thumb.tap("words:", palavras="hoje choveu muito em Porto Alegre")
        assert "Disso não se entendeu uma situação." in thumb.words
        assert thumb.part("d-answer") == ""


@pytest.mark.parametrize("classic", classics(), ids=lambda one: str(one.number))
def test_each_of_the_thirty_is_one_tap_away_at_a_table(room, classic):
    """With the names of the table and the amounts of the level; then everything can be changed."""
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        people = set(seats_of(thumb))
        thumb.tap(f"classic:{classic.number}")
        assert thumb.part("d-answer") or thumb.part("d-regular")
        assert thumb.situation["book"] == "cgp-2024"
        assert set(thumb.situation.get("seats", [])) <= people, "people of this table"


def test_the_other_books_and_what_would_change_it_come_on_demand(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        seats = seats_of(thumb)
        thumb.tap("say:raise", valor="600")
        thumb.tap(f"seat:{seats[4]}")
        thumb.tap("chip:5000")
        more = Thumb(browser, "/decidir/t1", mesa="1")
        more.html = thumb.html
        more.send({}, "/mais")
        assert all(book in more.words for book in ("NPS 2019", "ADTP 2012", "ADTP 2023", "BPT 2015"))
        assert "Se tivesse anunciado “aumento”: aumento (raise) 5.000" in more.words
