"""Was the draw fair? Every draw of an event with its commitment, its proof once revealed, and a way to check a file."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from litestar import Response
from litestar.exceptions import NotFoundException

from feltro.app.desk.proofs import NamedProof, proofs_of
from feltro.app.event_view import event_of
from feltro.kernel.draws import DRAND_CHAIN, source_in
from feltro.kernel.published_draw import PublishedDraw, findings, read_draw
from feltro.procedures.color_up import race_rules
from feltro.tournament.secrets_shown import nothing_more_is_drawn
from feltro.tournament.state.draws import PHONES, Draws
from feltro.web.frame.answers import AnyAnswer, gate_page
from feltro.web.frame.fields import Form
from feltro.web.frame.gate import AnyRequest, house_of, now, open_form, open_page
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

FAIR = "/sorteio"
LONGEST_PROOF = 200_000


class Checked(NamedTuple):
    id: str
    what: str
    told: PublishedDraw
    wrong: list[str] | None
    """Nothing while the secret is not revealed."""
    source: str = ""
    """Where the public value comes from, in words."""
    compare: str = ""
    """With what it is to be compared."""
    number: int = 0


@open_page(FAIR + "/{event:str}", follows=("tournament:{event}",), heavy=True)
def show_draws(request: AnyRequest, event: str) -> AnyAnswer:
    return _page(request, event)


@open_form(FAIR + "/{event:str}", heavy=True)
def check_file(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    """A proof that somebody brought along. It is confirmed only if it is of a draw of this event, and says of it what we do:
    a proof that fits a commitment of its own making proves nothing."""
    pasted = str(data.get("proof", ""))[:LONGEST_PROOF]
    try:
        told = read_draw(pasted)
    except ValueError:
        return _page(request, event, pasted=pasted, said="fair.unreadable")
    ours = next((one for one in _draws(request, event) if _same_draw(one.told, told)), None)
    if ours is None:
        return _page(request, event, pasted=pasted, said="fair.not_ours")
    if ours.told != told:
        return _page(request, event, pasted=pasted, said="fair.differs" if ours.told.secret else "fair.not_yet")
    return _page(request, event, pasted=pasted, checked=ours)


def _same_draw(ours: PublishedDraw, told: PublishedDraw) -> bool:
    return (ours.label, ours.commitment, ours.beside) == (told.label, told.commitment.lower(), told.beside)


@open_page(FAIR + "/{event:str}/{file:str}", heavy=True)
def proof_file(request: AnyRequest, event: str, file: str) -> Response[bytes]:
    """What `feltro draw verify` reads."""
    draw = file.removesuffix(".json")
    found = next((one for one in _draws(request, event) if one.id == draw), None)
    if found is None:
        raise NotFoundException
    name = "".join(sign if sign.isalnum() else "-" for sign in f"{event}-{draw}")
    return Response(
        msgspec.json.format(msgspec.json.encode(found.told), indent=2),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


def _draws(request: AnyRequest, event: str) -> list[Checked]:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
        if found is None or found.state.sheet is None:
            raise NotFoundException
        proofs = proofs_of(found.state, found.facts, race_rules(found.book).first_seat)
        callers = {one.commitment: found.names.person(one.caller) for one in found.state.draws.sources.values()}
        served = found.state.draws.served
    return [
        _checked(request, one, callers.get(served.get(one.told.commitment, one.told.commitment), ""))
        for one in proofs
    ]


def _checked(request: AnyRequest, proof: NamedProof, caller: str) -> Checked:
    """The source in words, and with what anybody compares the value that came of it."""
    told, lang = proof.told, language_of(request)
    kind, reference = source_in(told.label)
    values = {"reference": reference, "caller": caller, "chain": DRAND_CHAIN, "n": len(told.phones)}
    source = say(f"fair.source.{kind}", lang, **values) if kind else ""
    compare = say(f"fair.compare.{kind}", lang, **values) if kind and told.public else ""
    shown = told.secret or told.physical
    wrong = [say(one.because, lang, **one.values) for one in findings(told)] if shown else None
    return Checked(proof.id, proof.what, told, wrong, source, compare, proof.number)


def _page(
    request: AnyRequest, event: str, *, pasted: str = "", said: str = "", checked: Checked | None = None
) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
        state = found.state.draws if found else Draws()
        phones = any(one.kind == PHONES and one.awaits for one in state.sources.values())
        taken_back = len(state.taken_back)
        over = found is not None and nothing_more_is_drawn(found.state)
    return gate_page(
        request,
        "screens/fair.html",
        400 if said else 200,
        event=event,
        draws=_draws(request, event),
        phones=phones,
        taken_back=taken_back,
        over=over,
        pasted=pasted,
        said=said,
        checked=checked,
    )
