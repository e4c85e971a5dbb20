"""Two in the morning on a telephone: long names, large sums, nothing cut, and what is asked for under the thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.big_room import announce
from tests.web.running import Running
from tests.web.staff import Site

from .conftest import PHONE, TV
from .served import SPILLED
from .test_desk import Served, come_in  # noqa: F401 - come_in is a fixture

pytestmark = pytest.mark.browser
LONG = "Maximiliano Wanderley Brandt"
WIDER = """() => [document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll('.panel button, .panel dd, .panel input')]
  .filter(one => one.offsetParent && one.getBoundingClientRect().right > one.closest('.panel').getBoundingClientRect().right + 1)
  .map(one => one.textContent.trim() || one.name)]"""
CUT = "() => [...document.querySelectorAll('.board li > span')].filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"


@pytest.fixture
def served():
    one = Served()
    site = Site(one.house)
    one.room = Running(12, site=site, guarantee_centavos=150_000_000, book="bpt-2015")
    one.room.done("ChangePerson", role="director", who="dora", person="p3", name=LONG)
    yield one
    one.stop()


def test_a_bag_is_typed_and_closed_without_leaving_its_row(come_in):  # noqa: F811
    """The number, whether the player is absent, and the button stay inside the panel."""
    page = come_in("dora", "/direcao/t1/dia", PHONE)
    page.locator(".bag-table summary").first.click()
    expect(page.locator(".bag-table[open] [name=chips]").first).to_be_visible()
    assert page.evaluate(WIDER) == [0]


def test_a_penalty_is_read_whole_before_it_is_chosen(come_in, served):  # noqa: F811
    """Where the house settled it the source is long: it goes beneath, and never squeezes the words to a column."""
    page = come_in("dora", f"/floor/t1/penalidade?mesa=1&entry={served.room.at(1, 1)}", PHONE)
    expect(page.locator(".pocket-list a").first).to_be_visible()
    assert page.evaluate(WIDER) == [0]
    assert min(page.locator(".pocket-list a > span").evaluate_all("all => all.map(one => one.offsetWidth)")) >= 170


def test_a_million_in_prizes_fits_a_telephone(come_in):  # noqa: F811
    """What the house covers, the guarantee and the bars: no amount is cut, broken in two or written over a bar."""
    page = come_in("dora", "/premios/t1?n=12", PHONE)
    expect(page.locator(".figures")).to_contain_text("R$ 1.500.000,00")
    assert page.evaluate(WIDER) == [0]
    heights = page.locator(".figures dd").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert len(set(heights)) == 1
    bars = page.evaluate(
        """() => [...document.querySelectorAll('.plot.bars rect')].map(one => one.nextElementSibling.getBoundingClientRect().left - one.getBoundingClientRect().right)"""
    )
    assert min(bars) >= 0


def test_the_seating_board_shows_a_long_name_whole(come_in, served):  # noqa: F811
    """Twelve names have the room that a wall of ninety has not; one that the desk corrects is corrected there."""
    hung = {"role": "director", "who": "dora", "screen": "salao1"}
    served.room.done("AddScreen", label="Salão", **hung)
    served.room.done("SetScreen", layout={"view": "seating", "events": ["t1"]}, **hung)
    page = come_in("dora", "/tv/salao1", TV)
    expect(page.locator(".board.seating")).to_contain_text(LONG)
    assert page.evaluate(CUT) == []
    served.room.done("ChangePerson", role="director", who="dora", person="p4", name="Wilhelmina Vasconcellos Prado")
    expect(page.locator(".board.seating")).to_contain_text(
        "Wilhelmina Vasconcellos Prado"
    )  # by itself: nobody touches it
    assert page.evaluate(CUT) == []


def test_a_stopped_clock_is_marked_on_every_page(come_in, served):  # noqa: F811
    """Two bars and a word for who listens: the figures alone look as if they ran."""
    served.room.order("PauseClock", reason="teste")
    page = come_in("dora", "/premios/t1", PHONE)
    expect(page.locator("#now-on time.still")).to_have_attribute("title", "relógio parado")


def test_who_is_being_paid_comes_before_the_list_on_a_telephone(come_in, served):  # noqa: F811
    """The amount stands above the fold, however many are paid, and what has to be shown is marked."""
    room = announce(served.room)
    while len(room.state.floor.chair_of) > 1:
        room.order("Eliminate", entry=next(iter(room.state.floor.chair_of)))
    page = come_in("ana", "/premios/t1/janela", PHONE)
    page.locator(".winners a").last.click()
    amount = page.locator(".to-pay")
    expect(amount).to_be_visible()
    assert amount.bounding_box()["y"] < 400
    assert page.locator(".pay-form .field", has=page.locator("[name=document]")).locator("i").inner_text() == "*"


def test_the_agenda_shows_events_before_what_can_be_made_of_them(come_in):  # noqa: F811
    """Calendar, feed, picture and sheet stand under the list on a telephone."""
    page = come_in("dora", "/agenda", PHONE)
    first, take_along = page.locator(".public section, .agenda-day").first, page.locator(".take-along .buttons")
    assert first.bounding_box()["y"] < take_along.bounding_box()["y"]


def test_a_list_that_is_brought_is_checked_on_a_telephone(come_in):  # noqa: F811
    """Which column says what: fields with air between them. What is wrong with a row is read without pushing it sideways."""
    page = come_in("rui", "/jogadores/importar", PHONE)
    page.locator("[name=pasted]").fill("Nome;CPF;Nascimento\nBia Reis;11111111111;\nCaio Mota;;30/02/1990\n")
    page.get_by_role("button", name="Ler o que foi colado").click()
    expect(page.locator("main")).to_contain_text("Linha 2: Bia Reis")
    for told in page.locator("td .flag").all():
        assert told.bounding_box()["x"] + told.bounding_box()["width"] <= PHONE["width"]
    expect(page.locator("td .flag").last).to_contain_text("“30/02/1990” não é uma data")
    first, second = (one.bounding_box() for one in page.locator(".grid-form .field").all()[:2])
    assert second["y"] - first["y"] - first["height"] >= 12


def test_a_champion_with_a_long_name_leaves_the_places_on_the_wall(come_in, served):  # noqa: F811
    """The most photographed moment of the room: the word, the name on one line, the prize and all nine places are there."""
    room = announce(served.room)
    while len(room.state.floor.chair_of) > 1:
        room.order("Eliminate", entry=next(one for one in room.state.floor.chair_of if one != "e3"))
    page = come_in("dora", "/relogio/t1", TV)
    winner = page.locator(".winner")
    expect(winner).to_have_text(LONG)
    page.wait_for_timeout(700)  # the line under the name is drawn once
    assert page.evaluate(SPILLED) == []
    assert page.locator(".word").bounding_box()["y"] > page.locator(".face header").bounding_box()["y"]
    assert winner.evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize)") < 2
    places = page.locator(".podium li")
    assert places.count() == 8
    assert places.last.bounding_box()["y"] + places.last.bounding_box()["height"] <= TV["height"]
    page.goto("/direcao/t1")
    assert page.locator('[data-need="director.need.break"]').count() == 0


def test_the_way_back_from_a_payment_is_a_page_and_no_question_of_the_browser(come_in, served):  # noqa: F811
    """Refused once, put right, paid in part: the browser's way back shows the prize as it stands, and pays nothing again."""
    served.room.done("SetControl", role="organiser", who="rui", tournament="t1", size="alone")
    room = announce(served.room)
    while len(room.state.floor.chair_of) > 1:
        room.order("Eliminate", entry=next(iter(room.state.floor.chair_of)))
    page = come_in("ana", "/premios/t1/janela", PHONE, quiet=True)  # a refusal's status is logged
    page.locator(".winners a").last.click()
    page.get_by_role("button", name="Pagar", exact=True).click()
    expect(page.locator("#refused")).to_contain_text("Falta o documento do premiado")
    page.locator("[name=document]").fill("529.982.247-25")
    page.locator("[name=photo_seen]").check()
    page.locator("[name=amount]").fill("10,00")
    page.get_by_role("button", name="Pagar", exact=True).click()
    expect(page.locator("main")).to_contain_text("Pagamento registrado")
    page.go_back()
    expect(page.locator(".chosen .sums")).to_contain_text("R$ 10,00")
    assert page.locator("#refused").count() == 0
    assert len(room.state.prizes.payments) == 1


