"""Why so many chips are in play: everything that came, everything that went, and what was counted."""

from typing import Any

from feltro.tournament.state import LIVE, OUT, TournamentState


def in_play(state: TournamentState) -> int:
    return state.chips_issued - state.chips_removed


def on_tables(state: TournamentState) -> int:
    """In play, less what still walks from the desk as vouchers."""
    return in_play(state) - state.chips.waiting


def chips_view(state: TournamentState) -> dict[str, Any]:
    """The running reconciliation. `difference` is nothing until every stack was counted, and since the last one went."""
    record = state.chips
    live = [entry.id for entry in state.entries.values() if entry.status == LIVE]
    bags = sum(entry.chips for entry in state.entries.values() if entry.status == "bagged")
    counts = [record.stacks[entry].chips for entry in live if entry in record.stacks]
    whole = bool(live) and len(counts) == len(live) and not _moved_on(state, live)
    return {
        "issued": state.chips_issued,
        "sold": state.chips_issued - sum(record.added.values()),
        "added": dict(record.added),
        "removed": state.chips_removed,
        "left_with_entries": state.chips_removed - sum(record.removed.values()),
        "removed_for": dict(record.removed),
        "in_play": in_play(state),
        "vouchers": record.waiting,
        "on_tables": on_tables(state),
        "in_bags": bags,
        "counted": sum(counts),
        "stacks_counted": len(counts),
        "stacks": len(live),
        "difference": sum(counts) + bags - on_tables(state) if whole else None,
        "races": [
            {"race": name, "remove": race.remove, "keep": race.keep, "gained": sum(race.tables.values())}
            for name, race in record.races.items()
        ],
        "pieces": dict(record.pieces),
        "chip_set": missing_pieces(state),
    }


def _moved_on(state: TournamentState, live: list[str]) -> bool:
    """Somebody of the same count went out since: those chips stand in front of another player, uncounted."""
    stacks = state.chips.stacks
    oldest = min(stacks[entry].at for entry in live)
    return any(one.at >= oldest for entry, one in stacks.items() if state.entries[entry].status == OUT)


def missing_pieces(state: TournamentState) -> dict[int, int]:
    """Pieces of the house's set that are fewer after the event than before, by value; more, below zero."""
    before, after = state.chips.sets.get("before"), state.chips.sets.get("after")
    if before is None or after is None:
        return {}
    gone = {value: before.get(value, 0) - after.get(value, 0) for value in sorted({*before, *after})}
    return {value: number for value, number in gone.items() if number}
