"""`feltro do --schema`: examples that tell one story, and can be sent as they stand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltro.app.handling import House
from feltro.app.handling.catalogue import COMMANDS, command_decoder
from feltro.app.handling.example_values import BY_COMMAND
from feltro.app.handling.examples import examples
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.outcome import Refused
from feltro.store.memory import MemoryStore
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from tests.tournament.room import at

STORY = (
    "CreateSeason",
    "AnnounceStage",
    "CreateTournament",
    "OpenDrawer",
    "RegisterPerson",
    "ChangePerson",
    "SeePhotoId",
    "RecordImageConsent",
    "ChoosePublicity",
    "IssueTicket",
    "NameOfficialSponsors",
    "SellEntry",
    "SignReceipt",
    "DeclareSponsor",
    "MeasurePatch",
    "AskPress",
    "AnswerPress",
    "ReportCameras",
    "JudgeClothing",
    "CheckIdentity",
    "CheckIn",
    "AmendRule",
    "MarkLevel",
    "DropCash",
    "ExtendRegistration",
    "Eliminate",
    "CloseRegistration",
    "StopTournament",
    "CountDrawer",
    "CloseDrawer",
    "BanPerson",
    "LiftBan",
)
"""Examples that are a day at the desk when sent in this order."""


def give(house: House, name: str) -> Done | Refused:
    command = command_decoder().decode(msgspec.json.encode(examples()[name]))
    role = "director" if "director" in COMMANDS[name].may else COMMANDS[name].may[0]
    return house.handle(command, Envelope(key=f"k-{name}", who="ana", role=role, at=at("17:30")))


def test_the_examples_tell_one_story():
    """Sent in order to an empty house, each of them is done."""
    house = House(MemoryStore())
    for name in STORY:
        outcome = give(house, name)
        assert isinstance(outcome, Done), (name, outcome)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_example_is_answered_in_words(name):
    """On the day of the story each is done, or refused with a sentence in three languages; none breaks."""
    house = House(MemoryStore())
    for told in STORY[:11]:
        give(house, told)
    outcome = give(house, name)
    refused = isinstance(outcome, Refused)
    told = [say(outcome.because, one, **outcome.values) for one in LANGUAGES] if refused else []
    assert isinstance(outcome, Done) != (len(told) == 3 and all(told))


def test_what_an_example_says_besides_is_a_field_of_its_command():
    """The table of values names no command and no field that is not there."""
    assert BY_COMMAND
    for name, values in BY_COMMAND.items():
        fields: dict[str, Any] = {field.name: field for field in msgspec.structs.fields(COMMANDS[name])}
        assert set(values) <= set(fields), name