def test_a_refused_act_of_the_drawer_marks_its_fields_and_the_way_back_is_a_page(come_in):  # noqa: F811
    """An expense of "uns trinta" for nothing in particular: the three fields of that form, not those of another that is shut."""
    page = come_in("ana", "/caixa", quiet=True)  # a refusal's status is logged
    page.locator(".till-act summary").nth(2).click()
    form = page.locator(".till-act[open] form")
    form.locator("[name=amount]").fill("uns trinta")
    form.evaluate("form => { form.noValidate = true; }")
    form.get_by_role("button").click()
    expect(page.locator("#refused p")).to_have_count(3)
    expect(form.locator("[aria-invalid=true]")).to_have_count(3)
    expect(form.locator("[name=amount]")).to_be_focused()
    page.goto("/balcao")
    page.go_back()
    expect(page.get_by_role("heading", name="Caixa", exact=True)).to_be_visible()
    assert page.locator("#refused").count() == 0


def test_a_refusal_that_came_as_a_page_is_not_sent_again_by_a_reload(come_in, served):  # noqa: F811
    """On a slow network a key is pressed before the scripts are there, and the refusal is a page of its own. Reloading it, or
    coming back to it, shows the console; nothing is sent once more, though by then the house would take it."""
    out, other = served.room.at(1, 1), served.room.at(1, 2)
    served.room.order("Eliminate", entry=out)
    page = come_in("dora", f"/direcao/t1/jogador/{other}", quiet=True)  # a refusal's status is logged
    sent = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    late = (
        "(one, out) => { one.querySelector('[name=entry]').value = out; one.submit(); }"  # as the browser sends it
    )
    page.locator("form:has([value=MarkAway])").first.evaluate(late, out)
    expect(page.get_by_role("alert")).to_be_visible()
    page.reload()
    expect(page.locator(".d-tabs")).to_be_visible()
    page.goto("/direcao")
    page.go_back()
    expect(page.locator(".d-tabs")).to_be_visible()
    assert len(sent) == 1
