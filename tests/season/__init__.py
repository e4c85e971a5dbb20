"""Points, standings, funds."""
