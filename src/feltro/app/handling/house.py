"""`handle(command, envelope)`: permission, decision, one transaction, and the answer.

Commands are decided in order, in a turn at writing: each on the state that the one before it left, all of them on what
is true then, so that nothing is ever decided in vain. Ten desks share the flush at the end of a turn, and nobody is
answered, and no page sees anything, before it. What takes long to decide is decided before, and in the turn it is only
held to the streams that it looked at (docs/decisions/0018-deciding-in-order.md).
"""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from feltro.app.access import permissions
from feltro.app.access.who_stands import is_shared
from feltro.app.decisions.known_names import refuse_unknown
from feltro.app.decisions.own_cause import in_own_cause
from feltro.app.handling.catalogue import COMMANDS
from feltro.app.handling.line import Take, WaitingLine
from feltro.app.handling.slip import CommandSlip
from feltro.app.handling.undo import DIRECTORS, Change, Undo
from feltro.app.handling.undo import preview as undo_preview
from feltro.app.handling.use_cases import USE_CASES, of_one_stream
from feltro.app.money.cover import covered
from feltro.app.people.directory import directory
from feltro.app.sheets.books import Books
from feltro.app.world import Look, World
from feltro.app.world.codec import codec
from feltro.app.world.history import undone_keys
from feltro.app.world.plan import Asked, Done, Envelope, Plan, ToldEvent
from feltro.app.world.streams.reigns import STREAM as REIGNS
from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused
from feltro.store.port import (
    AlreadyDone,
    Append,
    Appended,
    Erase,
    Keep,
    NewEvent,
    Store,
    StoreUnavailable,
    Transaction,
    WritingTurn,
)

ATTEMPTS = 3
"""Turns that may fail under a command through no fault of its own."""
REASON = "reason"
BUSY = "command.too_busy"
"""Nothing was done, and the same command may be sent again."""
Said = dict[CommandSlip, Done | Refused | Exception]


class _TurnLostError(Exception):
    """A turn that was given up: memory was not what the log says, or could not take what was decided."""


