"""What a tournament remembers about media. Only `evolve.py` changes it."""

import msgspec

from feltro.kernel.instants import Instant


class Signed(msgspec.Struct, kw_only=True):
    person: str
    at: Instant
    image_release: bool


class Patch(msgspec.Struct, kw_only=True):
    person: str
    brand: str
    area_mm2: int
    too_large: bool


class PressDuty(msgspec.Struct, kw_only=True):
    person: str
    activity: str
    owed: bool
    met: bool | None = None


class Camera(msgspec.Struct, kw_only=True):
    person: str
    how: str
    proposed: tuple[str, ...]
    required: bool


class Judged(msgspec.Struct, kw_only=True):
    person: str
    thing: str
    action: str


class Media(msgspec.Struct, kw_only=True):
    official: tuple[str, ...] = ()
    """The event's own sponsors."""
    brands: dict[str, tuple[str, ...]] = {}
    """What each person represents, as declared."""
    signed: dict[str, Signed] = {}
    """Signatures on receipts, by sale."""
    patches: dict[str, Patch] = {}
    press: dict[str, PressDuty] = {}
    cameras: dict[str, Camera] = {}
    judged: dict[str, Judged] = {}

    def rename(self, gone: str, into: str) -> None:
        """Two people turned out to be one."""
        if gone in self.brands:
            self.brands[into] = tuple(dict.fromkeys((*self.brands.get(into, ()), *self.brands.pop(gone))))
        for table in (self.signed, self.patches, self.press, self.cameras, self.judged):
            for row in table.values():
                if row.person == gone:
                    row.person = into
