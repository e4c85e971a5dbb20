"""Somebody with the laptop: each attack on the file is played first, then `feltro verify` names it.

What 0.1.0 knew (a chain inside each stream) does not notice most of them: `only_chains` says so beside each attack.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import zipfile
from hashlib import sha256

import msgspec
import pytest

from feltro.app.handling import House
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.app.wiring import open_house
from feltro.cli.main import main
from feltro.store.address import open_store
from feltro.store.links import EMPTY, SIGNED, hash_of_link
from feltro.store.seal import hash_of
from tests.tournament.room import Room

EVENT = "tournament:t1"


@pytest.fixture
def keys(tmp_path, monkeypatch):
    folder = tmp_path / "keys"
    monkeypatch.setenv("FELTRO_KEYS", str(folder))
    return folder


class Night:
    """A house on a file, in which entries are sold; closed whenever nobody sells."""

    def __init__(self, path):
        self.file, self.url = path, f"sqlite:///{path}"
        house = open_house(self.url)
        self.room = Room(house)
        house.store.close()

    def sell(self, *numbers):
        self.room.house = open_house(self.url)
        for number in numbers:
            self.room.sell(f"e{number}", f"p{number}")
        self.room.house.store.close()

    def read(self):
        """The links and the events of the event."""
        store = open_store(self.url)
        found = list(store.links()), list(store.read(EVENT))
        store.close()
        return found


@pytest.fixture
def night(tmp_path, keys, monkeypatch):
    path = tmp_path / "data" / "house.sqlite3"
    path.parent.mkdir()
    night = Night(path)
    night.sell(1, 2, 3)
    monkeypatch.setenv("FELTRO_DATABASE", night.url)
    return night


@pytest.fixture
def file(night):
    return night.file


def edit(path, *statements):
    """What anybody can do who has the file and a tool to open it."""
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def last_version(path, stream=EVENT):
    with sqlite3.connect(path) as connection:
        (version,) = connection.execute("SELECT max(version) FROM events WHERE stream = ?", (stream,)).fetchone()
    connection.close()
    return version


def only_chains(path):
    """What a look at the chain of each stream alone finds, as 0.1.0 looked."""
    store = open_store(f"sqlite:///{path}")
    found = []
    for stream in store.streams():
        head = EMPTY.hash
        for number, event in enumerate(store.read(stream), 1):
            if event.version != number or event.hash != hash_of(event, head):
                found.append(f"{stream}@{event.version}")
            head = event.hash
    store.close()
    return found


CHANGE_ANSWERS = "UPDATE commands SET outcome = CAST(replace(CAST(outcome AS TEXT), 'p2', 'p9') AS BLOB)"
NOTICED = {"store.rewritten", "store.tail_cut", "log.chain_anew", "log.unsigned", "log.signature_wrong"}


def forget_marks(keys):
    """A forger who reached the folder of the keys as well."""
    for one in keys.glob("*.marks"):
        one.unlink()


def verify(capsys, *more):
    capsys.readouterr()
    code = main(["verify", "--json", *more])
    said = json.loads(capsys.readouterr().out)
    assert code == (0 if said["sound"] else 1)
    return said


def becauses(said):
    return {one["because"] for one in said["findings"]}


def rehash(path, links=False, key=None):
    """The chain of the event hashed anew from its first record, as a careful forger does; with `links` that of the
    house too, signed with `key` where he has one."""
    store = open_store(f"sqlite:///{path}")
    events, chain = list(store.read(EVENT)), list(store.links())
    answers = {one.key: sha256(one.outcome).digest() for one in store.answers()}
    store.close()
    new, previous = {}, EMPTY.hash
    for event in events:
        previous = new[event.version] = hash_of(event, previous)
    with sqlite3.connect(path) as connection:
        for version, seal in new.items():
            connection.execute(
                "UPDATE events SET hash = ? WHERE stream = ? AND version = ?", (seal, EVENT, version)
            )
        last = EMPTY.hash
        for link in chain if links else ():
            heads = tuple(
                msgspec.structs.replace(head, hash=new[head.version]) if head.stream == EVENT else head
                for head in link.heads
                if head.stream != EVENT or head.version in new
            )
            answer = answers.get(link.key, link.answer)
            last = hash_of_link(msgspec.structs.replace(link, heads=heads, answer=answer), last)
            signed = key.sign(SIGNED + last) if key else (b"", b"")
            connection.execute(
                "UPDATE links SET heads = ?, answer = ?, hash = ?, signer = ?, signature = ? WHERE number = ?",
                (msgspec.json.encode(heads), answer, last, *signed, link.number),
            )
    connection.close()


CHANGE = (
    f"UPDATE events SET payload = CAST(replace(CAST(payload AS TEXT), 'p2', 'p9') AS BLOB) WHERE stream = '{EVENT}'"
)


# Nothing happened


def test_a_house_that_nobody_touched_is_sound_and_signed(night, keys, capsys):
    """Its key lies apart from the data, readable by its owner alone."""
    said = verify(capsys)
    assert (said["findings"], said["notes"]) == ([], [])
    links, _ = night.read()
    assert len(links) >= 6
    assert {link.signer for link in links} == {InstallationKey().public}
    assert keys.parent / "data" == night.file.parent
    assert stat.S_IMODE((keys / "signing.key").stat().st_mode) == 0o600


def test_neither_backup_nor_export_holds_the_key(night, keys, tmp_path, capsys):
    private = (keys / "signing.key").read_bytes().split(b"\n")[1]
    assert main(["backup", str(tmp_path / "copy")]) == 0
    assert main(["export", "s26", str(tmp_path / "s26.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "s26.zip") as packed:
        inside = b"".join(map(packed.read, packed.namelist()))
    assert private not in (tmp_path / "copy").read_bytes() + inside


# Cutting and deleting


def test_a_cut_tail_is_found_by_the_answers_and_by_the_house(file, capsys):
    last = last_version(file)
    edit(file, f"DELETE FROM events WHERE stream = '{EVENT}' AND version > {last - 2}")
    assert only_chains(file) == []
    said = verify(capsys)
    assert {"store.tail_cut", "verify.events_missing_since"} <= becauses(said)
    cut = next(one for one in said["findings"] if one["because"] == "store.tail_cut")
    assert cut["place"] == f"Evento, registro {last - 2}"
    assert cut["text"].endswith(
        f"já tinha lacrado até {last}, e o que falta foi gravado a partir de 20 nov. 2026, 13h30."
    )


def test_a_cut_tail_whose_answers_went_too_is_found_by_the_house(file, capsys):
    edit(
        file,
        f"DELETE FROM commands WHERE key IN (SELECT key FROM events WHERE stream = '{EVENT}' AND version > 4)",
        "DELETE FROM events WHERE key NOT IN (SELECT key FROM commands)",
    )
    assert only_chains(file) == []
    assert "store.tail_cut" in becauses(verify(capsys))


LAST_SALE = (
    "DELETE FROM commands WHERE key = (SELECT key FROM links ORDER BY number DESC LIMIT 1)",
    "DELETE FROM events WHERE key = (SELECT key FROM links ORDER BY number DESC LIMIT 1)",
    "DELETE FROM links WHERE number = (SELECT max(number) FROM links)",
)


def test_a_sale_that_went_from_everywhere_is_found_by_the_marks_beside_the_key(file, keys, capsys):
    """Events, answer and link are gone: nothing inside the file can know it, and without the marks nobody does."""
    edit(file, *LAST_SALE)
    assert only_chains(file) == []
    said = verify(capsys)
    assert becauses(said) == {"log.older_copy"}
    assert said["findings"][0]["place"].startswith("Casa, registro ")
    assert "20 nov. 2026, 13h30" in said["findings"][0]["text"]
    forget_marks(keys)
    assert verify(capsys)["sound"]


def test_an_older_copy_put_in_the_place_of_tonights_is_found(night, tmp_path, capsys):
    shutil.copy(night.file, tmp_path / "yesterday")
    night.sell(4)
    assert verify(capsys)["sound"]
    shutil.copy(tmp_path / "yesterday", night.file)
    assert becauses(verify(capsys)) == {"log.older_copy"}


@pytest.mark.slow
def test_a_backup_that_was_restored_is_a_note_with_what_was_lost(night, tmp_path, capsys):
    """The house says openly that it went back: no alarm for ever, and no way to hide it."""
    assert main(["backup", str(tmp_path / "copy")]) == 0
    night.sell(4)
    for one in night.file.parent.glob("house.sqlite3*"):
        one.unlink()
    assert main(["restore", str(tmp_path / "copy"), "--database", night.url]) == 0
    said = verify(capsys)
    assert (said["findings"], [one["because"] for one in said["notes"]]) == ([], ["log.begun_anew"])


@pytest.mark.parametrize("answers", [False, True])
def test_a_deleted_stream_is_found(file, capsys, answers):
    gone = f"DELETE FROM commands WHERE key IN (SELECT key FROM events WHERE stream = '{EVENT}')"
    edit(file, *([gone] if answers else []), f"DELETE FROM events WHERE stream = '{EVENT}'")
    assert only_chains(file) == []
    found = next(one for one in verify(capsys)["findings"] if one["because"] == "store.stream_gone")
    assert (found["where"], "20 nov. 2026, 13h30" in found["text"]) == (EVENT, True)


def test_a_link_taken_out_of_the_middle_leaves_a_gap(file, capsys):
    edit(file, "DELETE FROM links WHERE number = 4")
    assert "store.link_gap" in becauses(verify(capsys))


# Writing anew


def test_a_stream_hashed_anew_is_not_the_one_that_the_house_knows(file, capsys):
    edit(file, CHANGE)
    rehash(file)
    assert only_chains(file) == []
    assert {"store.rewritten", "verify.event_untold"} <= becauses(verify(capsys))


def test_a_house_hashed_anew_loses_its_signatures_and_its_marks(file, keys, capsys):
    """Without the key the forger can only leave the signatures out, and the marks know another chain."""
    edit(file, CHANGE, CHANGE_ANSWERS)
    rehash(file, links=True)
    assert only_chains(file) == []
    assert becauses(verify(capsys)) >= {"log.chain_anew"}
    forget_marks(keys)
    assert "log.not_by_this_key" in becauses(verify(capsys, "--public-key", str(keys / "signing.pub")))


def test_a_house_signed_anew_with_another_key_is_not_signed_with_ours(night, keys, tmp_path, capsys):
    edit(night.file, CHANGE, CHANGE_ANSWERS)
    rehash(night.file, links=True, key=InstallationKey(tmp_path / "forger"))
    assert "log.chain_anew" in becauses(verify(capsys))
    forget_marks(keys)
    assert "log.not_by_this_key" in becauses(verify(capsys, "--public-key", str(keys / "signing.pub")))
    assert "log.other_key" in {one["because"] for one in verify(capsys)["notes"]}


@pytest.mark.parametrize("written", ["", "# os lacres de ontem\n\n"])
def test_a_list_without_a_seal_is_not_said_to_agree(night, tmp_path, capsys, written):
    """The file that was to hold yesterday's seals is empty: nothing was compared, and "all agrees" would say otherwise."""
    (tmp_path / "lacres.txt").write_text(written)
    assert main(["verify", "--heads", str(tmp_path / "lacres.txt")]) == 2
    told = capsys.readouterr()
    assert "não há nenhum lacre: nada foi comparado" in told.err
    assert "Tudo confere" not in told.out


