"""A list on paper: who is still in, in order of name."""

from feltro.app.papers.blocks import Paper, Paragraph, Title
from feltro.app.papers.pen import Pen
from feltro.app.programs.plugins import PaperPlugIn
from feltro.tournament.eliminations.places import still_in

TITLE = {"pt": "Quem sobrou", "en": "Who is left", "es": "Quiénes quedan"}


def who_is_left(pen: Pen) -> Paper:
    """The pen knows the event, its book, its people by name and the reader's language."""
    names = sorted(pen.names.of(entry) for entry in still_in(pen.state))
    title = Title(text=TITLE[pen.lang], under=pen.state.the_sheet.name)
    return Paper(title=TITLE[pen.lang], size="a4", blocks=(title, *map(_line, names)), foot=pen.foot)


def _line(name: str) -> Paragraph:
    return Paragraph(text=name)


LEFT = PaperPlugIn(TITLE, who_is_left)
