"""A televised table in a real browser: hands of all games entered by its keys alone, at the sizes of a tablet."""

from __future__ import annotations

import os
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe

from feltro.app.feature.play import played
from feltro.hand.games import BY_CODE
from feltro.hand.phh.reader import read
from feltro.hand.phh.replay import replay
from feltro.web.site import create_site
from tests.app.feature.hands import GAMES, by_chance, entered, stakes_of
from tests.web.feature.stage import Stage

from .serving import Serving

pytestmark = pytest.mark.browser
TABLET = {"width": 1024, "height": 768}
HANDS = int(os.environ.get("FELTRO_HANDS", "26"))
"""Two of each game in every run; a hundred on demand."""
STAKES = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet")
DRIVER = """
async ({ begin, acts }) => {
  const mesa = () => document.querySelector("#mesa");
  const swapped = (go) => new Promise((done, wrong) => {
    const late = setTimeout(() => wrong(new Error("no answer")), 30000);
    document.addEventListener("htmx:afterSwap", () => { clearTimeout(late); done(); }, { once: true });
    go();
  });
  const need = (found, what) => { if (!found) throw new Error("not offered: " + JSON.stringify(what) + " in " + mesa().innerText.slice(0, 400)); return found; };
  const press = async (button, what) => {
    need(button, what);
    if (button.disabled) throw new Error("disabled: " + JSON.stringify(what));
    await swapped(() => button.click());
    const no = mesa().querySelector(".refused");
    if (no) throw new Error(JSON.stringify(what) + ": " + no.innerText);
  };
  const pick = (form, cards, what) => {
    for (const card of cards.match(/../g).filter((one) => one !== "??")) {
      const key = need(form.querySelector(`[data-card="${card}"]`), what);
      if (key.disabled) throw new Error("card is out: " + card);
      key.click();
    }
  };
  const forms = (act) => [...mesa().querySelectorAll(`form:has([name=act][value=${act}])`)].filter((one) => !one.closest(".rare"));
  const fill = (form, name, value) => { const field = form.elements[name]; if (field) field.value = value; };

  if (begin) {
    const form = need(mesa().querySelector(".begin-form"), begin);
    for (const [name, value] of Object.entries(begin.fields)) fill(form, name, value);
    for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = begin.ticked.includes(box.name);
    form.querySelector(`[name=button][value="${begin.button}"]`).checked = true;
    for (const [name, value] of Object.entries(begin.stacks)) fill(form, name, value);
    await press(form.querySelector("button.key.primary"), "begin");
  }
  for (const act of acts) {
    const found = forms(act.act);
    if (act.act === "bet" || act.act === "raise") {
      const form = need(found.find((one) => one.matches(".raise")), act), field = form.elements.chips;
      if (act.chips < Number(field.dataset.least) || act.chips > Number(field.dataset.most)) throw new Error("out of reach " + JSON.stringify(act));
      field.value = act.chips;
      await press(form.querySelector("button.key"), act);
    } else if (act.act === "board" || act.act === "deal") {
      const form = need(found.find((one) => Number(one.elements.seat.value) === act.seat || act.act === "board"), act);
      pick(form, act.cards, act);
      await press(form.querySelector("button.key"), act);
    } else if (act.act === "show") {
      const form = need(found.find((one) => Number(one.elements.seat.value) === act.seat), act);
      form.closest("details").open = true;
      pick(form, act.cards, act);
      await press(form.querySelector("button.key"), act);
    } else if (act.act === "discard") {
      await press(found.find((one) => one.elements.cards.value === act.cards && Number(one.elements.seat.value) === act.seat)?.querySelector("button"), act);
    } else {
      await press(found.find((one) => Number(one.elements.seat.value) === act.seat)?.querySelector("button"), act);
    }
  }
}
"""


class Studio:
    """A stage behind a server, and the production's page on a tablet."""

    def __init__(self, browser) -> None:
        self.stage = Stage()
        self.site = Serving(lambda: create_site(self.stage.house, self.stage.site.clock))
        self.context = browser.new_context(
            viewport=TABLET, base_url=self.site.address, locale="pt-BR", has_touch=True
        )
        self.page, self.problems = self.context.new_page(), []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.home = f"/producao/{self.stage.keys['production']}"

    @property
    def kept(self):
        feature = self.stage.feature
        return feature.hands[feature.last]

    def begin(self, game: str, stacks: tuple[int, ...], button: int) -> None:
        chairs = sorted(self.stage.state.floor.tables[1].players)[: len(stacks)]
        stakes = stakes_of(game)
        fields = {one: getattr(stakes, one) or "" for one in STAKES}
        begin = {
            "fields": {"game": game, "ante_from": stakes.ante_from, **fields},
            "ticked": [f"in_{one}" for one in chairs],
            "button": chairs[button],
            "stacks": {f"stack_{one}": stack for one, stack in zip(chairs, stacks, strict=True)},
        }
        self.page.evaluate(DRIVER, {"begin": begin, "acts": []})

    def play(self, acts) -> None:
        told = [{"act": one.act, "seat": one.seat, "chips": one.chips, "cards": self.named(one)} for one in acts]
        self.page.evaluate(DRIVER, {"begin": None, "acts": told})

    def named(self, act) -> str:
        """At a showdown of stud nobody names again what lies open: the third to the sixth card."""
        stud = BY_CODE[self.kept.setting.game].family == "stud"
        return act.cards[:4] + act.cards[12:] if act.act == "show" and stud else act.cards

    def close(self) -> None:
        self.context.close()
        self.site.stop()
        assert self.problems == []


