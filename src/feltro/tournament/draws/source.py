"""Whether a source may be named, and whether a draw may be drawn from."""

from feltro.kernel.draws import drand_moment, sourced
from feltro.kernel.instants import SECOND, Instant, instant_of
from feltro.kernel.outcome import Refused
from feltro.procedures.control import CIRCUIT, control
from feltro.rulebook.settle import Settled
from feltro.tournament.draws.commands import CommittingCommand
from feltro.tournament.facts.draws import SourceNamed
from feltro.tournament.now import Now
from feltro.tournament.state import TournamentState
from feltro.tournament.state.draws import CARDS, DRAND, LOTTERY, PLAYER


def refuse_source(
    command: CommittingCommand, book: Settled, now: Now, *, cards: bool = False, asked: bool = True
) -> Refused | None:
    """A circuit's draws name a source. A source is of a later moment, and says which one."""
    kind = command.value_from
    held_to = control(book)
    if not kind:
        return Refused("draw.names_no_source", cites=held_to.cites) if asked and held_to.size == CIRCUIT else None
    if kind == CARDS and not cards:
        return Refused("draw.no_cards_here")
    if kind == PLAYER and not command.value_caller:
        return Refused("draw.names_no_caller")
    if kind in {LOTTERY, DRAND} and not due_of(command):
        return Refused("draw.names_no_reference")
    if 0 < due_of(command) <= now.at:
        return Refused("draw.moment_is_past")
    return None


def due_of(command: CommittingCommand) -> Instant:
    """When the source speaks; 0 where it does not say."""
    reference, due = command.value_reference.strip(), command.value_due
    if command.value_from == DRAND and reference.isdecimal() and 0 < int(reference) < 10**12:
        return Instant(drand_moment(reference) * SECOND)
    if command.value_from == LOTTERY and reference and due is not None:
        return instant_of(due)
    return Instant(0)


def labelled(label: str, command: CommittingCommand) -> str:
    """The label of a draw that names its source: the commitment holds both."""
    reference = command.value_reference.strip() if command.value_from in {LOTTERY, DRAND} else ""
    return sourced(label, command.value_from, reference)


def label_now(label: str, commitment: str, state: TournamentState) -> str:
    """The same for a draw that was committed to before."""
    source = state.draws.source(commitment)
    return sourced(label, source.kind, source.reference) if source else label


def source_named(
    command: CommittingCommand, commitment: str, also: tuple[str, ...] = ()
) -> tuple[SourceNamed, ...]:
    """Nothing where none is named: then the secret alone decides."""
    kind = command.value_from
    if not kind:
        return ()
    return (
        SourceNamed(
            commitment=commitment,
            also=also,
            kind=kind,
            reference=command.value_reference.strip() if kind in {LOTTERY, DRAND} else "",
            caller=command.value_caller if kind == PLAYER else "",
            due=due_of(command),
        ),
    )


def awaits_value(commitment: str) -> Refused:
    return Refused("draw.awaits_value", {"commitment": shown(commitment)})


def key_lost(commitment: str) -> Refused:
    """The secret is there and cannot be read: the way is a new commitment."""
    return Refused("draw.key_lost", {"commitment": shown(commitment)})


def shown(commitment: str) -> str:
    """As many digits as people compare."""
    return f"{commitment[:12]}…"
