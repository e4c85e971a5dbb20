"""How every story ends: one winner, every chip and centavo found, every draw repeated, every step explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.desk.draws import proof_of
from feltro.app.handling import House
from feltro.app.handling.answer import told_reason
from feltro.app.upkeep.audit import verify_house
from feltro.cli.main import main
from feltro.tournament.eliminations.places import standings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.stories.evening import Evening

CLAUSES = (
    "PlayerMoved",
    "TableBroken",
    "TableHalted",
    "Redrawn",
    "HandStarted",
    "PenaltyGiven",
    "TableRaced",
    "HandForHandStarted",
    "HandReleased",
    "LastHandsDrawn",
)
"""What nobody has to take on trust."""


def one_winner(evening: Evening) -> str:
    """The champion; everybody else has a place, and no place is left out."""
    order = standings(evening.state)
    places = [place for one in order for place in one.places]
    assert places == list(range(1, len(places) + 1))
    assert order[0].place == 1
    (champion,) = order[0].players
    assert evening.stacks == {champion: evening.state.chips_issued - evening.state.chips_removed}
    return champion


def all_explained(evening: Evening) -> None:
    """Whatever has a reason says it in three languages; what follows from a rule names the clause as well."""
    for event in [one for one in evening.events() if getattr(one, "because", "")]:
        kind = type(event).__name__
        for lang in ("pt", "en", "es"):
            assert told_reason(msgspec.to_builtins(event, str_keys=True), lang), kind
        assert kind not in CLAUSES or event.cites, event


def draws_hold(evening: Evening, folder: Path, capsys: Any) -> int:
    """`feltro draw verify` on every draw of the tournament; how many were checked."""
    facts = evening.house.world.live("tournament:t1").facts
    checked = 0
    for draw in list(evening.state.floor.draws.values()):
        if not draw.secret:
            evening.direct("RevealDraw", draw=draw.id, next_draw=f"{draw.id}-fim")
        proof = proof_of(draw.id, evening.state, facts)
        if not proof.order and not proof.further:
            continue
        path = folder / f"{draw.id}.json"
        path.write_bytes(msgspec.json.encode(proof))
        assert main(["draw", "verify", str(path)]) == 0, capsys.readouterr().out
        checked += 1
    return checked


def books_close(evening: Evening) -> None:
    """The ledger sums to zero, and another house on the same store finds the same of everything."""
    assert evening.house.world.balances.sum().centavos == 0
    report = verify_house(evening.house.store)
    unsafe = "store.unsafe_setting"  # the server of the tests does not wait for the disk
    found = [one for one in report.findings if one.because != unsafe]
    assert not found, found
    other = House(evening.house.store)
    other.world.load_all()
    assert other.world.live("tournament:t1").state == evening.state
    assert other.world.balances == evening.house.world.balances
