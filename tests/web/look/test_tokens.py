"""One block of colours, sizes and spaces; every sheet, page and picture takes from it."""

from __future__ import annotations

import re

import pytest

from feltro.app.screens.colours import contrast
from feltro.web.frame.static_files import STATIC
from feltro.web.frame.templates import HERE
from feltro.web.frame.tokens import colour

TOKENS = (STATIC / "tokens.css").read_text()
SHEETS = {
    path.relative_to(STATIC).as_posix(): path.read_text()
    for path in STATIC.rglob("*.css")
    if path.name != "tokens.css"
}
HEX = re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[\s;,)}])")
DIRECTION = """
paper #F6F2E8 #0E1512  brass #775409 #E2C06F  surface #FFFDF8 #161F1B  rail #A87A1E #C99A35
sunken #EFE9DA #0A100D  brass-soft #F5E9C8 #2C2614  ink #17211C #ECE7DA  brick #9C2F1B #F0907C
quiet #4F5B54 #A5B1A9  brick-fill #9C2F1B #B8412B  line #DCD4C0 #2A3831  brick-soft #F8E3DC #35180F
edge #7F7C6A #6B7A72  mark #1F4F8F #8DB9F2  felt #0F5A41 #6FCFA6  mark-soft #E1EAF5 #16263B
fill #0F5A41 #1A7F5A  fill-over #0A3F2E #15704F  felt-soft #E2ECE4 #173026  on-fill #FBF8F0 #FBF8F0
""".split()
GIVEN = {
    name: (light.lower(), dark.lower())
    for name, light, dark in zip(DIRECTION[::3], DIRECTION[1::3], DIRECTION[2::3], strict=True)
}
SPACES = {"0", "0.25rem", "0.5rem", "0.75rem", "1rem", "1.5rem", "2.5rem", "4rem"}


def declared(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): ([^;]+);", block))


def blocks() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """By day; by night as the system says; by night as somebody chose."""
    day, _, rest = TOKENS.partition("@media (prefers-color-scheme: dark)")
    by_system, _, rest = rest.partition(':root[data-theme="dark"]')
    return declared(day), declared(by_system), declared(rest.partition("@media print")[0])


@pytest.mark.parametrize("name", sorted(GIVEN))
def test_a_colour_is_the_given_one_by_day_and_by_night(name):
    day, by_system, chosen = blocks()
    light, dark = GIVEN[name]
    assert (day[name], by_system[name], chosen[name]) == (light, dark, dark)


@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_no_sheet_has_a_colour_of_its_own(sheet):
    inside = re.sub(r"/\*.*?\*/", "", SHEETS[sheet], flags=re.DOTALL)
    declarations = re.findall(r"[\w-]+: [^;{}]+", inside)
    assert [one for one in declarations if HEX.search(one + ";") or re.search(r"\b(rgb|hsl)a?\(", one)] == []


def test_no_page_and_no_picture_has_a_colour_of_its_own():
    pages = [
        path for path in (HERE / "templates").rglob("*.html") if re.search(r"#[0-9a-fA-F]{6}\b", path.read_text())
    ]
    pictures = [path for path in HERE.rglob("*.py") if re.search(r"[\"']#[0-9a-fA-F]{6}\b", path.read_text())]
    assert [*pages, *pictures] == []


@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_three_weights_and_the_clocks_own(sheet):
    assert re.findall(r"font(?:-weight)?: [1-9]\d\d(?! 900)\b", SHEETS[sheet]) == []


@pytest.mark.parametrize(
    "sheet", sorted(name for name in SHEETS if name not in {"screens/screen.css", "paper.css"})
)
def test_sizes_of_type_come_from_the_scale(sheet):
    """A television's are hundredths of its width, a slip's are points of paper; all others are seven. Plate and chair
    grow with the words around them."""
    grows = r"|[\d.]+em" if sheet == "marks.css" else ""
    sizes = re.findall(r"font-size: ([^;}]+)", SHEETS[sheet])
    assert [
        one for one in sizes if not re.fullmatch(rf"var\(--[\w-]+\){grows}|inherit|\d+pt|.*cq.*", one.strip())
    ] == []


def test_a_browser_has_no_size_of_its_own_for_fields_and_small_words():
    base = SHEETS["feltro.css"]
    assert ":where(button, input, select, textarea) { font: inherit; }" in base
    assert ":where(small, sub, sup) { font-size: var(--small); }" in base


@pytest.mark.parametrize("sheet", sorted(name for name in SHEETS if name != "screens/screen.css"))
def test_spaces_are_4_8_12_16_24_40_64(sheet):
    found = re.findall(r"(?<!scroll-)\b(?:padding|margin|gap)[\w-]*: ([^;}]+)", SHEETS[sheet])
    rems = {one.lstrip("-") for value in found for one in re.findall(r"-?[\d.]+rem", value)}
    assert rems - SPACES == set()


@pytest.mark.parametrize("sheet", sorted(name for name in SHEETS if name != "screens/screen.css"))
def test_corners_are_a_flags_a_controls_a_sheets_or_a_discs(sheet):
    found = re.findall(r"border-radius: ([^;}]+)", SHEETS[sheet])
    allowed = {"0", "4px", "8px", "12px", "999px", "inherit"}
    assert {one for value in found for one in value.split()} - allowed == set()


def test_nothing_shines():
    """No gradient, no glow: felt is flat."""
    assert {
        name for name, css in SHEETS.items() if re.search(r"(linear|radial)-gradient|text-shadow", css)
    } == set()


TEXTS = ("ink", "quiet", "felt", "brass", "brick", "mark")
SOFT = {"felt": "felt-soft", "brass": "brass-soft", "brick": "brick-soft", "mark": "mark-soft"}


@pytest.mark.parametrize("night", [False, True])
def test_what_is_written_is_read_on_every_ground(night):
    """5.6 to 1 for text on paper, card and hollow, and on its own soft ground; 3 to 1 for edges and fills."""
    shades = {name: pair[night] for name, pair in GIVEN.items()}
    grounds = ("paper", "surface", "sunken")
    low = [
        (one, on)
        for one in TEXTS
        for on in (*grounds, SOFT.get(one, "paper"))
        if contrast(shades[one], shades[on]) < 5.6
    ]
    faint = [
        (one, on)
        for one in ("edge", "rail", "fill", "brick-fill")
        for on in grounds[:2]
        if contrast(shades[one], shades[on]) < 3
    ]
    unread = [one for one in ("fill", "brick-fill") if round(contrast(shades["on-fill"], shades[one]), 1) < 4.7]
    assert (low, faint, unread) == ([], [], [])


def test_a_picture_takes_its_colours_from_the_block():
    assert (colour("fill"), colour("tv-gold")) == ("#0f5a41", "#ffdc7d")
