"""The chain of the house: every store keeps the same one, whoever writes, and its bytes are the documented ones."""

from __future__ import annotations

import threading
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltro.store.address import open_store
from feltro.store.backup import backup, restore
from feltro.store.integrity import verify
from feltro.store.links import SIGNED
from feltro.store.memory import MemoryStore
from feltro.store.port import Adopted, Append, Appended, Contents, Keep, Meta, NewEvent, Transaction
from feltro.store.signatures import holds
from tests.store_samples import append, meta, over, sell

OF_A_TEST_SERVER = "store.unsafe_setting"


class SeedKey:
    """A key of which everybody knows the secret."""

    def __init__(self):
        self.key = Ed25519PrivateKey.from_private_bytes(bytes(32))

    def sign(self, message):
        return self.key.public_key().public_bytes_raw(), self.key.sign(message)


def faults(store):
    return [one.because for one in verify(store) if one.because != OF_A_TEST_SERVER]


def named(link):
    return [(one.stream, one.version) for one in link.heads]


def test_each_command_that_wrote_something_is_one_link(store):
    """It names its streams, its answer and its key; a refusal, a repetition and a row alone are none."""
    store.commit(over(append("t/1", 0, 2), append("s/1", 0), key="a"))
    store.commit(sell("t/1", expected=2, key="b"))
    store.commit(sell("t/1", expected=0, key="late"))
    store.commit(sell("t/1", expected=2, key="b"))
    store.commit(Transaction(meta("row"), registry=(Keep("person", "p1", b"x"),)))
    first, second = store.links()
    assert (first.number, first.key, named(first)) == (1, "a", [("s/1", 1), ("t/1", 2)])
    assert (second.number, second.key, named(second)) == (2, "b", [("t/1", 3)])
    assert (first.answer, second.answer) == (sha256(b'"done"').digest(), sha256(b'"sold"').digest())
    assert second.heads[0].hash == next(iter(store.read("t/1", 2))).hash
    assert store.last_link() == second
    assert list(store.links(after=1)) == [second]
    assert faults(store) == []


def test_the_bytes_of_a_link_are_the_documented_ones(store):
    """docs/developers/log.md has this known answer, for verifiers in other languages."""
    known = Meta("ana", "cashier", "desk-1", 5, "k1", "SellEntry")
    event = NewEvent("TableBroken", 1, b'{"table":4}')
    store.commit(Transaction(known, (Append("t/1", 0, (event,)),), b"{}"))
    [link] = store.links()
    assert link.heads[0].hash.hex() == "978bb64d1a5a5051e81dcf81d532058d83ca1affc230fd37a83874edbc44eda4"
    assert link.hash.hex() == "5352fa87c467aee011727b17a5ef50fdb6db3a196404065a66f0df719e85e64b"


def test_a_signature_is_checked_with_the_public_key_alone():
    """HeadTold answer, too: the private key of 32 zero bytes."""
    store = MemoryStore(SeedKey())
    known = Meta("ana", "cashier", "desk-1", 5, "k1", "SellEntry")
    store.commit(Transaction(known, (Append("t/1", 0, (NewEvent("TableBroken", 1, b'{"table":4}'),)),), b"{}"))
    [link] = store.links()
    assert link.signer.hex() == "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"
    assert (
        link.signature.hex()
        == "2121020884de0897b33a7455f0a32dc437bd75c1c37c4359abeee3ec5b4ecadd37aa9cf493bed1eac36ec920ad5a817b0d18bd1157f8f1f094a7b75586d1aa04"
    )
    assert holds(link.signer, link.signature, SIGNED + link.hash)
    assert not holds(link.signer, link.signature, SIGNED + bytes(32))


def test_many_writers_make_one_chain(store):
    """Each to a stream of its own, at once: no number twice, none left out, and everything verifies."""

    def work(number):
        for version in range(10):
            assert isinstance(store.commit(sell(f"t/{number}", expected=version)), Appended)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert [link.number for link in store.links()] == list(range(1, 61))
    assert faults(store) == []


def test_two_processes_make_one_chain(database_url):
    """Two openings of one database, turn and turn about."""
    one, other = open_store(database_url), open_store(database_url)
    for version in range(6):
        assert isinstance((one, other)[version % 2].commit(sell("t/1", expected=version)), Appended)
    assert [link.number for link in one.links()] == list(range(1, 7))
    assert faults(other) == []
    one.close()
    other.close()


def test_a_backup_takes_the_chain_along_and_it_goes_on(store, another_store, tmp_path):
    """In every kind of backup; a restored house is proved from its first link, not from the day of restoring."""
    store.commit(sell("t/1", count=2))
    store.commit(sell("s/1"))
    backup(store, tmp_path / "copy")
    other = another_store()
    assert isinstance(restore(tmp_path / "copy", other), Adopted)
    assert list(other.links()) == list(store.links())
    other.commit(sell("t/1", expected=2))
    assert other.last_link().number == 3
    assert faults(other) == []


def test_streams_from_another_house_come_in_by_a_link_without_a_command(store):
    """What they were there, this house cannot know: it vouches for them from now on."""
    source = MemoryStore()
    source.commit(sell("t/9", count=3, key="there"))
    store.commit(sell("t/1", key="here"))
    store.adopt(Contents(source.read("t/9"), source.answers()))
    assert [(link.key, named(link)) for link in store.links()] == [("here", [("t/1", 1)]), ("", [("t/9", 3)])]
    assert faults(store) == []


@pytest.mark.parametrize("lost", ["links", "signature"])
def test_an_archive_whose_chain_or_signature_was_touched_is_refused(tmp_path, lost):
    from feltro.store.archive import everything, export
    from feltro.store.archive_reader import inspect, signer_of
    from tests.contracts.test_store_moving import repack, replace

    source = MemoryStore(SeedKey())
    source.commit(sell("t/1", count=2, key="first-key"))
    export(source, tmp_path / "a.zip", everything(source), SeedKey())
    assert inspect(tmp_path / "a.zip") == []
    assert signer_of(tmp_path / "a.zip") == SeedKey().sign(b"")[0]
    if lost == "links":
        repack(tmp_path / "a.zip", replace("links.jsonl", b"first-key", b"other-key"), honest=True)
    else:
        repack(tmp_path / "a.zip", replace("registry.jsonl", b"", b""), honest=True)
        repack(tmp_path / "a.zip", replace("manifest.json", b"{", b"{ "))
    because = {one.because for one in inspect(tmp_path / "a.zip")}
    assert "store.archive.signature_wrong" in because
    assert ("store.archive.chain_broken" in because) is (lost == "links")
