"""Who may do what, as an owner says it, held against the one place where commands come in.

The calls are made from the program: every command, by every role. The answers are not: they stand in who_may.toml,
written by hand. So a permission that is widened or narrowed by mistake is noticed, and a command that nobody has
spoken about is too.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from feltro.app.handling import House
from feltro.app.handling.catalogue import COMMANDS, command_decoder
from feltro.app.handling.examples import examples
from feltro.app.handling.undo import Undo
from feltro.app.money.brcode import Receiver
from feltro.app.money.holidays import name_holidays
from feltro.app.money.receiver import set_pix_receiver
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ROLES
from feltro.store.memory import MemoryStore
from tests.tournament.room import at

SAID = tomllib.loads((Path(__file__).parent / "who_may.toml").read_text("utf-8"))
NAMES = {
    "organizador": "organiser",
    "direcao": "director",
    "financeiro": "finance",
    "caixa": "cashier",
    "floor": "floor",
    "dealer": "dealer",
    "tela": "viewer",
}
GROUP_OF = {act: group for group in SAID["acts"] for act in group["acts"]}


@pytest.fixture(scope="module")
def house() -> House:
    return House(MemoryStore())


def let_in(house: House, act: str, role: str) -> bool:
    """Whether the act gets past the door: what it meets behind it (there is nothing in this house) is another matter."""
    command = command_decoder().decode(msgspec.json.encode(examples()[act]))
    outcome = house.handle(command, Envelope(key=f"{act}-{role}", who="ana", role=role, at=at("13:30")))
    return not (isinstance(outcome, Refused) and outcome.because == "permission.role_may_not")


def test_every_role_of_the_house_is_spoken_of():
    """Seven roles, each with a sentence of its own."""
    assert sorted(NAMES.values()) == sorted(ROLES)
    assert sorted(SAID["roles"]) == sorted(NAMES)


def test_every_act_is_said_once():
    """A new command says in who_may.toml who may give it; one that is gone leaves; none is said twice."""
    said = Counter(act for group in SAID["acts"] for act in group["acts"])
    unsaid = sorted(set(COMMANDS) - set(said))
    assert not unsaid, f"nobody said who may give {', '.join(unsaid)}: write it into tests/permissions/who_may.toml"
    assert sorted(set(said) - set(COMMANDS)) == []
    assert [act for act, times in said.items() if times > 1] == []


@pytest.mark.parametrize("act", sorted(COMMANDS))
def test_an_act_is_let_in_for_those_who_may_and_for_nobody_else(house, act):
    """Every command by every role, and by somebody without one, at the real door."""
    group = GROUP_OF.get(act)
    assert group, f"nobody said who may give {act}: write it into tests/permissions/who_may.toml"
    let = [name for name, role in NAMES.items() if let_in(house, act, role)]
    assert let == [name for name in NAMES if name in group["may"]], group["says"]
    assert not let_in(house, act, "")
    assert not let_in(house, act, "Director")


@pytest.mark.parametrize("name", NAMES)
def test_what_a_role_is_for_and_what_it_never_does(house, name):
    """The same said from the other side, in one sentence for each role."""
    said = SAID["roles"][name]
    assert [act for act in said["may"] if not let_in(house, act, NAMES[name])] == [], said["says"]
    assert [act for act in said["may_not"] if let_in(house, act, NAMES[name])] == [], said["says"]
    assert said["may_not"]


def test_a_refusal_at_the_door_says_which_roles_may(house):
    """A dealer who would pay a prize is told whom to call."""
    command = command_decoder().decode(msgspec.json.encode(examples()["PayPrize"]))
    refused = house.handle(command, Envelope(key="k", who="davi", role="dealer", at=at("13:30")))
    assert isinstance(refused, Refused)
    assert refused.values["role"] == "dealer"
    assert refused.values["command"] == "PayPrize"
    assert set(refused.values["roles"]) == {"organiser", "director", "finance", "cashier"}


@pytest.mark.parametrize("name", NAMES)
def test_looking_at_what_undoing_would_change_is_for_those_who_undo(house, name):
    """A dealer and a screen do not even see the preview."""
    outcome = house.preview(
        Undo(command_key="nothing"), Envelope(key="k", who="ana", role=NAMES[name], at=at("13:30"))
    )
    shut = isinstance(outcome, Refused) and outcome.because == "permission.role_may_not"
    assert shut == (name in {"dealer", "tela"})


@pytest.mark.parametrize("name", NAMES)
def test_the_key_that_money_comes_to_is_not_set_at_the_counter(name):
    """Organiser, director and finance say to which PIX key players pay; nobody else does."""
    house = House(MemoryStore())
    store = house.store
    sent = Envelope(key="k", who="ana", role=NAMES[name], at=at("13:30"))
    refused = set_pix_receiver(house, Receiver("529.982.247-25", "Clube Central", "Porto Alegre"), sent)
    assert (refused is None) == (name in {"organizador", "direcao", "financeiro"})
    assert (store.kept("setting", "pix") is not None) == (refused is None)


@pytest.mark.parametrize("name", NAMES)
def test_only_the_organiser_names_the_holidays_of_the_house(name):
    """They move the day by which prizes are paid: nobody else names them, not even the director."""
    store = MemoryStore()
    sent = Envelope(key="k", who="ana", role=NAMES[name], at=at("13:30"))
    refused = name_holidays(store, "RS", "02/02 Navegantes", sent)
    assert (refused is None) == (name == "organizador")
    assert (store.kept("setting", "holidays") is not None) == (refused is None)
