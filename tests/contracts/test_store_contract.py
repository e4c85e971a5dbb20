"""What every store does alike. The memory store is the plainest; the databases must not differ from it."""

from __future__ import annotations

import pytest

from feltro.store.links import EMPTY
from feltro.store.port import (
    AlreadyDone,
    Append,
    Appended,
    Conflict,
    Erase,
    Keep,
    Kept,
    NewEvent,
    Put,
    Reveal,
    Transaction,
)
from feltro.store.seal import chained, hash_of
from feltro.store.sql import BATCH
from tests.held_back import held_back
from tests.store_samples import append, event, meta, over, sell


def test_an_empty_store_has_nothing(store):
    """Streams need not be made: one without events is at version 0."""
    assert store.version("t/1") == 0
    assert list(store.read("t/1")) == []
    assert store.streams() == {}
    assert store.secrets() == ()
    assert list(store.registry()) == []
    assert list(store.answers()) == []
    assert store.answered("key") is None
    assert store.kept("person", "ana") is None
    assert store.secret("deck") is None


def test_events_come_back_as_they_went_in(store):
    """Every field of the event and of who did it, to the last byte."""
    payload = '{"nome":"João \\u0000 <b>","n":9007199254740993}'.encode()
    who = meta("k-ç", who="ana", role="caixa", device="guichê 1", at=-1, command="SellEntry")
    assert store.commit(Transaction(who, (Append("torneio/é", 0, (NewEvent("Sold", 3, payload),)),))) == Appended(
        {"torneio/é": 1}
    )
    [recorded] = store.read("torneio/é")
    assert (recorded.stream, recorded.version, recorded.name, recorded.schema) == ("torneio/é", 1, "Sold", 3)
    assert recorded.payload == payload
    assert recorded.meta == who
    assert recorded.hash == hash_of(recorded, EMPTY.hash)


def test_versions_count_from_one_and_have_no_gap(store):
    """Several events of one command stand together, in order."""
    store.commit(sell(count=2))
    assert store.commit(sell(expected=2, count=3)) == Appended({"t/1": 5})
    assert [one.version for one in store.read("t/1")] == [1, 2, 3, 4, 5]
    assert [one.version for one in store.read("t/1", after=1, up_to=3)] == [2, 3]
    assert [one.version for one in store.read("t/1", after=5)] == []
    assert list(chained(store.read("t/1"))) == list(store.read("t/1"))


def test_a_long_stream_is_read_whole(store):
    """Reading in batches neither loses nor repeats an event at their borders."""
    total = 2 * BATCH + 1
    store.commit(sell(count=BATCH))
    store.commit(sell(expected=BATCH, count=BATCH + 1))
    assert [one.version for one in store.read("t/1")] == list(range(1, total + 1))
    assert [one.version for one in store.read("t/1", after=BATCH, up_to=2 * BATCH)] == list(
        range(BATCH + 1, 2 * BATCH + 1)
    )


def test_whoever_decided_on_an_old_state_is_told(store):
    """A conflict says which stream moved and where it stands, and nothing is written."""
    store.commit(sell(count=2))
    refused = sell(expected=1, key="late")
    assert store.commit(refused) == Conflict("t/1", 1, 2)
    assert store.commit(sell(expected=7)) == Conflict("t/1", 7, 2)
    assert store.version("t/1") == 2
    assert store.answered("late") is None
    assert store.commit(sell(expected=2, key="late")) == Appended({"t/1": 3})


def test_a_key_is_accepted_once(store):
    """The same command again is answered the same and appends nothing, even though its stream moved on."""
    store.commit(sell(key="k"))
    store.commit(sell(expected=1))
    assert store.commit(sell(key="k")) == AlreadyDone("k", b'"sold"')
    assert store.commit(sell(stream="other", key="k")) == AlreadyDone("k", b'"sold"')
    assert store.streams() == {"t/1": 2}
    assert store.answered("k") == AlreadyDone("k", b'"sold"')


def test_several_streams_or_none(store):
    """A ticket used for an entry touches two streams: both, or neither."""
    assert store.commit(over(append("s/1", 0), append("t/1", 0, 2))) == Appended({"s/1": 1, "t/1": 2})
    assert store.commit(over(append("t/1", 2), append("s/1", 0), key="k")) == Conflict("s/1", 0, 1)
    assert store.streams() == {"s/1": 1, "t/1": 2}
    assert store.answered("k") is None


