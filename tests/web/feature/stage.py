"""A televised table behind a site: keys made by the director, and hands entered by the forms of the page."""

from __future__ import annotations

import re
import uuid
from contextlib import contextmanager

from feltro.app.access.stream_keys import make_stream_key
from feltro.app.feature.door import feature_of
from feltro.app.world.plan import Envelope
from tests.web.running import Running


class Stage(Running):
    """Nine players at one table, and keys of every kind."""

    def __init__(self, players: int = 9, **changes) -> None:
        super().__init__(players, **changes)
        self.keys = {kind: self.key(kind) for kind in ("overlay", "overlay_live", "production", "table")}

    def key(self, kind: str, table: int = 1) -> str:
        sent = Envelope(key=uuid.uuid4().hex, who="dora", role="director", at=self.site.clock.now)
        made = make_stream_key(self.house.store, (kind, "t1", table, ""), sent)
        assert isinstance(made, str)
        return made

    @property
    def feature(self):
        with self.house.world.lock:
            return feature_of(self.house, "t1")

    @contextmanager
    def producing(self, kind: str = "production"):
        with self.site.browser() as browser:
            yield Entering(self, browser, f"/producao/{self.keys[kind]}/mesa/1")


class Entering:
    """Somebody at a device, who fills in what the page has."""

    def __init__(self, stage: Stage, browser, address: str) -> None:
        self.stage, self.browser, self.address = stage, browser, address

    def page(self) -> str:
        return self.browser.get(self.address).text

    def send(self, path: str, **fields):
        return self.browser.send(f"{self.address}{path}", headers={"HX-Request": "true"}, **fields)

    def begin(self, game: str = "nlhe", stacks: dict[int, int] | None = None, button: int = 1, **more):
        chairs = self.stage.state.floor.tables[1].players
        given = stacks or dict.fromkeys(sorted(chairs)[:3], 5_000)
        fields = {"game": game, "button": button, "small_blind": 100, "big_blind": 200, **more}
        for chair, stack in given.items():
            fields |= {f"in_{chair}": "1", f"entry_{chair}": chairs[chair], f"stack_{chair}": stack}
        return self.send("/comecar", **fields)

    def act(self, act: str, **fields):
        last = self.stage.feature.last
        return self.send("/ato", hand=last, act=act, **fields)

    @property
    def hand(self):
        feature = self.stage.feature
        return feature.hands[feature.last]


def forms(html: str) -> list[str]:
    """The acts that a page offers."""
    return re.findall(r'name="act" value="(\w+)"', html)
