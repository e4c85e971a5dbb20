"""The first hour as the guide tells it, from the wheel: a stranger, an empty folder, one command, and tonight's event sells and runs."""

from __future__ import annotations

import pytest

from tests.browser.conftest import LAPTOP, browser, playwright  # noqa: F401 - fixtures
from tests.cli.test_serving import free_port
from tests.first_hour import PLACE, started, table, walk
from tests.guide import NotInTheGuideError, Stranger, sections
from tests.packages.test_installs import environment, reachable, wheel  # noqa: F401 - fixtures

AN_HOUR = 3600.0


def test_each_section_of_the_guide_says_how_long_it_takes_and_together_they_are_less_than_an_hour():
    found = sections()
    assert list(found) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [found[one].minutes for one in range(1, 8)] == [1, 1, 3, 1, 1, 5, 5]


def test_a_word_that_the_guide_does_not_say_ends_the_walk():
    """A button that is renamed, or a step that nobody wrote down, would else be passed over by who knows the program."""
    with pytest.raises(NotInTheGuideError, match=r"section 1 .* «Sortear o botão»"):
        Stranger(None).told("Sortear o botão")


@pytest.mark.proof
@pytest.mark.browser
def test_a_stranger_reaches_tonights_event_by_the_guide_alone(environment, browser, tmp_path):  # noqa: F811 - fixtures
    """All its sections, in a folder with spaces and accents, by words that the guide says and the page shows: a clock runs at the end."""
    place = tmp_path / PLACE
    place.mkdir()
    program = str(environment / "bin" / "feltro")
    with started([program, "serve", "--no-browser", "--no-name", "--port", str(free_port())], place) as link:
        page = browser.new_context(viewport=LAPTOP, locale="pt-BR").new_page()
        took = walk(page, link)
        page.context.close()
    print("\n" + table(took, {}))  # noqa: T201 - for whoever asked with -s
    assert set(took) == set(sections())
    assert sum(took.values()) < AN_HOUR
