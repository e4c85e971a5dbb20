"""The closed words of a clause: what it is about, and what Feltro does with it."""

from typing import Literal

Area = Literal[
    "desk",
    "money",
    "season",
    "seating",
    "clock",
    "hand",
    "ruling",
    "irregularity",
    "chips",
    "conduct",
    "penalty",
    "media",
    "admin",
]

Status = Literal["decides", "records", "shows"]
