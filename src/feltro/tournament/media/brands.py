"""Brands that players represent: declared with the entry, worn at the table, counted at the final table."""

from collections.abc import Iterable

from feltro.kernel.outcome import Finding, Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import has_started
from feltro.tournament.facts import media as e
from feltro.tournament.media import commands as c
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState


def declare_sponsor(command: c.DeclareSponsor, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if command.person not in state.of_person:
        return Refused("media.not_entered", {"person": command.person})
    return _declared(command.person, command.brand, state, book, now)


def asked_with_entry(book: Settled) -> bool:
    """Where a brand may be worn only if it was declared before the start, the desk asks for it with the sale."""
    return bool(book["media.sponsor.declare_until"].value == "start")


def declared_with_entry(person: str, brand: str, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What the player says at the desk; one who re-enters has said it before."""
    if not brand or brand in state.media.brands.get(person, ()):
        return ()
    return _declared(person, brand, state, book, now)


def _declared(person: str, brand: str, state: TournamentState, book: Settled, now: Now) -> Outcome:
    worn = state.media.brands.get(person, ())
    if brand in worn:
        return Refused("media.brand_declared_before", {"brand": brand})
    several = book["media.patch.several"]
    if worn and not several.value:
        return Refused("media.one_brand_only", {"brand": worn[0]}, several.cites)
    started = event_began(state, now)
    refused = _too_late(brand, worn, state, book) if started else None
    return refused or (e.SponsorDeclared(person=person, brand=brand, after_start=started),)


def event_began(state: TournamentState, now: Now) -> bool:
    return has_started(state) or now.at >= min(state.starts.values())


def _too_late(brand: str, worn: tuple[str, ...], state: TournamentState, book: Settled) -> Refused | None:
    until, after = book["media.sponsor.declare_until"], book["media.sponsor.after_start"]
    if until.value == "any_time":
        return None
    if worn:
        return Refused("media.sponsor_too_late", {"brand": brand}, until.cites)
    if after.value == "official_sponsors" and brand not in state.media.official:
        return Refused("media.official_only", {"brand": brand}, after.cites)
    return None


def worn_by(person: str, state: TournamentState) -> tuple[str, ...]:
    """What was declared, and what was seen on the player."""
    seen = (patch.brand for patch in state.media.patches.values() if patch.person == person)
    return tuple(dict.fromkeys((*state.media.brands.get(person, ()), *seen)))


def undeclared(person: str, state: TournamentState, book: Settled) -> tuple[str, ...]:
    """Brands seen on a player who never declared them, where the book lets nobody wear such a one."""
    if book["media.sponsor.declare_until"].value == "any_time":
        return ()
    declared = state.media.brands.get(person, ())
    return tuple(
        brand for brand in worn_by(person, state) if brand not in declared and brand not in state.media.official
    )


def final_table_warnings(people: Iterable[str], state: TournamentState, book: Settled) -> list[Finding]:
    """The brands, other than the event's own, that more finalists wear than the book lets them."""
    most = book["media.final_table.max_same_brand"]
    wearers: dict[str, int] = {}
    for person in people:
        for brand in worn_by(person, state):
            if brand not in state.media.official:
                wearers[brand] = wearers.get(brand, 0) + 1
    if not most.value:
        return []
    values = {"most": most.value, "clause": str(most.clause)}
    return [
        Finding("media.too_many_of_a_brand", brand, {"brand": brand, "wearers": count, **values})
        for brand, count in sorted(wearers.items())
        if count > most.value
    ]
