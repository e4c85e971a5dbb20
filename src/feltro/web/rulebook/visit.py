"""The language switch, and a word for machines that ask whether we are up."""

from dataclasses import dataclass
from typing import Annotated

from litestar import get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect

from feltro import __version__
from feltro.web.frame.addresses import LANGUAGE, local_path
from feltro.web.frame.visitor import LANGUAGE_COOKIE
from feltro.words.languages import language

YEAR_SECONDS = 365 * 24 * 3600


@dataclass
class LanguageChoice:
    lang: str
    next: str = "/"


@post(LANGUAGE, sync_to_thread=False)
def choose_language(
    data: Annotated[LanguageChoice, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Redirect:
    """Remember the language and go back to where the visitor was."""
    answer = Redirect(local_path(data.next), status_code=303)
    chosen = language(data.lang)
    if chosen:
        answer.set_cookie(LANGUAGE_COOKIE, chosen, max_age=YEAR_SECONDS, httponly=True, samesite="lax")
    return answer


@get("/saude", sync_to_thread=False, include_in_schema=False)
def health() -> dict[str, str]:
    return {"status": "ok", "version": __version__}
