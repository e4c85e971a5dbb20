"""Telling programs: from the log, in its order, until each message was taken or given up.

Where each program stands is one row: the link of the log up to which all is told. It is written after the sending, so a
process that ends in between sends again, under the same id, and none is lost. While a receiver is away its row stands still.
"""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING

from feltro.app.programs.messages import STREAMS, message_of, trial
from feltro.app.programs.post import PostAnswer, post
from feltro.app.programs.progress import Delivery, DeliveryProgress, keep_progress, progress_of
from feltro.app.programs.signatures import signed_headers
from feltro.app.programs.webhooks import Known, signing_keys, webhooks_of
from feltro.app.world.codec import codec
from feltro.app.world.streams.reigns import STREAM as REIGNS
from feltro.app.world.streams.settings import STREAM as SETTINGS
from feltro.app.world.streams.settings import DeliveryAsked
from feltro.kernel.instants import MINUTE, SECOND, Instant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.handling import House
    from feltro.app.programs.messages import WebhookMessage
    from feltro.app.programs.webhooks import Webhook
    from feltro.store.links import Link
    from feltro.store.port import Recorded

WAITS = (5, 30, 120, 600, 1800, 3600)
"""Seconds until the next try; the last one again and again."""
REFUSED_TRIES = 3
"""A receiver that is there and says no says no again: what it does not take is left, and the next one is told."""
OLDEST = 3 * 24 * 60 * MINUTE
"""What is older when it fails once more is given up: it waits on the list for somebody to send it again."""
MOST_AT_ONCE = 50
MOST_LINKS = 500
TURN_SECONDS = 20.0
"""A turn ends then, with all that was done in it written down."""
WINDOWS = (64, 1024, 1 << 30)