def test_whoever_has_the_key_and_the_marks_too_is_found_by_a_head_that_went_out(night, keys, tmp_path, capsys):
    """The one attack that nothing on the laptop shows: what was printed before does."""
    typed = tmp_path / "typed.txt"
    typed.write_text("Evento " + short_heads(capsys)["Evento"])
    assert verify(capsys, "--heads", str(typed))["sound"]
    edit(night.file, CHANGE, CHANGE_ANSWERS)
    rehash(night.file, links=True, key=InstallationKey())
    forget_marks(keys)
    assert not becauses(verify(capsys)) & NOTICED
    found = verify(capsys, "--heads", str(typed))["findings"]
    assert "log.head_differs" in {one["because"] for one in found}
    assert any(
        one["place"].startswith("Evento, registro ") for one in found if one["because"] == "log.head_differs"
    )


def test_events_written_in_by_hand_have_no_answer_and_no_link(file, capsys):
    last = last_version(file)
    edit(
        file,
        f"""INSERT INTO events SELECT stream, version + 1, name, schema, payload, who, role, device, at, 'by-hand', command, hash
        FROM events WHERE stream = '{EVENT}' AND version = {last}""",
    )
    rehash(file)
    assert only_chains(file) == []
    assert {"store.unlinked", "store.key_unanswered"} <= becauses(verify(capsys))


