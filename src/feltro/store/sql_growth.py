"""Growth of another store's log as SQLite and PostgreSQL take it on, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.store.checksums import COMMANDS, checked
from feltro.store.growth import NotGrownError, box_of, check_growth
from feltro.store.links import EMPTY
from feltro.store.port import Adopted
from feltro.store.seal import heads_of
from feltro.store.sql import CLAIM_ANSWER, SqlStanding, add_events, erase_row, keep_row, put_secret
from feltro.store.sql_links import LINKS, last_head, put_links

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.store.growth import Growth
    from feltro.store.sql_links import Session

_ANSWER = "SELECT outcome FROM commands WHERE key = ?"


def rows_gone(rows: Iterable[tuple[str, str, bytes]], growth: Growth) -> list[tuple[str, str]]:
    """Those of this store that lie in a box which came, and came not with it."""
    boxes = {box.number: {(row.kind, row.id) for row in box.rows} for box in growth.boxes}
    if not boxes:
        return []
    ours = ((kind, row_id, box_of(kind, row_id)) for kind, row_id, _ in rows)
    return [(kind, one) for kind, one, box in ours if box in boxes and (kind, one) not in boxes[box]]


def take_on(session: Session, growth: Growth) -> Adopted:
    """Written whole, or a `NotGrownError` and nothing."""
    session.lock((LINKS,))
    standing = SqlStanding(session.ask)
    streams = {head.stream for link in growth.links for head in link.heads}
    check_growth(growth, last_head(session.ask) or EMPTY, standing.heads(streams) if streams else {})
    for answer in growth.answers:
        row = checked(COMMANDS, answer.key, answer.outcome)
        if not session.ask(CLAIM_ANSWER, row) and session.ask(_ANSWER, (answer.key,))[0][0] != answer.outcome:
            raise NotGrownError(f"{answer.key} was answered something else here")
    add_events(session, growth.events)
    put_links(session, growth.links)
    for kind, row_id in rows_gone(standing.marked_rows(), growth):
        erase_row(session, kind, row_id)
    for box in growth.boxes:
        for kept in box.rows:
            keep_row(session, kept)
    if growth.secrets is not None:
        session.many("DELETE FROM vault", [()])
        for secret in growth.secrets:
            put_secret(session, secret)
    return Adopted({stream: head.version for stream, head in heads_of(growth.events).items()})
