"""Every change of a setting is a fact and a line on the organiser's list; the next one too."""

import pytest

from feltro.app.access.change import AccessChange, change
from feltro.app.access.doors import change_role
from feltro.app.money.holidays import name_holidays
from feltro.app.reports.changes import NOT_SETTINGS, SAID, Teller, changes, sentence_of
from feltro.app.world.plan import Envelope
from feltro.app.world.streams import access, screens, settings
from feltro.store.memory import MemoryStore
from feltro.store.port import Keep
from feltro.words.sentences import say
from tests.app.access.test_seconds import Staffed
from tests.source import SOURCE, calls_of, files
from tests.tournament.room import Room
from tests.web.staff import Site, text_of

WRITE_ALONE = {
    "app/access/locks.py",
    "app/access/throttle.py",
    "app/decisions/phone_photos.py",
    "app/lessons/score.py",
    "app/people/public_ids.py",
    "app/player/phone_desk.py",
    "app/player/phones.py",
    "app/programs/lease.py",
    "app/programs/progress.py",
    "app/upkeep/awake.py",
}
"""What the machine keeps by itself and nobody sets: tries at the door, when a screen was last touched, that the house was
awake, the secret behind public addresses, how often somebody who learns was right, how far programs and phones were told and by which process; and a picture
of a document, or the address of a browser, that a phone sent, which must be gone without a trace."""
THROUGH = {"app/access/change.py", "app/handling/house.py", "app/upkeep/archive.py"}
"""Where events and rows are committed together."""
READ_SETTINGS = {"app/settings/change.py", "app/money/receiver.py"}


def sent(role="organiser", key="k1"):
    return Envelope(key=key, who="rui", role=role, at=Room().now)


def commits():
    """Files in which somebody hands a transaction to a store."""
    for file in files():
        if not file.is_relative_to(SOURCE / "store") and calls_of("Transaction", file):
            yield str(file.relative_to(SOURCE))


def test_nobody_writes_to_the_store_past_the_doors_that_say_so_in_the_log():
    found = set(commits())
    assert found >= WRITE_ALONE
    assert found - WRITE_ALONE - THROUGH == set(), "keep a row of a setting with app/settings/change.py"


def test_a_row_of_a_setting_is_made_in_one_place():
    named = {
        str(file.relative_to(SOURCE))
        for file in files()
        for node in calls_of("Keep", file)
        if node.args and getattr(node.args[0], "id", getattr(node.args[0], "value", "")) in {"SETTING", "setting"}
    }
    assert "app/settings/change.py" in named
    assert named <= READ_SETTINGS


def test_a_change_that_keeps_a_row_and_says_nothing_is_a_bug_that_is_found():
    silent = AccessChange((), (Keep("setting", "novo", b"1"),))
    with pytest.raises(LookupError, match="says nothing"):
        change(MemoryStore(), "SetNew", sent(), lambda _state: silent, settings.STREAM)


def test_every_kind_of_change_is_told_or_is_no_setting():
    kinds = {*access.APPLY, *screens.APPLY, *settings.APPLY}
    assert kinds - set(SAID) - set(NOT_SETTINGS) == set()


def test_holidays_that_somebody_moved_are_a_fact_with_from_and_to():
    store = MemoryStore()
    assert name_holidays(store, "RS", "02/02 Navegantes", sent()) is None
    assert name_holidays(store, "SC", "02/02 Navegantes", sent(key="k2")) is None
    first, second = store.read("settings:house")
    assert b'"now":{"days":["02-02"],"state":"RS"}' in first.payload
    assert b'"was":{"days":["02-02"],"state":"RS"}' in second.payload
    assert (second.meta.who, second.meta.command) == ("rui", "NameHolidays")


def test_the_same_holidays_again_are_no_change():
    store = MemoryStore()
    name_holidays(store, "RS", "", sent())
    name_holidays(store, "RS", "", sent(key="k2"))
    assert store.version("settings:house") == 1


def test_the_list_says_from_what_to_what_in_words():
    room = Staffed()
    change_role(room.house.store, "ana", "floor", room.sent("rui"))
    room.done("SetControl", role="organiser", who="rui", tournament="t1", size="circuit")
    told = [(one.who, say(one.key, "pt", **one.values)) for one in changes(room.house)]
    assert ("rui", "mudou a função de ana: de caixa para floor") in told
    assert ("rui", "mudou o controle de Evento: de equipe para circuito") in told


def test_the_organiser_reads_it_and_nobody_else():
    site = Site()
    Room(site.house)
    with site.browser("rui") as rui, site.browser("dora") as dora:
        rui.send("/feriados", state="RS", days="02/02 Navegantes")
        page = text_of(rui.get("/mudancas").text)
        assert "mudou os feriados da casa: de — para 02-02; RS" in page
        assert "terminal criou a conta de Dora: diretor" in page
        assert dora.get("/mudancas").status_code == 404


def test_what_somebody_did_alone_is_on_the_list():
    room = Staffed(answers={"control.size": "alone"})
    room.awaited(seller="rui", role="organiser")
    room.look("rui", "organiser")
    told = [(one.who, say(one.key, "pt", **one.values)) for one in changes(room.house)]
    assert ("rui", "confirmou um PIX que vendeu, sem segunda pessoa") in told


@pytest.mark.parametrize(
    ("setting", "was", "now", "said"),
    [
        ("club", {"name": "", "logo": "", "colours": []}, {"name": "Clube", "logo": "74b80af8de214ccd", "colours": ["#0a3f2e"]}, "mudou o clube: nome, logotipo e cores"),
        ("tax", {}, {"prizes.tax.regime": "flat", "prizes.tax.share": "0.3"}, "mudou o imposto sobre prêmios: regime e parte retida"),
        ("membership", {"fee_centavos": 0}, {"fee_centavos": 120_00}, "mudou a anuidade dos sócios: de R$ 0,00 para R$ 120,00"),
        ("phone_entries", {"on": False}, {"on": True}, "ligou a inscrição pelo celular"),
        ("clock", {}, {"house": "x", "machine": "y"}, "passou a casa para a hora da máquina"),
    ],
)  # fmt: skip
def test_a_setting_is_told_in_words_and_never_by_its_ids(setting, was, now, said):
    changed = settings.SettingChanged(setting=setting, was=was, now=now)
    told = say(sentence_of(changed), "pt", **SAID[settings.SettingChanged](Teller(MemoryStore()), changed))
    assert told.replace("\xa0", " ") == said
