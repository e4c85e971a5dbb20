"""Ways in which one telling may be meant part at one act: what comes before it is ruled on once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feltro.rulings.bets.floor import HandFloor
    from feltro.rulings.bets.scene import Scene
    from feltro.rulings.notation import Facts


class WatchedAct(dict[str, Any]):
    """One act that remembers which of its facts a ruling looked at. It is never copied while it is ruled on."""

    __slots__ = ("seen",)

    def __init__(self, told: Facts) -> None:
        super().__init__(told)
        self.seen: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.seen.add(name)
        return super().__getitem__(name)


class Begun:
    """The hand of the first way, as it stood before each of its acts. Only what is seen late makes a ruling look
    ahead, so a hand in which something is seen late is ruled on from its beginning."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._told: list[Facts] = []
        self._before: list[HandFloor] = []

    def watched(self, acts: list[Facts]) -> list[Facts]:
        """The acts of the first way, so that what they were asked is known."""
        return [WatchedAct(act) for act in acts] if self._scene is None else acts

    def looked_at(self, place: int, name: str) -> bool:
        """Whether the first way was ruled with an eye to this fact: one that nobody looked at turns nothing by itself."""
        act = self._told[place] if place < len(self._told) else None
        return not isinstance(act, WatchedAct) or name in act.seen

    def taken_up(self, scene: Scene, acts: list[Facts]) -> HandFloor | None:
        """The hand where these acts part from the first way; nothing where they have no beginning in common."""
        if self._scene is None:
            self._scene, self._told = scene, acts
        if not self._before or scene != self._scene or _is_seen_late(acts):
            return None
        alike = next(
            (place for place, (one, other) in enumerate(zip(self._told, acts, strict=False)) if one != other),
            min(len(self._told), len(acts)),
        )
        return next(floor for floor in reversed(self._before) if floor.ruled <= alike).parted(acts)

    def keep(self, floor: HandFloor) -> None:
        """As it stands before its next act; of the first way only, and in a run of folds before the last of them: where
        nobody told them, that one may have called."""
        at, acts = floor.ruled, floor.acts
        if acts is not self._told or _is_seen_late(acts):
            return
        if not (at + 1 < len(acts) and acts[at]["folds"] and acts[at + 1]["folds"]) or not at:
            self._before.append(floor.parted(acts))


def _is_seen_late(acts: list[Facts]) -> bool:
    return any(act["noticed"] is not None for act in acts)