def test_a_new_link_without_the_key_is_unsigned_after_signed_ones(night, capsys):
    """Somebody sold from a program that has the file and not the key."""
    night.room.house = House(open_store(night.url))
    night.room.sell("e9", "p9")
    night.room.house.store.close()
    assert "log.unsigned" in becauses(verify(capsys))


def test_a_signature_that_was_tampered_with_does_not_hold(file, capsys):
    edit(file, "UPDATE links SET signature = zeroblob(64) WHERE number = 3")
    found = verify(capsys)["findings"]
    assert [(one["because"], one["place"]) for one in found] == [("log.signature_wrong", "Casa, registro 3")]


# Answers


def test_events_whose_answer_was_removed_are_named(file, capsys):
    last = last_version(file)
    edit(
        file,
        f"DELETE FROM commands WHERE key = (SELECT key FROM events WHERE stream = '{EVENT}' AND version = {last})",
    )
    found = [one for one in verify(capsys)["findings"] if one["because"] == "store.key_unanswered"]
    assert len(found) == 1
    assert found[0]["place"].startswith("Evento, registro ")
    assert "20 nov. 2026, 13h30" in found[0]["text"]


def test_an_answer_that_was_changed_fits_neither_events_nor_house(file, capsys):
    edit(file, CHANGE_ANSWERS)
    assert {"store.answer_differs", "verify.event_untold"} <= becauses(verify(capsys))


