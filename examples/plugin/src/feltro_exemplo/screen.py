"""A screen: how many sit at each table. Everybody sees it, so it names nobody."""

from feltro.app.event_view import EventView
from feltro.app.programs.plugins import ScreenPlugIn
from feltro.words.languages import Lang

TABLE = {"pt": "Mesa", "en": "Table", "es": "Mesa"}


def players_by_table(event: EventView, lang: Lang) -> list[tuple[str, str]]:
    """Rows of words; the house lays them out and fetches them anew whenever the event moves."""
    tables = sorted(event.state.floor.tables.values(), key=lambda one: one.number)
    return [(f"{TABLE[lang]} {one.number}", str(len(one.players))) for one in tables]


TABLES = ScreenPlugIn(
    {"pt": "Jogadores por mesa", "en": "Players by table", "es": "Jugadores por mesa"}, players_by_table
)
