"""The pages answer in three languages, escape what people type, and carry the security headers."""

import re

import pytest

from feltro.rulebook.library import shipped
from feltro.web.frame.addresses import local_path
from feltro.web.frame.secret import site_secret
from tests.web.staff import visited


@pytest.fixture(scope="module")
def client():
    with visited() as one:
        yield one


ADDRESSES = [
    "/",
    "/regulamentos",
    *(f"/regulamentos/{book_id}" for book_id in shipped().ids),
    "/regulamentos/casa",
    "/regulamentos/clube",
    "/regulamentos/cgp-2024/3.2",
    "/regulamentos/cgp-2024/5.4.5~undercall",
    "/regulamentos/adtp-2012/anexo-1.sem-queima-sem-acao.flop",
    "/regulamentos/clube/C.1",
    "/busca",
    "/busca?q=fichas",
    "/comparar",
    "/comparar?tema=button",
    "/comparar?livro=adtp-2012&livro=adtp-2023&mostrar=all",
    "/comparar?tema=xyzzy",
]


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_speaks_three_languages(client, address, lang):
    """A page is answered in the language asked for, with no key left untranslated."""
    answer = client.get(address, headers={"Accept-Language": lang})
    assert answer.status_code == 200
    assert f'<html lang="{ {"pt": "pt-BR"}.get(lang, lang) }">' in answer.text
    assert not re.search(r">\s*(web|clause|status|area|subject|unit|compare)\.[a-z_.]+\s*<", answer.text)
    assert "<title>" in answer.text


@pytest.mark.parametrize("book_id", shipped().ids)
@pytest.mark.slow
def test_every_clause_has_a_permalink(client, book_id):
    """Each clause of the book can be opened, shows its number, and its neighbours are linked."""
    assert len(shipped().book(book_id).clauses) > 40
    for clause in shipped().book(book_id).clauses.values():
        answer = client.get(f"/regulamentos/{book_id}/{clause.id}")
        assert answer.status_code == 200, clause.id
        assert f'<p class="number">{clause.id.partition("~")[0]}</p>' in answer.text


def test_a_clause_says_how_the_other_books_treat_it(client):
    """BPT's heads-up button is shown beside what the other four say."""
    answer = client.get("/regulamentos/bpt-2015/15").text
    for clause in ("cgp-2024/5.3.1.b", "nps-2019/9.b", "adtp-2012/30", "adtp-2023/34"):
        assert f"/regulamentos/{clause}" in answer


def test_a_disputed_reading_is_noted(client):
    """The repaired payout table explains itself, and can be read in full."""
    answer = client.get("/regulamentos/cgp-2024/3.2").text
    assert "Nota de leitura" in answer
    assert answer.count("<tr>") > 300


def test_what_people_type_is_escaped(client):
    """Markup in a query is text, in the page and in the list of results."""
    attack = "<script>alert(1)</script>"
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.get("/busca", params={"q": attack}, headers=headers)
        assert "<script>alert" not in answer.text
    assert "<script>alert" not in client.get("/comparar", params={"tema": attack}).text


def test_typing_gets_the_list_alone(client):
    """While someone types only the results travel, not the page."""
    answer = client.get("/busca?q=misde", headers={"HX-Request": "true"}).text
    assert "<html" not in answer
    assert "Misdeal" in answer


