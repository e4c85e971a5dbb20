"""Which function answers which command about people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people import commands as c
from feltro.app.people import erasure as erasing
from feltro.app.people import merge as merging
from feltro.app.people import registration as registering
from feltro.kernel.commands import Command

if TYPE_CHECKING:
    from feltro.app.world.plan import UseCase

USE_CASES: dict[type[Command], UseCase] = {
    c.RegisterPerson: registering.register,
    c.ChangePerson: registering.change,
    c.SeePhotoId: registering.see_photo_id,
    c.RecordImageConsent: registering.record_image_consent,
    c.ErasePerson: erasing.erase,
    c.ForgetExpired: erasing.forget_expired,
    c.MergePeople: merging.merge,
}