# Heads that come back


def short_heads(capsys):
    capsys.readouterr()
    assert main(["heads", "--all"]) == 0
    return dict(line.rsplit(": ", 1) for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    "write",
    [
        str,
        str.lower,
        lambda said: said.replace("-", " "),
        lambda said: said.replace("-", ""),
        lambda said: said.replace("0", "O").replace("1", "l"),
        lambda said: f"  Evento · {said} ",
    ],
)
def test_a_head_is_read_however_it_was_typed(night, tmp_path, capsys, write):
    typed = tmp_path / "typed.txt"
    typed.write_text(f"# da foto do relógio\n\n{write(short_heads(capsys)['Evento'])}\n", encoding="utf-8")
    said = verify(capsys, "--heads", str(typed))
    assert (said["findings"], [one["text"] for one in said["notes"]]) == ([], ["1 lacre da lista confere."])


def test_heads_are_read_from_a_photograph_of_their_codes(night, tmp_path, capsys):
    import segno

    capsys.readouterr()
    assert main(["heads", "--json"]) == 0
    scanned = [one["scanned"] for one in json.loads(capsys.readouterr().out)["heads"]]
    assert scanned[0].startswith("FELTRO HOUSE ")
    segno.make(scanned[0], micro=False).save(str(tmp_path / "photo.png"), scale=6)
    said = verify(capsys, "--heads", str(tmp_path / "photo.png"))
    assert [one["text"] for one in said["notes"]] == ["1 lacre da lista confere."]


def test_each_head_that_does_not_fit_is_named_with_its_line(night, keys, tmp_path, capsys):
    """Cut since, of an event that is not here, misread, and no head at all."""
    heads = short_heads(capsys)
    edit(night.file, *LAST_SALE)
    forget_marks(keys)
    number, code = heads["Evento"].split()
    typed = tmp_path / "typed.txt"
    lines = [
        f"Evento {number} {code}",
        f"Outro torneio {number} {code}",
        f"{number} {'2222-2222-2222'}",
        "boa noite",
    ]
    typed.write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", "--heads", str(typed)]) == 1
    said = capsys.readouterr().out
    assert f"Evento, registro {number}: O lacre {number} {code} saiu da casa, mas aqui só há " in said
    assert "de Outro torneio: foi apagado, cortado ou reescrito" in said
    assert f"Nenhum histórico daqui tem o lacre {number} 2222-2222-2222" in said
    assert "Lista de lacres: Não se entende a linha 4: boa noite" in said


def test_the_nights_head_is_one_text_to_send_with_the_key_that_signed_it(night, capsys):
    capsys.readouterr()
    assert main(["heads", "--qr"]) == 0
    said = capsys.readouterr().out
    links, _ = night.read()
    assert f": {len(links)} " in said.splitlines()[0]
    assert said.splitlines()[1].startswith("Assinado com a chave ")
    assert said.splitlines()[2].startswith(f"FELTRO HOUSE {len(links)} ")
    assert "█" in said or "▀" in said or "▄" in said