class DeliveryDesk:
    """One for each process. Of several only the one whose turn it is works: see `web/live/webhooks.py`."""

    def __init__(self, house: House, send: Callable[[str, dict[str, str], bytes], PostAnswer] = post) -> None:
        self._house, self._send = house, send
        self._known: tuple[int, Known] = (-1, {})
        self._progress: dict[str, DeliveryProgress] = {}
        self.waits = True
        """Whether something is still to be told, by what the last look found."""

    def webhooks(self) -> Known:
        """As they are set now; read again only when a setting changed."""
        version = self._house.store.version(SETTINGS)
        if version != self._known[0]:
            self._known = (version, webhooks_of(self._house.store) if version else {})
            self._progress = {}
        return self._known[1]

    def due(self, at: Instant) -> list[str]:
        """Those to whom something is to be told now. Where nothing is set up nothing is looked at."""
        active = [one for one in self.webhooks().values() if one.on]
        last = self._house.store.last_link() if active else None
        if last is None or is_another_machines(self._house):
            self.waits = False
            return []
        behind = [one for one in active if self._standing(one).link < last.number]
        self.waits = bool(behind)
        return [one.id for one in behind if at >= self._standing(one).next_at]

    def work(self, name: str, at: Instant) -> int:
        """One turn for one program: how many messages were taken. Called in a thread of its own."""
        hook = self.webhooks().get(name)
        if hook is None:
            return 0
        told = self._standing(hook)
        began, before, taken = time.monotonic(), told.copy(), 0
        for link in islice(self._house.store.links(told.link), MOST_LINKS):
            for message in [one for one in self._messages(link, hook) if one.id not in told.done]:
                if taken >= MOST_AT_ONCE or time.monotonic() - began > TURN_SECONDS:
                    return self._kept(hook, told, before, taken, at)
                if not self._tell(message, hook, told, at):
                    return self._kept(hook, told, before, taken, at)
                taken += 1
            told.link, told.done = link.number, ()
        return self._kept(hook, told, before, taken, at)

    def _kept(
        self, hook: Webhook, told: DeliveryProgress, before: DeliveryProgress, taken: int, at: Instant
    ) -> int:
        """Where nothing was tried, it is not worth a line on the disk until many links are passed over."""
        if told.log != before.log or told.tries != before.tries or told.link - told.saved > MOST_LINKS:
            told.saved = told.link
            keep_progress(self._house.store, hook.id, told, at)
        return taken

    def _tell(self, message: WebhookMessage, hook: Webhook, told: DeliveryProgress, at: Instant) -> bool:
        """Whether it is done with: taken, or given up."""
        keys = signing_keys(self._house.world, hook, at)
        answered = self._sent(message, hook, keys, at)
        told.tries += 1
        given_up = not answered.taken and (
            (answered.refused and told.tries >= REFUSED_TRIES) or at - message.at > OLDEST
        )
        status = "taken" if answered.taken else "given_up" if given_up else "waiting"
        told.note(
            Delivery(
                id=message.id,
                type=message.type,
                stream=message.stream,
                version=message.version,
                happened=message.at,
                at=at,
                tries=told.tries,
                status=status,
                code=answered.code,
                told=answered.told,
            )
        )
        if status == "waiting":
            wait = max(WAITS[min(told.tries, len(WAITS)) - 1], answered.wait)
            told.next_at = Instant(at + wait * SECOND)
            return False
        told.done, told.tries, told.next_at = (*told.done, message.id), 0, Instant(0)
        return True

    def _sent(self, message: WebhookMessage, hook: Webhook, keys: list[bytes], at: Instant) -> PostAnswer:
        if not keys:
            return PostAnswer(0, "no_key")
        headers = signed_headers(keys, message.id, at // SECOND, message.body)
        return self._send(hook.address, headers, message.body)

    def _messages(self, link: Link, hook: Webhook) -> list[WebhookMessage]:
        """What one command means to this program; what came from another house means nothing."""
        found: list[WebhookMessage] = []
        for recorded in self._facts(link) if link.key else ():
            if recorded.stream == SETTINGS:
                found += self._asked(recorded, hook)
            else:
                with self._house.world.lock:
                    found += [one for one in message_of(self._house, recorded) if one.type in hook.types]
        seen: dict[bytes, WebhookMessage] = {}
        for one in found:
            seen.setdefault(one.body, one)
        return list(seen.values())

    def _asked(self, recorded: Recorded, hook: Webhook) -> list[WebhookMessage]:
        event = codec().decode(recorded)
        if not isinstance(event, DeliveryAsked) or event.webhook != hook.id:
            return []
        if not event.stream:
            return [trial(recorded, hook.id)]
        store = self._house.store
        with self._house.world.lock:
            again = list(store.read(event.stream, event.version - 1, event.version))
            return [message for one in again for message in message_of(self._house, one)]

    def _facts(self, link: Link) -> Iterator[Recorded]:
        """The facts of a link: the last ones of its streams that carry its key."""
        for head in link.heads:
            if not head.stream.startswith(STREAMS) and head.stream != SETTINGS:
                continue
            mine: list[Recorded] = []
            for window in WINDOWS:
                after = max(0, head.version - window)
                read = list(self._house.store.read(head.stream, after, head.version))
                mine = [one for one in read if one.meta.key == link.key]
                if len(mine) < len(read) or not after:
                    break
            yield from mine

    def _standing(self, hook: Webhook) -> DeliveryProgress:
        """Switched on again, or new: from there on, whatever stood there before."""
        told = self._progress.get(hook.id)
        if told is None:
            told = progress_of(self._house.store, hook.id) or DeliveryProgress(from_link=-1)
            if told.from_link != hook.from_link:
                told = DeliveryProgress(
                    from_link=hook.from_link, link=hook.from_link, saved=hook.from_link, log=told.log
                )
            self._progress[hook.id] = told
        return told


def is_another_machines(house: House) -> bool:
    """A laptop that follows, or was taken over from, tells nobody anything."""
    with house.world.lock:
        return house.follows or bool(house.world.live(REIGNS).state.over)