def test_every_answer_carries_the_security_headers(client):
    """No inline script can run, nothing is framed, types are not guessed; errors included."""
    for address in ("/", "/busca?q=x", "/nada", "/static/feltro.css"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe-inline" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.slow
def test_no_page_needs_what_the_policy_forbids(client):
    """There is no inline script, style or handler on any page, and nothing comes from elsewhere."""
    for address in ADDRESSES:
        text = client.get(address).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert not re.search(r"\sstyle=|\son[a-z]+=\"", text)
        assert not re.search(r"(src|href)=\"(https?:)?//", text)


def test_static_files_may_be_kept_for_ever_when_versioned(client):
    """The address changes with the content, so a browser need not ask again."""
    address = re.search(r'href="(/static/feltro\.css\?v=[0-9a-f]+)"', client.get("/").text)[1]
    assert "immutable" in client.get(address).headers["cache-control"]
    assert "immutable" not in client.get("/static/feltro.css").headers.get("cache-control", "")


def test_a_file_is_not_kept_under_the_mark_of_another(client):
    """After an update and the way back: what came under the new release's mark must not stay for ever in a browser."""
    other = client.get("/static/feltro.css?v=0123456789ab")
    assert other.status_code == 200
    assert "immutable" not in other.headers.get("cache-control", "")


@pytest.mark.parametrize("name", ["x%00", "a" * 5000, "../../etc/passwd", "%2e%2e/site.py", "feltro.css/x"])
def test_a_name_that_no_file_could_have_is_not_there_marked_or_not(client, name):
    for address in (f"/static/{name}", f"/static/{name}?v=0123456789ab"):
        assert client.get(address).status_code == 404


def token(client):
    return re.search(r'name="_csrf_token" value="([^"]+)"', client.get("/").text)[1]


def test_the_language_is_remembered(client):
    """Choosing a language goes back to the page, which then speaks it."""
    form = {"_csrf_token": token(client), "lang": "en", "next": "/busca"}
    answer = client.post("/idioma", data=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/busca")
    assert '<html lang="en">' in client.get("/busca").text
    client.cookies.delete("feltro_lang")


def test_a_form_without_its_token_changes_nothing(client):
    """A forged form is refused with a page that says what to do."""
    answer = client.post("/idioma", data={"lang": "es", "next": "/"}, follow_redirects=False)
    assert answer.status_code == 403
    assert "Nada mudou" in answer.text
    assert "feltro_lang" not in answer.cookies


@pytest.mark.parametrize("asked", ["//evil.example", "https://evil.example", "/\\evil", "evil", "/a\r\nb"])
def test_a_redirect_never_leaves_the_site(asked):
    """Whatever `next` says, the visitor stays here."""
    assert local_path(asked) == "/"


@pytest.mark.parametrize(
    "address",
    [
        "/nada",
        "/regulamentos/xyz",
        "/regulamentos/cgp-2024/9.9.9",
        "/regulamentos/%2e%2e/x",
        "/static/../site.py",
    ],
)
def test_a_wrong_address_is_a_page_that_helps(client, address):
    """Not found comes with the search box, in the visitor's language."""
    answer = client.get(address)
    assert answer.status_code == 404
    assert 'role="search"' in answer.text


def test_a_huge_form_is_refused_unread(client):
    """Ten megabytes are not read into memory, and nothing changes."""
    form = {"_csrf_token": token(client), "lang": "pt", "next": "x" * 10_000_000}
    answer = client.post("/idioma", data=form)
    assert answer.status_code == 413
    assert "set-cookie" not in answer.headers


def test_a_long_query_is_cut(client):
    """A query of sixty thousand letters is answered like any other."""
    answer = client.get("/busca", params={"q": "ficha " * 10_000})
    assert answer.status_code == 200
    assert f"<title>Buscar: {'ficha ' * 33}fi · Feltro</title>" in answer.text


def test_machines_can_ask_whether_we_are_up(client):
    """The health address answers without a page."""
    assert client.get("/saude").json()["status"] == "ok"


def test_a_page_answers_head_as_it_answers_get(client):
    """Monitors and link checkers ask for the head alone."""
    for address in ("/", "/regulamentos", "/busca?q=x", "/comparar"):
        answer = client.head(address)
        assert answer.status_code == 200
        assert answer.content == b""


def test_a_fragment_is_never_kept_in_place_of_its_page(client):
    """The list alone must not be stored, and a page restored by Back is answered whole."""
    typing = client.get("/busca?q=x", headers={"HX-Request": "true"})
    assert typing.headers["cache-control"] == "no-store"
    assert "HX-Request" in typing.headers["vary"]
    restored = client.get("/busca?q=x", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<html" in restored.text


def test_comparing_one_book_asks_for_another(client):
    """Nothing is compared behind the reader's back."""
    answer = client.get("/comparar?livro=cgp-2024").text
    assert "pelo menos dois" in answer
    assert "<table" not in answer


def test_the_api_describes_itself_without_the_internet(client):
    """The description is served from here, and no page of it loads anything from elsewhere."""
    described = client.get("/api/schema/openapi.json").json()
    assert described["info"]["title"] == "Feltro"


def test_the_secret_outlives_a_restart(tmp_path, monkeypatch):
    """Forms stay valid for every worker and after a restart; the file is the owner's alone."""
    monkeypatch.delenv("FELTRO_SECRET", raising=False)
    monkeypatch.setenv("FELTRO_HOME", str(tmp_path / "feltro"))
    first = site_secret()
    assert site_secret() == first
    assert (tmp_path / "feltro" / "secret").stat().st_mode & 0o077 == 0
    monkeypatch.setenv("FELTRO_SECRET", "given")
    assert site_secret() == "given"


def test_without_a_place_to_keep_it_the_secret_lasts_for_the_run(tmp_path, monkeypatch):
    """A read-only disk does not stop Feltro."""
    monkeypatch.delenv("FELTRO_SECRET", raising=False)
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("FELTRO_HOME", str(blocked))
    assert len(site_secret()) == 64