class House:
    """The one place where commands come in."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.world = World(store)
        self.books = Books()
        self.after_commit: Callable[[], None] = _nothing
        """Called when something was written: whoever opens a house may keep outside of it where its log stands."""
        self.counted: Counter[str] = Counter()
        """Commands by what came of them, since the start of this process: for whoever watches it."""
        self.follows = False
        """Whether its file follows another machine, which has the house."""
        self._line = WaitingLine(self._serve)

    def handle(self, command: Command, envelope: Envelope) -> Done | Refused:
        try:
            answer = self._handle(command, envelope)
        except StoreUnavailable:
            self.counted["unavailable"] += 1
            raise
        self.counted["refused" if isinstance(answer, Refused) else "done"] += 1
        return answer

    def _handle(self, command: Command, envelope: Envelope) -> Done | Refused:
        refused = permissions.refusal(command, envelope.role)
        if refused is None and is_shared(envelope.who) and self.moves_money_out(command):
            refused = Refused("access.pin_needed")
        if refused:
            return refused
        slip = CommandSlip(command, envelope)
        if type(command) in USE_CASES:
            slip.prepared = self._prepared(slip)
        if self.world.is_mine:  # whoever holds the world cannot wait for somebody who waits for it
            while not slip.is_answered:
                self._serve(lambda: (slip,))
        elif not self._line.stand(slip):
            return Refused(BUSY)
        return slip.answer

    def moves_money_out(self, command: Command) -> bool:
        """As its card says; taking something back is as grave as what is taken back. On a device that several share it
        does not go by the device's hand: somebody stands there, and says who by PIN."""
        answered = self.store.answered(command.command_key) if isinstance(command, Undo) else None
        if answered is None:
            return command.money_out
        told = COMMANDS.get(msgspec.json.decode(answered.outcome, type=Done).command)
        return told is not None and told.money_out

    def plan(self, command: Command, envelope: Envelope, look: Look) -> Plan | Refused:
        """What the command would do, done to nothing."""
        asked = Asked(look=look, envelope=envelope, books=self.books)
        use_case = USE_CASES.get(type(command), of_one_stream)
        plan = refuse_unknown(command, asked) or use_case(command, asked)
        if not isinstance(plan, Refused):
            plan = in_own_cause(plan, command, DIRECTORS if isinstance(command, Undo) else command.may, asked)
        return plan if isinstance(plan, Refused) else covered(plan, asked)

    def preview(self, command: Undo, envelope: Envelope) -> list[Change] | Refused:
        """What undoing would change, for whom it is allowed; done to nothing and kept nowhere."""
        refused = permissions.refusal(command, envelope.role)
        if refused:
            return refused
        with self.world.lock:
            return undo_preview(command, Asked(look=Look(self.world), envelope=envelope, books=self.books))

    def _prepared(self, slip: CommandSlip) -> tuple[Look, Plan | Refused]:
        """Decided without keeping anybody from writing."""
        with self.world.lock:
            look = Look(self.world)
            return look, self.plan(slip.command, slip.envelope, look)

    def _serve(self, take: Take) -> Sequence[CommandSlip]:
        """One turn, and its answers when it is on the disk. Those whom it did not get to are given back."""
        group: Sequence[CommandSlip] = ()
        said: Said = {}
        with self.world.lock:
            try:
                with self.store.turn() as turn, self.world.in_turn(turn):
                    group = take()
                    erases = self._decide(group, turn, said)
                    turn.flush()
            except Exception as error:  # noqa: BLE001 - it goes to those who wait
                group = group or take()
                said = self._lost(group, error)
            else:
                self._tell(said, erases=erases)
        for slip, outcome in said.items():
            slip.fail(outcome) if isinstance(outcome, Exception) else slip.say(outcome)
        return [slip for slip in group if not slip.is_answered]

    def _decide(self, group: Sequence[CommandSlip], turn: WritingTurn, said: Said) -> bool:
        """Until one has written what only the store can tell the next one of; whether a row was erased."""
        turn.answered(*(slip.meta.key for slip in group))
        for slip in group:
            if said and slip.prepared:
                return False  # it looks at more than what is in memory
            try:
                written = self._attempt(slip, turn)
            except (_TurnLostError, StoreUnavailable):
                raise  # what the store could not tell or keep is nobody's bug: nothing of the turn is written
            except Exception as error:  # noqa: BLE001 - its bug is not the others' problem
                said[slip] = error
                continue
            if not isinstance(written, tuple):
                said[slip] = written
                continue
            said[slip], transaction = written
            if _reaches_the_store(transaction):
                return transaction.erases
        return False

    def _attempt(self, slip: CommandSlip, turn: WritingTurn) -> Done | Refused | tuple[Done, Transaction]:
        answered = turn.answered(slip.meta.key)
        if answered:
            return self._again(answered[slip.meta.key], slip)
        stopped = self._stopped()
        if stopped:
            return stopped
        look, plan = self._planned(slip)
        if isinstance(plan, Refused):
            return plan
        slip.not_before(look.last_at(plan.events))
        encoded = {stream: tuple(map(codec().encode, events)) for stream, events in plan.events.items()}
        done = _done(slip, encoded, look)
        transaction = _transaction(slip, plan, encoded, look, done)
        if not isinstance(turn.write(transaction), Appended):
            raise _TurnLostError  # the log was changed by somebody who added no link
        self._learn(slip, plan)
        return done, transaction

    def _stopped(self) -> Refused | None:
        """Where another machine has the house: one that this one follows, or one with a higher number."""
        over = self.world.live(REIGNS).state.over
        if self.follows:
            return Refused("reign.follows")
        return Refused("reign.over", {"number": over}) if over else None

    def _planned(self, slip: CommandSlip) -> tuple[Look, Plan | Refused]:
        if slip.prepared and not slip.prepared[0].is_old():
            return slip.prepared
        look = Look(self.world)
        return look, self.plan(slip.command, slip.envelope, look)

    def _learn(self, slip: CommandSlip, plan: Plan) -> None:
        """What cannot be applied, or is off balance, is a bug and not a refusal: it never gets to the disk."""
        try:
            for stream, events in plan.events.items():
                self.world.learn(stream, events, slip.meta)
        except Exception as error:
            slip.fail(error)
            raise _TurnLostError from error

    def _lost(self, group: Sequence[CommandSlip], error: Exception) -> Said:
        """Nothing of the turn was kept. Once more, where that may help; what has a key is never done twice."""
        if isinstance(error, _TurnLostError):
            self.world.forget_everything()
        may_pass = isinstance(error, _TurnLostError) or (isinstance(error, StoreUnavailable) and error.may_pass)
        said: Said = {}
        for slip in [one for one in group if not one.is_answered]:
            slip.attempts += 1
            if not may_pass:
                said[slip] = error
            elif slip.attempts == ATTEMPTS:
                said[slip] = Refused(BUSY) if isinstance(error, _TurnLostError) else error
        return said

    def _tell(self, said: Said, *, erases: bool) -> None:
        if any(isinstance(outcome, Done) for outcome in said.values()):
            self.after_commit()
        if erases:
            directory(self.store)  # hears of it now, and everything that was made of the name is dropped

    def _again(self, answered: AlreadyDone, slip: CommandSlip) -> Done | Refused:
        """As the first time; but what was undone since is not told as done."""
        done = msgspec.json.decode(answered.outcome, type=Done)
        if done.digest != slip.digest:
            return Refused("command.key_used", {"key": answered.key, "command": done.command})
        streams = {told.stream for told in done.events}
        if any(done.key in undone_keys(self.world.live(stream).facts) for stream in streams):
            return Refused("command.undone_since", {"command": done.command})
        return done


def _nothing() -> None: ...


def _reaches_the_store(transaction: Transaction) -> bool:
    """Whether a decision could miss what was written: rows, secrets and new streams are asked of the store, which does
    not have them before the flush. Reasons nobody decides on."""
    rows = any(change.kind != REASON or isinstance(change, Erase) for change in transaction.registry)
    new = any(append.events and not append.expected for append in transaction.appends)
    return rows or new or bool(transaction.vault)


def _transaction(
    slip: CommandSlip, plan: Plan, encoded: dict[str, tuple[NewEvent, ...]], look: Look, done: Done
) -> Transaction:
    appends = tuple(Append(stream, version, encoded.get(stream, ())) for stream, version in look.versions.items())
    reason = getattr(slip.command, "reason", "")
    kept = (Keep(REASON, slip.meta.key, reason.encode()),) if reason else ()
    return Transaction(slip.meta, appends, msgspec.json.encode(done), (*kept, *plan.registry), plan.vault)


def _done(slip: CommandSlip, encoded: dict[str, tuple[NewEvent, ...]], look: Look) -> Done:
    told = tuple(
        ToldEvent(stream=stream, version=version, name=new.name, event=msgspec.Raw(new.payload))
        for stream, events in encoded.items()
        for version, new in enumerate(events, look.versions[stream] + 1)
    )
    held = {stream: version for stream, version in look.versions.items() if stream not in encoded}
    return Done(key=slip.meta.key, command=slip.meta.command, digest=slip.digest, events=told, held=held)
