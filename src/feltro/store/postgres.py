"""The store of a tour with many venues: PostgreSQL, written by several processes at once.

Whoever writes holds one advisory lock from before he looks until the server has it on its disk: the house has one
chain, whose next link only one can add, and with a single lock nobody waits in a circle. The server lets those who
wait go in the order in which they came. `unique (stream, version)` would catch whatever that missed.
`stream@version` is notified inside the transaction: told if and only if committed.
"""

from __future__ import annotations

import logging
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg

from feltro.kernel.outcome import Finding
from feltro.store.checksums import rows_that_differ
from feltro.store.deadlines import DEADLINES, Reach
from feltro.store.draft import Draft
from feltro.store.listener import Listener
from feltro.store.pool import ConnectionPool
from feltro.store.port import Adopted, Appended, StoreUnavailable
from feltro.store.postgres_session import LONGEST_READ, LONGEST_WRITE, PostgresSession, connected, may_pass
from feltro.store.postgres_tables import LONGEST_STEP, make_or_check
from feltro.store.sql import SqlReader, SqlStanding, put, take_in, write
from feltro.store.sql_growth import rows_gone, take_on
from feltro.store.sql_links import LINKS
from feltro.store.watchers import Watchers, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from feltro.store.growth import Growth
    from feltro.store.links import Signer
    from feltro.store.port import Contents, Outcome, Reader, Taken, Transaction
    from feltro.store.sql_links import Session

    Connection = psycopg.Connection[Any]
    Result = TypeVar("Result")

log = logging.getLogger(__name__)
_IDLE = psycopg.pq.TransactionStatus.IDLE

MOST_CONNECTIONS = 16
"""Of one process, the listener's not counted. A server takes about a hundred in all."""

DISK_FULL = "53100"
_DANGEROUS = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


class PostgresReader(SqlReader):
    def complaints(self) -> list[Finding]:
        """Settings of the server under which an answered command could be lost."""
        found = []
        for setting, bad in _DANGEROUS.items():
            value = self._ask("SELECT current_setting(?)", (setting,))[0][0]
            if value == bad:
                found.append(Finding("store.unsafe_setting", "postgresql", {"setting": setting, "value": value}))
        return [*found, *rows_that_differ(self._ask)]

    def cautions(self) -> list[Finding]:
        """A server without checksums on its pages does not notice when its disk gives back something else."""
        value = self._ask("SELECT current_setting(?)", ("data_checksums",))[0][0]
        return [] if value == "on" else [Finding("store.pages_unchecked", "postgresql")]