def test_a_stream_can_be_held_to_a_version_without_an_event(store):
    """A decision that read a stream fails if the stream moved, though it adds nothing there."""
    store.commit(sell(stream="s/1"))
    assert store.commit(over(Append("s/1", 1), append("t/1", 0))) == Appended({"s/1": 1, "t/1": 1})
    assert store.commit(over(Append("s/1", 0), append("t/1", 1))) == Conflict("s/1", 0, 1)
    assert store.streams() == {"s/1": 1, "t/1": 1}


def test_a_decision_looks_at_more_tournaments_than_five_seasons_have(store):
    """600 of them, of which two have begun: all are asked about, and the one that moved since is told."""
    store.commit(over(append("t/3", 0), append("t/599", 0)))
    looked_at = [Append(f"t/{number}", int(number in {3, 599})) for number in range(600)]
    assert store.commit(over(append("season", 0), *looked_at)).versions["season"] == 1
    assert store.commit(over(append("season", 1), *looked_at[:599], Append("t/599", 0))) == Conflict("t/599", 0, 1)


def test_streams_are_found_by_prefix(store):
    """In order of name, each with its version; a name's letters are taken as they are."""
    for stream in ("t/2", "t/10", "s/1", "t%", "t_/é", "T/1"):
        store.commit(sell(stream))
    store.commit(sell("t/2", expected=1))
    assert list(store.streams()) == ["T/1", "s/1", "t%", "t/10", "t/2", "t_/é"]
    assert store.streams("t/") == {"t/10": 1, "t/2": 2}
    assert store.streams("t%") == {"t%": 1}
    assert store.streams("t_") == {"t_/é": 1}
    assert store.streams("u") == {}


def test_the_registry_keeps_the_last_body(store):
    """Personal data is written in the command's transaction and remembers the command."""
    store.commit(sell(key="k1", registry=(Keep("person", "p1", b"Ana"), Keep("person", "p2", b"\0\xff"))))
    store.commit(
        sell(expected=1, key="k2", registry=(Keep("person", "p1", b"Ana Maria"), Keep("note", "p1", b"-")))
    )
    at = meta().at
    assert store.kept("person", "p1") == Kept("person", "p1", b"Ana Maria", at, "k2")
    assert store.kept("person", "p2") == Kept("person", "p2", b"\0\xff", at, "k1")
    assert [(row.kind, row.id) for row in store.registry()] == [
        ("note", "p1"),
        ("person", "p1"),
        ("person", "p2"),
    ]
    assert [row.id for row in store.registry("person")] == ["p1", "p2"]


def test_erasing_removes_the_row_and_keeps_the_log(store):
    """Erasing twice, or what never was there, is no mistake."""
    store.commit(sell(registry=(Keep("person", "p1", b"Ana"),)))
    store.commit(sell(expected=1, registry=(Erase("person", "p1"), Erase("person", "nobody"))))
    store.commit(sell(expected=2, registry=(Erase("person", "p1"),)))
    assert store.kept("person", "p1") is None
    assert store.version("t/1") == 3


def test_many_rows_are_read_in_batches(store):
    """The registry and the answers of a season are read whole."""
    rows = tuple(Keep("person", f"p{n:05}", b"x") for n in range(2 * BATCH + 1))
    store.commit(sell(registry=(*rows, Keep("a", "1", b""), Keep("z", "1", b""))))
    assert [row.id for row in store.registry("person")] == [row.id for row in rows]
    assert sum(1 for _ in store.registry()) == len(rows) + 2


def test_a_refused_command_leaves_registry_and_vault_alone(store):
    """All or nothing holds for what stands beside the log."""
    store.commit(sell())
    beside = {"registry": (Keep("person", "p1", b"Ana"),), "vault": (Put("deck", b"s"),)}
    assert isinstance(store.commit(sell(expected=0, **beside)), Conflict)
    assert store.kept("person", "p1") is None
    assert store.secrets() == ()


