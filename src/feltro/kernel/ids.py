"""Names for identifiers of rulebooks. At run time they are plain strings. What a field of a command names: `fields.py`."""

from typing import NewType

BookId = NewType("BookId", str)
ClauseId = NewType("ClauseId", str)
ParameterName = NewType("ParameterName", str)
