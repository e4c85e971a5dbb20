"""`verify`: the chain of every stream and of the house, answers, books, the numbers on paper, the rows beside the log."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from feltro.app.people.directory import OBLIGATION, PERSON
from feltro.app.upkeep.answers import check_answers
from feltro.app.upkeep.outside import Outside, check_outside
from feltro.app.upkeep.places import called
from feltro.app.world import Live, World
from feltro.app.world.codec import codec
from feltro.app.world.history import KINDS
from feltro.app.world.shelf import PressedPage, Shelf
from feltro.app.world.streams.people import STREAM, PeopleState
from feltro.kernel.instants import Instant
from feltro.kernel.money import ZERO, Money
from feltro.kernel.outcome import Finding
from feltro.ledger.accounts import account
from feltro.ledger.checks import check
from feltro.ledger.entries import Posting, Reference
from feltro.store.codec import UnreadableEvent
from feltro.store.integrity import verify as verify_store
from feltro.store.port import Store
from feltro.tournament.prizes.owners import owed_by_pools
from feltro.tournament.sales.receipts import unbalanced
from feltro.tournament.state import TournamentState

NOTHING_OUTSIDE = Outside()
HOLES = ("store.damaged", "store.gap")
"""With these there is no state to look at: events are missing."""


class Audit(NamedTuple):
    """What was looked at, and everything that does not hold."""

    findings: list[Finding]
    counts: dict[str, int]
    notes: tuple[Finding, ...] = ()
    """What holds and is worth knowing."""


def verify_house(store: Store, outside: Outside = NOTHING_OUTSIDE, shelf: Shelf | None = None) -> Audit:
    """Nothing is repaired and nothing is written. What cannot be read is told; with holes in it nothing adds up. What is
    pressed is held to what the log says, and thrown away where it says something else."""
    with store.snapshot() as still:
        checked = check_outside(still, outside, called(World(store)) if outside.heads else {})
        findings = [*verify_store(store), *check_answers(still), *checked.findings]
    counts = {
        "streams": len(store.streams()),
        "events": sum(store.streams().values()),
        "commands": sum(1 for _ in store.answers()),
        "people": sum(1 for _ in store.registry(PERSON)),
        "postings": 0,
    }
    unreadable = list(_unreadable(store))
    if unreadable or any(one.because in HOLES for one in findings):
        return Audit([*findings, *unreadable], counts, checked.notes)
    world = World(store)
    world.load_all()
    postings = _postings(world, store)
    counts["postings"] = len(postings)
    findings += [*check(postings), *_check_sum(world), *_check_owners(world, store)]
    findings += [*_check_paper(world, store), *_check_people(world, store), *_check_pressed(world, shelf)]
    return Audit(findings, counts, checked.notes)


def _unreadable(store: Store) -> Iterator[Finding]:
    for stream in store.streams():
        if stream.partition(":")[0] not in KINDS:
            yield Finding("verify.unknown_stream", stream)
            continue
        for recorded in store.read(stream):
            event = codec().decode(recorded)
            if isinstance(event, UnreadableEvent):
                values = {"name": event.name, "schema": event.schema, "detail": event.detail}
                yield Finding(event.because, f"{stream}@{event.version}", values)


def _postings(world: World, store: Store) -> list[Posting]:
    """Of all streams, in the order in which they were written: the chain of the house knows it, and no clock that was
    set meanwhile can change it. What is older than the chain goes by its hour."""
    links: dict[str, list[tuple[int, int]]] = {}
    for link in store.links():
        for head in link.heads:
            links.setdefault(head.stream, []).append((head.version, link.number))

    def place(one: Posting) -> tuple[int, Instant, Reference]:
        mine = links.get(one.reference.stream, [])
        found = bisect_left(mine, (one.reference.version, 0))
        return (mine[found][1] if found < len(mine) else 0, one.at, one.reference)

    return sorted((one for live in world.lives() for one in live.postings.values()), key=place)


def _check_sum(world: World) -> Iterator[Finding]:
    total = world.balances.sum()
    if total != ZERO:
        yield Finding("verify.sum", "ledger", {"amount": total})


def _check_owners(world: World, store: Store) -> Iterator[Finding]:
    """The pools of an event that is over hold what is owed to somebody, to the centavo."""
    for stream in store.streams("tournament:"):
        state: TournamentState = world.live(stream).state
        if state.sheet is None:
            continue
        for kind, owed in owed_by_pools(state).items():
            left = world.balances.held(account(kind, state.tournament)) - Money(owed)
            if left != ZERO:
                yield Finding(f"verify.ownerless.{kind}", stream, {"amount": left})


def _check_paper(world: World, store: Store) -> Iterator[Finding]:
    """Numbers given once, and every paid sale whole to the centavo."""
    for stream in store.streams("tournament:"):
        state: TournamentState = world.live(stream).state
        receipts = [sale.receipt for sale in state.sales.values() if sale.receipt]
        numbers = [entry.number for entry in state.entries.values()]
        for what, given, last in (
            ("receipt", receipts, state.last_receipt),
            ("entry", numbers, state.last_number),
        ):
            if len(set(given)) != len(given) or max(given, default=0) > last:
                yield Finding("verify.numbers", stream, {"what": what})
        yield from _check_sales(stream, state)


def _check_sales(stream: str, state: TournamentState) -> Iterator[Finding]:
    for sale in state.sales.values():
        if sale.paid and not sale.gone and unbalanced(sale):
            yield Finding("verify.sale", f"{stream} {sale.id}", {"centavos": unbalanced(sale)})


def _check_pressed(world: World, shelf: Shelf | None) -> Iterator[Finding]:
    """Every page against its stream, read anew. One that is not of this log or this code is no page at all."""
    for live in world.lives() if shelf else ():
        page = shelf.page(live.stream, partial(world.head, live.stream)) if shelf else None
        if page is not None and shelf and not _same(page, live, shelf, world):
            shelf.discard(live.stream)
            yield Finding("verify.pressed_differs", live.stream)


def _same(page: PressedPage, live: Live, shelf: Shelf, world: World) -> bool:
    read = live if page.version == live.version else world.until(live.stream, page.version)
    left = {account: centavos for account, centavos in read.balances.items() if centavos}
    return (shelf.state(page), shelf.postings(page), page.gist, page.balances()) == (
        read.state,
        read.postings,
        read.gist,
        left,
    )


def _check_people(world: World, store: Store) -> Iterator[Finding]:
    """Who is known has a row; who was erased or merged has none; what is kept by law has its term."""
    state: PeopleState = world.live(STREAM).state
    rows = {row.id for row in store.registry(PERSON)}
    kept = {row.id for row in store.registry(OBLIGATION)}
    for person in sorted(state.known - rows):
        yield Finding("verify.person_missing", person)
    for person in sorted(rows & (state.erased.keys() | state.merged.keys())):
        yield Finding("verify.person_came_back", person)
    for person in sorted(kept - {one for one, until in state.erased.items() if until is not None}):
        yield Finding("verify.kept_without_term", person)