def test_the_vault_holds_secrets_until_they_are_revealed(store):
    """A secret is put once, listed, read for the draw, and gone once revealed."""
    store.commit(sell(vault=(Put("deck-2", b"\1" * 32), Put("deck-1", b"\2" * 32))))
    assert store.secrets() == ("deck-1", "deck-2")
    assert store.secret("deck-1") == b"\2" * 32
    store.commit(sell(expected=1, vault=(Reveal("deck-1"),)))
    assert store.secrets() == ("deck-2",)
    assert store.secret("deck-1") is None


@pytest.mark.parametrize("change", [Put("deck", b"other"), Reveal("nothing")])
def test_a_secret_put_twice_or_revealed_without_being_there_is_a_bug(store, change):
    """It raises, and the whole transaction is undone."""
    store.commit(sell(vault=(Put("deck", b"first"),)))
    with pytest.raises(LookupError):
        store.commit(sell(expected=1, key="k", registry=(Keep("person", "p", b""),), vault=(change,)))
    assert store.version("t/1") == 1
    assert store.secret("deck") == b"first"
    assert store.kept("person", "p") is None
    assert store.commit(sell(expected=1, key="k")) == Appended({"t/1": 2})


def test_a_command_may_touch_only_the_registry(store):
    """A corrected telephone number is a command without an event."""
    assert store.commit(over(key="k", registry=(Keep("person", "p1", b"+55"),))) == Appended({})
    assert store.commit(over(key="k")) == AlreadyDone("k", b'"done"')


def test_a_snapshot_stands_still(store):
    """What is read inside the block is of one moment, whatever happens meanwhile."""
    store.commit(sell(registry=(Keep("person", "p1", b"Ana"),), vault=(Put("deck", b"s"),)))
    with store.snapshot() as still:
        store.commit(sell(expected=1, registry=(Keep("person", "p1", b"Bia"),), vault=(Reveal("deck"),)))
        store.commit(sell(stream="t/2"))
        assert still.streams() == {"t/1": 1}
        assert [one.version for one in still.read("t/1")] == [1]
        assert still.kept("person", "p1").body == b"Ana"
        assert still.secret("deck") == b"s"
        assert sum(1 for _ in still.answers()) == 1
    assert store.streams() == {"t/1": 2, "t/2": 1}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: sell(stream=""),
        lambda: sell(stream="a\nb"),
        lambda: sell(stream="a\0b"),
        lambda: sell(stream="é" * 251),
        lambda: sell(expected=-1),
        lambda: Transaction(meta(at=1 << 63)),
        lambda: Transaction(meta(who="a\0")),
        lambda: event(schema=0),
        lambda: event(name=""),
        lambda: NewEvent("E", 1, b"{"),
        lambda: NewEvent("E", 1, b""),
        lambda: NewEvent("E", 1, b'{"a":}'),
        lambda: NewEvent("E", 1, b'{"a":1}{}'),
        lambda: NewEvent("E", 1, b'"\xff"'),
        lambda: NewEvent("E", 1, b' {"a":1}'),
        lambda: NewEvent("E", 1, b'{"a":\n1}'),
        lambda: over(append("t/1", 0), append("t/1", 1)),
        lambda: Keep("", "x", b""),
        lambda: Keep("person", "", b""),
        lambda: Erase("", "p1"),
        lambda: Erase("a\0", "p1"),
        lambda: Put("\x7f", b""),
        lambda: Erase("person", "a\0"),
        lambda: Reveal(""),
    ],
)
def test_what_no_store_could_keep_cannot_be_made(wrong):
    """Every store takes the same names and payloads, so these never reach one."""
    with pytest.raises(ValueError, match=r"."):
        wrong()


def test_what_was_written_is_known_before_it_is_answered_however_late_listeners_hear_of_it(store):
    """By a commit and in a turn; what only looked at a stream moves nothing."""
    with held_back(store):
        assert (store.reached("season:s26"), store.moves(("season", "people"))) == (0, 0)
        store.commit(Transaction(meta("k1"), (Append("season:s26", 0, (event(), event())),)))
        assert (store.reached("season:s26"), store.moves(("season", "people"))) == (2, 1)
        with store.turn() as turn:
            turn.write(Transaction(meta("k2"), (Append("people:registry", 0, (event(),)), Append("season:s26", 2))))
            turn.flush()
        assert (store.reached("people:registry"), store.moves(("season", "people"))) == (1, 2)
        assert store.moves(("tournament",)) == 0
