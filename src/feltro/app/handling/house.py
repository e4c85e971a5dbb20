"""`handle(command, envelope)`: permission, decision, one transaction, and the answer.

A decision holds every stream that it looked at: if one of them moved before the commit, it is taken
again on what is true then. That is why a plain sale may be decided on what is in memory, without asking the
database first: an old state ends in a conflict, and a refusal counts only when nothing had moved.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from feltro.app.access import permissions
from feltro.app.decisions.known_names import refuse_unknown
from feltro.app.handling.undo import Change, Undo
from feltro.app.handling.undo import preview as undo_preview
from feltro.app.handling.use_cases import USE_CASES, of_one_stream
from feltro.app.money.cover import covered
from feltro.app.people.directory import directory
from feltro.app.sheets.books import Books
from feltro.app.world import Look, World, postings
from feltro.app.world.codec import codec
from feltro.app.world.history import Fact, undone_keys
from feltro.app.world.plan import Asked, Done, Envelope, Plan, ToldEvent
from feltro.kernel.commands import Command
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.store.port import AlreadyDone, Append, Appended, Erase, Keep, Meta, NewEvent, Store, Transaction

ATTEMPTS = 50


class House:
    """The one place where commands come in."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.world = World(store)
        self.books = Books()
        self.after_commit: Callable[[], None] = _nothing
        """Called when something was written: whoever opens a house may keep outside of it where its log stands."""

    def handle(self, command: Command, envelope: Envelope) -> Done | Refused:
        refused = permissions.refusal(command, envelope.role) or permissions.refuse_nobody(command, envelope.who)
        if refused:
            return refused
        from_memory = type(command) not in USE_CASES
        for _ in range(ATTEMPTS):
            outcome = self._attempt(command, envelope, from_memory=from_memory)
            if outcome is not None:
                return outcome
            from_memory = False
        return Refused("command.too_busy")

    def plan(self, command: Command, envelope: Envelope, look: Look) -> Plan | Refused:
        """What the command would do, done to nothing."""
        asked = Asked(look=look, envelope=envelope, books=self.books)
        use_case = USE_CASES.get(type(command), of_one_stream)
        plan = refuse_unknown(command, asked) or use_case(command, asked)
        return plan if isinstance(plan, Refused) else covered(plan, asked)

    def preview(self, command: Undo, envelope: Envelope) -> list[Change] | Refused:
        """What undoing would change, for whom it is allowed; done to nothing and kept nowhere."""
        refused = permissions.refusal(command, envelope.role)
        if refused:
            return refused
        with self.world.lock:
            return undo_preview(command, Asked(look=Look(self.world), envelope=envelope, books=self.books))

    def _attempt(self, command: Command, envelope: Envelope, *, from_memory: bool) -> Done | Refused | None:
        """Nothing when somebody was faster."""
        with self.world.lock:
            look = Look(self.world, from_memory=from_memory)
            plan = self.plan(command, envelope, look)
            if isinstance(plan, Refused):
                return self._refused(plan, command, envelope.key, look)
            meta = _meta(command, envelope, not_before=look.last_at(plan.events))
            _check_money(plan, look, meta)
        encoded = {stream: tuple(map(codec().encode, events)) for stream, events in plan.events.items()}
        done = _done(command, envelope, encoded, look)
        outcome = self.store.commit(_transaction(command, meta, plan, encoded, look, done))
        if isinstance(outcome, AlreadyDone):
            with self.world.lock:
                return self._again(outcome, command)
        if not isinstance(outcome, Appended):
            return None
        self.after_commit()
        with self.world.lock:
            for stream, events in plan.events.items():
                self.world.learn(stream, look.versions[stream], events, meta)
        if any(isinstance(one, Erase) for one in plan.registry):
            directory(self.store)  # hears of it now, and everything that was made of the name is dropped
        return done

    def _refused(self, refused: Refused, command: Command, key: str, look: Look) -> Done | Refused | None:
        """A command sent again is refused by what it did itself: it is answered as the first time instead."""
        if look.is_old():
            return None
        answered = self.store.answered(key)
        return refused if answered is None else self._again(answered, command)

    def _again(self, answered: AlreadyDone, command: Command) -> Done | Refused:
        """As the first time; but what was undone since is not told as done."""
        done = msgspec.json.decode(answered.outcome, type=Done)
        if done.digest != digest_of(command):
            return Refused("command.key_used", {"key": answered.key, "command": done.command})
        streams = {told.stream for told in done.events}
        if any(done.key in undone_keys(self.world.live(stream).facts) for stream in streams):
            return Refused("command.undone_since", {"command": done.command})
        return done


def _nothing() -> None: ...


def _check_money(plan: Plan, look: Look, meta: Meta) -> None:
    """Off balance is a bug, not a refusal: it stops the command while the log is still right."""
    for stream, events in plan.events.items():
        facts = (Fact(version, event, meta) for version, event in enumerate(events, look.versions[stream] + 1))
        postings.check(stream, facts, look.state(stream))


def _transaction(
    command: Any, meta: Meta, plan: Plan, encoded: dict[str, tuple[NewEvent, ...]], look: Look, done: Done
) -> Transaction:
    appends = tuple(Append(stream, version, encoded.get(stream, ())) for stream, version in look.versions.items())
    reason = getattr(command, "reason", "")
    kept = (Keep("reason", meta.key, reason.encode()),) if reason else ()
    return Transaction(meta, appends, msgspec.json.encode(done), (*kept, *plan.registry), plan.vault)


def _meta(command: Command, envelope: Envelope, not_before: Instant) -> Meta:
    """Within a stream the hour never goes back, whatever a machine's clock says."""
    name, at = type(command).__name__, max(envelope.at, not_before)
    return Meta(envelope.who, envelope.role, envelope.device, at, envelope.key, name)


def _done(command: Command, envelope: Envelope, encoded: dict[str, tuple[NewEvent, ...]], look: Look) -> Done:
    told = tuple(
        ToldEvent(stream=stream, version=version, name=new.name, event=msgspec.Raw(new.payload))
        for stream, events in encoded.items()
        for version, new in enumerate(events, look.versions[stream] + 1)
    )
    held = {stream: version for stream, version in look.versions.items() if stream not in encoded}
    name = type(command).__name__
    return Done(key=envelope.key, command=name, digest=digest_of(command), events=told, held=held)


def digest_of(command: Command) -> str:
    """Without personal data: an answer is never erased, and from a digest a CPF can be guessed."""
    fields = msgspec.to_builtins(command, str_keys=True)
    for name in (*getattr(command, "personal", ()), "reason"):
        fields.pop(name, None)
    return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()[:32]
