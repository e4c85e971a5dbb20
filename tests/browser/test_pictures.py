"""The pictures of the guides show the pages as they are today."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests import pictures

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def old(kept, now):
    """What a page says now and did not when its picture was taken, and the other way round."""
    return {
        name: {"gone": sorted({*kept.get(name, ())} - {*said}), "new": sorted({*said} - {*kept.get(name, ())})}
        for name, said in now.items()
        if said != kept.get(name)
    }


def test_no_picture_of_the_guides_is_older_than_its_page(browser, tmp_path):
    """Each is taken once more, of the same evening: its buttons, labels and heads are those of the picture that lies in docs/images."""
    expect.set_options(timeout=pictures.PATIENCE)
    words, problems = pictures.take(browser, tmp_path, [])
    assert problems == []
    kept = json.loads(pictures.KEPT.read_text("utf-8"))
    assert set(words) == set(kept) == {one.stem for one in pictures.IMAGES.iterdir()}
    assert min(len(said) for said in words.values()) > 3, "a page that says nothing proves nothing"
    assert old(kept, words) == {}, "these pictures are old: tire de novo com script/pictures"
