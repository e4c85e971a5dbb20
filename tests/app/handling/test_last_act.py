"""What the one undo offers is the last act that may still be taken back, however much was done since."""

from __future__ import annotations

from feltro.app.handling.acts import acts_of
from tests.tournament.seats import Floor


def test_forty_sales_do_not_hide_the_tables_that_the_same_person_opened():
    """A director alone opens tables and sells: sales go back by their own way, so the tables are what undo offers."""
    floor = Floor()
    tables = [{"number": number, "chairs": 9} for number in range(1, 6)]
    floor.done("OpenTables", role="director", who="ana", key="tables", tournament="t1", draw="mesas", tables=tables)
    for number in range(1, 41):
        floor.sell(f"e{number}", f"p{number}")
    with floor.house.world.lock:
        last = acts_of(floor.house).last_of("ana", floor.now)
    assert last is not None
    assert (last.command, last.key) == ("OpenTables", "tables")
