"""A counter with people who work at it: Ana and Bia at desks, Caio in finance, Dora directing, Olga the owner."""

from __future__ import annotations

from typing import Any

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.reports.drawer import closing_report
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from feltro.words.sentences import say
from tests.tournament.room import Room

ROLES = {"ana": "cashier", "bia": "cashier", "caio": "finance", "dora": "director", "olga": "organiser"}


class Counter(Room):
    """A room whose staff has accounts. Ana's drawer begins with R$ 1.000,00."""

    def __init__(
        self,
        size: str = "team",
        tab_reais: int = 0,
        staff: tuple[str, ...] = tuple(ROLES),
        answers: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        settled = {"control.size": size, "control.tab.limit": f"R$ {tab_reais}", **(answers or {})}
        super().__init__(answers=settled, **more)
        for name in staff:
            made = Envelope(
                key=f"hire-{name}", who="olga", role="organiser", at=later(self.now, seconds=-90 * 24 * 3600)
            )
            assert add_user(self.house.store, User(id=name, role=ROLES[name], name=name.title()), "", made) is None

    def by(self, who: str, kind: str, /, **fields: Any) -> Any:
        return self.do(kind, who=who, role=ROLES[who], **fields)

    def ok(self, who: str, kind: str, /, **fields: Any) -> Any:
        return self.done(kind, who=who, role=ROLES[who], **fields)

    def no(self, who: str, kind: str, /, **fields: Any) -> str:
        return self.refused(kind, who=who, role=ROLES[who], **fields).because

    def close(self, cash: int, who: str = "ana", **more: int) -> Any:
        self.ok(who, "CountDrawer", desk="d1")
        return self.ok(who, "CloseDrawer", desk="d1", counted_centavos={"cash": cash, **more})

    def paper(self, section: str, number: int | None = None, *, blind: bool = False) -> list[list[Any]]:
        """The rows of a section of the closing, as people read them in English."""
        report = closing_report("d1", self.house.world, number, blind=blind)
        rows = next((one.rows for one in report.sections if one.name == section), ())
        return [[_said(cell) for cell in row.cells] for row in rows]


def _said(cell: Any) -> Any:
    return say(cell.key, "en", **cell.values) if hasattr(cell, "key") else cell
