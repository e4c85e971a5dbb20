"""Coloring up: called for the whole room, raced table by table, and chips that turn up when it is over."""

from math import lcm

from feltro.kernel.cards import DECK, Card, card, name_of
from feltro.kernel.draws import Deck, value_beside
from feltro.kernel.outcome import Cite, Refused
from feltro.procedures.color_up import FOUND_LATE, RACE, deal_race, found_after_race, race, race_rules
from feltro.rulebook.settle import Settled
from feltro.tournament.chips import commands as c
from feltro.tournament.clock.face import showing
from feltro.tournament.draws.source import awaits_value, key_lost, label_now, labelled, refuse_source, source_named
from feltro.tournament.facts import chips as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import LIVE, TournamentState
from feltro.tournament.state.chips import Race
from feltro.tournament.state.draws import CARDS as BY_CARDS
from feltro.tournament.state.draws import Source


def call_color_up(command: c.CallColorUp, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if command.race in state.chips.races:
        return Refused("race.called_before", {"race": command.race})
    if command.keep <= command.remove:
        return Refused("race.not_higher", {"remove": command.remove, "keep": command.keep})
    scheduled = _scheduled(command.remove, state, now)
    may, told = book["chips.color_up.may_be_unscheduled"], book["chips.color_up.unscheduled_announced"]
    if not scheduled and not may.value:
        return Refused("race.not_scheduled", {"remove": command.remove}, may.cites)
    refused = refuse_source(command, book, now, cards=True)
    if refused:
        return refused
    control = book["chips.denominations.controlled_by"]
    cites = control.cites if scheduled else (*control.cites, *may.cites, *(told.cites if told.value else ()))
    commitment = now.the_chance.seal(Deck(labelled(race_name(state, command.race), command), CARDS))
    return (
        e.ColorUpCalled(
            race=command.race,
            remove=command.remove,
            keep=command.keep,
            scheduled=scheduled,
            level=showing(state, now.at).level,
            commitment=commitment,
            because="race.scheduled" if scheduled else "race.unscheduled",
            cites=_written(cites),
        ),
        *source_named(command, commitment),
    )


def _scheduled(value: int, state: TournamentState, now: Now) -> bool:
    levels, level = state.the_sheet.levels, showing(state, now.at).level
    return 0 < level <= len(levels) and value in levels[level - 1].colour_up


def race_table(command: c.RaceTable, state: TournamentState, book: Settled, now: Now) -> Outcome:
    called = state.chips.races.get(command.race)
    if called is None or called.closed:
        return Refused("race.not_called", {"race": command.race})
    refused = _refuse(command, called, state, book)
    if refused:
        return refused
    cards = _cards(command, called, state, now, race_rules(book).first_seat)
    if isinstance(cards, Refused):
        return cards
    given = _given(command, called)
    return given if isinstance(given, Refused) else (_raced(command, called, cards, given, book),)


def _refuse(command: c.RaceTable, called: Race, state: TournamentState, book: Settled) -> Refused | None:
    visible = book["chip_race.stacks_visible"]
    if command.table in called.tables:
        return Refused("race.raced_before", {"table": command.table})
    if visible.value and not command.stacks_visible:
        return Refused("race.stacks_not_visible", {"table": command.table}, visible.cites)
    table = state.floor.tables.get(command.table)
    empty = [seat for seat in command.odd if table is not None and seat not in table.players]
    if empty or set(command.bare) - set(command.odd):
        seat = (empty or sorted(set(command.bare) - set(command.odd)))[0]
        return Refused("race.nobody_there", {"table": command.table, "seat": seat})
    whole = lcm(called.remove, called.keep) // called.remove
    many = next((seat for seat, pieces in command.odd.items() if pieces >= whole), None)
    if many is not None:
        return Refused("race.not_odd", {"seat": many, "pieces": command.odd[many], "whole": whole})
    return None


CARDS = tuple(map(name_of, DECK))


def race_name(state: TournamentState, race: str) -> str:
    return f"{state.tournament} race {race}"


def race_deck(state: TournamentState, race: str) -> Deck:
    return Deck(label_now(race_name(state, race), state.chips.races[race].commitment, state), CARDS)


def race_label(table: int, public: str = "") -> str:
    """What is added to the secret, so that one commitment serves every table: the room's value, and the table."""
    return value_beside(public, f"table {table}")


def _cards(
    command: c.RaceTable, called: Race, state: TournamentState, now: Now, first_seat: int
) -> dict[int, list[int]] | Refused:
    """A card for each odd chip: as the dealer dealt them, or the sealed ones."""
    source = state.draws.source(called.commitment)
    if source is not None:
        refused = _refuse_cards(source, dealt=bool(command.cards))
        if refused and command.odd:
            return refused
    if command.cards:
        dealt = {seat: [int(card(name)) for name in names] for seat, names in command.cards.items()}
        all_of_them = [one for held in dealt.values() for one in held]
        if {seat: len(held) for seat, held in dealt.items()} != command.odd:
            return Refused("race.card_for_each_chip")
        if len(set(all_of_them)) < len(all_of_them):
            return Refused("race.card_twice")
        return dealt
    deck, public = race_deck(state, command.race), race_label(command.table, source.public if source else "")
    drawn = now.the_chance.drawn(deck, called.commitment, public)
    if source is not None and command.odd and not drawn:
        return key_lost(called.commitment)
    if sum(command.odd.values()) > len(DECK) or (command.odd and not drawn):
        return Refused("race.needs_cards")
    return deal_race(command.odd, first_seat, [int(card(name)) for name in drawn])


def _refuse_cards(source: Source, *, dealt: bool) -> Refused | None:
    """Sealed or real cards: said when the race was called, and not chosen once the cards are known."""
    if source.awaits:
        return awaits_value(source.commitment)
    if dealt == (source.kind == BY_CARDS):
        return None
    return Refused("draw.sealed_cards_only" if dealt else "draw.cards_give_it")


def _given(command: c.RaceTable, called: Race) -> int | Refused:
    """Pieces of the higher chip for what was collected at equal value."""
    if not command.collected:
        return 0
    at_par = (command.collected - sum(command.odd.values())) * called.remove
    if at_par < 0 or at_par % called.keep:
        return Refused("race.collected_does_not_fit", {"collected": command.collected})
    return at_par // called.keep


def _raced(
    command: c.RaceTable, called: Race, cards: dict[int, list[int]], at_par: int, book: Settled
) -> e.TableRaced:
    stacks = {seat: command.odd[seat] * called.remove for seat in command.bare}
    ended = race(command.odd, cards, (called.remove, called.keep), stacks, race_rules(book))
    won = sum(ended.awards.values()) // called.keep + len(ended.kept_alive)
    return e.TableRaced(
        race=command.race,
        table=command.table,
        odd=tuple(sorted(command.odd.items())),
        cards=tuple((seat, name_of(Card(one))) for seat, held in sorted(cards.items()) for one in held),
        drawn=not command.cards,
        awards=tuple(ended.awards.items()),
        kept_alive=ended.kept_alive,
        gained=ended.gained,
        collected=command.collected,
        given=at_par + won if command.collected else 0,
        because="race.raced",
        cites=_cited(RACE, book),
    )


def close_race(command: c.CloseRace, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    called = state.chips.races.get(command.race)
    if called is None or called.closed:
        return Refused("race.not_called", {"race": command.race})
    secret = now.the_chance.unseal(now.the_chance.sealed_at(called.commitment))
    return (e.RaceClosed(race=command.race, secret=secret),)


def find_late_chips(command: c.FindLateChips, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    called = state.chips.races.get(command.race)
    entry = state.entries.get(command.entry)
    if called is None:
        return Refused("race.not_called", {"race": command.race})
    if entry is None or entry.status != LIVE:
        return Refused("entry.not_playing", {"entry": command.entry})
    chips = command.pieces * called.remove
    given, taken = found_after_race(chips, called.keep, book)
    return (
        e.LateChipsFound(
            entry=entry.id,
            race=command.race,
            chips=chips,
            given=given,
            taken=taken,
            because="race.found_late",
            cites=_cited(FOUND_LATE, book),
        ),
    )


def _cited(names: tuple[str, ...], book: Settled) -> tuple[str, ...]:
    return _written(tuple(cite for name in names for cite in book[name].cites))


def _written(cites: tuple[Cite, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, cites)))
