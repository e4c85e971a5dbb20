"""Being sent out: eliminated with the place of the moment, or disqualified without a prize. Hands left are handed on."""

from collections.abc import Iterator

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.chips.view import in_play
from feltro.tournament.clock.face import shown_to
from feltro.tournament.eliminations.decide import penalties_handed_on
from feltro.tournament.eliminations.freed import freed
from feltro.tournament.eliminations.places import place_of, still_in
from feltro.tournament.facts import sanctions as e
from feltro.tournament.facts.chips import ChipsRemoved
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.prizes import PrizeForfeited
from feltro.tournament.now import Now, cited
from feltro.tournament.sales.cancellation import left_event
from feltro.tournament.sales.refunds import reversal
from feltro.tournament.state import BAGGED, CANCELLED, LIVE, OUT, PENDING, WAITING, Entry, TournamentState

SENT_OUT = ("elimination", "disqualification", "ban", "exclusion")


def send_away(
    kind: str, named: Entry, stack: int, state: TournamentState, book: Settled, now: Now
) -> tuple[Event, ...] | Refused:
    """A person goes with every entry: the one that was named, a second bag, a chair that is waited for.

    The last one out stands for the person's place.
    """
    others = [one for one in state.entries_of(named.person) if one is not named]
    playing = next((one for one in others if one.status == LIVE), None)
    if playing:
        return Refused("penalty.plays_with_another", {"entry": playing.id})
    dormant = [one for one in others if one.status in {BAGGED, WAITING}]
    inside = [*dormant, named] if named.status != OUT or not dormant else [named, *dormant]
    events: list[Event] = [
        left_event(one, CANCELLED, "sent_away", now, surcharge=True) for one in others if one.status == PENDING
    ]
    for entry in inside:
        left = send_out(kind, entry, stack if entry is named else 0, state, book, now, last=entry is inside[-1])
        if isinstance(left, Refused):
            return left
        events += left
    if kind != "elimination" and book["penalty.disqualification.prize"].value == "none":
        events += freed(named.person, state, book)
    return tuple(events)


def send_out(
    kind: str, entry: Entry, stack: int, state: TournamentState, book: Settled, now: Now, *, last: bool = True
) -> tuple[Event, ...] | Refused:
    ground = "eliminated" if kind == "elimination" else "disqualified"
    if ground == "eliminated":
        place, prize = book["penalty.elimination.place"], book["penalty.elimination.prize"]
        ranked, paid, rules = place.value != "none", prize.value == "kept", (place, prize)
    else:
        place, prize = book["penalty.disqualification.keeps_place"], book["penalty.disqualification.prize"]
        ranked, paid, rules = bool(place.value), prize.value == "kept", (prize, place)
    keeps = paid or ground == "eliminated"
    after = () if keeps else tuple(_freed(entry, state, book, now, ranked=ranked and last))
    if entry.status == OUT:
        return (e.PlaceForfeited(entry=entry.id, ranked=ranked, cites=cited(*rules)), *after)
    name = "elimination" if ground == "eliminated" else "disqualification"
    chips = chips_off(entry, ground, stack, book[f"penalty.{name}.chips"], state)
    if isinstance(chips, Refused):
        return chips
    out = _out(entry, ground, state, now, ranked=ranked, prize=paid, rules=rules)
    return (*chips, out, *(penalties_handed_on(entry.person, state) if ground == "eliminated" else after))


def _freed(entry: Entry, state: TournamentState, book: Settled, now: Now, *, ranked: bool) -> Iterator[Event]:
    """The prize of the place goes where the book says; off the list there is none to free. So does the buy-in."""
    forfeited = any(one.entry == entry.id for one in state.prizes.forfeits)
    if ranked and not forfeited:
        place = place_of(state, entry.id) or len({state.entries[one].person for one in still_in(state)})
        freed = book["penalty.disqualification.freed_prize"].value
        yield PrizeForfeited(entry=entry.id, place=place, freed=freed, reason=now.key)
    if book["penalty.disqualification.buy_in"].value == "refunded":
        for sale in state.sales.values():
            if sale.entry == entry.id and not sale.reversed:
                yield from reversal(sale)


def chips_off(
    entry: Entry, ground: str, stack: int, rule: Sourced, state: TournamentState
) -> tuple[ChipsRemoved, ...] | Refused:
    """The stack of somebody who goes leaves play, where the book says so. Of a satellite that ended nothing is in play."""
    if rule.value != "removed" or entry.status == WAITING or state.satellite_winners:
        return ()
    chips = stack or (entry.chips if entry.status == BAGGED else 0)
    if not chips:
        return Refused("penalty.needs_stack", {"entry": entry.id}, rule.cites)
    if chips > in_play(state):
        return Refused("chips.more_than_in_play", {"chips": chips, "in_play": in_play(state)})
    return (
        ChipsRemoved(
            entry=entry.id,
            chips=chips,
            ground=ground,
            from_count=False,
            disqualification="none",
            reason="",
            because=f"chips.removed.{ground}",
            cites=cited(rule),
        ),
    )


def _out(
    entry: Entry,
    ground: str,
    state: TournamentState,
    now: Now,
    *,
    ranked: bool,
    prize: bool,
    rules: tuple[Sourced, ...],
) -> EntryEliminated:
    chair = state.floor.chair_of.get(entry.id)
    return EntryEliminated(
        entry=entry.id,
        level=shown_to(state, entry.id, now.at).level,
        at=now.at,
        table=chair.table if chair else 0,
        ground=ground,
        ranked=ranked,
        prize=prize,
        because=f"out.{ground}",
        cites=cited(*rules),
    )


def eliminate_absent(
    entry: Entry, stack: int, state: TournamentState, book: Settled, now: Now
) -> tuple[Event, ...] | Refused:
    result, rule = book["sitting_out.result"], book.rulebook["sitting_out.stack"]
    chips = chips_off(entry, "absent", stack, rule, state) if isinstance(rule, Sourced) else ()
    if isinstance(chips, Refused):
        return chips
    out = _out(entry, "absent", state, now, ranked=True, prize=True, rules=(result,))
    return (*chips, out, *penalties_handed_on(entry.person, state))
