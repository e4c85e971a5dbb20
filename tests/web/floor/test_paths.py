"""For every situation that is known, the taps of the page, the interface and the terminal give the same answer."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from typing import Any

import pytest

from feltro.cli.main import main
from feltro.rulings.catalogue import KINDS
from feltro.rulings.classics import classics
from feltro.rulings.schema import example
from feltro.web.frame.addresses import RULINGS
from feltro.words.sentences import say, written
from tests.conftest import shared
from tests.rulings.cases import own_cases
from tests.web.floor.paths import tap_to
from tests.web.floor.tapping import Thumb
from tests.web.staff import Site

EXAMPLES = [example(KINDS[name]) for name in sorted(KINDS)]
THIRTY = [{"book": book, **one.situation} for one in classics() for book in ("adtp-2023", "bpt-2015")]
CASES = shared("cases/situations.jsonl")


def on_the_page(thumb: Thumb) -> dict[str, Any]:
    """The ruling as it is read there."""
    found = {}
    for name in ("h1", "d-amount", "d-aloud", "d-regular"):
        tag = rf"<{name}>(.*?)</{name}>" if name == "h1" else rf'class="{name}">(.*?)</p>'
        hit = re.search(tag, thumb.html, re.DOTALL)
        found[name] = " ".join(unescape(re.sub(r"<[^>]+>", " ", hit[1])).split()) if hit else ""
    return found


def expected(answer: dict[str, Any]) -> dict[str, str]:
    """The same, made of the public answer."""
    last = answer["rulings"][-1]
    remedy = say(f"remedy.{last['remedy']}", "pt")
    line = f"{last['player']}: {remedy}" if last["player"] else remedy[:1].upper() + remedy[1:]
    back = f"voltam {written(last['returned'], 'pt')}" if last["returned"] else ""
    shown = {"h1": line, "d-aloud": last["text"]}
    return {**shown, "d-amount": f"{written(last['to'], 'pt')} {back}".strip()} if last["to"] else shown


def named(value: Any) -> Any:
    """A seat, a table and a player are called by a word or by a number: `4` is `"4"`."""
    match value:
        case dict():
            return {name: named(inner) for name, inner in value.items()}
        case list():
            return [named(inner) for inner in value]
        case bool() | None:
            return value
    return str(value)


def check(browser: Any, situation: dict[str, Any], told: dict[str, Any]) -> int:
    """How many taps it took."""
    query = {"livro": situation["book"], "blinds": "/".join(map(str, situation.get("blinds", (100, 200))))}
    thumb = Thumb(browser, "/decidir", **query)
    tap_to(thumb, situation)
    reached = {name: value for name, value in thumb.situation.items() if name in situation}
    assert named(reached) == named(situation), situation
    api = browser.client.post(RULINGS, json=situation, headers={"accept-language": "pt"}).json()
    assert api == told, situation
    assert api["rulings"], situation
    shown = on_the_page(thumb)
    if api["rulings"][-1]["regular"]:
        assert api["rulings"][-1]["text"] in {shown["d-regular"], shown["d-aloud"]}, situation
        return thumb.taps
    assert {name: shown[name] for name in expected(api)} == expected(api), situation
    asks = unescape(re.search(r'id="pergunta".*?<h2>(.*?)</h2>', thumb.html, re.DOTALL)[1]) if api["asks"] else ""
    assert asks == (api["asks"][0]["text"] if api["asks"] else ""), situation
    return thumb.taps


def in_the_terminal(situations: list[dict[str, Any]], monkeypatch: Any, capsys: Any) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(one) + "\n" for one in situations)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    main(["rule", "--lines", "-", "--lang", "pt"])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.slow
def test_the_examples_of_every_kind_and_the_thirty_are_reached_by_taps(monkeypatch, capsys):
    situations = [*EXAMPLES, *THIRTY]
    answers = in_the_terminal(situations, monkeypatch, capsys)
    assert len(answers) == len(situations) > 90
    with Site().browser("fred") as browser:
        taps = [check(browser, one, told) for one, told in zip(situations, answers, strict=True)]
    assert len(taps) == len(situations)


def ours() -> list[dict[str, Any]]:
    """Our own cases, each situation once under its book, without what names nothing."""
    bare = ({name: value for name, value in case["situation"].items() if value != {}} for case in own_cases())
    told = {json.dumps({"book": case["book"], **one}): None for case, one in zip(own_cases(), bare, strict=True)}
    return [one for one in map(json.loads, told) if "house" not in one]


def ruled_alike(situations: list[dict[str, Any]], monkeypatch: Any, capsys: Any) -> int:
    answers = in_the_terminal(situations, monkeypatch, capsys)
    assert len(answers) == len(situations)
    with Site().browser("fred") as browser:
        return len([check(browser, one, told) for one, told in zip(situations, answers, strict=True)])


@pytest.mark.slow
def test_one_in_a_hundred_of_our_own_cases_is_reached_by_taps_and_ruled_alike(monkeypatch, capsys):
    sample = ours()[::100]
    assert ruled_alike(sample, monkeypatch, capsys) == len(sample) > 20


@pytest.mark.slow
@pytest.mark.proof
def test_every_case_of_our_own_is_reached_by_taps_and_ruled_alike(monkeypatch, capsys):
    everything = ours()
    assert ruled_alike(everything, monkeypatch, capsys) == len(everything) > 2000


@pytest.mark.slow
@pytest.mark.skipif(CASES is None, reason="the shared material is not beside the project")
def test_every_shared_situation_is_reached_by_taps_and_ruled_alike(monkeypatch, capsys):
    situations = [json.loads(line)["situation"] for line in CASES.read_text("utf-8").splitlines()]
    answers = in_the_terminal(situations, monkeypatch, capsys)
    assert len(answers) == len(situations) >= 341
    with Site().browser("fred") as browser:
        taps = [check(browser, one, told) for one, told in zip(situations, answers, strict=True)]
    assert len(taps) == len(situations)
