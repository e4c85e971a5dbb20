"""One command on its way into the log, and its answer."""

import hashlib
import threading

import msgspec

from feltro.app.world import Look
from feltro.app.world.plan import Done, Envelope, Plan
from feltro.kernel.commands import Command
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.store.port import Meta


class CommandSlip:
    def __init__(self, command: Command, envelope: Envelope) -> None:
        self.command = command
        self.envelope = envelope
        self.meta = _meta(command, envelope)
        self.digest = digest_of(command)
        self.prepared: tuple[Look, Plan | Refused] | None = None
        """What was decided before the line, on what was true then; its owner looks whether it still is."""
        self.attempts = 0
        self._outcome: Done | Refused | None = None
        self._error: BaseException | None = None
        self._woken = threading.Lock()
        self._woken.acquire()

    def not_before(self, at: Instant) -> None:
        """Within a stream the hour never goes back, whatever a machine's clock says."""
        self.meta = msgspec.structs.replace(self.meta, at=max(self.envelope.at, at))

    @property
    def is_answered(self) -> bool:
        return self._outcome is not None or self._error is not None

    @property
    def answer(self) -> Done | Refused:
        """What its house said, in the thread of whoever asked."""
        if self._error is not None:
            raise self._error
        assert self._outcome is not None  # noqa: S101 - asked of an answered slip only
        return self._outcome

    def say(self, outcome: Done | Refused) -> None:
        self._outcome = outcome

    def fail(self, error: BaseException) -> None:
        if not self.is_answered:
            self._error = error

    def wait(self) -> None:
        self._woken.acquire()

    def wake(self) -> None:
        self._woken.release()


def _meta(command: Command, envelope: Envelope) -> Meta:
    name = type(command).__name__
    return Meta(envelope.who, envelope.role, envelope.device, envelope.at, envelope.key, name)


def digest_of(command: Command) -> str:
    """Without personal data: an answer is never erased, and from a digest a CPF can be guessed."""
    fields = msgspec.to_builtins(command, str_keys=True)
    for name in (*getattr(command, "personal", ()), "reason"):
        fields.pop(name, None)
    return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()[:32]