class PostgresStore(PostgresReader):
    def __init__(self, url: str, signer: Signer | None = None) -> None:
        self._url = url
        self._signer = signer
        self._reach = Reach()
        self._pool = ConnectionPool(self._connect, MOST_CONNECTIONS)
        self._watchers = Watchers()
        self._listener = Listener(self._connect, self._watchers, self.streams)
        super().__init__(self._ask_any)
        self._try_twice(make_or_check)

    @contextmanager
    def turn(self) -> Iterator[Draft]:
        with ExitStack() as stack:
            connection = self._begun(stack)
            session = PostgresSession(connection)

            def keep(draft: Draft) -> None:
                """Sent together: the server is asked once, however many commands there are."""
                with DEADLINES.within(connection, LONGEST_WRITE), connection.pipeline():
                    put(session, draft)
                    session.notify(draft.versions)
                    connection.execute("COMMIT")

            def ask(sql: str, values: Sequence[Any]) -> list[Any]:
                try:
                    return session.ask(sql, values)
                except (psycopg.OperationalError, MemoryError) as error:
                    raise _unavailable(error) from error

            try:
                draft = Draft(SqlStanding(ask), self._signer, keep)
                yield draft
                if connection.info.transaction_status != _IDLE:
                    connection.execute("ROLLBACK")
            except (psycopg.OperationalError, MemoryError) as error:
                raise _unavailable(error) from error
        if draft.is_kept:
            self._watchers.tell(draft.versions)  # the server's own notice comes when this was answered
            if draft.erases:
                self._rewrite_registry()

    def commit(self, transaction: Transaction) -> Outcome:
        outcome: Outcome = self._keep(lambda session: write(session, transaction, self._signer))
        if transaction.erases and isinstance(outcome, Appended):
            self._rewrite_registry()
        return outcome

    def adopt(self, contents: Contents) -> Adopted | Taken:
        outcome: Adopted | Taken = self._keep(lambda session: take_in(session, contents, self._signer), once=True)
        return outcome

    def take_on(self, growth: Growth) -> Adopted:
        erases = bool(rows_gone(self.marked_rows(), growth))
        outcome: Adopted = self._keep(lambda session: take_on(session, growth), once=True)
        if erases:
            self._rewrite_registry()
        return outcome

    @contextmanager
    def snapshot(self) -> Iterator[Reader]:
        with self._pool.lend() as connection, connection.transaction():
            with DEADLINES.within(connection, LONGEST_READ):
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                connection.execute("SELECT 1")  # the moment is that of the first statement
            yield PostgresReader(PostgresSession(connection).ask)

    def changes(self, callback: Callable[[str, int], None]) -> Callable[[], None]:
        stop = self._watchers.add(callback)
        try:
            self._listener.start()
        except psycopg.OperationalError as error:
            stop()
            raise _unavailable(error) from error
        except StoreUnavailable:
            stop()
            raise
        return stop

    def reached(self, stream: str) -> int:
        return self._watchers.reached(stream)

    def moves(self, kinds: Iterable[str]) -> int:
        return self._watchers.moves(kinds)

    def wait(self, stream: str, after: int, timeout: float) -> int:
        return wait_for(self.changes, self.version, stream, after, timeout)

    def close(self) -> None:
        self._listener.close()
        self._watchers.close()
        self._pool.close()

    def _ask_any(self, sql: str, values: Sequence[Any]) -> list[Any]:
        return self._try_twice(lambda connection: PostgresSession(connection).ask(sql, values))

    def _keep(self, work: Callable[[Session], Any], *, once: bool = False) -> Any:
        """Run this in a transaction, kept if it was done."""

        def attempt(connection: Connection) -> Any:
            longest = LONGEST_STEP if once else LONGEST_WRITE
            session = PostgresSession(connection, longest)
            with DEADLINES.within(connection, LONGEST_STEP) as limit, connection.transaction() as transaction:
                outcome = work(session)
                if not isinstance(outcome, (Appended, Adopted)):
                    raise psycopg.Rollback(transaction)
                session.notify(dict(outcome.versions))
                limit.at_most(longest)  # for the commit, which comes now
            return outcome

        outcome = self._try_twice(attempt, once=once)
        if isinstance(outcome, (Appended, Adopted)):
            self._watchers.tell(outcome.versions)
        return outcome

    def _begun(self, stack: ExitStack) -> Connection:
        """A connection inside a transaction that has the lock; another one, if the server was lost since the last time."""
        try:
            return self._begin(stack)
        except (psycopg.OperationalError, MemoryError) as error:
            if not may_pass(error):
                raise _unavailable(error) from error
        self._pool.drop_idle()
        try:
            return self._begin(stack)
        except (psycopg.OperationalError, MemoryError) as error:
            raise _unavailable(error) from error

    def _begin(self, stack: ExitStack) -> Connection:
        with ExitStack() as lent:
            connection = lent.enter_context(self._pool.lend())
            PostgresSession(connection).begin(LINKS)
            stack.push(lent.pop_all())
        return connection

    def _rewrite_registry(self) -> None:
        """Deleted rows stay in the table's file until it is written anew. While somebody reads an older
        moment that cannot be done: the next erasure, or the server's own cleaning, takes them along.

        The server's write-ahead log and its backups keep erased rows for as long as the server keeps those.
        """
        try:
            with self._pool.lend() as connection, DEADLINES.within(connection, LONGEST_STEP):
                connection.execute("SET lock_timeout = '2s'; SET statement_timeout = 0")
                connection.execute("VACUUM FULL registry")
                connection.execute("SET lock_timeout = '10s'; SET statement_timeout = '20s'")
        except psycopg.OperationalError as error:
            log.warning("erased rows still stand in the file of the registry: %s", error)

    def _try_twice(self, work: Callable[[Connection], Result], *, once: bool = False) -> Result:
        """Once more, on a new connection, if the server was lost: keys make a second time harmless."""
        try:
            return self._try(work)
        except (psycopg.OperationalError, MemoryError) as error:
            if once or not may_pass(error):
                raise _unavailable(error) from error
        self._pool.drop_idle()
        try:
            return self._try(work)
        except (psycopg.OperationalError, MemoryError) as error:
            raise _unavailable(error) from error

    def _try(self, work: Callable[[Connection], Result]) -> Result:
        with self._pool.lend() as connection:
            return work(connection)

    def _connect(self) -> Connection:
        """A server that cannot be reached is not waited for by one after the other."""
        with self._reach.tried():
            try:
                return connected(self._url)
            except psycopg.OperationalError as error:
                self._reach.lost(str(error))
                raise


def _unavailable(error: psycopg.OperationalError | MemoryError) -> StoreUnavailable:
    """A machine without memory is away too: nothing was kept, and it may pass."""
    unavailable = StoreUnavailable(str(error) or "out of memory")
    unavailable.may_pass = may_pass(error)
    unavailable.is_full = getattr(error, "sqlstate", None) == DISK_FULL
    return unavailable