@pytest.fixture
def studio(browser):
    made = Studio(browser)
    yield made
    made.close()


@pytest.mark.slow
def test_hands_of_all_games_entered_by_keys_replay_to_the_same_stacks(studio):
    """Whatever chance makes legal is offered as a key; the record and the hand histories end as the engine does."""
    random, ends = Random(19), {}
    studio.page.goto(f"{studio.home}/mesa/1")
    for number in range(HANDS):
        game = GAMES[number % len(GAMES)]
        stacks = tuple(random.choice((600, 2_000, 5_300)) for _ in range(random.choice((2, 2, 3))))
        studio.begin(game, stacks, random.randrange(len(stacks)))
        whole = by_chance(studio.kept.setting, random)
        studio.play(entered(whole))
        assert played(studio.kept).over, game
        assert played(studio.kept).stacks == whole.stacks, (number, game)
        ends[studio.kept.number] = whole
    written = studio.page.request.get(f"{studio.home}/maos/todas.phh").text()
    sections = split(written)
    assert len(sections) == len(ends) == HANDS
    for number, whole in ends.items():
        again = replay(read(sections[number]))
        assert again.divergence is None, number
        assert sorted(again.hand.stacks) == sorted(whole.stacks), number


def split(written: str) -> dict[int, str]:
    """A file of many hands: each under its number."""
    found: dict[int, list[str]] = {}
    for line in written.splitlines():
        if line.startswith("[") and line[1:-1].isdecimal():
            found[int(line[1:-1])] = here = []
        else:
            here.append(line)
    return {number: "\n".join(lines) for number, lines in found.items()}


SMALL = """() => [...document.querySelectorAll('.mesa a, .mesa button, .mesa label, .mesa summary, .mesa input:not([type=hidden], [type=checkbox], [type=radio])')]
  .filter((one) => one.checkVisibility() && !one.closest('.cites'))
  .map((one) => [one.textContent.trim().slice(0, 20), Math.round(one.getBoundingClientRect().width), Math.round(one.getBoundingClientRect().height)])
  .filter(([, width, height]) => Math.min(width, height) < 72)"""
LOW = "() => [...document.querySelectorAll('.keys .deck button')].every((one) => one.getBoundingClientRect().bottom <= innerHeight)"


def test_every_key_is_a_thumb_wide_all_suits_are_seen_and_axe_finds_nothing(studio):
    """Before a hand, in turn, and while the flop is named, with nine at the table."""
    page, stage = studio.page, studio.stage
    page.goto(f"{studio.home}/mesa/1")
    stacks = dict.fromkeys(stage.state.floor.tables[1].players, 5_000)
    with stage.producing() as table:
        steps = (lambda: None, lambda: table.begin(stacks=stacks), lambda: to_the_flop(table))
        for step in steps:
            step()
            page.reload()
            assert page.evaluate(SMALL) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= TABLET["width"]
            violations = Axe().run(page).response["violations"]
            grave = [one for one in violations if one["impact"] in {"serious", "critical"}]
            assert [(one["id"], one["nodes"][0]["html"][:80]) for one in grave] == []
    assert page.evaluate(LOW)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(10, 16, 13)"


def to_the_flop(table) -> None:
    for act in (*("fold",) * 7, "call", "check"):
        assert "refused" not in table.act(act).text


FOUR_EACH = "AcAdKcKd 2c2d3c3d 4c4d5c5d 6c6d7c7d 8c8d9c9d TcTdJcJd QcQdQhQs AhAsKhKs 2h2s3h3s".split()
IN_SIGHT = "(named) => { const box = document.querySelector(named).getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
WIDE = "document.documentElement.scrollWidth"


def test_nine_with_four_cards_each_at_the_largest_stakes_stand_on_a_tablet_and_on_a_phone(studio):
    """What comes next is in sight before anybody scrolls: the key that deals, the raise, and all four suits for the flop."""
    stage, page = studio.stage, studio.page
    chairs = sorted(stage.state.floor.tables[1].players)
    page.goto(f"{studio.home}/mesa/1")
    assert page.evaluate(IN_SIGHT, ".begin-form > .key")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Inter")
    with stage.producing() as table:
        stacks = dict.fromkeys(chairs, 1_234_500)
        table.begin("plo8", stacks=stacks, button=chairs[0], small_blind=100_000, big_blind=200_000)
        for seat, cards in enumerate(FOUR_EACH):
            table.send("/cartas", hand=1, seat=seat, cards=cards)
        page.reload()
        assert page.evaluate(IN_SIGHT, ".raise .key")
        assert page.input_value("[name=chips]") == "400.000"
        assert [one.inner_text() for one in page.locator(".disc:visible").all()] == ["25.000", "100.000", "500.000"]
        for chips, enough in (("100.000", False), ("200.000", False), ("300.000", False), ("400.000", True)):
            page.locator(".disc", has_text="100.000").tap()
            assert page.input_value("[name=chips]") == chips
            assert page.locator(".raise .key").is_enabled() is enough
        page.fill("[name=chips]", "800.000")
        assert page.locator(".raise .key").is_disabled(), "more than the pot"
        for act in ("call",) * 8 + ("check",):
            table.act(act)
    page.reload()
    assert page.evaluate(LOW)
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    assert page.evaluate(WIDE) <= 360
    page.goto(f"{studio.home}/maos/1?passo=4")
    assert page.evaluate(WIDE) <= 360
